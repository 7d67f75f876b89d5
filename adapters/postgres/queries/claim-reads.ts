import type { Fragment } from 'postgres';
import { z } from 'zod';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { ClaimFacts, RecoverableReads } from '../../../app/reads/report-recoverable.ts';
import { WORKSHEET_LINES_AT_ONCE } from '../../../core/limits/saved-report-limits.ts';
import type { Period } from '../../../core/period.ts';
import type { Refused } from '../../../core/problem.ts';
import type { ClaimLine, ClaimRow, MemberFindings } from '../../../core/report/claim.ts';
import { CERTAINTIES, OWED_CERTAINTIES, SIGNAL_CODES, type SignalCode } from '../../../core/scoring/signal.ts';
import { disputeRows } from '../../../schema/disputes.ts';
import { files } from '../../../schema/files.ts';
import { carrierEvents, rollups, scoredRows } from '../../../schema/scores.ts';
import { firstRows } from '../../../schema/views.ts';
import type { Database } from '../connection/database.ts';
import { plannedForValues } from '../connection/orm.ts';
import { arrayText, type Sql } from '../connection/sql.ts';
import { openRowExport, streamRows } from '../connection/stream-rows.ts';
import { exactFrom } from '../records/column-types.ts';
import { refuseUnknownBook, visibleCarriers, whenSet } from './book-scope.ts';
import { linesInMonth, printsTotals } from './member-lines.ts';

/**
 * Finds a member's rows month by month, each by the primary key. An index of members over all months would make every statement write to
 * pages all over the index. The row of the first month has the member's book.
 */

/**
 * Selects the row of a member in the month `p`. `limit 1` makes the planner use the key: without statistics it would scan all rows of the
 * book.
 */
export const rowInMonth = (sql: Sql, member: Fragment) => sql`
  select * from ${scoredRows}
  where account_id = p.account_id and workspace_id = p.workspace_id and carrier_id = p.carrier_id
    and period = p.period and member_ref_id = ${member}.member_ref_id
  limit 1`;

/**
 * Selects the rows `r` of row `m`'s member in the months `p` from that of `m` on, latest first. The caller may append conditions. Months
 * are sorted before the look-up, so that a limit also limits the look-ups.
 */
export const laterRows = (sql: Sql, accountId: string) => sql`
  (select account_id, workspace_id, carrier_id, period from ${rollups}
    where account_id = ${accountId} and workspace_id = m.workspace_id and carrier_id = m.carrier_id and period >= m.period
    order by period desc) p
  cross join lateral (${rowInMonth(sql, sql`m`)}) r
  where true`;

/** Selects all rows of one member. */
export const rowsOfMember = (sql: Sql, accountId: string, memberRefId: string) => sql`
  select later.* from ${firstRows} m
  cross join lateral (select r.* from ${laterRows(sql, accountId)}) later
  where m.account_id = ${accountId} and m.member_ref_id = ${memberRefId}`;

/**
 * Selects the disputed events of less pay that explain why the scored row `s` is paid less, and by how much. A signal of a shared finding
 * names its event. The detail of a signal about a change of pay quotes the detail of its event; both are written together.
 */
export const eventsOfRow = (sql: Sql, accountId: string): Fragment => sql`
  select event.event_id, event.detail, (found.signal->>'amount')::numeric::text as amount
  from ${carrierEvents} event
  join jsonb_array_elements(s.signals) as found (signal)
    on found.signal->>'code' = 'COMMISSION_REDUCED' and found.signal->>'severity' = 'info'
    and case event.kind
      when 'shared_finding' then found.signal->>'event' = ${eventKey(sql)}
      else strpos(found.signal->>'detail', lower(left(event.detail, 1)) || substr(event.detail, 2)) > 0 end
  where ${disputedInMonth(sql, accountId)} and (
    event.kind = 'pay_reduced' or event.code in ('COMMISSION_REDUCED', 'UNDERPAID', 'RATE_CHANGED'))`;

/** Selects the disputed shared findings of the scored row `s`, with their keys as its signals name them. */
export const disputedEventsOfRow = (sql: Sql, accountId: string): Fragment => sql`
  select distinct event.event_id, ${eventKey(sql)} as key
  from ${carrierEvents} event
  join jsonb_array_elements(s.signals) as found (signal) on found.signal->>'event' = ${eventKey(sql)}
  where ${disputedInMonth(sql, accountId)} and event.kind = 'shared_finding'`;

/** Writes the key of a shared finding like `eventKey` in core. The stored key of its scope begins with its code. */
const eventKey = (sql: Sql): Fragment =>
  sql`trim(event.code || ' ' || event.scope_field || ' ' || substr(event.scope_key, length(event.code) + 2))`;

const disputedInMonth = (sql: Sql, accountId: string): Fragment => sql`
  event.account_id = ${accountId} and event.workspace_id = s.workspace_id and event.carrier_id = s.carrier_id
    and event.period = s.period and event.state = 'disputed'`;

/** Reads members with findings about money, and the statement lines that claims are made from. */

/** The members and months whose findings are read. */
export interface FindingScope extends BookFilter {
  readonly accountId: string;
  /** The first month whose findings are read; undefined for all. */
  readonly since?: Period | undefined;
  /** Restricts the claims to these members. */
  readonly memberRefIds?: readonly string[] | undefined;
}

const CLAIM_CODES: readonly SignalCode[] = [
  'UNDERPAID',
  'MISSED_MONTHS',
  'REINSTATED_NOT_REPAID',
  'CHARGEBACK_DUPLICATE',
  'CHARGEBACK_UNMATCHED',
  'CHARGEBACK_EXCEEDS_PAID',
  'CHARGEBACK_ON_ACTIVE',
  'TRUE_UP_MISSING',
];
/** Signals of payments that pay a claim. They are read only for members with other signals. */
const PAYING_CODES: readonly SignalCode[] = ['TRUE_UP', 'CATCH_UP_PAYMENT'];
/** The signal of a reduction, which is a claim if a disputed event explains it. */
const CUT_CODE: SignalCode = 'COMMISSION_REDUCED';
/** Signals about the months since the member's previous row. */
const LOOKING_BACK: readonly SignalCode[] = ['MISSED_MONTHS', 'CATCH_UP_PAYMENT', 'REINSTATED_NOT_REPAID'];

/** The number of members that are collected before their lines are read. Rows are fetched by the thousand. */
const MEMBERS_AT_ONCE = 500;

interface ClaimRowRecord
  extends Omit<ClaimRow, 'signals' | 'expected' | 'owed' | 'chargeback' | 'lastPaidAmount' | 'disputedCut'> {
  readonly signals: unknown;
  readonly expected: string | null;
  readonly owed: string | null;
  readonly chargeback: string;
  readonly lastPaidAmount: string;
  readonly cutAmount: string | null;
  readonly cutDetail: string | null;
}

const knownSignal = z.object({
  code: z.enum(SIGNAL_CODES),
  severity: z.enum(['info', 'warn', 'critical']),
  amount: z.number().optional(),
  detail: z.string(),
  certainty: z.enum(OWED_CERTAINTIES).optional(),
  claim: z.enum(CERTAINTIES).optional(),
  event: z.string().optional(),
});
const KNOWN_CODES: ReadonlySet<string> = new Set(SIGNAL_CODES);

/** Leaves out signals that only a later release makes, because this release may read its rows (docs/adr/0027-going-back-a-version.md). */
const storedSignals = z
  .array(z.looseObject({ code: z.string() }))
  .transform((signals) => signals.filter(({ code }) => KNOWN_CODES.has(code)))
  .pipe(z.array(knownSignal));

/** Yields members with findings by carrier, workspace and member id. All findings of a member are in one batch. */
export async function* readFindings(sql: Sql, scope: FindingScope): AsyncGenerator<readonly MemberFindings[]> {
  let members: ClaimRow[][] = [];
  for await (const rows of streamRows<ClaimRowRecord>(sql, rowsWithFindings(sql, scope))) {
    for (const record of rows) {
      const row = claimRowFrom(record);
      const last = members.at(-1);
      if (last?.[0]?.memberRefId === row.memberRefId) last.push(row);
      else {
        if (members.length >= MEMBERS_AT_ONCE) {
          yield* withLines(sql, scope.accountId, members);
          members = [];
        }
        members.push([row]);
      }
    }
  }
  yield* withLines(sql, scope.accountId, members);
}

/** Less pay that makes a claim. Most less pay is explained and makes none. */
const ASKED_CUT = { code: 'COMMISSION_REDUCED', claim: 'to_check' } as const;

const hasFinding = (sql: Sql, codes: readonly SignalCode[], others: readonly (typeof ASKED_CUT)[] = []): Fragment =>
  sql`s.signals @> any (${arrayText([...codes.map((code) => ({ code })), ...others].map((one) => JSON.stringify([one])))}::text::jsonb[])`;

/** Selects the rows of members with findings. The first condition is cheap, because most members of a month have no finding. */
function rowsWithFindings(
  sql: Sql,
  { accountId, since, memberRefIds, carrierId, workspaceId }: FindingScope,
): Fragment {
  return sql`
    select s.carrier_id as "carrierId", c.name as "carrierName", s.workspace_id as "workspaceId", s.period,
      s.member_ref_id as "memberRefId", s.member_external_id as "memberExternalId", s.member_name as "memberName",
      s.policy_number as "policyNumber", s.plan_name as "planName", s.signals, s.expected_amount::text as expected,
      s.commission_owed::text as owed, s.owed_estimated as "owedEstimated", s.chargeback_amount::text as chargeback,
      s.last_paid_period as "lastPaidPeriod", s.last_paid_amount::text as "lastPaidAmount",
      before.unpaid_since as "unpaidSince", before.last_paid_period as "paidBefore",
      cut.amount as "cutAmount", cut.detail as "cutDetail",
      case when disputed.is_there then array(select shared.key from (${disputedEventsOfRow(sql, accountId)}) shared) else '{}' end as "disputedEvents"
    from ${rollups} r
    left join lateral (
      select true as is_there from ${carrierEvents} e
      where e.account_id = ${accountId} and e.workspace_id = r.workspace_id and e.carrier_id = r.carrier_id
        and e.period = r.period and e.state = 'disputed'
      limit 1
    ) disputed on true
    join ${scoredRows} s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
      and s.period = r.period and s.signals <> '[]'
      and (${hasFinding(sql, [...CLAIM_CODES, ...PAYING_CODES], [ASKED_CUT])} or (disputed.is_there and ${hasFinding(sql, [CUT_CODE])}))
    left join lateral (${eventsOfRow(sql, accountId)} limit 1) cut on disputed.is_there
    join ${visibleCarriers(sql, accountId)} c on c.carrier_id = r.carrier_id
    left join lateral (
      select x.unpaid_since, x.last_paid_period
      from (
        select account_id, workspace_id, carrier_id, period from ${rollups}
        where account_id = ${accountId} and workspace_id = s.workspace_id and carrier_id = s.carrier_id and period < s.period
          and ${hasFinding(sql, LOOKING_BACK)}
        order by period desc
      ) p
      cross join lateral (${rowInMonth(sql, sql`s`)}) x
      order by p.period desc limit 1
    ) before on true
    where ${[
      sql`r.account_id = ${accountId}`,
      sql`and (${hasFinding(sql, [...CLAIM_CODES, ...PAYING_CODES], [ASKED_CUT])} or cut.detail is not null)`,
      ...whenSet(carrierId, (id) => sql`and r.carrier_id = ${id}`),
      ...whenSet(workspaceId, (id) => sql`and r.workspace_id = ${id}`),
      ...whenSet(since, (first) => sql`and r.period >= ${first}`),
      ...whenSet(memberRefIds, (ids) => sql`and s.member_ref_id = any(${[...ids]}::uuid[])`),
    ]}
    order by c.name, s.carrier_id, s.workspace_id, s.member_external_id, s.member_ref_id, s.period`;
}

function claimRowFrom(record: ClaimRowRecord): ClaimRow {
  const { signals, expected, owed, chargeback, lastPaidAmount, cutAmount, cutDetail, ...row } = record;
  return {
    ...row,
    disputedCut: cutAmount === null || cutDetail === null ? null : { amount: exactFrom(cutAmount), detail: cutDetail },
    signals: storedSignals.parse(signals),
    expected: expected === null ? null : exactFrom(expected),
    owed: owed === null ? null : exactFrom(owed),
    chargeback: exactFrom(chargeback),
    lastPaidAmount: exactFrom(lastPaidAmount),
  };
}

type MemberRows = readonly ClaimRow[];

/**
 * Yields members with their lines. Reads members in halves if their lines are too many to be in memory together, but one member's lines in
 * any case.
 */
async function* withLines(
  sql: Sql,
  accountId: string,
  members: readonly MemberRows[],
): AsyncGenerator<readonly MemberFindings[]> {
  const own = members.filter((rows) =>
    rows.some(
      ({ signals, disputedCut }) =>
        disputedCut !== null ||
        signals.some(
          ({ code, claim }) => CLAIM_CODES.includes(code) || (code === ASKED_CUT.code && claim !== undefined),
        ),
    ),
  );
  if (own.length === 0) return;
  const lines = await listLines(sql, accountId, own);
  if (lines.length <= WORKSHEET_LINES_AT_ONCE || own.length === 1) {
    const linesOf = Map.groupBy(lines, ({ memberRefId }) => memberRefId);
    yield own.map((rows) => ({ rows, lines: linesOf.get(rows[0]?.memberRefId ?? '') ?? [] }));
    return;
  }
  const half = Math.ceil(own.length / 2);
  yield* withLines(sql, accountId, own.slice(0, half));
  yield* withLines(sql, accountId, own.slice(half));
}

interface ClaimLineRecord extends Omit<ClaimLine, 'amount'> {
  readonly amount: string;
}

/** Lists lines with one index look-up for each member and month of the book, from the first month that a claim may refer to. */
async function listLines(sql: Sql, accountId: string, members: readonly MemberRows[]): Promise<readonly ClaimLine[]> {
  const firsts = members.flatMap((rows) => rows.slice(0, 1));
  const limit = members.length === 1 ? null : WORKSHEET_LINES_AT_ONCE + 1;
  const records = await sql<ClaimLineRecord[]>`
    select l.member_ref_id as "memberRefId", l.period, l.file_id as "fileId", f.original_filename as "fileName",
      l.sheet + 1 as sheet, l.row_number as "rowNumber", l.amount::text as amount, l.coverage_month as "coverageMonth",
      l.policy_ref_id as "policyRefId", l.transaction_type as "transactionType", l.description, l.plan_code as "planCode",
      l.plan_name as "planName", l.product_type as "productType", f.is_total as "isYearTotal"
    from unnest(${firsts.map(({ memberRefId }) => memberRefId)}::uuid[], ${firsts.map(({ workspaceId }) => workspaceId)}::uuid[],
        ${firsts.map(({ carrierId }) => carrierId)}::uuid[], ${members.map(firstMonth)}::text[])
      as wanted (member_ref_id, workspace_id, carrier_id, since)
    join ${rollups} p on p.account_id = ${accountId} and p.workspace_id = wanted.workspace_id
      and p.carrier_id = wanted.carrier_id and p.period >= wanted.since
    cross join lateral (${linesInMonth(sql, accountId, { member: sql`wanted`, period: sql`p.period` })}) l
    cross join lateral (
      select position, original_filename, ${printsTotals(sql, sql`files`)} as is_total from ${files}
      where account_id = ${accountId} and file_id = l.file_id and status = 'active' offset 0
    ) f
    order by f.position, l.sheet, l.row_number limit ${limit}`;
  return records.map((line) => ({ ...line, amount: exactFrom(line.amount) }));
}

function firstMonth(rows: MemberRows): Period {
  const months = rows.flatMap(({ period, lastPaidPeriod, paidBefore }) => [period, lastPaidPeriod, paidBefore]);
  return months.filter((month) => month !== null).toSorted()[0] ?? '';
}

export function createRecoverableReads(database: Database): RecoverableReads {
  return {
    read: (accountId, filter, compose) =>
      database.read(accountId, (sql) => withFacts(sql, { accountId, filter }, compose)),
    exportRows: (accountId, filter, compose) =>
      openRowExport(database, accountId, (sql) => withFacts(sql, { accountId, filter }, compose)),
  };
}

interface Books {
  readonly accountId: string;
  readonly filter: BookFilter;
}

/** Runs `compose`. Its first statement is sent together with the check of the filter. */
async function withFacts<R>(
  sql: Sql,
  { accountId, filter: { carrierId, workspaceId } }: Books,
  compose: (facts: ClaimFacts) => Promise<R>,
): Promise<R | Refused> {
  const filter = { carrierId, workspaceId };
  const [refused, made] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    compose({
      latest: () => latestMonth(sql, { accountId, filter }),
      disputesByClaim: () => askedClaims(sql, { accountId, filter }),
      findings: (since, memberRefIds) => readFindings(sql, { accountId, ...filter, since, memberRefIds }),
    }),
  ]);
  return refused ?? made;
}

/** Returns the latest month with data, and makes the server plan later statements for their own values. */
async function latestMonth(sql: Sql, { accountId, filter }: Books): Promise<Period | null> {
  const [[latest]] = await Promise.all([
    sql<{ period: Period | null }[]>`
      select max(r.period) as period from ${rollups} r where ${[
        sql`r.account_id = ${accountId}`,
        ...whenSet(filter.carrierId, (id) => sql`and r.carrier_id = ${id}`),
        ...whenSet(filter.workspaceId, (id) => sql`and r.workspace_id = ${id}`),
      ]}`,
    sql`select ${plannedForValues(sql)}`,
  ]);
  return latest?.period ?? null;
}

/** Returns the id of the open dispute that holds a claim, by claim id. */
async function askedClaims(sql: Sql, { accountId, filter }: Books): Promise<ReadonlyMap<string, string>> {
  const held = await sql<{ claimId: string; disputeId: string }[]>`
    select r.claim_id as "claimId", r.dispute_id as "disputeId" from ${disputeRows} r where ${[
      sql`r.account_id = ${accountId} and r.is_held`,
      ...whenSet(filter.carrierId, (id) => sql`and r.carrier_id = ${id}`),
      ...whenSet(filter.workspaceId, (id) => sql`and r.workspace_id = ${id}`),
    ]}`;
  return new Map(held.map(({ claimId, disputeId }) => [claimId, disputeId]));
}
