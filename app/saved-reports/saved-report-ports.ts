import type { Refused } from '../../core/problem.ts';

/** The ports for running saved reports. */

/** A query that the guard has accepted. */
export interface RunnableQuery {
  /** One SELECT or WITH as the analyst wrote it, without a final semicolon. Positions of faults refer to this text. */
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

export interface ReportResult {
  /** Names may repeat. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ReportValue[])[];
  /** True when there were more rows. */
  readonly truncated: boolean;
  /** The date in UTC that `current_date` and `now()` used. */
  readonly asOf: string;
}

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
