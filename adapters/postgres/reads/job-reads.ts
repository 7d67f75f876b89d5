import { and, eq } from 'drizzle-orm';
import type { Fragment } from 'postgres';
import type { JobReads } from '../../../app/jobs/find-jobs.ts';
import type { CarrierEventRecord } from '../../../app/reads/carrier-event-record.ts';
import type { JobDeltaRow, JobRecord, ResultRow } from '../../../app/reads/job-records.ts';
import type {
  DeltaFilter,
  JobExceptions,
  JobFilter,
  JobResults,
  ResultFilter,
} from '../../../app/reads/read-models.ts';
import { type OffsetPage, type OffsetPosition, offsetPage } from '../../../core/page.ts';
import { type Period, periodMonth, periodYear } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { unknownJob } from '../../../core/refusals.ts';
import { accounts } from '../../../schema/accounts.ts';
import { unassignedLines } from '../../../schema/book.ts';
import { files, jobExceptions, jobs } from '../../../schema/files.ts';
import { carrierEvents, deltas, rollups, scoredRows } from '../../../schema/scores.ts';
import { countedPage, countOfQuery, timeOrder } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { opaqueAccountId, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport, rowsOfQuery } from '../connection/stream-rows.ts';
import { rejectedRowDays } from '../files/storage-use.ts';
import { carrierName, refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { carrierEventOrder, carrierEventRecordColumns } from '../queries/carrier-events.ts';
import { estimatedOwed, monthOf } from '../queries/month-columns.ts';
import { deltaColumns } from './comparison-reads.ts';
import { hasSignal, hasStatus, isListed, memberStatusColumns, rowContextColumns, shownStatus } from './member-reads.ts';
import { policyFacts } from './policy-reads.ts';

export function createJobReads(database: Database): JobReads {
  return {
    list: (accountId, filter, page) => database.read(accountId, (sql) => listJobs(sql, { accountId, filter, page })),
    exportAll: (accountId, filter, offset) =>
      openRowExport(database, accountId, (sql) =>
        rowsOfQuery<JobRecord, JobRecord>(sql, refuseUnknownBook(sql, accountId, filter), {
          query: jobsOf(sql, accountId, filter),
          offset,
          show: (job) => job,
        }),
      ),
    find: (accountId, jobId, describePolicies) =>
      database.read(accountId, async (sql) => {
        const [job] = await sql<JobRecord[]>`
          ${selectJobs(sql, accountId)} where j.account_id = ${accountId} and j.job_id = ${jobId}`;
        if (job === undefined) return null;
        return { ...job, policies: await describePolicies(job, policyFacts(sql, accountId)) };
      }),
    results: (job, filter, page) => database.read(job.accountId, (sql) => readResults(sql, { ...job, filter, page })),
    deltas: (job, filter, page) => database.read(job.accountId, (sql) => readDeltas(sql, { ...job, filter, page })),
    exportResults: (job, filter, offset) =>
      openRowExport(database, job.accountId, (sql) => exportResults(sql, { ...job, filter, offset })),
    exportDeltas: (job, filter, offset) =>
      openRowExport(database, job.accountId, (sql) => exportDeltas(sql, { ...job, filter, offset })),
    exceptions: (accountId, jobId) => database.read(accountId, (sql) => readExceptions(sql, accountId, jobId)),
  };
}

interface JobList {
  readonly accountId: string;
  readonly filter: JobFilter;
  readonly page: OffsetPosition;
}

async function listJobs(sql: Sql, { accountId, filter, page }: JobList): Promise<OffsetPage<JobRecord> | Refused> {
  const [refused, rows] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    sql<JobRecord[]>`${jobsOf(sql, accountId, filter)} limit ${page.limit + 1} offset ${page.offset}`,
  ]);
  if (isRefused(refused)) return refused;
  return countedPage(rows, page, () =>
    countOfQuery(sql, sql`select from ${jobs} j ${jobConditions(sql, accountId, filter)}`),
  );
}

function jobConditions(sql: Sql, accountId: string, filter: JobFilter): Fragment[] {
  return [
    sql`where j.account_id = ${accountId}`,
    ...whenSet(filter.status, (status) => sql`and j.status = ${status}`),
    ...whenSet(filter.carrierId, (carrierId) => sql`and j.carrier_id = ${carrierId}`),
    ...whenSet(filter.workspaceId, (workspaceId) => sql`and j.workspace_id = ${workspaceId}`),
    ...whenSet(filter.period, (period) => sql`and j.period = ${period}`),
    ...whenSet(filter.periodYear, (year) => sql`and left(j.period, 4)::int = ${year}`),
    ...whenSet(filter.periodMonth, (month) => sql`and right(j.period, 2)::int = ${month}`),
  ];
}

function jobsOf(sql: Sql, accountId: string, filter: JobFilter): Fragment {
  return sql`${selectJobs(sql, accountId)} ${jobConditions(sql, accountId, filter)} order by j.position ${timeOrder(sql, filter.sort)}`;
}

/** Selects the counts of the period's rollup, which every rescore updates, with one look-up for each job. */
const currentStats = (sql: Sql) => sql`
  select jsonb_build_object('members', r.member_count, 'green', r.green, 'yellow', r.yellow, 'red', r.red, 'new', r.new,
    'reappeared', r.reappeared, 'commissionTotal', round(r.gross_amount - r.chargeback_amount + u.amount, 2),
    'unassignedCount', u.count, 'unassignedAmount', round(u.amount, 2),
    'chargebackCount', r.chargeback_count, 'chargebackAmount', round(r.chargeback_amount, 2),
    'commissionOwed', round(r.commission_owed, 2), 'commissionOwedEstimated', round(${estimatedOwed(sql)}, 2))
  from ${rollups} r
  cross join lateral (
    select count(*)::int as count, coalesce(sum(l.amount) filter (where l.is_counted), 0) as amount
    from ${unassignedLines} l
    join ${files} f on f.account_id = l.account_id and f.file_id = l.file_id and f.status = 'active'
    where l.account_id = r.account_id and l.period = r.period and l.workspace_id = r.workspace_id and l.carrier_id = r.carrier_id
  ) u
  where r.account_id = j.account_id and r.workspace_id = j.workspace_id and r.carrier_id = j.carrier_id and r.period = j.period
    and exists (select from ${files} f where f.account_id = j.account_id and f.file_id = j.file_id and f.status = 'active')`;

/** Completes the figures of jobs that ended before money without a member was counted. */
const statsOf = (sql: Sql) => sql`
  case when j.stats is null then '{}' else '{"unassignedCount": 0, "unassignedAmount": 0}'::jsonb || j.stats end`;

const selectJobs = (sql: Sql, accountId: string) => sql`
  select j.job_id as id, j.job_id as "jobId", j.file_id as "fileId", j.carrier_id as "carrierId",
    (${carrierName(sql, accountId, sql`j`)}) as "carrierName", j.workspace_id as "workspaceId", left(j.period, 4)::int as "periodYear", right(j.period, 2)::int as "periodMonth",
    j.period, j.mode, j.status, j.attempts, j.config_version as "configVersion", ${statsOf(sql)} as stats,
    case when j.stats is not null then j.completed_at end as "statsAsOf", (${currentStats(sql)}) as "currentStats", j.warnings, j.error, j.error_code as "errorCode",
    jsonb_build_object('stage', j.progress_stage, 'percent', j.progress_percent) as progress,
    j.exception_row_count as "exceptionRowCount", j.webhook_url as "webhookUrl", j.created_at as "createdAt",
    j.started_at as "startedAt", j.completed_at as "completedAt", ${monthOf(sql, sql`j`)} as month
  from ${jobs} j`;

/** Reads the rows that were not accepted, for the download. The retention is checked here too, because the clean-up runs later. */
async function readExceptions(sql: Sql, accountId: string, jobId: string): Promise<JobExceptions | null> {
  const [[job], rows] = await Promise.all([
    sql<{ available: boolean; headers: string[] }[]>`
      select coalesce(j.exception_headers, '{}') as headers, j.status in ('completed', 'failed')
        and j.completed_at > now() - make_interval(days => ${rejectedRowDays(sql)}) and f.name_purged_at is null as available
      from ${jobs} j join ${files} f on f.file_id = j.file_id join ${accounts} a on a.account_id = j.account_id
      where j.account_id = ${accountId} and j.job_id = ${jobId}`,
    sql<{ row: number; errors: string[]; cells: string[] }[]>`
      select row_number as row, errors, cells from ${jobExceptions}
      where account_id = ${accountId} and job_id = ${jobId}
      order by sheet, row_number`,
  ]);
  if (job === undefined) return null;
  const available = job.available === true;
  return { available, headers: job.headers, rows: available ? rows : [] };
}

/** The results of a job's period as it is scored now. They are the same for every job of the period. */

interface Outcome<Filter> {
  readonly accountId: string;
  readonly jobId: string;
  readonly filter: Filter;
}

type OutcomePage<Filter> = Outcome<Filter> & { readonly page: OffsetPosition };
type OutcomeExport<Filter> = Outcome<Filter> & { readonly offset: number };

async function readResults(sql: Sql, { page, ...outcome }: OutcomePage<ResultFilter>): Promise<JobResults | null> {
  const { accountId, jobId } = outcome;
  const [period, rows, events] = await Promise.all([
    periodOfJob(sql, accountId, jobId),
    sql<ResultRow[]>`${resultsOf(sql, outcome)} limit ${page.limit + 1} offset ${page.offset}`,
    sql<CarrierEventRecord[]>`
      select ${carrierEventRecordColumns(sql)} from ${carrierEvents} e where ${ofJobsPeriod(sql, sql`e`, { accountId, jobId })}
      order by ${carrierEventOrder(sql)}`,
  ]);
  if (period === null) return null;
  return {
    jobId,
    period: { year: periodYear(period), month: periodMonth(period) },
    page: offsetPage(rows, page),
    carrierEvents: events,
  };
}

function exportResults(sql: Sql, { offset, ...outcome }: OutcomeExport<ResultFilter>) {
  const query = resultsOf(sql, outcome);
  return rowsOfQuery<ResultRow, ResultRow>(sql, refuseUnknownJob(sql, outcome), { query, offset, show: (row) => row });
}

/** Selects results by member, which is an indexed unique key within a period of a book. */
function resultsOf(sql: Sql, { accountId, jobId, filter }: Outcome<ResultFilter>): Fragment {
  const conditions = [
    sql`where ${ofJobsPeriod(sql, sql`s`, { accountId, jobId })} and ${isListed(sql, sql`s`, filter.signal)}`,
    ...whenSet(filter.status, (status) => hasStatus(sql, status)),
    ...whenSet(filter.flag, (flag) => sql`and ${flag} = any (s.flags)`),
    ...whenSet(filter.signal, (signal) => hasSignal(sql, signal)),
    ...whenSet(filter.owedOnly || undefined, () => sql`and s.commission_owed > 0`),
    ...whenSet(filter.chargeback, (chargeback) => sql`and (s.chargeback_amount > 0) = ${chargeback}`),
  ];
  return sql`
    select s.member_ref_id as "memberRefId", s.policy_ref_id as "policyRefId", ${shownStatus(sql)}, ${memberStatusColumns(sql)},
      s.member_external_id as "memberExternalId", s.member_name as "memberName", s.email, s.plan_name as "planName",
      s.policy_number as "policyNumber", round(s.premium_amount, 2)::float8 as "premiumAmount",
      s.paid_through as "paidThrough", ${rowContextColumns(sql, accountId)}
    from ${scoredRows} s
    ${conditions}
    order by s.member_ref_id`;
}

async function readDeltas(
  sql: Sql,
  { page, ...outcome }: OutcomePage<DeltaFilter>,
): Promise<OffsetPage<JobDeltaRow> | null> {
  const [period, rows] = await Promise.all([
    periodOfJob(sql, outcome.accountId, outcome.jobId),
    sql<JobDeltaRow[]>`${deltasOf(sql, outcome)} limit ${page.limit + 1} offset ${page.offset}`,
  ]);
  return period === null ? null : offsetPage(rows, page);
}

function exportDeltas(sql: Sql, { offset, ...outcome }: OutcomeExport<DeltaFilter>) {
  const query = deltasOf(sql, outcome);
  return rowsOfQuery<JobDeltaRow, JobDeltaRow>(sql, refuseUnknownJob(sql, outcome), {
    query,
    offset,
    show: (row) => row,
  });
}

/** Selects deltas by member, then field, which is their primary key within a period. */
function deltasOf(sql: Sql, { accountId, jobId, filter }: Outcome<DeltaFilter>): Fragment {
  const conditions = [
    sql`where ${ofJobsPeriod(sql, sql`d`, { accountId, jobId })}`,
    ...whenSet(filter.changeType, (changeType) => sql`and d.change_type = ${changeType}`),
    ...whenSet(filter.memberRefId, (memberRefId) => sql`and d.member_ref_id = ${memberRefId}`),
  ];
  // OFFSET 0 keeps one look-up by key for each delta, so that a page reads no other rows of the period.
  return sql`
    select ${deltaColumns(sql)}, s.member_external_id as "memberExternalId", s.member_name as "memberName",
      s.policy_number as "policyNumber", ${rowContextColumns(sql, accountId, sql`d`)}
    from ${deltas} d
    left join lateral (
      select * from ${scoredRows}
      where account_id = d.account_id and workspace_id = d.workspace_id and carrier_id = d.carrier_id and period = d.period
        and member_ref_id = d.member_ref_id offset 0
    ) s on true
    ${conditions} order by d.member_ref_id, d.field`;
}

/**
 * Selects single key values, so that rows are read along their key up to the end of the page. With a join PostgreSQL read and sorted all
 * rows.
 */
function ofJobsPeriod(sql: Sql, table: Fragment, { accountId, jobId }: { accountId: string; jobId: string }): Fragment {
  const ofJob = (column: Fragment) =>
    sql`(select j.${column} from ${jobs} j where j.account_id = ${accountId} and j.job_id = ${jobId})`;
  return sql`
    ${table}.account_id = ${opaqueAccountId(sql, accountId)} and ${table}.workspace_id = ${ofJob(sql`workspace_id`)}
    and ${table}.carrier_id = ${ofJob(sql`carrier_id`)} and ${table}.period = ${ofJob(sql`period`)}`;
}

async function refuseUnknownJob(sql: Sql, { accountId, jobId }: Outcome<unknown>): Promise<Refused | null> {
  return (await periodOfJob(sql, accountId, jobId)) === null ? unknownJob() : null;
}

async function periodOfJob(sql: Sql, accountId: string, jobId: string): Promise<Period | null> {
  const [job] = await orm(sql)
    .select({ period: jobs.period })
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), eq(jobs.jobId, jobId)));
  return job?.period ?? null;
}
