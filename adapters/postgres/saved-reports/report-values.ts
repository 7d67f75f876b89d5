// Converts values of a report from PostgreSQL's text by their type number, without losing exactness.
import type { ReportValue } from '../../../app/saved-reports/saved-report-ports.ts';
import { REPORT_JSON_LEVELS_MAX } from '../../../core/limits/saved-report-limits.ts';

type ReadValue = (text: string) => ReportValue;

const asIs: ReadValue = (text) => text;

/** Readers by the server's type number (pg_type). Any other type is shown as its text. */
const readers: ReadonlyMap<number, ReadValue> = new Map([
  [16, (text: string) => text === 't'],
  // smallint, integer, bigint, oid, numeric
  ...[21, 23, 20, 26, 1700].map((oid) => [oid, exactNumber] as const),
  // real, double precision
  ...[700, 701].map((oid) => [oid, floatNumber] as const),
  // timestamp, timestamptz
  ...[1114, 1184].map((oid) => [oid, isoTimestamp] as const),
  // json, jsonb
  ...[114, 3802].map((oid) => [oid, exactJson] as const),
]);

/** Array types whose elements have a reader, and those whose elements are shown as text. */
const elementTypes: ReadonlyMap<number, number> = new Map([
  ...[[1000, 16] as const, [1005, 21] as const, [1007, 23] as const, [1016, 20] as const, [1028, 26] as const],
  ...[[1231, 1700] as const, [1021, 700] as const, [1022, 701] as const, [1115, 1114] as const, [1185, 1184] as const],
  ...[[199, 114] as const, [3807, 3802] as const],
  // char, name, text, varchar, bpchar, uuid, date, time, timetz, interval, bytea
  ...[1002, 1003, 1009, 1015, 1014, 2951, 1182, 1183, 1270, 1187, 1001].map((oid) => [oid, 0] as const),
]);

/**
 * Returns the reader of a type. Dates are in ISO style as PostgreSQL writes them, intervals in ISO 8601, arrays nested; the session's
 * settings make PostgreSQL write them so.
 */
export function reportValueReader(type: number): ReadValue {
  const element = elementTypes.get(type);
  if (element !== undefined) return (text) => nestedArray(text, readers.get(element) ?? asIs);
  return readers.get(type) ?? asIs;
}

/** Returns a number if JSON shows exactly this number, else its text: integers beyond 2^53, more digits than a double keeps, NaN. */
function exactNumber(text: string): string | number {
  const number = Number(text);
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) return text;
  return String(number) === (text.includes('.') ? text.replace(/\.?0+$/, '') : text) ? number : text;
}

/** Returns a number, because PostgreSQL and JSON both write the shortest exact form; NaN and infinity stay texts. */
function floatNumber(text: string): string | number {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** Converts `2026-01-31 08:00:00.5+00` to `2026-01-31T08:00:00.5Z`. Years before Christ and infinity stay unchanged. */
function isoTimestamp(text: string): string {
  return text.replace(
    /^(\d{4,})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(\+00)?$/,
    (_, year, month, day, time, zone) => `${year}-${month}-${day}T${time}${zone === undefined ? '' : 'Z'}`,
  );
}

/** A JSON value has more levels than a report shows. JSON writers are recursive and fail on thousands of levels. */
export class NestedTooDeeply extends Error {
  override readonly name = 'NestedTooDeeply';
}

const jsonBracket = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g;

function levelsOf(text: string): number {
  let levels = 0;
  let most = 0;
  for (const [token] of text.matchAll(jsonBracket)) {
    if (token === '[' || token === '{') levels += 1;
    if (token === ']' || token === '}') levels -= 1;
    most = Math.max(most, levels);
  }
  return most;
}

const jsonToken = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON. Numbers that parsing would round become texts first. */
function exactJson(text: string): ReportValue {
  if (levelsOf(text) > REPORT_JSON_LEVELS_MAX) throw new NestedTooDeeply();
  return JSON.parse(
    text.replace(jsonToken, (token) =>
      token.startsWith('"') || typeof exactNumber(token) === 'number' || isShortFloat(token) ? token : `"${token}"`,
    ),
  );
}

/** Returns true for forms such as `1e3` and `1.50`, which JavaScript writes differently but reads exactly. */
function isShortFloat(token: string): boolean {
  const number = Number(token);
  const digits = token
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');
  return digits.length <= 15 && Math.abs(number) < 1e300 && (!Number.isInteger(number) || Number.isSafeInteger(number));
}

const arrayToken = /"((?:[^"\\]|\\.)*)"|([^,{}"\\]+)|([{},])/gs;

/** Parses an array of any number of dimensions. Unusual bounds such as `[0:2]={…}` are left out. */
function nestedArray(text: string, read: ReadValue): ReportValue {
  const open: ReportValue[][] = [[]];
  for (const [, quoted, plain, mark] of text.replace(/^\[[\d:[\]-]*\]=/, '').matchAll(arrayToken)) {
    if (mark === '{') {
      const inner: ReportValue[] = [];
      open.at(-1)?.push(inner);
      open.push(inner);
    } else if (mark === '}') open.pop();
    else if (quoted !== undefined) open.at(-1)?.push(read(quoted.replace(/\\(.)/gs, '$1')));
    else if (plain !== undefined) open.at(-1)?.push(plain === 'NULL' ? null : read(plain));
  }
  return open[0]?.[0] ?? [];
}
