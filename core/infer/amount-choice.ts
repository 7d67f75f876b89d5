import type { ColumnSource, StatementConfig } from '../statement/config.ts';
import type { Reading } from './assign-columns.ts';
import type { TableColumn } from './find-table.ts';

/** The column, or columns, with the paid money. */
export interface AmountChoice {
  /** Null when no column has it, and when debit and credit columns make the amount. */
  readonly source: ColumnSource | null;
  readonly sign: StatementConfig['sign'] | null;
  /** The columns that are read. */
  readonly readings: readonly Reading[];
  readonly confidence: number;
  readonly notes: readonly string[];
}

/** Below 0.8, so that a person has to check the proposal. */
export const GUESS = 0.7;

/** Returns the quoted names of columns, each once, separated by commas. */
export function namesOf(list: readonly { readonly column: TableColumn }[]): string {
  return [...new Set(list.map(({ column }) => `"${column.name}"`))].join(', ');
}
