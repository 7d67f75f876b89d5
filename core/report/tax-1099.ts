import { type Exact, exactToDollars } from '../money.ts';
import { addMonths, type Period } from '../period.ts';
import { addUp, byCarrier, type Carrier, type CarrierMonth, type CarrierSpan } from './carrier-month.ts';
import { type Paid, paidOf } from './paid.ts';

/**
 * What each carrier paid in a calendar year, to hold against its form 1099 (docs/reference/reports.md#form-1099). Only
 * what has been loaded.
 */

export interface Tax1099Report {
  readonly year: number;
  /** Carriers with data in the year, by name. */
  readonly data: readonly (Carrier &
    Paid & {
      readonly periodsCovered: number;
      readonly firstPeriod: Period;
      readonly lastPeriod: Period;
      /** Months whose statement would have to be loaded before the figures can be compared. */
      readonly missingPeriods: readonly Period[];
      /** Of `paidNet`: balances carried forward from a statement that is loaded too, and so counted in its month as well. */
      readonly balanceForward: number;
    })[];
  readonly totals: Paid;
}

export interface Tax1099Inputs {
  readonly year: number;
  /** The latest month with data, whatever the carrier. */
  readonly latest: Period | null;
  /** Those of the year. */
  readonly months: readonly CarrierMonth[];
  /** Of every carrier with data up to the end of the year, the months it has it in. */
  readonly spans: readonly CarrierSpan[];
  /** By carrier, of the year: balances carried forward that the month before counts too. */
  readonly balances: ReadonlyMap<string, Exact>;
}

export function tax1099Report({ year, latest, months, spans, balances }: Tax1099Inputs): Tax1099Report {
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

/** January to December. */
function monthsOf(year: number): readonly Period[] {
  return Array.from({ length: 12 }, (_, month) => addMonths(`${year}-01`, month));
}
