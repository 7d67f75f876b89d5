import type { Money } from '../money.ts';
import { monthIndex, type Period, periodYear } from '../period.ts';
import { BLANK, readQuantity, type Scale } from './amount.ts';
import { readDate, readMonth } from './calendar-date.ts';
import { isBlank } from './column-binding.ts';
import type { ColumnName, StatementConfig } from './config.ts';
import { displayedText, type IdReading, isSpreadsheetError, readId } from './displayed-text.ts';
import type { StatementLine } from './line.ts';
import { memoizeCells } from './pattern.ts';
import type { RowValues } from './row-values.ts';
import type { Cell } from './source.ts';

/** A problem of one field in a row. */
export interface FieldProblem {
  /** Canonical name of the field. */
  readonly field: string;
  readonly problem: string;
  readonly cell: Cell;
}

/** Reads the optional fields of a statement. An unreadable field becomes null, with a warning. */
export interface FieldReader {
  /** Prepares the readers of one sheet, so that no work is repeated for every row. */
  bind(values: RowValues): SheetFields;
}

/** Readers for the fields of one sheet. Each reads the current row. */
export interface SheetFields {
  /** Begins a row: drops the warnings of the row before. */
  enter(): void;
  /** Warnings of the current row so far. */
  warnings(): readonly FieldProblem[];
  text(name: ColumnName): ReadField<string>;
  /** Reads a text that many lines share. Equal texts are interned to save memory. */
  sharedText(name: ColumnName): ReadField<string>;
  id(name: ColumnName): ReadField<string>;
  /** Reads an id that many lines share. Equal ids are interned. */
  sharedId(name: ColumnName): ReadField<string>;
  /** Reads an ISO date. */
  date(name: ColumnName): ReadField<string>;
  month(name: ColumnName): ReadField<Period>;
  quantity(name: ColumnName, scale: Scale): ReadField<number>;
  premium: ReadField<Money>;
}

/** Reads a field of the current row; null when it is blank or unreadable. */
export type ReadField<T> = () => T | null;

const NO_WARNINGS: readonly FieldProblem[] = [];
/** Reader of a column that the statement lacks. */
const readNothing = () => null;

/** Builds the reader of a configuration's optional fields. */
export function fieldReader(config: StatementConfig): FieldReader {
  const sharedShown = memoizeCells(displayedText);
  const sharedReading = memoizeCells(readId);
  const dateOf = memoizeCells((cell) => readDate(cell, config.dates));
  const monthOf = memoizeCells((cell) => readMonth(cell, config.dates));
  return {
    bind(values) {
      let warnings = NO_WARNINGS;
      const refuse = (field: ColumnName, problem: string, cell: Cell): null => {
        warnings = [...warnings, { field, problem, cell }];
        return null;
      };
      const read = <T>(name: ColumnName, of: (cell: Cell) => T | null): ReadField<T> => {
        const cellOf = values.reader(name);
        return cellOf === null ? readNothing : () => of(cellOf());
      };
      const textBy = (shownOf: (cell: Cell) => string, name: ColumnName) =>
        read(name, (cell) => {
          if (cell === '') return null;
          const shown = shownOf(cell);
          if (isSpreadsheetError(shown)) return refuse(name, `is the spreadsheet error ${shown}`, '');
          return shown === '' ? null : shown;
        });
      const idBy = (readingOf: (cell: Cell) => IdReading, name: ColumnName) =>
        read(name, (cell) => {
          if (cell === '') return null;
          const reading = readingOf(cell);
          return reading.ok ? reading.id || null : refuse(name, reading.problem, cell);
        });
      return {
        enter() {
          warnings = NO_WARNINGS;
        },
        warnings: () => warnings,
        text: (name) => textBy(displayedText, name),
        sharedText: (name) => textBy(sharedShown, name),
        id: (name) => idBy(readId, name),
        sharedId: (name) => idBy(sharedReading, name),
        date: (name) =>
          read(name, (cell) => {
            if (cell === '') return null;
            const reading = dateOf(cell);
            return reading.ok ? reading.date : refuse(name, reading.problem, cell);
          }),
        month: (name) =>
          read(name, (cell) => {
            if (cell === '') return null;
            const reading = monthOf(cell);
            return reading.ok ? reading.month : refuse(name, reading.problem, cell);
          }),
        quantity: (name, scale) =>
          read(name, (cell) => {
            if (isBlank(cell)) return null;
            const reading = readQuantity(cell, config.amounts.decimal, scale);
            return reading.ok ? reading.quantity : refuse(name, reading.problem, cell);
          }),
        premium() {
          const reading = values.premium();
          if (reading.ok) return reading.amount;
          return reading === BLANK ? null : refuse('premium_amount', reading.problem, values.cell('premium_amount'));
        },
      };
    },
  };
}

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
