import { z } from 'zod';
import type { CursorPage, CursorPosition, Exported } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { RowPlace } from '../../core/statement/show-row.ts';
import type { ObjectStore } from '../platform/object-store.ts';
import type { RunIsolated } from '../reading/run-isolated.ts';
import type { FileReads } from '../reads/list-reads.ts';
import type { FileFilter, FileRecord } from '../reads/read-models.ts';
import { unknownFile } from './command-files.ts';

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
