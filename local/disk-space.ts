import { statfs } from 'node:fs/promises';
import type { DiskSpace } from '../app/operations/readiness-ports.ts';

/**
 * Reads the space, in bytes, of the file system that holds the directory. Free is the space available to programs that do not run as root.
 */
export async function readDiskSpace(directory: string): Promise<DiskSpace> {
  const { bsize, bavail, blocks } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
