import { periodOfDate } from '../period.ts';
import { storableName, withEnding } from './file-name.ts';

/**
 * Layout of the bucket of drops. A user sees three folders and reaches nothing else
 * (docs/reference/drop-offs.md#sftp-users).
 */

export const SFTP_FOLDERS = ['incoming', 'processed', 'rejected'] as const;
export type SftpFolderName = (typeof SFTP_FOLDERS)[number];

/** Matches usernames: 3 to 32 characters without a meaning in a shell, a policy or a path. */
export const USERNAME_FORM = /^[a-z0-9][a-z0-9_-]{2,31}$/;

/** Returns the key prefix of a user's folder. It ends with a slash, so that no username is a prefix of another. */
export function folderPrefix(username: string, folder: SftpFolderName): string {
  return `sftp/${username}/${folder}/`;
}

/**
 * Returns the keys for an accepted file, in order of preference: its own name, then the name with the drop's id before
 * it. The keys are below the month of receipt, even when the file is moved later.
 */
export function processedKeys(
  username: string,
  { name, dropId, receivedOn }: { readonly name: string; readonly dropId: string; readonly receivedOn: string },
): readonly string[] {
  return keysBelow(`${folderPrefix(username, 'processed')}${periodOfDate(receivedOn)}/`, name, dropId);
}

/** Returns the keys for a rejected file, in order of preference as `processedKeys` does. */
export function rejectedKeys(
  username: string,
  { name, dropId }: { readonly name: string; readonly dropId: string },
): readonly string[] {
  return keysBelow(folderPrefix(username, 'rejected'), name, dropId);
}

const REASON_ENDING = '.reason.txt';
const ID_CHARACTERS = 12;

/**
 * Returns the candidate keys. A name that looks like a reason file, or leaves no room for the ending of one, always
 * gets the id.
 */
function keysBelow(prefix: string, name: string, dropId: string): readonly string[] {
  const kept = storableName(name);
  const withId = `${dropId.slice(0, ID_CHARACTERS)}-${kept}`;
  const isPlain = !isReasonName(kept) && withEnding(kept, REASON_ENDING).startsWith(kept);
  return [...(isPlain ? [`${prefix}${kept}`] : []), `${prefix}${withEnding(withId, '')}`];
}

/** Returns the key of the reason file beside a rejected file. */
export function reasonKey(key: string): string {
  const slash = key.lastIndexOf('/') + 1;
  return key.slice(0, slash) + withEnding(key.slice(slash), REASON_ENDING);
}

/** Tells whether a name is that of a reason file. */
export function isReasonName(name: string): boolean {
  return name.endsWith(REASON_ENDING);
}

/** Returns the content of a reason file. */
export function reasonText(fileName: string, reason: string): string {
  return `${fileName} was not taken in.\n\n${reason}\n\nNothing of it is in any report. Put a corrected file into /incoming; files here are deleted after a week.\n`;
}
