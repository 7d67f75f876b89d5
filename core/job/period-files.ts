/**
 * Decides which files make up a period (docs/reference/uploads-and-jobs.md#a-period-that-has-a-file). Operations are
 * ordered by acceptance, so that the result does not depend on the order in which jobs ran.
 */

export const JOB_MODES = ['ingest', 'append', 'replace', 'retract', 'rescore'] as const;
export type JobMode = (typeof JOB_MODES)[number];
/** State of a file within its period. */
export type FileStatus = 'pending' | 'active' | 'failed' | 'canceled' | 'replaced' | 'retracted';

/** An accepted job on a period. Rescoring changes no files, so its jobs are left out. */
export interface PeriodOperation {
  readonly fileId: string;
  readonly mode: Exclude<JobMode, 'rescore'>;
  /** The only file that a replacement or retraction supersedes; null when it supersedes all files of the period. */
  readonly onlyFileId: string | null;
  /** The ZIP archive of the file; null or absent without one. Files of one archive do not replace each other. */
  readonly archiveId?: string | null;
  /** Position in the order of acceptance. */
  readonly position: number;
  /** True when the job ended with success, and for the job that is being finished. */
  readonly succeeded: boolean;
}

/** The files of a period by state. */
export interface PeriodFiles {
  /** Ids in order of acceptance. */
  readonly active: readonly string[];
  readonly replaced: readonly string[];
  readonly retracted: readonly string[];
}

export interface DecidedPeriodFiles extends PeriodFiles {
  /** Ids of the superseded files, by the id of the uploaded file. */
  readonly supersededBy: ReadonlyMap<string, readonly string[]>;
}

/**
 * Applies the successful operations of a period in order of acceptance. A retraction counts only if its file is active,
 * so retracting an unreadable file changes nothing.
 */
export function decidePeriodFiles(operations: readonly PeriodOperation[]): DecidedPeriodFiles {
  /** The archive of each active file. */
  const active = new Map<string, string | null>();
  const replaced: string[] = [];
  const retracted: string[] = [];
  const supersededBy = new Map<string, readonly string[]>();
  const inOrder = operations.filter((operation) => operation.succeeded).sort((a, b) => a.position - b.position);
  for (const operation of inOrder) {
    const { mode, fileId } = operation;
    if (mode === 'retract' && !active.has(fileId)) continue;
    const superseded = supersededFiles(operation, active);
    for (const old of superseded) active.delete(old);
    (mode === 'retract' ? retracted : replaced).push(...superseded);
    if (mode === 'retract') continue;
    active.set(fileId, operation.archiveId ?? null);
    supersededBy.set(fileId, superseded);
  }
  return { active: [...active.keys()], replaced, retracted, supersededBy };
}

/** Returns the active files that an operation replaces or retracts. */
function supersededFiles(
  { mode, onlyFileId, archiveId = null }: PeriodOperation,
  active: ReadonlyMap<string, string | null>,
): readonly string[] {
  if (mode === 'append') return [];
  if (onlyFileId !== null) return active.has(onlyFileId) ? [onlyFileId] : [];
  const isOfSameArchive = (archive: string | null) => mode !== 'retract' && archive !== null && archive === archiveId;
  return [...active].filter(([, archive]) => !isOfSameArchive(archive)).map(([fileId]) => fileId);
}

/** Warns when a retraction removes several files although its request named one. */
export function severalRetractedWarning(
  fileNames: readonly string[],
): { code: 'several_files_retracted'; detail: string }[] {
  if (fileNames.length < 2) return [];
  const named = fileNames.map((name) => `"${name}"`).join(', ');
  const detail = `This takes back all ${fileNames.length} files of the month: ${named}. To take back only one of several files, send only=true.`;
  return [{ code: 'several_files_retracted', detail }];
}

/** Warns when an upload replaced several files. File names are in double quotes, by which a purge finds them. */
export function severalReplacedWarning(
  fileNames: readonly string[],
): { code: 'several_files_replaced'; detail: string }[] {
  if (fileNames.length < 2) return [];
  const named = fileNames.map((name) => `"${name}"`).join(', ');
  const detail = `This upload replaces ${fileNames.length} files of the month: ${named}. To replace only one of several files, send its id as replaceFileId.`;
  return [{ code: 'several_files_replaced', detail }];
}
