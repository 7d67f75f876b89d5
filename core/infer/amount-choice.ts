import type { ColumnSource, StatementConfig } from '../statement/config.ts';
import type { Reading } from './assign-columns.ts';
import type { TableColumn } from './find-table.ts';

/** The columns that make the paid amount, as `inferAmount` chooses them. */
export interface AmountChoice {
  /** Source of the amount. Null when no column has it, and when `sign` names a debit and a credit column. */
  readonly source: ColumnSource | null;
  /** The debit and credit columns that make the amount; null when `source` makes it. */
  readonly sign: StatementConfig['sign'] | null;
  /** The columns whose values make the amount, each with its score. */
  readonly readings: readonly Reading[];
  /** From 0 to 1; 0 when no column has the amount. */
  readonly confidence: number;
  /** Sentences for the person who checks the proposal. */
  readonly notes: readonly string[];
}

/** Score and confidence of a guess. It is below 0.8, so that a person has to check the proposal. */
export const GUESS = 0.7;

/** Returns the quoted names of columns, each once, separated by commas. */
export function quotedNames(list: readonly { readonly column: TableColumn }[]): string {
  return [...new Set(list.map(({ column }) => `"${column.name}"`))].join(', ');
}
