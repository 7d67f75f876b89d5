import type { IntakeAccount } from '../../core/intake/intake-account.ts';
import type { CursorPage, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { StorageUse } from '../../core/storage-quota.ts';
import type { DeleteBelow } from '../files/object-ports.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';
import type { PurgePortion } from '../operations/maintenance-ports.ts';
import type { CursorPosition, Exported } from '../reads/read-models.ts';

/** What dropping statements by SFTP and email needs from the outside (docs/reference/drop-offs.md). */

/** A dropped object as a listing shows it. */
export interface DroppedObject {
  readonly key: string;
  readonly byteSize: number;
  /** Another one as soon as the content is. */
  readonly etag: string;
  readonly lastModified: Date;
}

/**
 * The bucket of drops: `sftp/<user>/incoming/<file>`, `sftp/<user>/processed/<yyyy-mm>/<file>`, `sftp/<user>/rejected/<file>`,
 * `mail/<message>`. Unlike those of ObjectStore its keys end in names that others chose: any but `.`, `..` and those with
 * slashes or control characters.
 */
export interface DropStore {
  /** Objects whose keys begin with the prefix, which ends with a slash: oldest first, at most DROP_LISTING_MAX of them. */
  list(prefix: string): Promise<readonly DroppedObject[]>;
  /** Null when there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  /** Stores all of it or nothing. Overwrites. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Overwrites. False when what was listed is not there any more: somebody moved it, or put something else in its place. */
  move(from: Pick<DroppedObject, 'key' | 'etag'>, to: string): Promise<boolean>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  readonly deleteBelow: DeleteBelow;
}

export type DropSource = 'sftp' | 'email';
export type IntakeOutcome = 'accepted' | 'rejected' | 'duplicate' | 'held' | 'waiting';

/** One thing that was dropped, and what became of it. */
export interface IntakeRecord {
  /** core/intake/drop-id.ts */
  readonly dropId: string;
  /** Null: for nobody. */
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
  /** For the account's people: why it was not accepted, and what to do. */
  readonly reason: string | null;
  readonly fileId: string | null;
  readonly jobId: string | null;
  /** Where its bytes lie in the bucket of drops; null when nowhere. */
  readonly objectKey: string | null;
  /** Bytes that lie or are about to lie there. */
  readonly objectBytes: number;
  readonly messageId: string | null;
}

/** One of them as GET /v1/intake shows it. */
export interface IntakeItem {
  readonly id: string;
  readonly source: DropSource;
  readonly receivedAt: string;
  readonly origin: string;
  readonly fileName: string;
  readonly byteSize: number;
  readonly carrierId: string | null;
  readonly period: Period | null;
  readonly outcome: IntakeOutcome;
  readonly reason: string | null;
  readonly fileId: string | null;
  readonly jobId: string | null;
}

/** A file whose bytes, carrier and month are those of a drop. */
export interface IdenticalFile {
  readonly fileId: string;
  readonly jobId: string;
  /** The drop it came from, if it came from one. */
  readonly dropId: string | null;
  /** The month has it or will: it neither failed nor was canceled, replaced or retracted, and no accepted job will do that. */
  readonly counts: boolean;
}

export interface RecordedDelivery {
  /**
   * Something of it was not said of the message before, for this address or another of the carrier: a duplicate of what the message
   * brought already says nothing new, nor does the same reason once more. Of several equal deliveries at once one is news.
   */
  readonly isNews: boolean;
  /** Ids of the drops that are duplicates: an earlier item was accepted for their job. */
  readonly repeated: readonly string[];
  /** The account has room for the message. If not, its bytes are to be deleted. */
  readonly keepsBytes: boolean;
}

export interface DropKey {
  readonly accountId: string;
  /** core/intake/drop-id.ts */
  readonly dropId: string;
}

/** What was said of a drop, and where it lies or is about to. Bytes that are not kept are to be deleted. */
export type PlacedDrop = Pick<IntakeRecord, 'outcome' | 'reason' | 'objectKey'> & { readonly keepsBytes: boolean };

/** Whether the account has room for so many more bytes. Files of /incoming do not count against a file that is taken from there. */
export type DecideRoom = (use: StorageUse, bytes: number, from: 'outside' | 'incoming') => boolean;

export interface IntakeStore {
  /** All files of these bytes for this carrier and month, oldest first; in any workspace when none is named. */
  findIdentical(bytes: {
    readonly accountId: string;
    readonly carrierId: string;
    readonly workspaceId: string | null;
    readonly period: Period;
    readonly checksumSha256: string;
  }): Promise<readonly IdenticalFile[]>;
  /** Of these keys the first under which no other drop lies; the last one, where there is none. */
  findFreeKey(drop: DropKey, keys: readonly string[]): Promise<string>;
  /** A drop that was written down, and where it lies. Null: not yet, or only as waiting. */
  findPlaced(drop: DropKey): Promise<PlacedDrop | null>;
  /**
   * Writes it down once: the outcome of this drop before stays, unless that was `waiting`. `decideRoom` says whether the original is
   * kept; it is called under the lock of the account's storage, and not for an original that is stored already.
   */
  record(record: IntakeRecord, decideRoom: DecideRoom): Promise<{ readonly keepsBytes: boolean }>;
  /** Whether a message was written down, whatever became of its bytes. */
  isRecorded(objectKey: string): Promise<boolean>;
  /** Writes down all that one delivery of a message came to, each item as above; the messageId is one and the same. */
  recordDelivery(records: readonly IntakeRecord[], decideRoom: DecideRoom): Promise<RecordedDelivery>;
  /** Newest first. A cursor that is no item's position is refused. */
  list(accountId: string, page: CursorPosition): Promise<CursorPage<IntakeItem> | Refused>;
  /** The same list from the cursor on. */
  exportAll(accountId: string, cursor: number | undefined): Exported<IntakeItem>;
  /**
   * Bytes that have been kept for long enough: those of accepted drops once the raw bytes of their file are gone, all others
   * after RAW_KEPT_AT_MOST_DAYS. Where they lay is forgotten with them, so that their place is nobody else's before.
   */
  purgeExpired(source: DropSource): PurgePortion;
}

/** Somebody who may drop statements by SFTP, as the account sees it. */
export interface SftpUser {
  readonly id: string;
  readonly username: string;
  readonly publicKey: string;
  readonly carrierIds: readonly string[] | null;
  readonly workspaceId: string | null;
  readonly createdAt: string;
}

export interface NewSftpUser {
  readonly username: string;
  readonly publicKey: string;
  readonly carrierIds: readonly string[] | null;
  readonly workspaceId: string | null;
}

/** The account's side of SFTP users. */
export interface SftpUserStore {
  /** The name of a user that was deleted can be taken again by its own account only. */
  create(accountId: string, user: NewSftpUser, origin: RequestOrigin): Promise<SftpUser | Refused>;
  /** Newest first, without deleted ones. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<SftpUser>>;
  find(accountId: string, userId: string): Promise<SftpUser | null>;
  /** From now on it can't sign in, and what it has left in its folder is rejected. False: there is no such user. */
  delete(key: { readonly accountId: string; readonly userId: string }, origin: RequestOrigin): Promise<boolean>;
}

/** What signing in is decided from. */
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

/** How a carrier's files are named, and what to do with a second one of a period: `sftp` of its configuration. */
export interface CarrierPatterns {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly patterns: readonly string[];
  readonly onExisting: 'reject' | 'replace' | 'append';
}

export interface IncomingBytes {
  readonly username: string;
  readonly bytes: number;
}

/** The service's own side of SFTP users, over all accounts. */
export interface SftpFolderStore {
  /** By the database's clock. */
  now(): Promise<Date>;
  /** Null: there is no such user, or it was deleted. */
  findLogin(username: string): Promise<SftpLogin | null>;
  listFolders(): Promise<readonly SftpFolder[]>;
  /** Of the user's carriers, those whose configuration names patterns. */
  listPatterns(folder: SftpFolder): Promise<readonly CarrierPatterns[]>;
  /** False: another sweep has the folder. It is given back, or free again after so many seconds. */
  claimFolder(userId: string, seconds: number): Promise<boolean>;
  releaseFolder(userId: string): Promise<void>;
  /** Writes down how many bytes lie in users' /incoming. */
  noteIncoming(folders: readonly IncomingBytes[]): Promise<void>;
  /** Of these users' incomplete uploads that were reported as waiting, those whose drop is not named any more are over. */
  closeWaiting(usernames: readonly string[], dropIds: readonly string[]): Promise<void>;
}
