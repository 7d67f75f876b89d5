import { ACCOUNT_EXPORT_SECONDS_MAX } from '../../core/limits/request-limits.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { csvLine, ReaderLeft } from '../../core/row-export.ts';

/**
 * Exports everything an account has as one archive of CSV files. The archive is sent while batches of rows are read from one snapshot, so
 * a large account takes no more memory than a small one.
 */

/** A table of the export. */
export interface ExportedTable {
  /** The table's name without a file ending, such as `statement-lines`. */
  readonly name: string;
  /** A sentence that tells a reader of the export what the table holds. */
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

export interface AccountExport {
  readonly exportReads: AccountExportReads;
  readonly openArchive: OpenArchive;
  /** Reports that the export broke off after it had begun; the reader sees a truncated stream. */
  readonly onExportError: (error: unknown, accountId: string) => void;
}

export interface StartedExport {
  readonly stream: Archive['stream'];
  /** Resolves when the export has ended, with or without an error. */
  readonly ended: Promise<void>;
}

/** Begins an export. Throws when the first read of the database fails. Later errors break the stream off. */
export async function exportAccount(
  { exportReads, openArchive, onExportError }: AccountExport,
  accountId: string,
  origin: RequestOrigin,
): Promise<StartedExport> {
  await exportReads.record(accountId, origin);
  const archive = await openArchive(AbortSignal.timeout(ACCOUNT_EXPORT_SECONDS_MAX * 1000));
  const started = Promise.withResolvers<void>();
  let hasBegun = false;
  const written = exportReads.atOneMoment(accountId, async (snapshot) => {
    hasBegun = true;
    started.resolve();
    await writeArchive(archive, accountId, snapshot);
  });
  const ended = written.catch((error: unknown) => {
    archive.fail(error);
    started.reject(error);
    if (hasBegun && !isReaderLeft(error)) onExportError(error, accountId);
  });
  await started.promise;
  return { stream: archive.stream, ended };
}

function isReaderLeft(error: unknown): boolean {
  return error instanceof ReaderLeft || (error instanceof Error && error.cause instanceof ReaderLeft);
}

async function writeArchive(archive: Archive, accountId: string, { takenAt, tables }: AccountSnapshot): Promise<void> {
  const files: ExportedFile[] = [];
  await archive.add('README.txt', oneChunk(exportReadme({ accountId, takenAt, tables })));
  for (const table of tables) {
    const counted = { rows: 0 };
    const name = csvName(table.name);
    const written = await archive.add(name, csvChunks(table, counted));
    files.push({ name, rows: counted.rows, ...written });
  }
  await archive.add('manifest.json', oneChunk(exportManifest({ accountId, takenAt }, files)));
  await archive.end();
}

async function* oneChunk(text: string): AsyncGenerator<string> {
  yield text;
}

/** Yields the table as CSV, one chunk for each batch of rows, and counts the rows. */
async function* csvChunks(table: ExportedTable, counted: { rows: number }): AsyncGenerator<string> {
  yield csvLine(table.columns);
  for await (const portion of table.rows()) {
    counted.rows += portion.length;
    yield portion.map(csvLine).join('');
  }
}

// Fields are in alphabetical order, so that a stored certificate is serialised again as the same text.

/** Texts inside the export of an account: its readme and its manifest. */

/** A file of an export, as the manifest lists it. */
interface ExportedFile {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Facts that the readme states. */
interface ExportReadme {
  readonly accountId: string;
  readonly takenAt: string;
  readonly tables: readonly { readonly name: string; readonly about: string }[];
}

/** Returns the file name of a table in the export. */
const csvName = (table: string) => `${table}.csv`;

/**
 * Returns the readme of an export, with CRLF line ends: the form of the files, one line per table, and the data left
 * out.
 */
function exportReadme({ accountId, takenAt, tables }: ExportReadme): string {
  const width = Math.max(...tables.map(({ name }) => csvName(name).length));
  return [
    `Everything that account ${accountId} has, as it was at ${takenAt}.`,
    '',
    'Each file is CSV in UTF-8 with a header row and CRLF line ends. An empty cell is no value. Amounts are dollars with up to ten',
    'decimals, rates are fractions, times are ISO 8601 in UTC, periods are YYYY-MM. Lists and objects are JSON. A text that a',
    'spreadsheet would take for a formula has an apostrophe before it. Ids are those of the API.',
    '',
    ...tables.map(({ name, about }) => `${csvName(name).padEnd(width)}  ${about}`),
    '',
    'manifest.json lists every file with its number of rows, its bytes and its SHA-256. It comes last: an archive without it was cut off.',
    '',
    'Not in it: tokens and secrets, which are stored as hashes or encrypted; statements as they were uploaded, which are deleted a day',
    'after they were read; and copies that the service keeps for its own speed.',
    '',
  ].join('\r\n');
}

/** Returns the manifest of an export as JSON: name, rows, bytes and SHA-256 of each file. */
function exportManifest(
  { accountId, takenAt }: Pick<ExportReadme, 'accountId' | 'takenAt'>,
  files: readonly ExportedFile[],
): string {
  return `${JSON.stringify({ accountId, takenAt, files }, null, 2)}\n`;
}
