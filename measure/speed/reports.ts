import { randomUUID } from 'node:crypto';
import { addMonths, type Period } from '../../core/period.ts';
import { type BenchAccount, type BenchService, startBenchService, vacuum } from './bench-service.ts';
import { openPsql } from './ingest.ts';
import { milliseconds, type Outcome, pairedRatio, percentile, ratioOfPairs, type Section } from './section.ts';

const RUNS = 7;
/** The requests of each account for one 95th percentile. */
const REQUESTS = 100;
const PERIODS = { carriers: 10, periods: 10, firstPeriod: '2025-09' };
const LAST = '2026-06';

const REPORTS = [
  '/v1/home',
  '/v1/changes',
  '/v1/changes?kind=gone',
  '/v1/changes?kind=paid_less',
  '/v1/changes?kind=back',
  '/v1/changes?kind=same',
  `/v1/reports/recoverable?from=${LAST}&to=${LAST}`,
  '/v1/reports/recoverable',
  '/v1/reports/rollup',
  `/v1/reports/attrition?period=${LAST}`,
  `/v1/reports/attrition?period=${LAST}&granularity=year`,
  '/v1/reports/attrition-series?months=36',
  '/v1/reports/cumulative',
  `/v1/reports/data-quality?period=${LAST}`,
  '/v1/reports/carrier-scorecards',
  '/v1/reports/tax-1099?year=2026',
];

/** Measures that reports over rollups do not depend on the number of members. */
export async function measureReports({ large }: { readonly large: number }): Promise<Section> {
  const service = await startBenchService();
  try {
    const small = await service.createAccount('ten thousand member-months');
    await generateBooks(service, small, { ...PERIODS, members: 100 });
    const big = await service.createAccount('ten million member-months');
    await generateBooks(service, big, { ...PERIODS, members: large });
    const outcomes: Outcome[] = [];
    for (const path of REPORTS) {
      await bothP95(big, small, path);
      const found = await ratioOfPairs(RUNS, () => bothP95(big, small, path));
      outcomes.push({
        what: path,
        measured: milliseconds(found.measured),
        compared: milliseconds(found.compared),
        ratio: found.ratio,
        barMax: 1.2,
      });
    }
    return {
      title: 'Reports',
      about: `95th percentile of ${REQUESTS} requests over HTTP, one at a time and the two accounts in turn, with ${(large * 100).toLocaleString('en')} member-months against the same with 10,000; medians of ${RUNS} paired runs. Both accounts, in one database, have ten carriers with ten periods.`,
      outcomes,
    };
  } finally {
    await service.close();
  }
}

/**
 * Measures both accounts. They alternate with each request, and so does the order within each pair, because warming up and garbage
 * collection would otherwise slow one of them more than the other.
 */
async function bothP95(big: BenchAccount, small: BenchAccount, path: string): Promise<readonly [number, number]> {
  const timesOfBig: number[] = [];
  const timesOfSmall: number[] = [];
  const inTurn = [
    { account: big, times: timesOfBig },
    { account: small, times: timesOfSmall },
  ];
  for (let request = 0; request < REQUESTS; request++) {
    for (const { account, times } of inTurn) times.push(await requestTime(account, path));
    inTurn.reverse();
  }
  return [percentile(timesOfBig, 0.95), percentile(timesOfSmall, 0.95)];
}

async function requestTime(account: BenchAccount, path: string): Promise<number> {
  const started = performance.now();
  await account.get(path);
  return performance.now() - started;
}

/** A history that is generated inside the database in bulk: millions of members in minutes. */
interface BookPlan {
  readonly carriers: number;
  readonly periods: number;
  /** The members of each carrier. */
  readonly members: number;
  readonly firstPeriod: Period;
}

const CONFIG = {
  fileType: 'csv',
  columns: { member_external_id: ['Member ID'], commission_amount: ['Commission'] },
};

/**
 * Stores the scored rows and rollups of the plan. Of a hundred members, one is missing each month, one is paid less and one returns.
 * Returns the carriers' ids.
 */
async function generateBooks(
  { owner }: Pick<BenchService, 'owner'>,
  account: BenchAccount,
  plan: BookPlan,
): Promise<readonly string[]> {
  const carrierIds = Array.from({ length: plan.carriers }, () => randomUUID());
  for (const [index, carrierId] of carrierIds.entries()) {
    const book = { ...account, carrierId, configId: randomUUID(), fileId: randomUUID() };
    await owner`
      insert into carriers (carrier_id, account_id, name, slug, product_line)
      values (${carrierId}, ${account.accountId}, ${`Carrier ${index}`}, ${`carrier-${index}`}, 'medicare')`;
    await owner`
      insert into statement_configs (config_id, carrier_id, account_id, version, config)
      values (${book.configId}, ${carrierId}, ${account.accountId}, 1, ${JSON.stringify(CONFIG)}::text::jsonb)`;
    await owner`
      insert into books (account_id, workspace_id, carrier_id)
      values (${account.accountId}, ${account.workspaceId}, ${carrierId})`;
    for (let month = 0; month < plan.periods; month++) await generatePeriod(owner, book, { plan, month });
    process.stderr.write(`\r${index + 1} of ${plan.carriers} carriers with ${plan.members} members each`);
  }
  process.stderr.write('\n');
  for (const table of ['scored_rows', 'rollups']) await vacuum(owner, table);
  return carrierIds;
}

interface GeneratedBook {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly configId: string;
  readonly fileId: string;
}

async function generatePeriod(
  owner: BenchService['owner'],
  { accountId, workspaceId, carrierId, configId, fileId }: GeneratedBook,
  { plan, month }: { readonly plan: BookPlan; readonly month: number },
): Promise<void> {
  const period = addMonths(plan.firstPeriod, month);
  const baseline = month === 0 ? null : addMonths(period, -1);
  // The month of a member depends only on the member's number, so that the months are consistent.
  await owner`
    insert into scored_rows (account_id, workspace_id, carrier_id, period, member_ref_id, status, counted, flags, commission_amount,
      prev_commission_amount, compared_against_period, expected_amount, commission_owed, owed_estimated, chargeback_amount,
      member_external_id, member_name, policy_number, plan_name, plan_code, premium_amount, agent_name, effective_date, first_seen_period,
      last_present_period, last_present_amount, file_id)
    select ${accountId}::uuid, ${workspaceId}::uuid, ${carrierId}::uuid, ${period},
      md5(${carrierId} || member)::uuid, status, true,
      case status when 'new' then '{NEW}' when 'red' then '{DROPPED}' when 'yellow' then '{COMMISSION_CHANGED}'
        when 'reappeared' then '{REAPPEARED}' else '{}' end::text[],
      case status when 'red' then 0 when 'yellow' then 20 else 30 end,
      case status when 'new' then 0 else 30 end, ${baseline}, 30, case status when 'yellow' then 10 else 0 end, false, 0,
      'M' || member, 'Member ' || member, 'P' || member, 'Plan ' || member % 20, 'H' || member % 20, 300,
      'Agent ' || member % 100, date '2020-01-01' + member % 1500, ${plan.firstPeriod}, ${period}, 30, ${fileId}::uuid
    from (
      select member, case
        when ${baseline}::text is null then 'new'
        when (member + ${month}::int) % 100 = 0 then 'red'
        when (member + ${month}::int) % 100 = 1 then 'reappeared'
        when (member + ${month}::int) % 100 = 50 then 'yellow'
        else 'green' end as status
      from generate_series(1, ${plan.members}::int) as member
    ) members`;
  await owner`
    insert into rollups (account_id, workspace_id, carrier_id, period, baseline_period, config_id, member_count, green, yellow, red, new,
      reappeared, commission_dropped, commission_reduced, commission_owed, owed_evaluated, owed_total, owed_estimated, chargeback_count,
      chargeback_amount, gross_amount, line_count, paid_more, taken_back, paid_less, paid_less_amount, planned_step, planned_step_amount, same,
      agent_pay)
    select ${accountId}::uuid, ${workspaceId}::uuid, ${carrierId}::uuid, ${period}, ${baseline}, ${configId}::uuid,
      count(*) filter (where status <> 'red'), count(*) filter (where status = 'green'), count(*) filter (where status = 'yellow'),
      count(*) filter (where status = 'red'), count(*) filter (where status = 'new'), count(*) filter (where status = 'reappeared'),
      coalesce(sum(prev_commission_amount) filter (where status = 'red'), 0),
      coalesce(sum(prev_commission_amount - commission_amount) filter (where status = 'yellow'), 0),
      coalesce(sum(commission_owed), 0), count(*), count(*), false, 0, 0, sum(commission_amount), count(*), 0, 0,
      count(*) filter (where status = 'yellow'),
      coalesce(sum(prev_commission_amount - commission_amount) filter (where status = 'yellow'), 0), 0, 0,
      count(*) filter (where status = 'green'), (
        select jsonb_agg(a) from (
          select null as id, agent_name as name, sum(commission_amount) as net from scored_rows
          where workspace_id = ${workspaceId} and carrier_id = ${carrierId} and period = ${period} group by agent_name
        ) a)
    from scored_rows where workspace_id = ${workspaceId} and carrier_id = ${carrierId} and period = ${period}`;
}

const BAR = 3;
const [FROM, TO] = ['2026-05', '2026-06'] as const;

/** Compares two months of a book, of usual and of very large size, with the join that every comparison needs. */
export async function measureComparison({ large }: { readonly large: number }): Promise<Section> {
  const service = await startBenchService();
  try {
    const usual = await compareBook(service, Math.min(40_000, large));
    const largest = await compareBook(service, large);
    const memory: Outcome = {
      what: 'memory in use at its peak, of the larger',
      measured: mebibytes(largest.peakBytes),
      compared: mebibytes(usual.peakBytes),
      ratio: largest.peakBytes / usual.peakBytes,
      barMax: null,
    };
    return {
      title: 'Comparisons',
      about: `GET /v1/comparisons of a month with the month before, a page of 50, compared with psql's full hash join of the same rows, with count and sums. Medians of ${RUNS} paired runs.`,
      outcomes: [usual.outcome, largest.outcome, memory],
    };
  } finally {
    await service.close();
  }
}

async function compareBook(
  service: BenchService,
  members: number,
): Promise<{ readonly outcome: Outcome; readonly peakBytes: number }> {
  const account = await service.createAccount(`${members} members`);
  await generateBooks(service, account, { carriers: 1, periods: 2, members, firstPeriod: FROM });
  const psql = await openPsql(service);
  const compare = () => timed(() => account.get(`/v1/comparisons?from=${FROM}&to=${TO}`));
  const join = () => timed(() => psql(hashJoin(account)));
  const peakBytes = await peakOf(compare);
  await join();
  const found = await pairedRatio(RUNS, compare, join);
  const outcome = {
    what: `${members.toLocaleString('en')} members`,
    measured: milliseconds(found.measured),
    compared: milliseconds(found.compared),
    ratio: found.ratio,
    barMax: BAR,
  };
  return { outcome, peakBytes };
}

/** The rows of both months that a comparison selects. */
function hashJoin({ accountId }: BenchAccount): readonly string[] {
  const side = (period: string) =>
    `(select member_ref_id, commission_amount from scored_rows where account_id = '${accountId}' and period = '${period}' and status <> 'red')`;
  return [
    'set enable_mergejoin = off',
    `select count(*), sum(f.commission_amount), sum(t.commission_amount) from ${side(FROM)} f full join ${side(TO)} t using (member_ref_id)`,
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Returns the peak memory of the process, sampled every few milliseconds. It includes garbage that is not yet collected. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const look = setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    peak = Math.max(peak, heapUsed + external);
  }, 5);
  await work();
  clearInterval(look);
  return peak;
}

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
