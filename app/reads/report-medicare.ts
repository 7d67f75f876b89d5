import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { firstExposedMonth, medicareRde, type RdeFigures, type RdeMember } from '../../core/report/medicare-rde.ts';
import {
  type ForecastMember,
  type RenewalForecast,
  renewalForecast,
} from '../../core/report/medicare-renewal-forecast.ts';
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

export interface MedicareReports {
  readonly medicare: MedicareReads;
}

/** The period that a report without data is computed for. Such a report has no members. */
const NO_PERIOD = '2000-01';

/** Composes the report on rapid disenrollment. Amounts in dollars. Refuses an unknown carrier or workspace. */
export async function reportRapidDisenrollment(
  medicare: MedicareReads,
  accountId: string,
  book: CarrierBook,
): Promise<RdeReport | Refused> {
  const found = await medicare.rdeMembers(accountId, book, firstExposedMonth);
  if (isRefused(found)) return found;
  const { period, members } = found;
  return { carrierId: book.carrierId, period, ...medicareRde(period ?? NO_PERIOD, members) };
}

/** Composes the forecast of the next `horizonMonths` months. Amounts in dollars. Refuses an unknown carrier or workspace. */
export async function reportRenewalForecast(
  medicare: MedicareReads,
  accountId: string,
  { horizonMonths, ...book }: CarrierBook & { readonly horizonMonths: number },
): Promise<RenewalForecastReport | Refused> {
  const found = await medicare.forecastMembers(accountId, book);
  if (isRefused(found)) return found;
  const { period, rates, members } = found;
  const request =
    period === null ? { asOf: NO_PERIOD, horizonMonths: 0, rates } : { asOf: period, horizonMonths, rates };
  return { carrierId: book.carrierId, period, horizonMonths, ...renewalForecast(request, members) };
}
