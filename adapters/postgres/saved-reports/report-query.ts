// Runs an analyst's query on a connection that was opened for it.
import type postgres from 'postgres';
import type {
  ReportResult,
  ReportValue,
  RunLimits,
  RunnableQuery,
} from '../../../app/saved-reports/saved-report-ports.ts';
import { REPORT_CELL_BYTES_MAX, REPORT_COLUMNS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import {
  nestedTooDeeply,
  type RunQuery,
  refuseFailedQuery,
  tooLargeReply,
  tooLargeResult,
  tooLongValue,
  tooManyColumns,
  zeroCharacterInQuery,
} from '../../../core/saved-report/failed-query.ts';
import { ReplyTooLarge } from '../connection/connection.ts';
import { sqlState } from '../connection/database-error.ts';
import { inTotalOrder } from './report-order.ts';
import type { ReportSession } from './report-session.ts';
import { NestedTooDeeply, reportValueReader } from './report-values.ts';

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
