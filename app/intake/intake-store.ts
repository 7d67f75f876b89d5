import { z } from 'zod';
import type { DropOffSettings, IntakeAccount, OwnDropOffSettings } from '../../core/intake/drop-off-settings.ts';
import type { CursorPage, CursorPosition, Exported } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { StorageUse } from '../../core/storage-quota.ts';
import type { PurgePortion } from '../platform/portions.ts';

/** The store of statements that are dropped by SFTP and email (docs/reference/drop-offs.md). */

export type DropSource = 'sftp' | 'email';
export type IntakeOutcome = 'accepted' | 'rejected' | 'duplicate' | 'held' | 'waiting';

/** One dropped file or message and its outcome. */
export interface IntakeRecord {
  /** The id of the drop (core/intake/drop-off-settings.ts). */
  readonly dropId: string;
  /** Null for a message that belongs to no account. */
  readonly accountId: string | null;
  readonly source: DropSource;
  /** The SFTP user, or the sender's address. */
  readonly origin: string;
  readonly name: string;
  readonly byteSize: number;
  readonly checksumSha256: string | null;
  readonly carrierId: string | null;
  readonly period: Period | null;
  readonly outcome: IntakeOutcome;
  /** Tells the people of the account why the drop was not accepted and what to do. */
  readonly reason: string | null;
  readonly fileId: string | null;
  readonly jobId: string | null;
  /** Key of the bytes in the bucket of drops; null when they are not kept. */
  readonly objectKey: string | null;
  /** Size of the bytes that are stored there or about to be. */
  readonly objectBytes: number;
  readonly messageId: string | null;
}

/** A drop as GET /v1/intake shows it. */
export const intakeItem = z
  .object({
    id: z.string(),
    source: z.enum(['sftp', 'email']),
    receivedAt: z.iso.datetime(),
    origin: z.string().describe('The SFTP user, or the address of the sender.'),
    fileName: z.string(),
    byteSize: z.int(),
    carrierId: z.string().nullable(),
    period: z.string().nullable(),
    outcome: z
      .enum(['accepted', 'rejected', 'duplicate', 'held', 'waiting'])
      .describe(`accepted: it has a job. duplicate: the month has the same bytes already, from another file. rejected and held: reason says why and what to do.
waiting: an upload that has been incomplete for a day.`),
    reason: z.string().nullable(),
    fileId: z.string().nullable(),
    jobId: z.string().nullable(),
    isKept: z
      .boolean()
      .describe('Its bytes, or its message, are still stored: what was rejected or held can be filed.'),
  })
  .meta({ id: 'IntakeItem' });
export type IntakeItem = Readonly<z.output<typeof intakeItem>>;

export const INTAKE_ITEM_COLUMNS = [
  ...['id', 'source', 'receivedAt', 'origin', 'fileName', 'byteSize', 'carrierId', 'period', 'outcome', 'reason'],
  ...['fileId', 'jobId', 'isKept'],
];

/** A drop as a person may file it. */
export interface KeptItem extends Pick<IntakeRecord, 'dropId' | 'source' | 'name' | 'checksumSha256' | 'outcome'> {
  /** Key of the stored bytes; null when they are not kept. */
  readonly objectKey: string | null;
}

/** A drop that a person filed. */
export interface FiledDrop {
  readonly accountId: string;
  readonly itemId: string;
  readonly carrierId: string;
  readonly period: Period;
  readonly checksumSha256: string;
  readonly fileId: string;
  readonly jobId: string;
}

/** A file with the bytes, carrier and month of a drop. */
export interface IdenticalFile {
  readonly fileId: string;
  readonly jobId: string;
  /** The drop that the file was made from; null for other uploads. */
  readonly dropId: string | null;
  /**
   * True when the file is or will be part of the month: it has not failed, was not cancelled, replaced or retracted, and no accepted job
   * will do so.
   */
  readonly counts: boolean;
}

export interface RecordedDelivery {
  /**
   * True when at least one item says something that the sender has not been told about this message and carrier: neither a duplicate of
   * the message's own job nor a repeated reason. Of several concurrent equal deliveries exactly one is news.
   */
  readonly isNews: boolean;
  /** Ids of the drops that are duplicates: an earlier item was accepted for their job. */
  readonly repeated: readonly string[];
  /** True when the account has storage left for the message. Otherwise the caller deletes the bytes. */
  readonly keepsBytes: boolean;
}

export interface DropKey {
  readonly accountId: string;
  /** The id of the drop (core/intake/drop-off-settings.ts). */
  readonly dropId: string;
}

/** The recorded outcome of a drop, its reason and the key of its bytes. `keepsBytes` is false when the account had no storage left. */
export type PlacedDrop = Pick<IntakeRecord, 'outcome' | 'reason' | 'objectKey'> & { readonly keepsBytes: boolean };

/**
 * Decides whether the account has storage left for more bytes. A file that is moved from /incoming adds none, because it counts already.
 */
export type DecideRoom = (use: StorageUse, bytes: number, from: 'outside' | 'incoming') => boolean;

export interface IntakeStore {
  /** Returns all files with these bytes for this carrier and month, oldest first. Searches all workspaces when none is named. */
  findIdentical(bytes: {
    readonly accountId: string;
    readonly carrierId: string;
    readonly workspaceId: string | null;
    readonly period: Period;
    readonly checksumSha256: string;
  }): Promise<readonly IdenticalFile[]>;
  /** Returns the first of these keys under which no other drop is stored, or the last key when all are taken. */
  findFreeKey(drop: DropKey, keys: readonly string[]): Promise<string>;
  /** Returns a recorded drop and its place. Returns null when it is not recorded yet, or only as waiting. */
  findPlaced(drop: DropKey): Promise<PlacedDrop | null>;
  /**
   * Records a drop once: an earlier outcome stays unless it was `waiting`. `decideRoom` decides whether the bytes are kept. It runs under
   * the lock of the account's storage, and not for bytes that are stored already.
   */
  record(record: IntakeRecord, decideRoom: DecideRoom): Promise<{ readonly keepsBytes: boolean }>;
  /** Returns whether a message was recorded, also when its bytes were not kept. */
  isRecorded(objectKey: string): Promise<boolean>;
  /** Records all items of one delivery of a message, each as `record` does. All items have the same messageId. */
  recordDelivery(records: readonly IntakeRecord[], decideRoom: DecideRoom): Promise<RecordedDelivery>;
  /** Returns drops, newest first. Refuses a cursor that is not the position of an item. */
  list(accountId: string, page: CursorPosition): Promise<CursorPage<IntakeItem> | Refused>;
  /** Returns null when the account has no such item. */
  findKept(accountId: string, itemId: string): Promise<KeptItem | null>;
  /** Records that a person filed the item, whose outcome is then `accepted`. */
  noteFiled(filed: FiledDrop): Promise<void>;
  /** Returns all drops after the cursor, newest first. */
  exportAll(accountId: string, cursor: number | undefined): Exported<IntakeItem>;
  /**
   * Deletes bytes whose retention has ended: for accepted drops once the raw bytes of their file are gone, for all others after
   * RAW_KEPT_AT_MOST_DAYS. The key is cleared in the same step, so that no other drop can use it before.
   */
  purgeExpired(source: DropSource): PurgePortion;
}

/** The data that a sign-in is decided from. */
export interface SftpLogin {
  readonly account: IntakeAccount;
  readonly username: string;
  readonly publicKey: string;
}

/** A folder to be swept. */
export interface SftpFolder {
  readonly userId: string;
  readonly username: string;
  readonly isDeleted: boolean;
  readonly account: IntakeAccount;
  readonly workspaceId: string | null;
}

/** A carrier of an SFTP user, with both sources of its settings (core/intake/drop-off-settings.ts). */
export interface PatternSources {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly format: DropOffSettings | null;
  readonly own: OwnDropOffSettings | null;
}

export interface IncomingBytes {
  readonly username: string;
  readonly bytes: number;
}

/** The SFTP users of all accounts. */
export interface SftpFolderStore {
  /** The time by the database's clock. */
  now(): Promise<Date>;
  /** Returns null when the user does not exist or was deleted. */
  findLogin(username: string): Promise<SftpLogin | null>;
  listFolders(): Promise<readonly SftpFolder[]>;
  /** Returns the carriers of the user that have patterns of file names, in their format or in the account's settings. */
  listPatternSources(folder: SftpFolder): Promise<readonly PatternSources[]>;
  /** Claims a folder for one sweep, for at most `seconds`. Returns false when another sweep holds the folder. */
  claimFolder(userId: string, seconds: number): Promise<boolean>;
  releaseFolder(userId: string): Promise<void>;
  /** Records how many bytes are in the /incoming folders of users. */
  noteIncoming(folders: readonly IncomingBytes[]): Promise<void>;
  /** Closes waiting uploads of these users, except the uploads with these drop ids. Such an upload has ended without becoming complete. */
  closeWaiting(usernames: readonly string[], dropIds: readonly string[]): Promise<void>;
}
