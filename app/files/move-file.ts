import { z } from 'zod';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { FileReads } from '../reads/list-reads.ts';
import type { FileRecord } from '../reads/read-models.ts';
import { acceptUpload, type UploadIntake } from './accept-upload.ts';
import { type FileCommand, type FileCommands, retractFile, unknownFile } from './command-files.ts';
import type { FileSource, FileSourceReads } from './find-files.ts';

/** Gives the original of a file back, and moves a file to another month or carrier (docs/reference/uploads-and-jobs.md#files). */

export interface Originals {
  readonly files: Pick<FileReads, 'find'>;
  readonly fileSources: FileSourceReads;
  readonly fileCommands: FileCommands;
  readonly intake: UploadIntake;
}

export interface Original {
  readonly file: FileRecord;
  readonly source: FileSource;
  readonly bytes: Uint8Array;
}

/** Finds the bytes of a file as they were sent. Refuses an unknown file, and one whose bytes were deleted. */
export async function findOriginal(
  { files, fileSources, fileCommands }: Pick<Originals, 'files' | 'fileSources' | 'fileCommands'>,
  { accountId, fileId }: Pick<FileCommand, 'accountId' | 'fileId'>,
): Promise<Original | Refused> {
  const [file, source] = await Promise.all([files.find(accountId, fileId), fileSources.find(accountId, fileId)]);
  if (file === null || source === null) return unknownFile();
  const bytes = source.isPurged ? null : await fileCommands.objects.get(source.objectKey);
  return bytes === null ? refuse('not_found', 'The original is not kept any more.') : { file, source, bytes };
}

export interface MoveOrder extends FileCommand {
  readonly carrierId: string;
  readonly period: Period;
  readonly onExisting: 'reject' | 'replace' | 'append';
}

export const movedFile = z
  .object({
    fileId: z.string().describe('The file in its new place.'),
    jobId: z.string().describe('The job that reads it.'),
    carrierId: z.string(),
    period: z.string(),
  })
  .meta({ id: 'MovedFile' });
export type MovedFile = Readonly<z.output<typeof movedFile>>;

/**
 * Sends the bytes of a file again for another month or carrier, then takes the file back where it was. A file that could not be read stays
 * on record as failed; one that was taken back can be sent to its own place, and counts again. When it can't be taken back, the sent one is
 * taken back instead, so that nothing counts twice. Refuses an unknown file, one without bytes, and what `refuseMove` and `acceptUpload`
 * refuse.
 */
export async function moveFile(parts: Originals, order: MoveOrder): Promise<MovedFile | Refused> {
  const { accountId, fileId, carrierId, period, onExisting, origin } = order;
  const original = await findOriginal(parts, order);
  if (isRefused(original)) return original;
  const { file, source, bytes } = original;
  const refused = refuseMove(file, source, order);
  if (refused !== null) return refused;
  const request = {
    ...{ accountId, carrierId, period, workspaceId: file.workspaceId, fileName: file.originalFilename },
    ...{ byteSize: bytes.byteLength, checksumSha256: file.checksumSha256, source: file.source },
    statedTotal: file.statedTotal === null ? null : file.statedTotal.toFixed(2),
    ...{ webhookUrl: null, replaceFileId: null, idempotencyKey: null, fingerprint: `moved ${fileId}` },
    replace: onExisting === 'replace',
    append: onExisting === 'append',
  };
  const outcome = await acceptUpload(parts.intake, { request, bytes, origin });
  if (isRefused(outcome)) return outcome;
  const moved = { fileId: outcome.job.fileId, jobId: outcome.job.jobId, carrierId, period };
  if (file.status === 'failed' || file.status === 'retracted') return moved;
  const takenBack = await retractFile(parts.fileCommands, { accountId, fileId, only: true, origin });
  if (!isRefused(takenBack)) return moved;
  await retractFile(parts.fileCommands, { accountId, fileId: moved.fileId, only: true, origin });
  return takenBack;
}

/** Refuses a file that counts already, was not read yet, or was taken back or replaced elsewhere. */
function refuseMove(file: FileRecord, source: FileSource, { carrierId, period }: MoveOrder): Refused | null {
  const isOwnPlace = file.carrierId === carrierId && file.period === period;
  if (file.status === 'replaced' || (file.status === 'retracted' && !isOwnPlace))
    return refuse('already_retracted', 'This file has already been retracted or replaced.');
  if (file.status === 'retracted' && source.countsElsewhere)
    return refuse('conflict', 'The same file counts already, here or in another month. Take it back there first.');
  if (file.status === 'pending') return refuse('conflict', 'This file has not been read yet.');
  return isOwnPlace && file.status !== 'retracted' ? refuse('conflict', 'The file is there already.') : null;
}
