/** Stored files. Two adapters implement this port, S3 and the disk of one machine; one contract suite tests both. */

/** Raw bytes of statements by key. Keys are ours (`raw/<account>/<file>`), never made from what a user sent. */
export interface ObjectStore {
  /** Stores all of it or nothing. Overwrites. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  readonly deleteBelow: DeleteBelow;
}

/**
 * Deletes some of the objects whose keys begin with the prefix, which ends with a slash, with all their versions. Says how many
 * objects and bytes went; to be repeated until nothing goes any more.
 */
export type DeleteBelow = (prefix: string) => Promise<DeletedObjects>;

export interface DeletedObjects {
  readonly objects: number;
  /** Of all versions together. */
  readonly bytes: number;
}
