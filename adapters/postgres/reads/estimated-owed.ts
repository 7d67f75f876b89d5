import type { Fragment } from 'postgres';
import type { Sql } from '../connection/sql.ts';

/**
 * Selects the part of a rollup's (`r`) owed amount that is based on an estimate. Rollups of earlier releases only say whether there is
 * one.
 */
export const estimatedOwed = (sql: Sql): Fragment =>
  sql`coalesce(r.commission_owed_estimated, case when r.owed_estimated then r.commission_owed else 0 end)`;
