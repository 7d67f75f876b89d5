import type { Exported, OffsetPage } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { AskedClaim, ClaimKind, MemberFindings } from '../../core/report/claim.ts';
import type { RecoverableTotals } from '../../core/report/recoverable.ts';
import type { RowsToExport } from '../../core/row-export.ts';
import type { Certainty } from '../../core/scoring/signal.ts';
import type { BookFilter } from './read-models.ts';

export interface RecoverableFilter extends BookFilter {
  /** The first and the last statement month, both included. Absent: the year up to the latest month with data that matches the filter. */
  readonly from?: Period | undefined;
  readonly to?: Period | undefined;
  readonly certainty?: Certainty | undefined;
  readonly kind?: ClaimKind | undefined;
}

export interface RecoverableRange {
  /** Null when there is no data at all. */
  readonly from: Period | null;
  readonly to: Period | null;
}

export interface RecoverablePage extends RecoverableRange {
  /** Totals of all claims that match the filter, on every page. */
  readonly totals: RecoverableTotals;
  readonly page: OffsetPage<AskedClaim>;
}

export interface RecoverableExport extends RecoverableRange {
  /** Returns totals of the claims read so far; complete after the last batch. */
  readonly totals: () => RecoverableTotals;
}

/** Facts about the books of a filter, as of one moment. */
export interface ClaimFacts {
  /** Returns the latest month with data; null without data. */
  latest(): Promise<Period | null>;
  /** Returns the id of the open dispute that holds a claim, by claim id. */
  disputesByClaim(): Promise<ReadonlyMap<string, string>>;
  /**
   * Yields members with a finding about money in `since` or later, by carrier and member. The read streams, so no other read may run
   * meanwhile.
   */
  findings(since: Period): AsyncIterable<readonly MemberFindings[]>;
}

/** Both methods run `compose` in one snapshot, and refuse a filter that names an unknown carrier or workspace. */
export interface RecoverableReads {
  read<R>(accountId: string, filter: BookFilter, compose: (facts: ClaimFacts) => Promise<R>): Promise<R | Refused>;
  /** Keeps the snapshot until the export is closed. */
  exportRows<Row, Head>(
    accountId: string,
    filter: BookFilter,
    compose: (facts: ClaimFacts) => Promise<RowsToExport<Row, Head> | Refused>,
  ): Exported<Row, Head>;
}
