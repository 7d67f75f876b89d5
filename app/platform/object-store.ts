/** The port for stored files. Its two adapters, S3 and the disk of one machine, pass the same contract tests. */

/** Raw bytes of statements by key. The service makes the keys (`raw/<account>/<file>`), never from user input. */
export interface ObjectStore {
  /** Stores all bytes or none. Overwrites an existing object. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns null when the object does not exist. */
  get(key: string): Promise<Uint8Array | null>;
  /** Deletes an object. Succeeds when the object does not exist. */
  delete(key: string): Promise<void>;
  readonly deleteBelow: DeleteBelow;
}

/**
 * Deletes some objects under a prefix that ends with a slash, with all their versions. Returns how many objects and bytes were deleted;
 * the caller repeats the call until that is zero.
 */
export type DeleteBelow = (prefix: string) => Promise<DeletedObjects>;

export interface DeletedObjects {
  readonly objects: number;
  /** Bytes of all versions together. */
  readonly bytes: number;
}
