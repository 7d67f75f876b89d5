import { monthsWritten } from '../intake/find-period.ts';
import { lastDayOf, type Period, periodOf, periodOfDate } from '../period.ts';
import { type DateOptions, readDate } from '../statement/calendar-date.ts';
import { isBlank } from '../statement/column-binding.ts';
import type { StatementConfig } from '../statement/config.ts';
import { legibleText } from '../statement/displayed-text.ts';
import type { StatementLine } from '../statement/line.ts';
import type { Cell, SourceRow } from '../statement/source.ts';
import { monthName } from '../wording.ts';

/** Finds the months that a file names in its title, sheets, name and rows (docs/reference/carriers-and-formats.md#identify). */

/** The place of a file that names a month. */
export type MonthPlace = 'title' | 'sheet_name' | 'file_name' | 'rows';

export interface NamedMonth {
  readonly period: Period;
  readonly foundIn: MonthPlace;
  /** Whether it is the month of the statement, of the paid coverage, or of the payment. Coverage may be months before its payment. */
  readonly kind: 'statement' | 'coverage' | 'payment';
  /** The text that names the month, or a sentence about the rows. */
  readonly text: string;
}

/** Maximum characters of a text that is searched, equal to the longest file name. Longer names are cut; longer title cells are ignored. */
const CHARACTERS_MAX = 255;
const MONTH_SLASH_YEAR = /(?<![\d/])(0?[1-9]|1[0-2])\/(20\d\d)(?![\d/])/g;
const FULL_DATE = /(?<!\d)(?:\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2})(?!\d)/g;
/** Matches six digits. They are usually the number of an agency or a page, unless a label says otherwise. */
const SIX_DIGITS = /(?<!\d)\d{6}(?!\d)/g;

/** Matches labels of dates that say nothing about the month of a statement. */
const OTHER_DATE =
  /\b(?:print(?:ed)?|run|generated|created|exported?|downloaded|report(?:ed)? date|as of|effective|birth|dob|since|through|thru|ytd|year to date|contract|signed)\b/i;
/** Match labels of a coverage month, of a payment date, and of a statement month. */
const COVERAGE = /\b(?:coverage|covered|premium|earned|service|billing|billed|due)\b/i;
const PAYMENT = /\b(?:paid|check|cheque|eft|ach|deposit(?:ed)?|disbursed|issued)\b/i;
const OF_STATEMENT = /\b(?:month|period|cycle|statement for)\b/i;

/** Finds the months in the rows above the header. A cell that names several months is passed over. */
export function monthsOfTitles(rows: readonly SourceRow[], dates: DateOptions): readonly NamedMonth[] {
  return rows.flatMap(({ cells }) => {
    const filled = cells.filter((cell) => !isBlank(cell));
    return filled.flatMap((cell, at) => monthOfTitle(cell, filled[at - 1], dates) ?? []);
  });
}

/** Finds the month in the name of a sheet; empty when it names several months. */
export function monthsOfSheetName(name: string): readonly NamedMonth[] {
  return named('sheet_name', name, monthsWritten(name.slice(0, CHARACTERS_MAX)));
}

/** Finds the month in the name of a file; empty when it names several months. */
export function monthsOfFileName(fileName: string): readonly NamedMonth[] {
  const name = fileName.slice(0, CHARACTERS_MAX);
  const written = monthsWritten(name);
  return named('file_name', fileName, written.size > 0 ? written : monthsWritten(name.replaceAll('_', '-')));
}

/**
 * The share of the rows with a month that agree on it if it is to weigh more than the name of the file. The others are corrections. A sheet
 * of bonuses may have no months.
 */
const AGREED_SHARE = 0.9;

/**
 * Finds the coverage month and the payment month that more than half of the rows have, and more than `shareMin` of the rows with a month;
 * empty when no month has.
 */
export function monthsOfRows(lines: readonly DatedRow[], shareMin = 0.5): readonly NamedMonth[] {
  const coverage = commonest(
    lines.map(({ coverageMonth }) => coverageMonth),
    shareMin,
  );
  const paid = commonest(
    lines.map(({ paidDate }) => (paidDate === null ? null : periodOfDate(paidDate))),
    shareMin,
  );
  const share = (count: number) => `${count} of ${lines.length} rows are`;
  return [
    ...coverage.map(
      ({ period, count }): NamedMonth => ({
        ...{ period, foundIn: 'rows', kind: 'coverage' },
        text: `${share(count)} for coverage in ${monthName(period)}.`,
      }),
    ),
    ...paid.map(
      ({ period, count }): NamedMonth => ({
        ...{ period, foundIn: 'rows', kind: 'payment' },
        text: `${share(count)} paid in ${monthName(period)}.`,
      }),
    ),
  ];
}

/** Finds the months on which nearly all rows agree. A rolling or yearly statement has none, because its rows are of many months. */
export function agreedMonths(
  lines: readonly DatedRow[],
  statementMode: StatementConfig['statementMode'],
): readonly NamedMonth[] {
  return statementMode === 'period' ? monthsOfRows(lines, AGREED_SHARE) : [];
}

export type DatedRow = Pick<StatementLine, 'coverageMonth' | 'paidDate'>;

const PLACES = { title: 'A title in the file', sheet_name: 'The name of the sheet', file_name: "The file's name" };

/** Says where a month was found. It does not repeat the text of a title or a name, which may hold personal data. */
export function monthFinding({ foundIn, period, text }: NamedMonth): string {
  return foundIn === 'rows' ? text : `${PLACES[foundIn]} says ${monthName(period)}.`;
}

/** Places and kinds, ordered by how surely they name the month of the statement. */
const SUREST_FIRST: readonly (readonly [MonthPlace, NamedMonth['kind']])[] = [
  ['title', 'statement'],
  ['sheet_name', 'statement'],
  ['file_name', 'statement'],
  ['rows', 'coverage'],
  ['title', 'coverage'],
  ['rows', 'payment'],
  ['title', 'payment'],
];

/** Returns the month of the statement, by the surest place that names exactly one month; null without such a place. */
export function statementMonth(months: readonly NamedMonth[]): NamedMonth | null {
  for (const [place, kind] of SUREST_FIRST) {
    const monthsAtPlace = months.filter((month) => month.foundIn === place && month.kind === kind);
    const [first] = monthsAtPlace;
    if (first !== undefined && new Set(monthsAtPlace.map(({ period }) => period)).size === 1) return first;
  }
  return null;
}

/** Returns the month other than `period` that the surest place names alone. Null when a place that is as sure or surer names `period`. */
export function otherMonth(months: readonly NamedMonth[], period: Period): NamedMonth | null {
  for (const [place, kind] of SUREST_FIRST) {
    const monthsAtPlace = months.filter((month) => month.foundIn === place && month.kind === kind);
    if (monthsAtPlace.some((month) => month.period === period)) return null;
    const [first] = monthsAtPlace;
    if (first !== undefined && new Set(monthsAtPlace.map((month) => month.period)).size === 1) return first;
  }
  return null;
}

/** Returns the month that a sheet's or file's name states; empty when it states none or several. */
function named(foundIn: MonthPlace, text: string, months: ReadonlySet<Period>): readonly NamedMonth[] {
  const [period] = months;
  return months.size === 1 && period !== undefined ? [{ period, foundIn, kind: 'statement', text }] : [];
}

/** Returns the month that a cell above the header names. `before` is the filled cell to the left, which may be its label. */
function monthOfTitle(cell: Cell, before: Cell | undefined, dates: DateOptions): NamedMonth | null {
  const text = legibleText(cell);
  if (text.length > CHARACTERS_MAX) return null;
  const colon = text.lastIndexOf(':');
  const said = text.slice(colon + 1).trim();
  const hasOwnLabel = /\p{L}{3}/u.test(text.slice(0, colon + 1)) || /\p{L}{3}/u.test(withoutMonths(said));
  const label = hasOwnLabel || typeof before !== 'string' ? text : `${before.slice(-CHARACTERS_MAX)} ${text}`;
  const title = (period: Period, kind: NamedMonth['kind']): NamedMonth => ({
    ...{ period, foundIn: 'title', kind },
    text: label.trim(),
  });
  const whole = wholeMonth(said, dates);
  if (whole !== null) return title(whole, COVERAGE.test(label) ? 'coverage' : 'statement');
  if (OTHER_DATE.test(label)) return null;
  const months = monthsOfText(said, OF_STATEMENT.test(label));
  const [month] = months;
  if (month !== undefined) {
    const kind = COVERAGE.test(label) ? 'coverage' : PAYMENT.test(label) ? 'payment' : 'statement';
    return months.size === 1 ? title(month, kind) : null;
  }
  const day = onlyDay(cell, said, dates);
  if (day === null) return null;
  if (COVERAGE.test(label)) return title(periodOfDate(day), 'coverage');
  return title(periodOfDate(day), OF_STATEMENT.test(label) && !PAYMENT.test(label) ? 'statement' : 'payment');
}

/** Returns all months that a text names. */
function monthsOfText(text: string, isOfStatement: boolean): ReadonlySet<Period> {
  const months = new Set(monthsWritten(isOfStatement ? text : text.replace(SIX_DIGITS, ' ')));
  for (const [, month, year] of text.matchAll(MONTH_SLASH_YEAR)) {
    const period = periodOf(Number(year), Number(month));
    if (period !== null) months.add(period);
  }
  return months;
}

const MONTH_WORDS =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/gi;

function withoutMonths(text: string): string {
  return text.replace(MONTH_WORDS, '');
}

/** Returns the month of a range of dates that is one whole month; null for any other text. */
function wholeMonth(text: string, dates: DateOptions): Period | null {
  const [from, to, ...others] = text.match(FULL_DATE) ?? [];
  if (from === undefined || to === undefined || others.length > 0) return null;
  const [first, last] = [readDay(from, dates), readDay(to, dates)];
  if (first === null || last === null || !first.endsWith('-01')) return null;
  return last === lastDayOf(periodOfDate(first)) ? periodOfDate(first) : null;
}

/** Returns the only date of a cell; null when it has no date or several. */
function onlyDay(cell: Cell, said: string, dates: DateOptions): string | null {
  if (typeof cell !== 'string') return cell.format.isDate ? readDay(cell, dates) : null;
  // A text of digits only is the number of an agency or a page.
  if (/^\d*$/.test(said)) return null;
  const [date, ...others] = said.match(FULL_DATE) ?? [];
  if (date !== undefined) return others.length > 0 ? null : readDay(date, dates);
  return readDay(said, dates);
}

function readDay(cell: Cell, dates: DateOptions): string | null {
  const reading = readDate(cell, dates);
  return reading.ok ? reading.date : null;
}

/** Returns the month that more than half of the rows have, and more than a share of the rows with a month; empty when no month has. */
function commonest(
  months: readonly (Period | null)[],
  shareMin: number,
): readonly { readonly period: Period; readonly count: number }[] {
  const counts = new Map<Period, number>();
  for (const month of months) if (month !== null) counts.set(month, (counts.get(month) ?? 0) + 1);
  const most = [...counts].reduce<[Period, number] | null>(
    (best, next) => (best === null || next[1] > best[1] ? next : best),
    null,
  );
  const dated = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (most === null || most[1] <= months.length / 2 || most[1] <= dated * shareMin) return [];
  return [{ period: most[0], count: most[1] }];
}
