import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { Certainty, Claim, ClaimKind } from '../../core/report/claim.ts';
import type { RecoverableTotals } from '../../core/report/recoverable.ts';
import type { RowExport } from './export-ports.ts';
import type { BookFilter } from './read-models.ts';

export interface RecoverableFilter extends BookFilter {
  /** Statement months, both included. Absent: the latest month with data of what the filter allows, and a year up to it. */
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
  /** Of all claims that the filter allows, whichever page is asked for. */
  readonly totals: RecoverableTotals;
  readonly page: OffsetPage<Claim>;
}

export interface RecoverableExport extends RecoverableRange {
  /** Of the claims taken so far: complete after the last batch. */
  readonly totals: () => RecoverableTotals;
}

/** Open claims by carrier, member and month. */
export interface RecoverableReads {
  list(accountId: string, filter: RecoverableFilter, page: OffsetPosition): Promise<RecoverablePage | Refused>;
  /** All claims behind the first `offset`. */
  exportAll(
    accountId: string,
    filter: RecoverableFilter,
    offset: number,
  ): Promise<RowExport<Claim, RecoverableExport> | Refused>;
}
