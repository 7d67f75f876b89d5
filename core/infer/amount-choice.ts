import type { ColumnSource, StatementConfig } from '../statement/config.ts';
import type { Reading } from './assign-columns.ts';
import type { TableColumn } from './find-table.ts';

/** Which column, or columns, are the money paid. */
export interface AmountChoice {
  /** Null when there is none, or when debit and credit columns make it. */
  readonly source: ColumnSource | null;
  readonly sign: StatementConfig['sign'] | null;
  /** The columns that are read. */
  readonly readings: readonly Reading[];
  readonly confidence: number;
  readonly notes: readonly string[];
}

/** Below the 0.8 of certainty: somebody must look. */
export const GUESS = 0.7;

export function namesOf(list: readonly { readonly column: TableColumn }[]): string {
  return [...new Set(list.map(({ column }) => `"${column.name}"`))].join(', ');
}
