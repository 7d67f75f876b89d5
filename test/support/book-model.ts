import { changedFields, type ModelDelta } from './book-model-delta.ts';
import { currentEstimates, estimatedRates } from './book-model-estimates.ts';
import { Fraction } from './book-model-fraction.ts';
import {
  estimatedUses,
  type MemberOwed,
  type ModelEstimate,
  type ModelRate,
  memberOwed,
  monthNumber,
} from './book-model-owed.ts';
import {
  activePeriods,
  amountOf,
  fieldOf,
  isChargeback,
  linesOf,
  type MemberMonth,
  type ModelFile,
  type ModelRecord,
  memberMonth,
  normalised,
  premiumOf,
} from './book-model-record.ts';

/**
 * Implements docs/reference/scoring.md again, deliberately slow and simple, for comparison with the real scoring. Every period is
 * calculated from the whole history, in exact fractions; amounts are full decimal texts, unrounded.
 * It covers one account, workspace and carrier, with accepted lines, monthly cadence (so nobody is paid ahead) and statement mode
 * `period`. Reasons and signals are not modelled.
 */

/** The tolerances as decimal text. The percent is a fraction: "0.05" is 5 %. */
export interface ModelConfig {
  readonly toleranceAbsolute: string;
  readonly tolerancePercent: string;
}

export interface ModelInput {
  /** Active files only, in the order of acceptance. */
  readonly files: readonly ModelFile[];
  readonly rates: readonly ModelRate[];
  /** True when the automatic estimates exist, ranked below the contracted rates. */
  readonly estimates: boolean;
  readonly config: ModelConfig;
}

/** The row of the status table that applies. A member who is still away has no scored row; payments ahead are not modelled. */
type Rule = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface ModelRow {
  /** The normalised id. */
  readonly member: string;
  readonly rule: Exclude<Rule, 6>;
  readonly status: 'green' | 'yellow' | 'red' | 'new' | 'reappeared';
  /** In sorted order. */
  readonly flags: readonly string[];
  readonly commissionAmount: string;
  readonly prevCommissionAmount: string;
  readonly comparedAgainstPeriod: string | null;
  readonly atRisk: string;
  readonly expectedAmount: string | null;
  readonly commissionOwed: string | null;
  readonly chargebackAmount: string;
  /** The premium of the period itself, so null on a dropped member. */
  readonly premiumAmount: string | null;
  /** A dropped member is described as when last present; the pages do not specify it, so the tests may leave it out. */
  readonly memberName: string | null;
  readonly email: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  /**
   * False for a chargeback after the drop, which is in none of the status counts, amounts at risk or the attrition rate. Its chargebacks
   * do count.
   */
  readonly countedInRollup: boolean;
}

export interface ModelRollup {
  readonly memberCount: number;
  readonly green: number;
  readonly yellow: number;
  readonly red: number;
  readonly new: number;
  readonly reappeared: number;
  readonly commissionAtRisk: string;
  readonly commissionDropped: string;
  readonly commissionReduced: string;
  readonly reducedCount: number;
  readonly commissionOwed: string;
  readonly owedEvaluated: number;
  readonly owedTotal: number;
  readonly owedEstimated: boolean;
  readonly commissionOwedEstimated: string;
  readonly chargebackCount: number;
  readonly chargebackAmount: string;
  /** Rounded to the 6 decimals of output, because it may have no decimal form. */
  readonly attritionRate: string;
  /** The sum of the positive lines. */
  readonly gross: string;
}

export interface ModelPeriod {
  /** Sorted by member. */
  readonly rows: readonly ModelRow[];
  /** Sorted by member, then in the order of docs/reference/scoring.md#deltas. */
  readonly deltas: readonly ModelDelta[];
  readonly rollup: ModelRollup;
  readonly baseline: string | null;
  /** True when months lie between the baseline and this period: the warning `baseline_gap`. */
  readonly gap: boolean;
}

export interface ModelBook {
  readonly periods: ReadonlyMap<string, ModelPeriod>;
  readonly estimates: readonly ModelEstimate[];
}

/** The member's history before a period, as far as the rules need it. */
type MemberHistory =
  | { readonly known: 'never' }
  /**
   * `present`: the member is in the baseline. `red`: it has dropped; `details` has the last reported details of its policy, from the
   * drop or a later chargeback.
   */
  | { readonly known: 'present'; readonly last: MemberMonth }
  | { readonly known: 'red'; readonly last: MemberMonth; readonly details: MemberDetails };

/** The details of a member that a row shows. */
interface MemberDetails {
  readonly policyKey: string | null;
  readonly memberName: string | null;
  readonly email: string | null;
  readonly plan: readonly (string | null)[];
}

interface Scored {
  readonly row: ModelRow;
  readonly deltas: readonly ModelDelta[];
  readonly owed: MemberOwed;
}

interface Case {
  readonly member: string;
  readonly baseline: string | null;
  readonly history: MemberHistory;
  readonly now: MemberMonth | null;
}

const NOT_ATTEMPTED: MemberOwed = { expected: null, owed: null, attempted: false, estimated: false };

/** Returns the whole book that these active files make. */
export function modelBook(input: ModelInput): ModelBook {
  const estimates = input.estimates ? estimatedRates(input.files) : [];
  const periods = activePeriods(input.files);
  return {
    periods: new Map(
      periods.map((period) => {
        const current = currentEstimates(input.files, period, estimates, (record) =>
          estimatedUses(record, period, input.rates, estimates),
        );
        return [period, modelPeriod(input, current, period)];
      }),
    ),
    estimates,
  };
}

function modelPeriod(input: ModelInput, estimates: readonly ModelEstimate[], period: string): ModelPeriod {
  const earlier = activePeriods(input.files).filter((other) => other < period);
  // The baseline is the latest earlier period with active data.
  const baseline = earlier.at(-1) ?? null;
  const everSeen = [...earlier, period].flatMap((one) => linesOf(input.files, one));
  const members = [...new Set(everSeen.map((line) => normalised(line.member)))].sort();
  const scored = members.flatMap((member) => {
    const history = historyBefore(input, member, earlier);
    const now = memberMonth(input.files, period, member);
    const result = score({ member, baseline, history, now }, input, estimates);
    return result === null ? [] : [result];
  });
  return {
    rows: scored.map((one) => one.row),
    deltas: scored.flatMap((one) => one.deltas),
    rollup: rollupOf(scored, linesOf(input.files, period).map(amountOf)),
    baseline,
    gap: baseline !== null && monthNumber(period) - monthNumber(baseline) > 1,
  };
}

/** Walks the member through all earlier periods, oldest first. */
function historyBefore(input: ModelInput, member: string, earlier: readonly string[]): MemberHistory {
  let history: MemberHistory = { known: 'never' };
  for (const period of earlier) {
    const now = memberMonth(input.files, period, member);
    const rule = ruleFor(history, now, input.config);
    // A chargeback after the drop is not presence: the known state stays that of before the drop.
    if (now !== null && rule !== 7) history = { known: 'present', last: now };
    else if (rule === 5 && history.known === 'present') {
      history = { known: 'red', last: history.last, details: detailsBy(history.last.principal) };
    } else if (now !== null && history.known === 'red') {
      history = { known: 'red', last: history.last, details: detailsAfter(history.details, detailsBy(now.principal)) };
    }
  }
  return history;
}

function detailsBy(record: ModelRecord): MemberDetails {
  return {
    policyKey: record.policyKey,
    memberName: fieldOf(record, 'memberName'),
    email: fieldOf(record, 'email'),
    plan: [fieldOf(record, 'planName'), fieldOf(record, 'planCode'), fieldOf(record, 'productType')],
  };
}

/** Returns the details after a chargeback: blank values keep the known values of its policy. A plan is known completely or not at all. */
function detailsAfter(before: MemberDetails, now: MemberDetails): MemberDetails {
  if (now.policyKey !== before.policyKey) return now;
  const isSamePlan = now.plan.every((field, at) => field === null || field === before.plan[at]);
  return {
    policyKey: now.policyKey,
    memberName: now.memberName ?? before.memberName,
    email: now.email ?? before.email,
    plan: isSamePlan ? before.plan : now.plan,
  };
}

/** Returns the applying row of the status table, or null for a member who was never seen and is absent here too. */
function ruleFor(history: MemberHistory, now: MemberMonth | null, config: ModelConfig): Rule | null {
  if (history.known === 'never') return now === null ? null : 1;
  if (history.known === 'red') {
    if (now === null) return 6;
    return now.lines.every(isChargeback) ? 7 : 8;
  }
  if (now === null) return 5;
  const prev = history.last.net;
  const t = tolerance(prev, config);
  if (now.net.isAbove(prev.plus(t))) return 3;
  if (now.net.isBelow(prev.minus(t))) return 4;
  return 2;
}

/** Returns the larger of the absolute tolerance and the percent tolerance × |prev|. */
function tolerance(prev: Fraction, config: ModelConfig): Fraction {
  const absolute = Fraction.of(config.toleranceAbsolute);
  const relative = Fraction.of(config.tolerancePercent).times(prev.magnitude());
  return relative.isAbove(absolute) ? relative : absolute;
}

function score(memberCase: Case, input: ModelInput, estimates: readonly ModelEstimate[]): Scored | null {
  const { member, baseline, history, now } = memberCase;
  const rule = ruleFor(history, now, input.config);
  if (rule === null || rule === 6) return null;
  const last = history.known === 'never' ? null : history.last;
  const deltas = baseline === null ? [] : deltasOf(member, rule, last, now);
  const owed = now === null ? NOT_ATTEMPTED : memberOwed(now, input.rates, estimates);
  const prev = last === null || rule === 7 ? Fraction.zero : last.net;
  // A row's amount is the net sum of the member's lines, whether the member is present or only charged back.
  const current = now === null ? Fraction.zero : now.net;
  const described = now ?? last;
  const own = described === null ? null : detailsBy(described.principal);
  const details = own !== null && rule === 7 && history.known === 'red' ? detailsAfter(history.details, own) : own;
  const row: ModelRow = {
    member,
    rule,
    status: statusOf(rule),
    flags: flagsOf(rule, memberCase, deltas, input.config),
    commissionAmount: current.toDecimal(),
    prevCommissionAmount: prev.toDecimal(),
    comparedAgainstPeriod: rule === 8 && last !== null ? last.period : baseline,
    atRisk: atRiskOf(rule, prev, current).toDecimal(),
    expectedAmount: owed.expected?.toDecimal() ?? null,
    commissionOwed: owed.owed?.toDecimal() ?? null,
    chargebackAmount: (now?.chargeback ?? Fraction.zero).toDecimal(),
    premiumAmount: now === null ? null : (premiumOf(now)?.toDecimal() ?? null),
    memberName: details?.memberName ?? null,
    email: details?.email ?? null,
    policyNumber: described === null ? null : fieldOf(described.principal, 'policy'),
    planName: details?.plan[0] ?? null,
    countedInRollup: rule !== 7,
  };
  return { row, deltas, owed };
}

function statusOf(rule: ModelRow['rule']): ModelRow['status'] {
  if (rule === 1) return 'new';
  if (rule === 2 || rule === 3) return 'green';
  if (rule === 4) return 'yellow';
  return rule === 8 ? 'reappeared' : 'red';
}

function flagsOf(rule: Rule, { history, now }: Case, deltas: readonly ModelDelta[], config: ModelConfig): string[] {
  const flags: string[] = [];
  if (rule === 1) flags.push('NEW');
  if (rule === 3 || rule === 4) flags.push('COMMISSION_CHANGED');
  if (rule === 5) flags.push('DROPPED');
  if (rule === 8 && history.known === 'red' && now !== null) {
    flags.push('REAPPEARED');
    const difference = now.net.minus(history.last.net).magnitude();
    if (difference.isAbove(tolerance(history.last.net, config))) flags.push('REAPPEARED_WITH_DELTA');
  }
  // Only members who are present in both periods have deltas of other fields.
  if (deltas.some((delta) => delta.field !== 'commission_amount')) flags.push('DATA_CHANGED');
  if (now?.lines.some(isChargeback) === true) flags.push('CHARGEBACK');
  return flags.sort();
}

/** Returns the deltas. A new or returned member has one `added` delta of `commission_amount`, a dropped member one `removed` delta. */
function deltasOf(member: string, rule: Rule, last: MemberMonth | null, now: MemberMonth | null): ModelDelta[] {
  const field = 'commission_amount';
  if ((rule === 1 || rule === 8) && now !== null) {
    return [{ member, field, prevValue: null, currValue: now.net.toDecimal(), changeType: 'added' }];
  }
  if (rule === 5 && last !== null) {
    return [{ member, field, prevValue: last.net.toDecimal(), currValue: null, changeType: 'removed' }];
  }
  return rule !== 7 && last !== null && now !== null ? changedFields(member, last, now) : [];
}

function atRiskOf(rule: Rule, prev: Fraction, current: Fraction): Fraction {
  if (rule === 4) return prev.orZero().minus(current.orZero());
  return rule === 5 ? prev.orZero() : Fraction.zero;
}

function rollupOf(scored: readonly Scored[], amounts: readonly Fraction[]): ModelRollup {
  const counted = scored.filter((one) => one.row.countedInRollup);
  const count = (status: ModelRow['status']): number => counted.filter((one) => one.row.status === status).length;
  const atRisk = (rule: Rule): Fraction =>
    Fraction.sum(counted.filter((one) => one.row.rule === rule).map((one) => Fraction.of(one.row.atRisk)));
  const memberCount = count('green') + count('yellow') + count('new') + count('reappeared');
  const everyone = BigInt(memberCount + count('red'));
  const evaluated = scored.filter((one) => one.owed.expected !== null);
  const chargebacks = scored.filter((one) => one.row.chargebackAmount !== '0');
  return {
    memberCount,
    green: count('green'),
    yellow: count('yellow'),
    red: count('red'),
    new: count('new'),
    reappeared: count('reappeared'),
    commissionAtRisk: atRisk(4).plus(atRisk(5)).toDecimal(),
    commissionDropped: atRisk(5).toDecimal(),
    commissionReduced: atRisk(4).toDecimal(),
    reducedCount: count('yellow'),
    commissionOwed: Fraction.sum(evaluated.map((one) => one.owed.owed ?? Fraction.zero)).toDecimal(),
    owedEvaluated: evaluated.length,
    owedTotal: scored.filter((one) => one.owed.attempted).length,
    owedEstimated: evaluated.some((one) => one.owed.estimated),
    commissionOwedEstimated: Fraction.sum(
      evaluated.filter((one) => one.owed.estimated).map((one) => one.owed.owed ?? Fraction.zero),
    ).toDecimal(),
    chargebackCount: chargebacks.length,
    chargebackAmount: Fraction.sum(chargebacks.map((one) => Fraction.of(one.row.chargebackAmount))).toDecimal(),
    attritionRate: (everyone === 0n ? Fraction.zero : new Fraction(BigInt(count('red')), everyone))
      .rounded(6)
      .toDecimal(),
    gross: Fraction.sum(amounts.map((amount) => amount.orZero())).toDecimal(),
  };
}
