import type { Exact } from '../../core/money.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { CarrierMonth, CarrierSpan } from '../../core/report/carrier-month.ts';
import type { MemberFindings } from '../../core/report/claim.ts';
import type { RequestedRange } from '../../core/report/cumulative.ts';
import type { AgentPay, CarrierArrival, CarrierChanges } from '../../core/report/home.ts';
import type { BookPay } from '../../core/report/pay-bridge.ts';
import type { CarrierEventRecord } from './carrier-event-record.ts';
import type { MonthFacts } from './describe-month.ts';
import type { PolicyFacts } from './policy-reads.ts';
import type { BookFilter } from './read-models.ts';
import type { AgentRollup } from './report-rollup.ts';

/** A range of months with both ends included; an undefined end is unbounded. */
export interface MonthRange extends RequestedRange {
  /** Restricts the range to this many calendar months up to the latest one with data. */
  readonly latest?: number | undefined;
}

/**
 * Facts about the books of a filter, summed by the database as of one moment. The cost grows with months and carriers, not with members,
 * except for `findings`.
 */
export interface BookFacts {
  /** Returns one row for each carrier and month, summed over workspaces. */
  months(range: MonthRange): Promise<readonly CarrierMonth[]>;
  /** Returns the numbers and lost dollars of changed members, one row for each carrier and month. */
  changes(range: MonthRange): Promise<readonly CarrierChanges[]>;
  /** Returns the net pay of each agent by each carrier in the period. */
  agentPay(period: Period): Promise<readonly AgentPay[]>;
  /** Returns the pay of each book in these periods. */
  bookPay(periods: readonly Period[]): Promise<readonly BookPay[]>;
  /** Returns the first and last month with data of each carrier, up to `to`, by the carrier's name. */
  spans(to: Period | undefined): Promise<readonly CarrierSpan[]>;
  /** Returns the day on which each carrier's first file of a month came, from this month on. */
  arrivals(since: Period): Promise<readonly CarrierArrival[]>;
  /** Returns the latest month with data of any carrier in the filter's workspace; null without data. */
  latest(): Promise<Period | null>;
  /** Returns months that wait for files, and closed ones. */
  specialMonths(range: RequestedRange): Promise<readonly MonthFacts[]>;
  /** Returns events of the period; by default of the latest month with data. */
  carrierEvents(period: Period | undefined): Promise<readonly CarrierEventRecord[]>;
  agents(range: RequestedRange): Promise<readonly AgentRollup[]>;
  readonly policies: PolicyFacts;
  /** Yields members with a finding about money in `since` or later. The read streams, so no other read may run meanwhile. */
  findings(since: Period): AsyncIterable<readonly MemberFindings[]>;
  /**
   * Returns the balances that the months' statements bring forward from other loaded statements, in ten-billionths of a dollar by carrier.
   * The sums of the other statement contain this money too.
   */
  balances(range: { readonly from: Period; readonly to: Period }): Promise<ReadonlyMap<string, Exact>>;
}

export interface ReportReads {
  /** Runs `compose` in one snapshot. Refuses a filter that names an unknown carrier or workspace. */
  read<R>(accountId: string, filter: BookFilter, compose: (books: BookFacts) => Promise<R>): Promise<R | Refused>;
}
