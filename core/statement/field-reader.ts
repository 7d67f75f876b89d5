import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import { BLANK, readQuantity, type Scale } from './amount.ts';
import { readDate, readMonth } from './calendar-date.ts';
import { isBlank } from './column-binding.ts';
import type { ColumnName, StatementConfig } from './config.ts';
import { displayedText, type IdReading, isSpreadsheetError, readId } from './displayed-text.ts';
import { rememberingCells } from './remembering.ts';
import type { RowValues } from './row-values.ts';
import type { Cell } from './source.ts';

/** What is wrong with one field of a row. */
export interface FieldProblem {
  /** The canonical name. */
  readonly field: string;
  readonly problem: string;
  readonly cell: Cell;
}

/** Reads the optional fields of one row after another: one that can't be read is null, and a warning says so. */
export interface FieldReader {
  /** Makes a row the current one. */
  enter(row: RowValues): void;
  /** Of the current row, so far. */
  warnings(): readonly FieldProblem[];
  text(name: ColumnName): string | null;
  /** A text that many lines have in common: it is in memory once for all of them. */
  sharedText(name: ColumnName): string | null;
  id(name: ColumnName): string | null;
  /** An id that many lines have in common. */
  sharedId(name: ColumnName): string | null;
  date(name: ColumnName): string | null;
  month(name: ColumnName): Period | null;
  quantity(name: ColumnName, scale: Scale): number | null;
  premium(): Money | null;
}

const NO_WARNINGS: readonly FieldProblem[] = [];

export function fieldReader(config: StatementConfig): FieldReader {
  let values: RowValues;
  let warnings = NO_WARNINGS;
  const refuse = (field: ColumnName, problem: string, cell: Cell): null => {
    warnings = [...warnings, { field, problem, cell }];
    return null;
  };
  const textOr = (name: ColumnName, shown: string): string | null => {
    if (isSpreadsheetError(shown)) return refuse(name, `is the spreadsheet error ${shown}`, '');
    return shown === '' ? null : shown;
  };
  const idBy = (read: (cell: Cell) => IdReading, name: ColumnName): string | null => {
    const cell = values.cell(name);
    if (cell === '') return null;
    const reading = read(cell);
    return reading.ok ? reading.id || null : refuse(name, reading.problem, cell);
  };
  const sharedShown = rememberingCells(displayedText);
  const sharedReading = rememberingCells(readId);
  const dateOf = rememberingCells((cell) => readDate(cell, config.dates));
  const monthOf = rememberingCells((cell) => readMonth(cell, config.dates));
  return {
    enter(row) {
      values = row;
      warnings = NO_WARNINGS;
    },
    warnings: () => warnings,
    text: (name) => textOr(name, displayedText(values.cell(name))),
    sharedText: (name) => textOr(name, sharedShown(values.cell(name))),
    id: (name) => idBy(readId, name),
    sharedId: (name) => idBy(sharedReading, name),
    date(name) {
      const cell = values.cell(name);
      if (cell === '') return null;
      const reading = dateOf(cell);
      return reading.ok ? reading.date : refuse(name, reading.problem, cell);
    },
    month(name) {
      const cell = values.cell(name);
      if (cell === '') return null;
      const reading = monthOf(cell);
      return reading.ok ? reading.month : refuse(name, reading.problem, cell);
    },
    quantity(name, scale) {
      const cell = values.cell(name);
      if (isBlank(cell)) return null;
      const reading = readQuantity(cell, config.amounts.decimal, scale);
      return reading.ok ? reading.quantity : refuse(name, reading.problem, cell);
    },
    premium() {
      const reading = values.premium();
      if (reading.ok) return reading.amount;
      return reading === BLANK ? null : refuse('premium_amount', reading.problem, values.cell('premium_amount'));
    },
  };
}
