import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  REPORT_BYTES_MAX,
  REPORT_ROWS_MAX,
  REPORT_SECONDS_MAX,
  REWRITTEN_SQL_LIMITS,
} from '../../core/limits/saved-report-limits.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { hintForSyntax } from '../../core/saved-report/failed-query.ts';
import { type AcceptedQuery, indexAtCharacter, judgeQuery, placeInWords } from '../../core/saved-report/judge-query.ts';
import { jsonValue } from '../platform/shared-fields.ts';
import { archivedField } from '../reads/archived-months.ts';

export const lastRun = z
  .object({
    ranAt: z.iso.datetime(),
    status: z.enum(['ok', 'failed']),
    rows: z.int().nullable().describe('Rows of the result; null when it failed.'),
    truncated: z.boolean().describe('There were more rows than a run gives.'),
    error: z.string().nullable().describe('Why it failed.'),
  })
  .meta({ id: 'ReportRun' });
export type LastRun = Readonly<z.output<typeof lastRun>>;

/** How a run ended, for the list of reports and the audit trail. */
export interface RunOutcome {
  readonly status: LastRun['status'];
  readonly rows: number | null;
  readonly truncated: boolean;
  readonly error: string | null;
  /** The record for the audit trail: figures, the hash of the query and the names of the views, but no value and no query text. */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A query that the guard has accepted. */
export interface RunnableQuery {
  /** The SELECT or WITH as the analyst wrote it, without a final semicolon. Positions of faults refer to this text. */
  readonly statement: string;
  /** True when the outermost level has an ORDER BY. Otherwise the rows are sorted by all columns. */
  readonly isOrdered: boolean;
  /** Judges the runner's version of the statement, which may have more columns to sort by. Null allows it. */
  readonly judgeAgain?: (text: string) => Promise<Refused | null>;
}

/** The limits of one run. */
export interface RunLimits {
  readonly seconds: number;
  /** Rows of the reply. Further rows are left out, and the result says so. */
  readonly rows: number;
  /** Bytes of the reply as JSON. A larger reply is refused. */
  readonly bytes: number;
}

/** A value of a report in JSON. Numbers that JSON can't hold exactly are strings. */
export type ReportValue =
  | string
  | number
  | boolean
  | null
  | readonly ReportValue[]
  | { readonly [key: string]: ReportValue };

export const reportResult = z
  .object({
    columns: z.array(z.string()).readonly().describe('Names may repeat.'),
    rows: z
      .array(z.array(jsonValue).readonly())
      .readonly()
      .describe('Values in the order of the columns. Numbers that JSON can not hold exactly are strings.'),
    truncated: z.boolean().describe('There are more rows.'),
    asOf: z.iso.date().describe('The date, in UTC, that current_date and now() stood for.'),
    ...archivedField,
  })
  .meta({
    id: 'ReportResult',
    example: {
      columns: ['carrier_name', 'red'],
      rows: [
        ['Summit Senior Life', 12],
        ['Blue Ridge Health', 2],
      ],
      truncated: false,
      asOf: '2026-04-06',
    },
  });
export type ReportResult = Readonly<z.output<typeof reportResult>>;

/** Runs analysts' SQL. Every report goes through this port. */
export interface ReportRunner {
  /**
   * Runs the query on the account's rows and changes nothing. Refuses with `query_limit` a query that takes too long or is too large, with
   * `invalid_sql` one that PostgreSQL refuses, naming only the report views, and with `rate_limited` while too many runs are active or an
   * earlier run of the account can't be stopped. Throws `DatabaseUnavailable`.
   */
  run(accountId: string, query: RunnableQuery, limits: RunLimits): Promise<ReportResult | Refused>;
  /**
   * Has PostgreSQL plan the query. This reads no row but evaluates constant expressions, within the limits of a run. Refuses what `run`
   * refuses. Returns null for a valid query, and also when PostgreSQL is unavailable or too many runs are active.
   */
  plan(accountId: string, query: RunnableQuery, limits: RunLimits): Promise<Refused | null>;
}

/**
 * Runs an analyst's SQL (docs/reference/saved-reports.md#four-walls). Saving, manual runs and scheduled runs all go through this module,
 * so every query is judged in the call that runs it. A stored query is judged again, because the rules may have changed.
 */

/** Parses SQL with PostgreSQL's own parser. `detail` is a sentence; `position` counts characters from 0. */
export type ParseSql = (
  text: string,
  limits?: { readonly textBytes: number },
) => Promise<
  | { readonly ok: true; readonly tree: unknown }
  | { readonly ok: false; readonly detail: string; readonly position: number | null }
>;

export interface ReportEngine {
  readonly parseSql: ParseSql;
  readonly runner: ReportRunner;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}

/** A run, and its record for the list of reports and the audit trail. */
export interface ReportRun {
  readonly result: ReportResult | Refused;
  /** Null when the run never began, because too many runs were active or an earlier run of the account could not be stopped. */
  readonly outcome: RunOutcome | null;
}

/** Judges a query before it is saved. */
export type JudgeReport = (request: {
  readonly accountId: string;
  readonly sql: string;
}) => Promise<AcceptedQuery | Refused>;

export type RunReport = (request: {
  readonly accountId: string;
  readonly sql: string;
  readonly seconds: number;
}) => Promise<ReportRun>;

type RunnableReport = AcceptedQuery & Required<Pick<RunnableQuery, 'judgeAgain'>>;

/**
 * Judges the text of a report. Refuses all but one bounded SELECT or WITH over the report views, with `invalid_sql`. The detail names the
 * fault and, if known, its place.
 */
export async function judgeSql(parseSql: ParseSql, sql: string): Promise<RunnableReport | Refused> {
  const parsed = await parseSql(sql);
  if (parsed.ok) return judgeParsed(parseSql, sql, parsed.tree);
  const { detail, position } = parsed;
  if (position === null) return refuse('invalid_sql', detail);
  const index = indexAtCharacter(sql, position);
  const hint = hintForSyntax(sql, index);
  return refuse('invalid_sql', `${detail.replace(/\.$/, '')}${hint} (${placeInWords(sql, index)}).`);
}

/** Judges a parsed query. If clock functions were replaced, the rewritten text is judged too, because that text runs. */
async function judgeParsed(parseSql: ParseSql, sql: string, tree: unknown): Promise<RunnableReport | Refused> {
  const query = judgeQuery(sql, tree);
  if (isRefused(query)) return query;
  const judgeAgain = (text: string) => judgeRewritten(parseSql, text, query.relations);
  const refused = query.statement === sql ? null : await judgeAgain(query.statement);
  return refused ?? { ...query, judgeAgain };
}

/** Refuses a rewritten text that is not one accepted query over the same views. Its limits leave room for the additions. */
async function judgeRewritten(parseSql: ParseSql, text: string, relations: readonly string[]): Promise<Refused | null> {
  const parsed = await parseSql(text, REWRITTEN_SQL_LIMITS);
  const query = parsed.ok ? judgeQuery(text, parsed.tree, REWRITTEN_SQL_LIMITS) : null;
  const isSame = query !== null && !isRefused(query) && query.relations.join() === relations.join();
  if (isSame) return null;
  return refuse(
    'invalid_sql',
    'The query could not be put in order for its run. Write it with fewer brackets and comments.',
  );
}

/**
 * Judges a query and has PostgreSQL plan it, so that a wrong type is reported while the analyst writes and not later by email. Refuses
 * with `invalid_sql` or `query_limit`. If PostgreSQL is unavailable, the query is accepted without a plan and judged again when it runs.
 */
export async function judgeReport(
  { parseSql, runner }: ReportEngine,
  { accountId, sql }: Parameters<JudgeReport>[0],
): Promise<AcceptedQuery | Refused> {
  const query = await judgeSql(parseSql, sql);
  if (isRefused(query)) return query;
  return (await runner.plan(accountId, query, limitsOf(REPORT_SECONDS_MAX))) ?? query;
}

/** Returns the SHA-256 of a query, which identifies it in the audit trail without showing it. */
export function sqlHash(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** Judges and runs a query. Throws `DatabaseUnavailable`. */
export async function runReport(
  { parseSql, runner, elapsedMs }: ReportEngine,
  { accountId, sql, seconds }: Parameters<RunReport>[0],
): Promise<ReportRun> {
  const startedMs = elapsedMs();
  const query = await judgeSql(parseSql, sql);
  const result = isRefused(query) ? query : await runner.run(accountId, query, limitsOf(seconds));
  const meta = {
    sqlSha256: sqlHash(sql),
    relations: isRefused(query) ? [] : query.relations,
    ms: Math.round(elapsedMs() - startedMs),
  };
  const isBusy = isRefused(result) && result.refused.code === 'rate_limited';
  return { result, outcome: isBusy ? null : outcomeOf(result, meta) };
}

function limitsOf(seconds: number): RunLimits {
  return { seconds, rows: REPORT_ROWS_MAX, bytes: REPORT_BYTES_MAX };
}

function outcomeOf(result: ReportResult | Refused, meta: RunOutcome['meta']): RunOutcome {
  if (isRefused(result)) {
    const { code, title, detail } = result.refused;
    const error = detail ?? title ?? code;
    return { status: 'failed', rows: null, truncated: false, error, meta: { ...meta, outcome: code } };
  }
  const { truncated } = result;
  const rows = result.rows.length;
  return { status: 'ok', rows, truncated, error: null, meta: { ...meta, outcome: 'ok', rows, truncated } };
}
