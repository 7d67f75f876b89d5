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
import type { SummingRow } from './footer-totals.ts';
import { type Header, headerKey } from './header.ts';
import type { SkippedRows } from './line.ts';
import type { Cell } from './source.ts';

/**
 * Rows that are not data (contract 3). Only rows without a readable id and amount, or with a totals word for an id or a name, are
 * looked at, and those that begin with a totals label: nothing here can take away a member with money.
 *
 * A totals row has
 * - a totals label ("Total", "Sub-total:", "Agent Total", "12345 Total", "Net Commission Due") in its member id cell; beside a member's
 *   name, policy number or effective date a sure one, which is nothing else: "Total Care" and "Commission Payment" may say what is paid.
 * Otherwise it has neither policy number nor effective date, and
 * - no member id, and a totals label in its first filled cell or its name cell. Beside the name of a member it must be a sure one;
 *   where ids come from other rows a sure one, or the sum of rows above, or
 * - a count where the ids stand, no name, and begins with a totals label: "Grand Total" is enough then. "Agent Total" may be
 *   something else, and where no column is read as a name plain "Total" may be a kind of line: those must also sum up the rows
 *   above (footer-totals.ts). So must a row with a count that is named "Total".
 * So a member called Total, or on the plan "Total Care", is data; and when the id of such a row is missing, its name or dates make
 * it a failed row, not a silent skip. Page footers are rows of at most three cells, one of them "Page 3 of 7" or "End of report".
 *
 * A repeated header has two or more filled cells, more than half of them names of the header: in their places, or with such a
 * name also where the members and the money are.
 */
export type OddRow = Extract<keyof SkippedRows, 'totals' | 'repeatedHeader'>;

const TOTALS_LABEL =
  /^(?:(?:sub|grand|net|overall)[\s-]*)?totals?(?=[\s:;,.(]|$)|(?:^|[\s:;,.])(?:sub[\s-]*)?totals?\s*:?$/i;
/** "Net Commission Due", "Amount Payable:", "Prior Balance": two words or more, all of what a statement ends in. */
const SUMMARY_LABEL =
  /^(?:(?:net|gross|amount|balance|current|prior|previous|ending|beginning|opening|closing|statement|commissions?|payments?|payable|paid|due|earned|carried|brought|forward|this|for|to|date|period)(?:\s+|\s*:?$)){2,}$/i;
const ENDS_IN_TOTAL = /\s(?:sub[\s-]*)?totals?\s*:?$/i;
const BALANCE = /\b(?:balance|due|payable|forward)\b/i;
const COUNT =
  /^\(?(?:count\s*:?\s*)?(\d{1,3}(?:,\d{3})+|\d{1,6})\)?(?:\s+(?:members?|polic(?:y|ies)|lives|life|clients?|rows?))?$/i;
/** "Total, Anna" is somebody. */
const PERSON = /^totals?\s*,\s*\p{L}/iu;
const TOTALS_ONLY = /^(?:(?:sub|grand|net|overall)[\s-]*)?totals?\s*:?$/i;
const PAGE_FOOTER = /^page[\s:#]*\d+(?:\s*(?:of|\/)\s*\d+)?\.?$|^\W*end of (?:report|statement|file)\W*$/i;
const PAGE_FOOTER_CELLS_MAX = 3;

/** "Total", and what may stand before it. */
const LABEL_INITIALS = 'tsgnoTSGNO';

/** Whether a text in a totals row's place says that the row is one. */
export function isTotalsLabel(text: string): boolean {
  // Ids and dates, which nearly all of these texts are: what ends in a digit is a label only where it begins with one.
  const last = text.charCodeAt(text.length - 1);
  if (last >= 48 && last <= 57 && !LABEL_INITIALS.includes(text.charAt(0))) return false;
  return TOTALS_LABEL.test(text) || SUMMARY_LABEL.test(text);
}

/** Whether a row begins with a totals label, such as "Total", "Agent Total" or, on a line of a plan, "Total Care". */
export function beginsWithLabel(cells: readonly Cell[]): boolean {
  return isTotalsLabel(firstText(cells));
}

/** Whether a row begins with nothing but a totals word. */
export function beginsWithTotal(cells: readonly Cell[]): boolean {
  return TOTALS_ONLY.test(firstText(cells));
}

/** Whether a row has nothing but a totals word for a name. */
export function isNamedTotal(cells: readonly Cell[], bound: BoundColumns): boolean {
  const name = nameOf(cells, bound);
  return LABEL_INITIALS.includes(name.charAt(0)) && TOTALS_ONLY.test(name);
}

/** As a row prints it; "" for none. */
function nameOf(cells: readonly Cell[], { columns }: BoundColumns): string {
  if (columns.member_name !== undefined) return printed(columns.member_name, cells);
  const names = [printed(columns.last_name, cells), printed(columns.first_name, cells)];
  return names.filter((name) => name !== '').join(', ');
}

/** Not what stands for all rows, or on another one. */
function printed(column: BoundColumn | undefined, cells: readonly Cell[]): string {
  return column?.kind === 'constant' ? '' : legibleText(cellOf(column, cells));
}

/** What kind of non-data a suspicious row is, or null; `sumsUp`: whether it sums up rows above it. */
export function recogniseOddRow(
  cells: readonly Cell[],
  sheet: { readonly header: Header; readonly bound: BoundColumns },
  { config, sumsUp }: { readonly config: StatementConfig; readonly sumsUp: SumsUp },
): OddRow | null {
  if (isRepeatedHeader(cells, sheet)) return 'repeatedHeader';
  if (!config.skipRows.totals) return null;
  return isTotalsRow(cells, sheet.bound, { config, sumsUp }) || isPageFooter(cells) ? 'totals' : null;
}

export type RowCount = Pick<SummingRow, 'count' | 'countIsEnough'>;
type SumsUp = (count: RowCount) => boolean;

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

interface Evidence {
  readonly config: StatementConfig;
  readonly sumsUp: SumsUp;
}

function isTotalsRow(cells: readonly Cell[], bound: BoundColumns, { config, sumsUp }: Evidence): boolean {
  const { columns } = bound;
  const id = printed(columns.member_external_id, cells);
  const name = nameOf(cells, bound);
  const isNobody = name === '' || isNameLabel(name);
  const hasData = [columns.policy_number, columns.effective_date].some((column) => isDatum(printed(column, cells)));
  if (isTotalsLabel(id)) return isSureLabel(id) || (isNobody && !hasData);
  if (hasData) return false;
  const first = firstText(cells);
  if (id !== '') return isCountedTotal({ id, name, first }, bound, sumsUp);
  if (!isNobody) return isSureLabel(first);
  if (name === '' && !isTotalsLabel(first)) return false;
  return name !== '' || isSureLabel(first) || !hasIdElsewhere(bound, config) || sumsUp(NO_COUNT);
}

const isDatum = (text: string) => text !== '' && !isTotalsLabel(text);
const isNameLabel = (name: string) => isTotalsLabel(name) && !PERSON.test(name);
const NO_COUNT: RowCount = { count: null, countIsEnough: false };

/** Nothing else than a total, whatever stands beside it. */
function isSureLabel(text: string): boolean {
  return TOTALS_ONLY.test(text) || ENDS_IN_TOTAL.test(text) || (SUMMARY_LABEL.test(text) && BALANCE.test(text));
}

function hasIdElsewhere({ columns }: BoundColumns, { carryDown }: StatementConfig): boolean {
  const kind = columns.member_external_id?.kind;
  return kind === 'constant' || kind === 'group-row' || carryDown.includes('member_external_id');
}

/** With a count where the ids stand. */
function isCountedTotal(
  { id, name, first }: { readonly id: string; readonly name: string; readonly first: string },
  { columns }: BoundColumns,
  sumsUp: SumsUp,
): boolean {
  const count = countOf(id);
  if (count === null || (name !== '' && !TOTALS_ONLY.test(name))) return false;
  const hasNames = (columns.member_name ?? columns.last_name ?? columns.first_name) !== undefined;
  if (name === '' && TOTALS_ONLY.test(first) && (hasNames || !/^total/i.test(first))) return true;
  if (name === '' && !isTotalsLabel(first)) return false;
  return sumsUp({ count, countIsEnough: hasNames && ENDS_IN_TOTAL.test(first) });
}

function countOf(id: string): number | null {
  const [, digits] = COUNT.exec(id) ?? [];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
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
