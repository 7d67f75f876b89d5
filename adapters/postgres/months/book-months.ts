import { randomUUID } from 'node:crypto';
import type { ClosedMonth, MonthChange } from '../../../app/book/book-ports.ts';
import { LEARNED_FROM_MONTHS } from '../../../core/limits/month-limits.ts';
import { exactToDecimal, moneyToDecimal, scaleDecimal } from '../../../core/money.ts';
import type { FilesKnown, MonthSituation, NotedMonth, StoredMonth } from '../../../core/month/month-state.ts';
import type { Period } from '../../../core/period.ts';
import { expectedFiles } from '../../../schema/carriers.ts';
import { files } from '../../../schema/files.ts';
import { bookMonths, closedMonths, monthAdjustments } from '../../../schema/months.ts';
import { rollups } from '../../../schema/scores.ts';
import { type BookScope, ofPeriod } from '../book/book-scope.ts';
import { estimatedOwed } from '../reads/estimated-owed.ts';

/** The months of a locked book: their received and expected files, and the changes of closed months. */

interface MonthRow {
  readonly received: number;
  readonly is_first: boolean;
  readonly is_closed: boolean;
  readonly set: number | null;
  readonly earlier_counts: readonly number[];
  readonly files_received: number | null;
  readonly files_expected: number | null;
  readonly known: FilesKnown | null;
  readonly is_open: boolean | null;
  readonly completed_job_id: string | null;
}

export async function loadMonth({ sql, key }: BookScope, period: Period): Promise<MonthSituation> {
  const ofBook = sql`account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}`;
  const [row] = await sql<MonthRow[]>`
    select m.*,
      (select count(*)::int from ${files} where ${ofBook} and period = ${period} and status = 'active') as received,
      not exists (select 1 from ${rollups} where ${ofBook} and period = ${period}) as is_first,
      exists (select 1 from ${closedMonths} where ${ofBook} and period = ${period}) as is_closed,
      (select files from ${expectedFiles} where account_id = ${key.accountId} and carrier_id = ${key.carrierId}) as set,
      array(
        select count(*)::int from ${files} where ${ofBook} and period < ${period} and status = 'active'
        group by period order by period desc limit ${LEARNED_FROM_MONTHS}) as earlier_counts
    from (select) nothing left join (
      select files_received, files_expected, known, is_open, completed_job_id from ${bookMonths}
      where ${ofBook} and period = ${period}) m on true`;
  if (row === undefined) throw new Error('The statement returned no row.');
  return {
    received: row.received,
    stored: storedMonthFrom(row),
    isFirst: row.is_first,
    set: row.set,
    earlierCounts: row.earlier_counts,
    isClosed: row.is_closed,
  };
}

function storedMonthFrom(row: MonthRow): StoredMonth | null {
  const { files_received: received, files_expected: files, known, is_open: isOpen } = row;
  if (received === null || files === null || known === null || isOpen === null) return null;
  return { received, expected: { files, known }, isOpen, completedJobId: row.completed_job_id };
}

export async function saveMonth(scope: BookScope, period: Period, month: NotedMonth | null): Promise<void> {
  const { sql, key } = scope;
  if (month === null) {
    await sql`delete from ${bookMonths} ${ofPeriod(scope, period)}`;
    return;
  }
  const { received, expected, isOpen, completedJobId, note } = month;
  await sql`
    insert into ${bookMonths} (account_id, workspace_id, carrier_id, period, files_received, files_expected, known, is_open, note,
      completed_job_id)
    values (${key.accountId}, ${key.workspaceId}, ${key.carrierId}, ${period}, ${received}, ${expected.files},
      ${expected.known}, ${isOpen}, ${note}, ${completedJobId})
    on conflict (workspace_id, carrier_id, period) do update
    set files_received = excluded.files_received, files_expected = excluded.files_expected, known = excluded.known,
      is_open = excluded.is_open, note = excluded.note, completed_job_id = excluded.completed_job_id`;
}

interface FiguresRow {
  readonly period: Period;
  readonly member_count: number;
  readonly red: number;
  readonly gross: string;
  readonly chargeback: string;
  readonly owed: string;
  readonly estimated: string;
  readonly yellow: number;
  readonly new: number;
  readonly reappeared: number;
  readonly dropped: string;
  readonly reduced: string;
}

/** Lists closed months with their figures before the change. Gross and chargebacks are those recorded, with money without a member. */
export async function listClosed({ sql, key }: BookScope, from: Period): Promise<readonly ClosedMonth[]> {
  const rows = await sql<FiguresRow[]>`
    select c.period, coalesce(r.member_count, 0) as member_count, coalesce(r.red, 0) as red,
      (c.gross_amount + a.gross)::text as gross, (c.chargeback_amount + a.chargebacks)::text as chargeback,
      coalesce(r.commission_owed, 0)::text as owed, coalesce(${estimatedOwed(sql)}, 0)::text as estimated, coalesce(r.yellow, 0) as yellow, coalesce(r.new, 0) as new,
      coalesce(r.reappeared, 0) as reappeared, coalesce(r.commission_dropped, 0)::text as dropped,
      coalesce(r.commission_reduced, 0)::text as reduced
    from ${closedMonths} c
    left join ${rollups} r on r.account_id = c.account_id and r.workspace_id = c.workspace_id and r.carrier_id = c.carrier_id
      and r.period = c.period
    cross join lateral (
      select coalesce(sum(gross_amount), 0) as gross, coalesce(sum(chargeback_amount), 0) as chargebacks from ${monthAdjustments}
      where account_id = c.account_id and workspace_id = c.workspace_id and carrier_id = c.carrier_id and period = c.period) a
    where c.account_id = ${key.accountId} and c.workspace_id = ${key.workspaceId} and c.carrier_id = ${key.carrierId}
      and c.period >= ${from}
    order by c.period`;
  return rows.map((row) => ({
    period: row.period,
    memberCount: row.member_count,
    red: row.red,
    gross: Number(scaled(row.gross, 4)),
    chargebackAmount: Number(scaled(row.chargeback, 4)),
    commissionOwed: scaled(row.owed, 10),
    commissionOwedEstimated: scaled(row.estimated, 10),
    yellow: row.yellow,
    new: row.new,
    reappeared: row.reappeared,
    commissionDropped: Number(scaled(row.dropped, 4)),
    commissionReduced: Number(scaled(row.reduced, 4)),
  }));
}

function scaled(text: string, places: number): bigint {
  const amount = scaleDecimal(text, places);
  if (amount === null) throw new TypeError(`Not an amount: ${text}`);
  return amount;
}

export async function saveAdjustments({ sql, key, jobId }: BookScope, changes: readonly MonthChange[]): Promise<void> {
  await sql`
    insert into ${monthAdjustments} (adjustment_id, account_id, workspace_id, carrier_id, period, job_id, member_count, red,
      gross_amount, chargeback_amount, commission_owed, commission_owed_estimated, commission_at_risk)
    select id, ${key.accountId}, ${key.workspaceId}, ${key.carrierId}, period, ${jobId}, member_count, red, gross, chargeback, owed, estimated,
      at_risk
    from unnest(${changes.map(() => randomUUID())}::uuid[], ${changes.map(({ period }) => period)}::text[],
      ${changes.map(({ memberCount }) => memberCount)}::int[], ${changes.map(({ red }) => red)}::int[],
      ${changes.map(({ gross }) => moneyToDecimal(gross))}::text[]::numeric[],
      ${changes.map(({ chargebackAmount }) => moneyToDecimal(chargebackAmount))}::text[]::numeric[],
      ${changes.map(({ commissionOwed }) => exactToDecimal(commissionOwed))}::text[]::numeric[],
      ${changes.map(({ commissionOwedEstimated }) => exactToDecimal(commissionOwedEstimated))}::text[]::numeric[],
      ${changes.map(({ commissionAtRisk }) => moneyToDecimal(commissionAtRisk))}::text[]::numeric[])
      as change (id, period, member_count, red, gross, chargeback, owed, estimated, at_risk)`;
}
