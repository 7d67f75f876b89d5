import type { FileStatus, JobMode } from '../job/period-files.ts';
import { type Refused, refuse } from '../problem.ts';

/**
 * What may be done with a file that is there (docs/reference/uploads-and-jobs.md#files): retract, rescore, purge, and
 * retry of its job.
 */

export interface FileSituation {
  readonly status: FileStatus;
  /** A retraction of this file's period, accepted after the file, is queued, under way or done. */
  readonly retractAccepted: boolean;
  /** An upload that was accepted after the file, in its place, has not been read yet. */
  readonly replacementPending: boolean;
}

export interface RetrySituation {
  readonly jobStatus: string;
  readonly mode: JobMode;
  readonly rawPurged: boolean;
  /** A file that was accepted later, as the period's only one or as its replacement, holds the period by now. */
  readonly superseded: boolean;
  /** A retraction of the period, accepted after the job, is queued, under way or done. */
  readonly retractAccepted: boolean;
  /** Another file with the same bytes is in the period, and it is not the one file that the job replaces. */
  readonly identical: boolean;
  /** The one file that the job replaces. It is gone once it no longer counts, or is about to be replaced or retracted. */
  readonly target: 'none' | 'counts' | 'gone';
}

const isGone = (status: FileStatus) => status === 'replaced' || status === 'retracted';
const neverCounted = (status: FileStatus) => status === 'failed' || status === 'canceled';

/** Null allows it. A retraction that is only queued already counts: asking twice must not make two jobs. */
export function decideRetract({ status, retractAccepted, replacementPending }: FileSituation): Refused | null {
  if (isGone(status) || retractAccepted)
    return refuse('already_retracted', 'This file has already been retracted or replaced.');
  if (neverCounted(status))
    return refuse(
      'conflict',
      `The job of this file ${status === 'failed' ? 'failed' : 'was canceled'}: there is nothing of it to retract.`,
    );
  // It would take the replacement, or find this file replaced, as the one job or the other is faster.
  if (replacementPending)
    return refuse(
      'conflict',
      'Another file is about to replace this one: retract that file, or this one if the job of the other fails.',
    );
  return null;
}

export function decideRescore({ status }: FileSituation): Refused | null {
  return status === 'active' ? null : refuse('nothing_to_rescore', 'This file holds no active data.');
}

/** Before they have been read the raw bytes are all there is of a statement. */
export function decidePurge({ status }: FileSituation): Refused | null {
  return status === 'pending' ? refuse('conflict', 'This file has not been read yet.') : null;
}

export function decideRetry(situation: RetrySituation): Refused | null {
  const { jobStatus, mode } = situation;
  if (jobStatus !== 'failed') {
    return refuse('conflict', `Only a failed job can be tried again; this one is ${jobStatus}.`);
  }
  if (mode === 'retract' || mode === 'rescore') return null;
  if (situation.rawPurged) return refuse('conflict', 'The file itself is no longer stored; upload it again.');
  // It would be superseded the moment it is read, and nobody would see why its lines are missing.
  if (situation.superseded) {
    return refuse(
      'conflict',
      'Another file holds this period by now; upload this one again with replace=true or append=true.',
    );
  }
  if (situation.retractAccepted) {
    return refuse('conflict', 'The period was retracted after this file was sent; upload it again.');
  }
  // Without the file it was to replace, it would be added to what took that file's place.
  if (situation.target === 'gone') {
    return refuse('conflict', 'The file that this one was to replace no longer counts; upload this one again.');
  }
  const leavesOthers = mode === 'append' || situation.target === 'counts';
  if (leavesOthers && situation.identical) {
    return refuse(
      'conflict',
      'The period has a file with the same bytes by now; this one would count every line twice.',
    );
  }
  return null;
}
