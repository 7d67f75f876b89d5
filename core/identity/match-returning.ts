import { foldText } from '../folded-text.ts';
import { monthIndex, type Period, periodOfDate } from '../period.ts';
import { linesIn, memberMonthOf, principalRecord, totalPremium } from '../scoring/member-month.ts';
import type { PeriodMember } from '../scoring/period-members.ts';
import { looseIdKey } from '../statement/member-key.ts';
import type { Join } from './join-next-term.ts';
import { isFullName, type JoinReason, type Person, type PersonRow, personKey, personOf } from './person.ts';

/** A missing member and the newcomer who has the same name and something of the policy in common. */
export interface ReturningMember extends Join {
  readonly absent: Person;
  readonly newcomer: Person;
  readonly reason: JoinReason;
}

/** A pair that people are asked about. A following term alone is no question: namesakes have one too. */
export type ReturningPair = ReturningMember & { readonly reason: Exclude<JoinReason, 'next_term'> };

/**
 * Matches missing members of the previous month with newcomers under another id. A name of two people, on either side or among the members
 * who stay, matches nobody.
 */
export function matchReturning({
  absent,
  newcomers,
  otherNames,
}: {
  readonly absent: readonly Person[];
  readonly newcomers: readonly Person[];
  /** Names of all other members in either month. */
  readonly otherNames: Iterable<string | null>;
}): readonly ReturningMember[] {
  const absentByName = byUniqueName(absent);
  const newcomersByName = byUniqueName(newcomers);
  for (const key of newcomersByName.keys()) if (!absentByName.has(key)) newcomersByName.delete(key);
  // Most months have no such pair, and then the many names of the members who stay need no keys.
  for (const name of newcomersByName.size === 0 ? [] : otherNames) {
    const key = personKey(name);
    if (key !== null) newcomersByName.delete(key);
  }
  const returning: ReturningMember[] = [];
  for (const [key, newcomer] of newcomersByName) {
    const before = absentByName.get(key);
    if (before === undefined) continue;
    const reason = reasonToJoin(before, newcomer);
    if (reason === null) continue;
    returning.push({
      aliasRefId: newcomer.memberRefId,
      aliasExternalId: newcomer.memberExternalId,
      memberRefId: before.memberRefId,
      absent: before,
      newcomer,
      reason,
    });
  }
  return returning;
}

/** Returns the people by the key of their name, without names that several people have. */
function byUniqueName(people: readonly Person[]): Map<string, Person> {
  const byName = new Map<string, Person>();
  const repeated = new Set<string>();
  for (const person of people) {
    const key = personKey(person.memberName);
    if (key === null) continue;
    if (byName.has(key)) repeated.add(key);
    byName.set(key, person);
  }
  for (const key of repeated) byName.delete(key);
  return byName;
}

/** Returns the strongest evidence that two people of one name are one member; null without evidence. */
function reasonToJoin(before: Person, newcomer: Person): JoinReason | null {
  const isSame = (field: 'policyNumber' | 'effectiveDate' | 'planName' | 'premium') =>
    before[field] !== null && before[field] === newcomer[field];
  if (isSame('policyNumber')) return 'policy_number';
  if (isSame('effectiveDate')) return 'effective_date';
  if (looseIdKey(before.memberExternalId) === looseIdKey(newcomer.memberExternalId)) return 'id';
  // A name of one word may be a surname, which a household shares.
  if (!isFullName(before.memberName)) return null;
  if (isSame('planName') && isSame('premium')) return 'plan_and_premium';
  if (before.amount > 0 && before.amount === newcomer.amount) return 'amount';
  return isNextTerm(before, newcomer) ? 'next_term' : null;
}

/** Months in the shortest term of a policy that is renewed. All terms are multiples of it. */
const TERM_MONTHS = 6;

/** Returns whether a policy begins whole terms after another of the same product, on the same day of a month. */
function isNextTerm({ effectiveDate: before, productType }: Person, newcomer: Person): boolean {
  const now = newcomer.effectiveDate;
  if (before === null || now === null || before.slice(-2) !== now.slice(-2)) return false;
  if (foldText(productType ?? '') !== foldText(newcomer.productType ?? '')) return false;
  const months = monthIndex(periodOfDate(now)) - monthIndex(periodOfDate(before));
  return months > 0 && months % TERM_MONTHS === 0;
}

/** Returns whether a member may have returned under another id: somebody left, and somebody is new. */
export function mayHaveNewIds({ red, new: came }: { readonly red: number; readonly new: number }): boolean {
  return red > 0 && came > 0;
}

/** A row of a scored month, with the fields that show whether its member returns under another id. */
export interface ScoredPerson extends PersonRow {
  readonly status: string;
  /** False for rows that are not counted. */
  readonly counted: boolean;
}

/** Members of a scored month who seem to have returned under another id. */
export interface ReturningMembers {
  /** Number of missing members of the previous month. */
  readonly missing: number;
  /** Members who seem to be in the month under another id, including members who were paid ahead, or charged back after they left. */
  readonly returning: readonly ReturningPair[];
}

/**
 * Finds members of a scored month who seem to have returned under another id. `linked`: ids that are not proposed. `rows` may leave out
 * members who are neither absent nor new, if their names are in `namesOfOthers`.
 */
export function findReturning(
  rows: readonly ScoredPerson[],
  linked: ReadonlySet<string>,
  namesOfOthers: readonly (string | null)[] = [],
): ReturningMembers {
  const absent = rows.filter(({ status }) => status === 'red' || status === 'carried');
  const newcomers = rows.filter(({ status, memberRefId }) => status === 'new' && !linked.has(memberRefId));
  const candidates = new Set([...absent, ...newcomers]);
  const others = rows.filter((row) => !candidates.has(row)).map(({ profile }) => profile.memberName);
  const otherNames = [...others, ...namesOfOthers];
  const missing = absent.filter(({ status, counted }) => status === 'red' && counted).length;
  const pairs = matchReturning({ absent: absent.map(personOf), newcomers: newcomers.map(personOf), otherNames });
  return {
    missing,
    returning: pairs.flatMap((pair) => (pair.reason === 'next_term' ? [] : { ...pair, reason: pair.reason })),
  };
}

/** Counts of missing members, and of missing members who seem to have returned. */
export interface ReturningCount {
  /** Number of missing members of the previous month. */
  readonly missing: number;
  /** Number of members who seem to be in the month under another id. */
  readonly returning: number;
}

/** Writes the counts in one sentence. */
export function returningSentence({ missing, returning }: ReturningCount): string {
  return `${returning} of the ${missing} missing ${returning === 1 ? 'returns' : 'return'} under another id, by name and date, policy, id, plan or amount.`;
}

/** Counts of members who continue under another id. */
export interface ContinuedCount {
  /** Number of missing members of the previous month, before any continued. */
  readonly missing: number;
  readonly continued: number;
  /** Number of members who continue and were missing in the previous month already. */
  readonly others: number;
}

/** Writes the counts in at most two sentences; none for zeros. */
export function continuedSentences({ missing, continued, others }: ContinuedCount): readonly string[] {
  const ofMissing = `${continued} of the ${missing} missing members return under another id: continued.`;
  const ofOthers = `${others} ${others === 1 ? 'member who was' : 'members who were'} missing before return under another id: continued.`;
  return [...(continued > 0 ? [ofMissing] : []), ...(others > 0 ? [ofOthers] : [])];
}

/**
 * A carrier that gives new ids to a block of members gives them to many on one statement. Five such pairs are no coincidence, so they are
 * one member each. Fewer remain a question, except after a block (docs/reference/members-and-comparisons.md#several-ids).
 */

/** Minimum number of members of a block on the first statement with their new ids. */
const BLOCK_MIN = 5;
/** People of one name may share a plan or an amount by chance, and more often in a large book. */
const NEWCOMERS_PER_WEAK_PAIR_MAX = 10;

/** Evidence that belongs to one policy. A plan with its premium, an amount, and the day of a term may be those of many policies. */
const OWN_OF_POLICY: ReadonlySet<JoinReason> = new Set<JoinReason>(['policy_number', 'effective_date', 'id']);

/** Missing members of a period with the newcomers who seem to be they. */
interface PossibleBlock {
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
