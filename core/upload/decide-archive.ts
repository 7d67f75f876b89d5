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
