import { createHash } from 'node:crypto';
import {
  ARCHIVE_SETTLE_SECONDS,
  type ArchivedBook,
  archiveThrough,
  refuseArchive,
} from '../../core/account/decide-archive.ts';
import { type CsvCells, readExactCsv, writeExactCsv } from '../../core/account/exact-csv.ts';
import type { BookKey } from '../../core/book-key.ts';
import type { Period } from '../../core/period.ts';
import type { ObjectStore } from '../platform/object-store.ts';

/**
 * Archives the old months of an account's books, and brings them back (docs/howto/archive-old-months.md). Each step leaves a state in which
 * every read and change is either right or refused: the months are marked, then written and read back, then deleted in one transaction.
 */

/** A stored file of one table of one month. */
export interface ArchivedPart {
  readonly period: Period;
  readonly table: string;
  readonly objectKey: string;
  readonly sha256: string;
  readonly rows: number;
  readonly digest: string;
}

export interface BookOfArchive extends BookKey {
  readonly carrierName: string;
  /** The newest month with data. */
  readonly latest: Period;
}

/** Books whose months leave or come back. A mark holds the months from the first step on. */
export interface MarkedBook extends ArchivedBook, BookKey {
  readonly carrierName: string;
  /** The months that leave; empty when all marked months have left. */
  readonly leaving: readonly Period[];
  readonly parts: readonly ArchivedPart[];
}

export interface LeavingTable {
  readonly period: Period;
  readonly table: string;
  readonly records: readonly CsvCells[];
  readonly rows: number;
  readonly digest: string;
}

export interface ArchiveRows {
  /** Returns null for an account that does not exist or is not active. */
  listBooks(): Promise<readonly BookOfArchive[] | null>;
  /** Holds every change of the account, counts the facts, and marks the months unless `refuse` returns reasons. */
  mark(book: BookKey, through: Period, refuse: typeof refuseArchive): Promise<readonly string[]>;
  listMarked(): Promise<readonly MarkedBook[]>;
  /** Yields the tables of the months that leave, each read as a whole. */
  readLeaving(book: MarkedBook): AsyncIterable<LeavingTable>;
  /** Sums records of a stored file as the database reads them. */
  sumRecords(table: string, records: readonly CsvCells[]): Promise<{ readonly rows: number; readonly digest: string }>;
  /** Deletes the rows of these parts in one transaction, and records them. Throws when the rows are not those that were stored. */
  remove(book: MarkedBook, parts: readonly ArchivedPart[]): Promise<void>;
  /** Inserts all rows in one transaction and takes the mark away. Throws when the rows are not those that were stored. */
  bringBack(book: MarkedBook, records: (part: ArchivedPart) => Promise<readonly CsvCells[]>): Promise<void>;
}

/** Makes files smaller, and whole again. */
export interface Packing {
  readonly pack: (bytes: Uint8Array) => Promise<Uint8Array>;
  readonly unpack: (bytes: Uint8Array) => Promise<Uint8Array>;
}

export interface ArchiveMonths {
  readonly accountId: string;
  readonly rows: ArchiveRows;
  readonly objects: Pick<ObjectStore, 'put' | 'get' | 'delete'>;
  readonly packing: Packing;
  readonly pause: (seconds: number) => Promise<void>;
  readonly report: (line: string) => void;
}

export interface ArchiveResult {
  /** Books whose months moved in this run. */
  readonly books: number;
  readonly rows: number;
  /** Books that stay as they are, with the reasons. */
  readonly refused: readonly string[];
}

const unknown: ArchiveResult = { books: 0, rows: 0, refused: ['There is no active account with this id.'] };

/** Archives the months before the newest `keepMonths` of each book. May be repeated after it broke off at any point. */
export async function archiveMonths(archive: ArchiveMonths, keepMonths: number): Promise<ArchiveResult> {
  const { rows, pause, report } = archive;
  const books = await rows.listBooks();
  if (books === null) return unknown;
  const refused: string[] = [];
  for (const book of books) {
    const through = archiveThrough(book.latest, keepMonths);
    const reasons = await rows.mark(book, through, refuseArchive);
    if (reasons.length > 0) refused.push(`${book.carrierName}: ${reasons.join(' ')}`);
  }
  const marked = (await rows.listMarked()).filter(({ leaving }) => leaving.length > 0);
  // Reads that were admitted before the mark end first.
  if (marked.length > 0) await pause(ARCHIVE_SETTLE_SECONDS);
  let moved = 0;
  let count = 0;
  for (const book of marked) {
    const parts: ArchivedPart[] = [];
    for await (const table of rows.readLeaving(book)) parts.push(await storePart(archive, book, table));
    await rows.remove(book, parts);
    const own = parts.reduce((sum, part) => sum + part.rows, 0);
    report(`${book.carrierName}: ${own} rows up to ${book.archivedThrough} are archived.`);
    moved += 1;
    count += own;
  }
  return { books: moved, rows: count, refused };
}

/** Stores a table of a month, and reads it back as the database would. */
async function storePart(
  { rows, objects, packing }: ArchiveMonths,
  { accountId, workspaceId, carrierId }: BookKey,
  { period, table, records, ...sum }: LeavingTable,
): Promise<ArchivedPart> {
  const bytes = await packing.pack(new TextEncoder().encode(writeExactCsv(records)));
  const sha256 = sha256Of(bytes);
  // The name has the content's hash, so that no run overwrites a file that another one has recorded.
  const objectKey = `archive/${accountId}/${carrierId}/${workspaceId}/${period}/${table}-${sha256.slice(0, 16)}.csv.gz`;
  await objects.put(objectKey, bytes);
  const part = { period, table, objectKey, sha256, ...sum };
  const stored = await rows.sumRecords(table, await readPart({ objects, packing }, part));
  if (stored.rows !== sum.rows || stored.digest !== sum.digest)
    throw new Error(`${objectKey} does not give the same rows again. Nothing was deleted.`);
  return part;
}

async function readPart(
  { objects, packing }: Pick<ArchiveMonths, 'objects' | 'packing'>,
  { objectKey, sha256 }: Pick<ArchivedPart, 'objectKey' | 'sha256'>,
): Promise<readonly CsvCells[]> {
  const bytes = await objects.get(objectKey);
  if (bytes === null) throw new Error(`${objectKey} is missing.`);
  if (sha256Of(bytes) !== sha256) throw new Error(`${objectKey} has another content than was stored.`);
  return readExactCsv(new TextDecoder().decode(await packing.unpack(bytes)));
}

/** Brings all archived months of the account back, and deletes their files after the commit. May be repeated. */
export async function bringMonthsBack(archive: ArchiveMonths): Promise<ArchiveResult> {
  const { rows, objects, report } = archive;
  if ((await rows.listBooks()) === null) return unknown;
  let count = 0;
  const marked = await rows.listMarked();
  for (const book of marked) {
    await rows.bringBack(book, (part) => readPart(archive, part));
    for (const { objectKey } of book.parts) await objects.delete(objectKey);
    const own = book.parts.reduce((sum, part) => sum + part.rows, 0);
    report(`${book.carrierName}: ${own} rows up to ${book.archivedThrough} are back.`);
    count += own;
  }
  return { books: marked.length, rows: count, refused: [] };
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
