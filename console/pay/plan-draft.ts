import type { Plan, Rule } from './use-pay.ts';

/** A plan as its form has it. Texts are kept as they are typed; empty means not set. */
export interface RuleDraft {
  readonly ruleId: string;
  readonly payClass: NonNullable<Rule['payClass']>;
  readonly memberRefId: string | null;
  readonly policy: string;
  readonly planName: string;
  readonly product: string;
  readonly carrierId: string;
  readonly years: '' | 'first' | 'renewal';
  readonly policyYear: string;
  readonly from: string;
  readonly to: string;
  readonly by: Rule['pay']['by'];
  readonly value: string;
  readonly tierSteps: readonly { readonly reached: string; readonly percent: string }[];
  readonly tierMeasure: 'first_year_commission' | 'commission' | 'premium';
  readonly tierReach: 'next_line' | 'year';
  readonly overridesBy: 'level' | 'difference' | 'none';
  /** Percentages with commas between them, nearest upline first. */
  readonly overridePercents: string;
}

export interface PlanDraft {
  readonly planId: string;
  readonly name: string;
  readonly afterLeaving: 'keeps' | 'loses';
  readonly rules: readonly RuleDraft[];
}

/** Returns an id that none of the others is. */
export function newId(word: string, taken: readonly string[]): string {
  let number = taken.length + 1;
  while (taken.includes(`${word}-${number}`)) number += 1;
  return `${word}-${number}`;
}

/** Returns the fields of a rule for everything. */
export function emptyRule(taken: readonly string[]): RuleDraft {
  return ruleDraftOf({ ruleId: newId('rule', taken), pay: { by: 'commission', percent: null } });
}

/** Fills the form with a plan. */
export function planDraftOf({ planId, name, afterLeaving = 'keeps', rules }: Plan): PlanDraft {
  return { planId, name, afterLeaving, rules: rules.map(ruleDraftOf) };
}

function ruleDraftOf(rule: Rule): RuleDraft {
  const { pay, tiers, overrides } = rule;
  return {
    ruleId: rule.ruleId,
    payClass: rule.payClass ?? 'commission',
    memberRefId: rule.memberRefId ?? null,
    policy: rule.policy ?? '',
    planName: rule.planName ?? '',
    product: rule.product ?? '',
    carrierId: rule.carrierId ?? '',
    years: rule.years ?? '',
    policyYear: textOf(rule.policyYear),
    from: rule.from ?? '',
    to: rule.to ?? '',
    by: pay.by,
    value: textOf(pay.percent ?? pay.amount),
    tierSteps: (tiers?.steps ?? []).map(({ reached, percent }) => ({
      reached: String(reached),
      percent: String(percent),
    })),
    tierMeasure: tiers?.measure ?? 'first_year_commission',
    tierReach: tiers?.reach ?? 'next_line',
    overridesBy: overrides?.by ?? 'none',
    overridePercents: (overrides?.percents ?? []).join(', '),
  };
}

const textOf = (value: number | null | undefined) => (value == null ? '' : String(value));

/** True where the part is a percentage, false where it is an amount. */
export function isShare(by: RuleDraft['by']): boolean {
  return by === 'commission' || by === 'premium';
}

/** Returns the plan of the form. Null while a name or a number is missing. */
export function planOf({ rules, ...plan }: PlanDraft): Plan | null {
  const whole = rules.map(ruleOf).filter((rule) => rule !== null);
  if (plan.name.trim() === '' || whole.length < rules.length) return null;
  return { ...plan, name: plan.name.trim(), rules: whole };
}

/** Returns the rule of the form, or null while a number is missing. */
export function ruleOf(draft: RuleDraft): Rule | null {
  const value = numberOf(draft.value);
  const percents = draft.overridePercents.split(',').flatMap((text) => (text.trim() === '' ? [] : [numberOf(text)]));
  const steps = draft.tierSteps.map(({ reached, percent }) => [numberOf(reached), numberOf(percent)] as const);
  if (value === null) return null;
  const known = percents.filter((percent) => percent !== null);
  const whole = steps.flatMap(([reached, percent]) =>
    reached === null || percent === null ? [] : [{ reached, percent }],
  );
  if (known.length < percents.length || whole.length < steps.length) return null;
  const { ruleId, payClass, memberRefId, by, tierMeasure, tierReach, overridesBy } = draft;
  const share = isShare(by);
  return {
    ...{ ruleId, payClass, memberRefId },
    policy: textOrNull(draft.policy),
    planName: textOrNull(draft.planName),
    product: textOrNull(draft.product),
    carrierId: textOrNull(draft.carrierId),
    years: draft.years === '' ? null : draft.years,
    policyYear: numberOf(draft.policyYear),
    from: textOrNull(draft.from),
    to: textOrNull(draft.to),
    pay: { by, percent: share ? value : null, amount: share ? null : value },
    tiers: share && whole.length > 0 ? { measure: tierMeasure, reach: tierReach, steps: whole } : null,
    overrides: { by: overridesBy, percents: overridesBy === 'level' ? known : [] },
  };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** Reads a number such as `62.5`, `62.5 %` or `$1,200`; null for other text. */
function numberOf(text: string): number | null {
  const digits = text.replaceAll(/[\s$%,]/g, '');
  return /^\d+(\.\d*)?$|^\.\d+$/.test(digits) ? Number(digits) : null;
}
