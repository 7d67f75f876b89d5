import fc from 'fast-check';
import { hasBaselineGap } from '../../app/book/rebuild-book.ts';
import { type Exact, exactToDecimal, type Money, moneyToDecimal, unscaleDecimal } from '../../core/money.ts';
import type { EstimatedRate } from '../../core/scoring/estimate-rates.ts';
import type { Rollup } from '../../core/scoring/period-sums.ts';
import type { FieldDelta, ScoredRow } from '../../core/scoring/scored-row.ts';
import { normaliseId } from '../../core/statement/member-key.ts';
import type { ModelBook, ModelPeriod, ModelRollup, ModelRow } from './book-model.ts';
import type { ModelDelta } from './book-model-delta.ts';
import { Fraction } from './book-model-fraction.ts';
import type { SavedPeriod, ScoredBook } from './scored-book.ts';

/**
 * Shows a scored book and the model's book in the same form: equal names, and every amount as the shortest exact decimal text, so that
 * equal texts mean amounts equal to the last place.
 */

/**
 * The compared values of rows and rollups. They leave out values that only the model derives, and a dropped member's values that the pages
 * do not specify.
 */
type RowView = Omit<ModelRow, 'rule' | 'atRisk'>;
type RollupView = Omit<ModelRollup, 'attritionRate' | 'commissionAtRisk' | 'reducedCount'>;

interface PeriodView extends Pick<ModelPeriod, 'baseline' | 'gap'> {
  readonly rows: readonly RowView[];
  readonly deltas: readonly ModelDelta[];
  readonly rollup: RollupView;
}

export interface BookView {
  readonly periods: readonly (readonly [string, PeriodView])[];
  readonly estimates: readonly string[];
}

const DROPPED_UNKNOWN = { memberName: null, email: null, policyNumber: null, planName: null, premiumAmount: null };

export function viewOfModel(book: ModelBook): BookView {
  return {
    periods: [...book.periods].map(([period, { rows, deltas, rollup, baseline, gap }]) => [
      period,
      { baseline, gap, rows: rows.map(modelRow), deltas: deltas.map(deltaView), rollup: modelRollup(rollup) },
    ]),
    estimates: book.estimates
      .map((one) => estimateText(one, [one.rateType, one.rateValue, one.basisPeriod, one.sampleSize]))
      .sort(),
  };
}

export function viewOfScored(book: ScoredBook): BookView {
  return {
    periods: [...book.periods].map(([period, saved]) => [period, periodView(period, saved)]),
    estimates: (book.estimates?.rates ?? []).map((one) => estimateView(one, book.estimates?.basisPeriod)).sort(),
  };
}

/** Returns the scored rows of a period, by normalised member id. */
export function rowsByMember({ scores }: SavedPeriod): Map<string, ScoredRow> {
  const rows = scores.rows.map((row) => [normaliseId(row.memberExternalId), row] as const);
  const byMember = new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
  if (byMember.size !== rows.length) throw new Error('A member has two rows in one period.');
  return byMember;
}

function modelRow({ rule, atRisk: _derived, ...row }: ModelRow): RowView {
  // The model shows a policy in its period's spelling, the book in the first spelling. It is the same policy.
  const spelled = { ...row, policyNumber: normalPolicy(row.policyNumber) };
  return rule === 5 ? { ...spelled, ...DROPPED_UNKNOWN } : spelled;
}

function normalPolicy(policyNumber: string | null): string | null {
  return policyNumber === null ? null : normaliseId(policyNumber);
}

function modelRollup({
  attritionRate: _r,
  commissionAtRisk: _a,
  reducedCount: _c,
  ...rollup
}: ModelRollup): RollupView {
  return rollup;
}

function periodView(period: string, saved: SavedPeriod): PeriodView {
  const { baselinePeriod, scores } = saved;
  const rows = [...rowsByMember(saved)];
  return {
    baseline: baselinePeriod,
    gap: hasBaselineGap({ period, baselinePeriod }),
    rows: rows.map(([member, row]) => rowView(member, row)),
    deltas: rows.flatMap(([member, row]) => row.deltas.map((delta) => deltaView({ member, ...delta }))),
    rollup: rollupView(scores.rollup),
  };
}

/** The parameters of a property that compares views, so that nearly all random books are compared. */
export const FEW_LEFT_OUT = { maxSkipsPerRun: 0.5 };

function rowView(member: string, row: ScoredRow): RowView {
  // By chance a random book looks as if a plan were not paid by the month. The model knows no such plan.
  fc.pre(row.status !== 'carried');
  const { memberName, email, policyNumber, planName, premium } = row.profile;
  return {
    member,
    status: row.status,
    flags: [...row.flags].sort(),
    commissionAmount: shortMoney(row.commissionAmount),
    prevCommissionAmount: shortMoney(row.prevCommissionAmount),
    comparedAgainstPeriod: row.comparedAgainstPeriod,
    expectedAmount: row.expectedAmount === null ? null : shortExact(row.expectedAmount),
    commissionOwed: row.commissionOwed === null ? null : shortExact(row.commissionOwed),
    chargebackAmount: shortMoney(row.chargebackAmount),
    countedInRollup: row.counted,
    memberName,
    email,
    policyNumber: normalPolicy(policyNumber),
    planName,
    premiumAmount: premium === null ? null : shortMoney(premium),
    ...(row.flags.includes('DROPPED') ? DROPPED_UNKNOWN : {}),
  };
}

function rollupView(rollup: Rollup): RollupView {
  return {
    memberCount: rollup.memberCount,
    green: rollup.green,
    yellow: rollup.yellow,
    red: rollup.red,
    new: rollup.new,
    reappeared: rollup.reappeared,
    commissionDropped: shortMoney(rollup.commissionDropped),
    commissionReduced: shortMoney(rollup.commissionReduced),
    commissionOwed: shortExact(rollup.commissionOwed),
    owedEvaluated: rollup.owedEvaluated,
    owedTotal: rollup.owedTotal,
    owedEstimated: rollup.owedEstimated,
    commissionOwedEstimated: shortExact(rollup.commissionOwedEstimated),
    chargebackCount: rollup.chargebackCount,
    chargebackAmount: shortMoney(rollup.chargebackAmount),
    gross: shortMoney(rollup.gross),
  };
}

const NUMBER_FIELDS = ['commission_amount', 'premium_amount', 'lives'];

/** Numbers are compared by value, because the number of final zeros does not matter. */
function deltaView({
  member,
  field,
  prevValue,
  currValue,
  changeType,
}: ModelDelta | (FieldDelta & { member: string })) {
  const value = (text: string | null) => {
    if (field === 'policy_number') return normalPolicy(text);
    return text !== null && NUMBER_FIELDS.includes(field) ? Fraction.of(text).toDecimal() : text;
  };
  return { member, field, prevValue: value(prevValue), currValue: value(currValue), changeType };
}

function estimateView(rate: EstimatedRate, basisPeriod: string | undefined): string {
  const value = Fraction.of(unscaleDecimal(BigInt(rate.rateMillionths), 6)).toDecimal();
  return estimateText(rate, [rate.rateType, value, basisPeriod, rate.sampleSize]);
}

type RateReach = Pick<EstimatedRate, 'planCode' | 'planName' | 'productType' | 'tier' | 'maxLives'>;

function estimateText(
  { planCode, planName, productType, tier, maxLives }: RateReach,
  more: readonly unknown[],
): string {
  const texts = [planCode, planName, productType].map((text) => text?.trim().replace(/\s+/g, ' ').toUpperCase());
  return [...texts, tier, maxLives, ...more].join(' ');
}

export function shortMoney(amount: Money): string {
  return Fraction.of(moneyToDecimal(amount)).toDecimal();
}

export function shortExact(amount: Exact): string {
  return Fraction.of(exactToDecimal(amount)).toDecimal();
}
