import { addMonths, type Period, periodOfDate } from '../core/period.ts';
import type { RateChange } from './carrier-ports.ts';
import type { LockedBook } from './ports.ts';
import { rebuildBook } from './rebuild-book.ts';

/** No statement is for an earlier month. */
const FIRST_PERIOD: Period = '2000-01';

/**
 * What follows from a change of contracted rates (contract 6, Owed): every book of the carrier is scored again from the
 * first period that the rate can reach. Returns the number of periods.
 */
export async function rescoreBooks(change: RateChange, books: readonly LockedBook[]): Promise<number> {
  const from = firstPeriodReached(change);
  let periods = 0;
  for (const book of books) periods += (await rebuildBook(book, from)).length;
  return periods;
}

/** A rate holds for a period when it holds on the period's first day. Estimates hold for all. */
function firstPeriodReached({ rate: { effectiveFrom }, changesEstimates }: RateChange): Period {
  if (changesEstimates || effectiveFrom === null) return FIRST_PERIOD;
  const month = periodOfDate(effectiveFrom);
  return effectiveFrom === `${month}-01` ? month : addMonths(month, 1);
}
