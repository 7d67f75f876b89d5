import { count, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Fragment } from 'postgres';
import { type OffsetPage, type OffsetPosition, offsetPage, type TimeOrder } from '../../../core/page.ts';
import { orm } from './orm.ts';
import type { Sql } from './sql.ts';

/** The direction of a column that grows with time. */
export const timeOrder = (sql: Sql, order: TimeOrder | undefined): Fragment =>
  order === 'oldest' ? sql`asc` : sql`desc`;

/**
 * Builds a page with the total of its list, for lists that are short enough to be counted (docs/reference/requests.md#total-and-sort).
 * Counts only when the page does not show the total by itself.
 */
export async function countedPage<Row>(
  rows: readonly Row[],
  position: OffsetPosition,
  countRows: () => Promise<number>,
): Promise<OffsetPage<Row>> {
  const page = offsetPage(rows, position);
  return page.total === null ? { ...page, total: await countRows() } : page;
}

/** Counts the rows of a query. */
export async function countOfQuery(sql: Sql, query: Fragment): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from (${query}) listed`;
  return row?.count ?? 0;
}

/** Counts the rows of a table that match. */
export async function countOfTable(sql: Sql, table: PgTable, matching?: SQL): Promise<number> {
  const [row] = await orm(sql).select({ count: count() }).from(table).where(matching);
  return row?.count ?? 0;
}
