import {
  type BoundColumn,
  type BoundColumns,
  boundIndexes,
  cellOf,
  isBlank,
  requiredIndexes,
} from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText } from './displayed-text.ts';
import type { SummedUp } from './footer-totals.ts';
import { type Header, headerKey } from './header.ts';
import type { SkippedRows } from './line.ts';
import type { Cell } from './source.ts';
import { countOf, endsInTotal, isSumOfSums, isTotalsWord, type TotalsLabel, totalsLabel } from './totals-label.ts';

/**
 * Rows that are not data (contract 3). Only rows without a readable id and amount, or with a totals label (totals-label.ts), are looked
 * at: nothing here can take away a member with money.
 *
 * A totals row has a sure label in its member id cell. Otherwise it has neither a policy number nor an effective date, and
 * - a doubtful label in its id cell, and no member's name beside it: where none is ever beside the id, it must sum up rows above,
 *   and else nobody knows whether it is a total or somebody (it fails), or
 * - no id of its own, and a label before where the ids stand, in its first filled cell or for a name: a sure one, or a doubtful one and the
 *   sum; beside the name of a member only its first cell counts, or
 * - a count where the ids stand, no member's name, and such a label: "Grand Total" is enough then. "Agent Total" may be something
 *   else, and where no column is read as a name plain "Total" may be a kind of line: those must also sum up the rows above, and with
 *   a doubtful label as many of them as they say.
 * So a member called Total, or on the plan "Total Care", is data; and when the id of such a row is missing, it is a failed row,
 * not a silent skip. A count of the rows above in the place of the policy or the name is neither. Page footers are rows of at most
 * three cells, one of them "Page 3 of 7" or "End of report".
 *
 * A repeated header has two or more filled cells, more than half of them names of the header: in their places, or with such a
 * name also where the members and the money are.
 */
export type OddRow = Extract<keyof SkippedRows, 'totals' | 'repeatedHeader'>;

const PAGE_FOOTER = /^page[\s:#]*\d+(?:\s*(?:of|\/)\s*\d+)?\.?$|^\W*end of (?:report|statement|file)\W*$/i;
const PAGE_FOOTER_CELLS_MAX = 3;

/** Whether a row begins with a totals label, such as "Total", "Agent Total" or, on a line of a plan, "Total Care". */
export function beginsWithLabel(cells: readonly Cell[]): boolean {
  return totalsLabel(firstText(cells)) !== null;
}

/** Whether a row begins with nothing but a totals word. */
export function beginsWithTotal(cells: readonly Cell[]): boolean {
  return isTotalsWord(firstText(cells));
}

/** Whether a row with an id and an amount of its own may be no data all the same. */
export function looksOdd(cells: readonly Cell[], bound: BoundColumns): boolean {
  const id = idOf(cells, bound);
  if (totalsLabel(id) !== null || PAGE_FOOTER.test(id) || beginsWithLabel(cells)) return true;
  return (
    countOf(id) !== null &&
    [...textsBefore(cells, bound), nameOf(cells, bound)].some((text) => totalsLabel(text) !== null)
  );
}

function idOf(cells: readonly Cell[], { columns }: BoundColumns): string {
  return printed(columns.member_external_id, cells);
}

/** As a row prints it; "" for none, and where it is the id. */
function nameOf(cells: readonly Cell[], { columns }: BoundColumns): string {
  const { member_name: whole, last_name: last, first_name: first } = columns;
  if (whole !== undefined) return isIdCell(whole, columns) ? '' : printed(whole, cells);
  const names = [printed(last, cells), printed(first, cells)];
  return names.filter((name) => name !== '').join(', ');
}

/** Not what stands for all rows, or on another one. */
function printed(column: BoundColumn | undefined, cells: readonly Cell[]): string {
  return column?.kind === 'constant' ? '' : legibleText(cellOf(column, cells));
}

function isIdCell(column: BoundColumn, { member_external_id: id }: BoundColumns['columns']): boolean {
  return column.kind === 'cell' && id?.kind === 'cell' && column.index === id.index;
}

/** What kind of non-data a suspicious row is; null for data; 'doubtful' when that can't be told. */
export function recogniseOddRow(
  cells: readonly Cell[],
  sheet: { readonly header: Header; readonly bound: BoundColumns },
  { config, compare }: { readonly config: StatementConfig; readonly compare: Compare },
): OddRow | 'doubtful' | null {
  if (isRepeatedHeader(cells, sheet)) return 'repeatedHeader';
  if (!config.skipRows.totals) return null;
  return isPageFooter(cells) ? 'totals' : judgeTotals(cells, sheet.bound, compare);
}

/** How the row is a sum or a count of the rows above it. */
type Compare = (count: number | null) => SummedUp;

function isRepeatedHeader(
  cells: readonly Cell[],
  { header, bound }: { readonly header: Header; readonly bound: BoundColumns },
): boolean {
  const names = header.names.map(headerKey);
  const known = new Set(names);
  const keys = cells.map((cell) => (typeof cell === 'string' ? headerKey(cell) : ''));
  const filled = cells.filter((cell) => !isBlank(cell)).length;
  const isMostly = (count: number) => count * 2 > filled;
  const isName = (key: string | undefined) => key !== undefined && key !== '' && known.has(key);
  const inPlace = keys.filter((key, at) => key !== '' && names[at] === key).length;
  const requiredAreNames = [...requiredIndexes(bound)].every((index) => isName(keys[index]));
  return filled >= 2 && (isMostly(inPlace) || (requiredAreNames && isMostly(keys.filter(isName).length)));
}

/**
 * What is wrong with a repeated header, in words, or null: a column that is read stands elsewhere, or another name in the place of
 * the members or the money. What follows would be read from the wrong places.
 */
export function headerContradiction(
  cells: readonly Cell[],
  { header, bound }: { readonly header: Header; readonly bound: BoundColumns },
): string | null {
  const keys = cells.map((cell) => (isBlank(cell) ? '' : headerKey(legibleText(cell))));
  const known = header.names.map(headerKey);
  const required = requiredIndexes(bound);
  for (const index of boundIndexes(bound)) {
    const key = known[index] ?? '';
    const found = keys[index] ?? '';
    if (key === '' || found === key) continue;
    if (keys.some((other, at) => other === key && known[at] !== key))
      return `"${header.names[index]}" stands elsewhere`;
    if (found !== '' && required.has(index))
      return `"${legibleText(cells[index] ?? '')}" stands where "${header.names[index]}" stood`;
  }
  return null;
}

function judgeTotals(cells: readonly Cell[], bound: BoundColumns, compare: Compare): 'totals' | 'doubtful' | null {
  const { columns } = bound;
  const id = idOf(cells, bound);
  const idLabel = totalsLabel(id);
  if (idLabel === 'sure') return 'totals';
  const name = nameOf(cells, bound);
  const isNobody = name === '' || totalsLabel(name) !== null || countOf(name) !== null;
  const hasData = [columns.policy_number, columns.effective_date].some((column) => {
    const text = column === undefined || isIdCell(column, columns) ? '' : printed(column, cells);
    return text !== '' && totalsLabel(text) === null && !compare(countOf(text)).isAsMany;
  });
  if (idLabel === 'doubtful') {
    if (hasData || !isNobody) return null;
    return hasNames(bound) || compare(null).isSum ? 'totals' : 'doubtful';
  }
  if (hasData) return null;
  if (id === '') {
    if (!isNobody) return totalsLabel(firstText(cells)) === 'sure' ? 'totals' : null;
    const label = strongest([...textsBefore(cells, bound), name]);
    return label === 'sure' || (label === 'doubtful' && compare(null).isSum) ? 'totals' : null;
  }
  return isNobody && isCountedTotal({ id, name, before: textsBefore(cells, bound) }, bound, compare) ? 'totals' : null;
}

/** With a count where the ids stand. */
function isCountedTotal(
  { id, name, before }: { readonly id: string; readonly name: string; readonly before: readonly string[] },
  bound: BoundColumns,
  compare: Compare,
): boolean {
  const count = countOf(id);
  if (count === null) return false;
  const { isSum, isAsMany, isBoth, isPossible } = compare(count);
  const isNamed = hasNames(bound);
  const isEnough = (text: string) => isSumOfSums(text) || (isNamed && isPossible && isTotalsWord(text));
  if (!isTotalsWord(name) && before.some(isEnough)) return true;
  const label = strongest([...before, name]);
  if (label === 'doubtful') return isBoth && isNamed;
  return label === 'sure' && (isSum || isBoth || (isAsMany && count > 1 && isNamed && before.some(endsInTotal)));
}

function strongest(texts: readonly string[]): TotalsLabel | null {
  const labels = texts.map(totalsLabel);
  return labels.find((label) => label === 'sure') ?? labels.find((label) => label === 'doubtful') ?? null;
}

/** Whether a column holds the members' names beside their ids. */
function hasNames({ columns }: BoundColumns): boolean {
  return [columns.member_name, columns.last_name, columns.first_name].some(
    (column) =>
      column !== undefined && ['cell', 'concat', 'first-filled'].includes(column.kind) && !isIdCell(column, columns),
  );
}

/** The texts before where the ids stand, and the first one wherever that is. */
function textsBefore(cells: readonly Cell[], { columns }: BoundColumns): readonly string[] {
  const id = columns.member_external_id;
  const before = id?.kind === 'cell' ? cells.slice(0, id.index) : [];
  return [firstText(cells), ...before.filter((cell) => typeof cell === 'string').map(legibleText)];
}

/** Of the first filled cell; "" where that is a number. */
function firstText(cells: readonly Cell[]): string {
  const first = cells.find((cell) => !isBlank(cell));
  return typeof first === 'string' ? legibleText(first) : '';
}

function isPageFooter(cells: readonly Cell[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell));
  return filled.length <= PAGE_FOOTER_CELLS_MAX && filled.some((cell) => PAGE_FOOTER.test(legibleText(cell)));
}

/** The texts of a row, one space between: what skip patterns are matched against, and, as the texts came, group rows. */
export function rowText(cells: readonly Cell[], textOf: (cell: Cell) => string = legibleText): string {
  return cells
    .map(textOf)
    .filter((text) => text !== '')
    .join(' ')
    .replace(/[\r\n]+/g, ' ');
}
