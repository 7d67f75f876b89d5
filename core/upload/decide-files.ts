import type { FileStatus, JobMode } from '../job/period-files.ts';
import { PERIOD_FILES_MAX } from '../limits/job-limits.ts';
import { isRefused, type Refused } from '../problem.ts';
import { refuse, refuseField } from '../refuse.ts';
import type { DeclaredFileType } from '../statement/source.ts';
import {
  decideRoom,
  decideWithoutRoom,
  type UploadContext,
  type UploadDecision,
  type UploadRequest,
} from './decide-upload.ts';

/** A statement in a ZIP archive. */
export interface PackedStatement {
  readonly fileName: string;
  readonly byteSize: number;
  readonly checksumSha256: string;
  /** Returns the problem of the bytes for a configured file type, or null. */
  readonly contentProblem: (fileType: DeclaredFileType) => string | null;
}

type Accepted = Extract<UploadDecision, { readonly kind: 'accept' }>;

/** Result of an upload of an archive: all statements accepted, a repeat of an earlier request, or refused. */
export type ArchiveDecision =
  | Exclude<UploadDecision, Accepted>
  | (Pick<Accepted, 'kind' | 'workspaceId' | 'replaces'> & {
      /** The mode of each statement, in the order of the archive. */
      readonly modes: readonly Accepted['mode'][];
    });

/**
 * Decides an upload of a ZIP archive: all its statements are accepted for one month, or none
 * (docs/reference/uploads-and-jobs.md#zip-archives). A refusal that concerns one statement names it.
 */
export function decideArchive(
  request: UploadRequest,
  context: UploadContext,
  statements: readonly PackedStatement[],
): ArchiveDecision {
  const decisions: Accepted[] = [];
  for (const statement of statements) {
    const decision = decideStatement(request, context, statement);
    if (isRefused(decision) || decision.kind !== 'accept') return decision;
    decisions.push(decision);
  }
  const [first] = decisions;
  if (first === undefined) throw new RangeError('An archive has at least one statement.');
  const { workspaceId, replaces } = first;
  const byteSize = statements.reduce((sum, statement) => sum + statement.byteSize, 0);
  const refusal =
    severalStatementsRefusal(request, statements) ??
    periodFilesRefusal(request, context, { workspaceId, more: statements.length }) ??
    decideRoom({ byteSize, source: request.source }, context, statements.length);
  if (refusal !== null) return refusal;
  // The first statement of a month without files is ingested, and the others are appended.
  const modes = decisions.map(({ mode }, index) => (mode === 'ingest' && index > 0 ? 'append' : mode));
  return { kind: 'accept', workspaceId, replaces, modes };
}

/** Decides one statement of the archive like an upload of its own. */
function decideStatement(
  request: UploadRequest,
  context: UploadContext,
  { fileName, byteSize, checksumSha256, contentProblem }: PackedStatement,
): UploadDecision {
  return decideWithoutRoom({ ...request, fileName, byteSize, checksumSha256 }, context, (fileType) => {
    const problem = contentProblem(fileType);
    return problem === null
      ? null
      : `"${fileName}" in the ZIP archive can't be accepted, so none of its files was stored. ${problem}`;
  });
}

/** Refuses fields that hold for one statement only, and an archive that has the same bytes twice. */
function severalStatementsRefusal(
  { statedTotal, replaceFileId }: UploadRequest,
  statements: readonly PackedStatement[],
): Refused | null {
  const count = statements.length;
  if (count > 1 && statedTotal !== null) {
    return refuseField('statedTotal', `is the sum of one statement, and the ZIP archive has ${count}`);
  }
  if (count > 1 && replaceFileId !== null) {
    const advice = 'send them with replace=true to replace the whole month';
    return refuseField('replaceFileId', `takes one statement, and the ZIP archive has ${count}; ${advice}`);
  }
  const names = new Map<string, string>();
  for (const { checksumSha256, fileName } of statements) {
    const earlier = names.get(checksumSha256);
    if (earlier !== undefined) {
      const detail = `"${earlier}" and "${fileName}" in the ZIP archive are the same file, so every line would count twice.`;
      return refuseField('file', `${detail} None of its files was stored.`);
    }
    names.set(checksumSha256, fileName);
  }
  return null;
}

/** Refuses an archive with which the month would have more than PERIOD_FILES_MAX files. */
function periodFilesRefusal(
  { period, replace }: UploadRequest,
  { periodFiles }: UploadContext,
  { workspaceId, more }: { readonly workspaceId: string; readonly more: number },
): Refused | null {
  const existing = periodFiles.filter((file) => file.workspaceId === workspaceId).length;
  if (replace || existing + more <= PERIOD_FILES_MAX) return null;
  const sentence = `${period} has ${existing} files and the ZIP archive ${more}; a month has at most ${PERIOD_FILES_MAX}.`;
  return refuse('conflict', `${sentence} Send one file with replace=true.`);
}

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
