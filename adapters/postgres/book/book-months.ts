import { randomUUID } from 'node:crypto';
import type { ClosedMonth, MonthChange } from '../../../app/book/book-store.ts';
import { LEARNED_FROM_MONTHS } from '../../../core/limits/account-limits.ts';
import { exactToDecimal, moneyToDecimal } from '../../../core/money.ts';
import type { FilesKnown, MonthSituation, NotedMonth, StoredMonth } from '../../../core/month/month-state.ts';
import type { Period } from '../../../core/period.ts';
import { expectedFiles } from '../../../schema/carriers.ts';
import { files } from '../../../schema/files.ts';
import { bookMonths, closedMonths, monthAdjustments } from '../../../schema/months.ts';
import { rollups } from '../../../schema/scores.ts';
import { orm } from '../connection/orm.ts';
import { type BookScope, ofBook, ofPeriod } from '../queries/book-scope.ts';
import { estimatedOwed } from '../queries/month-columns.ts';
import { exactFrom } from '../records/column-types.ts';

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

export async function loadMonth(scope: BookScope, period: Period): Promise<MonthSituation> {
  const { sql, key } = scope;
  const book = ofBook(scope);
  const [row] = await sql<MonthRow[]>`
    select m.*,
      (select count(*)::int from ${files} where ${book} and period = ${period} and status = 'active') as received,
      not exists (select 1 from ${rollups} where ${book} and period = ${period}) as is_first,
      exists (select 1 from ${closedMonths} where ${book} and period = ${period}) as is_closed,
      (select files from ${expectedFiles} where account_id = ${key.accountId} and carrier_id = ${key.carrierId}) as set,
      array(
        select count(*)::int from ${files} where ${book} and period < ${period} and status = 'active'
        group by period order by period desc limit ${LEARNED_FROM_MONTHS}) as earlier_counts
    from (select) nothing left join (
      select files_received, files_expected, known, is_open, completed_job_id from ${bookMonths}
      where ${book} and period = ${period}) m on true`;
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
  const { accountId, workspaceId, carrierId } = key;
  const { received, expected, isOpen, completedJobId, note } = month;
  const state = {
    filesReceived: received,
    filesExpected: expected.files,
    known: expected.known,
    isOpen,
    note,
    completedJobId,
  };
  await orm(sql)
    .insert(bookMonths)
    .values({ accountId, workspaceId, carrierId, period, ...state })
    .onConflictDoUpdate({ target: [bookMonths.workspaceId, bookMonths.carrierId, bookMonths.period], set: state });
}

/** Lists closed months with their figures before the change. Gross and chargebacks are those recorded, with money without a member. */
export async function listClosed({ sql, key }: BookScope, from: Period): Promise<readonly ClosedMonth[]> {
  const tenThousandths = (amount: string) => sql.unsafe(`(coalesce(${amount}, 0) * 10000)::float8`);
  const rows = await sql<(Omit<ClosedMonth, ExactFigure> & Readonly<Record<ExactFigure, string>>)[]>`
    select c.period, coalesce(r.member_count, 0) as "memberCount", coalesce(r.red, 0) as red, coalesce(r.yellow, 0) as yellow,
      coalesce(r.new, 0) as new, coalesce(r.reappeared, 0) as reappeared,
      ${tenThousandths('c.gross_amount + a.gross')} as gross,
      ${tenThousandths('c.chargeback_amount + a.chargebacks')} as "chargebackAmount",
      ${tenThousandths('r.commission_dropped')} as "commissionDropped",
      ${tenThousandths('r.commission_reduced')} as "commissionReduced",
      coalesce(r.commission_owed, 0)::text as "commissionOwed",
      coalesce(${estimatedOwed(sql)}, 0)::text as "commissionOwedEstimated"
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
    ...row,
    commissionOwed: exactFrom(row.commissionOwed),
    commissionOwedEstimated: exactFrom(row.commissionOwedEstimated),
  }));
}

/** Figures with more decimal places than a number holds. */
type ExactFigure = 'commissionOwed' | 'commissionOwedEstimated';

export async function saveAdjustments({ sql, key, jobId }: BookScope, changes: readonly MonthChange[]): Promise<void> {
  const { accountId, workspaceId, carrierId } = key;
  const adjustments = changes.map(({ period, memberCount, red, ...amounts }) => ({
    ...{ adjustmentId: randomUUID(), accountId, workspaceId, carrierId, period, jobId, memberCount, red },
    grossAmount: moneyToDecimal(amounts.gross),
    chargebackAmount: moneyToDecimal(amounts.chargebackAmount),
    commissionAtRisk: moneyToDecimal(amounts.commissionAtRisk),
    commissionOwed: exactToDecimal(amounts.commissionOwed),
    commissionOwedEstimated: exactToDecimal(amounts.commissionOwedEstimated),
  }));
  await orm(sql).insert(monthAdjustments).values(adjustments);
}
