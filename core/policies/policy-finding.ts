import { z } from 'zod';
import { type Money, millionthsToDecimal, moneyToDecimal, moneyToDollars } from '../money.ts';
import type { Period } from '../period.ts';
import type { MemberStatus } from '../scoring/scored-row.ts';
import { dayName, monthName, percent, SHARE_MAX } from '../wording.ts';
import type { ListedPolicy } from './policy-columns.ts';

/** A difference between list and statement in agent, rate, premium or lives, when both have a value. */
export interface PolicyDetail {
  readonly kind: Extract<PolicyFindingKind, `other_${string}`>;
  readonly listed: string;
  readonly onStatement: string;
}

/**
 * Compares the active policies of one id with a member's row. Premiums and lives add up over the policies; agents and
 * rates are compared only when all policies agree.
 */
export function comparePolicyDetails(policies: readonly ListedPolicy[], member: BookMember): readonly PolicyDetail[] {
  const details: PolicyDetail[] = [];
  const agent = commonValue(policies.map((policy) => policy.agent));
  const names = [member.agentName, member.agentId].filter((name) => name !== null);
  const isNamed = [member.agentRecordName, ...names].some((name) => name !== null && isSameName(name, agent ?? ''));
  if (agent !== null && names.length > 0 && !isNamed)
    details.push({ kind: 'other_agent', listed: agent, onStatement: names.join(', ') });
  const rate = commonValue(policies.map((policy) => policy.rate));
  if (rate !== null && member.rate !== null && !isSameRate(rate, member.rate))
    details.push({ kind: 'other_rate', ...rateTexts(rate, member.rate) });
  const premium = sumOf(policies.map((policy) => policy.premium));
  if (premium !== null && member.premium !== null && centsOf(premium) !== centsOf(member.premium))
    details.push({ kind: 'other_premium', listed: dollars(premium), onStatement: dollars(member.premium) });
  const lives = sumOf(policies.map((policy) => policy.lives));
  if (lives !== null && member.lives !== null && lives !== member.lives)
    details.push({ kind: 'other_lives', listed: String(lives / 100), onStatement: String(member.lives / 100) });
  return details;
}

/** Returns the value that all policies share; null when the values differ. */
function commonValue<T>(values: readonly (T | null)[]): T | null {
  const [first = null] = values;
  return values.every((value) => value === first) ? first : null;
}

/** Returns the sum; null when a value is missing. */
function sumOf(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return values.length === 0 ? null : sum;
}

/** Compares names as sets of words: "Smith, John" equals "john smith". */
function isSameName(a: string, b: string): boolean {
  return wordsOf(a) === wordsOf(b);
}

function wordsOf(name: string): string {
  const words =
    name
      .normalize('NFKC')
      .toUpperCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.toSorted().join(' ');
}

/** Compares rates in millionths. "5" on one side equals "5%" on the other. */
function isSameRate(a: number, b: number): boolean {
  return a === b || a === 100 * b || b === 100 * a;
}

/** Writes both rates as percentages if one rate is a share of the premium. Otherwise they may be dollars, and stay numbers. */
function rateTexts(listed: number, onStatement: number): Pick<PolicyDetail, 'listed' | 'onStatement'> {
  const text = Math.min(listed, onStatement) <= SHARE_MAX ? percent : plain;
  return { listed: text(listed), onStatement: text(onStatement) };
}

const centsOf = (amount: Money) => Math.round(moneyToDollars(amount) * 100);
const dollars = (amount: Money) => moneyToDecimal(amount).replace(/(\.\d\d)0+$/, '$1');
const plain = (rate: number) => millionthsToDecimal(rate).replace(/\.?0+$/, '');

/** Kinds of findings, in the order of a report. */
export const POLICY_FINDING_KINDS = [
  'sold_never_paid',
  'active_but_dropped',
  'paid_not_listed',
  'ended_but_paid',
  'other_agent',
  'other_rate',
  'other_premium',
  'other_lives',
] as const;
export type PolicyFindingKind = (typeof POLICY_FINDING_KINDS)[number];

/** Returns a new record with a count of zero for each kind, which the caller may change. */
export function noFindings(): Record<PolicyFindingKind, number> {
  return {
    sold_never_paid: 0,
    active_but_dropped: 0,
    paid_not_listed: 0,
    ended_but_paid: 0,
    other_agent: 0,
    other_rate: 0,
    other_premium: 0,
    other_lives: 0,
  };
}

/** A scored row of the period, with the facts that a list is compared with. */
export interface BookMember {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  /** Ids that are joined with the member's own. */
  readonly aliases: readonly string[];
  readonly memberName: string | null;
  readonly planName: string | null;
  readonly status: MemberStatus | 'carried';
  /** Net amount of the period's lines. */
  readonly commission: Money;
  /** Latest period, up to the compared one, with the member on a statement. */
  readonly lastPeriod: Period;
  /** Net amount of `lastPeriod`. */
  readonly lastAmount: Money;
  /** The latest coverage month of the period's payments; null unless each payment names one. */
  readonly lastCoverageMonth: Period | null;
  /** Policy numbers and second ids on the period's lines. */
  readonly otherIds: readonly string[];
  readonly agentId: string | null;
  readonly agentName: string | null;
  /** The name of the agent's record; null for an agent without one. */
  readonly agentRecordName: string | null;
  readonly premium: Money | null;
  /** Number of lives in hundredths. */
  readonly lives: number | null;
  /** Commission rate in millionths. */
  readonly rate: number | null;
}

/** A difference between a list and a period, as the API shows it. */
export const findingFields = z.object({
  kind: z.enum(POLICY_FINDING_KINDS),
  policyId: z.string().describe('As listed; of a member who is not listed the id of the statement.'),
  policyNumber: z.string().nullable(),
  memberRefId: z.string().nullable(),
  memberExternalId: z
    .string()
    .nullable()
    .describe('As the statement has it. Null for a member who is not on it, except in the month of the drop.'),
  memberName: z.string().nullable(),
  planName: z.string().nullable(),
  effectiveDate: z.string().nullable(),
  termDate: z.string().nullable(),
  lastPeriod: z.string().nullable().describe('The last period, up to this one, with it on a statement.'),
  lastAmount: z
    .number()
    .nullable()
    .describe('Dollars of that period, net of chargebacks. Null where they are not known.'),
  listed: z.string().nullable().describe('Where both say one and they differ: your list.'),
  onStatement: z.string().nullable().describe('Where both say one and they differ: the statement.'),
  possibleMatch: z
    .string()
    .nullable()
    .describe(
      'A member who is paid and not listed, whose id differs in leading zeros and punctuation only. Never counted as matched.',
    ),
  sentence: z.string(),
});
export type PolicyFinding = Readonly<z.output<typeof findingFields>>;

/** Facts of a finding, for its sentence. */
export interface FindingFacts {
  readonly period: Period;
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  readonly lastPeriod: Period | null;
  /** Amount in dollars. */
  readonly lastAmount: number | null;
  readonly listed: string | null;
  readonly onStatement: string | null;
}

/** Describes a finding in one plain sentence. */
export function findingSentence(kind: PolicyFindingKind, facts: FindingFacts): string {
  const { period, effectiveDate, termDate, lastPeriod, lastAmount, listed, onStatement } = facts;
  const amount = lastAmount === null ? '' : ` ${amountText(lastAmount)}`;
  const withAmount = amount === '' ? '' : ` with${amount}`;
  const since = effectiveDate === null ? '' : ` since ${dayName(effectiveDate)}`;
  const compared = (what: string, unit = '') =>
    `Your list has the ${what} ${unit}${listed}, the statement of ${monthName(period)} has ${unit}${onStatement}.`;
  switch (kind) {
    case 'sold_never_paid':
      return `Active in your list${since}, and on no statement up to ${monthName(period)}.`;
    case 'active_but_dropped':
      return `Active in your list${since}, not paid in ${monthName(period)}, and last on the statement of ${lastPeriod === null ? '' : monthName(lastPeriod)}${withAmount}.`;
    case 'paid_not_listed':
      return `Paid${amount} in ${monthName(period)}, and not in your list.`;
    case 'ended_but_paid':
      return `Ended in your list${termDate === null ? '' : ` on ${dayName(termDate)}`}, and paid${amount} in ${monthName(period)}.`;
    case 'other_agent':
      return compared('agent');
    case 'other_rate':
      return compared('rate');
    case 'other_premium':
      return compared('premium', '$');
    case 'other_lives':
      return compared('number of lives');
  }
}

function amountText(amount: number): string {
  return `${amount < 0 ? '-' : ''}$${Math.abs(amount).toFixed(2)}`;
}

/** Phrases for the summary, after the number of findings. */
const PHRASES: Readonly<Record<PolicyFindingKind, string>> = {
  sold_never_paid: 'sold and never paid',
  active_but_dropped: 'active there and no longer paid',
  paid_not_listed: 'paid and not listed',
  ended_but_paid: 'ended there and still paid',
  other_agent: 'with another agent',
  other_rate: 'with another rate',
  other_premium: 'with another premium',
  other_lives: 'with another number of lives',
};

/** Describes the counts of a list in one sentence. */
export function policySummary(active: number, counts: Readonly<Record<PolicyFindingKind, number>>): string {
  const found = POLICY_FINDING_KINDS.filter((kind) => counts[kind] > 0).map(
    (kind) => `${counts[kind]} ${PHRASES[kind]}`,
  );
  const policies = `${active} active ${active === 1 ? 'policy' : 'policies'} of your book of business`;
  return found.length === 0
    ? `The statement agrees with the ${policies}.`
    : `Against the ${policies}: ${found.join(', ')}.`;
}
