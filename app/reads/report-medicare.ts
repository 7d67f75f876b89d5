import { isRefused, type Refused } from '../../core/problem.ts';
import { firstExposedMonth, medicareRde } from '../../core/report/medicare-rde.ts';
import { renewalForecast } from '../../core/report/medicare-renewal-forecast.ts';
import type { CarrierBook, MedicareReads, RdeReport, RenewalForecastReport } from './medicare-reads.ts';

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
