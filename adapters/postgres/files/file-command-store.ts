import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type postgres from 'postgres';
import type { AcceptedJob } from '../../../app/files/accept-upload.ts';
import type {
  AcceptedCommand,
  CommandDecision,
  FileCommandStore,
  StoredCopies,
} from '../../../app/files/command-files.ts';
import type { FileStatus, JobMode } from '../../../core/job/period-files.ts';
import type { Period } from '../../../core/period.ts';
import type { Refused } from '../../../core/problem.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import type { FileSituation, RetrySituation } from '../../../core/upload/decide-files.ts';
import { files, jobs } from '../../../schema/files.ts';
import { intakeItems } from '../../../schema/intake.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { withoutContractedRate } from '../queries/expected-rate-rows.ts';
import { ingestsFile } from '../queries/member-lines.ts';
import { enqueueJobs } from '../queries/outbox.ts';
import { dropsOf, purgeName, purgeQuotes } from './due-deletion-store.ts';
import { countOpenJobs, lockStorage } from './storage-use.ts';

/**
 * Serialises acceptances for one carrier and period of an account. It is not the book's lock, because an upload must not wait for a
 * worker that scores. A hash collision only causes a wait.
 */
export async function lockPeriod(
  sql: Sql,
  { accountId, carrierId, period }: { readonly accountId: string; readonly carrierId: string; readonly period: Period },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`period ${accountId} ${carrierId} ${period}`}, 0))`;
}

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

export function createFileCommandStore(database: Database): FileCommandStore {
  return {
    submit: (command, decision) => database.tenant(command.accountId, (sql) => submit(sql, command, decision)),
    retry: (command, decision) => database.tenant(command.accountId, (sql) => retry(sql, command, decision)),
    purge: (command, decide, remove) =>
      database.tenant(command.accountId, (sql) => purge(sql, command, { decide, remove })),
    purgeUnreadMail: (accountId, limit, remove) =>
      database.tenant(accountId, (sql) => purgeUnreadMail(sql, { accountId, limit }, remove)),
  };
}

interface FileRow {
  file_id: string;
  workspace_id: string;
  carrier_id: string;
  period: Period;
  object_key: string;
  original_filename: string;
  checksum_sha256: string;
  status: FileStatus;
  retract_accepted: boolean;
  replacement_pending: boolean;
}

/** Returns the file under its period's lock, or null when the account has no such file. */
async function lockFile(sql: Sql, accountId: string, fileId: string): Promise<FileRow | null> {
  const [place] = await orm(sql)
    .select({ carrierId: files.carrierId, period: files.period })
    .from(files)
    .where(and(eq(files.accountId, accountId), eq(files.fileId, fileId)));
  if (place === undefined) return null;
  await lockPeriod(sql, { accountId, ...place });
  const [file] = await sql<FileRow[]>`
    select f.file_id, f.workspace_id, f.carrier_id, f.period, f.object_key, f.original_filename, f.checksum_sha256, f.status,
      exists (
        select 1 ${acceptedRetraction(sql, accountId)}
          and not exists (select 1 ${laterUpload(sql, accountId)} and r.position < t.position)) as retract_accepted,
      exists (select 1 ${laterUpload(sql, accountId)} and rf.status = 'pending') as replacement_pending
    from ${files} f join ${jobs} j on j.file_id = f.file_id and ${ingestsFile(sql, sql`j`)}
    where f.account_id = ${accountId} and f.file_id = ${fileId}`;
  return file ?? null;
}

const situationOf = (file: FileRow): FileSituation => ({
  status: file.status,
  retractAccepted: file.retract_accepted,
  replacementPending: file.replacement_pending,
});

async function submit(
  sql: Sql,
  { accountId, fileId, mode, only = false, origin }: Parameters<FileCommandStore['submit']>[0],
  { decide, decideOpenJobs }: CommandDecision<FileSituation>,
): Promise<AcceptedCommand | Refused | null> {
  const file = await lockFile(sql, accountId, fileId);
  if (file === null) return null;
  const refusal = decide(situationOf(file)) ?? decideOpenJobs(await lockOpenJobs(sql, accountId));
  if (refusal !== null) return refusal;
  // The names are read before the job is stored, because the stored job would exclude these files.
  const takesBack = mode === 'retract' && !only ? await namesOfStaying(sql, accountId, file) : [];
  const jobId = randomUUID();
  const { workspace_id: workspaceId, carrier_id: carrierId, period } = file;
  await orm(sql)
    .insert(jobs)
    .values({
      ...{ jobId, accountId, workspaceId, carrierId, period, fileId, mode },
      status: 'queued',
      requestId: origin.requestId,
      onlyFileId: only ? fileId : null,
    });
  await enqueueJobs(sql, [jobId]);
  await recordAudit(sql, {
    accountId,
    origin,
    action: `file.${mode}`,
    target: fileId,
    meta: { jobId, period, ...(only ? { only } : {}) },
  });
  return { jobId, fileId, mode, takesBack };
}

/** Returns names of active and pending files of the month, without those that another upload is about to replace. */
async function namesOfStaying(
  sql: Sql,
  accountId: string,
  { workspace_id, carrier_id, period }: FileRow,
): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select f.original_filename as name
    from ${files} f join ${jobs} j on j.file_id = f.file_id and ${ingestsFile(sql, sql`j`)}
    where f.account_id = ${accountId} and f.workspace_id = ${workspace_id} and f.carrier_id = ${carrier_id} and f.period = ${period}
      and f.status in ('active', 'pending')
      and not exists (select 1 ${acceptedRetraction(sql, accountId)}) and not exists (select 1 ${laterUpload(sql, accountId)})
    order by j.position`;
  return rows.map(({ name }) => name);
}

/** Locks the account's storage until the transaction ends, and counts its open jobs. Accepting a file takes the same lock. */
async function lockOpenJobs(sql: Sql, accountId: string): Promise<{ readonly openJobs: number }> {
  await lockStorage(sql, accountId);
  const [row] = await sql<{ openJobs: number }[]>`select ${countOpenJobs(sql, accountId)}::int as "openJobs"`;
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}

interface RetryRow {
  job_id: string;
  file_id: string;
  carrier_id: string;
  period: Period;
  mode: JobMode;
  job_status: string;
  raw_purged: boolean;
  superseded: boolean;
  retract_accepted: boolean;
  identical: boolean;
  target: RetrySituation['target'];
}

/**
 * Loads what a retry is decided from. A later upload or replacement would supersede this file, and an append of the same bytes would count
 * every line twice, so either one holds the period. A later replacement of a file that this job replaces too holds it as well, because
 * both would be active in the end.
 */
async function loadRetry(sql: Sql, accountId: string, jobId: string): Promise<RetryRow | undefined> {
  const [row] = await sql<RetryRow[]>`
    select j.job_id, j.file_id, j.carrier_id, j.period, j.mode, j.status as job_status, f.raw_purged_at is not null as raw_purged,
      coalesce(bool_or(oj.position > j.position
        and ((oj.mode in ('ingest', 'replace') and (oj.archive_id = j.archive_id) is not true
            and (oj.only_file_id is null or oj.only_file_id = j.file_id or oj.only_file_id = j.only_file_id
              or (j.mode in ('ingest', 'replace') and j.only_file_id is null)))
          or o.checksum_sha256 = f.checksum_sha256)), false) as superseded,
      coalesce(bool_or(o.checksum_sha256 = f.checksum_sha256 and o.file_id is distinct from j.only_file_id), false) as identical,
      case when j.only_file_id is null then 'none' when j.only_file_id in (${filesThatStay(sql, accountId)}) then 'counts'
        else 'gone' end as target,
      exists (select 1 ${acceptedRetraction(sql, accountId)}) as retract_accepted
    from ${jobs} j
    join ${files} f on f.file_id = j.file_id
    left join ${files} o on o.account_id = j.account_id and o.workspace_id = j.workspace_id and o.carrier_id = j.carrier_id
      and o.period = j.period and o.file_id <> j.file_id and o.status in ('pending', 'active')
    left join ${jobs} oj on oj.file_id = o.file_id and ${ingestsFile(sql, sql`oj`)}
    where j.account_id = ${accountId} and j.job_id = ${jobId}
    group by j.job_id, f.file_id`;
  return row;
}

/** Selects active files that no job accepted since will remove. Its `j` differs from the `j` of the outer query. */
const filesThatStay = (sql: Sql, accountId: string) => sql`
  select target.file_id from ${files} target join ${jobs} j on j.file_id = target.file_id and ${ingestsFile(sql, sql`j`)}
  where target.account_id = ${accountId} and target.status = 'active'
    and not exists (select 1 ${acceptedRetraction(sql, accountId)}) and not exists (select 1 ${laterUpload(sql, accountId)})`;

async function retry(
  sql: Sql,
  { accountId, jobId, origin }: { readonly accountId: string; readonly jobId: string; readonly origin: RequestOrigin },
  { decide, decideOpenJobs }: CommandDecision<RetrySituation>,
): Promise<AcceptedJob | Refused | null> {
  const place = await loadRetry(sql, accountId, jobId);
  if (place === undefined) return null;
  await lockPeriod(sql, { accountId, carrierId: place.carrier_id, period: place.period });
  // This waits for a purge that has the job; a purge that comes later skips it.
  await sql`select 1 from ${jobs} where account_id = ${accountId} and job_id = ${jobId} for no key update`;
  const job = await loadRetry(sql, accountId, jobId);
  if (job === undefined) return null;
  const decided = decide({
    jobStatus: job.job_status,
    mode: job.mode,
    rawPurged: job.raw_purged,
    superseded: job.superseded,
    retractAccepted: job.retract_accepted,
    identical: job.identical,
    target: job.target,
  });
  const refusal = decided ?? decideOpenJobs(await lockOpenJobs(sql, accountId));
  if (refusal !== null) return refusal;
  await sql`
    update ${jobs} set status = 'queued', attempts = 0, timeouts = 0, error = null, error_code = null, completed_at = null,
      queued_at = clock_timestamp(), progress_stage = 'queued', progress_percent = 0,
      estimates = estimates or ${withoutContractedRate(sql, { accountId, carrierId: place.carrier_id })}
    where account_id = ${accountId} and job_id = ${jobId} and status = 'failed'`;
  await orm(sql)
    .update(files)
    .set({ status: 'pending' })
    .where(and(eq(files.accountId, accountId), eq(files.fileId, job.file_id), eq(files.status, 'failed')));
  await enqueueJobs(sql, [jobId]);
  await recordAudit(sql, { accountId, origin, action: 'job.retry', target: jobId, meta: { fileId: job.file_id } });
  return { jobId, fileId: job.file_id, mode: job.mode };
}

/**
 * Purges a file under the lock of its period, which a retry of its job waits for. Everything is deleted before anything is marked, so that
 * an interrupted purge can be repeated.
 */
async function purge(
  sql: Sql,
  { accountId, fileId, origin }: Parameters<FileCommandStore['purge']>[0],
  {
    decide,
    remove,
  }: {
    readonly decide: CommandDecision<FileSituation>['decide'];
    readonly remove: (copies: StoredCopies) => Promise<readonly string[]>;
  },
): Promise<{ readonly fileId: string } | Refused | null> {
  const file = await lockFile(sql, accountId, fileId);
  if (file === null) return null;
  const refusal = decide(situationOf(file));
  if (refusal !== null) return refusal;
  const named = {
    accountId,
    fileId,
    workspaceId: file.workspace_id,
    carrierId: file.carrier_id,
    originalFilename: file.original_filename,
    checksumSha256: file.checksum_sha256,
  };
  const drops = await sql<{ object_key: string }[]>`
    select distinct object_key from ${intakeItems} where ${dropsOf(sql, named)} and object_key is not null`;
  const gone = await remove({ objectKey: file.object_key, dropKeys: drops.map(({ object_key: key }) => key) });
  // Several attachments share one message.
  await sql`
    update ${intakeItems} set object_key = null where account_id = ${accountId} and object_key = any(${gone}::text[])`;
  await purgeQuotes(sql, named);
  await purgeName(sql, named);
  const [marked] = await orm(sql)
    .update(files)
    .set({ rawPurgedAt: clockTime })
    .where(and(eq(files.accountId, accountId), eq(files.fileId, fileId), isNull(files.rawPurgedAt)))
    .returning({ fileId: files.fileId });
  if (marked !== undefined) await recordAudit(sql, { accountId, origin, action: 'file.purge', target: fileId });
  return { fileId };
}

/** Removes messages without a checksum, whose attachments were not read. Concurrent purges get different messages. */
async function purgeUnreadMail(
  sql: Sql,
  { accountId, limit }: { readonly accountId: string; readonly limit: number },
  remove: (objectKey: string) => Promise<void>,
): Promise<number> {
  const items = await sql<{ object_key: string }[]>`
    select object_key from ${intakeItems}
    where account_id = ${accountId} and source = 'email' and object_key is not null and checksum_sha256 is null
    order by position limit ${limit} for no key update skip locked`;
  const keys = [...new Set(items.map(({ object_key: key }) => key))];
  for (const key of keys) await remove(key);
  await sql`
    update ${intakeItems} set object_key = null where account_id = ${accountId} and object_key = any(${keys}::text[])`;
  return keys.length;
}
