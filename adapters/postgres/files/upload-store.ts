import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { NewArchive, NewStatement, NewUpload, UploadStore } from '../../../app/files/accept-upload.ts';
import type { SecretBox } from '../../../app/webhooks/manage-webhooks.ts';
import { isRefused } from '../../../core/problem.ts';
import type { ArchiveDecision } from '../../../core/upload/decide-files.ts';
import type {
  EarlierBook,
  ExistingJob,
  PeriodFile,
  UploadContext,
  UploadDecision,
  UploadRequest,
} from '../../../core/upload/decide-upload.ts';
import { accounts, workspaces } from '../../../schema/accounts.ts';
import { carriers } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import { rollups } from '../../../schema/scores.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { holdCarrier } from '../carriers/carrier-store.ts';
import { earlierBooks } from '../carriers/shared-catalogue-store.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { activeFormat, visibleCarriers } from '../queries/book-scope.ts';
import { withoutContractedRate } from '../queries/expected-rate-rows.ts';
import { ingestsFile } from '../queries/member-lines.ts';
import { enqueueJobs } from '../queries/outbox.ts';
import { makeWebhookSecret } from '../webhooks/webhook-store.ts';
import { acceptedRetraction, laterUpload, lockPeriod } from './file-command-store.ts';
import { lockStorage, type StorageRow, storageUse, storageUseOf } from './storage-use.ts';

export function createUploadStore(database: Database, secretBox: SecretBox): UploadStore {
  return {
    loadContext: (request) => database.tenant(request.accountId, (sql) => loadContext(sql, request)),
    save: (upload, decide) =>
      database.tenant(upload.request.accountId, (sql) => save(sql, upload, { decide, secretBox })),
    saveArchive: (archive, decide) =>
      database.tenant(archive.request.accountId, (sql) => saveArchive(sql, archive, { decide, secretBox })),
  };
}

type Saved = Awaited<ReturnType<UploadStore['save']>>;

async function save(
  sql: Sql,
  { request, origin, fileId, objectKey }: NewUpload,
  { decide, secretBox }: { readonly decide: (context: UploadContext) => UploadDecision; readonly secretBox: SecretBox },
): Promise<Saved> {
  await lockForUpload(sql, request);
  const decision = decide(await loadContext(sql, request));
  if (isRefused(decision) || decision.kind !== 'accept') return { decision, accepted: null };
  const { workspaceId, mode } = decision;
  const { fileName, byteSize, checksumSha256 } = request;
  const statement = { fileName, byteSize, checksumSha256, fileId, objectKey, jobId: randomUUID(), mode };
  await insertStatements(sql, { request, origin, workspaceId, archive: null, statements: [statement] });
  const callbackSecret = await callbackSecretFor(sql, request, secretBox);
  return { decision, accepted: { jobId: statement.jobId, fileId, mode, callbackSecret } };
}

async function saveArchive(
  sql: Sql,
  { request, origin, archiveId, statements }: NewArchive,
  {
    decide,
    secretBox,
  }: { readonly decide: (context: UploadContext) => ArchiveDecision; readonly secretBox: SecretBox },
): Promise<Awaited<ReturnType<UploadStore['saveArchive']>>> {
  await lockForUpload(sql, request);
  const decision = decide(await loadContext(sql, request));
  if (isRefused(decision) || decision.kind !== 'accept') return { decision, accepted: null, callbackSecret: null };
  const { workspaceId, modes } = decision;
  const decided = statements.map((statement, index) => {
    const mode = modes[index];
    if (mode === undefined) throw new RangeError('The decision has no mode for a statement of the archive.');
    return { ...statement, jobId: randomUUID(), mode };
  });
  const archive = { archiveId, checksumSha256: request.checksumSha256 };
  await insertStatements(sql, { request, origin, workspaceId, archive, statements: decided });
  const accepted = decided.map(({ jobId, fileId, fileName, mode }) => ({ jobId, fileId, fileName, mode }));
  return { decision, accepted, callbackSecret: await callbackSecretFor(sql, request, secretBox) };
}

/** Takes the locks of an upload in this order: key, period, carrier, storage. Concurrent uploads then can't deadlock. */
async function lockForUpload(sql: Sql, request: UploadRequest): Promise<void> {
  if (request.idempotencyKey !== null) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`key ${request.accountId} ${request.idempotencyKey}`}, 0))`;
  }
  await lockPeriod(sql, request);
  await holdCarrier(sql, request);
  await lockStorage(sql, request.accountId);
}

interface DecidedStatements extends Pick<NewUpload, 'request' | 'origin'> {
  readonly workspaceId: string;
  readonly archive: { readonly archiveId: string; readonly checksumSha256: string } | null;
  readonly statements: readonly (NewStatement & {
    readonly jobId: string;
    readonly mode: 'ingest' | 'append' | 'replace';
  })[];
}

/**
 * Inserts files, jobs, messages and audit entries. The order of the statements becomes the order of acceptance. Only the first job has the
 * Idempotency-Key, because a key has one job; the others are found through their archive.
 */
async function insertStatements(
  sql: Sql,
  { request, origin, workspaceId, archive, statements }: DecidedStatements,
): Promise<void> {
  const column = <Value>(pick: (statement: DecidedStatements['statements'][number]) => Value) => statements.map(pick);
  const fileIds = column(({ fileId }) => fileId);
  const jobIds = column(({ jobId }) => jobId);
  await sql`
    insert into ${files} (file_id, account_id, workspace_id, carrier_id, period, original_filename, byte_size, checksum_sha256,
      source, status, object_key, stated_total, sent_to_carrier_id, archive_checksum_sha256)
    select s.file_id, ${request.accountId}, ${workspaceId}, ${request.carrierId}, ${request.period}, s.file_name, s.byte_size, s.checksum,
      ${request.source}, 'pending', s.object_key, ${request.statedTotal}::numeric, ${request.sentToCarrierId ?? null}::uuid,
      ${archive?.checksumSha256 ?? null}::text
    from unnest(${fileIds}::uuid[], ${column(({ fileName }) => fileName)}::text[], ${column(({ byteSize }) => byteSize)}::int[],
      ${column(({ checksumSha256 }) => checksumSha256)}::text[], ${column(({ objectKey }) => objectKey)}::text[])
      with ordinality as s (file_id, file_name, byte_size, checksum, object_key, nth)
    order by s.nth`;
  await sql`
    insert into ${jobs} (job_id, account_id, workspace_id, carrier_id, period, file_id, mode, status, webhook_url,
      idempotency_key, request_fingerprint, request_id, only_file_id, archive_id, estimates)
    select s.job_id, ${request.accountId}, ${workspaceId}, ${request.carrierId}, ${request.period}, s.file_id, s.mode, 'queued',
      ${request.webhookUrl}::text, case when s.nth = 1 then ${request.idempotencyKey}::text end, ${request.fingerprint},
      ${origin.requestId}, ${request.replaceFileId}::uuid, ${archive?.archiveId ?? null}::uuid, ${withoutContractedRate(sql, request)}
    from unnest(${jobIds}::uuid[], ${fileIds}::uuid[], ${column(({ mode }) => mode)}::text[])
      with ordinality as s (job_id, file_id, mode, nth)
    order by s.nth`;
  await enqueueJobs(sql, jobIds);
  for (const { fileId, jobId, mode, byteSize } of statements) {
    await recordAudit(sql, {
      accountId: request.accountId,
      origin,
      action: mode === 'replace' ? 'file.replace' : 'file.upload',
      target: fileId,
      meta: {
        jobId,
        carrierId: request.carrierId,
        period: request.period,
        mode,
        ...(request.replaceFileId === null ? {} : { replaceFileId: request.replaceFileId }),
        byteSize,
      },
    });
  }
}

/** Returns the secret that the request's callback is signed with, if it was made now. */
async function callbackSecretFor(
  sql: Sql,
  { accountId, webhookUrl }: UploadRequest,
  secretBox: SecretBox,
): Promise<string | null> {
  return webhookUrl === null ? null : await ensureCallbackSecret(sql, accountId, secretBox);
}

/** Makes the callback secret of the account. Returns it once, when it was made now, and null when there was one already. */
async function ensureCallbackSecret(sql: Sql, accountId: string, secretBox: SecretBox): Promise<string | null> {
  const { secret, sealed } = makeWebhookSecret(secretBox);
  const [made] = await orm(sql)
    .update(accounts)
    .set({ callbackSecretSealed: sealed })
    .where(and(eq(accounts.accountId, accountId), isNull(accounts.callbackSecretSealed)))
    .returning({ accountId: accounts.accountId });
  return made === undefined ? null : secret;
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
          select config ->> 'fileType' from ${activeFormat(sql, accountId, sql`c.carrier_id`)} active))
        from ${visibleCarriers(sql, accountId)} c where c.carrier_id = ${carrierId}) as carrier,
      (select jsonb_agg(jsonb_build_object('workspaceId', workspace_id, 'isDefault', is_default) order by created_at)
        from ${workspaces} where account_id = ${accountId}) as workspaces,
      (select jsonb_build_object('jobId', k.job_id, 'fileId', k.file_id, 'status', k.status, 'mode', k.mode,
            'fingerprint', k.request_fingerprint, 'period', k.period, 'fileName', kf.original_filename, 'carrierName', kc.name,
            'checksumSha256', coalesce(kf.archive_checksum_sha256, kf.checksum_sha256),
            'ofArchive', (select jsonb_agg(jsonb_build_object('jobId', aj.job_id, 'fileId', aj.file_id, 'status', aj.status,
                'fileName', af.original_filename) order by aj.position)
              from ${jobs} aj join ${files} af on af.file_id = aj.file_id where aj.account_id = ${accountId} and aj.archive_id = k.archive_id))
        from ${jobs} k join ${files} kf on kf.file_id = k.file_id join ${carriers} kc on kc.carrier_id = k.carrier_id
        where k.account_id = ${accountId} and k.idempotency_key = ${idempotencyKey}) as job_of_key,
      (select jsonb_agg(jsonb_build_object('fileId', f.file_id, 'workspaceId', f.workspace_id, 'status', f.status, 'checksumSha256', f.checksum_sha256,
            'fileName', f.original_filename, 'memberCount', coalesce(r.member_count, 0),
            'replacementPending', exists (select 1 ${laterUpload(sql, accountId)} and rf.status = 'pending')) order by f.position)
        from ${files} f
        join ${jobs} j on j.file_id = f.file_id and ${ingestsFile(sql, sql`j`)}
        left join ${rollups} r on r.workspace_id = f.workspace_id and r.carrier_id = f.carrier_id and r.period = f.period
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
