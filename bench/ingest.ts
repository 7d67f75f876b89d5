import { startBenchService } from './bench-service.ts';
import { pairedRatio } from './figures.ts';
import { createBookWith, ingestMonth } from './ingest-book.ts';
import { openCopyFloor } from './ingest-floor.ts';
import { measureOverHttp } from './ingest-over-http.ts';
import { milliseconds, type Outcome, type Section } from './outcome.ts';

const RUNS = 7;
const BARS = { csv: 5, xlsx: 6.5 };

/** Compares the whole job, from its claim to its commit, with the minimum cost of storing the same rows. */
export async function measureIngest({
  lines,
  seed,
}: {
  readonly lines: number;
  readonly seed: number;
}): Promise<Section> {
  const service = await startBenchService();
  try {
    const outcomes: Outcome[] = [];
    for (const fileType of ['csv', 'xlsx'] as const) {
      // The first month has no baseline. The second warms up the code that is compiled at run time.
      const book = await createBookWith(service, { seed, lines, fileType }, 2);
      const floor = await openCopyFloor(book, 1);
      let month = 2;
      const found = await pairedRatio(RUNS, async () => (await ingestMonth(book, month++)).elapsedMs, floor.run);
      await floor.close();
      outcomes.push({
        what: `${fileType.toUpperCase()} into PostgreSQL`,
        measured: milliseconds(found.measured),
        compared: milliseconds(found.compared),
        ratio: found.ratio,
        barMax: BARS[fileType],
      });
    }
    outcomes.push(await measureOverHttp(service, { seed, lines, fileType: 'csv' }));
    return {
      title: 'Ingest',
      about: `A job of ${lines.toLocaleString('en')} lines in 25 columns, with the month before it, into a durable PostgreSQL: read, map, score, and store lines, scored rows, deltas, rollup and event in one transaction. Compared with psql's \\copy of the same lines, scored rows and deltas into tables without keys or indexes; and, over HTTP with a worker of its own, the time from sending the file to the end of its job, with that of the job. Medians of ${RUNS} paired runs.`,
      outcomes,
    };
  } finally {
    await service.close();
  }
}
