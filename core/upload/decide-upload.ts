import type { FileStatus } from '../job/period-files.ts';
import { PERIOD_FILES_MAX } from '../limits/job-limits.ts';
import type { Period } from '../period.ts';
import { isRefused, type Refused } from '../problem.ts';
import { refuseUnknown } from '../refusals.ts';
import { refuse, refuseField } from '../refuse.ts';
import type { DeclaredFileType } from '../statement/source.ts';
import { hasRoom, openJobsRefusal, refuseStorage, type StorageUse } from '../storage-quota.ts';
import { monthName } from '../wording.ts';

/** A book of a carrier whose layout ended when the named carrier's layout began (core/catalogue/shared-carriers.ts). */
export interface EarlierBook {
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly carrierName: string;
  /** True when the book has files of months before the upload's month. */
  readonly hasEarlierMonths: boolean;
  /** True when the book already has files that were sent to the named carrier. */
  readonly isContinued: boolean;
  /** True when files of the month or a later month were sent to another carrier. Both layouts are then sent in parallel. */
  readonly isGoingOn: boolean;
  /** True when the named carrier has its own files in the workspace. */
  readonly isNamedInUse: boolean;
}

/**
 * Returns the book whose history a statement continues, or null for the named carrier's own book
 * (docs/reference/carriers-and-formats.md#layouts-that-follow-each-other). A continued book stays continued, because a correction must
 * find the file that it replaces. Of two possible books neither is continued, because nothing distinguishes them.
 */
export function continuedBook(books: readonly EarlierBook[], workspaceId: string): EarlierBook | null {
  const own = books.filter((book) => book.workspaceId === workspaceId);
  const continued = own.find(({ isContinued }) => isContinued);
  if (continued !== undefined) return continued;
  const [book, other] = own.filter(
    (candidate) => candidate.hasEarlierMonths && !candidate.isGoingOn && !candidate.isNamedInUse,
  );
  return book === undefined || other !== undefined ? null : book;
}

/** Warns that a statement was filed under another carrier than the named one; none for a null name. */
export function continuedWarning(carrierName: string | null): { code: 'carrier_continued'; detail: string }[] {
  if (carrierName === null) return [];
  const detail = `Filed under "${carrierName}": its months continue in the layout of the carrier that was named.`;
  return [{ code: 'carrier_continued', detail }];
}

/** Warns that the first statement in a later layout was read with the format of the carrier that has this layout. */
export function layoutWarning(carrierName: string): { code: 'carrier_continued'; detail: string }[] {
  const detail = `Read by the format of "${carrierName}", whose layout follows the one before: the months continue.`;
  return [{ code: 'carrier_continued', detail }];
}

/** An upload request after its form was read. */
export interface UploadRequest {
  readonly accountId: string;
  readonly carrierId: string;
  readonly period: Period;
  readonly workspaceId: string | null;
  readonly fileName: string;
  readonly byteSize: number;
  readonly checksumSha256: string;
  /** Plain decimal text in dollars. */
  readonly statedTotal: string | null;
  readonly webhookUrl: string | null;
  readonly replace: boolean;
  readonly append: boolean;
  /** The only file to replace. Null with `replace` replaces all files of the period. */
  readonly replaceFileId: string | null;
  readonly idempotencyKey: string | null;
  /**
   * Tells a repeated request from another one with the same Idempotency-Key. Of an API upload it is a hash of the bytes
   * and of all fields but the file name, of a drop its `dropId`.
   */
  readonly fingerprint: string;
  readonly source: 'api' | 'sftp' | 'email';
  /** The carrier that the client named, if `carrierId` is another carrier whose history the statement continues. */
  readonly sentToCarrierId?: string;
}

/** Stored data that the decision needs. */
export interface UploadContext {
  /** Null for a carrier unknown to the account. */
  readonly carrier: { readonly name: string; readonly fileType: DeclaredFileType | null } | null;
  readonly workspaces: readonly { readonly workspaceId: string; readonly isDefault: boolean }[];
  /** Job of an earlier request with the same Idempotency-Key; null when there is none. */
  readonly jobOfKey: ExistingJob | null;
  /**
   * Pending and active files of the carrier and period, in all workspaces, without files under an accepted retraction.
   */
  readonly periodFiles: readonly PeriodFile[];
  /** Books that the statement may continue. */
  readonly earlierBooks: readonly EarlierBook[];
  readonly storage: StorageUse;
}

/** The job of an earlier request. */
export interface ExistingJob {
  readonly jobId: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly carrierName: string;
  readonly period: Period;
  readonly status: string;
  readonly mode: string;
  readonly fingerprint: string | null;
  /** The checksum of the file as it was sent: of the archive for a statement of an archive. */
  readonly checksumSha256: string;
  /** The jobs of all statements of the ZIP archive, in its order; null when the request had a single statement. */
  readonly ofArchive: readonly JobOfArchive[] | null;
}

/** The job of one statement of an archive. */
export interface JobOfArchive {
  readonly jobId: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly status: string;
}

/** A pending or active file of the carrier and period. */
export interface PeriodFile {
  readonly fileId: string;
  readonly workspaceId: string;
  readonly status: Extract<FileStatus, 'pending' | 'active'>;
  readonly checksumSha256: string;
  readonly fileName: string;
  /** Number of members of the period, for the refusal's title. */
  readonly memberCount: number;
  /** True when a replacement of the file was accepted later and is not read yet. */
  readonly replacementPending: boolean;
}

/** How a request differs from the earlier one under its Idempotency-Key: another file, or other fields beside the same bytes. */
export type KeyMismatch = 'file' | 'fields';

/** Result of an upload: accepted, a repeat of an earlier request, or refused. */
export type UploadDecision =
  | {
      readonly kind: 'accept';
      readonly workspaceId: string;
      readonly mode: 'ingest' | 'append' | 'replace';
      /** Names of the files that the upload replaces. */
      readonly replaces: readonly string[];
    }
  | { readonly kind: 'already-have'; readonly job: ExistingJob; readonly mismatch: KeyMismatch | null }
  | Refused;

/**
 * Decides an upload by the stored data, in the order of docs/reference/uploads-and-jobs.md#order-of-checks. The form of
 * the request has been checked before.
 */
export function decideUpload(
  request: UploadRequest,
  context: UploadContext,
  contentProblem: ContentProblem,
): UploadDecision {
  const decision = decideWithoutRoom(request, context, contentProblem);
  if (isRefused(decision) || decision.kind !== 'accept') return decision;
  return decideRoom(request, context, 1) ?? decision;
}

/** Decides everything except whether the account has room. */
export function decideWithoutRoom(
  request: UploadRequest,
  context: UploadContext,
  contentProblem: ContentProblem,
): UploadDecision {
  const { carrier } = context;
  if (carrier === null) return refuseUnknown('carrierId');
  const workspaceId = decideWorkspace(request, context);
  if (typeof workspaceId !== 'string') return workspaceId;
  if (carrier.fileType === null) {
    return refuse(
      'carrier_not_configured',
      `${carrier.name} has no statement format yet. Add one with POST /v1/carriers/${request.carrierId}/configs.`,
    );
  }
  const problem = contentProblem(carrier.fileType);
  if (problem !== null) return refuseField('file', problem);
  if (context.jobOfKey !== null) {
    return { kind: 'already-have', job: context.jobOfKey, mismatch: mismatchOf(request, context.jobOfKey) };
  }
  return decidePeriod(request, context, workspaceId);
}

function mismatchOf(
  { fingerprint, checksumSha256 }: UploadRequest,
  { fingerprint: first, checksumSha256: firstChecksum }: ExistingJob,
): KeyMismatch | null {
  if (fingerprint === first) return null;
  return checksumSha256 === firstChecksum ? 'fields' : 'file';
}

/**
 * Refuses an upload when its bytes or `jobs` more jobs exceed a limit of the account; null when there is room. It runs last, because a
 * repeated request stores nothing, and a client must first learn that the period has a file.
 */
export function decideRoom(
  { byteSize, source }: Pick<UploadRequest, 'byteSize' | 'source'>,
  { storage }: UploadContext,
  jobs: number,
): Refused | null {
  const isRoom = hasRoom(storage, byteSize, source === 'sftp' ? 'incoming' : 'outside');
  return isRoom ? openJobsRefusal(storage, jobs) : refuseStorage(storage, byteSize);
}

/** Returns the problem of the bytes for a configured file type, or null. */
export type ContentProblem = (fileType: DeclaredFileType) => string | null;

/**
 * Returns the named workspace, or the only one. Refuses an unknown workspace with `not_found`, and none of several with
 * `workspace_required`.
 */
export function decideWorkspace(
  request: Pick<UploadRequest, 'workspaceId'>,
  { workspaces }: Pick<UploadContext, 'workspaces'>,
): string | Refused {
  if (request.workspaceId !== null) {
    const known = workspaces.some(({ workspaceId }) => workspaceId === request.workspaceId);
    return known ? request.workspaceId : refuseUnknown('workspaceId');
  }
  const only = workspaces.length === 1 ? workspaces[0] : undefined;
  if (only !== undefined) return only.workspaceId;
  return refuse(
    'workspace_required',
    `This account has ${workspaces.length} workspaces: say which one with workspaceId.`,
  );
}

/** Returns the book that the statement continues; null when it belongs to the named carrier's own book, or is refused anyway. */
export function decideContinuedBook(request: UploadRequest, context: UploadContext): EarlierBook | null {
  const workspaceId = decideWorkspace(request, context);
  return typeof workspaceId === 'string' ? continuedBook(context.earlierBooks, workspaceId) : null;
}

/** Decides by the files that the period has already. */
function decidePeriod(request: UploadRequest, context: UploadContext, workspaceId: string): UploadDecision {
  const existing = context.periodFiles.filter((file) => file.workspaceId === workspaceId);
  if (request.replaceFileId !== null) return decideReplaceOne(request, existing, workspaceId);
  const [first] = existing;
  if (first === undefined) {
    const mode = request.replace ? 'replace' : request.append ? 'append' : 'ingest';
    return { kind: 'accept', workspaceId, mode, replaces: [] };
  }
  if (request.replace) {
    const replaces = existing.filter((file) => !file.replacementPending).map(({ fileName }) => fileName);
    return { kind: 'accept', workspaceId, mode: 'replace', replaces };
  }
  if (request.append) return decideAppend(request, existing, workspaceId);
  const count = first.memberCount === 1 ? '1 member' : `${first.memberCount} members`;
  const members = first.status === 'active' ? `${count} on file` : 'a file that is still being read';
  return refuse('period_exists', {
    title: `This period already has a statement with ${members}`,
    detail: `${request.period} already has ${first.fileName}. Send replace=true to correct it or append=true to add to it.`,
  });
}

function decideAppend(request: UploadRequest, existing: readonly PeriodFile[], workspaceId: string): UploadDecision {
  if (existing.length >= PERIOD_FILES_MAX) {
    return refuse(
      'conflict',
      `${request.period} has ${existing.length} files, the most there may be. Send one file with replace=true.`,
    );
  }
  return refuseIdentical(request, existing) ?? { kind: 'accept', workspaceId, mode: 'append', replaces: [] };
}

/**
 * Decides the replacement of one file. The file must be active, and no other upload may be about to replace it, because
 * both uploads would count in the end (docs/reference/uploads-and-jobs.md#a-period-that-has-a-file).
 */
function decideReplaceOne(
  request: UploadRequest,
  existing: readonly PeriodFile[],
  workspaceId: string,
): UploadDecision {
  const target = existing.find(({ fileId }) => fileId === request.replaceFileId);
  if (target === undefined) {
    return refuseField(
      'replaceFileId',
      `is no file that counts in ${request.period} of this carrier and workspace: it is unknown, of another month, or was replaced or retracted`,
    );
  }
  if (target.replacementPending) {
    return refuse('conflict', `Another file is about to replace ${target.fileName}. Wait until its job has ended.`);
  }
  if (target.status === 'pending') {
    return refuse('conflict', `${target.fileName} has not been read yet. Wait until its job has ended.`);
  }
  const others = existing.filter((file) => file !== target);
  const refusal = refuseIdentical(request, others);
  return refusal ?? { kind: 'accept', workspaceId, mode: 'replace', replaces: [target.fileName] };
}

/** Refuses a file with the same bytes as another file of the period, because every line would count twice. */
function refuseIdentical({ checksumSha256, period }: UploadRequest, beside: readonly PeriodFile[]): Refused | null {
  const identical = beside.find((file) => file.checksumSha256 === checksumSha256);
  if (identical === undefined) return null;
  return refuse('period_exists', {
    title: 'This period already has this very file',
    detail: `This is the same file as ${identical.fileName}, which ${monthName(period)} has already. Every line would count twice.`,
  });
}
