import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DRAFT_FLAGS, FILE_MODE, incomingPath, syncDirectory } from './disk-object-store.ts';

/** A file that is being written. Its pieces go to the disk as they arrive, and it has no key before it is complete. */
export interface DiskDraft {
  /** Writes a piece at any position, in any order. */
  write(offset: number, bytes: Uint8Array): Promise<void>;
  /** Stores the first `byteSize` bytes under the key, complete and synced, and ends the draft. Replaces an object with this key. */
  keepAs(key: string, byteSize: number): Promise<void>;
  /** Ends the draft. May be repeated, also after keepAs. */
  discard(): Promise<void>;
}

/** Opens a draft. `copyOf`: path of the file whose bytes it begins with. */
export async function openDraft(
  root: string,
  placeOf: (key: string) => Promise<string>,
  copyOf: string | null = null,
): Promise<DiskDraft> {
  const path = incomingPath(root, randomUUID());
  if (copyOf !== null) await copyFile(copyOf, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const file = await open(path, copyOf === null ? DRAFT_FLAGS : constants.O_WRONLY, FILE_MODE);
  let isOver = false;
  const end = async (finish: () => Promise<void>) => {
    if (isOver) return;
    isOver = true;
    try {
      await finish();
    } finally {
      await file.close();
    }
  };
  return {
    write: (offset, bytes) => writeAll(file, offset, bytes),
    async keepAs(key, byteSize) {
      if (isOver) throw new Error('The draft is over');
      const to = await placeOf(key);
      try {
        await end(async () => {
          await file.truncate(byteSize);
          await file.sync();
        });
        await rename(path, to);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      await syncDirectory(dirname(to));
    },
    discard: () => end(() => rm(path, { force: true })),
  };
}

/** Writes all bytes. The call is repeated, because one call may write only a part. */
async function writeAll(file: FileHandle, offset: number, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.byteLength) {
    const { bytesWritten } = await file.write(bytes, written, bytes.byteLength - written, offset + written);
    written += bytesWritten;
  }
}
