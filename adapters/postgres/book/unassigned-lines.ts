import type { ReadFile } from '../../../app/book/book-ports.ts';
import { moneyFromDecimal } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import type { UnassignedLine, UnassignedTotals } from '../../../core/statement/unassigned-line.ts';
import { unassignedLines as stored } from '../../../schema/book.ts';
import type { Sql } from '../connection/sql.ts';
import type { BookScope, WrittenScope } from './book-scope.ts';
import { boolean, integer, money, smallint, text } from './column-types.ts';
import { optional, required, written, writtenRecord } from './stored-record.ts';

const UNASSIGNED_LINE = writtenRecord<UnassignedLine>({
  sheet: required(stored.sheet, smallint),
  row: required(stored.rowNumber, integer),
  amount: required(stored.amount, money),
  kind: required(stored.kind, text),
  text: required(stored.description, text),
  isCounted: written(stored.isCounted, boolean),
  agentId: optional(stored.agentId, text),
  agentName: optional(stored.agentName, text),
  coverageMonth: optional(stored.coverageMonth, text),
});

/** Stores a file's money without a member. Rows of an earlier attempt must be deleted before. */
export async function saveUnassigned(
  { key, writer }: WrittenScope,
  file: ReadFile,
  lines: readonly UnassignedLine[],
): Promise<void> {
  const constants = {
    account_id: { type: 'uuid', value: key.accountId },
    workspace_id: { type: 'uuid', value: key.workspaceId },
    carrier_id: { type: 'uuid', value: key.carrierId },
    period: { type: 'period', value: file.period },
    file_id: { type: 'uuid', value: file.fileId },
  };
  await writer.insert({ table: 'unassigned_lines', constants, record: UNASSIGNED_LINE }, lines);
}

/**
 * Selects the sums of each month of each book, as a subquery with the columns workspace_id, carrier_id, period, count, gross and
 * chargebacks. Only active files count, because an earlier release, which does not know the table, leaves rows of superseded files.
 */
export const unassignedByMonth = (sql: Sql, accountId: string) => sql`(
  select u.workspace_id, u.carrier_id, u.period, count(*)::int as count,
    coalesce(sum(u.amount) filter (where u.amount > 0 and u.is_counted), 0) as gross,
    coalesce(-sum(u.amount) filter (where u.amount < 0 and u.is_counted), 0) as chargebacks
  from unassigned_lines u
  join files f on f.account_id = u.account_id and f.file_id = u.file_id and f.status = 'active'
  where u.account_id = ${accountId}
  group by u.workspace_id, u.carrier_id, u.period)`;

/** Loads the sums of one period of a book. Call it after the writer is done. */
export async function loadUnassignedTotals({ sql, key }: BookScope, period: Period): Promise<UnassignedTotals> {
  const [row] = await sql<{ count: number; gross: string; chargebacks: string }[]>`
    select m.count, m.gross::text as gross, m.chargebacks::text as chargebacks from ${unassignedByMonth(sql, key.accountId)} m
    where m.workspace_id = ${key.workspaceId} and m.carrier_id = ${key.carrierId} and m.period = ${period}`;
  if (row === undefined) return { count: 0, gross: 0, chargebackAmount: 0 };
  return { count: row.count, gross: amountOf(row.gross), chargebackAmount: amountOf(row.chargebacks) };
}

function amountOf(decimal: string): number {
  const amount = moneyFromDecimal(decimal);
  if (amount === null) throw new TypeError(`Not an amount: ${decimal}`);
  return amount;
}
