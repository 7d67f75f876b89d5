import { randomUUID } from 'node:crypto';
import { startBenchService } from './bench-service.ts';
import { pairedRatio } from './figures.ts';
import { correctMonth, createBookWith, ingestMonth, rescoreFrom, type StatementBook } from './ingest-book.ts';
import { milliseconds, type Outcome, type Section } from './outcome.ts';

const RUNS = 7;
const LATER = 12;
/** The bar: the most that a period costs that is scored again, as a share of one ingest. */
const BAR = 0.8;

/** Measures the cost of a change to an old month, for each month after it. */
export async function measureRescore({
  lines,
  seed,
}: {
  readonly lines: number;
  readonly seed: number;
}): Promise<Section> {
  const plan = { lines, seed, fileType: 'csv' } as const;
  const service = await startBenchService();
  try {
    const book = await createBookWith(service, plan, 0);
    const first = await ingestMonth(book, 0);
    for (let month = 1; month <= LATER; month++) await ingestMonth(book, month);
    const perPeriod = async () => (await rescoreFrom(book, first.fileId)).elapsedMs / (LATER + 1);
    const ingestOne = async () => (await ingestMonth(await createBookWith(service, plan, 1), 1)).elapsedMs;
    const outcomes: Outcome[] = [];
    const measure = async (what: string, measured: () => Promise<number>) => {
      const found = await pairedRatio(RUNS, measured, ingestOne);
      outcomes.push({
        what,
        measured: `${milliseconds(found.measured)} a period`,
        compared: `${milliseconds(found.compared)} an ingest`,
        ratio: found.ratio,
        barMax: BAR,
      });
    };
    let run = 0;
    const correctFirst = async (share: number) => {
      const { elapsedMs } = await correctMonth(book, 0, { extraCents: ++run, share });
      return elapsedMs / (LATER + 1);
    };
    await measure('nothing changes', perPeriod);
    await measure('every row changes', async () => {
      await contractRate(book, 20 + run++);
      return perPeriod();
    });
    await measure('the first month comes again, one member in fifty corrected', () => correctFirst(1 / 50));
    await measure('the first month comes again with other amounts', () => correctFirst(1));
    return {
      title: 'Re-scoring',
      about: `A rescore of a month of ${lines.toLocaleString('en')} lines and the ${LATER} months after it, divided by the ${LATER + 1} that are scored, compared with one ingest of a month: when the scores come out as they were; after a contracted rate has changed what every member is owed; when the first month is replaced by a corrected file, which adds its ingest; and when every amount of that file is another, which changes what each member was paid in total in every later month. Medians of ${RUNS} paired runs.`,
      outcomes,
    };
  } finally {
    await service.close();
  }
}

/** Replaces the carrier's rate for every member. */
async function contractRate({ service, accountId, carrierId }: StatementBook, dollars: number): Promise<void> {
  await service.owner`delete from expected_rates where carrier_id = ${carrierId} and source = 'contracted'`;
  await service.owner`
    insert into expected_rates (rate_id, account_id, carrier_id, source, rate_type, rate_value)
    values (${randomUUID()}, ${accountId}, ${carrierId}, 'contracted', 'flat_per_member', ${dollars})`;
}
