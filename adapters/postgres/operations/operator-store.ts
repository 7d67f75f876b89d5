import type { OperatorStore, TaskRun } from '../../../app/accounts/account-ports.ts';
import { offsetPage } from '../../../core/page.ts';
import { recordOperatorAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';

export function createOperatorStore(database: Database): OperatorStore {
  return {
    listTaskRuns: (page) =>
      database.system(async (sql) => {
        const rows = await sql<TaskRun[]>`
          select task_run_id as id, task, ran_at as "ranAt", duration_ms as "durationMs", counts from task_runs
          order by position desc limit ${page.limit + 1} offset ${page.offset}`;
        return offsetPage(rows, page);
      }),
    record: (origin, entry) => database.system((sql) => recordOperatorAudit(sql, origin, entry)),
  };
}
