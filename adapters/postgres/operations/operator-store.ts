import { desc } from 'drizzle-orm';
import type { OperatorStore } from '../../../app/operations/run-tasks-by-hand.ts';
import { offsetPage } from '../../../core/page.ts';
import { taskRuns } from '../../../schema/operations.ts';
import { recordOperatorAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';

export function createOperatorStore(database: Database): OperatorStore {
  return {
    listTaskRuns: (page) =>
      database.system(async (sql) => {
        const { taskRunId: id, task, ranAt, durationMs, counts, position } = taskRuns;
        const rows = await orm(sql)
          .select({ id, task, ranAt, durationMs, counts })
          .from(taskRuns)
          .orderBy(desc(position))
          .limit(page.limit + 1)
          .offset(page.offset);
        return offsetPage(rows, page);
      }),
    record: (origin, entry) => database.system((sql) => recordOperatorAudit(sql, origin, entry)),
  };
}
