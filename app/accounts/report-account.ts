import { OPEN_JOBS_MAX } from '../../core/limits/job-limits.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { type StorageUse, storageLimit, storedBytes } from '../../core/storage-quota.ts';
import type { Exported } from '../reads/read-models.ts';
import type { AuditEntry, AuditFilter, AuditReads, StorageReads } from './account-ports.ts';

/** Reports an account's use of its limits, and its audit trail. */

export interface AccountReports {
  readonly storage: StorageReads;
  readonly audit: AuditReads;
}

type UsageKind = 'statementBytes' | 'incomingBytes' | 'originalBytes' | 'exceptionBytes' | 'openJobs';

export interface AccountUsage extends Pick<StorageUse, UsageKind> {
  readonly usedBytes: number;
  readonly maxBytes: number;
  readonly openJobsMax: number;
}

/** Returns what the account has stored and queued, with its limits. */
export async function reportUsage(
  { storage }: Pick<AccountReports, 'storage'>,
  accountId: string,
): Promise<AccountUsage> {
  const use = await storage.find(accountId);
  const { statementBytes, incomingBytes, originalBytes, exceptionBytes, openJobs } = use;
  const kinds = { statementBytes, incomingBytes, originalBytes, exceptionBytes };
  const limits = { maxBytes: storageLimit(use), openJobs, openJobsMax: OPEN_JOBS_MAX };
  return { usedBytes: storedBytes(use), ...kinds, ...limits };
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
