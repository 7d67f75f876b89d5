import type { Period } from '../period.ts';
import { linesIn, memberMonthOf, principalRecord, totalPremium } from '../scoring/member-month.ts';
import type { PeriodMember } from '../scoring/period-members.ts';
import type { Join } from './join-next-term.ts';
import { type ContinuedCount, matchReturning, type ReturningMember } from './match-returning.ts';
import { type JoinReason, type Person, personOf } from './person.ts';

/**
 * A carrier that gives new ids to a block of members gives them to many on one statement. Five such pairs are no coincidence, so they are
 * one member each. Fewer remain a question, except after a block (docs/reference/members-and-comparisons.md#several-ids).
 */

/** Minimum number of members of a block on the first statement with their new ids. */
const BLOCK_MIN = 5;
/** People of one name may share a plan or an amount by chance, and more often in a large book. */
const NEWCOMERS_PER_WEAK_PAIR_MAX = 10;

/** Evidence that belongs to one policy. A plan with its premium, and an amount, may be those of many policies. */
const OWN_OF_POLICY: ReadonlySet<JoinReason> = new Set<JoinReason>([
  'policy_number',
  'effective_date',
  'id',
  'next_term',
]);

/** Missing members of a period with the newcomers who seem to be they. */
export interface PossibleBlock {
  readonly pairs: readonly ReturningMember[];
  /** Number of members who are paid and were never in the book before. */
  readonly newcomers: number;
}

/** Matches missing members of a period with newcomers, before any are joined. */
export function matchMembers(members: readonly PeriodMember[]): PossibleBlock {
  const newcomers = members.flatMap(newcomerOf);
  if (newcomers.length === 0) return { pairs: [], newcomers: 0 };
  const absent = members.flatMap(({ prior, lines }) =>
    prior !== undefined && lines === undefined ? [personOf(prior)] : [],
  );
  const isNewcomer = new Set(newcomers.map(({ memberRefId }) => memberRefId));
  const pairs = matchReturning({ absent, newcomers, otherNames: otherNames(members, isNewcomer) });
  return { pairs, newcomers: newcomers.length };
}

/**
 * Returns the pairs that are beyond doubt: those of each kind of evidence that a block has. `followsBlock`: a block got new ids in the year
 * before, and the others of it follow as their payments fall due.
 */
export function blockOf(
  { pairs, newcomers }: PossibleBlock,
  { followsBlock }: { readonly followsBlock: boolean },
): readonly ReturningMember[] {
  const strong = pairs.filter(({ reason }) => OWN_OF_POLICY.has(reason));
  const weak = pairs.filter(({ reason }) => !OWN_OF_POLICY.has(reason));
  const isBlock = followsBlock || strong.length >= BLOCK_MIN;
  const isWeakBlock = weak.length >= BLOCK_MIN && weak.length * NEWCOMERS_PER_WEAK_PAIR_MAX >= newcomers;
  return [...(isBlock ? strong : []), ...(isWeakBlock ? weak : [])];
}

/** Counts members who continue, before their lines are filed under their earlier ids. */
export function countContinued(
  members: readonly PeriodMember[],
  joins: readonly Join[],
  baselinePeriod: Period,
): ContinuedCount {
  const missing = new Set<string>();
  for (const { memberRefId, prior, lines } of members)
    if (lines === undefined && prior?.lastPresentPeriod === baselinePeriod) missing.add(memberRefId);
  const continued = joins.filter(({ memberRefId }) => missing.has(memberRefId)).length;
  return { missing: missing.size, continued, others: joins.length - continued };
}

/** Makes the person of a member who is paid and has never been in the book before; the list is empty for all others. */
function newcomerOf({ prior, lines }: PeriodMember): readonly Person[] {
  if (prior !== undefined || lines === undefined) return [];
  const month = memberMonthOf(lines);
  if (!month.hasPayment) return [];
  const { memberRefId, memberExternalId, amount } = month;
  const profile = { ...principalRecord(month), premium: totalPremium(month) };
  return [personOf({ memberRefId, memberExternalId, profile, lastPresentAmount: amount })];
}

/** Yields the names of all members who are neither absent nor newcomers. */
function* otherNames(members: readonly PeriodMember[], isNewcomer: ReadonlySet<string>): Generator<string | null> {
  for (const { memberRefId, prior, lines } of members) {
    if (lines === undefined || isNewcomer.has(memberRefId)) continue;
    yield prior?.profile.memberName ?? null;
    for (const { memberName } of linesIn(lines)) yield memberName;
  }
}
