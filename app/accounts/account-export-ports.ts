import type { RequestOrigin } from '../files/upload-ports.ts';

/** What an export of everything an account has needs from the outside. */

/** One table of the export. */
export interface ExportedTable {
  /** Without an ending: `statement-lines`. */
  readonly name: string;
  /** A sentence for whoever opens it. */
  readonly about: string;
  readonly columns: readonly string[];
  /** In portions; the cells of a row in the order of the columns. One table after the other. */
  rows(): AsyncIterable<readonly (readonly unknown[])[]>;
}

/** Everything as it was at one moment. */
export interface AccountSnapshot {
  readonly takenAt: string;
  readonly tables: readonly ExportedTable[];
}

export interface AccountExportReads {
  /** The snapshot ends with the work. The work begins only when the database has answered. */
  atOneMoment<T>(accountId: string, work: (snapshot: AccountSnapshot) => Promise<T>): Promise<T>;
  /** Writes down that somebody took everything. */
  record(accountId: string, origin: RequestOrigin): Promise<void>;
}

/** A file of files that is sent while it is made. */
export interface Archive {
  /** What is sent. Left by its reader, it ends what is under way with an error. */
  readonly stream: ReadableStream<Uint8Array>;
  /** One file after the other. Says its size and its SHA-256 in lower-case hex. */
  add(name: string, chunks: AsyncIterable<string>): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** Resolves when all of it was taken. */
  end(): Promise<void>;
  /** Breaks the stream off, so that nobody takes a part for the whole. */
  fail(error: unknown): void;
}

/** Nobody reads the archive any more: what was under way fails with this, or with an error that has it as its cause. */
export class ReaderLeft extends Error {
  override readonly name = 'ReaderLeft';
  constructor(cause: unknown) {
    super('The archive is not read to its end', { cause });
  }
}

/** Fails what is under way when the signal comes. */
export type OpenArchive = (signal: AbortSignal) => Promise<Archive>;
