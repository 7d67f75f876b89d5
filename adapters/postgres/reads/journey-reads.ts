import type {
  DeltaRow,
  FileReference,
  Journey,
  JourneyMonth,
  JourneyPolicy,
  LastSeen,
  MemberLine,
  MemberLineReads,
  PolicyJourney,
} from '../../../app/reads/member-records.ts';
import type { JourneyReads } from '../../../app/reads/read-models.ts';
import { offsetPage } from '../../../core/page.ts';
import { type Period, periodMonth, periodYear } from '../../../core/period.ts';
import { followPolicy } from '../../../core/policies/policy-journey.ts';
import type { Flag, MemberStatus } from '../../../core/scoring/scored-row.ts';
import { statementLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { deltas, rollups } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import { opaqueAccountId } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { carrierName, findBookOf } from '../queries/book-scope.ts';
import { rowsOfMember } from '../queries/claim-reads.ts';
import { linesInMonth, paidLinesInMonth } from '../queries/member-lines.ts';
import { deltaColumns } from './comparison-reads.ts';
import { findMember } from './member-reads.ts';

export function createJourneyReads(database: Database): JourneyReads {
  return {
    lastSeen: (accountId, memberRefId) => database.read(accountId, (sql) => readLastSeen(sql, accountId, memberRefId)),
    ofMember: (accountId, memberRefId) =>
      database.read(accountId, (sql) => readMemberJourney(sql, accountId, memberRefId)),
    ofPolicy: (accountId, policyRefId) =>
      database.read(accountId, (sql) => readPolicyJourney(sql, accountId, policyRefId)),
  };
}

const fileColumns = (sql: Sql) =>
  sql`f.file_id as "fileId", f.original_filename as "fileName", f.uploaded_at as "uploadedAt"`;

/** Reads the latest row in which the member was present, and the latest that is a result. */
async function readLastSeen(sql: Sql, accountId: string, memberRefId: string): Promise<LastSeen | null> {
  const [row] = await sql<(Omit<LastSeen, 'file'> & FileReference)[]>`
    with member_rows as (
      select * from (${rowsOfMember(sql, accountId, memberRefId)}) r where r.status <> 'carried'
    )
    select s.member_ref_id as "memberRefId", s.member_external_id as "memberExternalId", s.member_name as "memberName",
      s.carrier_id as "carrierId",
      (${carrierName(sql, accountId, sql`s`)}) as "carrierName",
      s.workspace_id as "workspaceId", s.period as "lastPeriod", s.policy_ref_id as "policyRefId",
      s.policy_number as "policyNumber", s.plan_name as "planName",
      round(s.commission_amount, 2)::float8 as "commissionAmount",
      latest.status, latest.period as "statusPeriod", ${fileColumns(sql)}
    from (select * from member_rows where status <> 'red' order by period desc limit 1) s
    cross join (select status, period from member_rows order by period desc limit 1) latest
    join ${files} f on f.account_id = ${accountId} and f.file_id = s.file_id`;
  if (row === undefined) return null;
  const { fileId, fileName, uploadedAt, ...seen } = row;
  return { ...seen, file: { fileId, fileName, uploadedAt } };
}

async function readMemberJourney(sql: Sql, accountId: string, memberRefId: string): Promise<Journey | null> {
  const parts = { accountId, memberRefId, policyRefId: null };
  const [member, months, records] = await Promise.all([
    findMember(sql, accountId, memberRefId),
    readMonths(sql, parts),
    readRecords(sql, parts),
  ]);
  const policies = Map.groupBy(records, ({ period }) => period);
  const periods = months.map((month) => ({
    ...month,
    policies: (policies.get(month.period) ?? []).map(({ policy }) => policy),
  }));
  const span = spanOf(periods);
  return member === null || span === null ? null : { memberRefId, member, ...span };
}

async function readPolicyJourney(sql: Sql, accountId: string, policyRefId: string): Promise<PolicyJourney | null> {
  const [holder] = await sql<{ memberRefId: string }[]>`
    select member_ref_id as "memberRefId" from ${statementLines}
    where account_id = ${opaqueAccountId(sql, accountId)} and policy_ref_id = ${policyRefId} limit 1`;
  if (holder === undefined) return null;
  const { memberRefId } = holder;
  const parts = { accountId, memberRefId, policyRefId };
  const [member, months, records] = await Promise.all([
    findMember(sql, accountId, memberRefId),
    readMonths(sql, parts),
    readRecords(sql, parts),
  ]);
  const recordOf = new Map(records.map((record) => [record.period, record]));
  const steps = followPolicy(months, ({ period }) => recordOf.get(period) ?? null);
  const periods = steps.map(({ month, present, policy, previous }, index) => ({
    ...month,
    present,
    commissionAmount: policy?.policy.commissionAmount ?? 0,
    prevCommissionAmount: previous?.policy.commissionAmount ?? 0,
    premiumAmount: (policy ?? previous)?.policy.premiumAmount ?? null,
    policies: policy === null ? [] : [policy.policy],
    file: policy?.file ?? month.file,
    firstSeen: index === 0,
  }));
  const span = spanOf(periods);
  return member === null || span === null ? null : { memberRefId, policyRefId, member, ...span };
}

function spanOf(periods: readonly JourneyMonth[]) {
  const [first] = periods;
  const latest = periods.at(-1);
  if (first === undefined || latest === undefined) return null;
  return { firstPeriod: first.period, latestPeriod: latest.period, periodCount: periods.length, periods };
}

interface JourneyParts {
  readonly accountId: string;
  readonly memberRefId: string;
  /** Null means all policies of the member. */
  readonly policyRefId: string | null;
}

interface MonthRow extends FileReference {
  readonly period: Period;
  readonly status: MemberStatus;
  readonly flags: readonly Flag[];
  readonly present: boolean;
  readonly commissionAmount: number;
  readonly prevCommissionAmount: number;
  readonly premiumAmount: number | null;
  readonly firstSeen: boolean;
}

/** Reads the member's rows with their deltas, oldest first. A month that is paid ahead is shown as unchanged, as on the timeline. */
async function readMonths(
  sql: Sql,
  { accountId, memberRefId }: JourneyParts,
): Promise<readonly Omit<JourneyMonth, 'policies'>[]> {
  const [rows, changed] = await Promise.all([
    sql<MonthRow[]>`
      select s.period, case when s.status = 'carried' then 'green' else s.status end as status, s.flags,
        s.status not in ('red', 'carried') as present, round(s.commission_amount, 2)::float8 as "commissionAmount",
        round(s.prev_commission_amount, 2)::float8 as "prevCommissionAmount",
        round(s.premium_amount, 2)::float8 as "premiumAmount", s.period = s.first_seen_period as "firstSeen",
        ${fileColumns(sql)}
      from (${rowsOfMember(sql, accountId, memberRefId)}) s
      join ${files} f on f.account_id = ${accountId} and f.file_id = s.file_id
      order by s.period`,
    sql<(DeltaRow & { period: Period })[]>`
      select d.period, ${deltaColumns(sql)}
      from (${rowsOfMember(sql, accountId, memberRefId)}) s
      join ${deltas} d on d.workspace_id = s.workspace_id and d.carrier_id = s.carrier_id and d.period = s.period
        and d.member_ref_id = s.member_ref_id and d.account_id = ${opaqueAccountId(sql, accountId)}
      order by d.period, d.field`,
  ]);
  const deltasOf = Map.groupBy(changed, ({ period }) => period);
  return rows.map(({ fileId, fileName, uploadedAt, firstSeen, ...row }) => ({
    ...row,
    periodYear: periodYear(row.period),
    periodMonth: periodMonth(row.period),
    file: { fileId, fileName, uploadedAt },
    deltas: (deltasOf.get(row.period) ?? []).map(({ period: _, ...delta }) => delta),
    firstSeen,
  }));
}

interface JourneyRecord {
  readonly period: Period;
  readonly policy: JourneyPolicy;
  readonly file: FileReference;
}

/**
 * Reads the sums of each policy in each period from its lines. As in scoring, the first line that has them gives premium and plan, the
 * very first line gives the file, and the first spelling of a policy number is shown.
 */
async function readRecords(
  sql: Sql,
  { accountId, memberRefId, policyRefId }: JourneyParts,
): Promise<readonly JourneyRecord[]> {
  const inOrder = sql`order by l.position, l.sheet, l.row_number`;
  const rows = await sql<(JourneyPolicy & FileReference & { readonly period: Period })[]>`
    select r.*, ${fileColumns(sql)} from (
      select l.period, l.policy_ref_id as "policyRefId", min(l.spelling) as "policyNumber",
        (array_agg(l.plan_name ${inOrder}) filter (where l.plan_name is not null))[1] as "planName",
        round(sum(l.paid), 2)::float8 as "commissionAmount",
        round((array_agg(l.premium ${inOrder}) filter (where l.premium is not null))[1], 2)::float8 as "premiumAmount",
        (array_agg(l.file_id ${inOrder}))[1] as first_file_id
      from (
        select l.*, first_value(l.policy_number) over (
          partition by l.policy_ref_id order by l.period, l.position, l.sheet, l.row_number) as spelling
        from (${rowsOfMember(sql, accountId, memberRefId)}) s
        join ${rollups} r on r.account_id = s.account_id and r.workspace_id = s.workspace_id and r.carrier_id = s.carrier_id
          and r.period = s.period
        cross join lateral (${paidLinesInMonth(sql, accountId, { member: sql`s`, month: sql`r` })}) l
        ${policyRefId === null ? sql`` : sql`where l.policy_ref_id = ${policyRefId}`}
      ) l
      group by l.period, l.policy_ref_id
    ) r
    join ${files} f on f.account_id = ${accountId} and f.file_id = r.first_file_id
    order by r.period, r."policyNumber" collate "C" nulls first`;
  return rows.map(({ period, policyRefId, policyNumber, planName, commissionAmount, premiumAmount, ...file }) => ({
    period,
    policy: { policyRefId, policyNumber, planName, commissionAmount, premiumAmount },
    file: { fileId: file.fileId, fileName: file.fileName, uploadedAt: file.uploadedAt },
  }));
}

/** Reads the statement rows that a month of a member is made of. */
export function createMemberLineReads(database: Database): MemberLineReads {
  return {
    list: ({ accountId, memberRefId, period }, page) =>
      database.read(accountId, async (sql) => {
        if ((await findBookOf(sql, accountId, memberRefId)) === null) return null;
        const rows = await sql<MemberLine[]>`
          select l.file_id as "fileId", f.original_filename as "fileName", l.sheet + 1 as sheet, l.row_number as row,
            l.member_external_id as "memberExternalId", l.member_name as "memberName", round(l.amount, 2)::float8 as amount,
            l.policy_number as "policyNumber", l.plan_name as "planName", l.product_type as "productType",
            round(l.premium, 2)::float8 as "premiumAmount", l.rate::float8 as rate, l.effective_date as "effectiveDate",
            l.term_date as "termDate", l.term_reason as "termReason", l.coverage_month as "coverageMonth", l.paid_date as "paidDate",
            l.transaction_type as "transactionType", l.agent_name as "agentName", l.state, l.carrier_status as "carrierStatus",
            l.description
          from (select ${memberRefId}::uuid as member_ref_id) m
          cross join lateral (${linesInMonth(sql, accountId, { member: sql`m`, period: sql`${period}` })}) l
          join ${files} f on f.account_id = ${accountId} and f.file_id = l.file_id and f.status = 'active'
          order by f.position, l.sheet, l.row_number limit ${page.limit + 1} offset ${page.offset}`;
        return offsetPage(rows, page);
      }),
  };
}
