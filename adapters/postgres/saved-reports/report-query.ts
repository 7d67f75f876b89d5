// Runs an analyst's query on a connection that was opened for it.
import type postgres from 'postgres';
import type {
  ReportResult,
  ReportValue,
  RunLimits,
  RunnableQuery,
} from '../../../app/saved-reports/run-saved-report.ts';
import {
  REPORT_CELL_BYTES_MAX,
  REPORT_COLUMNS_MAX,
  REPORT_JSON_LEVELS_MAX,
} from '../../../core/limits/saved-report-limits.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import {
  nestedTooDeeply,
  type RunQuery,
  refuseFailedQuery,
  type Token,
  tokensOf,
  tooLargeReply,
  tooLargeResult,
  tooLongValue,
  tooManyColumns,
  zeroCharacterInQuery,
} from '../../../core/saved-report/failed-query.ts';
import { ReplyTooLarge } from '../connection/connection.ts';
import { sqlState } from '../connection/database-error.ts';
import type { ReportSession } from './report-session.ts';

type Columns = postgres.ColumnList<string>;

/**
 * Declares a cursor for the statement, which makes sure that it is a single query. This plans the query and returns its columns. It reads
 * no row, but the planner evaluates constant expressions.
 */
export async function planInSession(
  { connection: { client } }: ReportSession,
  { statement }: RunnableQuery,
  { seconds }: RunLimits,
): Promise<Columns | Refused> {
  // A zero byte would end the statement's text on its way to the server.
  if (statement.includes('\0')) return zeroCharacterInQuery();
  const prefix = 'declare plain no scroll cursor for\n';
  let prefixLength: number | null = prefix.length;
  try {
    await client.unsafe(`${prefix}${statement}`, [], oneStatement);
    prefixLength = null;
    const { columns } = await client.unsafe('fetch 0 from plain');
    return columns.length <= REPORT_COLUMNS_MAX ? columns : tooManyColumns(columns.length);
  } catch (error) {
    const refused = refusalOf(error, { statement, seconds, prefixLength });
    if (refused === null) throw error;
    return refused;
  }
}

/** Orders the query by the types of its columns and fetches the requested rows through a second cursor. */
export async function runInSession(
  session: ReportSession,
  query: RunnableQuery,
  limits: RunLimits,
): Promise<ReportResult | Refused> {
  const columns = await planInSession(session, query, limits);
  if (isRefused(columns)) return columns;
  const { connection, asOf } = session;
  const { client } = connection;
  const { statement } = query;
  try {
    const ordered = inTotalOrder({ ...query, types: columns.map(({ type }) => type) });
    const refused = (await query.judgeAgain?.(ordered)) ?? null;
    if (refused !== null) return refused;
    await client.unsafe(`declare ordered no scroll cursor for\n${ordered}`, [], oneStatement);
    const cells = await client.unsafe(`fetch ${limits.rows + 1} from ordered`).raw();
    return resultOf({ columns, cells, asOf, limits });
  } catch (error) {
    const refused = refusalOf(error, { statement, seconds: limits.seconds, prefixLength: null });
    if (refused === null) throw error;
    return refused;
  }
}

/** Uses the extended protocol, which accepts no second statement after a semicolon. */
const oneStatement = { prepare: false, simple: false };

interface Fetched {
  readonly columns: Columns;
  readonly cells: readonly (readonly (Uint8Array | null)[])[];
  readonly asOf: string;
  readonly limits: RunLimits;
}

function resultOf({ columns, cells, asOf, limits }: Fetched): ReportResult | Refused {
  const shown = cells.slice(0, limits.rows);
  const longest = columns.findIndex((_, index) =>
    shown.some((row) => (row[index]?.byteLength ?? 0) > REPORT_CELL_BYTES_MAX),
  );
  if (longest >= 0) return tooLongValue(columns[longest]?.name.slice(0, 63) ?? '');
  const readers = columns.map(({ type }) => reportValueReader(type));
  const rows = shown.map((row) => row.map((cell, index) => shownValue(cell, readers[index])));
  const result = { columns: columns.map(({ name }) => name), rows, truncated: cells.length > limits.rows, asOf };
  return Buffer.byteLength(JSON.stringify(result)) > limits.bytes ? tooLargeResult(limits.bytes) : result;
}

function shownValue(cell: Uint8Array | null, read: ((text: string) => ReportValue) | undefined): ReportValue {
  if (cell === null || read === undefined) return null;
  return read(Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('utf8'));
}

/** Returns null when the error is not the query's fault. */
export function refusalOf(error: unknown, query: RunQuery): Refused | null {
  if (error instanceof NestedTooDeeply) return nestedTooDeeply();
  if (error instanceof ReplyTooLarge) return tooLargeReply();
  const state = sqlState(error);
  if (state === null || !(error instanceof Error)) return null;
  const position = 'position' in error ? Number(error.position) : null;
  return refuseFailedQuery({ state, message: error.message, position }, query);
}

// Gives a report's query a total order before any row is left out, so that the same data always give the same rows.

interface OrderedQuery {
  readonly statement: string;
  /** True when the outermost level has an ORDER BY. */
  readonly isOrdered: boolean;
  /** Type numbers of the query's columns. */
  readonly types: readonly number[];
}

/**
 * With an ORDER BY, adds all columns to break ties. Without one, sorts by all columns and applies the outermost LIMIT afterwards. Each
 * part is on its own lines, because the statement may end in a comment.
 */
export function inTotalOrder({ statement, isOrdered, types }: OrderedQuery): string {
  // Rows without columns are all equal.
  if (types.length === 0) return statement;
  const { before, body, limit, after, hasOrder, hasTies } = splitAtLimit(statement);
  if (!isOrdered) {
    const columns = types.map((_, index) => `c${index + 1}`);
    const keys = columns.map((column, index) => (isSortable(types[index]) ? column : `${column}::text`));
    const sorted = `select * from (\n${body}\n) q (${columns.join(', ')}) order by ${keys.join(', ')}`;
    // WITH TIES can't occur here: PostgreSQL has already refused it without an ORDER BY.
    return `${sorted}\n${limit}`;
  }
  const ties = types.flatMap((type, index) => (isSortable(type) ? [index + 1] : []));
  // With more keys, WITH TIES would return fewer rows. An ORDER BY that is not found here is inside brackets after a WITH.
  if (hasTies || !hasOrder || ties.length === 0) return statement;
  return `${before}${body}\n, ${ties.join(', ')}\n${limit}${after}`;
}

/**
 * Types with an order: bool, "char", name, numbers, texts, dates and times, uuid, bytea, jsonb, and arrays of them. json, for example, has
 * none.
 */
const sortableTypes = new Set([
  ...[16, 18, 19, 20, 21, 23, 26, 700, 701, 1700, 25, 1042, 1043, 1082, 1083, 1114, 1184, 1186, 1266, 2950, 17, 3802],
  ...[1000, 1002, 1003, 1016, 1005, 1007, 1028, 1021, 1022, 1231, 1009, 1014, 1015, 1182, 1183, 1115, 1185, 1187, 1270],
  ...[2951, 1001, 3807],
]);

function isSortable(type: number | undefined): boolean {
  return type !== undefined && sortableTypes.has(type);
}

interface SplitQuery {
  /** Brackets around the whole query. */
  readonly before: string;
  readonly after: string;
  readonly body: string;
  /** LIMIT, OFFSET, FETCH of the outermost level; empty when there is none. */
  readonly limit: string;
  readonly hasOrder: boolean;
  readonly hasTies: boolean;
}

/**
 * Splits the query before LIMIT, OFFSET or FETCH. These words are reserved: on the outermost level, outside quotes and comments, each is
 * the clause unless it follows AS or a dot.
 */
function splitAtLimit(statement: string): SplitQuery {
  const { tokens, start, end } = withoutBrackets(tokensOf(statement), statement.length);
  const depth = tokens[0]?.depth ?? 0;
  const outermost = tokens.filter((token) => token.depth === depth);
  const words = outermost.map(({ text }) => text.toLowerCase());
  const clause = outermost.findIndex(
    (_, index) =>
      ['limit', 'offset', 'fetch'].includes(words[index] ?? '') && !['as', '.'].includes(words[index - 1] ?? ''),
  );
  const limitStart = outermost[clause]?.start ?? end;
  return {
    before: statement.slice(0, start),
    body: statement.slice(start, limitStart),
    limit: statement.slice(limitStart, end),
    after: statement.slice(end),
    hasOrder: words.some((word, index) => word === 'order' && words[index + 1] === 'by'),
    hasTies: words.some((word, index) => word === 'with' && words[index + 1] === 'ties'),
  };
}

/** Returns the range of the query inside brackets such as `((select …))`. */
function withoutBrackets(tokens: readonly Token[], end: number) {
  const partners = partnersOf(tokens);
  const last = tokens.length - 1;
  let around = 0;
  while (tokens[around]?.text === '(' && partners.get(around) === last - around) around += 1;
  const [first, closing] = [tokens[around - 1], tokens[last - around + 1]];
  return {
    tokens: tokens.slice(around, last - around + 1),
    start: first === undefined ? 0 : first.start + 1,
    end: closing === undefined ? end : closing.start,
  };
}

/** Maps each opening bracket to its closing one, by index of the token. */
function partnersOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const open: number[] = [];
  const partners = new Map<number, number>();
  for (const [index, { text }] of tokens.entries()) {
    if (text === '(') open.push(index);
    if (text !== ')') continue;
    const opening = open.pop();
    if (opening !== undefined) partners.set(opening, index);
  }
  return partners;
}

// Converts values of a report from PostgreSQL's text by their type number, without losing exactness.

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
function reportValueReader(type: number): ReadValue {
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
class NestedTooDeeply extends Error {
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
