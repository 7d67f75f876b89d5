import { randomUUID } from 'node:crypto';
import type { MaintenanceStore } from '../../../app/operations/scheduled-tasks.ts';
import type { PurgePortion, Remove } from '../../../app/platform/portions.ts';
import { purgedName } from '../../../core/intake/find-period.ts';
import {
  EXCEPTIONS_KEPT_DAYS,
  NAMES_KEPT_DAYS,
  RAW_KEPT_UNPROCESSED_DAYS,
  TASK_RUNS_KEPT_DAYS,
} from '../../../core/limits/account-limits.ts';
import { DEAD_LETTER_RETENTION_DAYS, JOB_ATTEMPTS_MAX, JOB_TIMEOUTS_MAX } from '../../../core/limits/job-limits.ts';
import { IDEMPOTENCY_KEYS_KEPT_HOURS } from '../../../core/limits/request-limits.ts';
import { accounts, idempotencyKeys } from '../../../schema/accounts.ts';
import { files, jobExceptions, jobs, outbox } from '../../../schema/files.ts';
import { intakeItems } from '../../../schema/intake.ts';
import { deadLetters, taskRuns } from '../../../schema/operations.ts';
import { recentInvitations, signInAttempts, signInCodes, signInSessions } from '../../../schema/people.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { type NamedFile, purgeName, purgeQuotes } from '../files/due-deletion-store.ts';
import { readFileHours, rejectedRowDays } from '../files/storage-use.ts';
import { concludeFailures } from '../jobs/job-store.ts';
import { ingestsFile } from '../queries/member-lines.ts';
import { enqueueJobs, isOfStayingAccount } from '../queries/outbox.ts';

/**
 * Statements of the scheduled tasks. Due rows are selected by `statement_timestamp()`, here and in the other sweeps. PostgreSQL can't use
 * an index for `clock_timestamp()`, which differs from row to row.
 */
export function createMaintenanceStore(database: Database): MaintenanceStore {
  return {
    recoverJobs: (options) => database.system((sql) => recoverJobs(sql, options)),
    recoverJob: (jobId, death) => database.system((sql) => recoverJob(sql, jobId, death)),
    cancelUnprocessed: (limit) => database.system((sql) => cancelUnprocessed(sql, limit)),
    purgeRaw: (portion, remove) => database.system((sql) => purgeRaw(sql, portion, remove)),
    deleteExpired: (limit) => database.system((sql) => deleteExpired(sql, limit)),
    expireNames: (limit) => database.system((sql) => expireNames(sql, limit)),
    recordRun: (task, durationMs, counts) =>
      database.system(async (sql) => {
        await orm(sql).insert(taskRuns).values({ taskRunId: randomUUID(), task, durationMs, counts });
      }),
  };
}

/**
 * Recovers stuck jobs. Rows that another run has locked are skipped. The next claim raises the epoch, so the worker that lost the job
 * can't write.
 */
async function recoverJobs(
  sql: Sql,
  { stuckSeconds, resendSeconds, limit, ranOutOfTime = false }: Parameters<MaintenanceStore['recoverJobs']>[0],
): Promise<Awaited<ReturnType<MaintenanceStore['recoverJobs']>>> {
  const stuck = await sql<{ job_id: string }[]>`
    select job_id from ${jobs}
    where status = 'processing' and started_at <= statement_timestamp() - make_interval(secs => ${stuckSeconds})
    order by started_at limit ${limit} for update skip locked`;
  const { failed, requeued } = await putBack(sql, stuck, ranOutOfTime ? 1 : 0);
  const lost = await sql<{ job_id: string }[]>`
    update ${jobs} j set queued_at = clock_timestamp()
    from (
      select job_id from ${jobs} w
      where ${isOfStayingAccount(sql, sql`w.account_id`)} and status = 'queued' and queued_at <= statement_timestamp() - make_interval(secs => ${resendSeconds})
      order by queued_at limit ${limit} for update skip locked
    ) waiting
    where j.job_id = waiting.job_id
    returning j.job_id`;
  await enqueueJobs(
    sql,
    lost.map((job) => job.job_id),
  );
  return { requeued, failed, resent: lost.length };
}

const TIMEOUTS_OF = { died: 0, 'timed-out': 1, stuck: JOB_TIMEOUTS_MAX } as const;

async function recoverJob(sql: Sql, jobId: string, death: keyof typeof TIMEOUTS_OF): Promise<void> {
  const dead = await sql<
    { job_id: string }[]
  >`select job_id from ${jobs} where job_id = ${jobId} and status = 'processing' for update`;
  await putBack(sql, dead, TIMEOUTS_OF[death]);
}

/**
 * Sets locked jobs back to queued with a message, or fails them with their events when the attempts are used up or the last allowed
 * attempt timed out.
 */
async function putBack(
  sql: Sql,
  locked: readonly { readonly job_id: string }[],
  timeouts: number,
): Promise<{ readonly requeued: number; readonly failed: number }> {
  const tooLong = sql`j.timeouts + ${timeouts}::integer >= ${JOB_TIMEOUTS_MAX} and ${timeouts}::integer > 0`;
  const isOver = sql`(j.attempts >= ${JOB_ATTEMPTS_MAX} or (${tooLong}))`;
  const recovered = await sql<{ job_id: string; status: 'queued' | 'failed' }[]>`
    update ${jobs} j set
      timeouts = j.timeouts + ${timeouts}::integer,
      status = case when ${isOver} then 'failed' else 'queued' end,
      completed_at = case when ${isOver} then clock_timestamp() end,
      error = case when ${tooLong} then ${TOOK_TOO_LONG} else 'The worker of this try ended without an answer.' end,
      error_code = case when ${tooLong} then 'took_too_long' end,
      queued_at = clock_timestamp(), progress_stage = 'queued', progress_percent = 0
    where j.job_id = any(${locked.map((job) => job.job_id)}::uuid[])
    returning j.job_id, j.status`;
  const failed = recovered.filter((job) => job.status === 'failed');
  const requeued = recovered.filter((job) => job.status === 'queued');
  await concludeFailures(
    sql,
    failed.map((job) => job.job_id),
  );
  await enqueueJobs(
    sql,
    requeued.map((job) => job.job_id),
  );
  return { requeued: requeued.length, failed: failed.length };
}

const TOOK_TOO_LONG =
  'The job took too long and was stopped; nothing of it was stored. Split the statement over several files, or try again later.';

/**
 * Cancels files with their jobs in one statement, before any bytes are deleted, so that a job that starts now keeps its bytes. A job that
 * waits for its next attempt has been read and is not canceled.
 */
async function cancelUnprocessed(sql: Sql, limit: number): Promise<number> {
  const canceled = await sql<{ file_id: string }[]>`
    update ${jobs} j set status = 'canceled', completed_at = clock_timestamp(),
      error = 'The file was never processed and its bytes have been deleted.'
    from (
      select j.job_id from ${jobs} j join ${files} f on f.file_id = j.file_id
      where ${isOfStayingAccount(sql, sql`j.account_id`)} and j.status = 'queued' and j.lease_epoch = 0 and ${ingestsFile(sql, sql`j`)} and f.status = 'pending'
        and f.uploaded_at <= statement_timestamp() - make_interval(days => ${RAW_KEPT_UNPROCESSED_DAYS})
      order by f.uploaded_at limit ${limit} for update of j skip locked
    ) waiting
    where j.job_id = waiting.job_id and j.status = 'queued'
    returning j.file_id`;
  await sql`
    update ${files} set status = 'canceled'
    where file_id = any(${canceled.map((row) => row.file_id)}::uuid[]) and status = 'pending'`;
  return canceled.length;
}

/**
 * Deletes bytes of files that were canceled, or read as long ago as the account keeps them. The job stays locked until its bytes are
 * deleted and marked. A concurrent manual retry waits for that, or came first and keeps its bytes.
 */
async function purgeRaw(sql: Sql, { limit, except }: Parameters<PurgePortion>[0], remove: Remove): Promise<number> {
  const held = await sql<{ file_id: string }[]>`
    select f.file_id from ${files} f join ${jobs} j on j.file_id = f.file_id and ${ingestsFile(sql, sql`j`)}
      join ${accounts} a on a.account_id = f.account_id
    where ${isOfStayingAccount(sql, sql`f.account_id`)} and f.raw_purged_at is null and not f.object_key = any(${except}::text[]) and (
      j.status = 'canceled'
      or (j.status in ('completed', 'failed')
        and j.completed_at <= statement_timestamp() - make_interval(hours => ${readFileHours(sql)})))
    order by f.uploaded_at limit ${limit} for no key update of j skip locked`;
  if (held.length === 0) return 0;
  // The files are checked again under the locks, because another run may have purged a file meanwhile.
  const due = await sql<{ object_key: string }[]>`
    select object_key from ${files} where file_id = any(${held.map((row) => row.file_id)}::uuid[]) and raw_purged_at is null`;
  const gone = await remove(due.map((row) => row.object_key));
  await sql`
    update ${files} set raw_purged_at = clock_timestamp()
    where file_id = any(${held.map((row) => row.file_id)}::uuid[]) and object_key = any(${gone}::text[]) and raw_purged_at is null`;
  return held.length;
}

/** Deletes expired records. Exceptions go an hour late, because they are stored before their job ends; reads hide them on time. */
async function deleteExpired(sql: Sql, limit: number): Promise<void> {
  const kinds = [
    { table: jobExceptions, time: sql`recorded_at`, keptHours: EXCEPTIONS_KEPT_DAYS * 24 + 1 },
    { table: outbox, time: sql`sent_at`, keptHours: DEAD_LETTER_RETENTION_DAYS * 24 },
    { table: deadLetters, time: sql`recorded_at`, keptHours: DEAD_LETTER_RETENTION_DAYS * 24 },
    { table: idempotencyKeys, time: sql`created_at`, keptHours: IDEMPOTENCY_KEYS_KEPT_HOURS },
    { table: signInCodes, time: sql`expires_at`, keptHours: 1 },
    { table: signInSessions, time: sql`expires_at`, keptHours: 1 },
    { table: recentInvitations, time: sql`invited_at`, keptHours: 24 },
    { table: taskRuns, time: sql`ran_at`, keptHours: TASK_RUNS_KEPT_DAYS * 24 },
  ].map(({ keptHours, ...kind }) => ({
    ...kind,
    end: sql`statement_timestamp() - make_interval(hours => ${keptHours})`,
  }));
  // The sign-in library counts attempts within a minute, and stores their time in milliseconds.
  const attempts = {
    table: signInAttempts,
    time: sql`last_request`,
    end: sql`(extract(epoch from statement_timestamp() - interval '1 hour') * 1000)::bigint`,
  };
  for (const { table, time, end } of [...kinds, attempts]) {
    await sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${time} <= ${end} order by ${time} limit ${limit}))`;
  }
  await deleteExceptionsEarly(sql, limit);
}

/** Deletes rejected rows of accounts that keep them for a shorter time. Jobs that ended before the longest time have none left. */
async function deleteExceptionsEarly(sql: Sql, limit: number): Promise<void> {
  await sql`
    delete from ${jobExceptions} where ctid = any(array(
      select e.ctid
      from ${accounts} a join ${jobs} j on j.account_id = a.account_id join ${jobExceptions} e on e.job_id = j.job_id
      where a.rejected_row_days is not null and j.exception_bytes > 0
        and j.completed_at <= statement_timestamp() - make_interval(days => ${rejectedRowDays(sql)})
        and j.completed_at > statement_timestamp() - make_interval(days => ${EXCEPTIONS_KEPT_DAYS + 1})
      limit ${limit}))`;
}

const REASON_EXPIRED = 'The reason quoted the file, and was deleted with its name.';

/** Replaces expired names file by file, because warnings and events of the book quote a name too. Locked rows are skipped. */
async function expireNames(sql: Sql, limit: number): Promise<void> {
  const expired = await sql<NamedFile[]>`
    select account_id as "accountId", file_id as "fileId", workspace_id as "workspaceId", carrier_id as "carrierId",
      original_filename as "originalFilename", checksum_sha256 as "checksumSha256"
    from ${files}
    where name_purged_at is null and status in ('failed', 'canceled', 'replaced', 'retracted')
      and coalesce(superseded_at, uploaded_at) <= statement_timestamp() - make_interval(days => ${NAMES_KEPT_DAYS})
    order by coalesce(superseded_at, uploaded_at) limit ${limit} for no key update skip locked`;
  for (const file of expired) {
    await purgeQuotes(sql, file);
    await purgeName(sql, file);
  }
  await sql`
    update ${intakeItems} set name = ${purgedName('')}, name_purged_at = clock_timestamp(),
      reason = case when reason is not null then ${REASON_EXPIRED} end
    where item_id = any(array(
      select item_id from ${intakeItems}
      where name_purged_at is null and file_id is null
        and received_at <= statement_timestamp() - make_interval(days => ${NAMES_KEPT_DAYS})
      order by received_at limit ${limit} for no key update skip locked))`;
}
