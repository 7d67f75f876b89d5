import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import { dollars, monthName } from '../wording.ts';
import { isSamePolicy, monthCovered, type PayLine, policyYear } from './pay-line.ts';
import type { Share } from './share-out.ts';

/** The kind of money that a line is for a plan. Only commission without a rule is held; all other money without a rule is the house's. */
export const PAY_CLASSES = ['commission', 'override', 'bonus', 'fee', 'no_member'] as const;
export type PayClass = (typeof PAY_CLASSES)[number];

/** Lines that a rule is for. Null means any. */
export interface RuleScope {
  readonly payClass: PayClass;
  readonly policy: string | null;
  readonly memberRefId: string | null;
  readonly planName: string | null;
  readonly product: string | null;
  readonly carrierId: string | null;
  /** `first` is the first policy year, `renewal` all later ones, a number that policy year. */
  readonly years: 'first' | 'renewal' | number | null;
  /** Months covered, both included. */
  readonly from: Period | null;
  readonly to: Period | null;
}

/** The part of the agent who wrote the policy: a share of money, or an amount for each policy, life or month that a line pays for. */
export type WritingPay =
  | { readonly by: 'commission' | 'premium'; readonly share: Share }
  | { readonly by: 'policy' | 'life' | 'month'; readonly amount: Money };

/** Larger shares for agents who produced more in the calendar year in which the money came. */
export interface Tiers {
  readonly measure: 'first_year_commission' | 'commission' | 'premium';
  /** `next_line`: from the line after the one that reaches the amount. `year`: for all lines of the year. */
  readonly reach: 'next_line' | 'year';
  /** Shares in ascending order of the amount that must be reached. */
  readonly steps: readonly { readonly reached: Money; readonly share: Share }[];
}

/** The part of the uplines: each level a share of the commission, or what is left of their own share after that of the levels below. */
export type Overrides =
  | { readonly by: 'level'; readonly shares: readonly Share[] }
  | { readonly by: 'difference' }
  | { readonly by: 'none' };

export interface PayRule {
  readonly ruleId: string;
  readonly scope: RuleScope;
  readonly pay: WritingPay;
  readonly tiers: Tiers | null;
  readonly overrides: Overrides;
}

export interface PayPlan {
  readonly planId: string;
  readonly name: string;
  /** Whether agents keep their share of renewals after they left. */
  readonly afterLeaving: 'keeps' | 'loses';
  readonly rules: readonly PayRule[];
}

/** A rule that was chosen, with the plan it is of. */
export interface ChosenRule {
  readonly plan: PayPlan;
  readonly rule: PayRule;
}

/** Returns the kind of money of a line. Money without a member has the kind that its words say, if they say one. */
export function payClassOf({ memberRefId, kind }: Pick<PayLine, 'memberRefId' | 'kind'>): PayClass {
  if (kind === 'override' || kind === 'bonus' || kind === 'fee') return kind;
  return memberRefId === null ? 'no_member' : 'commission';
}

/**
 * Returns the most particular rule of a plan for a line; null when none fits. The order of what is particular: policy, member, plan of the
 * carrier, product, carrier, one policy year, first year or renewal. Between equals the rule from the later month wins. A rule for all
 * money without a member is for bonuses, overrides and fees only where the plan has none of their kind.
 */
export function chooseRule(plan: PayPlan, line: PayLine): ChosenRule | null {
  const fitting = plan.rules.filter((rule) => isFor(rule, line));
  const ofKind = fitting.filter(({ scope }) => scope.payClass === payClassOf(line));
  const [first] = (ofKind.length > 0 ? ofKind : fitting).toSorted((a, b) => compareParticular(b, a));
  return first === undefined ? null : { plan, rule: first };
}

/** A share of premium is for lines that state a premium. */
function isFor({ scope, pay }: PayRule, line: PayLine): boolean {
  const month = monthCovered(line);
  return (
    (scope.payClass === payClassOf(line) || (scope.payClass === 'no_member' && line.memberRefId === null)) &&
    (scope.policy === null || isSamePolicy(scope.policy, line.policy)) &&
    isAnyOr(scope.memberRefId, line.memberRefId) &&
    isAnyOr(scope.planName, line.planName) &&
    isAnyOr(scope.product, line.product) &&
    isAnyOr(scope.carrierId, line.carrierId) &&
    (scope.from === null || scope.from <= month) &&
    (scope.to === null || month <= scope.to) &&
    isOfYears(scope.years, policyYear(line)) &&
    (pay.by !== 'premium' || line.premium !== null)
  );
}

function isAnyOr(wanted: string | null, value: string | null): boolean {
  return wanted === null || wanted === value;
}

function isOfYears(years: RuleScope['years'], year: number | null): boolean {
  if (years === null) return true;
  if (year === null) return false;
  if (years === 'first') return year === 1;
  return years === 'renewal' ? year > 1 : year === years;
}

function compareParticular(a: PayRule, b: PayRule): number {
  const [left, right] = [particularity(a.scope), particularity(b.scope)];
  const at = left.findIndex((value, index) => value !== right[index]);
  if (at >= 0) return (left[at] ?? 0) - (right[at] ?? 0);
  return compareTexts(a.scope.from ?? '', b.scope.from ?? '') || compareTexts(a.ruleId, b.ruleId);
}

function particularity({ policy, memberRefId, planName, product, carrierId, years }: RuleScope): readonly number[] {
  const named = [policy, memberRefId, planName, product, carrierId].map((value) => (value === null ? 0 : 1));
  return [...named, years === null ? 0 : typeof years === 'number' ? 2 : 1];
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Says a rule in words: "62.5 % by plan Senior, Aetna first year, from Mar 2026". `share` is that of the tier that applied. */
export function ruleInWords({ plan, rule }: ChosenRule, share: Share | null, carrierName: string | null): string {
  const { pay, scope } = rule;
  const part =
    'amount' in pay
      ? `${dollars(pay.amount)} a ${pay.by}`
      : `${percent(share ?? pay.share)}${pay.by === 'premium' ? ' of premium' : ''}`;
  const of = [
    ...[scope.carrierId === null ? null : (carrierName ?? 'carrier'), scope.product, scope.planName],
    yearsInWords(scope.years),
  ].filter((word) => word !== null);
  const dates = [
    scope.from === null ? null : `from ${monthName(scope.from)}`,
    scope.to === null ? null : `to ${monthName(scope.to)}`,
  ].filter((word) => word !== null);
  return [`${part} by plan ${plan.name}`, of.join(' '), dates.join(' ')].filter((words) => words !== '').join(', ');
}

function yearsInWords(years: RuleScope['years']): string | null {
  if (years === null) return null;
  if (years === 'first') return 'first year';
  return years === 'renewal' ? 'renewal' : `policy year ${years}`;
}

/** Returns "62.5 %". */
function percent(share: Share): string {
  return `${Number((share / 10_000).toFixed(4))} %`;
}
