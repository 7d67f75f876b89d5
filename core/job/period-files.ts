/**
 * Which files make up a period (docs/reference/uploads-and-jobs.md#a-period-that-has-a-file). Uploads and retractions
 * are ordered by when they were accepted, not by when their jobs happened to run: whoever runs last, the same files are
 * active in the end.
 */

export const JOB_MODES = ['ingest', 'append', 'replace', 'retract', 'rescore'] as const;
export type JobMode = (typeof JOB_MODES)[number];
export type FileStatus = 'pending' | 'active' | 'failed' | 'canceled' | 'replaced' | 'retracted';

/** One accepted job on a period. Rescoring changes no files and is left out by who lists these. */
export interface PeriodOperation {
  readonly fileId: string;
  readonly mode: Exclude<JobMode, 'rescore'>;
  /** Of a replacement or retraction of one file: that file. Null: of the whole period. */
  readonly onlyFileId: string | null;
  /** Order of acceptance. */
  readonly position: number;
  /** Done with success, this one included when it is the one being finished. */
  readonly succeeded: boolean;
}

export interface PeriodFiles {
  /** In order of acceptance. */
  readonly active: readonly string[];
  readonly replaced: readonly string[];
  readonly retracted: readonly string[];
}

export interface DecidedPeriodFiles extends PeriodFiles {
  /** What each upload superseded, by the id of its file. */
  readonly supersededBy: ReadonlyMap<string, readonly string[]>;
}

/**
 * An upload that was accepted as a period's only file, or as its replacement, supersedes every file accepted before it; a
 * retraction likewise, if the file it names counts by then: of one that turned out to be unreadable there is nothing to
 * retract, and the month that it was to replace stays. An operation on one file supersedes that file alone. What failed or is
 * still under way changes nothing yet. A file that is superseded keeps the first reason.
 */
export function decidePeriodFiles(operations: readonly PeriodOperation[]): DecidedPeriodFiles {
  const active = new Set<string>();
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
    active.add(fileId);
    supersededBy.set(fileId, superseded);
  }
  return { active: [...active], replaced, retracted, supersededBy };
}

function supersededFiles({ mode, onlyFileId }: PeriodOperation, active: ReadonlySet<string>): readonly string[] {
  if (mode === 'append') return [];
  if (onlyFileId === null) return [...active];
  return active.has(onlyFileId) ? [onlyFileId] : [];
}

/** Warns of a retraction that takes back several files, of which the request named one. */
export function severalRetractedWarning(
  fileNames: readonly string[],
): { code: 'several_files_retracted'; detail: string }[] {
  if (fileNames.length < 2) return [];
  const named = fileNames.map((name) => `"${name}"`).join(', ');
  const detail = `This takes back all ${fileNames.length} files of the month: ${named}. To take back only one of several files, send only=true.`;
  return [{ code: 'several_files_retracted', detail }];
}

/** Warns of an upload that took the place of several files. Names stand in double quotes, by which a purge finds them. */
export function severalReplacedWarning(
  fileNames: readonly string[],
): { code: 'several_files_replaced'; detail: string }[] {
  if (fileNames.length < 2) return [];
  const named = fileNames.map((name) => `"${name}"`).join(', ');
  const detail = `This upload replaces ${fileNames.length} files of the month: ${named}. To replace only one of several files, send its id as replaceFileId.`;
  return [{ code: 'several_files_replaced', detail }];
}
