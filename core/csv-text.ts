/** Returns the text on one line: trimmed, with single spaces. */
export function singleSpaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Folds a text for comparison: on one line and in upper case, which makes more spellings equal than lower case: "Weiß" and "WEISS". */
export function foldText(text: string): string {
  return singleSpaced(text).toUpperCase();
}

/** Folds a name so that names that look alike are equal: also without unseen characters and in one width. */
export function foldName(name: string): string {
  return foldText(name.normalize('NFKC').replace(/\p{Cf}/gu, ''));
}

/** A carrier's short name for URLs and file names: groups of lower-case letters and digits joined by hyphens. */

export const SLUG_FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const SLUG_CHARACTERS_MAX = 100;

/**
 * Derives a slug from a name: "Béla & Söhne (PPO)" gives "bela-sohne-ppo". A name without a Latin letter or digit gives
 * "carrier".
 */
export function slugOf(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return trimHyphens(letters.replace(/[^a-z0-9]+/g, '-').slice(0, SLUG_CHARACTERS_MAX)) || 'carrier';
}

/**
 * Returns the slug when it is free, else the slug with the lowest free number from 2 on. The result has at most SLUG_CHARACTERS_MAX
 * characters.
 */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let candidate = slug;
  for (let number = 2; taken.has(candidate); number++) {
    const suffix = `-${number}`;
    candidate = `${trimHyphens(slug.slice(0, SLUG_CHARACTERS_MAX - suffix.length))}${suffix}`;
  }
  return candidate;
}

function trimHyphens(text: string): string {
  return text.replace(/^-+|-+$/g, '');
}

/**
 * Writes CSV by RFC 4180, safe against formula injection in spreadsheets. Every CSV of the service is written here
 * (docs/reference/requests.md#csv-and-other-media-types).
 */

/** A value of a cell. Null and undefined become an empty cell; arrays and objects become JSON text. */
export type CsvValue = unknown;

const NEEDS_QUOTES = /[",\r\n]/;
/**
 * Matches cells that a spreadsheet reads as a formula, at once or after dropping the first character. East Asian
 * editions also accept the full-width signs.
 */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** Matches an amount kept as text. It is no formula and must round-trip unchanged. */
const PLAIN_NUMBER = /^-(\d+(\.\d*)?|\.\d+)$/;
/**
 * Matches a possible formula after a delimiter other than the comma; many European spreadsheets split lines at
 * semicolons. Such a spreadsheet ignores quotes in the middle of a line and drops a quote at the start of a cell.
 */
const LATER_FORMULA = /[;,|\t\r\n]"*(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/**
 * Matches a number after such a delimiter. It is no formula when the same delimiter, or the end of a JSON list, follows
 * it.
 */
const LATER_NUMBER = /-(?:\d+(?:\.\d*)?|\.\d+)"*(?=([;,|\t\r\n\]}]))/y;

/** Returns one row with its CRLF. */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Returns a header row and one row per element. Cells are taken by column name. */
export function csvText(columns: readonly string[], rows: Iterable<object>): string {
  const lines = [csvLine(columns)];
  for (const row of rows) lines.push(csvRow(columns, row));
  return lines.join('');
}

/** Returns one row with its CRLF. Cells are taken by column name. */
export function csvRow(columns: readonly string[], row: object): string {
  const cells = new Map<string, unknown>(Object.entries(row));
  return csvLine(columns.map((column) => cells.get(column)));
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  const text = escapeFormula(typeof value === 'string' ? value : JSON.stringify(value));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Puts an apostrophe before each sign that could start a formula, at the beginning and after any delimiter of a spreadsheet. */
export function escapeFormula(text: string): string {
  const inside = text.replace(LATER_FORMULA, (opening: string, at: number) =>
    isNumberBetween(text, opening.charAt(0), at + opening.length) ? opening : `${opening}'`,
  );
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${inside}` : inside;
}

function isNumberBetween(text: string, delimiter: string, position: number): boolean {
  LATER_NUMBER.lastIndex = position;
  const end = LATER_NUMBER.exec(text)?.[1];
  return end === delimiter || end === ']' || end === '}';
}
