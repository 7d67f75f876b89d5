import type { FileStatus, JobMode } from '../job/period-files.ts';
import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';

/**
 * Decides commands on a stored file: retract, rescore, purge, and retry of its job
 * (docs/reference/uploads-and-jobs.md#files).
 */

/** Facts about a file that is to be retracted, rescored or purged. */
export interface FileSituation {
  readonly status: FileStatus;
  /** True when a retraction of the period was accepted after the file. It is queued, running or done. */
  readonly retractAccepted: boolean;
  /** True when a replacement of the file was accepted later and is not read yet. */
  readonly replacementPending: boolean;
}

/** Facts about a job that is to be retried. */
export interface RetrySituation {
  readonly jobStatus: string;
  readonly mode: JobMode;
  readonly rawPurged: boolean;
  /** True when a later accepted file has taken the place of this file. */
  readonly superseded: boolean;
  /** True when a retraction of the period was accepted after the job. It is queued, running or done. */
  readonly retractAccepted: boolean;
  /** True when another file of the period has the same bytes, and the job does not replace it. */
  readonly identical: boolean;
  /** State of the only file that the job replaces; `gone` when it is inactive or about to be replaced or retracted. */
  readonly target: 'none' | 'counts' | 'gone';
}

const isGone = (status: FileStatus) => status === 'replaced' || status === 'retracted';
const neverCounted = (status: FileStatus) => status === 'failed' || status === 'canceled';

/**
 * Refuses a retraction with `already_retracted` or `conflict`; null allows it. A queued retraction counts, so that a
 * repeated request makes no second job.
 */
export function decideRetract({ status, retractAccepted, replacementPending }: FileSituation): Refused | null {
  if (isGone(status) || retractAccepted)
    return refuse('already_retracted', 'This file has already been retracted or replaced.');
  if (neverCounted(status))
    return refuse(
      'conflict',
      `The job of this file ${status === 'failed' ? 'failed' : 'was canceled'}: there is nothing of it to retract.`,
    );
  // The faster of both jobs would decide whether the retraction takes the replacement or finds this file replaced.
  if (replacementPending)
    return refuse(
      'conflict',
      'Another file is about to replace this one: retract that file, or this one if the job of the other fails.',
    );
  return null;
}

/** Refuses to rescore a file without active data (`nothing_to_rescore`); null allows it. */
export function decideRescore({ status }: FileSituation): Refused | null {
  return status === 'active' ? null : refuse('nothing_to_rescore', 'This file holds no active data.');
}

/**
 * Refuses to purge a file that is not read yet (`conflict`); null allows it. Its raw bytes are the only copy of the
 * statement.
 */
export function decidePurge({ status }: FileSituation): Refused | null {
  return status === 'pending' ? refuse('conflict', 'This file has not been read yet.') : null;
}

/**
 * Refuses the retry of a job with `conflict`; null allows it. Only a failed job whose file would
 * still count in its period can be retried.
 */
export function decideRetry(situation: RetrySituation): Refused | null {
  const { jobStatus, mode } = situation;
  if (jobStatus !== 'failed') {
    return refuse('conflict', `Only a failed job can be tried again; this one is ${jobStatus}.`);
  }
  if (mode === 'retract' || mode === 'rescore') return null;
  if (situation.rawPurged) return refuse('conflict', 'The file itself is no longer stored; upload it again.');
  // Reading the file again would supersede a later file, and the members of that file would look lost.
  if (situation.superseded) {
    return refuse(
      'conflict',
      'Another file holds this period by now; upload this one again with replace=true or append=true.',
    );
  }
  if (situation.retractAccepted) {
    return refuse('conflict', 'The period was retracted after this file was sent; upload it again.');
  }
  // The file would be added to the file that took its target's place.
  if (situation.target === 'gone') {
    return refuse('conflict', 'The file that this one was to replace no longer counts; upload this one again.');
  }
  const leavesOthers = mode === 'append' || situation.target === 'counts';
  if (leavesOthers && situation.identical) {
    return refuse('conflict', 'The period has the very same file by now; this one would count every line twice.');
  }
  return null;
}
