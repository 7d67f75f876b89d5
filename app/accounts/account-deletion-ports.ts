import type { DeletionCertificate, RemovedCounts } from '../../core/account/deletion-certificate.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';

/** The database port for deleting whole accounts. */

/** The stages run in this order. A stage is complete when nothing of its kind is left. */
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
  /** SHA-256 of the certificate's text (core/account/deletion-certificate.ts), in lower-case hex. */
  readonly certificateSha256: string | null;
}

/** One deletion, locked for the length of one step. What a step removes is counted in the same transaction. */
export interface DeletionStep {
  readonly accountId: string;
  /** True when the previous try found a row that was added to a table while the table was being emptied. */
  readonly isRepeated: boolean;
  readonly stage: Exclude<DeletionStage, 'completed'>;
  /** SFTP users whose folders have to be emptied. */
  readonly sftpUsernames: readonly string[];
  /** Ends open jobs; their workers then store nothing. Returns how many of the jobs a worker holds at this moment. */
  endJobs(): Promise<number>;
  /** Returns keys of received messages that are still stored, at most `limit`. */
  listMails(limit: number): Promise<readonly string[]>;
  /** Records that these messages have been deleted. */
  forgetMails(keys: readonly string[]): Promise<void>;
  /** Removes messages of the account's jobs from the queue and from the dead letters. Runs before the jobs themselves are removed. */
  deleteMessages(): Promise<void>;
  /** Removes at most `limit` rows of one table that is not in `emptied`. Returns null when no such row is left. */
  deleteRows(
    limit: number,
    emptied: ReadonlySet<string>,
  ): Promise<{ readonly table: string; readonly rows: number } | null>;
  /** Removes rows that were added meanwhile, and the account itself. From then on nobody can store anything for it. */
  deleteAccount(): Promise<void>;
  /** Adds to the counts of removed things. */
  count(removed: Partial<Pick<RemovedCounts, 'rawFiles' | 'droppedFiles' | 'mails' | 'sentMails'>>): Promise<void>;
  enter(stage: DeletionStep['stage']): Promise<void>;
  /** Makes the certificate and writes an entry to the operator's audit trail. */
  complete(): Promise<void>;
}

export interface AccountDeletionStore {
  /**
   * Ends all access at once: deletes tokens, suspends the account, closes SFTP users and addresses. A repeated request returns the
   * deletion that is under way. `unknown`: the account does not exist. `unconfirmed`: the stated name is not the account's.
   */
  request(
    account: { readonly accountId: string; readonly confirm: string },
    origin: RequestOrigin,
  ): Promise<AccountDeletion | 'unknown' | 'unconfirmed'>;
  find(deletionId: string): Promise<AccountDeletion | null>;
  /** Returns deletions, newest first. */
  list(page: OffsetPosition): Promise<OffsetPage<AccountDeletion>>;
  /** Returns ids of deletions under way, oldest first. */
  listOpen(): Promise<readonly string[]>;
  /**
   * Runs the work in one transaction that holds the deletion's lock. Returns null, storing nothing, when another process holds the lock,
   * the deletion is complete, or a row stayed locked for too long.
   */
  step<T>(deletionId: string, work: (step: DeletionStep) => Promise<T>): Promise<T | null>;
}
