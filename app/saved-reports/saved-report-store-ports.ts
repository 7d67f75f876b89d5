import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { ProblemCode, Refused } from '../../core/problem.ts';
import type { Cadence } from '../../core/saved-report/schedule.ts';
import type { AccountStatus } from '../accounts/account-ports.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';

/** What saved reports keep in the database (docs/reference/saved-reports.md). */

/** How the last run ended, whether somebody asked for it or it was due. */
export interface LastRun {
  readonly ranAt: string;
  readonly status: 'ok' | 'failed';
  /** Rows of the reply; null when the run failed. */
  readonly rows: number | null;
  readonly truncated: boolean;
  /** Why it failed, for the account to read. */
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

/** How a run ended, for the list of reports and for the audit trail. */
export interface RunOutcome {
  readonly status: LastRun['status'];
  readonly rows: number | null;
  readonly truncated: boolean;
  readonly error: string | null;
  /** What the audit trail keeps of it: figures, the hash of the query, the names of the views; never a value or the query. */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** One account's reports. Another account's report is unknown to it. Changes are written with their audit entries. */
export interface SavedReportStore {
  /** Newest first. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<SavedReport>>;
  find(key: SavedReportKey): Promise<SavedReport | null>;
  /** Refused when the account has as many as it may. `meta` is for the audit trail. */
  create(report: NewSavedReport, meta: RunOutcome['meta'], origin: RequestOrigin): Promise<SavedReport | Refused>;
  /** Counts a query that was not allowed in. */
  recordRefusal(
    accountId: string,
    meta: RunOutcome['meta'] & { readonly code: ProblemCode },
    origin: RequestOrigin,
  ): Promise<void>;
  /** Due at the first date after this moment; the same cadence again changes nothing. Null: there is no such report. */
  setCadence(key: SavedReportKey, cadence: Cadence, origin: RequestOrigin): Promise<SavedReport | null>;
  /** False: there is no such report. */
  delete(key: SavedReportKey, origin: RequestOrigin): Promise<boolean>;
  recordRun(key: SavedReportKey, outcome: RunOutcome, origin: RequestOrigin): Promise<void>;
}

/** A report that is due and that this run has taken; nobody else takes it until the claim has expired. */
export interface DueReport extends SavedReportKey {
  readonly name: string;
  readonly question: string | null;
  readonly sql: string;
  readonly cadence: Cadence;
  /** Months of the account that still wait for files, newest first; the first few. */
  readonly openMonths: readonly Period[];
  /** The database's clock when it was taken. */
  readonly takenAt: string;
  /** 1 on the first try of this date. */
  readonly attempt: number;
  /** Grows with every claim; who ends a claim names its own. */
  readonly leaseEpoch: number;
  readonly account: { readonly status: AccountStatus; readonly email: string | null };
}

/** Reports of all accounts that are due. Decisions about time use the database's clock. */
export interface ReportSchedule {
  /** The one that has been due for longest; null when there is none. Of several runs at once each takes others. */
  takeDue(claimSeconds: number): Promise<DueReport | null>;
  /**
   * Ends the claim and sets the next date, unless the cadence was changed meanwhile. An outcome of null leaves the last run as it
   * was. False: the claim was lost, and nothing was written.
   */
  conclude(due: DueReport, outcome: RunOutcome | null, nextDueAt: string | null): Promise<boolean>;
  /** Ends the claim as if it had not been taken: the try does not count. Of a claim that was lost, nothing. */
  giveBack(due: DueReport): Promise<void>;
}
