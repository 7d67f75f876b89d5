import { periodOfDate } from '../period.ts';
import { storableName, withEnding } from './file-name.ts';

/** Where what in the bucket of drops: a user sees three folders and reaches nothing else (goal ING-7). */

export const SFTP_FOLDERS = ['incoming', 'processed', 'rejected'] as const;
export type SftpFolderName = (typeof SFTP_FOLDERS)[number];

/** 3 to 32 characters, none that means anything to a shell, a policy or a path. */
export const USERNAME_FORM = /^[a-z0-9][a-z0-9_-]{2,31}$/;

/** Ends with a slash, so that no user's name is the beginning of another's. */
export function folderPrefix(username: string, folder: SftpFolderName): string {
  return `sftp/${username}/${folder}/`;
}

/** Beneath the month in which the file came; the same however late it is moved there. */
export function processedKey(username: string, fileName: string, receivedOn: string): string {
  return `${folderPrefix(username, 'processed')}${periodOfDate(receivedOn)}/${storableName(fileName)}`;
}

export function rejectedKey(username: string, fileName: string): string {
  return `${folderPrefix(username, 'rejected')}${storableName(fileName)}`;
}

const REASON_ENDING = '.reason.txt';

/** Beside a rejected file, why it was. */
export function reasonKey(key: string): string {
  const slash = key.lastIndexOf('/') + 1;
  return key.slice(0, slash) + withEnding(key.slice(slash), REASON_ENDING);
}

export function isReasonName(name: string): boolean {
  return name.endsWith(REASON_ENDING);
}

/** Content of such a file. */
export function reasonText(fileName: string, reason: string): string {
  return `${fileName} was not taken in.\n\n${reason}\n\nNothing of it is in any report. Put a corrected file into /incoming; files here are deleted after a week.\n`;
}
