import { counted, money, shortMonthName } from '../parts/shown-values.ts';
import { ALWAYS, type Move, type Plan, type Rule, type SharedCase, type Terms } from './use-pay.ts';

/** The setup as sentences that an owner reads. */

/** Names of agents and carriers by their ids. */
export interface Names {
  readonly agents: ReadonlyMap<string, string>;
  readonly carriers: ReadonlyMap<string, string>;
}

export const CLASS_WORDS: Readonly<Record<NonNullable<Rule['payClass']>, string>> = {
  commission: 'Commission',
  override: 'Overrides from carriers',
  bonus: 'Bonuses',
  fee: 'Fees',
  no_member: 'Money without a member',
};

export const MEASURE_WORDS = {
  first_year_commission: 'first-year commission',
  commission: 'commission',
  premium: 'premium',
} as const;

/** Formats a percentage: `62.5 %`. */
function percentText(percent: number): string {
  return `${String(percent)} %`;
}

/** Says a rule: "62.5 % of commission, Aetna, first year, from Mar 26; uplines get 10 % and 5 %". */
export function ruleWords(rule: Rule, { carriers }: Names): string {
  const { pay, payClass = 'commission', tiers = null, overrides } = rule;
  const scope = [
    payClass === 'commission' ? null : `for ${CLASS_WORDS[payClass].toLowerCase()}`,
    rule.policy == null ? null : `policy ${rule.policy}`,
    rule.memberRefId == null ? null : 'one member',
    rule.carrierId == null ? null : (carriers.get(rule.carrierId) ?? 'one carrier'),
    rule.product ?? null,
    rule.planName ?? null,
    yearWords(rule),
    rule.from == null ? null : `from ${shortMonthName(rule.from)}`,
    rule.to == null ? null : `to ${shortMonthName(rule.to)}`,
  ].filter((part) => part !== null);
  const above = overrideWords(overrides);
  return [
    [payWords(pay), ...scope].join(', '),
    ...(tiers === null ? [] : [tierWords(tiers)]),
    ...(above === null ? [] : [above]),
  ].join('; ');
}

function payWords({ by, percent, amount }: Rule['pay']): string {
  return by === 'commission' || by === 'premium'
    ? `${percentText(percent ?? 0)} of ${by}`
    : `${money(amount ?? 0)} a ${by}`;
}

function yearWords({ years = null, policyYear = null }: Rule): string | null {
  if (policyYear !== null) return `policy year ${policyYear}`;
  return years === null ? null : years === 'first' ? 'first year' : 'renewals';
}

function tierWords({ measure = 'first_year_commission', reach, steps }: NonNullable<Rule['tiers']>): string {
  const each = steps.map(({ reached, percent }) => `${percentText(percent)} from ${money(reached)}`);
  const when = reach === 'year' ? 'for all lines of the year' : 'from the next line';
  return `${each.join(', ')} of ${MEASURE_WORDS[measure]} in the year, ${when}`;
}

function overrideWords(overrides: Rule['overrides']): string | null {
  if (overrides === undefined || overrides.by === 'none') return null;
  if (overrides.by === 'difference') return 'uplines get what their own percentage is above';
  const each = (overrides.percents ?? []).map(percentText);
  if (each.length === 0) return null;
  return each.length === 1 ? `the upline gets ${each[0]}` : `uplines get ${listWords(each)}`;
}

function listWords(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** Says from when something holds; the first month of all is not named. */
function sinceWords(from: string): string {
  return from <= ALWAYS ? 'always' : `from ${shortMonthName(from)}`;
}

/** Says what was agreed with an agent about plans: "Senior from Mar 26, before that Junior". */
export function plansWords({ plans = [] }: Terms, all: readonly Plan[]): string {
  const nameOf = (planId: string | null) => all.find((plan) => plan.planId === planId)?.name ?? 'no plan';
  const [latest, ...before] = plans.toSorted((a, b) => (a.from < b.from ? 1 : -1));
  if (latest === undefined) return 'No plan';
  const now = latest.from <= ALWAYS ? nameOf(latest.planId) : `${nameOf(latest.planId)} ${sinceWords(latest.from)}`;
  const earlier = before.map(({ planId }) => nameOf(planId));
  return earlier.length === 0 ? now : `${now}, before that ${listWords(earlier)}`;
}

/** Says the further terms of an agent; null for the usual ones. */
export function termsWords({ minimum = 0, holdbackPercent = 0, recoveryPercent = 100, recurring = [] }: Terms): string {
  const parts = [
    minimum === 0 ? null : `paid from ${money(minimum)} on`,
    holdbackPercent === 0 ? null : `${percentText(holdbackPercent)} held back`,
    recoveryPercent === 100 ? null : `debt takes ${percentText(recoveryPercent)} of a run at most`,
    recurring.length === 0 ? null : counted(recurring.length, 'recurring adjustment'),
  ].filter((part) => part !== null);
  return parts.length === 0 ? '–' : parts.join(', ');
}

/** Says a move: "The book of Dana Whitfield at Aetna goes to Lee Park from Mar 26". */
export function moveWords({ agentId, toAgentId, carrierId, memberRefId, from }: Move, names: Names): string {
  const nameOf = (id: string) => names.agents.get(id) ?? 'an agent';
  const what = memberRefId == null ? 'The book' : 'One member';
  const where = carrierId == null ? '' : ` at ${names.carriers.get(carrierId) ?? 'one carrier'}`;
  return `${what} of ${nameOf(agentId)}${where} goes to ${nameOf(toAgentId)}, ${sinceWords(from)}`;
}

/** Says a shared case: "Policy P-1: Dana Whitfield 60 % and Lee Park 40 %, from Mar 26". */
export function caseWords({ policy, carrierId, shares, from }: SharedCase, names: Names): string {
  const each = shares.map(
    ({ agentId, percent }) => `${names.agents.get(agentId) ?? 'an agent'} ${percentText(percent)}`,
  );
  const at = carrierId == null ? '' : ` at ${names.carriers.get(carrierId) ?? 'a carrier'}`;
  return `${policy == null ? 'One member' : `Policy ${policy}`}${at}: ${listWords(each)}, ${sinceWords(from)}`;
}
