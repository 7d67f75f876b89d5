import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { RdeFigures } from '../../core/report/medicare-rde.ts';
import type { RenewalForecast } from '../../core/report/medicare-renewal-forecast.ts';

/** Reports on the members of one carrier's book in one period. Each sees one moment. */

/** One carrier, in one workspace or in all; without a period the latest one with data. */
export interface CarrierBook {
  readonly carrierId: string;
  readonly workspaceId?: string | undefined;
  readonly period?: Period | undefined;
}

export interface RdeReport extends RdeFigures {
  readonly carrierId: string;
  /** Null when no period was asked for and there is no data. */
  readonly period: Period | null;
}

export interface RenewalForecastReport extends RenewalForecast {
  readonly carrierId: string;
  readonly period: Period | null;
  readonly horizonMonths: number;
}

export interface MedicareReads {
  rapidDisenrollment(accountId: string, book: CarrierBook): Promise<RdeReport | Refused>;
  renewalForecast(
    accountId: string,
    book: CarrierBook,
    horizonMonths: number,
  ): Promise<RenewalForecastReport | Refused>;
}
