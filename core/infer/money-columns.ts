import type { Money } from '../money.ts';
import { headerWords } from '../statement/header-words.ts';
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
export function speaksOfChargebacks(name: string): boolean {
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
