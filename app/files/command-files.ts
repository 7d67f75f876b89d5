import { z } from 'zod';
import { PURGE_PORTION, UNREAD_MAIL_PORTIONS_MAX } from '../../core/limits/account-limits.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownJob } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { openJobsRefusal, type StorageUse } from '../../core/storage-quota.ts';
import {
  decidePurge,
  decideRescore,
  decideRetract,
  decideRetry,
  type FileSituation,
  type RetrySituation,
} from '../../core/upload/decide-files.ts';
import type { ConfigStore } from '../carriers/manage-configs.ts';
import type { ObjectStore } from '../platform/object-store.ts';
import type { AcceptedJob } from './accept-upload.ts';
import type { DropCopies } from './purge-due.ts';

/** Retracts, rescores, purges and retries files: each command decides under the period's lock, stores and sends. */

export interface AcceptedCommand extends AcceptedJob {
  /** Names of the files that a retraction of a whole month takes back, in order of acceptance; empty for other jobs. */
  readonly takesBack: readonly string[];
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

export interface FileCommands {
  readonly commands: FileCommandStore;
  readonly objects: ObjectStore;
  readonly relayOutbox: () => Promise<void>;
  /** Absent where this process can't delete dropped files. The task purge_files then deletes them. */
  readonly dropCopies?: DropCopies | undefined;
}

export interface FileCommand {
  readonly accountId: string;
  readonly fileId: string;
  readonly origin: RequestOrigin;
}

/** Refuses a file that the account does not have. */
export const unknownFile = (): Refused => refuse('not_found', 'There is no file with this id.');

/**
 * Retracts a file, or with `only` this file without the others of its period. Refuses an unknown file, a file that `decideRetract` refuses,
 * and a job above the account's limit.
 */
export async function retractFile(
  files: FileCommands,
  command: FileCommand & { readonly only?: boolean },
): Promise<AcceptedCommand | Refused> {
  return submitted(files, await files.commands.submit({ ...command, mode: 'retract' }, oneMoreJob(decideRetract)));
}

/** Scores the period of a file again. Refuses an unknown file, an inactive file, and a job above the account's limit. */
export async function rescoreFile(files: FileCommands, command: FileCommand): Promise<AcceptedJob | Refused> {
  return submitted(files, await files.commands.submit({ ...command, mode: 'rescore' }, oneMoreJob(decideRescore)));
}

/** Adds the check that one more job of the account may wait. */
function oneMoreJob<Situation>(decide: CommandDecision<Situation>['decide']): CommandDecision<Situation> {
  return { decide, decideOpenJobs: openJobsRefusal };
}

async function submitted(
  files: FileCommands,
  result: AcceptedCommand | Refused | null,
): Promise<AcceptedCommand | Refused> {
  if (result === null) return unknownFile();
  if (!isRefused(result)) await files.relayOutbox();
  return result;
}

/**
 * Retries a failed job with a fresh number of attempts. Of two concurrent retries the second finds the job queued. Refuses an unknown job,
 * a job that `decideRetry` refuses, and a job above the account's limit.
 */
export async function retryJob(
  files: FileCommands,
  command: { readonly accountId: string; readonly jobId: string; readonly origin: RequestOrigin },
): Promise<AcceptedJob | Refused> {
  const result = await files.commands.retry(command, oneMoreJob(decideRetry));
  if (result === null) return unknownJob();
  if (!isRefused(result)) await files.relayOutbox();
  return result;
}

/**
 * Deletes every copy of the file's bytes, its rejected rows and its name; its scored rows stay. Refuses an unknown file, one that has not
 * been read yet, and asks to repeat the request when mail is left.
 */
export async function purgeFile(
  { commands, objects, dropCopies }: FileCommands,
  command: FileCommand,
): Promise<{ readonly fileId: string } | Refused> {
  const remove = async ({ objectKey, dropKeys }: StoredCopies) => {
    await objects.delete(objectKey);
    if (dropCopies === undefined) return [];
    for (const key of dropKeys) await dropCopies.remove(command.accountId, key);
    return dropKeys;
  };
  const purged = await commands.purge(command, decidePurge, remove);
  if (purged === null) return unknownFile();
  if (isRefused(purged) || dropCopies === undefined) return purged;
  return (await purgeUnreadMail(commands, dropCopies, command.accountId)) ? purged : MAIL_LEFT;
}

/** Removes unread messages, which may contain a copy of the file. Returns false when some messages are left. */
async function purgeUnreadMail(commands: FileCommandStore, copies: DropCopies, accountId: string): Promise<boolean> {
  for (let portion = 0; portion < UNREAD_MAIL_PORTIONS_MAX; portion += 1) {
    const removed = await commands.purgeUnreadMail(accountId, PURGE_PORTION, (key) => copies.remove(accountId, key));
    if (removed === 0) return true;
  }
  return false;
}

/** Refuses a purge that left unread messages. Each repeated request continues where the last request ended. */
const MAIL_LEFT = refuse(
  'conflict',
  'The file is purged. Many messages of this account were stopped before their attachments were read, and may hold a copy of it. Some are left: repeat the request.',
);

/** Takes a file back together with the layout that was made for it (docs/reference/uploads-and-jobs.md#files). */

/** A version of a carrier's layout. */
export interface LayoutOfFile {
  readonly carrierId: string;
  readonly version: number;
}

export interface LayoutReads {
  /** Finds the layout of the account that read only this file, and is the newest; null when there is none. */
  findOnlyHere(accountId: string, fileId: string): Promise<LayoutOfFile | null>;
}

export interface TakingBack {
  readonly fileCommands: FileCommands;
  readonly layouts: LayoutReads;
  readonly configs: Pick<ConfigStore, 'remove'>;
}

type TakenBack = AcceptedCommand & { readonly removedLayout: number | null };

/**
 * Retracts a file and, with `withLayout`, removes the layout that no other file was read with. The earlier layout of the carrier applies
 * again; a carrier without one asks for a layout with its next statement. Refuses what `retractFile` refuses.
 */
export async function takeFileBack(
  { fileCommands, layouts, configs }: TakingBack,
  { withLayout, ...command }: FileCommand & { readonly only: boolean; readonly withLayout: boolean },
): Promise<TakenBack | Refused> {
  const { accountId, fileId, origin } = command;
  // The layout is looked up first, because a file that was taken back has none any more.
  const layout = withLayout ? await layouts.findOnlyHere(accountId, fileId) : null;
  const retracted = await retractFile(fileCommands, command);
  if (isRefused(retracted) || layout === null)
    return isRefused(retracted) ? retracted : { ...retracted, removedLayout: null };
  const { carrierId, version } = layout;
  const refused = await configs.remove({ accountId, carrierId }, { version, origin, refuseRemoval: refuseRemoved });
  return { ...retracted, removedLayout: refused === null ? version : null };
}

/** Refuses a layout that is not the account's own or was removed meanwhile. Unlike a removal by hand it may be the last one. */
function refuseRemoved({ shared, removedAt }: { readonly shared: boolean; readonly removedAt: string | null }) {
  return shared || removedAt !== null ? refuse('conflict', 'The layout is not in use.') : null;
}

export const leftFile = z
  .object({
    fileId: z.string(),
    isLeft: z.boolean().describe('The file, or its rows that could not be read, do not keep the month open.'),
  })
  .meta({ id: 'LeftFile' });
type LeftFile = Readonly<z.output<typeof leftFile>>;

interface LeavableFile {
  readonly status: string;
  /** Its rows that could not be read. */
  readonly rowsFailed: number;
}

export interface LeftFileStore {
  /** Stores whether a file or its unread rows are left. Returns null for an unknown file, and refuses what `decide` refuses. */
  leave(
    order: { readonly accountId: string; readonly fileId: string; readonly isLeft: boolean },
    decide: (file: LeavableFile) => Refused | null,
    origin: RequestOrigin,
  ): Promise<LeftFile | Refused | null>;
}

/** Leaves a file that could not be read, or the rows of a file that could not, or takes that back. Refuses any other file. */
export async function leaveFile(
  { leftFiles }: { readonly leftFiles: LeftFileStore },
  order: { readonly accountId: string; readonly fileId: string; readonly isLeft: boolean },
  origin: RequestOrigin,
): Promise<LeftFile | Refused> {
  const decide = ({ status, rowsFailed }: LeavableFile) =>
    status === 'failed' || (status === 'active' && rowsFailed > 0)
      ? null
      : refuse('conflict', 'Only a file or rows that could not be read can be left.');
  const left = await leftFiles.leave(order, decide, origin);
  if (left === null) return refuse('not_found', 'There is no such file.');
  return isRefused(left) ? left : { fileId: left.fileId, isLeft: left.isLeft };
}
