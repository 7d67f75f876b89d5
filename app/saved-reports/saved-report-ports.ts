import type { Refused } from '../../core/problem.ts';

/** What the use cases of saved reports need from the outside. */

/** A query that the guard has accepted. */
export interface RunnableQuery {
  /** One SELECT or WITH, as the analyst wrote it, without a final semicolon. Faults are told by places in this text. */
  readonly statement: string;
  /** Whether its outermost level has an ORDER BY; without one the rows are sorted by all columns. */
  readonly isOrdered: boolean;
  /** Judges what a runner has made of the statement, such as one with more columns to sort by. Null: it may run. */
  readonly judgeAgain?: (text: string) => Promise<Refused | null>;
}

/** What one run may use. */
export interface RunLimits {
  readonly seconds: number;
  /** Of the reply: further rows are left out, and the result says so. */
  readonly rows: number;
  /** Of the reply as JSON. A larger one is refused. */
  readonly bytes: number;
}

/** A value of a report as JSON shows it. Numbers that JSON can't hold exactly are strings. */
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
  /** There were more rows. */
  readonly truncated: boolean;
  /** The date, in UTC, that `current_date` and `now()` stood for. */
  readonly asOf: string;
}

/** The only way to run an analyst's SQL: whatever shows a report goes through it. */
export interface ReportRunner {
  /**
   * Runs the query on the account's rows, and changes nothing. Refuses with `query_limit` what takes too long or is too
   * large, with `invalid_sql` what PostgreSQL refuses, in words that name nothing but the report views, with `rate_limited` while too
   * many others run, or an earlier run of the account can't be stopped. Throws `DatabaseUnavailable`.
   */
  run(accountId: string, query: RunnableQuery, limits: RunLimits): Promise<ReportResult | Refused>;
  /**
   * Has PostgreSQL plan the query. It reads no row, but evaluates constant expressions, within the limits of a run.
   * Null: it refuses nothing, or could not be asked at this moment, since too many reports run or it is out of reach.
   * What it refuses, it refuses as `run` does.
   */
  plan(accountId: string, query: RunnableQuery, limits: RunLimits): Promise<Refused | null>;
}
