import { type Exact, exactToDollars } from '../money.ts';
import { addMonths, type Period } from '../period.ts';
import { addUp, byCarrier, type CarrierMonth, type CarrierSpan, paidOf } from './carrier-month.ts';

/** Compares loaded payments of a calendar year with each carrier's form 1099 (docs/reference/reports.md#form-1099). */

export interface Tax1099Inputs {
  readonly year: number;
  /** Latest month with data of any carrier. */
  readonly latest: Period | null;
  /** Rollups of the year. */
  readonly months: readonly CarrierMonth[];
  /** Spans of all carriers with data up to the end of the year. */
  readonly spans: readonly CarrierSpan[];
  /** Balances of the year, by carrier, that the month before counts too. */
  readonly balances: ReadonlyMap<string, Exact>;
}

/** Reports the payments of each carrier in a year, in dollars. */
export function tax1099Report({ year, latest, months, spans, balances }: Tax1099Inputs) {
  const firstEver = new Map(spans.map(({ carrierId, firstPeriod }) => [carrierId, firstPeriod]));
  const data = byCarrier(months).map(({ carrierId, carrierName, months: own }) => {
    const covered = own.map(({ period }) => period);
    const [first = '', last = ''] = [covered[0], covered.at(-1)];
    const expected = monthsOf(year).filter(
      (period) => period >= (firstEver.get(carrierId) ?? first) && period <= (latest ?? last),
    );
    return {
      carrierId,
      carrierName,
      ...paidOf(addUp(own)),
      periodsCovered: covered.length,
      firstPeriod: first,
      lastPeriod: last,
      missingPeriods: expected.filter((period) => !covered.includes(period)),
      balanceForward: exactToDollars(balances.get(carrierId) ?? 0n),
    };
  });
  return { year, data, totals: paidOf(addUp(months)) };
}

/** Returns January to December. */
function monthsOf(year: number): readonly Period[] {
  return Array.from({ length: 12 }, (_, month) => addMonths(`${year}-01`, month));
}
