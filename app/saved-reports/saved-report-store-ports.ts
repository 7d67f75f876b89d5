import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { ProblemCode, Refused } from '../../core/problem.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { Cadence } from '../../core/saved-report/schedule.ts';
import type { AccountStatus } from '../accounts/account-ports.ts';

/** The database ports of saved reports (docs/reference/saved-reports.md). */

/** How the last run ended, whether it was manual or scheduled. */
export interface LastRun {
  readonly ranAt: string;
  readonly status: 'ok' | 'failed';
  /** Rows of the reply; null when the run failed. */
  readonly rows: number | null;
  readonly truncated: boolean;
  /** Why the run failed, in words for the account. */
  readonly error: string | null;
}

export interface SavedReport {
  readonly id: string;
  readonly name: string;
  readonly question: string | null;
  readonly sql: string;
  readonly cadence: Cadence;
  readonly lastRun: LastRun | null;
  readonly createdAt: string;
}

export interface NewSavedReport {
  readonly accountId: string;
  readonly name: string;
  readonly question: string | null;
  readonly sql: string;
}

export interface SavedReportKey {
  readonly accountId: string;
  readonly reportId: string;
}

/** How a run ended, for the list of reports and the audit trail. */
export interface RunOutcome {
  readonly status: LastRun['status'];
  readonly rows: number | null;
  readonly truncated: boolean;
  readonly error: string | null;
  /** The record for the audit trail: figures, the hash of the query and the names of the views, but no value and no query text. */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** The reports of one account. Changes are written with their audit entries. */
export interface SavedReportStore {
  /** Returns reports, newest first. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<SavedReport>>;
  find(key: SavedReportKey): Promise<SavedReport | null>;
  /** Stores a report. Refuses when the account has as many as it may. `meta` is for the audit trail. */
  create(report: NewSavedReport, meta: RunOutcome['meta'], origin: RequestOrigin): Promise<SavedReport | Refused>;
  /** Records in the audit trail that a query was refused. */
  recordRefusal(
    accountId: string,
    meta: RunOutcome['meta'] & { readonly code: ProblemCode },
    origin: RequestOrigin,
  ): Promise<void>;
  /**
   * Sets the cadence; the first date after now is the next due date. Setting the same cadence again changes nothing. Returns null when the
   * report does not exist.
   */
  setCadence(key: SavedReportKey, cadence: Cadence, origin: RequestOrigin): Promise<SavedReport | null>;
  /** Returns false when the report does not exist. */
  delete(key: SavedReportKey, origin: RequestOrigin): Promise<boolean>;
  recordRun(key: SavedReportKey, outcome: RunOutcome, origin: RequestOrigin): Promise<void>;
}

/** A due report that this run has claimed. No other run takes it until the claim has expired. */
export interface DueReport extends SavedReportKey {
  readonly name: string;
  readonly question: string | null;
  readonly sql: string;
  readonly cadence: Cadence;
  /** The newest months of the account that still wait for files, newest first. */
  readonly openMonths: readonly Period[];
  /** The time of the claim by the database's clock. */
  readonly takenAt: string;
  /** 1 on the first attempt for this date. */
  readonly attempt: number;
  /** Grows with every claim. A call that ends a claim names its epoch. */
  readonly leaseEpoch: number;
  readonly account: { readonly status: AccountStatus; readonly email: string | null };
}

/** Due reports of all accounts, by the database's clock. */
export interface ReportSchedule {
  /** Claims the report that has been due for longest; returns null when none is due. Concurrent runs get different reports. */
  takeDue(claimSeconds: number): Promise<DueReport | null>;
  /**
   * Ends the claim and sets the next date, unless the cadence was changed meanwhile. A null outcome leaves the last run unchanged. Returns
   * false, writing nothing, when the claim was lost.
   */
  conclude(due: DueReport, outcome: RunOutcome | null, nextDueAt: string | null): Promise<boolean>;
  /** Releases the claim without counting the attempt. Does nothing when the claim was lost. */
  release(due: DueReport): Promise<void>;
}
