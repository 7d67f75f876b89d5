import type { Money } from '../../money.ts';
import { addMonths, type Period } from '../../period.ts';
import { counted, monthName, sharePercent } from '../../wording.ts';
import type { MemberMonth } from '../member-month.ts';
import { paydaysBefore } from '../regular-pay.ts';
import type { ComparedScores, PayExplanation, RaiseOfOthers, ScoringContext } from '../scored-row.ts';
import { possibleRates } from '../statement-rate.ts';
import type { Tolerance } from '../tolerance.ts';
import {
  type CarrierEvent,
  type EventScope,
  type EventScopeField,
  type FollowingRate,
  scopeClause,
  scopeOf,
  WHOLE_CARRIER,
} from './carrier-event.ts';
import { isInScope } from './event-groups.ts';
import {
  type ComparedMember,
  includesRatio,
  isOrdinaryPay,
  type PayChange,
  payBasis,
  payChange,
  premiumFactor,
  type RatioRange,
  sharedRatio,
  shortestRatio,
  UNCHANGED,
} from './pay-change.ts';

/** The members who must share a change of pay before it counts as the carrier's own change. */
export interface EventThreshold {
  readonly membersMin: number;
  /** Minimum share, from 0 to 1, of the members whose pay can be compared. */
  readonly shareMin: number;
}

const EVENT_THRESHOLD: EventThreshold = { membersMin: 10, shareMin: 0.8 };

/** A carrier may change hundreds of plans in one period; only the events with the most members are kept. */
const EVENTS_MAX = 50;

/** A member whose change of pay can be compared with the changes of other members. */
export interface Candidate extends ComparedMember {
  readonly change: PayChange;
}

/** Returns the member with its change of pay; null when the payment is not ordinary, or neither the rate nor the amount can be compared. */
export function candidateOf(member: ComparedMember, context: ScoringContext): Candidate | null {
  const isOfOtherPaydays = paydaysBefore(member.month, member.row.prevCommissionAmount, context) !== null;
  if (!isOrdinaryPay(member) || isOfOtherPaydays) return null;
  const change = payChange(member, context.tolerance);
  return change.amount === null && change.rate === null ? null : { ...member, change };
}

/**
 * Finds pay changes that members share: first all members of the carrier, then the members of a product type, then of a plan. A narrower
 * event is kept only if it explains enough members whom no wider event explains. Returns the events with the most members first.
 */
export function findPayEvents(
  candidates: readonly Candidate[],
  context: ScoringContext,
  threshold: EventThreshold = EVENT_THRESHOLD,
): readonly CarrierEvent[] {
  // In most periods few members have a change, and grouping all candidates would be wasted work.
  if (candidates.filter(({ change }) => isChanged(change)).length < threshold.membersMin) return [];
  const events: CarrierEvent[] = [];
  const explained = new Set<Candidate>();
  for (const groupOf of GROUPINGS) {
    for (const members of Map.groupBy(candidates, (one) => scopeKey(groupOf(one))).values()) {
      const [first] = members;
      const scope = first === undefined ? null : groupOf(first);
      const shared = scope === null ? null : sharedChange(members, threshold);
      if (scope === null || shared === null) continue;
      const fitting = members.filter(({ change }) => fitsChange(change, shared.ratio));
      if (fitting.filter((one) => !explained.has(one)).length < threshold.membersMin) continue;
      for (const one of fitting) explained.add(one);
      events.push(eventOf(context, scope, { ratio: shared.ratio, members, fitting }));
    }
  }
  return events.sort((one, other) => other.members - one.members).slice(0, EVENTS_MAX);
}

/** Minimum number of members who were paid alike and are paid the same more now, and their share of all who were paid alike. */
const RAISED_MIN = 5;
const RAISED_SHARE_MIN = 0.9;

/** Members who were paid alike, and those of them who are paid one and the same more now. */
interface RaisedGroup {
  readonly alike: readonly Candidate[];
  readonly raised: readonly [Candidate, ...Candidate[]];
}

/** Finds the groups of members who were paid alike, of whom nearly all are paid one and the same more. */
export function raisedGroups(candidates: readonly Candidate[]): readonly RaisedGroup[] {
  // A higher premium pays more by itself.
  const comparable = candidates.filter(({ prior, row }) => premiumFactor(prior, row) === null);
  return [...Map.groupBy(comparable, payBefore).values()].flatMap((alike) => {
    const more = alike.filter(({ change, row }) => isChanged(change) && row.comparedAmount > row.prevCommissionAmount);
    if (more.length < RAISED_MIN) return [];
    const least = RAISED_SHARE_MIN * alike.length;
    const [first, ...others] = [...Map.groupBy(more, payNow).values()].find(({ length }) => length >= least) ?? [];
    return first === undefined || others.length + 1 < RAISED_MIN ? [] : [{ alike, raised: [first, ...others] }];
  });
}

/** Returns the members who are paid as before while nearly all others who were paid alike are paid more. */
export function membersLeftOut(candidates: readonly Candidate[], period: Period): ReadonlyMap<string, RaiseOfOthers> {
  const found = new Map<string, RaiseOfOthers>();
  for (const { alike, raised } of raisedGroups(candidates)) {
    const [{ row: one }] = raised;
    const clause = `${raised.length.toLocaleString('en-US')} of ${counted(alike.length, 'member')} who were paid alike are paid more since ${monthName(period)}`;
    for (const { change, row } of alike) {
      if (isChanged(change)) continue;
      const amount = Math.round((row.prevCommissionAmount * one.comparedAmount) / one.prevCommissionAmount);
      found.set(row.memberRefId, { amount, clause });
    }
  }
  return found;
}

/** Returns a text for the plan and the pay before: the printed rate, else the amount for a life. */
function payBefore({ prior: { profile, history }, row }: Candidate): string {
  return `${profile.planCode ?? profile.planName} ${payText(history.rate, row.prevCommissionAmount, profile.lives)}`;
}

function payNow({ row }: Candidate): string {
  return payText(row.history.rate, row.comparedAmount, row.profile.lives);
}

function payText(rate: number | null, amount: Money, lives: number | null): string {
  return rate === null ? String(amount / (lives === null || lives <= 0 ? 1 : lives)) : `rate ${rate}`;
}

/** The months in which earlier changes show that pay varies. */
const VARIATION_MONTHS = 12;

/**
 * Returns whether a change is ordinary for its carrier: pay has gone up and down for the same members within a year, and by as much. Pay by
 * the week, or by a payroll, is a little more or less every month, which is no question to the carrier.
 */
export function isVariation(event: CarrierEvent, earlier: readonly CarrierEvent[]): boolean {
  const since = addMonths(event.period, -VARIATION_MONTHS);
  const before = earlier.filter(
    ({ kind, period, scope }) =>
      (kind === 'pay_reduced' || kind === 'pay_increased') &&
      period >= since &&
      scope.field === event.scope.field &&
      scope.key === event.scope.key,
  );
  const most = Math.max(...before.map(sizeOf));
  return new Set(before.map(({ kind }) => kind)).size === 2 && sizeOf(event) <= most;
}

/** Returns the size of a change, so that a fifth less is as much as a quarter more. */
function sizeOf({ ratioMillionths }: CarrierEvent): number {
  return Math.abs(Math.log((ratioMillionths ?? 1_000_000) / 1_000_000));
}

type GroupOf = (candidate: Candidate) => EventScope | null;

const GROUPINGS: readonly GroupOf[] = [
  () => WHOLE_CARRIER,
  ({ row: { profile } }) => scopeOf('product_type', profile.productType),
  ({ row: { profile } }) => scopeOf('plan_code', profile.planCode) ?? scopeOf('plan_name', profile.planName),
];

function scopeKey(scope: EventScope | null): string | null {
  return scope === null ? null : `${scope.field} ${scope.key}`;
}

/** Ways to measure a change. The first compares rates, else amounts. The second compares amounts per premium where the premium changed. */
const MEASURES: readonly ((change: PayChange) => RatioRange | null)[] = [
  ({ rate, amount, isAmountChanged }) => rate ?? (isAmountChanged ? amount : UNCHANGED),
  ({ rate, amount, perPremium, isAmountChanged }) => rate ?? (isAmountChanged ? (perPremium ?? amount) : UNCHANGED),
];

function isChanged({ rate, isAmountChanged }: PayChange): boolean {
  return rate !== null || isAmountChanged;
}

/** Returns the ratio that enough members share; null without such a ratio, and for the ratio 1, which is no change. */
function sharedChange(
  members: readonly Candidate[],
  { membersMin, shareMin }: EventThreshold,
): { ratio: number } | null {
  if (members.length < membersMin) return null;
  for (const measure of MEASURES) {
    const ranges = members.flatMap(({ change }) => measure(change) ?? []);
    const shared = sharedRatio(ranges);
    if (shared === null || shared.fitting < membersMin || shared.fitting < shareMin * members.length) continue;
    return shared.ratio === 1 ? null : { ratio: shared.ratio };
  }
  return null;
}

/** Returns whether the member's rate or amount changed by this ratio. A member with unchanged pay never fits. */
function fitsChange(change: PayChange, ratio: number): boolean {
  return includesRatio(change.rate, ratio) || fitsAmount(change, ratio);
}

/** Returns whether the amount, or the amount per premium, changed by this ratio. */
function fitsAmount({ amount, perPremium, isAmountChanged }: PayChange, ratio: number): boolean {
  return isAmountChanged && (includesRatio(amount, ratio) || includesRatio(perPremium, ratio));
}

interface SharedChange {
  readonly ratio: number;
  readonly members: readonly Candidate[];
  readonly fitting: readonly Candidate[];
}

function eventOf(context: ScoringContext, scope: EventScope, { ratio, members, fitting }: SharedChange): CarrierEvent {
  let amount: Money = 0;
  for (const { row } of fitting) amount += row.comparedAmount - row.prevCommissionAmount;
  const ratioMillionths = Math.round(ratio * 1_000_000);
  const following = followingRate(scope, fitting);
  const event = {
    kind: ratio < 1 ? 'pay_reduced' : 'pay_increased',
    period: context.period,
    scope,
    members: fitting.length,
    compared: members.length,
    ratioMillionths,
    amount: Math.abs(amount),
    rate: 'reason' in following ? null : following,
    noRateReason: 'reason' in following ? following.reason : null,
    shared: null,
  } as const;
  const clause = payEventClause({ ...event, detail: '' });
  return { ...event, detail: `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}.` };
}

/** Returns "the carrier pays 20 % less for 147 of 149 members since Jan 2026", a clause that continues a sentence about a member. */
function payEventClause(event: CarrierEvent): string {
  const { members, compared, scope, period, ratioMillionths } = event;
  const ratio = ratioMillionths ?? 1_000_000;
  const change = `${sharePercent(Math.abs(1_000_000 - ratio))} ${ratio < 1_000_000 ? 'less' : 'more'}`;
  return `the carrier pays ${change} for ${members.toLocaleString('en-US')} of ${counted(compared, 'member')}${scopeClause(scope)} since ${monthName(period)}`;
}

/** Half a cent, in ten-thousandths of a dollar. */
const ROUNDING: Money = 50;
/** A life for one month: the product of two numbers in hundredths. */
const ONE_UNIT = 10_000;

interface PaidMember {
  readonly month: MemberMonth;
  readonly row: Pick<ComparedScores, 'comparedAmount'>;
}

/**
 * Returns the single rate by which all members are now paid, or the reason why there is none. It is the printed rate, else an amount per
 * life and month, else a share of the premium. A rate that does not fit every member would claim money that is not owed.
 */
function followingRate(scope: EventScope, members: readonly PaidMember[]): FollowingRate | { readonly reason: string } {
  if (scope.field !== 'carrier' && scope.field !== 'plan_code' && scope.field !== 'plan_name') {
    return {
      reason: 'Rates hold for a carrier or for a plan, and the members have only their product type in common.',
    };
  }
  let percentage: number | null | undefined;
  let flat: Money | null | undefined;
  let share: RatioRange | null = { low: 0, high: Number.POSITIVE_INFINITY };
  for (const { month, row } of members) {
    const basis = payBasis(month);
    if (basis === null) return { reason: 'Some of the members have several policies.' };
    const { rate, premium, units } = basis;
    const isPaid = (printed: number) =>
      premium !== null && Math.abs((premium * printed) / 1_000_000 - row.comparedAmount) <= ROUNDING * month.lineCount;
    percentage = commonValue(percentage, rate === null ? null : (possibleRates(rate).find(isPaid) ?? null));
    flat = commonValue(flat, flatAmount(row.comparedAmount, units));
    const own = rate === null ? paidShare(row.comparedAmount, premium, month.lineCount) : null;
    share = share === null || own === null ? null : overlap(share, own);
  }
  if (percentage !== undefined && percentage !== null) {
    return { rateType: 'percent_of_premium', rateMillionths: percentage };
  }
  if (flat !== undefined && flat !== null) return { rateType: 'flat_per_member', rateMillionths: flat * 100 };
  const derived = share === null || members.length === 0 ? null : shortestRatio(share);
  if (derived !== null) {
    return { rateType: 'percent_of_premium', rateMillionths: Math.round(derived * 1_000_000) };
  }
  return {
    reason:
      'The members are not all paid by one percentage of the premium that the statement shows, nor all the same amount.',
  };
}

/** Returns the range of premium shares that give the amount when each line is rounded to cents; null without a premium. */
function paidShare(amount: Money, premium: Money | null, lines: number): RatioRange | null {
  const rounding = ROUNDING * lines;
  if (premium === null || premium <= 0 || amount <= rounding) return null;
  return { low: (amount - rounding) / premium, high: (amount + rounding) / premium };
}

function overlap(one: RatioRange, other: RatioRange): RatioRange | null {
  const [low, high] = [Math.max(one.low, other.low), Math.min(one.high, other.high)];
  return low <= high ? { low, high } : null;
}

/** Returns the value that all members have so far; null once two differ. `known` is undefined before the first member. */
function commonValue(known: number | null | undefined, next: number | null): number | null {
  if (known === undefined) return next;
  return known === next ? known : null;
}

/** Returns the amount for one life and one month, in ten-thousandths of a dollar; null unless it is a whole number of ten-thousandths. */
function flatAmount(amount: Money, units: number): Money | null {
  const flat = (amount * ONE_UNIT) / units;
  return units > 0 && Number.isInteger(flat) ? flat : null;
}

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
