import { STORAGE_BYTES_MAX } from './limits/account-limits.ts';
import { OPEN_JOBS_MAX } from './limits/job-limits.ts';
import { type Refused, refuse } from './problem.ts';

/** Bytes an account has stored, by kind. Scored results are not counted. */
export interface StorageUse {
  /** Uploaded statements whose bytes have not been deleted yet. */
  readonly statementBytes: number;
  /** Files in /incoming that no sweep has taken yet. */
  readonly incomingBytes: number;
  /** Originals of dropped files and messages, taken in or not. */
  readonly originalBytes: number;
  /** Rejected rows of statements. */
  readonly exceptionBytes: number;
  /** Jobs that are queued or in processing. */
  readonly openJobs: number;
  readonly tier: 'standard' | 'enterprise';
  /** The operator's own figure for the account; null: the tier's. */
  readonly storageBytesMax: number | null;
}

export function storageLimit({ storageBytesMax, tier }: Pick<StorageUse, 'storageBytesMax' | 'tier'>): number {
  return storageBytesMax ?? STORAGE_BYTES_MAX[tier];
}

export function storedBytes(use: StorageUse): number {
  return use.statementBytes + use.incomingBytes + use.originalBytes + use.exceptionBytes;
}

/** Whether so many more bytes may be stored. Files in /incoming do not count against a file that is taken from there. */
export function hasRoom(use: StorageUse, bytes: number, from: 'outside' | 'incoming' = 'outside'): boolean {
  const used = storedBytes(use) - (from === 'incoming' ? use.incomingBytes : 0);
  return used + bytes <= storageLimit(use);
}

/** Says how much is used, the limit, and what makes room. */
export function refuseStorage(use: StorageUse, bytes: number): Refused {
  return refuse(
    'storage_quota_exceeded',
    `The account has stored ${storedBytes(use)} of at most ${storageLimit(use)} bytes, and this needs ${bytes} more. ${FREES_STORAGE}`,
  );
}

const FREES_STORAGE =
  `POST /v1/files/{fileId}/purge makes room at once. By itself a statement's file is deleted a day after its job, and
what was dropped and not taken in after a week. GET /v1/account/usage says what is stored; the operator can raise the limit.`.replaceAll(
    '\n',
    ' ',
  );

/** Null: the account may have one more job waiting. */
export function openJobsRefusal({ openJobs }: Pick<StorageUse, 'openJobs'>): Refused | null {
  if (openJobs < OPEN_JOBS_MAX) return null;
  return refuse(
    'conflict',
    `The account has ${openJobs} jobs that have not ended, the most there may be. Wait until some have.`,
  );
}
