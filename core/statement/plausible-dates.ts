import { monthIndex, type Period, periodYear } from '../period.ts';
import type { ColumnName } from './columns.ts';
import type { FieldProblem } from './field-reader.ts';
import type { StatementLine } from './line.ts';
import type { Cell } from './source.ts';

/**
 * Judges the dates of a line by each other and by the statement's month. A year of two figures leaves the century open: "1/1/69" is read as
 * 2069, and an end on "6/30/70" as 1970, before its cover began.
 */

/** Fields in which a date decades ahead of the statement is a misread one. Ends may be far ahead. */
const BEGINNINGS = ['effectiveDate', 'paidDate'] as const;
const ENDS = ['termDate', 'paidThrough', 'renewalDate'] as const;
type DateField = (typeof BEGINNINGS)[number] | (typeof ENDS)[number];

const COLUMNS: Readonly<Record<DateField, ColumnName>> = {
  effectiveDate: 'effective_date',
  paidDate: 'paid_date',
  termDate: 'term_date',
  paidThrough: 'paid_through',
  renewalDate: 'renewal_date',
};
/** Years that no real beginning is ahead of the statement. */
const YEARS_AHEAD_MAX = 10;
/** Years that no real end is before its beginning. */
const YEARS_MAX = 20;
/** The year of a statement whose month is unknown, as in a trial. Years of two figures reach 2069, so some can still be doubted. */
const UNKNOWN_YEAR = 2030;
/** Matches a date with a year of two figures: "6/30/70", "30-Jun-70", "Jun 70". */
const SHORT_YEAR = /(?:^|[^\d])\d{1,2}[-/.]\d{1,2}[-/.]\d{2}(?!\d)|[a-z][-\s./,']*\d{2}(?!\d)/i;

/**
 * Returns the line without impossible dates, and a problem for each. A cover that ended more than a month before it began is named too, but
 * keeps its dates, because the carrier may tell of an earlier cover. An empty `period` is unknown.
 */
export function withPlausibleDates(
  line: StatementLine,
  { period, cell }: { readonly period: Period; readonly cell: (name: ColumnName) => Cell },
): { readonly line: StatementLine; readonly problems: readonly FieldProblem[] } {
  let doubts = NO_DOUBTS;
  let begin = line.effectiveDate;
  for (const field of BEGINNINGS) {
    const date = line[field];
    if (date === null || periodYear(date) <= (period === '' ? UNKNOWN_YEAR : periodYear(period)) + YEARS_AHEAD_MAX)
      continue;
    doubts = [
      ...doubts,
      {
        field,
        problem: `would be ${date}, more than ${YEARS_AHEAD_MAX} years after the statement`,
        isImpossible: true,
      },
    ];
    if (field === 'effectiveDate') begin = null;
  }
  for (const field of ENDS) {
    const end = line[field];
    if (begin === null || end === null || end >= begin) continue;
    const isImpossible = isOfOtherCentury(begin, end, cell(COLUMNS[field]));
    if (!isImpossible && (field !== 'termDate' || monthIndex(begin) - monthIndex(end) <= 1)) continue;
    const problem = `would be ${end}, before the cover begins (${begin})`;
    doubts = [...doubts, { field, problem, isImpossible }];
  }
  if (doubts.length === 0) return { line, problems: NO_PROBLEMS };
  let plausible = line;
  for (const { field, isImpossible } of doubts) if (isImpossible) plausible = { ...plausible, [field]: null };
  return {
    line: plausible,
    problems: doubts.map(({ field, problem }) => ({ field: COLUMNS[field], problem, cell: cell(COLUMNS[field]) })),
  };
}

/** A date that contradicts the statement or another date. */
interface Doubt {
  readonly field: DateField;
  readonly problem: string;
  /** True for a date that is left out. */
  readonly isImpossible: boolean;
}

const NO_DOUBTS: readonly Doubt[] = [];
const NO_PROBLEMS: readonly FieldProblem[] = [];

function isOfOtherCentury(begin: string, end: string, cell: Cell): boolean {
  if (periodYear(begin) - periodYear(end) >= YEARS_MAX) return true;
  return end < '2000' && begin >= '2000' && typeof cell === 'string' && SHORT_YEAR.test(cell);
}
