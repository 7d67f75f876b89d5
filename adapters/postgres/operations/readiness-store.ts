import type { WorkState } from '../../../app/operations/check-readiness.ts';
import { jobs } from '../../../schema/files.ts';
import { taskRuns } from '../../../schema/operations.ts';
import type { Database } from '../connection/database.ts';

/** Reads the state of the work in one transaction of two indexed statements, because it is read very often. */
export function createReadinessStore(database: Database, taskNames: readonly string[]): () => Promise<WorkState> {
  return () =>
    database.system(async (sql) => {
      const [queue] = await sql<WorkState['queue'][]>`
        select count(*) filter (where status = 'queued')::int as waiting,
          count(*) filter (where status = 'processing')::int as processing,
          extract(epoch from clock_timestamp() - min(created_at) filter (where status = 'queued'))::int
            as "oldestWaitingSeconds"
        from ${jobs} where status in ('queued', 'processing')`;
      const tasks = await sql<WorkState['tasks'][number][]>`
        select known.task, last.ran_at as "lastRanAt"
        from unnest(${taskNames}::text[]) with ordinality as known (task, place)
        left join lateral (
          select ran_at from ${taskRuns} r where r.task = known.task order by position desc limit 1
        ) last on true
        order by known.place`;
      return { queue: queue ?? { waiting: 0, processing: 0, oldestWaitingSeconds: null }, tasks };
    });
}
