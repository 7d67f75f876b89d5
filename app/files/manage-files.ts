import { z } from 'zod';
import { ON_EXISTING } from '../../core/intake/drop-off-settings.ts';
import type { CursorPage, CursorPosition, Exported } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { RowPlace } from '../../core/statement/show-row.ts';
import type { ObjectStore } from '../platform/object-store.ts';
import { periodText, recordId } from '../platform/shared-fields.ts';
import type { RunIsolated } from '../reading/run-isolated.ts';
import type { FileFilter, FileReads, FileRecord } from '../reads/read-models.ts';
import { acceptUpload, type UploadIntake } from './accept-upload.ts';
import { type FileCommand, type FileCommands, retractFile, unknownFile } from './command-files.ts';

export const leftFileChange = z.strictObject({
  isLeft: z.boolean().meta({ description: 'False takes the file up again.' }),
});

export const fileMove = z.strictObject({
  carrierId: recordId('The carrier that it belongs to.'),
  period: periodText('The month that it belongs to.'),
  onExisting: z
    .enum(ON_EXISTING)
    .default('reject')
    .meta({ description: 'What happens when that month has a statement.' }),
});

/** A stored file with the configuration that read its rows. */
export interface FileSource {
  readonly originalFilename: string;
  readonly objectKey: string;
  readonly isPurged: boolean;
  /** Whether another file of the account with the same bytes counts, in this place or another. */
  readonly countsElsewhere: boolean;
  /** Null when no job has read the file. */
  readonly config: StatementConfig | null;
}

export interface FileSourceReads {
  /** Finds a file in any state; null when the account has no such file. */
  find(accountId: string, fileId: string): Promise<FileSource | null>;
}

/** Shows one row of a stored statement, as proof of what the carrier printed. */
export interface FileRows {
  readonly fileSources: FileSourceReads;
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly runIsolated: RunIsolated;
}

export const fileRow = z
  .object({
    fileId: z.string(),
    fileName: z.string(),
    sheet: z.int().describe('The number of the sheet among those that are read, from 1.'),
    sheetName: z.string().nullable().describe('Null for CSV.'),
    row: z.int(),
    headerRow: z.int().nullable().describe('Null when the sheet has no header.'),
    cells: z
      .array(z.object({ header: z.string().nullable(), text: z.string() }))
      .readonly()
      .describe('As a spreadsheet shows them, each with the header of its column.'),
  })
  .meta({ id: 'FileRow' });
export type FileRow = Readonly<z.output<typeof fileRow>>;

/** Finds a row of a file with its header. Refuses an unknown file or row, an unread file, and a file whose bytes were deleted. */
export async function findFileRow(
  { fileSources, objects, runIsolated }: FileRows,
  { accountId, fileId, place }: { readonly accountId: string; readonly fileId: string; readonly place: RowPlace },
): Promise<FileRow | Refused> {
  const source = await fileSources.find(accountId, fileId);
  if (source === null) return unknownFile();
  const { config, objectKey, originalFilename, isPurged } = source;
  if (config === null) return refuse('not_found', 'The file has not been read yet, so its rows have no header.');
  const bytes = isPurged ? null : await objects.get(objectKey);
  if (bytes === null) return refuse('not_found', 'The bytes of the file were deleted.');
  const found = await runIsolated(accountId, { name: 'showRow', input: { bytes, config, place } });
  if (isRefused(found)) return found;
  if (found === null) return refuse('not_found', 'The file has no such row.');
  return { fileId, sheet: place.sheet + 1, row: place.row, fileName: originalFilename, ...found };
}

/** Lists and finds uploaded files. */
export interface FileRegister {
  readonly files: FileReads;
}

/** Lists files, newest first, without retracted and replaced ones. Refuses an unknown carrier or workspace, and an invalid cursor. */
export function listFiles(
  { files }: FileRegister,
  accountId: string,
  { limit, cursor, ...filter }: FileFilter & CursorPosition,
): Promise<CursorPage<FileRecord> | Refused> {
  return files.list(accountId, filter, { limit, cursor });
}

/** Exports the list of `listFiles` after the cursor. */
export function exportFiles(
  { files }: FileRegister,
  accountId: string,
  { cursor, ...filter }: FileFilter & Pick<CursorPosition, 'cursor'>,
): Exported<FileRecord> {
  return files.exportAll(accountId, filter, cursor);
}

/** Finds a file in any state. Refuses an unknown file. */
export async function findFile(
  { files }: FileRegister,
  { accountId, fileId }: { readonly accountId: string; readonly fileId: string },
): Promise<FileRecord | Refused> {
  return (await files.find(accountId, fileId)) ?? unknownFile();
}

/** Gives the original of a file back, and moves a file to another month or carrier (docs/reference/uploads-and-jobs.md#files). */

export interface Originals {
  readonly files: Pick<FileReads, 'find'>;
  readonly fileSources: FileSourceReads;
  readonly fileCommands: FileCommands;
  readonly intake: UploadIntake;
}

interface Original {
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

interface MoveOrder extends FileCommand, Readonly<z.output<typeof fileMove>> {}

export const movedFile = z
  .object({
    fileId: z.string().describe('The file in its new place.'),
    jobId: z.string().describe('The job that reads it.'),
    carrierId: z.string(),
    period: z.string(),
  })
  .meta({ id: 'MovedFile' });
type MovedFile = Readonly<z.output<typeof movedFile>>;

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
