import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import { BLANK, readQuantity, type Scale } from './amount.ts';
import { readDate, readMonth } from './calendar-date.ts';
import { isBlank } from './column-binding.ts';
import type { ColumnName } from './columns.ts';
import type { StatementConfig } from './config.ts';
import { displayedText, type IdReading, isSpreadsheetError, readId } from './displayed-text.ts';
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
