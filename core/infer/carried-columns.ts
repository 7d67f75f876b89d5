import { COLUMN_NAMES, type ColumnName } from '../statement/config.ts';
import type { Assignment } from './assign-columns.ts';
import type { SheetTable } from './find-table.ts';

/** Fewer rows without an id are incomplete rows and no blocks. */
const BLOCK_ROWS_MIN = 3;
const BLOCK_SHARE_MIN = 0.1;
const NEARLY_ALL = 0.9;

/** Fields of member and policy, which may be printed once for several lines. Type and amount of a line never are. */
const OF_THE_BLOCK = new Set<ColumnName>([
  'member_external_id',
  'member_name',
  'first_name',
  'last_name',
  'email',
  'policy_number',
  'effective_date',
  'term_date',
  'agent_id',
  'agent_name',
  'state',
  'county',
]);

/**
 * Finds the fields that are printed only on the first line of a block. Id and name have to be missing together, in a row with an amount. A
 * line without an id alone belongs to nobody and must fail.
 */
export function carriedColumns(table: SheetTable, { chosen }: Assignment): readonly ColumnName[] {
  const textsOf = (name: ColumnName) => chosen.get(name)?.column.profile.texts ?? [];
  const ids = textsOf('member_external_id');
  const names = textsOf(chosen.has('member_name') ? 'member_name' : 'last_name');
  const amounts = textsOf('commission_amount');
  if (names.length === 0 || ids[0] === '' || names[0] === '') return [];
  const blank = [...ids.keys()].filter((row) => ids[row] === '');
  const filled = [...ids.keys()].filter((row) => ids[row] !== '');
  if (blank.length < Math.max(BLOCK_ROWS_MIN, BLOCK_SHARE_MIN * table.dataRows.length)) return [];
  const isShare = (rows: readonly number[], holds: (row: number) => boolean) =>
    rows.filter(holds).length >= NEARLY_ALL * rows.length;
  const isOncePerBlock = (texts: readonly string[]) =>
    isShare(blank, (row) => texts[row] === '') && isShare(filled, (row) => texts[row] !== '');
  if (!blank.every((row) => names[row] === '') || !isOncePerBlock(names)) return [];
  if (!isShare(blank, (row) => (amounts[row] ?? '') !== '')) return [];
  return COLUMN_NAMES.filter((name) => OF_THE_BLOCK.has(name) && chosen.has(name) && isOncePerBlock(textsOf(name)));
}
