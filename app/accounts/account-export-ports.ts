import type { RequestOrigin } from '../../core/request-origin.ts';

/** The ports for exporting everything that an account has. */

/** One table of the export. */
export interface ExportedTable {
  /** The table's name without a file ending, such as `statement-lines`. */
  readonly name: string;
  /** One sentence that tells a reader of the export what the table holds. */
  readonly about: string;
  readonly columns: readonly string[];
  /** Yields the rows in batches, with the cells in the order of the columns. Tables have to be read one after the other. */
  rows(): AsyncIterable<readonly (readonly unknown[])[]>;
}

/** The account's data as of one moment. */
export interface AccountSnapshot {
  readonly takenAt: string;
  readonly tables: readonly ExportedTable[];
}

export interface AccountExportReads {
  /** Runs the work on one snapshot, which ends with the work. The work starts only after the database has answered. */
  atOneMoment<T>(accountId: string, work: (snapshot: AccountSnapshot) => Promise<T>): Promise<T>;
  /** Records in the audit trail that the whole account was exported. */
  record(accountId: string, origin: RequestOrigin): Promise<void>;
}

/** An archive file that is sent while it is written. */
export interface Archive {
  /** The archive's bytes. If the reader cancels the stream, pending writes fail with `ReaderLeft`. */
  readonly stream: ReadableStream<Uint8Array>;
  /** Adds a file; files are added one after the other. Returns the file's size in bytes and its SHA-256 in lower-case hex. */
  add(name: string, chunks: AsyncIterable<string>): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** Resolves when the reader has taken the whole archive. */
  end(): Promise<void>;
  /** Breaks the stream off, so that the reader does not mistake a part for the whole. */
  fail(error: unknown): void;
}

/** Opens an archive. Pending writes fail when the signal is aborted. */
export type OpenArchive = (signal: AbortSignal) => Promise<Archive>;
