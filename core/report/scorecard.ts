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
import { AVERAGE_PLACES, type RequestedRange, ratio } from './cumulative.ts';
import { judgeQuality, type QualityLevel, type WaitingMonth } from './data-quality.ts';

/**
 * Grades the reliability of carriers (docs/reference/reports.md#carrier-scorecards). Three fifths of the score are for
 * a statement every month, two fifths for clean statements.
 */

export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
type Grade = (typeof GRADES)[number];

export interface ScorecardInputs {
  readonly range: RequestedRange;
  /** Latest month with data of any carrier. */
  readonly latest: Period | null;
  /** Rollups inside the range. */
  readonly months: readonly CarrierMonth[];
  /** Spans of all carriers with data up to the end of the range. */
  readonly spans: readonly CarrierSpan[];
  /** Months of the range with outstanding files, in any workspace. */
  readonly waiting?: readonly WaitingMonth[];
  /** Open claims of the range by carrier, without estimates. */
  readonly recoverable: ReadonlyMap<string, Exact>;
}

/**
 * Returns the scorecards of a range, worst first: by score, then by owed amount without estimates, then by name. A carrier known before the
 * range is graded even without a statement in it.
 */
export function scorecardReport(inputs: ScorecardInputs) {
  const { range, latest, months, spans, waiting = [], recoverable } = inputs;
  const to = range.to ?? latest;
  const monthsOf = new Map(byCarrier(months).map(({ carrierId, months: own }) => [carrierId, own]));
  const cards = spans.flatMap((span) => {
    const expected = expectedMonths(span, range.from, to);
    // A range after the last month with data expects no statement.
    if (expected < 1) return [];
    const own = monthsOf.get(span.carrierId) ?? [];
    const { commissionOwed, commissionOwedEstimated } = addUp(own);
    const open = new Set(waiting.filter(({ carrierId }) => carrierId === span.carrierId).map(({ period }) => period));
    const levels = own.map((month) => (open.has(month.period) ? 'watch' : judgeQuality(month).level));
    const card = scorecardOf(span, own, { levels, expected, recoverable: recoverable.get(span.carrierId) ?? 0n });
    return [{ card, owed: commissionOwed - commissionOwedEstimated }];
  });
  const ordered = cards.toSorted(
    (a, b) => a.card.score - b.card.score || Number(b.owed - a.owed) || compareCarriers(a.card, b.card),
  );
  const firsts = spans.map(({ firstPeriod }) => firstPeriod).toSorted();
  return { from: range.from ?? firsts[0] ?? null, to, data: ordered.map(({ card }) => card) };
}

/** Counts the expected months of a carrier, from its first statement on. */
function expectedMonths({ firstPeriod }: CarrierSpan, from: Period = firstPeriod, to: Period | null = null): number {
  const start = from > firstPeriod ? from : firstPeriod;
  return to === null ? 0 : monthIndex(to) - monthIndex(start) + 1;
}

const ONE_DOLLAR = exactFromMoney(10_000);

/** Weight of a month by its quality, in halves, so that sums stay integers. */
const HALVES: Readonly<Record<QualityLevel, number>> = { ok: 2, watch: 1, alert: 0 };

interface Grading {
  /** The level of each month. A month with outstanding files is `watch`: its figures are not judged before it is complete. */
  readonly levels: readonly QualityLevel[];
  /** Number of months in which a statement is expected. */
  readonly expected: number;
  readonly recoverable: Exact;
}

function scorecardOf(
  { carrierId, carrierName }: Carrier,
  months: readonly CarrierMonth[],
  { levels, expected, recoverable }: Grading,
) {
  const sum = addUp(months);
  const reported = months.length;
  const memberDollars = ONE_DOLLAR * BigInt(sum.memberCount);
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
    owedPerMemberMonth: ratio(sum.commissionOwed, memberDollars, AVERAGE_PLACES),
    owedPerMemberMonthEstimated: ratio(sum.commissionOwedEstimated, memberDollars, AVERAGE_PLACES),
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

/** Grades the rounded score, so that grade and shown score agree. */
function gradeOf(score: number): Grade {
  if (score >= 90) return 'A';
  if (score >= 80) return 'B';
  if (score >= 70) return 'C';
  return score >= 60 ? 'D' : 'F';
}
