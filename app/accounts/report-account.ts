import { RAW_KEPT_UNPROCESSED_DAYS } from '../../core/limits/account-limits.ts';
import { OPEN_JOBS_MAX, WEBHOOK_DELIVERIES_KEPT_DAYS } from '../../core/limits/job-limits.ts';
import type { Exported, OffsetPage, OffsetPosition, TimeOrder } from '../../core/page.ts';
import { type StorageUse, storageLimit, storedBytes } from '../../core/storage-quota.ts';
import type { RetentionSettings, RetentionStore } from './manage-retention.ts';

/** Reports an account's use of its limits, and its audit trail. */

export interface StorageReads {
  find(accountId: string): Promise<StorageUse>;
}

export interface AuditEntry {
  readonly id: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly ip: string | null;
  readonly createdAt: string;
}

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

type UsageKind = 'statementBytes' | 'incomingBytes' | 'originalBytes' | 'exceptionBytes' | 'noteBytes' | 'openJobs';

export interface AccountUsage extends Pick<StorageUse, UsageKind> {
  readonly usedBytes: number;
  readonly maxBytes: number;
  readonly openJobsMax: number;
  readonly retention: Retention;
}

/** How long the service keeps files and records before it deletes them. */
interface Retention extends RetentionSettings {
  readonly unreadFileDays: number;
  readonly webhookDeliveryDays: number;
}

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
