import { PATTERN_LIMITS } from '../limits/statement-limits.ts';
import { type AmountReading, BLANK, readAmount } from './amount.ts';
import { type BoundColumn, type BoundColumns, cellOf, isBlank } from './column-binding.ts';
import type { ColumnName, StatementConfig } from './config.ts';
import { displayedText, isTooLong } from './displayed-text.ts';
import { rowText } from './row-kind.ts';
import type { Cell } from './source.ts';

/**
 * Supplies the values of each row. Fields that are printed once per block are carried down or taken from the group row
 * above.
 */
export interface RowValues {
  /** Returns the cell of a column in the current row, or the value carried down to it. */
  cell(name: ColumnName): Cell;
  /** Returns a reader for one column; null when the statement lacks it. */
  reader(name: ColumnName): (() => Cell) | null;
  /** Amount as read, before the sign rule. */
  amount(): AmountReading;
  premium(): AmountReading;
  /** Sets the current row. */
  enter(cells: readonly Cell[]): void;
  /** Carries the current row's values down to later rows. */
  carryDown(): void;
  /** Takes values from a group row or title. Returns whether it had any. */
  enterGroup(cells: readonly Cell[]): boolean;
  /** Takes values from a row without an amount that fills only carried-down columns. Returns whether the row was such a row. */
  enterBlock(cells: readonly Cell[]): boolean;
}

/** Compiles the pattern of group rows, once for all sheets. */
export type CaptureOf = (pattern: string) => (text: string) => string | null;

/** Returns the value reader of a sheet with bound columns. Group rows are not entered yet. */
export function rowValues(config: StatementConfig, bound: BoundColumns, captureOf: CaptureOf): RowValues {
  const { columns, debitCredit } = bound;
  const carried = new Map<ColumnName, Cell>(config.carryDown.map((name) => [name, '']));
  const groups = groupColumns(columns, captureOf);
  let cells: readonly Cell[] = [];

  const carry = (row: readonly Cell[]) => {
    for (const name of carried.keys()) {
      const cell = cellOf(columns[name], row);
      // Rows below a truncated text get no value. Part of the text, or the previous block's value, would be wrong.
      if (!isBlank(cell)) carried.set(name, isTooLong(cell) ? '' : cell);
    }
  };
  const amountOf = (name: ColumnName, column: BoundColumn | undefined): AmountReading => {
    if (column?.kind === 'sum') return sumOf(column.indexes, cells, config);
    return readAmount(cell(name), config.amounts);
  };
  const cell = (name: ColumnName): Cell => {
    const column = columns[name];
    const own = column?.kind === 'group-row' ? (groups.get(name)?.value ?? '') : cellOf(column, cells);
    return carried.size > 0 && isBlank(own) ? (carried.get(name) ?? own) : own;
  };

  return {
    cell,
    reader(name) {
      const column = columns[name];
      if (column === undefined) return carried.has(name) ? () => cell(name) : null;
      if (column.kind !== 'cell' || carried.size > 0) return () => cell(name);
      const { index } = column;
      return () => cells[index] ?? '';
    },
    amount: () =>
      debitCredit === null
        ? amountOf('commission_amount', columns.commission_amount)
        : difference(cells[debitCredit.debit] ?? '', cells[debitCredit.credit] ?? '', config),
    premium: () => amountOf('premium_amount', columns.premium_amount),
    enter(row) {
      cells = row;
    },
    carryDown() {
      if (carried.size > 0) carry(cells);
    },
    enterGroup(row) {
      if (groups.size === 0) return false;
      const text = rowText(row, displayedText);
      if (text.length > PATTERN_LIMITS.textCharacters) {
        // The row may begin a new block. Later rows must not keep the values of the previous block.
        for (const group of groups.values()) group.value = '';
        return false;
      }
      let isGroup = false;
      for (const group of groups.values()) {
        const value = group.capture(text);
        if (value === null) continue;
        group.value = value.trim();
        isGroup = true;
      }
      return isGroup;
    },
    enterBlock(row) {
      const isBlock = carried.size > 0 && fillsOnlyCarried(row, columns, carried);
      if (isBlock) carry(row);
      return isBlock;
    },
  };
}

type GroupColumn = { readonly capture: (text: string) => string | null; value: string };

function groupColumns(columns: BoundColumns['columns'], captureOf: CaptureOf): Map<ColumnName, GroupColumn> {
  const groups = new Map<ColumnName, GroupColumn>();
  for (const [name, column] of boundEntries(columns)) {
    if (column.kind === 'group-row') groups.set(name, { capture: captureOf(column.pattern), value: '' });
  }
  return groups;
}

/** Tells whether a row fills at least one column, and only carried-down columns. */
function fillsOnlyCarried(
  row: readonly Cell[],
  columns: BoundColumns['columns'],
  carried: ReadonlyMap<ColumnName, Cell>,
): boolean {
  const filled = boundEntries(columns).filter(
    ([, column]) => column.kind !== 'constant' && !isBlank(cellOf(column, row)),
  );
  return filled.length > 0 && filled.every(([name]) => carried.has(name));
}

function boundEntries(columns: BoundColumns['columns']): readonly [ColumnName, BoundColumn][] {
  const names = Object.keys(columns).filter((name): name is ColumnName => name in columns);
  return names.flatMap((name) => {
    const column = columns[name];
    return column === undefined ? [] : [[name, column] satisfies [ColumnName, BoundColumn]];
  });
}

/** Adds up parts of an amount. Blank parts are 0, but all blank is a problem. */
function sumOf(indexes: readonly number[], cells: readonly Cell[], config: StatementConfig): AmountReading {
  let amount = 0;
  let isFilled = false;
  for (const index of indexes) {
    const cell = cells[index] ?? '';
    if (isBlank(cell)) continue;
    const reading = readAmount(cell, config.amounts);
    if (!reading.ok) return reading;
    amount += reading.amount;
    isFilled = true;
  }
  return isFilled ? { ok: true, amount } : BLANK;
}

/**
 * Returns credit minus debit, both printed without a sign. A negative side is refused, because a debit in parentheses
 * and a reversal differ by twice the amount; signed columns are configured with `sum`.
 */
function difference(debit: Cell, credit: Cell, config: StatementConfig): AmountReading {
  if (isBlank(debit) && isBlank(credit)) return BLANK;
  const debited = isBlank(debit) ? ZERO : readAmount(debit, config.amounts);
  const credited = isBlank(credit) ? ZERO : readAmount(credit, config.amounts);
  if (!debited.ok) return debited;
  if (!credited.ok) return credited;
  if (debited.amount < 0 || credited.amount < 0) return NEGATIVE_SIDE;
  return { ok: true, amount: credited.amount - debited.amount };
}

const ZERO = { ok: true, amount: 0 } as const;
const NEGATIVE_SIDE = { ok: false, problem: 'has a negative debit or credit' } as const;
