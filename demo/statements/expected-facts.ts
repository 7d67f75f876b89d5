import type { Period } from '../../core/period.ts';
import type { BookLine } from './book.ts';

/**
 * The answers that the service must give. They are counted from the story's own book by the scoring rules, without the service's code.
 * Amounts are dollars, exact to the cent.
 */
export interface PeriodFacts {
  readonly period: Period;
  /** The data rows of the period's active files, including the broken ones. */
  readonly rows: number;
  readonly rowsFailed: number;
  readonly memberCount: number;
  readonly green: number;
  readonly yellow: number;
  readonly red: number;
  readonly new: number;
  readonly reappeared: number;
  readonly commissionDropped: number;
  readonly commissionReduced: number;
  readonly commissionAtRisk: number;
  readonly chargebackCount: number;
  readonly chargebackAmount: number;
  /** The net amount of all accepted lines. */
  readonly commissionTotal: number;
  /** The owed amount. Null without a contracted rate, because the service then uses its own estimate. */
  readonly commissionOwed: number | null;
}

/** A contracted rate. The carrier has one policy of each member, so a member is one record. */
export interface ContractedRate {
  readonly rateType: 'flat_per_member' | 'percent_of_premium';
  /** The value: dollars a month, or a fraction of the premium. */
  readonly rateValue: number;
}

export interface PeriodLines {
  readonly period: Period;
  readonly lines: readonly BookLine[];
}

interface MemberMonth {
  net: number;
  /** The amount without payments for months before the latest paid month. */
  regular: number;
  latestCoverage: Period | null;
  paid: number;
  clawed: number;
  charged: boolean;
  attempted: boolean;
  premiumCents: number;
  plan: string;
}

interface Known {
  lastCents: number;
  plan: string;
  dropped: boolean;
}

const TOLERANCE_CENTS = 1;

/** Returns the facts of every period, oldest first, for the lines of its active files. */
export function periodFacts(periods: readonly PeriodLines[], rate: ContractedRate | undefined): PeriodFacts[] {
  const known = new Map<string, Known>();
  return [...periods]
    .sort((a, b) => (a.period < b.period ? -1 : 1))
    .map(({ period, lines }) => {
      const accepted = lines.filter((line) => line.fault === null);
      const months = memberMonths(accepted);
      const score = scoreMonth(known, months);
      const values = [...months.values()];
      const chargebackCents = total(values, (month) => month.clawed);
      return {
        period,
        rows: lines.length,
        rowsFailed: lines.length - accepted.length,
        memberCount: score.green + score.yellow + score.new + score.reappeared,
        green: score.green,
        yellow: score.yellow,
        red: score.red,
        new: score.new,
        reappeared: score.reappeared,
        commissionDropped: score.droppedCents / 100,
        commissionReduced: score.reducedCents / 100,
        commissionAtRisk: (score.droppedCents + score.reducedCents) / 100,
        chargebackCount: values.filter((month) => month.charged).length,
        chargebackAmount: chargebackCents / 100,
        commissionTotal: total(values, (month) => month.net) / 100,
        commissionOwed: rate === undefined ? null : Math.round(total(values, (month) => owed(month, rate)) / 100) / 100,
      };
    });
}

function total<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0);
}

function memberMonths(lines: readonly BookLine[]): Map<string, MemberMonth> {
  const months = new Map<string, MemberMonth>();
  for (const { member, cents, coverage } of lines) {
    const month = months.get(member.id) ?? {
      net: 0,
      regular: 0,
      latestCoverage: null,
      paid: 0,
      clawed: 0,
      charged: false,
      attempted: false,
      premiumCents: member.premiumCents,
      plan: member.plan,
    };
    month.net += cents;
    if (cents < 0) {
      month.clawed -= cents;
      month.charged = true;
    } else {
      month.paid += cents;
      month.attempted = true;
    }
    if (cents > 0 && (month.latestCoverage === null || coverage > month.latestCoverage))
      month.latestCoverage = coverage;
    months.set(member.id, month);
  }
  for (const { member, cents, coverage, months: paidMonths } of lines) {
    const month = months.get(member.id);
    if (month === undefined) continue;
    const isCaughtUp = cents > 0 && month.latestCoverage !== null && coverage < month.latestCoverage;
    if (!isCaughtUp) month.regular += cents > 0 ? Math.round(cents / paidMonths) : cents;
  }
  return months;
}

/** Returns whether the member changed the plan. All members of a plan are paid alike, so less pay is then a planned step. */
function isPaidByNewPlan(past: Known, month: MemberMonth): boolean {
  return past.plan !== month.plan && month.regular > 0 && !month.charged;
}

function scoreMonth(known: Map<string, Known>, months: ReadonlyMap<string, MemberMonth>) {
  const score = { green: 0, yellow: 0, red: 0, new: 0, reappeared: 0, droppedCents: 0, reducedCents: 0 };
  for (const [id, past] of known) {
    if (past.dropped || months.has(id)) continue;
    past.dropped = true;
    score.red += 1;
    score.droppedCents += Math.max(past.lastCents, 0);
  }
  for (const [id, month] of months) {
    const past = known.get(id);
    if (past === undefined) score.new += 1;
    else if (past.dropped && !month.attempted) continue;
    else if (past.dropped) score.reappeared += 1;
    else if (month.regular < past.lastCents - TOLERANCE_CENTS && !isPaidByNewPlan(past, month)) {
      score.yellow += 1;
      score.reducedCents += Math.max(past.lastCents, 0) - Math.max(month.regular, 0);
    } else score.green += 1;
    known.set(id, { lastCents: month.regular, plan: month.plan, dropped: false });
  }
  return score;
}

/**
 * Returns the owed amount in ten-thousandths of a dollar: a percentage with two decimals of a premium in cents is always a whole number of
 * them.
 */
function owed(month: MemberMonth, rate: ContractedRate): number {
  if (!month.attempted) return 0;
  const expected =
    rate.rateType === 'flat_per_member'
      ? Math.round(rate.rateValue * 10_000)
      : (Math.round(rate.rateValue * 10_000) * month.premiumCents) / 100;
  const difference = Math.round(expected) - month.paid * 100;
  return difference > 100 ? difference : 0;
}
