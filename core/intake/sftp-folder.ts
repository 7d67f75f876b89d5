import { periodOfDate } from '../period.ts';
import { storableName, withEnding } from './file-name.ts';

/**
 * Where what in the bucket of drops: a user sees three folders and reaches nothing else
 * (docs/reference/drop-offs.md#sftp-users).
 */

export const SFTP_FOLDERS = ['incoming', 'processed', 'rejected'] as const;
export type SftpFolderName = (typeof SFTP_FOLDERS)[number];

/** 3 to 32 characters, none that means anything to a shell, a policy or a path. */
export const USERNAME_FORM = /^[a-z0-9][a-z0-9_-]{2,31}$/;

/** Ends with a slash, so that no user's name is the beginning of another's. */
export function folderPrefix(username: string, folder: SftpFolderName): string {
  return `sftp/${username}/${folder}/`;
}

/**
 * Keys under which a file can lie once it is done with, the plainer one first: its own name, and for when another file lies there the
 * name with the drop's id before it, which is nobody else's. Taken files lie beneath the month in which they came, however late they
 * are moved there.
 */
export function processedKeys(
  username: string,
  { name, dropId, receivedOn }: { readonly name: string; readonly dropId: string; readonly receivedOn: string },
): readonly string[] {
  return keysBelow(`${folderPrefix(username, 'processed')}${periodOfDate(receivedOn)}/`, name, dropId);
}

export function rejectedKeys(
  username: string,
  { name, dropId }: { readonly name: string; readonly dropId: string },
): readonly string[] {
  return keysBelow(folderPrefix(username, 'rejected'), name, dropId);
}

const REASON_ENDING = '.reason.txt';
const ID_CHARACTERS = 12;

/** A name that looks like the reason of another file, or too long for one of its own, is never kept plain: two reasons could meet. */
function keysBelow(prefix: string, name: string, dropId: string): readonly string[] {
  const kept = storableName(name);
  const withId = `${dropId.slice(0, ID_CHARACTERS)}-${kept}`;
  const isPlain = !isReasonName(kept) && withEnding(kept, REASON_ENDING).startsWith(kept);
  return [...(isPlain ? [`${prefix}${kept}`] : []), `${prefix}${withEnding(withId, '')}`];
}

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
