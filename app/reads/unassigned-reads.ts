import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { BookFilter } from './read-models.ts';

/** Money of a statement that belongs to no member, as it is listed. */
export interface UnassignedLineRow {
  readonly period: Period;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  readonly fileId: string;
  readonly fileName: string;
  /** Counted from 1 among the sheets that were read. */
  readonly sheet: number;
  readonly row: number;
  readonly kind: string;
  readonly text: string;
  /** Dollars; below zero is money taken back. */
  readonly amount: number;
  /** True when the amount is part of the paid sums. */
  readonly isCounted: boolean;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly coverageMonth: Period | null;
}

export interface UnassignedFilter extends BookFilter {
  readonly period?: Period | undefined;
  readonly fileId?: string | undefined;
}

export interface UnassignedReads {
  /** Returns lines, newest month first, then by file and row. */
  list(
    accountId: string,
    filter: UnassignedFilter,
    page: OffsetPosition,
  ): Promise<OffsetPage<UnassignedLineRow> | Refused>;
  exportAll(accountId: string, filter: UnassignedFilter, offset: number): Exported<UnassignedLineRow>;
}
