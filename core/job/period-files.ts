/**
 * Which files make up a period (contract 4). Uploads and retractions are ordered by when they were accepted, not by when
 * their jobs happened to run: whoever runs last, the same files are active in the end.
 */

export const JOB_MODES = ['ingest', 'append', 'replace', 'retract', 'rescore'] as const;
export type JobMode = (typeof JOB_MODES)[number];
export type FileStatus = 'pending' | 'active' | 'failed' | 'canceled' | 'replaced' | 'retracted';

/** One accepted job on a period. Rescoring changes no files and is left out by who lists these. */
export interface PeriodOperation {
  readonly fileId: string;
  readonly mode: Exclude<JobMode, 'rescore'>;
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

/**
 * An upload that was accepted as a period's only file, or as its replacement, supersedes every file accepted before it; a
 * retraction likewise, if the file it names counts by then: of one that turned out to be unreadable there is nothing to
 * retract, and the month that it was to replace stays. What failed or is still under way changes nothing yet. A file that is
 * superseded keeps the first reason.
 */
export function decidePeriodFiles(operations: readonly PeriodOperation[]): PeriodFiles {
  const active = new Set<string>();
  const replaced: string[] = [];
  const retracted: string[] = [];
  const inOrder = operations.filter((operation) => operation.succeeded).sort((a, b) => a.position - b.position);
  for (const { mode, fileId } of inOrder) {
    if (mode === 'retract' && !active.has(fileId)) continue;
    if (mode !== 'append') {
      (mode === 'retract' ? retracted : replaced).push(...active);
      active.clear();
    }
    if (mode !== 'retract') active.add(fileId);
  }
  return { active: [...active], replaced, retracted };
}
