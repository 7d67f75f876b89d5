/** All rows of a list as they were at one moment, read a batch at a time. Memory holds a batch or two, however long the list is. */
export interface RowExport<Row, Head = null> {
  /** What is told of the list as a whole. */
  readonly head: Head;
  /** May be taken once. Throws where the database is lost: the rows before are then not all. */
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Frees the database connection that the export holds. To be called in any case, and as often as one likes. */
  readonly close: () => Promise<void>;
}

/** The rows of an export before a transaction is held for them. */
export type RowsToExport<Row, Head = null> = Pick<RowExport<Row, Head>, 'head' | 'batches'>;

/** The same export with other rows. */
export function mapExport<Row, Shown, Head>(
  { head, batches, close }: RowExport<Row, Head>,
  show: (row: Row) => Shown,
): RowExport<Shown, Head> {
  return { head, batches: mapBatches(batches, show), close };
}

export async function* mapBatches<Row, Shown>(
  batches: AsyncIterable<readonly Row[]>,
  show: (row: Row) => Shown,
): AsyncGenerator<readonly Shown[]> {
  for await (const batch of batches) yield batch.map(show);
}
