import type { JobMode } from '../../core/job/period-files.ts';
import type { Refused } from '../../core/problem.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { StorageUse } from '../../core/storage-quota.ts';
import type { ArchiveDecision } from '../../core/upload/decide-archive.ts';
import type { FileSituation, RetrySituation } from '../../core/upload/decide-file-command.ts';
import type { UploadContext, UploadDecision, UploadRequest } from '../../core/upload/decide-upload.ts';

/** The ports for uploads and for commands on existing files and jobs. */

/** A job that was accepted. */
export interface AcceptedJob {
  readonly jobId: string;
  readonly fileId: string;
  readonly mode: JobMode;
}

export interface AcceptedCommand extends AcceptedJob {
  /** Names of the files that a retraction of a whole month takes back, in order of acceptance; empty for other jobs. */
  readonly takesBack: readonly string[];
}

export interface NewUpload {
  readonly request: UploadRequest;
  readonly origin: RequestOrigin;
  readonly fileId: string;
  readonly objectKey: string;
}

/** The statements of a ZIP archive, which are stored together or not at all. */
export interface NewArchive {
  /** The request of the upload. Its checksum is the checksum of the archive. */
  readonly request: UploadRequest;
  readonly origin: RequestOrigin;
  readonly archiveId: string;
  readonly statements: readonly NewStatement[];
}

export interface NewStatement {
  readonly fileName: string;
  readonly byteSize: number;
  readonly checksumSha256: string;
  readonly fileId: string;
  readonly objectKey: string;
}

export interface UploadStore {
  /** Loads everything that the decision needs, in one query. */
  loadContext(request: UploadRequest): Promise<UploadContext>;
  /**
   * Decides again under the locks of the key and the period. An accepted upload is stored with its job, message and audit entry in one
   * transaction. `callbackSecret` is set when the upload's webhookUrl made the account's first secret.
   */
  save(
    upload: NewUpload,
    decide: (context: UploadContext) => UploadDecision,
  ): Promise<{
    readonly decision: UploadDecision;
    readonly accepted: (AcceptedJob & { readonly callbackSecret: string | null }) | null;
  }>;
  /** Stores all statements of an archive in one transaction, as `save` does. `accepted` is null when none was stored. */
  saveArchive(
    archive: NewArchive,
    decide: (context: UploadContext) => ArchiveDecision,
  ): Promise<{
    readonly decision: ArchiveDecision;
    readonly accepted: readonly (AcceptedJob & { readonly fileName: string })[] | null;
    readonly callbackSecret: string | null;
  }>;
}

/** Decisions about a command; null allows it. The first decision concerns the command, the second whether one more job may wait. */
export interface CommandDecision<Situation> {
  readonly decide: (situation: Situation) => Refused | null;
  /** Called under the lock of the account's storage, so that two concurrent commands can't both take the last free place. */
  readonly decideOpenJobs: (use: Pick<StorageUse, 'openJobs'>) => Refused | null;
}

/**
 * Commands on existing files and jobs. Each command decides under the lock of the period. Methods return null when the account has no such
 * file or job.
 */
export interface FileCommandStore {
  submit(
    command: {
      readonly accountId: string;
      readonly fileId: string;
      readonly mode: 'retract' | 'rescore';
      /** True retracts only this file and leaves others of its period. */
      readonly only?: boolean;
      readonly origin: RequestOrigin;
    },
    decision: CommandDecision<FileSituation>,
  ): Promise<AcceptedCommand | Refused | null>;
  retry(
    command: { readonly accountId: string; readonly jobId: string; readonly origin: RequestOrigin },
    decision: CommandDecision<RetrySituation>,
  ): Promise<AcceptedJob | Refused | null>;
  /**
   * Removes every copy of the bytes through `remove` and marks them as deleted. Replaces the file's name and removes its rejected rows;
   * scored rows stay.
   */
  purge(
    command: { readonly accountId: string; readonly fileId: string; readonly origin: RequestOrigin },
    decide: (situation: FileSituation) => Refused | null,
    /** Removes the copies. Returns the keys of drops that were deleted. */
    remove: (copies: StoredCopies) => Promise<readonly string[]>,
  ): Promise<{ readonly fileId: string } | Refused | null>;
  /**
   * Removes at most `limit` unread messages of the account through `remove`, because any of them may contain a copy of a file. Returns
   * their number; 0 when none is left.
   */
  purgeUnreadMail(accountId: string, limit: number, remove: (objectKey: string) => Promise<void>): Promise<number>;
}

/** The keys under which copies of the bytes of one file are stored. */
export interface StoredCopies {
  /** Key in the bucket of raw statements. */
  readonly objectKey: string;
  /** Keys in the bucket of drops: dropped files and whole messages. */
  readonly dropKeys: readonly string[];
}
