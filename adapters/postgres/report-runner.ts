// Runs analysts' SQL. Whatever the guard in front of it lets through, this is what keeps it to one account, to reading, and
// to its limits (docs/adr/0011-walls-around-reports.md).
import type postgres from 'postgres';
import type {
  ReportResult,
  ReportRunner,
  ReportValue,
  RunLimits,
  RunnableQuery,
} from '../../app/saved-report-ports.ts';
import {
  REPORT_CELL_BYTES_MAX,
  REPORT_COLUMNS_MAX,
  REPORT_RUNS_MAX,
  REPORT_RUNS_OF_ACCOUNT_MAX,
} from '../../core/limits.ts';
import { type Refused, refuse } from '../../core/problem.ts';
import { DatabaseUnavailable } from './database-error.ts';
import { inTotalOrder } from './report-order.ts';
import { refusalOf, tooSlow } from './report-refusal.ts';
import { beginReport, type ReportServers, type ReportSession, terminateReport } from './report-session.ts';
import { reportSlots } from './report-slots.ts';
import { reportValueReader } from './report-values.ts';

/** Before PostgreSQL's own limit has failed for so long, the report is ended from outside. */
const watchdogMarginSeconds = 1;
/** What is sent for a reply of one byte of JSON, at most: the text of a value, and its length. */
const bytesReadPerByte = 2;

/** Connects for each run. A process makes one, because it counts the runs. */
export function connectReports(servers: ReportServers): ReportRunner {
  const slots = reportSlots({ total: REPORT_RUNS_MAX, ofAccount: REPORT_RUNS_OF_ACCOUNT_MAX });
  return {
    async run(accountId, query, limits) {
      // It would end the statement's text on its way to the server.
      if (query.statement.includes('\0'))
        return refuse('invalid_sql', 'The query holds a character with the code zero.');
      const release = await slots.take(accountId, limits.seconds * 1000);
      if (release === null) {
        return refuse('rate_limited', {
          detail: 'Other reports are running at this moment. Try again in a few seconds.',
          headers: { 'Retry-After': String(limits.seconds) },
        });
      }
      try {
        return await runWithin(servers, accountId, { query, limits });
      } finally {
        release();
      }
    },
  };
}

interface Run {
  readonly query: RunnableQuery;
  readonly limits: RunLimits;
}

async function runWithin(servers: ReportServers, accountId: string, run: Run): Promise<ReportResult | Refused> {
  const { seconds, bytes } = run.limits;
  const session = await beginReport(servers, { accountId, seconds, bytesReadMax: bytes * bytesReadPerByte });
  const { connection, pid } = session;
  let isOverdue = false;
  const watchdog = setTimeout(
    () => {
      isOverdue = true;
      // Cuts the line too, should the server's process have ended or not be reached.
      void terminateReport(servers, pid)
        .catch(() => {})
        .finally(() => connection.destroy());
    },
    (seconds + watchdogMarginSeconds) * 1000,
  );
  try {
    return await runInSession(session, run);
  } catch (error) {
    if (isOverdue) return tooSlow(seconds);
    if (connection.closed) throw new DatabaseUnavailable('The connection to the database was lost', error);
    throw error;
  } finally {
    clearTimeout(watchdog);
    // The server rolls back.
    connection.destroy();
  }
}

/**
 * The statement becomes a cursor, which can be nothing but one query, and of which no more rows are sent than are asked for. A
 * first cursor tells the columns; by them the rows are put in order.
 */
async function runInSession(
  { connection, asOf }: ReportSession,
  { query, limits }: Run,
): Promise<ReportResult | Refused> {
  const { client } = connection;
  const { statement, isOrdered } = query;
  const prefix = 'declare plain no scroll cursor for\n';
  let prefixLength: number | null = prefix.length;
  try {
    await client.unsafe(`${prefix}${statement}`, [], oneStatement);
    prefixLength = null;
    const { columns } = await client.unsafe('fetch 0 from plain');
    if (columns.length > REPORT_COLUMNS_MAX)
      return refuse(
        'query_limit',
        `The query has ${columns.length} columns; a report has at most ${REPORT_COLUMNS_MAX}.`,
      );
    const ordered = inTotalOrder({ statement, isOrdered, types: columns.map(({ type }) => type) });
    await client.unsafe(`declare ordered no scroll cursor for\n${ordered}`, [], oneStatement);
    const cells = await client.unsafe(`fetch ${limits.rows + 1} from ordered`).raw();
    return resultOf({ columns, cells, asOf, limits });
  } catch (error) {
    const refused = refusalOf(error, { statement, seconds: limits.seconds, prefixLength });
    if (refused === null) throw error;
    return refused;
  }
}

/** By the extended protocol, which takes no second statement behind a semicolon. */
const oneStatement = { prepare: false, simple: false };

interface Fetched {
  readonly columns: postgres.ColumnList<string>;
  readonly cells: readonly (readonly (Uint8Array | null)[])[];
  readonly asOf: string;
  readonly limits: RunLimits;
}

function resultOf({ columns, cells, asOf, limits }: Fetched): ReportResult | Refused {
  const shown = cells.slice(0, limits.rows);
  const longest = columns.findIndex((_, index) =>
    shown.some((row) => (row[index]?.byteLength ?? 0) > REPORT_CELL_BYTES_MAX),
  );
  if (longest >= 0) {
    const name = columns[longest]?.name.slice(0, 63);
    return refuse('query_limit', `A value of column ${name} is longer than ${REPORT_CELL_BYTES_MAX} bytes.`);
  }
  const readers = columns.map(({ type }) => reportValueReader(type));
  const rows = shown.map((row) => row.map((cell, index) => shownValue(cell, readers[index])));
  const result = { columns: columns.map(({ name }) => name), rows, truncated: cells.length > limits.rows, asOf };
  if (Buffer.byteLength(JSON.stringify(result)) > limits.bytes)
    return refuse('query_limit', `The result is larger than ${limits.bytes} bytes.`);
  return result;
}

function shownValue(cell: Uint8Array | null, read: ((text: string) => ReportValue) | undefined): ReportValue {
  if (cell === null || read === undefined) return null;
  return read(Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('utf8'));
}
