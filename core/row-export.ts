/** All rows of a list as of one moment, read a batch at a time. Memory holds one or two batches, however long the list is. */
export interface RowExport<Row, Head = null> {
  /** Facts about the list as a whole. */
  readonly head: Head;
  /** Can be consumed once. Throws when the connection to the database is lost; the rows before are then incomplete. */
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Frees the database connection that the export holds. The caller must call it in every case; a repeat does nothing. */
  readonly close: () => Promise<void>;
}

/** The rows of an export before a database connection is held for them. */
export type RowsToExport<Row, Head = null> = Pick<RowExport<Row, Head>, 'head' | 'batches'>;

/** Returns an export whose rows are mapped by `show`. */
export function mapExport<Row, Shown, Head>(
  { head, batches, close }: RowExport<Row, Head>,
  show: (row: Row) => Shown,
): RowExport<Shown, Head> {
  return { head, batches: mapBatches(batches, show), close };
}

/** Yields each batch with its rows mapped. */
export async function* mapBatches<Row, Shown>(
  batches: AsyncIterable<readonly Row[]>,
  show: (row: Row) => Shown,
): AsyncGenerator<readonly Shown[]> {
  for await (const batch of batches) yield batch.map(show);
}

/** The reader of the archive has gone. Pending writes fail with this error, or with an error that has it as its cause. */
export class ReaderLeft extends Error {
  override readonly name = 'ReaderLeft';
  constructor(cause: unknown) {
    super('The archive is not read to its end', { cause });
  }
}
