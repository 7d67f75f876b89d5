import type postgres from 'postgres';
import { z } from 'zod';
import { type BenchService, startBenchService } from './bench-service.ts';
import type { Measured } from './cost-inputs.ts';
import { generateBooks } from './generated-book.ts';
import { acceptMonth, createBookWith, work } from './ingest-book.ts';
import { machineName } from './machine.ts';
import { databaseCpuSeconds, startCpuWatch } from './processor-time.ts';

/** Two sizes, because a job costs something however small it is: the line through both says how much of it. */
const SMALL = { lines: 250, months: 40 };
const LARGE = { lines: 40_000, months: 5 };
const WARM_MONTHS = 2;
const REQUESTS = 400;

/** What the cost of the service follows from, of this machine. Takes half a minute; with `quick` it only shows that it works. */
export async function measureCost({
  quick,
  seed,
}: {
  readonly quick: boolean;
  readonly seed: number;
}): Promise<Measured> {
  const service = await startBenchService();
  try {
    // Aurora writes no full pages, so that its log is as long as this one.
    await service.owner`alter system set full_page_writes = off`;
    await service.owner`select pg_reload_conf()`;
    const small = await costOfJobs(service, { ...SMALL, months: quick ? 2 : SMALL.months, seed });
    const before = await storedBytes(service.owner);
    const large = await costOfJobs(service, {
      lines: quick ? 2_000 : LARGE.lines,
      months: quick ? 2 : LARGE.months,
      seed,
    });
    const after = await storedBytes(service.owner);
    const indexSeconds = await costOfIndex(service.owner);
    const memberMonths = after.memberMonths - before.memberMonths;
    const line = (of: (cost: JobCost) => number) => {
      const perLine = (of(large) - of(small)) / (large.lines - small.lines);
      const perJob = Math.max(0, of(small) - perLine * small.lines);
      return { perJob: rounded(perJob), perThousandLines: rounded(perLine * 1000) };
    };
    return {
      machine: machineName(),
      workerCpuSeconds: line((cost) => cost.workerCpuSeconds),
      databaseCpuSeconds: line((cost) => cost.databaseCpuSeconds),
      logBytes: line((cost) => cost.logBytes),
      storedBytesPerMemberMonth: {
        scoredRows: Math.round((after.scoredRows - before.scoredRows) / memberMonths),
        all: Math.round((after.all - before.all) / memberMonths),
      },
      ...(await costOfRequests(service)),
      indexSecondsPerMillionRows: rounded(indexSeconds / (after.memberMonths / 1e6)),
    };
  } finally {
    await service.close();
  }
}

interface JobCost {
  readonly lines: number;
  readonly workerCpuSeconds: number;
  readonly databaseCpuSeconds: number;
  readonly logBytes: number;
}

/** The mean over some months of one book, after those in which everything is compiled and read for the first time. */
async function costOfJobs(
  service: BenchService,
  { lines, months, seed }: { readonly lines: number; readonly months: number; readonly seed: number },
): Promise<JobCost> {
  const { owner } = service;
  const book = await createBookWith(service, { lines, seed, fileType: 'csv' }, WARM_MONTHS);
  const logBefore = await logPosition(owner);
  const databaseBefore = await databaseCpuSeconds(owner);
  let workerCpuSeconds = 0;
  for (let month = WARM_MONTHS; month < WARM_MONTHS + months; month++) {
    const job = await acceptMonth(book, month);
    const watch = startCpuWatch();
    await work(book, job);
    workerCpuSeconds += watch();
  }
  return {
    lines,
    workerCpuSeconds: workerCpuSeconds / months,
    databaseCpuSeconds: ((await databaseCpuSeconds(owner)) - databaseBefore) / months,
    logBytes: ((await logPosition(owner)) - logBefore) / months,
  };
}

/** Seconds of processor for an index such as the next version may bring, over all scored rows there are. */
async function costOfIndex(sql: postgres.Sql): Promise<number> {
  const before = await databaseCpuSeconds(sql);
  await sql`create index on scored_rows (workspace_id, carrier_id, period, member_name)`;
  return (await databaseCpuSeconds(sql)) - before;
}

/** Pages that a person opens, one after another. The time is that of client and server together: more than the server's alone. */
async function costOfRequests(
  service: BenchService,
): Promise<Pick<Measured, 'requestSeconds' | 'requestDatabaseCpuSeconds'>> {
  const account = await service.createAccount('Agency with a dozen carriers');
  await generateBooks(service, account, { carriers: 12, periods: 12, members: 250, firstPeriod: '2025-07' });
  const paths = [
    '/v1/reports/rollup',
    '/v1/members?limit=50',
    '/v1/reports/attrition?period=2026-06',
    '/v1/jobs?limit=50',
    '/v1/carriers',
  ];
  const requests = async (count: number) => {
    for (let request = 0; request < count; request++) await account.get(paths[request % paths.length] ?? '');
  };
  await requests(REQUESTS / 4);
  const databaseBefore = await databaseCpuSeconds(service.owner);
  const started = performance.now();
  await requests(REQUESTS);
  return {
    requestSeconds: rounded((performance.now() - started) / 1000 / REQUESTS),
    requestDatabaseCpuSeconds: rounded(((await databaseCpuSeconds(service.owner)) - databaseBefore) / REQUESTS),
  };
}

const bytes = z.tuple([z.object({ bytes: z.coerce.number() })]);

async function logPosition(sql: postgres.Sql): Promise<number> {
  return bytes.parse(await sql`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`)[0].bytes;
}

const sizes = z.tuple([
  z.object({ memberMonths: z.coerce.number(), scoredRows: z.coerce.number(), all: z.coerce.number() }),
]);

/** What tables take on disk with their indexes, after vacuum, and the members and months that are in them. */
async function storedBytes(sql: postgres.Sql): Promise<z.infer<typeof sizes>[0]> {
  await sql`vacuum`;
  return sizes.parse(
    await sql`
      select (select count(*) from scored_rows) as "memberMonths", pg_total_relation_size('scored_rows') as "scoredRows",
        sum(pg_total_relation_size(oid)) as all
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )[0];
}

/** To three figures: the fourth is another one in the next run. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
