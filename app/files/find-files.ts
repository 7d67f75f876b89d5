import type { CursorPage, CursorPosition, Exported } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import type { FileReads } from '../reads/list-reads.ts';
import type { FileFilter, FileRecord } from '../reads/read-models.ts';
import { unknownFile } from './command-files.ts';

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
