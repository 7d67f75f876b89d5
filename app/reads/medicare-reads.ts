import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { RdeFigures, RdeMember } from '../../core/report/medicare-rde.ts';
import type { ForecastMember, RenewalForecast } from '../../core/report/medicare-renewal-forecast.ts';
import type { ExpectedRate } from '../../core/scoring/expected.ts';

/** The reads for reports on the members of one carrier's book in one period. Each report reads one snapshot. */

/** The book of one carrier in one workspace, or its books in all. Without a period, the latest period with data is read. */
export interface CarrierBook {
  readonly carrierId: string;
  readonly workspaceId?: string | undefined;
  readonly period?: Period | undefined;
}

export interface RdeReport extends RdeFigures {
  readonly carrierId: string;
  /** Null when the request names no period and there is no data. */
  readonly period: Period | null;
}

export interface RenewalForecastReport extends RenewalForecast {
  readonly carrierId: string;
  readonly period: Period | null;
  readonly horizonMonths: number;
}

/** Members of a carrier's book in one period. */
export interface BookMembers<Member> {
  /** Null when the request names no period and there is no data. `members` is empty then. */
  readonly period: Period | null;
  readonly members: readonly Member[];
}

export interface MedicareReads {
  /** Returns members who left in the period or may be exposed. `exposedFrom`: the oldest effective month that is exposed in the period. */
  rdeMembers(
    accountId: string,
    book: CarrierBook,
    exposedFrom: (period: Period) => Period,
  ): Promise<BookMembers<RdeMember> | Refused>;
  /** Returns members who did not drop, and the carrier's contracted rates. */
  forecastMembers(
    accountId: string,
    book: CarrierBook,
  ): Promise<(BookMembers<ForecastMember> & { readonly rates: readonly ExpectedRate[] }) | Refused>;
}
