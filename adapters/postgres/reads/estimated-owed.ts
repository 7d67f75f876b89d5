import type { Fragment } from 'postgres';
import type { Sql } from '../connection/sql.ts';

/** The part of a rollup's (`r`) owed that rests on an estimate. Rollups of earlier releases say only whether some of it does. */
export const estimatedOwed = (sql: Sql): Fragment =>
  sql`coalesce(r.commission_owed_estimated, case when r.owed_estimated then r.commission_owed else 0 end)`;
