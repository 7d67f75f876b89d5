import { z } from 'zod';
import { deletionCertificate, type RemovedCounts, removedCounts } from '../../core/account/deletion-certificate.ts';
import { DELETED_ROWS_BATCH, PURGE_PORTION } from '../../core/limits/account-limits.ts';
import type { TaskLimits } from '../../core/limits/job-limits.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import { accountIsAway, unknownAccount } from '../../core/refusals.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { SentMail } from '../platform/mail.ts';
import type { DeletedObjects, DropStore, ObjectStore } from '../platform/object-store.ts';

/**
 * Deletes whole accounts: ends their jobs, then removes stored files, rows and the account itself
 * (docs/retention.md#deleting-an-account). Each step is one transaction that removes and counts a batch, so a run can stop anywhere and
 * the next run continues. A crash may leave one batch of files out of the counts; rows are counted exactly.
 */

/** The stages run in this order. A stage is complete when nothing of its kind is left. */
export const DELETION_STAGES = ['jobs', 'objects', 'rows', 'account', 'leftovers', 'completed'] as const;
export type DeletionStage = (typeof DELETION_STAGES)[number];

/** Account deletions as the operator sees them. */

const SHA256_OF =
  'SHA-256 in lower-case hex of `certificate` as compact JSON in UTF-8, its fields in the order in which they come here.';

// The schema is a copy, because core must not depend on the package that names the schemas of the API.
const removedObjects = removedCounts.clone().meta({ id: 'RemovedCounts' });

export const accountDeletion = z
  .object({
    id: z.string(),
    accountId: z.string(),
    status: z.enum(['pending', 'running', 'completed']),
    requestedBy: z.string(),
    requestedAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
    removed: removedObjects,
    certificate: deletionCertificate
      .extend({ removed: removedObjects })
      .nullable()
      .describe('What was removed, once all is. Kept for good; it holds figures and no name.'),
    certificateSha256: z.string().nullable().describe(SHA256_OF),
  })
  .meta({ id: 'AccountDeletion' });
export type AccountDeletion = Readonly<z.output<typeof accountDeletion>>;

export const ACCOUNT_DELETION_COLUMNS = [
  ...['id', 'accountId', 'status', 'requestedBy', 'requestedAt', 'completedAt', 'removed', 'certificate'],
  ...['certificateSha256'],
];

/** A deletion, locked for the length of one step. What a step removes is counted in the same transaction. */
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
   * deletion that is under way. `unknown`: the account does not exist. `unconfirmed`: the stated name is not the account's. `moving`: it is
   * being moved to another database.
   */
  request(
    account: { readonly accountId: string; readonly confirm: string },
    origin: RequestOrigin,
  ): Promise<AccountDeletion | 'unknown' | 'unconfirmed' | 'moving'>;
  find(deletionId: string): Promise<AccountDeletion | null>;
  /** Returns the test account of an account, or the account itself if it is one; null when there is none. */
  findTestAccount(accountId: string): Promise<{ readonly accountId: string; readonly name: string } | null>;
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

export interface AccountDeletions {
  readonly deletionStore: AccountDeletionStore;
  readonly objects: Pick<ObjectStore, 'deleteBelow'>;
  /** Absent where statements can't be dropped by SFTP or email. */
  readonly dropStore?: Pick<DropStore, 'delete' | 'deleteBelow'> | undefined;
  /** Absent where the service keeps no copy of the messages it sends. */
  readonly sentMail?: SentMail | undefined;
  /** True where a request may not delete stored bytes. The task purge_files then does the whole deletion. */
  readonly waitsForTask?: boolean | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  /** Reports that the first steps failed. The schedule continues an accepted deletion. */
  readonly onDeletionError: (error: unknown, deletionId: string) => void;
}

/**
 * Accepts the deletion and begins it, unless only the task may. A small account is then deleted before this returns. Refuses an unknown
 * account, and a confirmation that is not its exact name.
 */
export async function deleteAccount(
  deletions: AccountDeletions,
  account: Parameters<AccountDeletionStore['request']>[0],
  { origin, limits }: { readonly origin: RequestOrigin; readonly limits: Pick<TaskLimits, 'deletionSeconds'> },
): Promise<AccountDeletion | Refused> {
  const requested = await deletions.deletionStore.request(account, origin);
  if (requested === 'unknown') return unknownAccount();
  if (requested === 'moving') return accountIsAway();
  if (requested === 'unconfirmed') return refuseField('confirm', 'is not the exact name of this account');
  // The schedule deletes the test account, which loses all access now.
  const test = await deletions.deletionStore.findTestAccount(account.accountId);
  if (test !== null && test.accountId !== account.accountId)
    await deletions.deletionStore.request({ accountId: test.accountId, confirm: test.name }, origin);
  if (deletions.waitsForTask === true) return requested;
  try {
    await advance(deletions, requested.id, timeLimit(deletions, limits));
  } catch (error) {
    deletions.onDeletionError(error, requested.id);
  }
  return (await deletions.deletionStore.find(requested.id)) ?? requested;
}

/** Continues all deletions until the time is up and returns how many were completed. Throws at the end if any of them failed. */
export async function deleteAccounts(
  deletions: AccountDeletions,
  limits: Pick<TaskLimits, 'deletionSeconds'>,
): Promise<number> {
  const isTimeUp = timeLimit(deletions, limits);
  const errors: unknown[] = [];
  let completed = 0;
  for (const deletionId of await deletions.deletionStore.listOpen()) {
    if (isTimeUp()) break;
    try {
      if (await advance(deletions, deletionId, isTimeUp)) completed += 1;
    } catch (error) {
      deletions.onDeletionError(error, deletionId);
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new Error(`${errors.length} accounts could not be deleted`, { cause: errors[0] });
  return completed;
}

/** Starts a time limit. The returned function tells whether the time is up. */
function timeLimit(
  { elapsedMs }: Pick<AccountDeletions, 'elapsedMs'>,
  { deletionSeconds }: Pick<TaskLimits, 'deletionSeconds'>,
): () => boolean {
  const startedMs = elapsedMs();
  return () => elapsedMs() - startedMs >= deletionSeconds * 1000;
}

/** Runs steps of the deletion until it is complete, has to wait, or the time is up. Returns true when this call completed it. */
async function advance(deletions: AccountDeletions, deletionId: string, isTimeUp: () => boolean): Promise<boolean> {
  const emptied = new Set<string>();
  while (!isTimeUp()) {
    const next = await deletions.deletionStore.step(deletionId, (step) =>
      STAGES[step.stage]({ deletions, step, emptied }),
    );
    if (next === null || next === 'wait') return false;
    if (next === 'completed') return true;
  }
  return false;
}

interface Batch {
  readonly deletions: AccountDeletions;
  readonly step: DeletionStep;
  /** Tables in which this run has found no further row. */
  readonly emptied: Set<string>;
}

type Next = 'again' | 'wait' | 'completed';

const STAGES: Readonly<Record<DeletionStep['stage'], (batch: Batch) => Promise<Next>>> = {
  jobs: async ({ step }) => {
    if ((await step.endJobs()) > 0) return 'wait';
    await step.enter('objects');
    return 'again';
  },
  objects: async (batch) => {
    if (await deleteObjects(batch)) return 'again';
    if (await deleteMails(batch)) return 'again';
    await batch.step.enter('rows');
    return 'again';
  },
  rows: async ({ step, emptied }) => {
    // A repeated step means that a row was added to an emptied table, so all tables are checked again.
    if (step.isRepeated) emptied.clear();
    if (emptied.size === 0) await step.deleteMessages();
    const deleted = await step.deleteRows(DELETED_ROWS_BATCH, emptied);
    if (deleted === null) await step.enter('account');
    else if (deleted.rows < DELETED_ROWS_BATCH) emptied.add(deleted.table);
    return 'again';
  },
  account: async ({ step }) => {
    await step.deleteAccount();
    await step.enter('leftovers');
    return 'again';
  },
  // Removes objects that requests under way stored after the stage `objects`.
  leftovers: async (batch) => {
    if (await deleteObjects(batch)) return 'again';
    await batch.step.complete();
    return 'completed';
  },
};

/** Removes a batch of raw statements, archived months, carriers' answers or dropped files. Returns false when none is left. */
async function deleteObjects({ deletions: { objects, dropStore }, step }: Batch): Promise<boolean> {
  for (const folder of ['raw', 'archive', 'answers']) {
    const raw = await objects.deleteBelow(`${folder}/${step.accountId}/`);
    if (raw.objects === 0) continue;
    await step.count({ rawFiles: raw });
    return true;
  }
  for (const username of step.sftpUsernames) {
    const dropped: DeletedObjects | undefined = await dropStore?.deleteBelow(`sftp/${username}/`);
    if (dropped === undefined || dropped.objects === 0) continue;
    await step.count({ droppedFiles: dropped });
    return true;
  }
  return false;
}

/** Removes a batch of received messages, and all sent ones. Returns false when none is left. */
async function deleteMails({ deletions: { dropStore, sentMail }, step }: Batch): Promise<boolean> {
  const { accountId } = step;
  const sentMails = (await sentMail?.deleteSent({ accountId })) ?? 0;
  const keys = await step.listMails(PURGE_PORTION);
  for (const key of keys) await dropStore?.delete(key);
  await step.forgetMails(keys);
  await step.count({ mails: keys.length, sentMails });
  return keys.length > 0;
}

/** Lists deletions, newest first. */
export function listDeletions(
  { deletionStore }: Pick<AccountDeletions, 'deletionStore'>,
  page: OffsetPosition,
): Promise<OffsetPage<AccountDeletion>> {
  return deletionStore.list(page);
}

/** Finds a deletion. Refuses an unknown one. */
export async function findDeletion(
  { deletionStore }: Pick<AccountDeletions, 'deletionStore'>,
  deletionId: string,
): Promise<AccountDeletion | Refused> {
  return (await deletionStore.find(deletionId)) ?? refuse('not_found', 'There is no deletion with this id.');
}
