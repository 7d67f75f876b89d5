import type { Money } from '../money.ts';
import { legibleText } from '../statement/displayed-text.ts';
import { CREDIT_DEBIT, formOfMarks, headerWords, PLUS_MINUS } from '../statement/header-words.ts';
import { headsTakenBack } from '../statement/line-kind.ts';
import type { Reading } from './assign-columns.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import { headerMeanings } from './header-meanings.ts';
import { VETOES } from './header-phrases.ts';
import { moneyValues } from './yearly-premium.ts';

/**
 * The role of a column of money in the pay of its line.
 * - `pay`: paid money, or a step towards it: gross, earned, due.
 * - `kind`: the pay of one kind of business, such as "First Year Commission" next to "Renewal Commission".
 * - `extra`: an addition or deduction: an adjustment, a bonus, a fee, an override.
 * - `taken-back`: chargebacks.
 * - `unknown`: its values look like money, but its name is not known.
 */
export type MoneyRole = 'pay' | 'kind' | 'extra' | 'taken-back' | 'unknown';

/** A column of money that may be pay. */
export interface MoneyColumn {
  readonly column: TableColumn;
  readonly role: MoneyRole;
  /** Amounts by row; 0 where a cell can't be read. */
  readonly values: readonly Money[];
  /** For `kind`, the header without the words for the kind of business; '' for other roles. */
  readonly common: string;
}

const OF_PAY = new Set(['commission_amount', 'override_amount', 'debit', 'credit']);
/** Words of a header that exclude pay. "Year" does not, because "First Year Commission" is pay. */
const NOT_PAY = new Set([
  ...(VETOES.commission_amount ?? '').split(' ').filter((word) => word !== 'year'),
  ...['flag', 'sign', 'unearned', 'accrued', 'previously', 'earlier'],
]);
const EXTRA =
  /\b(?:adjustment|bonus|bonuses|incentives?|fees?|overrides?|advance|misc|miscellaneous|reimbursements?|awards?|spiff|retro|true ?up|debits?|credits?|hra|allowances?|additional|residuals?|trails?|deductions?|withh(?:e|o)ld(?:ing)?|refunds?|returned)\b/;
/** Words that exclude pay, but not in the header of an adjustment, because a "Prior Period Adjustment" is paid now. */
const EARLIER = new Set(['prior', 'period', 'month']);
/** Words for a kind of business. "Year" alone is no kind. */
const KINDS = new Set('first fy initial new nb renewal second subsequent'.split(' '));
const KIND_WORDS = new Set([...KINDS, 'year', 'business']);
/** Minimum weight, as pay, of a header without its words for a kind of business. */
const KIND_SCORE_MIN = 0.8;

/**
 * Finds the columns of money that may be pay, without premiums, rates, balances, sums of a year and empty columns. A `kind` or net column
 * may be zero in all rows of a month.
 */
export function moneyColumns(table: SheetTable, readings: readonly Reading[]): readonly MoneyColumn[] {
  return table.columns.flatMap((column) => {
    const header = roleOf(column, readings);
    if (header === null) return [];
    const mayBeZero = header.role === 'kind' || (header.role === 'pay' && isNet(column));
    if (!holdsMoney(column) && !(mayBeZero && isReadable(column))) return [];
    return [{ column, ...header, values: moneyValues(column) }];
  });
}

/** Returns whether a column has the net pay, which is left after deductions. */
export function isNet({ title }: TableColumn): boolean {
  return headerWords(title).includes('net');
}

/** Returns whether the name of a column is about money that goes back. */
function speaksOfChargebacks(name: string): boolean {
  return headsTakenBack(headerWords(name).join(' '));
}

/** Returns whether a header names pay of this period, and not pay to date. */
export function saysThisPeriod(header: string): boolean {
  return THIS_PERIOD.test(headerWords(header).join(' '));
}
const THIS_PERIOD = /\b(?:this|current) (?:period|month|statement|cycle)\b/;

/** Returns whether the column has amounts, and at least one is neither 0 nor a flag. */
export function holdsMoney(column: TableColumn): boolean {
  const { nonZero, texts } = column.profile;
  return isReadable(column) && nonZero > 0 && texts.some((text) => text !== '' && !/^[01]$/.test(text));
}

function isReadable({ profile }: TableColumn): boolean {
  return Math.max(profile.amounts, profile.commaAmounts) >= 0.5 && profile.dates <= 0.5;
}

/** Returns the role of a column by its header; null for a column that can't be pay. */
function roleOf(column: TableColumn, readings: readonly Reading[]): Pick<MoneyColumn, 'role' | 'common'> | null {
  const words = headerWords(column.title);
  const joined = words.join(' ');
  const isAdjustment = words.includes('adjustment');
  if (words.some((word) => NOT_PAY.has(word) && !(isAdjustment && EARLIER.has(word)))) return null;
  if (headsTakenBack(joined)) return { role: 'taken-back', common: '' };
  if (EXTRA.test(joined)) return { role: 'extra', common: '' };
  const common = words.filter((word) => !KIND_WORDS.has(word)).join(' ');
  if (words.some((word) => KINDS.has(word)) && isPay(common, column)) return { role: 'kind', common };
  const own = readings.filter((reading) => reading.column === column);
  if (own.some(({ meaning }) => OF_PAY.has(meaning))) return { role: 'pay', common: '' };
  return own.length === 0 && column.profile.money > 0.5 ? { role: 'unknown', common: '' } : null;
}

/** Returns whether a header without its words for a kind means pay. An empty rest means pay if the values look like money. */
function isPay(common: string, { profile }: TableColumn): boolean {
  if (common === '') return profile.money > 0.5;
  return (headerMeanings(common).get('commission_amount') ?? 0) >= KIND_SCORE_MIN;
}

/** A column that marks each line as payment or chargeback: "D/C", "CR/DR", "Sign", "Chargeback" (Y/N). */
export interface SignMarker {
  readonly column: TableColumn;
  /** True for a chargeback, by row. */
  readonly takenBack: readonly boolean[];
  /** The pattern by which a configuration recognises chargebacks. */
  readonly pattern: string;
}

/** A pair of marks for payments and chargebacks. */
interface MarkForm {
  readonly paid: RegExp;
  readonly back: RegExp;
  /** `back` as a pattern of a configuration. */
  readonly pattern: string;
  /** Returns whether the header names a column of these marks. */
  readonly fitsHeader: (words: readonly string[], name: string) => boolean;
  /** True when both marks prove the form under any header. */
  readonly isSelfEvident: boolean;
}

/** Words of headers above marks of debit and credit. */
const SIDES = new Set('d c dr cr db dc drcr crdr debit credit sign'.split(' '));
/** Further words that such headers may have. "Part C/D" and "Chargeback Eligible" have other words. */
const ALLOWED_BESIDE = new Set(
  'flag indicator ind code is yes no y n mark type transaction entry amount commission line or'.split(' '),
);
const isOfSides = (words: readonly string[]) =>
  words.some((word) => SIDES.has(word)) && words.every((word) => SIDES.has(word) || ALLOWED_BESIDE.has(word));
const isOfChargebacks = (words: readonly string[], name: string) =>
  speaksOfChargebacks(name) && words.every((word) => ALLOWED_BESIDE.has(word) || PART_OF_CHARGEBACK.test(word));
const PART_OF_CHARGEBACK = /^(?:charge|claw|take|backs?|chargebacks?|(?:claw|take)backs?|recoup|recover|revers)/;

const FORMS: readonly MarkForm[] = [
  {
    ...CREDIT_DEBIT,
    pattern: '/^(?:debits?|dr|db)$/i',
    fitsHeader: isOfSides,
    isSelfEvident: true,
  },
  { paid: /^c$/i, back: /^d$/i, pattern: '/^d$/i', fitsHeader: isOfSides, isSelfEvident: false },
  { ...PLUS_MINUS, pattern: '/^[-\u2212]$/', fitsHeader: isOfSides, isSelfEvident: true },
  {
    paid: /^(?:n|no|f|false|0)$/i,
    back: /^(?:y|yes|t|true|x|1)$/i,
    pattern: '/^(?:y|yes|t|true|x|1)$/i',
    fitsHeader: isOfChargebacks,
    isSelfEvident: false,
  },
];

/** Finds the first column whose cells are all marks, with at least one chargeback; null without such a column. */
export function signMarker(table: SheetTable): SignMarker | null {
  for (const column of table.columns) {
    const form = FORMS.find((candidate) => hasForm(column, candidate));
    if (form === undefined) continue;
    const takenBack = column.profile.texts.map((text) => form.back.test(text));
    if (takenBack.includes(true)) return { column, takenBack, pattern: form.pattern };
  }
  return null;
}

/** Returns by row the mark of chargebacks in a column without a header, which no format can name; null without such a column. */
export function unnamedMarks({ columns, dataRows }: SheetTable): readonly string[] | null {
  const named = new Set(columns.map(({ index }) => index));
  const width = dataRows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  for (let index = 0; index < width; index += 1) {
    if (named.has(index)) continue;
    const texts = dataRows.map(({ cells }) => legibleText(cells[index] ?? ''));
    const form = formOfMarks(texts);
    const marks = texts.map((text) => (form?.back.test(text) === true ? text : ''));
    if (marks.some((mark) => mark !== '')) return marks;
  }
  return null;
}

/**
 * Returns whether all cells of a column are marks of a form. Without a fitting header both marks must occur, because a dash may be a blank
 * and "DR" a doctor.
 */
function hasForm({ name, profile }: TableColumn, { paid, back, fitsHeader, isSelfEvident }: MarkForm): boolean {
  const texts = profile.texts.filter((text) => text !== '');
  if (!texts.every((text) => paid.test(text) || back.test(text))) return false;
  const hasBoth = texts.some((text) => paid.test(text)) && texts.some((text) => back.test(text));
  return fitsHeader(headerWords(name.replace(/#\d+$/, '')), name) || (isSelfEvident && hasBoth);
}
