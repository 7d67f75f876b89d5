import type { JobMode } from '../../core/job/period-files.ts';
import type { Refused } from '../../core/problem.ts';
import type { StorageUse } from '../../core/storage-quota.ts';
import type { FileSituation, RetrySituation } from '../../core/upload/decide-file-command.ts';
import type { UploadContext, UploadDecision, UploadRequest } from '../../core/upload/decide-upload.ts';

/** Uploads, and commands on files and jobs that exist. */

/** Who asked for a change, for the audit trail and for following a request through the logs. */
export interface RequestOrigin {
  /** `token:<id>`, `operator`, `sftp:<user>` or `email:<address>`. */
  readonly actor: string;
  readonly ip: string | null;
  readonly requestId: string;
}

/** A job that was accepted. */
export interface AcceptedJob {
  readonly jobId: string;
  readonly fileId: string;
  readonly mode: JobMode;
}

export interface AcceptedCommand extends AcceptedJob {
  /** Names of the files that a retraction of the whole month takes back, in order of acceptance; else empty. */
  readonly takesBack: readonly string[];
}

export interface NewUpload {
  readonly request: UploadRequest;
  readonly origin: RequestOrigin;
  readonly fileId: string;
  readonly objectKey: string;
}

export interface UploadStore {
  /** One query: everything the decision needs. */
  loadContext(request: UploadRequest): Promise<UploadContext>;
  /**
   * Decides again under the locks of the key and the period, and if it is still to be accepted stores file, job, message
   * and audit entry together. `callbackSecret` is set when the upload's webhookUrl made the account's first one.
   */
  save(
    upload: NewUpload,
    decide: (context: UploadContext) => UploadDecision,
  ): Promise<{
    readonly decision: UploadDecision;
    readonly accepted: (AcceptedJob & { readonly callbackSecret: string | null }) | null;
  }>;
}

/** Decisions about a command, null when it is allowed. The command comes first, then whether one more job may wait. */
export interface CommandDecision<Situation> {
  readonly decide: (situation: Situation) => Refused | null;
  /** Called under the lock of the account's storage, so that two concurrent commands are not both the last job that fits. */
  readonly decideOpenJobs: (use: Pick<StorageUse, 'openJobs'>) => Refused | null;
}

/** Commands on files and jobs that exist. Each decides under the lock of the period. Null: unknown to this account. */
export interface FileCommandStore {
  submit(
    command: {
      readonly accountId: string;
      readonly fileId: string;
      readonly mode: 'retract' | 'rescore';
      /** A retraction of this file alone, which leaves others of its period. */
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
   * Has every copy of the bytes removed and marks them as gone. Replaces the file's name and removes what else is kept of the file
   * itself, such as rejected rows; what was scored stays.
   */
  purge(
    command: { readonly accountId: string; readonly fileId: string; readonly origin: RequestOrigin },
    decide: (situation: FileSituation) => Refused | null,
    /** Returns the keys of drops that are gone. */
    remove: (copies: StoredCopies) => Promise<readonly string[]>,
  ): Promise<{ readonly fileId: string } | Refused | null>;
}

/** Where the bytes of one file lie. */
export interface StoredCopies {
  /** In the bucket of raw statements. */
  readonly objectKey: string;
  /** In the bucket of drops: dropped files and whole messages. */
  readonly dropKeys: readonly string[];
}
