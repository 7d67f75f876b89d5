import type { Fragment } from 'postgres';
import type { Sql } from '../connection/sql.ts';

/** Makes the condition that a row of jobs is the job that brought its file. Each file has exactly one (index one_ingest_of_a_file). */
export const ingestsFile = (sql: Sql, job: Fragment): Fragment => sql`${job}.mode in ('ingest', 'append', 'replace')`;
