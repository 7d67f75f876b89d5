import type { DeletionCertificate, RemovedCounts } from '../../core/account/deletion-certificate.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';

/** What deleting whole accounts needs from the database. */

/** In this order; each is done when nothing of its kind is left. */
export const DELETION_STAGES = ['jobs', 'objects', 'rows', 'account', 'leftovers', 'completed'] as const;
export type DeletionStage = (typeof DELETION_STAGES)[number];

export interface AccountDeletion {
  readonly id: string;
  readonly accountId: string;
  readonly status: 'pending' | 'running' | 'completed';
  readonly requestedBy: string;
  readonly requestedAt: string;
  readonly completedAt: string | null;
  readonly removed: RemovedCounts;
  readonly certificate: DeletionCertificate | null;
  /** Of the certificate's text (core/account/deletion-certificate.ts). */
  readonly certificateSha256: string | null;
}

/** One deletion, locked for the length of one step. What a step removes is counted in the same transaction. */
export interface DeletionStep {
  readonly accountId: string;
  /** The try before this one found a row that was added to a table while it was emptied. */
  readonly isRepeated: boolean;
  readonly stage: Exclude<DeletionStage, 'completed'>;
  /** Whose folders are to be emptied. */
  readonly sftpUsernames: readonly string[];
  /** Ends jobs that are open; their workers then store nothing. Says how many are held by somebody at this moment. */
  endJobs(): Promise<number>;
  /** Keys of received messages that are still stored. */
  listMails(limit: number): Promise<readonly string[]>;
  /** They are gone. */
  forgetMails(keys: readonly string[]): Promise<void>;
  /** Removes messages of the account's jobs from the queue and from the dead letters. Before the jobs themselves. */
  deleteMessages(): Promise<void>;
  /** Removes at most `limit` rows of one table, of none of those in `emptied`. Null when there is no such row. */
  deleteRows(
    limit: number,
    emptied: ReadonlySet<string>,
  ): Promise<{ readonly table: string; readonly rows: number } | null>;
  /** Removes what was added meanwhile, and the account itself. From then on nobody can store anything for it. */
  deleteAccount(): Promise<void>;
  /** Adds to what has been removed. */
  count(removed: Partial<Pick<RemovedCounts, 'rawFiles' | 'droppedFiles' | 'mails' | 'sentMails'>>): Promise<void>;
  enter(stage: DeletionStep['stage']): Promise<void>;
  /** Makes the certificate, and writes an entry of the operator's audit trail. */
  complete(): Promise<void>;
}

export interface AccountDeletionStore {
  /**
   * Ends all access at once: tokens go, the account is suspended, SFTP users and addresses are closed. Asked again, the deletion that
   * is under way. `unknown`: there is no such account. `unconfirmed`: the name is another one.
   */
  request(
    account: { readonly accountId: string; readonly confirm: string },
    origin: RequestOrigin,
  ): Promise<AccountDeletion | 'unknown' | 'unconfirmed'>;
  find(deletionId: string): Promise<AccountDeletion | null>;
  /** Newest first. */
  list(page: OffsetPosition): Promise<OffsetPage<AccountDeletion>>;
  /** Ids of those under way, oldest first. */
  listOpen(): Promise<readonly string[]>;
  /**
   * Runs the work in one transaction that has the deletion to itself. Null: another process has it, it is complete, or somebody held
   * a row for too long. Nothing of the step is stored then.
   */
  step<T>(deletionId: string, work: (step: DeletionStep) => Promise<T>): Promise<T | null>;
}
