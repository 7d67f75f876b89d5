import { randomUUID } from 'node:crypto';
import { MonthArchived } from '../../core/book-key.ts';
import type { JobMode } from '../../core/job/period-files.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { monthArchived } from '../../core/refusals.ts';
import { refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { DeclaredFileType } from '../../core/statement/source.ts';
import { type ArchiveDecision, decideArchive, type PackedStatement } from '../../core/upload/decide-files.ts';
import {
  type ContentProblem,
  decideContinuedBook,
  decideUpload,
  type ExistingJob,
  type JobOfArchive,
  type KeyMismatch,
  type UploadContext,
  type UploadDecision,
  type UploadRequest,
} from '../../core/upload/decide-upload.ts';
import type { ObjectStore } from '../platform/object-store.ts';

/**
 * Accepts a statement: decides, stores the bytes, stores file, job and message in one transaction, and sends the message
 * (docs/reference/uploads-and-jobs.md#upload). Bytes are stored before rows, so a crash can leave unused bytes but never a job without
 * bytes.
 */

/** A statement in a ZIP archive. Its bytes are unpacked at every call, so that one statement at a time is in memory. */
export interface PackedFile extends PackedStatement {
  readonly unpack: () => Uint8Array;
}

/** The content of uploaded bytes: one file, several statements in a ZIP archive, or an archive that can't be opened. */
export type UploadContent =
  | { readonly kind: 'file' }
  | { readonly kind: 'archive'; readonly files: readonly PackedFile[] }
  /** `reason`: for the sender, with what to do. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Opens uploaded bytes. A workbook, which is a ZIP archive itself, is one file. */
export type OpenUpload = (bytes: Uint8Array) => Promise<UploadContent>;

/** A job that was accepted. */
export interface AcceptedJob {
  readonly jobId: string;
  readonly fileId: string;
  readonly mode: JobMode;
}

export interface NewUpload {
  readonly request: UploadRequest;
  readonly origin: RequestOrigin;
  readonly fileId: string;
  readonly objectKey: string;
}

/** The statements of a ZIP archive, which are stored together or not at all. */
export interface NewArchive {
  /** The request of the upload. Its checksum is the checksum of the archive. */
  readonly request: UploadRequest;
  readonly origin: RequestOrigin;
  readonly archiveId: string;
  readonly statements: readonly NewStatement[];
}

export interface NewStatement {
  readonly fileName: string;
  readonly byteSize: number;
  readonly checksumSha256: string;
  readonly fileId: string;
  readonly objectKey: string;
}

export interface UploadStore {
  /** Loads everything that the decision needs, in one query. */
  loadContext(request: UploadRequest): Promise<UploadContext>;
  /**
   * Decides again under the locks of the key and the period. An accepted upload is stored with its job, message and audit entry in one
   * transaction. `callbackSecret` is set when the upload's webhookUrl made the account's first secret.
   */
  save(
    upload: NewUpload,
    decide: (context: UploadContext) => UploadDecision,
  ): Promise<{
    readonly decision: UploadDecision;
    readonly accepted: (AcceptedJob & { readonly callbackSecret: string | null }) | null;
  }>;
  /** Stores all statements of an archive in one transaction, as `save` does. `accepted` is null when none was stored. */
  saveArchive(
    archive: NewArchive,
    decide: (context: UploadContext) => ArchiveDecision,
  ): Promise<{
    readonly decision: ArchiveDecision;
    readonly accepted: readonly (AcceptedJob & { readonly fileName: string })[] | null;
    readonly callbackSecret: string | null;
  }>;
}

/** The stores and checks that every way of delivery needs to accept statements. */
export interface UploadIntake {
  readonly uploads: UploadStore;
  readonly objects: ObjectStore;
  /** Sends the messages of the outbox. If this fails, the sweep sends them a minute later. */
  readonly relayOutbox: () => Promise<void>;
  readonly contentProblem: (bytes: Uint8Array, fileType: DeclaredFileType) => string | null;
  readonly openUpload: OpenUpload;
  /** Reports that the bytes of a refused upload could not be deleted. A lifecycle rule of the object store removes them later. */
  readonly onBytesLeft: (error: unknown, objectKey: string) => void;
}

export type UploadOutcome =
  | {
      readonly kind: 'accepted';
      readonly job: AcceptedJob & { readonly callbackSecret: string | null };
      /** Names of the files that the upload replaces. */
      readonly replaces: readonly string[];
      /** Name of the carrier whose history the file continues, if it is not the named one. */
      readonly continues: string | null;
      /** The jobs of all statements of a ZIP archive, in its order; empty for a single statement. */
      readonly ofArchive: readonly JobOfArchive[];
    }
  | { readonly kind: 'already-have'; readonly job: ExistingJob; readonly mismatch: KeyMismatch | null };

/** Makes the key of a statement's bytes from the service's own ids only, so nothing that a user sent becomes part of a path. */
function rawKey(accountId: string, fileId: string): string {
  return `raw/${accountId}/${fileId}`;
}

/** Uploads by the API, which may name a callback. */
export interface ApiUploads {
  readonly intake: UploadIntake;
  /** Checks the address behind a well-formed URL. Returns a fault for the field `webhookUrl`, or null. */
  readonly webhookAddressProblem: (url: string) => Promise<string | null>;
}

interface Upload {
  readonly request: UploadRequest;
  readonly bytes: Uint8Array;
  readonly origin: RequestOrigin;
}

/** Accepts an upload by the API. Also refuses a callback URL that resolves to a forbidden address. */
export async function acceptApiUpload(
  { intake, webhookAddressProblem }: ApiUploads,
  upload: Upload,
): Promise<UploadOutcome | Refused> {
  const { webhookUrl } = upload.request;
  const problem = webhookUrl === null ? null : await webhookAddressProblem(webhookUrl);
  return problem === null ? acceptUpload(intake, upload) : refuseField('webhookUrl', problem);
}

/**
 * Accepts an upload, or returns the earlier answer to a repeated upload. Refuses uploads that `decideUpload` refuses, and deletes their
 * bytes. The database refuses the rows of an upload to an archived month.
 */
export async function acceptUpload(intake: UploadIntake, upload: Upload): Promise<UploadOutcome | Refused> {
  const stored: string[] = [];
  const put = async (key: string, bytes: Uint8Array) => {
    stored.push(key);
    await intake.objects.put(key, bytes);
  };
  try {
    return await acceptStored({ ...intake, objects: { ...intake.objects, put } }, upload);
  } catch (error) {
    if (!(error instanceof MonthArchived)) throw error;
    for (const key of stored) await deleteBytes(intake, key);
    return monthArchived(error.period);
  }
}

async function acceptStored(
  intake: UploadIntake,
  { request: named, bytes, origin }: Upload,
): Promise<UploadOutcome | Refused> {
  const content = await intake.openUpload(bytes);
  const contentProblem: ContentProblem = (fileType) =>
    content.kind === 'unreadable' ? content.reason : intake.contentProblem(bytes, fileType);
  const { request, context: known, continues } = await findBook(intake, named);
  if (content.kind === 'archive') {
    return acceptArchive(intake, { request, context: known, origin, files: content.files, continues });
  }
  // The upload is decided twice. The first decision keeps the bytes of a refused upload from being stored. The second, in `save` under its
  // locks, sees other uploads that have come meanwhile.
  const first = decideUpload(request, known, contentProblem);
  const settled = settle(first);
  if (settled !== null) return settled;

  const fileId = randomUUID();
  const objectKey = rawKey(request.accountId, fileId);
  await intake.objects.put(objectKey, bytes);
  const saved = await intake.uploads.save({ request, origin, fileId, objectKey }, (context) =>
    decideUpload(request, context, contentProblem),
  );
  if (saved.accepted === null || isRefused(saved.decision) || saved.decision.kind !== 'accept') {
    // The decision stands, so a failure to delete unused bytes is not an error for the client.
    await deleteBytes(intake, objectKey);
    const lost = settle(saved.decision);
    if (lost === null) throw new Error('An upload that was not stored was refused or known already.');
    return lost;
  }
  await intake.relayOutbox();
  return { kind: 'accepted', job: saved.accepted, replaces: saved.decision.replaces, continues, ofArchive: [] };
}

interface BookOfUpload {
  readonly request: UploadRequest;
  readonly context: UploadContext;
  readonly continues: string | null;
}

/** Finds the book that the statement belongs to. A carrier whose layout ended is replaced by the carrier that continues it. */
async function findBook({ uploads }: UploadIntake, named: UploadRequest): Promise<BookOfUpload> {
  const context = await uploads.loadContext(named);
  const book = decideContinuedBook(named, context);
  if (book === null) return { request: named, context, continues: null };
  const request = { ...named, carrierId: book.carrierId, sentToCarrierId: named.carrierId };
  return { request, context: await uploads.loadContext(request), continues: book.carrierName };
}

/** Returns the answer to a decision that stores no file, or null for a decision that accepts. */
function settle(decision: UploadDecision): UploadOutcome | Refused | null {
  if (isRefused(decision)) return decision;
  return decision.kind === 'already-have' ? decision : null;
}

/** A ZIP archive of statements, for the book that was found for it. */
interface ArchiveUpload {
  readonly request: UploadRequest;
  readonly context: UploadContext;
  readonly origin: RequestOrigin;
  readonly files: readonly PackedFile[];
  readonly continues: string | null;
}

/**
 * Accepts a ZIP archive as one upload for each statement, all or none (docs/adr/history.md). All bytes are stored
 * before any row, and deleted again when the archive is refused.
 */
async function acceptArchive(
  intake: UploadIntake,
  { request, context, origin, files, continues }: ArchiveUpload,
): Promise<UploadOutcome | Refused> {
  const settled = settleArchive(decideArchive(request, context, files));
  if (settled !== null) return settled;

  const stored = files.map((file) => {
    const fileId = randomUUID();
    return { file, fileId, objectKey: rawKey(request.accountId, fileId) };
  });
  const discardBytes = () => Promise.all(stored.map(({ objectKey }) => deleteBytes(intake, objectKey)));
  try {
    for (const { file, objectKey } of stored) await intake.objects.put(objectKey, file.unpack());
  } catch (error) {
    await discardBytes();
    throw error;
  }
  const statements = stored.map(({ file, fileId, objectKey }) => {
    const { fileName, byteSize, checksumSha256 } = file;
    return { fileName, byteSize, checksumSha256, fileId, objectKey };
  });
  const saved = await intake.uploads.saveArchive({ request, origin, archiveId: randomUUID(), statements }, (now) =>
    decideArchive(request, now, files),
  );
  const [first] = saved.accepted ?? [];
  if (saved.accepted === null || first === undefined || isRefused(saved.decision) || saved.decision.kind !== 'accept') {
    await discardBytes();
    const lost = settleArchive(saved.decision);
    if (lost === null) throw new Error('An archive that was not stored was refused or known already.');
    return lost;
  }
  await intake.relayOutbox();
  const { callbackSecret } = saved;
  const ofArchive = saved.accepted.map(({ jobId, fileId, fileName }) => ({
    jobId,
    fileId,
    fileName,
    status: 'queued',
  }));
  return {
    kind: 'accepted',
    job: { ...first, callbackSecret },
    replaces: saved.decision.replaces,
    continues,
    ofArchive,
  };
}

/** Returns the answer to a decision that stores no file, or null for a decision that accepts. */
function settleArchive(decision: ArchiveDecision): UploadOutcome | Refused | null {
  if (isRefused(decision)) return decision;
  return decision.kind === 'already-have' ? decision : null;
}

async function deleteBytes(intake: UploadIntake, objectKey: string): Promise<void> {
  await intake.objects.delete(objectKey).catch((error: unknown) => intake.onBytesLeft(error, objectKey));
}

/** Runs a creating request at most once under its Idempotency-Key. */

export interface IdempotentRequest {
  /** The account that the key belongs to; null for the operator. */
  readonly accountId: string | null;
  readonly key: string;
  /** Hash of the operation and the whole request. A different request under the same key has a different fingerprint. */
  readonly fingerprint: string;
}

/** A reply as it was sent to the first request. */
export interface KeptReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export type KeyReservation =
  /** This request holds the key: run it, then keep its reply or release the key. */
  | { readonly kind: 'reserved'; readonly reservationId: string }
  /** A request with the same Idempotency-Key is in progress. */
  | { readonly kind: 'under-way' }
  /** The key was used for a different request. */
  | { readonly kind: 'other-request' }
  | { readonly kind: 'replied'; readonly reply: KeptReply };

export interface IdempotencyStore {
  /** Reserves a key. Takes over an expired key and the reservation of a process that must have died. */
  reserve(request: IdempotentRequest): Promise<KeyReservation>;
  /** Stores the reply. Does nothing when another process has taken the reservation over. */
  keep(request: IdempotentRequest, reservationId: string, reply: KeptReply): Promise<void>;
  release(request: IdempotentRequest, reservationId: string): Promise<void>;
}
