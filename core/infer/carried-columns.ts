import { COLUMN_NAMES, type ColumnName } from '../statement/columns.ts';
import type { Assignment } from './assign-columns.ts';
import type { SheetTable } from './find-table.ts';

/** Minimum number and share of rows without an id. Fewer such rows are incomplete rows, and no blocks. */
const BLOCK_ROWS_MIN = 3;
const BLOCK_SHARE_MIN = 0.1;
/** Share of rows that counts as nearly all. */
const NEARLY_ALL = 0.9;

/** Fields of the member and the policy, which a statement may print once for several lines. Every line prints its type and amount. */
const BLOCK_FIELDS = new Set<ColumnName>([
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
 * Returns the fields that are printed only on the first line of a block. In the other lines the id and the name must be blank together,
 * beside an amount. A line that lacks only its id is no such line: its member is unknown, and it must fail.
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
  const holdsForNearlyAll = (rows: readonly number[], holds: (row: number) => boolean) =>
    rows.filter(holds).length >= NEARLY_ALL * rows.length;
  const isOncePerBlock = (texts: readonly string[]) =>
    holdsForNearlyAll(blank, (row) => texts[row] === '') && holdsForNearlyAll(filled, (row) => texts[row] !== '');
  if (!blank.every((row) => names[row] === '') || !isOncePerBlock(names)) return [];
  if (!holdsForNearlyAll(blank, (row) => (amounts[row] ?? '') !== '')) return [];
  return COLUMN_NAMES.filter((name) => BLOCK_FIELDS.has(name) && chosen.has(name) && isOncePerBlock(textsOf(name)));
}
