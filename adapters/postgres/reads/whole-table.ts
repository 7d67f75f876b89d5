import { getTableColumns, type Table } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Fragment } from 'postgres';
import type { Sql } from '../connection/sql.ts';

/** A table of an export, with its query. */
export interface TableExport {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly string[];
  readonly query: (sql: Sql, accountId: string) => Fragment;
}

/** A table that is exported with all rows of the account. */
export interface WholeTable extends Omit<TableExport, 'query' | 'columns'> {
  readonly table: Table;
  /** Column names, separated by spaces. */
  readonly columns: string;
  /** The columns to sort by. For a large table they follow an index. */
  readonly orderBy: string;
  /** Replaces the condition that the row's account_id is the account's. */
  readonly where?: (sql: Sql, accountId: string) => Fragment;
}

/** Returns the columns of a table, in the order of its description, without the account's column and those left out. */
export function ownColumns(table: PgTable, leftOut: readonly string[] = []): string {
  return Object.values(getTableColumns(table))
    .map(({ name }) => name)
    .filter((name) => name !== 'account_id' && !leftOut.includes(name))
    .join(' ');
}
