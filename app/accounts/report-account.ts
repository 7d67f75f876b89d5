import { z } from 'zod';
import {
  EXCEPTIONS_KEPT_DAYS,
  RAW_KEPT_AFTER_PROCESSING_HOURS_MAX,
  RAW_KEPT_UNPROCESSED_DAYS,
} from '../../core/limits/account-limits.ts';
import { OPEN_JOBS_MAX, WEBHOOK_DELIVERIES_KEPT_DAYS } from '../../core/limits/job-limits.ts';
import type { Exported, OffsetPage, OffsetPosition, TimeOrder } from '../../core/page.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { type StorageUse, storageLimit, storedBytes } from '../../core/storage-quota.ts';
import { jsonValue } from '../platform/shared-fields.ts';

/** Reports an account's use of its limits, and its audit trail. */

export interface StorageReads {
  find(accountId: string): Promise<StorageUse>;
}

export const auditEntry = z
  .object({
    id: z.string(),
    actor: z.string().describe('`token:<id>`, `operator`, `sftp:<user>` or `email:<address>`.'),
    action: z.string(),
    target: z.string().nullable().describe('The id of what was changed.'),
    meta: z.record(z.string(), jsonValue),
    ip: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = Readonly<z.output<typeof auditEntry>>;

export const AUDIT_ENTRY_COLUMNS = ['id', 'actor', 'action', 'target', 'meta', 'ip', 'createdAt'];

export interface AuditFilter {
  readonly sort?: TimeOrder | undefined;
  readonly action?: string | undefined;
}

export interface AuditReads {
  /** Returns audit entries, newest first. */
  list(accountId: string, filter: AuditFilter, page: OffsetPosition): Promise<OffsetPage<AuditEntry>>;
  exportAll(accountId: string, filter: AuditFilter, offset: number): Exported<AuditEntry>;
}

export interface AccountReports {
  readonly storage: StorageReads;
  readonly retention: Pick<RetentionStore, 'find'>;
  readonly audit: AuditReads;
}

export const accountUsage = z
  .object({
    usedBytes: z.int().describe('All of the kinds below.'),
    maxBytes: z.int().describe('Beyond this nothing more is stored: 409 storage_quota_exceeded.'),
    statementBytes: z.int().describe('Statement files whose bytes have not been deleted yet.'),
    incomingBytes: z.int().describe('Files in /incoming, as they were last counted.'),
    originalBytes: z.int().describe('Originals of dropped files and of messages.'),
    exceptionBytes: z.int().describe('Rejected rows.'),
    noteBytes: z.int().describe('Notes about members, and their contacts.'),
    openJobs: z.int().describe('Jobs that are queued or in processing.'),
    openJobsMax: z.int().describe('Beyond this a request that makes a job is refused: 409 conflict.'),
    retention: z
      .object({
        readFileHours: z.int().describe('The bytes of a statement, from the end of its job.'),
        unreadFileDays: z.int().describe('The bytes of a statement that was never read.'),
        rejectedRowDays: z.int(),
        webhookDeliveryDays: z.int(),
      })
      .meta({ id: 'Retention', description: 'For how long things are kept. Results are kept for good.' }),
  })
  .meta({ id: 'AccountUsage' });
export type AccountUsage = Readonly<z.output<typeof accountUsage>>;

/** Returns the bytes and jobs of the account, their limits, and how long files are kept. */
export async function reportUsage(
  { storage, retention }: Pick<AccountReports, 'storage' | 'retention'>,
  accountId: string,
): Promise<AccountUsage> {
  const [use, settings] = await Promise.all([storage.find(accountId), retention.find(accountId)]);
  const { statementBytes, incomingBytes, originalBytes, exceptionBytes, noteBytes, openJobs } = use;
  const kinds = { statementBytes, incomingBytes, originalBytes, exceptionBytes, noteBytes };
  const limits = { maxBytes: storageLimit(use), openJobs, openJobsMax: OPEN_JOBS_MAX };
  const fixed = { unreadFileDays: RAW_KEPT_UNPROCESSED_DAYS, webhookDeliveryDays: WEBHOOK_DELIVERIES_KEPT_DAYS };
  return { usedBytes: storedBytes(use), ...kinds, ...limits, retention: { ...settings, ...fixed } };
}

/** Lists the audit trail, newest first. */
export function listAuditEntries(
  { audit }: Pick<AccountReports, 'audit'>,
  accountId: string,
  { limit, offset, ...filter }: AuditFilter & OffsetPosition,
): Promise<OffsetPage<AuditEntry>> {
  return audit.list(accountId, filter, { limit, offset });
}

/** Exports the audit trail after the first `offset` entries. */
export function exportAuditEntries(
  { audit }: Pick<AccountReports, 'audit'>,
  accountId: string,
  { offset, ...filter }: AuditFilter & Pick<OffsetPosition, 'offset'>,
): Exported<AuditEntry> {
  return audit.exportAll(accountId, filter, offset);
}

const between = (max: number) => `must be a whole number from 1 to ${max}`;

/** How long an account keeps files and rejected rows before the service deletes them (docs/retention.md#set-by-the-account). */
export const retentionSettings = z
  .strictObject({
    readFileHours: z
      .int(between(RAW_KEPT_AFTER_PROCESSING_HOURS_MAX))
      .min(1, between(RAW_KEPT_AFTER_PROCESSING_HOURS_MAX))
      .max(RAW_KEPT_AFTER_PROCESSING_HOURS_MAX, between(RAW_KEPT_AFTER_PROCESSING_HOURS_MAX))
      .describe('Hours for which the bytes of a statement are kept after the end of its job.'),
    rejectedRowDays: z
      .int(between(EXCEPTIONS_KEPT_DAYS))
      .min(1, between(EXCEPTIONS_KEPT_DAYS))
      .max(EXCEPTIONS_KEPT_DAYS, between(EXCEPTIONS_KEPT_DAYS))
      .describe('Days for which rejected rows are kept after the end of their job.'),
  })
  .meta({ id: 'RetentionSettings' });
export type RetentionSettings = Readonly<z.output<typeof retentionSettings>>;

export interface RetentionStore {
  /** Returns the account's settings; the service's defaults where it has set none. */
  find(accountId: string): Promise<RetentionSettings>;
  /** Replaces the settings. The next run of purge_files obeys them. */
  set(accountId: string, settings: RetentionSettings, origin: RequestOrigin): Promise<RetentionSettings>;
}

/** Reads and changes how long an account keeps files and rejected rows. */

export interface RetentionRegister {
  readonly retention: RetentionStore;
}

/** Finds how long files and rejected rows are kept. */
export function findRetention({ retention }: RetentionRegister, accountId: string): Promise<RetentionSettings> {
  return retention.find(accountId);
}

/** Changes how long files and rejected rows are kept. The change also applies to stored files and rows. */
export function changeRetention(
  { retention }: RetentionRegister,
  { accountId, ...settings }: RetentionSettings & { readonly accountId: string },
  origin: RequestOrigin,
): Promise<RetentionSettings> {
  return retention.set(accountId, settings, origin);
}
