import { reasonKey } from '../../core/intake/sftp-folder.ts';
import { PURGE_AT_ONCE, PURGE_PORTION } from '../../core/limits/account-limits.ts';
import type { TaskLimits } from '../../core/limits/job-limits.ts';
import type { SentMail } from '../platform/mail.ts';
import type { DropStore, ObjectStore } from '../platform/object-store.ts';
import { inParallel, type PurgePortion, type Remove } from '../platform/portions.ts';

/**
 * Deletes stored bytes whose retention has ended. Bytes are deleted first and marked afterwards, so after an interrupted run or a failed
 * delete they are still due.
 */

export interface Purge {
  readonly portion: PurgePortion;
  /** Deletes one stored object. Succeeds when the object does not exist. */
  readonly remove: (key: string) => Promise<void>;
}

export interface Purged {
  readonly purged: number;
  /** The errors of bytes that could not be deleted. */
  readonly errors: readonly unknown[];
}

/** Deletes until nothing is due, the run has reached its limit, or its time is up. A failed delete does not stop the others. */
export async function purgeDue(
  { portion, remove }: Purge,
  { purgeBatch, purgeSeconds }: Pick<TaskLimits, 'purgeBatch' | 'purgeSeconds'>,
  elapsedMs: () => number,
): Promise<Purged> {
  const startedMs = elapsedMs();
  const isTimeUp = () => elapsedMs() - startedMs >= purgeSeconds * 1000;
  const kept: string[] = [];
  const errors: unknown[] = [];
  let purged = 0;
  const removeKeys: Remove = async (keys) => {
    const gone: string[] = [];
    await inParallel(keys, PURGE_AT_ONCE, async (key) => {
      if (isTimeUp()) return;
      try {
        await remove(key);
        gone.push(key);
      } catch (error) {
        kept.push(key);
        errors.push(error);
      }
    });
    purged += gone.length;
    return gone;
  };
  while (!isTimeUp()) {
    const limit = Math.min(PURGE_PORTION, purgeBatch - purged - kept.length);
    if (limit <= 0 || (await portion({ limit, except: kept }, removeKeys)) < limit) break;
  }
  return { purged, errors };
}

/** Throws when some bytes could not be deleted. A task calls this at its end, after all other work is done. */
export function failIfKept(purges: readonly Purged[]): void {
  const errors = purges.flatMap((purge) => purge.errors);
  if (errors.length === 0) return;
  throw new Error(`${errors.length} objects could not be deleted and are still due`, { cause: errors[0] });
}

/**
 * Deletes stored objects later, in the task purge_files (docs/retention.md). On AWS the functions that answer requests have no right to
 * delete bytes: they mark an object, and the task, which no request reaches, deletes it.
 */

export type DeferredStore = 'raw' | 'drop';

export interface DueDeletions {
  /** Marks an object. Succeeds when it is marked already. */
  mark(store: DeferredStore, objectKey: string): Promise<void>;
  /**
   * Passes marked objects to `remove` and forgets the removed ones. Leaves out an object that a stored row still names: its request has not
   * ended, or another file has taken its key.
   */
  readonly portion: (store: DeferredStore) => PurgePortion;
}

/** Returns the store of statements with deletions by mark. Deleting a whole folder throws: only the task does it. */
export function deferObjects(objects: ObjectStore, due: Pick<DueDeletions, 'mark'>): ObjectStore {
  return { ...objects, delete: (key) => due.mark('raw', key), deleteBelow: refuseFolder };
}

/** Returns the store of dropped files with deletions by mark. Deleting a whole folder throws: only the task does it. */
export function deferDrops(drops: DropStore, due: Pick<DueDeletions, 'mark'>): DropStore {
  return { ...drops, delete: (key) => due.mark('drop', key), deleteBelow: refuseFolder };
}

/** Makes the purges of marked objects. The stores must delete at once: a store that only marks would forget the mark and keep the bytes. */
export function duePurges(
  due: Pick<DueDeletions, 'portion'>,
  {
    objects,
    dropStore,
  }: { readonly objects: Pick<ObjectStore, 'delete'>; readonly dropStore?: Pick<DropStore, 'delete'> | undefined },
): readonly Purge[] {
  const raw: Purge = { portion: due.portion('raw'), remove: objects.delete };
  return dropStore === undefined ? [raw] : [raw, { portion: due.portion('drop'), remove: dropStore.delete }];
}

function refuseFolder(): Promise<never> {
  return Promise.reject(new Error('This process deletes no folders: the task purge_files does'));
}

/** Deletes files and messages dropped by SFTP or email: with the raw bytes of their statement, or when their retention ends. */

export interface DropCopies {
  /** Deletes one dropped file or message with the answer to it. */
  readonly remove: (accountId: string, key: string) => Promise<void>;
}

interface DropPurgeParts {
  readonly dropStore: Pick<DropStore, 'delete'>;
  /** Absent where the service keeps no copy of the messages it sends. */
  readonly sentMail?: SentMail | undefined;
}

/** Makes the deletion of drops. A dropped file is deleted with its reason file, a message with the answers to it. */
export function dropCopies({ dropStore, sentMail }: DropPurgeParts): DropCopies {
  return {
    async remove(accountId, key) {
      await sentMail?.deleteSent({ accountId, about: key });
      await dropStore.delete(key);
      if (key.startsWith('sftp/')) await dropStore.delete(reasonKey(key));
    },
  };
}
