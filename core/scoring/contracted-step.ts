import type { Exact } from '../money.ts';
import { addMonths, type Period } from '../period.ts';
import type { MemberBefore } from './catch-up.ts';
import {
  type ExpectedRate,
  expectedOf,
  type RateMoment,
  type RateTable,
  ratedParts,
  rateFor,
  rateTable,
} from './expected.ts';
import type { MemberMonth, PolicyRecord } from './member-month.ts';

/** A contracted rate that is lower than before because of the policy's age or the group's size. */
export interface ContractedStep {
  readonly before: ExpectedRate;
  readonly now: ExpectedRate;
  /** The amount that the contracted rates give for this month, in ten-billionths of a dollar. */
  readonly due: Exact;
}

/** Finds the step that a member's contracted rate takes this month; null when the rate is not lower than before. */
export type FindContractedStep = (prior: MemberBefore, month: MemberMonth) => ContractedStep | null;

/** Maximum number of statements by which a carrier applies a step late. */
const LATE_MONTHS_MAX = 2;

/**
 * Makes the function that finds steps between the contracted rates of a period. A group that has become smaller takes no step, because its
 * smaller size already explains the lower pay.
 */
export function contractedSteps(rates: readonly ExpectedRate[], moment: RateMoment): FindContractedStep {
  const contracted = rates.filter(({ source }) => source === 'contracted');
  if (contracted.length < 2) return () => null;
  const now = rateTable(contracted, moment);
  if (now.rateCount < 2) return () => null;
  const tables = new Map<Period, RateTable>([[moment.period, now]]);
  const tableOf = (period: Period): RateTable => {
    const known = tables.get(period);
    if (known !== undefined) return known;
    // Uses the rates that hold in this period, with the policy's age and tier in an earlier period.
    const table = rateTable(contracted, { ...moment, period }, moment.period);
    tables.set(period, table);
    return table;
  };
  return (prior, month) => {
    const { lastPaidPeriod } = prior.history;
    if (lastPaidPeriod === null || lastPaidPeriod >= moment.period) return null;
    for (let late = 0; late <= LATE_MONTHS_MAX; late += 1) {
      const step = stepSince(tableOf(addMonths(lastPaidPeriod, -late)), { now, prior, month });
      if (step !== null) return step;
    }
    return null;
  };
}

/** Returns the step from an earlier policy month; null unless every paid policy has a contracted rate, and one policy's rate was higher. */
function stepSince(
  earlier: RateTable,
  { now, prior, month }: { readonly now: RateTable; readonly prior: MemberBefore; readonly month: MemberMonth },
): ContractedStep | null {
  let due: Exact = 0n;
  let step: Pick<ContractedStep, 'before' | 'now'> | null = null;
  for (const record of month.records) {
    if (!record.hasPayment) continue;
    const livesBefore = livesInPrior(record, prior);
    if (livesBefore !== null && (record.lives === null || record.lives < livesBefore)) return null;
    for (const { part, rate } of ratedParts(record, now)) {
      const expected = rate === undefined ? null : expectedOf(part, rate);
      if (rate === undefined || expected === null) return null;
      due += expected;
      const before = rateFor(earlier, { ...record, ...part, lives: livesBefore ?? record.lives });
      if (before === undefined) continue;
      const earned = expectedOf(part, before);
      if (earned !== null && earned > expected) step ??= { before, now: rate };
    }
  }
  return step === null ? null : { ...step, due };
}

/** Returns the earlier lives of a policy, in hundredths; for a policy that the previous row does not store, its lives now. */
function livesInPrior({ policyRefId, lives }: PolicyRecord, { profile }: MemberBefore): number | null {
  return policyRefId === profile.policyRefId ? profile.lives : lives;
}
