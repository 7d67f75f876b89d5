import { posix } from 'node:path';
import { SFTP_FOLDERS, type SftpFolderName } from '../core/intake/sftp-folder.ts';

/** A client's path, resolved within its home. Dots and slashes cannot lead out of it. */
export type SftpPath =
  | { readonly kind: 'root' }
  | { readonly kind: 'folder'; readonly folder: SftpFolderName }
  /** A file or folder. Below /processed, `name` may contain one slash, between the month and the file. */
  | { readonly kind: 'entry'; readonly folder: SftpFolderName; readonly name: string }
  | { readonly kind: 'nowhere' };

/** The longest accepted path in bytes. Every valid path, of a folder, a month and a name, is shorter. */
export const PATH_BYTES_MAX = 4_096;

/** The path as clients see it. */
export function absolutePath(path: string): string {
  return posix.normalize(`/${path}`).replace(/(?<=.)\/$/, '');
}

export function readSftpPath(path: string): SftpPath {
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) return { kind: 'nowhere' };
  const [, first = '', ...rest] = absolutePath(path).split('/');
  if (first === '') return { kind: 'root' };
  const folder = SFTP_FOLDERS.find((name) => name === first);
  if (folder === undefined) return { kind: 'nowhere' };
  const name = rest.join('/');
  if (name === '') return { kind: 'folder', folder };
  const isTooDeep = rest.length > (folder === 'processed' ? 2 : 1);
  return isTooDeep || /[\p{Cc}\\]/u.test(name) ? { kind: 'nowhere' } : { kind: 'entry', folder, name };
}
