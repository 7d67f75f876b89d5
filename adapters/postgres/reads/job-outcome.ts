import { and, eq } from 'drizzle-orm';
import type { Fragment } from 'postgres';
import type { CarrierEventRecord } from '../../../app/carrier-events/carrier-event-ports.ts';
import type { DeltaFilter, JobDeltaRow, JobResults, ResultFilter, ResultRow } from '../../../app/reads/read-models.ts';
import { type OffsetPage, type OffsetPosition, offsetPage } from '../../../core/page.ts';
import { type Period, periodMonth, periodYear } from '../../../core/period.ts';
import type { Refused } from '../../../core/problem.ts';
import { unknownJob } from '../../../core/refusals.ts';
import { jobs } from '../../../schema/files.ts';
import { carrierEvents, deltas, scoredRows } from '../../../schema/scores.ts';
import { carrierEventOrder, carrierEventRecordColumns } from '../carrier-events/carrier-events.ts';
import { orm } from '../connection/orm.ts';
import { opaqueAccountId } from '../connection/planned-for-values.ts';
import { rowsOfQuery } from '../connection/row-export.ts';
import type { Sql } from '../connection/sql.ts';
import { whenSet } from './book-filter.ts';
import { deltaColumns } from './delta-columns.ts';
import {
  hasSignal,
  hasStatus,
  isListed,
  memberStatusColumns,
  rowContextColumns,
  shownStatus,
} from './member-status-columns.ts';

/** The results of a job's period as it is scored now. They are the same for every job of the period. */

interface Outcome<Filter> {
  readonly accountId: string;
  readonly jobId: string;
  readonly filter: Filter;
}

type OutcomePage<Filter> = Outcome<Filter> & { readonly page: OffsetPosition };
type OutcomeExport<Filter> = Outcome<Filter> & { readonly offset: number };

export async function readResults(
  sql: Sql,
  { page, ...outcome }: OutcomePage<ResultFilter>,
): Promise<JobResults | null> {
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

export function exportResults(sql: Sql, { offset, ...outcome }: OutcomeExport<ResultFilter>) {
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

export async function readDeltas(
  sql: Sql,
  { page, ...outcome }: OutcomePage<DeltaFilter>,
): Promise<OffsetPage<JobDeltaRow> | null> {
  const [period, rows] = await Promise.all([
    periodOfJob(sql, outcome.accountId, outcome.jobId),
    sql<JobDeltaRow[]>`${deltasOf(sql, outcome)} limit ${page.limit + 1} offset ${page.offset}`,
  ]);
  return period === null ? null : offsetPage(rows, page);
}

export function exportDeltas(sql: Sql, { offset, ...outcome }: OutcomeExport<DeltaFilter>) {
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
