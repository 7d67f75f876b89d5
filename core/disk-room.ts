import { DISK_MARGIN_BYTES, WAL_BYTES_MAX } from './limits/request-limits.ts';
import { refuse } from './refuse.ts';

/** Space of a disk in bytes. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Free bytes below which nothing more is stored. */
  readonly neededBytes: number;
}

/**
 * Returns the free bytes that a disk needs: DISK_MARGIN_BYTES, and what PostgreSQL's write-ahead log may still grow.
 * PostgreSQL stops the whole server when it cannot write its log. `walBytes` is the present size of the log; null when
 * the log is on another machine.
 */
export function neededDiskBytes(walBytes: number | null): number {
  return DISK_MARGIN_BYTES + (walBytes === null ? 0 : Math.max(0, WAL_BYTES_MAX - walBytes));
}

/** True when less is free than the disk needs. Nothing more is then stored; reads and deletions go on. */
export function isDiskFull({ freeBytes, neededBytes }: DiskSpace): boolean {
  return freeBytes < neededBytes;
}

/** Returns the disk with the least free space above its need. The data and the write-ahead log may be on two disks. */
export function tightestDisk(first: DiskSpace, ...others: readonly DiskSpace[]): DiskSpace {
  return others.reduce((tightest, disk) => (spareBytes(disk) < spareBytes(tightest) ? disk : tightest), first);
}

const spareBytes = ({ freeBytes, neededBytes }: DiskSpace) => freeBytes - neededBytes;

/** Returns the figures for the operator: "12 MB are free, and the service needs 2560 MB". */
export function diskFigures({ freeBytes, neededBytes }: Pick<DiskSpace, 'freeBytes' | 'neededBytes'>): string {
  return `${megabytes(freeBytes, Math.floor)} MB are free, and the service needs ${megabytes(neededBytes, Math.ceil)} MB`;
}

const megabytes = (bytes: number, round: (value: number) => number) => round(bytes / 1_000_000);

/** Codes of Node and of PostgreSQL for a full disk or a used-up quota of the file system. */
const NO_SPACE_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** True when the error, or one of its causes, says that a disk is full. Programs that were run say it in their output alone. */
export function isNoSpaceError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isCode = 'code' in error && NO_SPACE_CODES.has(error.code);
  return isCode || saysNoSpace(error.message) || isNoSpaceError(error.cause);
}

/** True for output of a program that found the disk full, in the words of the system. */
export function saysNoSpace(text: string): boolean {
  return /no space left on device|disk quota exceeded/i.test(text);
}

/** Seconds after which a client tries again: a person has to make room first. */
const RETRY_SECONDS = 60;

/** The refusal of everything that would store more on a full disk. It does not say how full, because any client sees it. */
export const STORAGE_FULL = refuse('storage_full', {
  detail:
    'The disk of the service is full. Nothing of this request was taken in. Reading and deleting go on; send it again when the operator has made room.',
  headers: { 'Retry-After': String(RETRY_SECONDS) },
});
