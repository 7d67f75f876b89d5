import { addMonths, FIRST_PERIOD, type Period, periodOfDate } from '../period.ts';

/** Returns the first period whose scores a change of rates can affect. A rate holds for a period if it holds on its first day. */
export function firstPeriodReached({
  effectiveFrom,
  changesEstimates,
}: {
  /** First day of the changed rate, as an ISO date; null if the rate has no first day. */
  readonly effectiveFrom: string | null;
  /** True when the change makes the carrier's estimates appear or disappear. Estimates hold for all periods. */
  readonly changesEstimates: boolean;
}): Period {
  if (changesEstimates || effectiveFrom === null) return FIRST_PERIOD;
  const month = periodOfDate(effectiveFrom);
  return effectiveFrom === `${month}-01` ? month : addMonths(month, 1);
}
