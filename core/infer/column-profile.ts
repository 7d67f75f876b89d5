import { readAmount, shownAround } from '../statement/amount.ts';
import { type DateOptions, readDate } from '../statement/calendar-date.ts';
import { legibleText } from '../statement/displayed-text.ts';
import { directionOf } from '../statement/line-kind.ts';
import type { Cell } from '../statement/source.ts';

/** Statistics of the cells of one column. All numbers but the first three are shares of the filled cells, from 0 to 1. */
export interface ColumnProfile {
  /** Number of all cells. */
  readonly rows: number;
  /** Number of filled cells. */
  readonly filled: number;
  /** Number of different texts. */
  readonly distinct: number;
  /** Amounts with a decimal point. */
  readonly amounts: number;
  /** Amounts with a decimal comma. */
  readonly commaAmounts: number;
  /** Amounts with cents, a currency, parentheses or a sign, which ids do not have. */
  readonly money: number;
  /** Amounts below zero. */
  readonly negative: number;
  /** Amounts other than zero. */
  readonly nonZero: number;
  /** Whole numbers from 0 to 999. */
  readonly smallIntegers: number;
  /** Possible rates: texts with a percent sign, and numbers from -100 to 100. */
  readonly percentages: number;
  readonly dates: number;
  /** Serial numbers of the days from 1982 to 2064, which may be dates that lost their format in a spreadsheet. */
  readonly serials: number;
  /** Texts with a digit that are neither a date nor money. */
  readonly ids: number;
  /** Medicare Beneficiary Identifiers. */
  readonly mbis: number;
  /** Contract numbers of Medicare plans: "H1234", or with the plan "H1234-014". */
  readonly cmsContracts: number;
  readonly names: number;
  readonly emails: number;
  /** US states, as codes or names. */
  readonly states: number;
  /** Texts that mean renewal, chargeback, new business and the like. */
  readonly transactions: number;
  /** Single letters, Yes and No, True and False, 0 and 1. */
  readonly flags: number;
  /** The text of each cell, in the order of the rows; '' for a blank cell. */
  readonly texts: readonly string[];
}

/** Matches a Medicare Beneficiary Identifier: 11 characters, certain letters only, with or without dashes. */
const MBI =
  /^[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y]{2}\d{2}$/i;
const CMS_CONTRACT = /^[HRSE]\d{4}(?:-\d{1,3}){0,2}$/i;
const EMAIL = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i;
const NAME = /^[\p{L}][\p{L}\p{M}.'’,&"()\-/ ]*$/u;
/** Matches the name of a business with a number in it, such as "Harbor Supply Inc. 12": two words before the number. */
const NUMBERED_NAME = /^\p{L}{3}[\p{L}\p{M}.'’,&"()\-/ ]* [\p{L}\p{M}.'’,&"()\-/ ]*\p{L}{2}[.,]? #?\d{1,4}$/u;
const TRANSACTION =
  /renew|initial|new bus|^new\b|adjust|override|commission|first year|^fy[cr]?\b|^(?:ren|rn[lw]|rwl|adj|adv|ovr)\b|\bearned\b|residual|pro-?rata|reinstat|true-?up|bonus|advance|monthly|retro/i;
const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA PR ' +
    'RI SC SD TN TX UT VT VA VI WA WV WI WY'
  ).split(' '),
);
const STATE_NAMES =
  /^(?:alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new (?:hampshire|jersey|mexico|york)|(?:north|south) (?:carolina|dakota)|ohio|oklahoma|oregon|pennsylvania|rhode island|tennessee|texas|utah|vermont|(?:west )?virginia|washington|wisconsin|wyoming)$/i;
const FLAG = /^(?:[A-Z]|yes|no|true|false|[01])$/i;
const POINT = { decimal: '.', creditDebitMark: 'negative' } as const;
const COMMA = { decimal: ',', creditDebitMark: 'negative' } as const;
const MDY: DateOptions = { order: 'MDY', openEnded: [] };
const DMY: DateOptions = { order: 'DMY', openEnded: [] };

type Counts = { -readonly [Name in Exclude<keyof ColumnProfile, 'texts' | 'distinct' | 'rows'>]: number };

/** Computes the statistics of a column's cells, in the order of their rows. */
export function profileColumn(cells: readonly Cell[]): ColumnProfile {
  const counts: Counts = {
    filled: 0,
    amounts: 0,
    commaAmounts: 0,
    money: 0,
    negative: 0,
    nonZero: 0,
    smallIntegers: 0,
    percentages: 0,
    dates: 0,
    serials: 0,
    ids: 0,
    mbis: 0,
    cmsContracts: 0,
    names: 0,
    emails: 0,
    states: 0,
    transactions: 0,
    flags: 0,
  };
  const texts = cells.map(textOf);
  for (const [index, text] of texts.entries()) if (text !== '') countCell(cells[index] ?? '', text, counts);
  const { filled } = counts;
  const of = (count: number) => (filled === 0 ? 0 : count / filled);
  return {
    rows: cells.length,
    filled,
    distinct: new Set(texts.filter((text) => text !== '')).size,
    amounts: of(counts.amounts),
    commaAmounts: of(counts.commaAmounts),
    money: of(counts.money),
    negative: of(counts.negative),
    nonZero: of(counts.nonZero),
    smallIntegers: of(counts.smallIntegers),
    percentages: of(counts.percentages),
    dates: of(counts.dates),
    serials: of(counts.serials),
    ids: of(counts.ids),
    mbis: of(counts.mbis),
    cmsContracts: of(counts.cmsContracts),
    names: of(counts.names),
    emails: of(counts.emails),
    states: of(counts.states),
    transactions: of(counts.transactions),
    flags: of(counts.flags),
    texts,
  };
}

/** Returns the text of a cell. A number has the sign or the mark that only its format shows: "5 CR". */
function textOf(cell: Cell): string {
  const text = legibleText(cell).replace(/^'/, '');
  const shown = typeof cell === 'string' || !BARE_NUMBER.test(text) ? null : shownAround(cell);
  if (shown === null || shown.after.includes('%')) return text;
  return `${shown.before}${text.replace('-', '')}${shown.after}`;
}

const BARE_NUMBER = /^-?[\d.]+$/;

function countCell(cell: Cell, text: string, counts: Counts): void {
  counts.filled += 1;
  const point = readAmount(cell, POINT);
  const comma = readAmount(cell, COMMA);
  const amount = point.ok ? point.amount : comma.ok ? comma.amount : null;
  if (point.ok) counts.amounts += 1;
  if (comma.ok) counts.commaAmounts += 1;
  const isDate = looksLikeDate(cell, text);
  if (isDate) counts.dates += 1;
  else if (typeof cell !== 'string' && /^[345]\d{4}$/.test(text)) counts.serials += 1;
  const isMoney = amount !== null && !isDate && hasFormOfMoney(cell, text);
  if (isMoney) counts.money += 1;
  if (amount !== null && amount < 0) counts.negative += 1;
  if (amount !== null && amount !== 0) counts.nonZero += 1;
  if (amount !== null && amount >= 0 && amount < 10_000_000 && amount % 10_000 === 0) counts.smallIntegers += 1;
  const isPercentage = typeof cell !== 'string' && cell.format.code.includes('%');
  if (isPercentage || /^-?\d+(?:\.\d+)?\s*%$/.test(text) || (amount !== null && Math.abs(amount) <= 1_000_000))
    counts.percentages += 1;
  if (/\d/.test(text) && !isMoney && !(isDate && /[-/]|[a-z]{3}/i.test(text)) && text.length <= 40) counts.ids += 1;
  if (MBI.test(text)) counts.mbis += 1;
  if (CMS_CONTRACT.test(text)) counts.cmsContracts += 1;
  if (/\p{L}{2}/u.test(text) && (NAME.test(text) || NUMBERED_NAME.test(text))) counts.names += 1;
  if (EMAIL.test(text)) counts.emails += 1;
  if (STATES.has(text.toUpperCase()) || STATE_NAMES.test(text)) counts.states += 1;
  if (TRANSACTION.test(text) || directionOf(text, 'type') !== null) counts.transactions += 1;
  if (FLAG.test(text)) counts.flags += 1;
}

/**
 * Returns whether a cell may be a date. Plain digits are dates only in exported forms: YYYYMM, YYYYMMDD and a spreadsheet's serial
 * numbers. Numbers of a workbook without a date format count only in the longest form, which no amount or count reaches.
 */
function looksLikeDate(cell: Cell, text: string): boolean {
  if (typeof cell !== 'string' && !cell.format.isDate && !/^(?:19|20)\d{6}$/.test(text)) return false;
  if (/^\d+$/.test(text) && !/^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-3]\d)?$|^[34]\d{4}$/.test(text)) return false;
  if (/^(?:\d{1,3}\.\d{1,4}|\d+\.\d)$/.test(text)) return false;
  const reading = readDate(cell, MDY);
  if (reading.ok) return reading.date !== null;
  const other = readDate(cell, DMY);
  return other.ok && other.date !== null;
}

/** Returns whether a cell is an amount with cents, a currency, parentheses or a sign, and no date. */
export function looksLikeMoney(cell: Cell): boolean {
  const text = legibleText(cell);
  return hasFormOfMoney(cell, text) && !looksLikeDate(cell, text) && readAmount(cell, POINT).ok;
}

function hasFormOfMoney(cell: Cell, text: string): boolean {
  if (typeof cell !== 'string') return !Number.isInteger(cell.value) || cell.value < 0 || /[.$]/.test(cell.format.code);
  return /[.,]\d{1,4}\)?-?$|[$(]|^-|-$|\b(?:CR|DR)$/i.test(text);
}
