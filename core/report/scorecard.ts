import { type Exact, exactFromMoney, exactToDollars } from '../money.ts';
import { monthIndex, type Period } from '../period.ts';
import {
  addUp,
  byCarrier,
  type Carrier,
  type CarrierMonth,
  type CarrierSpan,
  compareCarriers,
} from './carrier-month.ts';
import type { RequestedRange } from './cumulative.ts';
import { judgeQuality, type QualityLevel } from './data-quality.ts';
import { AVERAGE_PLACES, ratio } from './ratio.ts';

/**
 * Which carriers can be relied on (docs/reference/reports.md#carrier-scorecards): three fifths for a statement every
 * month, two for clean ones.
 */

export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
type Grade = (typeof GRADES)[number];

export interface Scorecard extends Carrier {
  readonly grade: Grade;
  /** 0 to 100. */
  readonly score: number;
  readonly commissionOwed: number;
  /** The part of it that rests on an estimated rate. */
  readonly commissionOwedEstimated: number;
  readonly owedPerMemberMonth: number;
  readonly chargebackAmount: number;
  /** Of the members of all months, those lost. */
  readonly dropRatePct: number;
  /** Of the months expected, those with a statement. */
  readonly consistencyPct: number;
  readonly periodsReported: number;
  readonly periodsExpected: number;
  /** Months with a statement that looks incomplete or of another month. */
  readonly qualityFlags: number;
  /** In a month with a statement. */
  readonly avgMembers: number;
  /** Open claims of these months, without estimates. */
  readonly recoverableAmount: number;
}

export interface ScorecardReport {
  /** As asked for, else the first month any of these carriers has data in; null when there are none. */
  readonly from: Period | null;
  /** As asked for, else the latest month with data; null when there is none. */
  readonly to: Period | null;
  /** Worst first: score, then what is owed without estimates, the most first, then name. */
  readonly data: readonly Scorecard[];
}

export interface ScorecardInputs {
  readonly range: RequestedRange;
  /** The latest month with data, whatever the carrier. */
  readonly latest: Period | null;
  /** Those inside the range. */
  readonly months: readonly CarrierMonth[];
  /** Of every carrier with data up to the end of the range, the months it has it in. */
  readonly spans: readonly CarrierSpan[];
  /** By carrier: what is still to be asked back for the months inside the range, without estimates. */
  readonly recoverable: ReadonlyMap<string, Exact>;
}

/** A carrier known before the range is in it even without a statement: that is what reliability is about. */
export function scorecardReport({ range, latest, months, spans, recoverable }: ScorecardInputs): ScorecardReport {
  const to = range.to ?? latest;
  const monthsOf = new Map(byCarrier(months).map(({ carrierId, months: own }) => [carrierId, own]));
  const cards = spans.flatMap((span) => {
    const expected = expectedMonths(span, range.from, to);
    // A range that begins after the last month with data expects nothing of anybody.
    if (expected < 1) return [];
    const own = monthsOf.get(span.carrierId) ?? [];
    const { commissionOwed, commissionOwedEstimated } = addUp(own);
    const card = scorecardOf(span, own, { expected, recoverable: recoverable.get(span.carrierId) ?? 0n });
    return [{ card, owed: commissionOwed - commissionOwedEstimated }];
  });
  const ordered = cards.toSorted(
    (a, b) => a.card.score - b.card.score || Number(b.owed - a.owed) || compareCarriers(a.card, b.card),
  );
  const firsts = spans.map(({ firstPeriod }) => firstPeriod).toSorted();
  return { from: range.from ?? firsts[0] ?? null, to, data: ordered.map(({ card }) => card) };
}

/** From its first statement on: nothing was to be had from a carrier before. */
function expectedMonths({ firstPeriod }: CarrierSpan, from: Period = firstPeriod, to: Period | null = null): number {
  const start = from > firstPeriod ? from : firstPeriod;
  return to === null ? 0 : monthIndex(to) - monthIndex(start) + 1;
}

const ONE_DOLLAR = exactFromMoney(10_000);

/** Twice what a month counts for, to stay in whole numbers. */
const HALVES: Readonly<Record<QualityLevel, number>> = { ok: 2, watch: 1, alert: 0 };

function scorecardOf(
  { carrierId, carrierName }: Carrier,
  months: readonly CarrierMonth[],
  { expected, recoverable }: { readonly expected: number; readonly recoverable: Exact },
): Scorecard {
  const sum = addUp(months);
  const reported = months.length;
  const levels = months.map((month) => judgeQuality(month).level);
  const halves = levels.reduce((total, level) => total + HALVES[level], 0);
  // 100 × (0.6 × reported / expected + 0.4 × halves / 2 / reported), over one denominator.
  const score = ratio(60 * reported * reported + 20 * halves * expected, reported * expected, AVERAGE_PLACES);
  return {
    carrierId,
    carrierName,
    grade: gradeOf(score),
    score,
    commissionOwed: exactToDollars(sum.commissionOwed),
    commissionOwedEstimated: exactToDollars(sum.commissionOwedEstimated),
    owedPerMemberMonth: ratio(sum.commissionOwed, ONE_DOLLAR * BigInt(sum.memberCount), AVERAGE_PLACES),
    chargebackAmount: exactToDollars(sum.chargebackAmount),
    dropRatePct: ratio(100 * sum.red, sum.memberCount + sum.red, AVERAGE_PLACES),
    consistencyPct: ratio(100 * reported, expected, AVERAGE_PLACES),
    periodsReported: reported,
    periodsExpected: expected,
    qualityFlags: levels.filter((level) => level !== 'ok').length,
    avgMembers: ratio(sum.memberCount, reported, AVERAGE_PLACES),
    recoverableAmount: exactToDollars(recoverable),
  };
}

/** By the score as it is shown, so that grade and score never seem to disagree. */
function gradeOf(score: number): Grade {
  if (score >= 90) return 'A';
  if (score >= 80) return 'B';
  if (score >= 70) return 'C';
  return score >= 60 ? 'D' : 'F';
}
