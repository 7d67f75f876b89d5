import type postgres from 'postgres';
import { files, jobs } from '../../../schema/files.ts';
import type { Sql } from '../connection/sql.ts';

/**
 * Selects retractions `t` accepted after the job `j` of a file that retract this file. A retraction whose own file proved unreadable
 * retracts nothing (decidePeriodFiles), but still prevents a retry of that file.
 */
export function acceptedRetraction(sql: Sql, accountId: string): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    from ${jobs} t join ${files} tf on tf.file_id = t.file_id
    where t.account_id = ${accountId} and t.workspace_id = j.workspace_id and t.carrier_id = j.carrier_id and t.period = j.period
      and t.mode = 'retract' and t.position > j.position and t.status not in ('failed', 'canceled')
      and (t.only_file_id is null or t.only_file_id = j.file_id)
      and (tf.status not in ('failed', 'canceled') or t.file_id = j.file_id)`;
}

/**
 * Selects uploads `r`, accepted after the job `j`, that replace its file and have not failed. Files of one archive do not replace each
 * other.
 */
export function laterUpload(sql: Sql, accountId: string): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    from ${jobs} r join ${files} rf on rf.file_id = r.file_id
    where r.account_id = ${accountId} and r.workspace_id = j.workspace_id and r.carrier_id = j.carrier_id and r.period = j.period
      and r.mode in ('ingest', 'replace') and r.position > j.position and rf.status not in ('failed', 'canceled')
      and (r.only_file_id is null or r.only_file_id = j.file_id) and (r.archive_id = j.archive_id) is not true`;
}
