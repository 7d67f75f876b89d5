import { randomUUID } from 'node:crypto';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { type ArchiveDecision, decideArchive } from '../../core/upload/decide-archive.ts';
import {
  type ContentProblem,
  decideContinuedBook,
  decideUpload,
  type UploadContext,
  type UploadDecision,
  type UploadRequest,
} from '../../core/upload/decide-upload.ts';
import type { PackedFile } from './archive-ports.ts';
import { rawKey, type UploadIntake, type UploadOutcome } from './upload-intake.ts';

/**
 * Accepts a statement: decides, stores the bytes, stores file, job and message in one transaction, and sends the message
 * (docs/reference/uploads-and-jobs.md#upload). Bytes are stored before rows, so a crash can leave unused bytes but never a job without
 * bytes.
 */

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
 * bytes.
 */
export async function acceptUpload(
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
    await intake.objects.delete(objectKey).catch((error: unknown) => intake.onBytesLeft(error, objectKey));
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
