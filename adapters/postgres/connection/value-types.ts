// Parsers for PostgreSQL's values. They lose nothing: bigint and numeric stay strings (postgres.js's own rule), dates stay dates.
import { parseArray } from './array-text.ts';

const asText = (value: unknown) => String(value);
const asNumber = Number;
const asBoolean = (text: string) => text === 't';
const asJson = (text: string): unknown => JSON.parse(text);

/** Registers a parser by the server's type number (pg_type). Bound values are text already (sql.ts). */
const readAs = <T>(oid: number, parse: (text: string) => T) => ({ to: oid, from: [oid], serialize: asText, parse });
const readArrayAs = <T>(oid: number, parse: (text: string) => T) => readAs(oid, (text) => parseArray(text, parse));

/**
 * The parsers for postgres.js's `types`: date as YYYY-MM-DD, timestamptz as ISO 8601 UTC with milliseconds, JSON parsed, NULL in arrays as
 * null.
 */
export const valueTypes = {
  json: readAs(114, asJson),
  jsonb: readAs(3802, asJson),
  date: readAs(1082, asText),
  timestamp: readAs(1114, asText),
  timestamptz: readAs(1184, isoTimestamp),
  booleanArray: readArrayAs(1000, asBoolean),
  smallintArray: readArrayAs(1005, asNumber),
  integerArray: readArrayAs(1007, asNumber),
  bigintArray: readArrayAs(1016, asText),
  doubleArray: readArrayAs(1022, asNumber),
  numericArray: readArrayAs(1231, asText),
  textArray: readArrayAs(1009, asText),
  varcharArray: readArrayAs(1015, asText),
  nameArray: readArrayAs(1003, asText),
  uuidArray: readArrayAs(2951, asText),
  dateArray: readArrayAs(1182, asText),
  timestamptzArray: readArrayAs(1185, isoTimestamp),
  jsonbArray: readArrayAs(3807, asJson),
};

/** Type numbers below this one are PostgreSQL's own types. */
const firstOwnType = 16_384;

/**
 * Throws for an array of a domain or enum, which would arrive as one string with braces. Returns any other value unchanged, as
 * postgres.js's `transform`.
 */
export function refuseUnknownArray(value: unknown, column: { readonly name: string; readonly type: number }): unknown {
  if (column.type >= firstOwnType && typeof value === 'string' && value.startsWith('{')) {
    throw new TypeError(`Column ${column.name} is an array of a type of this schema; cast it to text[]`);
  }
  return value;
}

const utcTimestamp = /^(\d{4,})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/;

/** Converts `2026-01-31 08:00:00.123456+00` to `2026-01-31T08:00:00.123Z`. Digits after milliseconds are cut, not rounded. */
function isoTimestamp(text: string): string {
  const [, year, month, day, time, fraction = ''] = utcTimestamp.exec(text) ?? [];
  if (year === undefined) throw new RangeError(`Not a timestamp this program can show: ${text}`);
  return `${year}-${month}-${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}
