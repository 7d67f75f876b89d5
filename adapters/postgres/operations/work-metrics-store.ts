import { jobs } from '../../../schema/files.ts';
import { queueMessages, taskRuns } from '../../../schema/operations.ts';
import { webhookDeliveries } from '../../../schema/webhooks.ts';
import type { Database } from '../connection/database.ts';

/** Counts of all accounts together. No figure names an account. */
export interface WorkMetrics {
  readonly jobs: readonly { readonly status: string; readonly count: number }[];
  readonly oldestWaitingSeconds: number | null;
  readonly queues: readonly { readonly queue: string; readonly messages: number; readonly oldestSeconds: number }[];
  /** Deliveries that wait, and those that ended within the last hour. */
  readonly deliveries: readonly { readonly status: string; readonly count: number }[];
  readonly tasks: readonly { readonly task: string; readonly lastRanAtSeconds: number; readonly durationMs: number }[];
}

/** Reads the figures. It reads every job, so the caller keeps the result for a while. */
export function createWorkMetricsStore(database: Database): () => Promise<WorkMetrics> {
  return () =>
    database.system(async (sql) => {
      const byStatus = await sql<WorkMetrics['jobs'][number][]>`
        select status, count(*)::int as count from ${jobs} group by status order by status`;
      const [oldest] = await sql<{ seconds: number | null }[]>`
        select extract(epoch from clock_timestamp() - min(created_at))::int as seconds from ${jobs} where status = 'queued'`;
      const queues = await sql<WorkMetrics['queues'][number][]>`
        select queue, count(*)::int as messages,
          extract(epoch from clock_timestamp() - min(sent_at))::int as "oldestSeconds"
        from ${queueMessages} where expires_at > clock_timestamp() group by queue order by queue`;
      const deliveries = await sql<WorkMetrics['deliveries'][number][]>`
        select status, count(*)::int as count from ${webhookDeliveries}
        where status = 'pending' or ended_at > clock_timestamp() - interval '1 hour'
        group by status order by status`;
      const tasks = await sql<WorkMetrics['tasks'][number][]>`
        select distinct on (task) task, extract(epoch from ran_at)::float8 as "lastRanAtSeconds",
          duration_ms as "durationMs"
        from ${taskRuns} order by task, position desc`;
      return { jobs: byStatus, oldestWaitingSeconds: oldest?.seconds ?? null, queues, deliveries, tasks };
    });
}
