// Fields are in alphabetical order, so that a stored certificate is serialised again as the same text.

/** Texts inside the export of an account: its readme and its manifest. */

/** A file of an export, as the manifest lists it. */
export interface ExportedFile {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Facts that the readme states. */
export interface ExportReadme {
  readonly accountId: string;
  readonly takenAt: string;
  readonly tables: readonly { readonly name: string; readonly about: string }[];
}

/** Returns the file name of a table in the export. */
export const csvName = (table: string) => `${table}.csv`;

/**
 * Returns the readme of an export, with CRLF line ends: the form of the files, one line per table, and the data left
 * out.
 */
export function exportReadme({ accountId, takenAt, tables }: ExportReadme): string {
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
export function exportManifest(
  { accountId, takenAt }: Pick<ExportReadme, 'accountId' | 'takenAt'>,
  files: readonly ExportedFile[],
): string {
  return `${JSON.stringify({ accountId, takenAt, files }, null, 2)}\n`;
}
