import { randomUUID } from 'node:crypto';
import type { NewUpload, UploadStore } from '../../../app/files/upload-ports.ts';
import type { SecretBox } from '../../../app/webhooks/webhook-ports.ts';
import { isRefused } from '../../../core/problem.ts';
import type { EarlierBook } from '../../../core/upload/continued-book.ts';
import type {
  ExistingJob,
  PeriodFile,
  UploadContext,
  UploadDecision,
  UploadRequest,
} from '../../../core/upload/decide-upload.ts';
import { recordAudit } from '../accounts/audit.ts';
import { holdCarrier } from '../book/hold-carrier.ts';
import { lockPeriod } from '../book/period-lock.ts';
import { earlierBooks } from '../carriers/successions.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { ingestsFile } from '../jobs/ingests-file.ts';
import { enqueueJobs } from '../jobs/outbox.ts';
import { withoutContractedRate } from '../rates/expected-rate-rows.ts';
import { makeWebhookSecret } from '../webhooks/webhook-secret.ts';
import { acceptedRetraction, laterUpload } from './accepted-retraction.ts';
import { lockStorage, type StorageRow, storageUse, storageUseOf } from './storage-use.ts';

export function createUploadStore(database: Database, secretBox: SecretBox): UploadStore {
  return {
    loadContext: (request) => database.tenant(request.accountId, (sql) => loadContext(sql, request)),
    save: (upload, decide) =>
      database.tenant(upload.request.accountId, (sql) => save(sql, upload, { decide, secretBox })),
  };
}

type Saved = Awaited<ReturnType<UploadStore['save']>>;

async function save(
  sql: Sql,
  upload: NewUpload,
  { decide, secretBox }: { readonly decide: (context: UploadContext) => UploadDecision; readonly secretBox: SecretBox },
): Promise<Saved> {
  const { request } = upload;
  // Locks are taken in this order: key, period, carrier, storage. Concurrent uploads then can't deadlock.
  if (request.idempotencyKey !== null) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`key ${request.accountId} ${request.idempotencyKey}`}, 0))`;
  }
  await lockPeriod(sql, request);
  await holdCarrier(sql, request);
  await lockStorage(sql, request.accountId);
  const decision = decide(await loadContext(sql, request));
  if (isRefused(decision) || decision.kind !== 'accept') return { decision, accepted: null };
  const jobId = randomUUID();
  await insertFileAndJob(sql, upload, { jobId, ...decision });
  await enqueueJobs(sql, [jobId]);
  await recordAudit(sql, {
    accountId: request.accountId,
    origin: upload.origin,
    action: decision.mode === 'replace' ? 'file.replace' : 'file.upload',
    target: upload.fileId,
    meta: {
      jobId,
      carrierId: request.carrierId,
      period: request.period,
      mode: decision.mode,
      ...(request.replaceFileId === null ? {} : { replaceFileId: request.replaceFileId }),
      byteSize: request.byteSize,
    },
  });
  const callbackSecret =
    request.webhookUrl === null ? null : await ensureCallbackSecret(sql, request.accountId, secretBox);
  return { decision, accepted: { jobId, fileId: upload.fileId, mode: decision.mode, callbackSecret } };
}

async function insertFileAndJob(
  sql: Sql,
  { request, origin, fileId, objectKey }: NewUpload,
  { jobId, workspaceId, mode }: { readonly jobId: string; readonly workspaceId: string; readonly mode: string },
): Promise<void> {
  await sql`
    insert into files (file_id, account_id, workspace_id, carrier_id, period, original_filename, byte_size, checksum_sha256,
      source, status, object_key, stated_total, sent_to_carrier_id)
    values (${fileId}, ${request.accountId}, ${workspaceId}, ${request.carrierId}, ${request.period}, ${request.fileName},
      ${request.byteSize}, ${request.checksumSha256}, ${request.source}, 'pending', ${objectKey}, ${request.statedTotal},
      ${request.sentToCarrierId ?? null})`;
  await sql`
    insert into jobs (job_id, account_id, workspace_id, carrier_id, period, file_id, mode, status, webhook_url,
      idempotency_key, request_fingerprint, request_id, only_file_id, estimates)
    values (${jobId}, ${request.accountId}, ${workspaceId}, ${request.carrierId}, ${request.period}, ${fileId}, ${mode},
      'queued', ${request.webhookUrl}, ${request.idempotencyKey}, ${request.fingerprint}, ${origin.requestId},
      ${request.replaceFileId}, ${withoutContractedRate(sql, request)})`;
}

/** Makes the callback secret of the account. Returns it once, when it was made now, and null when there was one already. */
async function ensureCallbackSecret(sql: Sql, accountId: string, secretBox: SecretBox): Promise<string | null> {
  const { secret, sealed } = makeWebhookSecret(secretBox);
  const made = await sql`
    update accounts set callback_secret_sealed = ${sealed}
    where account_id = ${accountId} and callback_secret_sealed is null`;
  return made.count === 1 ? secret : null;
}

interface ContextRow {
  carrier: UploadContext['carrier'];
  workspaces: UploadContext['workspaces'] | null;
  job_of_key: ExistingJob | null;
  period_files: PeriodFile[] | null;
  earlier_books: EarlierBook[] | null;
  storage: StorageRow;
}

/** Loads the decision's context in one round trip. A file under an accepted retraction no longer holds its period. */
async function loadContext(sql: Sql, request: UploadRequest): Promise<UploadContext> {
  const { accountId, carrierId, period, idempotencyKey } = request;
  const [row] = await sql<ContextRow[]>`
    select
      (select jsonb_build_object('name', c.name, 'fileType', (
          select config ->> 'fileType' from statement_configs s
          where s.carrier_id = c.carrier_id and (s.account_id = ${accountId} or s.account_id is null) and s.removed_at is null
          order by s.account_id nulls last, s.version desc limit 1))
        from carriers c where c.carrier_id = ${carrierId} and (c.account_id = ${accountId} or c.account_id is null)) as carrier,
      (select jsonb_agg(jsonb_build_object('workspaceId', workspace_id, 'isDefault', is_default) order by created_at)
        from workspaces where account_id = ${accountId}) as workspaces,
      (select jsonb_build_object('jobId', k.job_id, 'fileId', k.file_id, 'status', k.status, 'mode', k.mode,
            'fingerprint', k.request_fingerprint, 'period', k.period, 'fileName', kf.original_filename, 'carrierName', kc.name)
        from jobs k join files kf on kf.file_id = k.file_id join carriers kc on kc.carrier_id = k.carrier_id
        where k.account_id = ${accountId} and k.idempotency_key = ${idempotencyKey}) as job_of_key,
      (select jsonb_agg(jsonb_build_object('fileId', f.file_id, 'workspaceId', f.workspace_id, 'status', f.status, 'checksumSha256', f.checksum_sha256,
            'fileName', f.original_filename, 'memberCount', coalesce(r.member_count, 0),
            'replacementPending', exists (select 1 ${laterUpload(sql, accountId)} and rf.status = 'pending')) order by f.position)
        from files f
        join jobs j on j.file_id = f.file_id and ${ingestsFile(sql, sql`j`)}
        left join rollups r on r.workspace_id = f.workspace_id and r.carrier_id = f.carrier_id and r.period = f.period
        where f.account_id = ${accountId} and f.carrier_id = ${carrierId} and f.period = ${period} and f.status in ('pending', 'active')
          and not exists (select 1 ${acceptedRetraction(sql, accountId)})
      ) as period_files,
      ${earlierBooks(sql, request)} as earlier_books,
      ${storageUse(sql, accountId)} as storage`;
  if (row === undefined) throw new Error('The statement returned no row.');
  return {
    carrier: row.carrier,
    workspaces: row.workspaces ?? [],
    jobOfKey: row.job_of_key,
    periodFiles: row.period_files ?? [],
    earlierBooks: row.earlier_books ?? [],
    storage: storageUseOf(row.storage),
  };
}
