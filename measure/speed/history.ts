import { randomUUID } from 'node:crypto';
import { type BenchService, startBenchService, vacuum } from './bench-service.ts';
import { correctMonth, createBookWith, ingestMonth, rescoreFrom, type StatementBook } from './ingest-book.ts';
import { milliseconds, type Outcome, type PairedRatio, pairedRatio, type Section } from './section.ts';

const RUNS = 7;
const BAR = 1.2;
/** The bar of a database that is full of other accounts, whose rows no query may read. */
const CROWDED_BAR = 1.1;
/** The number of months stored before the first measured one, the 36th. */
const LONG = 35;

interface HistorySize {
  readonly lines: number;
  readonly neighbours: number;
  readonly seed: number;
}

/** Measures that the cost of a job does not depend on the months stored before it. */
export async function measureHistory({ lines, seed }: Omit<HistorySize, 'neighbours'>): Promise<Section> {
  const plan = { lines, seed, fileType: 'csv' } as const;
  const service = await startBenchService();
  try {
    const long = await createBookWith(service, plan, LONG);
    let month = LONG;
    const found = await pairedRatio(
      RUNS,
      () => ingestNext(long, month++),
      () => secondMonth(service, plan),
    );
    return {
      title: 'History',
      about: `A job of ${lines.toLocaleString('en')} lines: the 36th month of a book and later ones, compared with the 2nd month of another. Medians of ${RUNS} paired runs.`,
      outcomes: [outcomeOf('36th month', found, BAR)],
    };
  } finally {
    await service.close();
  }
}

/** Measures that the cost of a job does not depend on the books of others in the database. */
export async function measureNeighbours({ lines, neighbours, seed }: HistorySize): Promise<Section> {
  const plan = { lines, seed, fileType: 'csv' } as const;
  const alone = await startBenchService();
  const crowded = await startBenchService();
  try {
    await addNeighbours(await createBookWith(crowded, plan, 1), neighbours);
    const job = await pairedRatio(
      RUNS,
      () => secondMonth(crowded, plan),
      () => secondMonth(alone, plan),
    );
    const again = await pairedRatio(RUNS, await rescored(crowded, plan), await rescored(alone, plan));
    const beside = `beside ${(neighbours * lines).toLocaleString('en')} member-months of others`;
    return {
      title: 'Neighbours',
      about: `The 2nd month of a book with ${lines.toLocaleString('en')} lines, and a rescore of two months, beside ${neighbours} other accounts with as many lines each, compared with the same in a database of its own. Medians of ${RUNS} paired runs.`,
      outcomes: [outcomeOf(`a job ${beside}`, job, CROWDED_BAR), outcomeOf(`a rescore ${beside}`, again, CROWDED_BAR)],
    };
  } finally {
    await alone.close();
    await crowded.close();
  }
}

function outcomeOf(what: string, found: PairedRatio, barMax: number): Outcome {
  return {
    what,
    measured: milliseconds(found.measured),
    compared: milliseconds(found.compared),
    ratio: found.ratio,
    barMax,
  };
}

async function secondMonth(service: BenchService, plan: StatementBook['plan']): Promise<number> {
  return ingestNext(await createBookWith(service, plan, 1), 1);
}

async function ingestNext(book: StatementBook, month: number): Promise<number> {
  return (await ingestMonth(book, month)).elapsedMs;
}

/** A rescore of a book of two months, to be repeated. */
async function rescored(service: BenchService, plan: StatementBook['plan']): Promise<() => Promise<number>> {
  const book = await createBookWith(service, plan, 0);
  const { fileId } = await ingestMonth(book, 0);
  await ingestMonth(book, 1);
  return async () => (await rescoreFrom(book, fileId)).elapsedMs;
}

/** The tables whose size could matter, with the id columns that each account needs copies of. */
const BULK: readonly (readonly [table: string, ids: readonly string[]])[] = [
  ['scored_rows', ['workspace_id', 'carrier_id', 'file_id', 'member_ref_id', 'policy_ref_id']],
  ['statement_lines', ['workspace_id', 'carrier_id', 'file_id', 'member_ref_id', 'policy_ref_id']],
];

/**
 * Adds other accounts with the first month of this book, generated inside the database in bulk: their ids are derived from those of the
 * first account.
 */
async function addNeighbours({ service, accountId }: StatementBook, count: number): Promise<void> {
  const { owner } = service;
  // The files, workspaces and carriers of these rows do not exist, because the measured queries never read them.
  await owner`set session_replication_role = replica`;
  for (let made = 0; made < count; made++) {
    process.stderr.write(`\rneighbour ${made + 1} of ${count}`);
    const neighbour = await service.createAccount(`Neighbour ${made}`);
    for (const [table, ids] of BULK) {
      const names = await owner<{ name: string }[]>`
        select attname::text as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`;
      const values = names.map(({ name }) => {
        if (name === 'account_id') return `'${neighbour.accountId}'::uuid`;
        return ids.includes(name) ? `md5(${name}::text || '${made}')::uuid` : name;
      });
      await owner.unsafe(
        `insert into ${table} select ${values.join(', ')} from ${table} where account_id = '${accountId}'`,
      );
    }
  }
  process.stderr.write('\n');
  await owner`set session_replication_role = origin`;
  for (const [table] of BULK) await vacuum(owner, table);
}

const LATER = 12;
/** The bar: the most that a period costs that is scored again, as a share of one ingest. */
const RESCORE_BAR = 0.8;

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
        barMax: RESCORE_BAR,
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
      about: `A rescore of a month of ${lines.toLocaleString('en')} lines and the ${LATER} months after it, divided by the ${LATER + 1} that are scored, compared with one ingest of a month: when nothing changes; after a contracted rate has changed what every member is owed; when the first month is replaced by a corrected file, which adds its ingest; and when every amount of that file is another. Medians of ${RUNS} paired runs.`,
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
