import { statfs } from 'node:fs/promises';
import type { DiskSpace } from '../app/operations/readiness-ports.ts';

/** Of the file system that holds the directory. Free is what is there for programs that are not root's. */
export async function readDiskSpace(directory: string): Promise<DiskSpace> {
  const { bsize, bavail, blocks } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
