import type { Money } from '../money.ts';
import { readAmount } from '../statement/amount.ts';
import { headerWords } from '../statement/header-words.ts';
import type { Reading } from './assign-columns.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import { headerMeanings } from './header-meanings.ts';
import { VETOES } from './header-phrases.ts';

/**
 * What a column of money may be to the pay of its line.
 * - `pay`: it reads like an amount paid, or like one on the way there: gross, earned, due.
 * - `kind`: the pay of one kind of business, such as "First Year Commission" beside "Renewal Commission".
 * - `extra`: what comes to the pay, or goes off it: an adjustment, a bonus, a fee, an override.
 * - `taken-back`: chargebacks.
 * - `unknown`: it looks like money, and its name says nothing.
 */
export type MoneyRole = 'pay' | 'kind' | 'extra' | 'taken-back' | 'unknown';

export interface MoneyColumn {
  readonly column: TableColumn;
  readonly role: MoneyRole;
  /** By row; 0 where nothing can be read. */
  readonly values: readonly Money[];
  /** Of `kind`, the header without the words that say which. */
  readonly common: string;
}

const OF_PAY = new Set(['commission_amount', 'override_amount', 'debit', 'credit']);
/** Years and halves of a month's pay are no other thing, and what follows is none however it is called. */
const NO_PAY = new Set([
  ...(VETOES.commission_amount ?? '').split(' ').filter((word) => word !== 'year'),
  ...['flag', 'sign', 'unearned', 'accrued', 'previously', 'earlier'],
]);
const TAKEN_BACK =
  /\b(?:chargebacks?|charge backs?|claw ?backs?|recoup\w*|recover(?:y|ies|ed)|reversals?|reversed|take ?backs?|cb|c b)\b/;
const EXTRA =
  /\b(?:adjustment|bonus|bonuses|incentives?|fees?|overrides?|advance|misc|miscellaneous|reimbursements?|awards?|spiff|retro|true ?up|debits?|credits?|hra|allowances?|additional|residuals?|trails?|deductions?|withh(?:e|o)ld(?:ing)?|refunds?|returned)\b/;
/** An adjustment of an earlier month is paid now. */
const EARLIER = new Set(['prior', 'period', 'month']);
/** Words of a kind of business; "year" alone is none. */
const KINDS = new Set('first fy initial new nb renewal second subsequent'.split(' '));
const KIND_WORDS = new Set([...KINDS, 'year', 'business']);
/** How surely the rest of the header must say that it is pay. */
const KIND_SCORE_MIN = 0.8;

/**
 * The columns that hold money which may be pay; of kinds also one that has none this month. Premiums, rates, balances,
 * totals of a year and empty columns are none.
 */
export function moneyColumns(table: SheetTable, readings: readonly Reading[]): readonly MoneyColumn[] {
  return table.columns.flatMap((column) => {
    const header = roleOf(column, readings);
    if (header === null || !(holdsMoney(column) || (header.role === 'kind' && isReadable(column)))) return [];
    return [{ column, ...header, values: moneyValues(column) }];
  });
}

/** What a text column of amounts comes to by row, with the decimal mark that most of it can be read with. */
export function moneyValues({ profile }: TableColumn): readonly Money[] {
  const decimal = profile.commaAmounts > profile.amounts + 0.02 ? ',' : '.';
  return profile.texts.map((text) => {
    const reading = readAmount(text, { decimal, creditDebitMark: 'negative' });
    return reading.ok ? reading.amount : 0;
  });
}

/** Whether a header speaks of chargebacks, as the name of a column, of a block or of a sheet. */
export function speaksOfChargebacks(name: string): boolean {
  return TAKEN_BACK.test(headerWords(name).join(' '));
}

/** Whether a header says that what is under it was paid now, and not since some day. */
export function saysThisPeriod(header: string): boolean {
  return THIS_PERIOD.test(headerWords(header).join(' '));
}
const THIS_PERIOD = /\b(?:this|current) (?:period|month|statement|cycle)\b/;

/** Amounts, at least one of which is neither 0 nor a yes. */
export function holdsMoney(column: TableColumn): boolean {
  const { nonZero, texts } = column.profile;
  return isReadable(column) && nonZero > 0 && texts.some((text) => text !== '' && !/^[01]$/.test(text));
}

function isReadable({ profile }: TableColumn): boolean {
  return Math.max(profile.amounts, profile.commaAmounts) >= 0.5 && profile.dates <= 0.5;
}

function roleOf(column: TableColumn, readings: readonly Reading[]): Pick<MoneyColumn, 'role' | 'common'> | null {
  const words = headerWords(column.name.replace(/#\d+$/, ''));
  const joined = words.join(' ');
  const isAdjustment = words.includes('adjustment');
  if (words.some((word) => NO_PAY.has(word) && !(isAdjustment && EARLIER.has(word)))) return null;
  if (TAKEN_BACK.test(joined)) return { role: 'taken-back', common: '' };
  if (EXTRA.test(joined)) return { role: 'extra', common: '' };
  const common = words.filter((word) => !KIND_WORDS.has(word)).join(' ');
  if (words.some((word) => KINDS.has(word)) && isPay(common, column)) return { role: 'kind', common };
  const own = readings.filter((one) => one.column === column);
  if (own.some(({ meaning }) => OF_PAY.has(meaning))) return { role: 'pay', common: '' };
  return own.length === 0 && column.profile.money > 0.5 ? { role: 'unknown', common: '' } : null;
}

/** What is left of the header says that it is pay, or nothing is left and it looks like money. */
function isPay(common: string, { profile }: TableColumn): boolean {
  if (common === '') return profile.money > 0.5;
  return (headerMeanings(common).get('commission_amount') ?? 0) >= KIND_SCORE_MIN;
}
