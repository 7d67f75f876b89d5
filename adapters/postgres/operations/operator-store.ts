import { desc } from 'drizzle-orm';
import type { WorkState } from '../../../app/operations/check-readiness.ts';
import type {
  HeavyAccount,
  OperatorDeadLetter,
  OperatorJob,
  OperatorStore,
  OperatorWorkReads,
} from '../../../app/operations/operator-work.ts';
import { offsetPage } from '../../../core/page.ts';
import { accounts } from '../../../schema/accounts.ts';
import { carriers } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import { deadLetters, queueMessages, taskRuns } from '../../../schema/operations.ts';
import { webhookDeliveries } from '../../../schema/webhooks.ts';
import { recordOperatorAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import { whenSet } from '../queries/book-scope.ts';

/** Reads the work of all accounts as the system role. */
export function createOperatorWorkReads(database: Database): OperatorWorkReads {
  return {
    listJobs: ({ status }, page) =>
      database.system(async (sql) => {
        const rows = await sql<OperatorJob[]>`
          select j.job_id as id, j.account_id as "accountId", a.name as "accountName", c.name as "carrierName", j.period, j.mode,
            j.status, j.attempts, j.error_code as "errorCode", j.created_at as "createdAt", j.completed_at as "completedAt"
          from ${jobs} j join ${accounts} a on a.account_id = j.account_id join ${carriers} c on c.carrier_id = j.carrier_id
          where true ${[sql``, ...whenSet(status, (wanted) => sql`and j.status = ${wanted}`)]}
          order by j.position desc limit ${page.limit + 1} offset ${page.offset}`;
        return offsetPage(rows, page);
      }),
    // The message names a job, or a delivery. Other messages have neither.
    listDeadLetters: (page) =>
      database.system(async (sql) => {
        const rows = await sql<OperatorDeadLetter[]>`
          select d.dead_letter_id as id, d.queue, d.receive_count as "receiveCount", d.recorded_at as "recordedAt",
            j.job_id as "jobId", j.status as "jobStatus", a.name as "accountName"
          from (
            select *, substring(body from '"jobId" *: *"([0-9a-f-]{36})"')::uuid as job,
              substring(body from '"deliveryId" *: *"([0-9a-f-]{36})"')::uuid as delivery
            from ${deadLetters} order by recorded_at desc, dead_letter_id limit ${page.limit + 1} offset ${page.offset}
          ) d
          left join ${jobs} j on j.job_id = d.job
          left join ${webhookDeliveries} w on w.delivery_id = d.delivery
          left join ${accounts} a on a.account_id = coalesce(j.account_id, w.account_id)
          order by d.recorded_at desc, d.dead_letter_id`;
        return offsetPage(rows, page);
      }),
    listHeaviest: ({ days, limit }) =>
      database.system(
        (sql) => sql<HeavyAccount[]>`
          select a.account_id as "accountId", a.name as "accountName", w.jobs, w.rows, w.seconds as "workerSeconds",
            (select coalesce(sum(f.byte_size), 0)::float8 from ${files} f
              where f.account_id = a.account_id and f.raw_purged_at is null) as "storedBytes"
          from (
            select account_id, count(*)::int as jobs, coalesce(sum((stats ->> 'rowsIngested')::bigint), 0)::float8 as rows,
              round(coalesce(sum(extract(epoch from completed_at - started_at)), 0))::float8 as seconds
            from ${jobs} where completed_at > statement_timestamp() - make_interval(days => ${days})
            group by account_id order by seconds desc, rows desc, account_id limit ${limit}
          ) w
          join ${accounts} a on a.account_id = w.account_id
          order by w.seconds desc, w.rows desc, w.account_id`,
      ),
  };
}

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
