import type { PurgePortion } from '../platform/portions.ts';

/** The port for stored objects that are marked to be deleted (docs/retention.md). */

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
