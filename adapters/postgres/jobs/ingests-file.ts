import type { Fragment } from 'postgres';
import type { Sql } from '../connection/sql.ts';

/** Whether a row of jobs is the one that brought its file: each has one (index one_ingest_of_a_file), whatever was done with it later. */
export const ingestsFile = (sql: Sql, job: Fragment): Fragment => sql`${job}.mode in ('ingest', 'append', 'replace')`;
