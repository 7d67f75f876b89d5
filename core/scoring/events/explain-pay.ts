import { monthName, sharePercent } from '../../wording.ts';
import type { PayExplanation } from '../scored-row.ts';
import type { Tolerance } from '../tolerance.ts';
import type { CarrierEvent, EventScopeField } from './carrier-event.ts';
import { isInScope } from './event-groups.ts';
import { type ComparedMember, includesRatio, payChange } from './pay-change.ts';
import { fitsAmount, payEventClause } from './pay-events.ts';

/** Explains a member's changed pay by carrier events; null when no event explains it. */
export type PayExplainer = (member: ComparedMember) => PayExplanation | null;

/** The scopes by which pay is set. */
const PAY_SCOPES: ReadonlySet<EventScopeField> = new Set(['carrier', 'product_type', 'plan_code', 'plan_name']);
/** Maximum number of periods whose events are combined for one member; the latest periods are used. */
const PERIODS_MAX = 4;

/**
 * Makes a function that explains a member's change of pay by the book's pay events up to this period. An earlier event explains only
 * members who have been away since before it, because the last pay of all other members already includes its change.
 */
export function payExplainer(
  { tolerance }: { readonly tolerance: Tolerance },
  events: readonly CarrierEvent[],
): PayExplainer {
  const ofPay = events.filter(
    ({ ratioMillionths, shared, scope }) => ratioMillionths !== null && shared === null && PAY_SCOPES.has(scope.field),
  );
  // Spares a book with many old events the search for each member.
  const latest =
    ofPay
      .map(({ period }) => period)
      .sort()
      .at(-1) ?? '';
  return (member) => {
    const { prior, row } = member;
    if (latest <= prior.lastPresentPeriod) return null;
    const own = ofPay.filter((event) => event.period > prior.lastPresentPeriod && isInScope(event.scope, row.profile));
    if (own.length === 0) return null;
    const change = payChange(member, tolerance);
    let rate: string | null = null;
    let amount: string | null = null;
    for (const series of seriesOf(own)) {
      const ratio = series.reduce((product, event) => product * ratioOf(event), 1);
      if (rate === null && includesRatio(change.rate, ratio)) rate = clauseOf(series, ratio);
      if (amount === null && fitsAmount(change, ratio)) amount = clauseOf(series, ratio);
    }
    return rate === null && amount === null ? null : { rate, amount };
  };
}

/**
 * Returns every series with at most one event of each period, the likeliest first. Series with events of more periods, and with narrower
 * scopes, are likelier.
 */
function seriesOf(events: readonly CarrierEvent[]): readonly (readonly CarrierEvent[])[] {
  const periods = [...new Set(events.map(({ period }) => period))].sort().slice(-PERIODS_MAX);
  let all: (readonly CarrierEvent[])[] = [[]];
  for (const period of periods) {
    // `events` has the widest scope first, and the narrowest is the likeliest.
    const ofPeriod = events.filter((event) => event.period === period).reverse();
    all = all.flatMap((series) => [...ofPeriod.map((event) => [...series, event]), series]);
  }
  return all.filter((series) => series.length > 0);
}

/** Returns pay now divided by pay before as a fraction; 1 for an event without a ratio. */
function ratioOf({ ratioMillionths }: CarrierEvent): number {
  return (ratioMillionths ?? 1_000_000) / 1_000_000;
}

function clauseOf(series: readonly CarrierEvent[], ratio: number): string {
  const [first] = series;
  if (first === undefined) return '';
  if (series.length === 1) return payEventClause(first);
  const change = `${sharePercent(Math.abs(1 - ratio) * 1_000_000)} ${ratio < 1 ? 'less' : 'more'}`;
  return `the carrier pays ${change} for most members than before ${monthName(first.period)}`;
}
