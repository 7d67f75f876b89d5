import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBenchService } from './bench-service.ts';
import { pairedRatio } from './figures.ts';
import { createBookWith, ingestMonth, type StatementBook } from './ingest-book.ts';
import { measureOverHttp } from './ingest-over-http.ts';
import { periodOf } from './ingest-statement.ts';
import { milliseconds, type Outcome, type Section } from './outcome.ts';
import { openPsql } from './psql.ts';

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

/** The minimum cost of storing a job's result: its exact bytes, written by psql's \copy into tables without keys or indexes. */
interface CopyFloor {
  run(): Promise<number>;
  close(): Promise<void>;
}

const TABLES = ['statement_lines', 'scored_rows', 'deltas'];

/** Prepares the lines, scored rows and deltas of one month of the book. */
async function openCopyFloor(book: StatementBook, month: number): Promise<CopyFloor> {
  const { owner } = book.service;
  const folder = await mkdtemp(join(tmpdir(), 'cas-floor-'));
  const psql = await openPsql(book.service);
  const period = periodOf({ month });
  for (const table of TABLES) {
    await owner.unsafe(`create table if not exists bare_${table} as select * from ${table} with no data`);
    await psql([
      `\\copy (select * from ${table} where account_id = '${book.accountId}' and period = '${period}') to '${join(folder, table)}'`,
    ]);
  }
  return {
    async run() {
      for (const table of TABLES) await owner.unsafe(`truncate bare_${table}`);
      const started = performance.now();
      await psql(['begin', ...TABLES.map((table) => `\\copy bare_${table} from '${join(folder, table)}'`), 'commit']);
      return performance.now() - started;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
