import type postgres from 'postgres';
import type { Sql } from './sql.ts';

/**
 * Retractions `t` accepted after the job `j` that brought a file, of the file's period. One whose own file turned out to be
 * unreadable takes nothing away (decidePeriodFiles), but stands against a retry of that file.
 */
export function acceptedRetraction(sql: Sql, accountId: string): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    from jobs t join files tf on tf.file_id = t.file_id
    where t.account_id = ${accountId} and t.workspace_id = j.workspace_id and t.carrier_id = j.carrier_id and t.period = j.period
      and t.mode = 'retract' and t.position > j.position and t.status not in ('failed', 'canceled')
      and (tf.status not in ('failed', 'canceled') or t.file_id = j.file_id)`;
}
