import type { DropStore } from '../platform/drops.ts';
import type { ObjectStore } from '../platform/object-store.ts';
import type { PurgePortion } from '../platform/portions.ts';
import type { Purge } from './purge-due.ts';

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
