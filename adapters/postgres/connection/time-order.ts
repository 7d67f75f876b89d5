import type { Fragment } from 'postgres';
import type { TimeOrder } from '../../../core/page.ts';
import type { Sql } from './sql.ts';

/** The direction of a column that grows with time. */
export const timeOrder = (sql: Sql, order: TimeOrder | undefined): Fragment =>
  order === 'oldest' ? sql`asc` : sql`desc`;
