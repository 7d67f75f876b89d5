import type { BookMove, PaidAgent, SharedCase } from '../../../core/agent-pay/agent.ts';
import { type Division, divideLines } from '../../../core/agent-pay/divide-lines.ts';
import { keyLines, type PayLine } from '../../../core/agent-pay/pay-line.ts';
import type { PayPlan, PayRule, RuleScope } from '../../../core/agent-pay/pay-plan.ts';

/** Makes agents, plans and lines for tests of pay. Amounts are in dollars here, shares in per cent. */

export const money = (dollars: number) => Math.round(dollars * 10_000);
export const share = (percent: number) => Math.round(percent * 10_000);

const ANY: RuleScope = {
  ...{ payClass: 'commission', policy: null, memberRefId: null, planName: null, product: null, carrierId: null },
  ...{ years: null, from: null, to: null },
};

/** A rule that pays a share of commission, without overrides. */
export function rule(
  percent: number,
  scope: Partial<RuleScope> = {},
  more: Partial<Omit<PayRule, 'scope'>> = {},
): PayRule {
  return {
    ruleId: `rule ${percent} ${JSON.stringify(scope)}`,
    scope: { ...ANY, ...scope },
    pay: { by: 'commission', share: share(percent) },
    ...{ tiers: null, overrides: { by: 'none' } },
    ...more,
  };
}

export function plan(
  name: string,
  rules: readonly PayRule[],
  afterLeaving: PayPlan['afterLeaving'] = 'keeps',
): PayPlan {
  return { planId: name, name, afterLeaving, rules };
}

export function agent(agentId: string, of: PayPlan | null, more: Partial<PaidAgent> = {}): PaidAgent {
  const plans = of === null ? [] : [{ from: '2000-01', value: of }];
  return { agentId, isHouse: false, leftFrom: null, uplines: [], plans, ...more };
}

export const under = (agentId: string) => ({ uplines: [{ from: '2000-01', value: agentId }] });

/** A line of commission of agent Ana for member M1, received and covered in January 2026. */
export function line(amount: number, more: Partial<Omit<PayLine, 'amount' | 'key' | 'memberExternalId'>> = {}) {
  return {
    ...{ carrierId: 'aetna', period: '2026-01', coverageMonth: null, memberRefId: 'M1', policy: null },
    ...{ kind: 'commission' as const, premium: null, lives: null, months: null, planName: null, product: null },
    ...{ effectiveDate: '2026-01-01', description: null, agentId: 'ana' },
    agentText: more.agentId ?? 'ana',
    ...more,
    memberExternalId: more.memberRefId === undefined ? 'M1' : more.memberRefId,
    amount: money(amount),
  };
}

export interface Divided {
  readonly agents: readonly PaidAgent[];
  readonly moves?: readonly BookMove[];
  readonly cases?: readonly SharedCase[];
}

export function divisionsOf(
  lines: readonly ReturnType<typeof line>[],
  { agents, moves = [], cases = [] }: Divided,
): readonly Division[] {
  const keyed = keyLines(lines);
  const known = new Map(agents.map((one) => [one.agentId, one]));
  const divisions = divideLines({ lines: keyed, agentsFor: () => [known], moves, cases });
  return keyed.map(({ key }) => {
    const division = divisions.get(key);
    if (division === undefined) throw new Error(`There is no division of ${key}.`);
    return division;
  });
}

/** Returns each party's part in dollars: people by id, then `house` and `held` where they have something. */
export function partsOf({ credits, house, held }: Division): Readonly<Record<string, number>> {
  const parts: Record<string, number> = {};
  for (const { agentId, amount } of credits) parts[agentId] = (parts[agentId] ?? 0) + amount;
  if (house !== 0) parts['house'] = house;
  if (held !== 0) parts['held'] = held;
  return Object.fromEntries(Object.entries(parts).map(([party, amount]) => [party, amount / 10_000]));
}
