import type { Period } from '../period.ts';
import { dayName, monthName } from '../wording.ts';
import { POLICY_FINDING_KINDS, type PolicyFindingKind } from './policy-finding.ts';

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
  const amount = lastAmount === null ? '' : ` ${dollars(lastAmount)}`;
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

function dollars(amount: number): string {
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
