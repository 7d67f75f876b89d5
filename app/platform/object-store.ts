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

/** A dropped object as a listing shows it. */
export interface DroppedObject {
  readonly key: string;
  readonly byteSize: number;
  /** Differs for every content of the object. */
  readonly etag: string;
  readonly lastModified: Date;
}

/**
 * The bucket of drops: `sftp/<user>/incoming/<file>`, `sftp/<user>/processed/<yyyy-mm>/<file>`, `sftp/<user>/rejected/<file>`,
 * `mail/<message>`. Unlike keys of ObjectStore these end in names that clients chose: any name but `.`, `..` and those with slashes or
 * control characters.
 */
export interface DropStore {
  /** Returns objects whose keys begin with the prefix, which ends with a slash: oldest first, at most DROP_LISTING_MAX. */
  list(prefix: string): Promise<readonly DroppedObject[]>;
  /** Returns null when the object does not exist. */
  get(key: string): Promise<Uint8Array | null>;
  /** Stores all bytes or none. Overwrites an existing object. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Moves an object and overwrites the target. Returns false when the listed object was moved or replaced in the meantime. */
  move(from: Pick<DroppedObject, 'key' | 'etag'>, to: string): Promise<boolean>;
  /** Deletes an object. Succeeds when the object does not exist. */
  delete(key: string): Promise<void>;
  readonly deleteBelow: DeleteBelow;
}
