import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { ChargebackReads } from './list-reads.ts';
import type { BookFilter, ChargebackFilter, ChargebackRow, Chargebacks } from './read-models.ts';

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

/** Lists money that needs attention: chargebacks, and money without a member. Every function refuses an unknown carrier or workspace. */
export interface StatementMoney {
  readonly chargebacks: ChargebackReads;
  readonly unassigned: UnassignedReads;
}

type From<Filter> = Filter & Pick<OffsetPosition, 'offset'>;

/** Lists chargebacks of a period, by default the latest with data, by member and policy. Refuses an unknown carrier or workspace. */
export function listChargebacks(
  { chargebacks }: Pick<StatementMoney, 'chargebacks'>,
  accountId: string,
  { limit, offset, ...filter }: ChargebackFilter & OffsetPosition,
): Promise<Chargebacks | Refused> {
  return chargebacks.list(accountId, filter, { limit, offset });
}

/** Exports the list of `listChargebacks` after the first `offset` rows. */
export function exportChargebacks(
  { chargebacks }: Pick<StatementMoney, 'chargebacks'>,
  accountId: string,
  { offset, ...filter }: From<ChargebackFilter>,
): Exported<ChargebackRow, Pick<Chargebacks, 'period'>> {
  return chargebacks.exportAll(accountId, filter, offset);
}

/** Lists money without a member: the newest month first, then by file and row. Refuses an unknown carrier or workspace. */
export function listUnassignedLines(
  { unassigned }: Pick<StatementMoney, 'unassigned'>,
  accountId: string,
  { limit, offset, ...filter }: UnassignedFilter & OffsetPosition,
): Promise<OffsetPage<UnassignedLineRow> | Refused> {
  return unassigned.list(accountId, filter, { limit, offset });
}

/** Exports the list of `listUnassignedLines` after the first `offset` rows. */
export function exportUnassignedLines(
  { unassigned }: Pick<StatementMoney, 'unassigned'>,
  accountId: string,
  { offset, ...filter }: From<UnassignedFilter>,
): Exported<UnassignedLineRow> {
  return unassigned.exportAll(accountId, filter, offset);
}
