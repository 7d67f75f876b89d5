import { and, eq } from 'drizzle-orm';
import type {
  ExceptionRows,
  JobFailure,
  JobProgress,
  JobResult,
  JobStore,
  LeasedJob,
} from '../../../app/jobs/job-store.ts';
import type { DeadLetter } from '../../../app/platform/queue.ts';
import type { JobMode } from '../../../core/job/period-files.ts';
import { WORKER_TIMEOUT_SECONDS } from '../../../core/limits/job-limits.ts';
import { previousLayouts, readStoredConfig } from '../../../core/statement/config.ts';
import { displayedText } from '../../../core/statement/displayed-text.ts';
import type { RowFailure } from '../../../core/statement/line.ts';
import { files, jobExceptions, jobs } from '../../../schema/files.ts';
import { accountEvents } from '../../../schema/webhooks.ts';
import { laterLayouts } from '../carriers/shared-catalogue-store.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import { arrayText, type Sql } from '../connection/sql.ts';
import { activeFormat, formatPrecedence, usableFormats } from '../queries/book-scope.ts';
import { ingestsFile } from '../queries/member-lines.ts';
import { isOfStayingAccount, recordDeadLetter } from '../queries/outbox.ts';
import { integer, smallint, texts, type WrittenType } from '../records/column-types.ts';
import { bulkInsert, required, written, writtenRecord } from '../records/stored-record.ts';
import { writeJobEvents } from '../webhooks/job-events.ts';

/** Jobs in PostgreSQL. Every change compares state and epoch in the statement that makes it (docs/reference/security.md#jobs). */
export function createJobStore(database: Database): JobStore {
  return {
    lease: (jobId, leaseId) => database.system((sql) => leaseJob(sql, jobId, leaseId)),
    reportProgress: (job, progress) => database.tenant(job.accountId, (sql) => reportProgress(sql, job, progress)),
    release: (job, error) => database.tenant(job.accountId, (sql) => releaseJob(sql, job, error)),
    fail: (job, failure) => database.tenant(job.accountId, (sql) => failJob(sql, job, failure)),
    ...createDeadJobStore(database),
  };
}

/** Makes the store for the function that ends dead jobs, which does not need the readers of statements. */
export function createDeadJobStore(database: Database): Pick<JobStore, 'failDead'> {
  return { failDead: (jobId, letter) => database.system((sql) => failDeadJob(sql, jobId, letter)) };
}

interface LeasedRow {
  job_id: string;
  request_id: string | null;
  account_id: string;
  workspace_id: string;
  carrier_id: string;
  lease_epoch: number;
  attempts: number;
  mode: JobMode;
  uploaded_seconds_ago: number | null;
  others_at_work: number;
  others_waiting: number;
  period: string;
  rates_from: string | null;
  file_id: string;
  original_filename: string;
  object_key: string;
  checksum_sha256: string;
  stated_total: string | null;
  config_id: string | null;
  config_version: number | null;
  config: unknown;
  known: { headers: string[]; sheets: string[] | null } | null;
  older_configs: { configId: string; version: number; config: unknown }[] | null;
  later_layouts: { carrierName: string; config: unknown }[] | null;
}

/** Claims a job. The row lock serialises concurrent claims; the second finds the job no longer queued, unless it has the same claim id. */
async function leaseJob(sql: Sql, jobId: string, leaseId: string): Promise<LeasedJob | null> {
  const free = sql`(j.status = 'queued' or (j.status = 'processing' and j.claim_id = ${leaseId}))`;
  const [row] = await sql<LeasedRow[]>`
    with picked as (
      select j.job_id, c.config_id, c.version, c.config
      from ${jobs} j
      left join lateral ${activeFormat(sql, sql`j.account_id`, sql`j.carrier_id`)} c on true
      where j.job_id = ${jobId} and ${free} and ${isOfStayingAccount(sql, sql`j.account_id`)}
      for update of j
    )
    update ${jobs} j
    set status = 'processing', claim_id = ${leaseId}, started_at = clock_timestamp(),
        lease_epoch = j.lease_epoch + (j.status = 'queued')::int, attempts = j.attempts + (j.status = 'queued')::int,
        config_id = picked.config_id, config_version = picked.version, progress_stage = 'reading', progress_percent = 0
    from picked, ${files} f
    where j.job_id = picked.job_id and ${free} and f.file_id = j.file_id
    returning j.job_id, j.request_id, j.account_id, j.workspace_id, j.carrier_id, j.lease_epoch, j.attempts, j.mode, j.period,
      j.rates_from, f.file_id, f.original_filename, f.object_key, f.checksum_sha256, f.stated_total, picked.config_id, j.config_version, picked.config,
      case when ${ingestsFile(sql, sql`j`)} and not exists (select from ${accountEvents} e where e.job_id = j.job_id)
        then extract(epoch from clock_timestamp() - j.created_at)::float8 end as uploaded_seconds_ago,
      -- A job that nobody reported on for so long belongs to a worker that died.
      (select count(*)::int from ${jobs} o where o.account_id = j.account_id and o.status = 'processing' and o.job_id <> j.job_id
        and o.started_at > clock_timestamp() - make_interval(secs => ${WORKER_TIMEOUT_SECONDS})) as others_at_work,
      (select count(*)::int from ${jobs} o where o.account_id = j.account_id and o.status = 'queued' and o.job_id <> j.job_id)
        as others_waiting,
      (select jsonb_build_object('headers', earlier.exception_headers, 'sheets', earlier.sheet_names) from ${jobs} earlier
        where earlier.account_id = j.account_id and earlier.workspace_id = j.workspace_id and earlier.carrier_id = j.carrier_id
          and earlier.status = 'completed' and earlier.exception_headers is not null
        order by earlier.position desc limit 1) as known,
      case when picked.config -> 'readsPrevious' = 'true' then (
        select jsonb_agg(jsonb_build_object('configId', s.config_id, 'version', s.version, 'config', s.config)
          order by ${formatPrecedence(sql)})
        from ${usableFormats(sql, sql`j.account_id`, sql`j.carrier_id`)} s
        where s.config_id <> picked.config_id) end as older_configs,
      ${laterLayouts(sql)} as later_layouts`;
  return row === undefined ? null : leasedJobFrom(row);
}

function leasedJobFrom(row: LeasedRow): LeasedJob {
  const config = storedConfig(row);
  return {
    jobId: row.job_id,
    requestId: row.request_id,
    accountId: row.account_id,
    workspaceId: row.workspace_id,
    carrierId: row.carrier_id,
    leaseEpoch: row.lease_epoch,
    attempt: row.attempts,
    mode: row.mode,
    othersAtWork: row.others_at_work,
    othersWaiting: row.others_waiting,
    uploadedSecondsAgo: row.uploaded_seconds_ago,
    period: row.period,
    ratesFrom: row.rates_from,
    file: {
      fileId: row.file_id,
      fileName: row.original_filename,
      objectKey: row.object_key,
      checksumSha256: row.checksum_sha256,
      statedTotal: row.stated_total,
    },
    knownHeaders: row.known?.headers ?? null,
    knownSheets: row.known?.sheets ?? null,
    config,
    previousLayouts:
      config === null ? [] : previousLayouts(config.config, (row.older_configs ?? []).flatMap(ofThisRelease)),
    laterLayouts: (row.later_layouts ?? []).flatMap(({ carrierName, config: stored }) => {
      const { config, laterOptions } = readStoredConfig(stored);
      return laterOptions.length === 0 ? [{ carrierName, config }] : [];
    }),
  };
}

/** Leaves out a version with options of a later release. */
function ofThisRelease({ configId, version, config: stored }: { configId: string; version: number; config: unknown }) {
  const { config, laterOptions } = readStoredConfig(stored);
  return laterOptions.length === 0 ? [{ configId, version, config }] : [];
}

function storedConfig(row: LeasedRow): LeasedJob['config'] {
  if (row.config_id === null || row.config_version === null) return null;
  return { configId: row.config_id, version: row.config_version, ...readStoredConfig(row.config) };
}

/**
 * Reports progress without waiting for locks. The worker reports on another connection, while the transaction of its book is open. A
 * process that holds the job's row may wait for that transaction, and the database can't detect that deadlock.
 */
async function reportProgress(sql: Sql, job: LeasedJob, progress: JobProgress): Promise<boolean> {
  const updated = await sql`
    update ${jobs} set progress_stage = ${progress.stage}, progress_percent = ${progress.percent}
    where job_id = (
      select job_id from ${jobs}
      where account_id = ${job.accountId} and job_id = ${job.jobId} and status = 'processing' and lease_epoch = ${job.leaseEpoch}
      for no key update skip locked)`;
  return updated.count === 1;
}

async function releaseJob(sql: Sql, job: LeasedJob, error: string | null): Promise<boolean> {
  const updated = await sql`
    update ${jobs} set status = 'queued', error = coalesce(${error}, error), attempts = attempts - ${error === null ? 1 : 0}::int,
      queued_at = clock_timestamp(), progress_stage = 'queued', progress_percent = 0
    where account_id = ${job.accountId} and job_id = ${job.jobId} and status = 'processing' and lease_epoch = ${job.leaseEpoch}`;
  return updated.count === 1;
}

async function failJob(sql: Sql, job: LeasedJob, failure: JobFailure): Promise<boolean> {
  const [failed] = await orm(sql)
    .update(jobs)
    .set({ status: 'failed', error: failure.error, errorCode: failure.errorCode, completedAt: clockTime })
    .where(
      and(
        eq(jobs.accountId, job.accountId),
        eq(jobs.jobId, job.jobId),
        eq(jobs.status, 'processing'),
        eq(jobs.leaseEpoch, job.leaseEpoch),
      ),
    )
    .returning({ jobId: jobs.jobId });
  if (failed === undefined) return false;
  await saveExceptions(sql, job, failure.exceptions);
  await concludeFailures(sql, [job.jobId]);
  return true;
}

/** Completes failures in the same transaction: their files no longer hold a period, and their events are written. */
export async function concludeFailures(sql: Sql, jobIds: readonly string[]): Promise<void> {
  await sql`
    update ${files} f set status = 'failed' from ${jobs} j
    where j.job_id = any(${jobIds}::uuid[]) and f.account_id = j.account_id and f.file_id = j.file_id and f.status = 'pending'
      and ${ingestsFile(sql, sql`j`)}`;
  await writeJobEvents(sql, jobIds);
}

/** Completes a job. Throws LeaseLost when another worker has leased it, which rolls back everything that this worker wrote. */
export async function completeJob(
  sql: Sql,
  job: LeasedJob,
  { result, exceptions }: { readonly result: JobResult; readonly exceptions: ExceptionRows | null },
): Promise<void> {
  await saveExceptions(sql, job, exceptions);
  const updated = await sql`
    update ${jobs} set status = 'completed', stats = ${JSON.stringify(result.stats)}::text::jsonb,
      warnings = ${JSON.stringify(result.warnings)}::text::jsonb,
      sheet_names = ${result.sheets === null ? null : arrayText(result.sheets)}::text::text[], error = null, error_code = null,
      config_id = coalesce(${result.readWith?.configId ?? null}::uuid, config_id),
      config_version = coalesce(${result.readWith?.version ?? null}::integer, config_version),
      progress_stage = 'completed', progress_percent = 100, completed_at = clock_timestamp()
    where account_id = ${job.accountId} and job_id = ${job.jobId} and status = 'processing' and lease_epoch = ${job.leaseEpoch}`;
  if (updated.count === 0) throw new LeaseLost(job.jobId);
  await writeJobEvents(sql, [job.jobId]);
}

/** Another worker has leased this worker's job. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor(jobId: string) {
    super(`Job ${jobId} has been leased by another worker.`);
  }
}

const cellsAsJson: WrittenType<RowFailure['cells']> = {
  type: 'jsonb',
  encode: (cells) => JSON.stringify(cells.map(displayedText)),
};

const FAILURE = writtenRecord<RowFailure>({
  sheet: required(jobExceptions.sheet, smallint),
  row: required(jobExceptions.rowNumber, integer),
  errors: required(jobExceptions.errors, texts),
  cells: written(jobExceptions.cells, cellsAsJson),
});

async function saveExceptions(sql: Sql, job: LeasedJob, exceptions: ExceptionRows | null): Promise<void> {
  const { accountId, jobId } = job;
  await orm(sql)
    .delete(jobExceptions)
    .where(and(eq(jobExceptions.accountId, accountId), eq(jobExceptions.jobId, jobId)));
  const failures = exceptions?.failures ?? [];
  await sql`
    update ${jobs} set exception_headers = ${exceptions === null ? null : arrayText(exceptions.headers)}::text::text[],
      exception_row_count = ${failures.length}, exception_bytes = 0
    where account_id = ${accountId} and job_id = ${jobId}`;
  const constants = { account_id: accountId, job_id: jobId };
  await bulkInsert(sql, { table: jobExceptions, constants, record: FAILURE }, failures);
  if (failures.length === 0) return;
  await sql`
    update ${jobs} set exception_bytes = (
      select sum(pg_column_size(cells) + pg_column_size(errors)) from ${jobExceptions}
      where account_id = ${accountId} and job_id = ${jobId})
    where account_id = ${accountId} and job_id = ${jobId}`;
}

/** Fails a job whose message is dead, because it would otherwise wait or be recovered for ever. An ended job is left unchanged. */
async function failDeadJob(sql: Sql, jobId: string | null, letter: DeadLetter): Promise<void> {
  await recordDeadLetter(sql, letter);
  const failed = await sql<{ job_id: string }[]>`
    update ${jobs} set status = 'failed', completed_at = clock_timestamp(),
      error = coalesce(error, 'The statement could not be processed: every try ended without an answer.')
    where job_id = ${jobId} and status in ('queued', 'processing')
    returning job_id`;
  await concludeFailures(
    sql,
    failed.map((job) => job.job_id),
  );
}
