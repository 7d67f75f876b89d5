import { addMonths, FIRST_PERIOD, type Period, periodOfDate } from '../period.ts';

/** Returns the first period that a change of rates can reach. A rate holds for a period if it holds on the period's first day. */
export function firstPeriodReached({
  effectiveFrom,
  changesEstimates,
}: {
  readonly effectiveFrom: string | null;
  /** Estimates hold for all periods. */
  readonly changesEstimates: boolean;
}): Period {
  if (changesEstimates || effectiveFrom === null) return FIRST_PERIOD;
  const month = periodOfDate(effectiveFrom);
  return effectiveFrom === `${month}-01` ? month : addMonths(month, 1);
}
