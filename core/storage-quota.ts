import { STORAGE_BYTES_MAX } from './limits/account-limits.ts';
import { OPEN_JOBS_MAX } from './limits/job-limits.ts';
import type { Refused } from './problem.ts';
import { refuse } from './refuse.ts';

/** Stored bytes and open jobs of an account, with the facts that set its limits. Scored results do not count. */
export interface StorageUse {
  /** Uploaded statements that are not deleted yet. */
  readonly statementBytes: number;
  /** Files in /incoming that no sweep has taken yet. */
  readonly incomingBytes: number;
  /** Originals of dropped files and messages, accepted or not. */
  readonly originalBytes: number;
  /** Rejected rows of statements. */
  readonly exceptionBytes: number;
  /** Notes about members, and their contacts. */
  readonly noteBytes: number;
  /** Number of queued and processing jobs. */
  readonly openJobs: number;
  readonly tier: 'standard' | 'enterprise';
  /** Limit set by the operator for this account; null for the tier's limit. */
  readonly storageBytesMax: number | null;
}

/** Returns the storage limit of an account in bytes. */
export function storageLimit({ storageBytesMax, tier }: Pick<StorageUse, 'storageBytesMax' | 'tier'>): number {
  return storageBytesMax ?? STORAGE_BYTES_MAX[tier];
}

/** Returns the bytes that count towards the limit. */
export function storedBytes(use: StorageUse): number {
  return use.statementBytes + use.incomingBytes + use.originalBytes + use.exceptionBytes + use.noteBytes;
}

/**
 * Returns whether the account has room for `bytes` more. A file from /incoming is stored already, so /incoming does not
 * count for it.
 */
export function hasRoom(use: StorageUse, bytes: number, from: 'outside' | 'incoming' = 'outside'): boolean {
  const used = storedBytes(use) - (from === 'incoming' ? use.incomingBytes : 0);
  return used + bytes <= storageLimit(use);
}

/** Refuses `bytes` more with `storage_quota_exceeded`, and names the use, the limit and the ways to free space. */
export function refuseStorage(use: StorageUse, bytes: number): Refused {
  return refuse(
    'storage_quota_exceeded',
    `The account has stored ${storedBytes(use)} of at most ${storageLimit(use)} bytes, and this needs ${bytes} more. ${FREES_STORAGE}`,
  );
}

const FREES_STORAGE =
  `POST /v1/files/{fileId}/purge makes room at once, and so does deleting notes. By itself a statement's file is deleted
a day after its job, and what was dropped and not taken in after a week. GET /v1/account/usage says what is stored; the operator can raise the limit.`.replaceAll(
    '\n',
    ' ',
  );

/** Refuses with `conflict` when `more` jobs would exceed OPEN_JOBS_MAX unfinished jobs of the account; null when they fit. */
export function openJobsRefusal({ openJobs }: Pick<StorageUse, 'openJobs'>, more = 1): Refused | null {
  if (openJobs + more <= OPEN_JOBS_MAX) return null;
  if (openJobs < OPEN_JOBS_MAX) {
    return refuse(
      'conflict',
      `The account has ${openJobs} jobs that have not ended, and this needs ${more} more; ${OPEN_JOBS_MAX} may be open. Wait until some have ended.`,
    );
  }
  return refuse(
    'conflict',
    `The account has ${openJobs} jobs that have not ended, the most there may be. Wait until some have.`,
  );
}
