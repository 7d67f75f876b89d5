import { randomUUID } from 'node:crypto';
import { isRefused, type Refused } from '../../core/problem.ts';
import { type ArchiveDecision, decideArchive } from '../../core/upload/decide-archive.ts';
import type { UploadContext, UploadRequest } from '../../core/upload/decide-upload.ts';
import type { PackedFile } from './archive-ports.ts';
import { rawKey, type UploadIntake, type UploadOutcome } from './upload-intake.ts';
import type { RequestOrigin } from './upload-ports.ts';

/** A ZIP archive of statements, for the book that was found for it. */
export interface ArchiveUpload {
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
export async function acceptArchive(
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
