import { hash } from 'node:crypto';
import { RAW_KEPT_UNPROCESSED_DAYS } from '../limits/account-limits.ts';
import { DROP_INCOMPLETE_HOURS, DROP_SETTLED_SECONDS } from '../limits/request-limits.ts';
import { periodOfDate } from '../period.ts';
import { isUnfinishedName, storableName, withEnding } from './find-period.ts';

/** Decision about an object in /incoming, by its name, size and age. */
export type Settling =
  /** Leaves an object that is too new or still uploading. */
  | 'leave'
  /** Takes a complete file. */
  | 'take'
  /** Reports an upload that has been incomplete for DROP_INCOMPLETE_HOURS. */
  | 'report'
  /** Rejects an upload that has been incomplete for RAW_KEPT_UNPROCESSED_DAYS. */
  | 'reject';

const HOUR_SECONDS = 3600;

/**
 * Decides about an object; `ageSeconds` counts from its last change. An interrupted upload keeps its temporary name or
 * has no bytes (docs/reference/drop-offs.md#the-sweep).
 */
export function settlingOf(file: { readonly name: string; readonly byteSize: number }, ageSeconds: number): Settling {
  if (file.byteSize > 0 && !isUnfinishedName(file.name)) return ageSeconds >= DROP_SETTLED_SECONDS ? 'take' : 'leave';
  if (ageSeconds >= RAW_KEPT_UNPROCESSED_DAYS * 24 * HOUR_SECONDS) return 'reject';
  return ageSeconds >= DROP_INCOMPLETE_HOURS * HOUR_SECONDS ? 'report' : 'leave';
}

/**
 * Takes up to `limit` items round-robin: the first of each queue, then the second of each. A long queue therefore never
 * starves the others.
 */
export function takeInTurn<Item>(queues: readonly (readonly Item[])[], limit: number): readonly Item[] {
  const taken: Item[] = [];
  let waiting = queues;
  for (let turn = 0; waiting.length > 0 && taken.length < limit; turn += 1) {
    waiting = waiting.filter((queue) => queue.length > turn);
    taken.push(...waiting.flatMap((queue) => queue.slice(turn, turn + 1)));
  }
  return taken.slice(0, limit);
}

/**
 * Reads public keys of SFTP users in OpenSSH's one-line form (RFC 4253 section 6.6, RFC 5656, RFC 8709). Accepts
 * Ed25519, ECDSA, and RSA from 2048 bits on. The stored key is rewritten without options and comment, so that each key
 * has one spelling.
 */

/** A key in its canonical form, or the problem in words. */
export type PublicKeyReading =
  | { readonly ok: true; readonly publicKey: string }
  | { readonly ok: false; readonly problem: string };

const RSA_BITS_MIN = 2048;
/** OpenSSH's own limit, in bits. */
const RSA_BITS_MAX = 16_384;

/** Checks the fields after the type in a key's blob, by type. Each check returns a problem or null. */
const TYPES: ReadonlyMap<string, (fields: readonly Buffer[]) => string | null> = new Map([
  ['ssh-ed25519', ([point, ...more]) => (point?.length === 32 && more.length === 0 ? null : DAMAGED)],
  ['ecdsa-sha2-nistp256', curve('nistp256', 65)],
  ['ecdsa-sha2-nistp384', curve('nistp384', 97)],
  ['ecdsa-sha2-nistp521', curve('nistp521', 133)],
  ['ssh-rsa', rsa],
]);

const DAMAGED = 'is damaged: copy the whole line again';

/** Reads one line of a .pub file into its canonical form, or returns the problem in words. */
export function readPublicKey(text: string): PublicKeyReading {
  const line = text.trim();
  const problem = (problem: string): PublicKeyReading => ({ ok: false, problem });
  if (/PRIVATE KEY/.test(line)) return problem('is a private key. Never send that; send the line of the .pub file');
  if (/[\r\n]/.test(line)) return problem('must be one line, as in the .pub file of OpenSSH');
  const [type = '', base64 = ''] = line.split(/[ \t]+/);
  const check = TYPES.get(type);
  if (check === undefined) return problem(`must begin with one of ${[...TYPES.keys()].join(', ')}`);
  const blob = Buffer.from(base64, 'base64');
  if (blob.toString('base64').replace(/=+$/, '') !== base64.replace(/=+$/, '')) return problem(DAMAGED);
  const fields = fieldsOf(blob);
  if (fields === null || fields[0]?.toString('latin1') !== type) return problem(DAMAGED);
  const fault = check(fields.slice(1));
  return fault === null ? { ok: true, publicKey: `${type} ${blob.toString('base64')}` } : problem(fault);
}

/** Returns the fingerprint as ssh-keygen shows it: `SHA256:` and base64 without padding. */
export function fingerprintOf(publicKey: string): string {
  const [, base64 = ''] = publicKey.split(' ');
  return `SHA256:${hash('sha256', Buffer.from(base64, 'base64'), 'base64').replace(/=+$/, '')}`;
}

/** Splits a blob into its strings, each preceded by its length in four bytes. Null when the lengths do not add up. */
function fieldsOf(blob: Buffer): readonly Buffer[] | null {
  const fields: Buffer[] = [];
  let place = 0;
  while (place < blob.length) {
    if (blob.length - place < 4) return null;
    const end = place + 4 + blob.readUInt32BE(place);
    if (end > blob.length) return null;
    fields.push(blob.subarray(place + 4, end));
    place = end;
  }
  return fields;
}

/** Returns the check of an ECDSA key on a named curve. */
function curve(name: string, pointBytes: number): (fields: readonly Buffer[]) => string | null {
  return ([named, point, ...more]) => {
    const isWhole = named?.toString('latin1') === name && point?.length === pointBytes && more.length === 0;
    // The byte 4 announces both coordinates, the only form that SSH uses.
    return isWhole && point[0] === 4 ? null : DAMAGED;
  };
}

/** Checks exponent and modulus: positive odd numbers without leading zero bytes, in the allowed range of bits. */
function rsa([exponent, modulus, ...more]: readonly Buffer[]): string | null {
  if (exponent === undefined || modulus === undefined || more.length > 0) return DAMAGED;
  const bits = bitsOf(modulus);
  const exponentBits = bitsOf(exponent);
  if (bits === null || exponentBits === null) return DAMAGED;
  if (bits < RSA_BITS_MIN) return `is an RSA key of ${bits} bits; at least ${RSA_BITS_MIN} are needed`;
  if (bits > RSA_BITS_MAX) return `is an RSA key of ${bits} bits; at most ${RSA_BITS_MAX} can be used`;
  const isOdd = (number: Buffer) => ((number.at(-1) ?? 0) & 1) === 1;
  return isOdd(modulus) && isOdd(exponent) && exponentBits > 1 ? null : DAMAGED;
}

/** Returns the bits of a positive integer in SSH's form. Null for a negative number or needless leading zeros. */
function bitsOf(number: Buffer): number | null {
  const [first = 0, second = 0] = number;
  if (number.length === 0 || first > 0x7f || (first === 0 && second < 0x80)) return null;
  const significant = first === 0 ? number.subarray(1) : number;
  return significant.length * 8 - Math.clz32(significant[0] ?? 0) + 24;
}

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
