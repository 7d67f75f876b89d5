import { NEVER_PAID_GRACE_MONTHS } from '../limits/saved-report-limits.ts';
import { type Money, moneyToDollars } from '../money.ts';
import { addMonths, type Period } from '../period.ts';
import { looseIdKey, memberKeyOf, normaliseId } from '../statement/member-key.ts';
import type { ListedPolicy } from './policy-columns.ts';
import {
  type BookMember,
  comparePolicyDetails,
  type FindingFacts,
  findingSentence,
  POLICY_FINDING_KINDS,
  type PolicyFinding,
  type PolicyFindingKind,
} from './policy-finding.ts';

/**
 * Compares a list of one carrier's policies with a period of its book in one workspace. A listed id is matched with the ids of present
 * members first, then with their policy numbers and second ids, and then in the same order with dropped members. Findings change no
 * status and no owed amount.
 */

/** Latest earlier month of an id that is not in the period. */
export interface EarlierPresence {
  /** Key of a member by the carrier's rule, or another id normalised by `normaliseId`. */
  readonly key: string;
  readonly lastPeriod: Period;
  /** Null when only a line has the id. */
  readonly lastAmount: Money | null;
}

/** Rule for ids of the format that scored the period: `stripLeadingZeros`. */
export type IdRule = Parameters<typeof memberKeyOf>[1];

/** Policies of a list under one id. A member may have several plans. */
interface ListedMember {
  readonly key: string;
  readonly policies: readonly ListedPolicy[];
  readonly listedState: 'active' | 'ended' | 'neither';
  /** The policy to show: the active one that began first, else the one that ended last. */
  readonly shown: ListedPolicy;
}

/** Listed ids with their members, and the ids and members without a match. */
export interface PolicyMatch {
  readonly period: Period;
  readonly listed: readonly (ListedMember & { readonly members: readonly BookMember[] })[];
  readonly unlisted: readonly BookMember[];
  /** Active ids without a member in the period. The caller looks up their earlier payments. */
  readonly absent: readonly { readonly memberKey: string; readonly otherIds: readonly string[] }[];
}

export interface PolicyComparison {
  /** Number of listed ids. */
  readonly listed: number;
  /** Number of ids that are active in the period. */
  readonly active: number;
  /** Number of active ids that are on the statement or paid ahead. */
  readonly paid: number;
  /** Number of active ids that no statement has paid yet, and that began within NEVER_PAID_GRACE_MONTHS. */
  readonly waiting: number;
  readonly findings: readonly PolicyFinding[];
}

/** The members of a period, and how their ids are compared with listed ones. */
export interface MembersToMatch {
  readonly members: readonly BookMember[];
  readonly rule: IdRule;
  /** Returns the id of the book's member whose own id has this key. */
  readonly refOf: (memberKey: string) => string;
}

/** Matches each listed id with its members of the period. */
export function matchPolicies(
  period: Period,
  policies: readonly ListedPolicy[],
  { members, ...ids }: MembersToMatch,
): PolicyMatch {
  const findPresent = memberFinder(members.filter(isPresent), ids);
  const findDropped = memberFinder(
    members.filter((member) => !isPresent(member)),
    ids,
  );
  const groups = Map.groupBy(policies, ({ policyId }) => memberKeyOf(policyId, ids.rule));
  const listed = [...groups].map(([key, own]) => {
    const present = findPresent(key, own);
    return { ...listedMember(period, key, own), members: present.length > 0 ? present : findDropped(key, own) };
  });
  const matched = new Set(listed.flatMap((entry) => entry.members));
  return {
    period,
    listed,
    unlisted: members.filter((member) => !matched.has(member)),
    absent: listed
      .filter((entry) => entry.listedState === 'active' && entry.members.length === 0)
      .map(({ key, policies: own }) => ({ memberKey: key, otherIds: otherIdsOf(own) })),
  };
}

/**
 * Returns a function that finds the members of a listed id: by their own or joined ids, or else by policy number or second id. The row of a
 * joined member shows the id that was seen first, which may be another than the member's own.
 */
function memberFinder(members: readonly BookMember[], { rule, refOf }: Omit<MembersToMatch, 'members'>) {
  const byRef = new Map(members.map((member) => [member.memberRefId, member] as const));
  const byMember = new Map<string, BookMember>();
  for (const member of members) {
    for (const id of [member.memberExternalId, ...member.aliases]) byMember.set(memberKeyOf(id, rule), member);
  }
  const byOther = new Map<string, BookMember[]>();
  for (const member of members) {
    for (const id of new Set(member.otherIds.map(normaliseId))) byOther.set(id, [...(byOther.get(id) ?? []), member]);
  }
  return (key: string, policies: readonly ListedPolicy[]): readonly BookMember[] => {
    const member = byMember.get(key) ?? byRef.get(refOf(key));
    if (member !== undefined) return [member];
    return [...new Set(otherIdsOf(policies).flatMap((id) => byOther.get(id) ?? []))];
  };
}

/** Returns the normalised ids and policy numbers of policies. A listed id may be a policy number too. */
function otherIdsOf(policies: readonly ListedPolicy[]): readonly string[] {
  const ids = policies.flatMap(({ policyId, policyNumber }) => [
    policyId,
    ...(policyNumber === null ? [] : [policyNumber]),
  ]);
  return [...new Set(ids.map(normaliseId))].filter((id) => id !== '');
}

function listedMember(period: Period, key: string, policies: readonly ListedPolicy[]): ListedMember {
  const active = policies.filter((policy) => listedStateOf(policy, period) === 'active').toSorted(byEffectiveDate);
  const ended = policies.filter((policy) => listedStateOf(policy, period) === 'ended').toSorted(byTermDate);
  const [first] = policies;
  if (first === undefined) throw new RangeError('A listed id has at least one policy.');
  const listedState = active.length > 0 ? 'active' : ended.length === policies.length ? 'ended' : 'neither';
  return { key, policies, listedState, shown: active[0] ?? ended.at(-1) ?? first };
}

/**
 * Returns the state of a policy in a month; `neither` before its first day. The policy's last day takes precedence over
 * its status, which dates from the day of the list.
 */
function listedStateOf({ status, effectiveDate, termDate }: ListedPolicy, period: Period): ListedMember['listedState'] {
  if (termDate !== null && termDate < `${period}-01`) return 'ended';
  if (status === 'pending') return 'neither';
  if (effectiveDate !== null && effectiveDate.slice(0, 7) > period) return 'neither';
  return status === 'ended' && termDate === null ? 'ended' : 'active';
}

const byEffectiveDate = (a: ListedPolicy, b: ListedPolicy) =>
  compareTexts(a.effectiveDate ?? '', b.effectiveDate ?? '');
const byTermDate = (a: ListedPolicy, b: ListedPolicy) => compareTexts(a.termDate ?? '9999', b.termDate ?? '9999');

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Compares the matched list with the period. The findings are sorted by kind and id. */
export function comparePolicies(match: PolicyMatch, earlier: readonly EarlierPresence[]): PolicyComparison {
  const { period, listed, unlisted } = match;
  const lastOf = earlierFinder(earlier);
  const possibleMatchOf = possibleMatches(unlisted);
  const notEnded = new Set(
    listed.filter(({ listedState }) => listedState !== 'ended').flatMap(({ members }) => members),
  );
  const timesListed = Map.groupBy(
    listed.flatMap(({ members }) => members),
    (member) => member,
  );
  const findings: PolicyFinding[] = [];
  let waiting = 0;
  for (const entry of listed) {
    const isMatchedOnce =
      entry.members.length === 1 && entry.members.every((member) => timesListed.get(member)?.length === 1);
    if (entry.listedState === 'active' && entry.members.some(isPresent)) {
      const [member] = entry.members;
      if (isMatchedOnce && member !== undefined) findings.push(...detailFindings(period, entry, member));
    } else if (entry.listedState === 'active') {
      const finding = absentFinding(period, entry, { pay: lastOf(entry), possibleMatchOf });
      if (finding === null) waiting += 1;
      else findings.push(finding);
    } else if (entry.listedState === 'ended') {
      const paid = entry.members.filter(
        (member) => isPaid(member) && !notEnded.has(member) && !isWithinTerm(entry.shown, member),
      );
      const [first] = paid;
      if (first === undefined) continue;
      const commission = paid.reduce((sum, member) => sum + member.commission, 0);
      findings.push(findingOf(period, 'ended_but_paid', { entry: entry.shown, member: { ...first, commission } }));
    }
  }
  for (const member of unlisted.filter(isPaid)) findings.push(findingOf(period, 'paid_not_listed', { member }));
  const active = listed.filter(({ listedState }) => listedState === 'active');
  return {
    listed: listed.length,
    active: active.length,
    paid: active.filter(({ members }) => members.some(isPresent)).length,
    waiting,
    findings: findings.sort(inOrder),
  };
}

/** Returns whether a member is on the statement or paid ahead. A chargeback after the drop is not presence. */
const isPresent = ({ status }: BookMember) => status !== 'red';
const isPaid = ({ status, commission }: BookMember) => status !== 'red' && status !== 'carried' && commission > 0;

/** Returns whether all pay is for months up to the policy's last month. Carriers may pay them later. */
function isWithinTerm({ termDate }: ListedPolicy, { lastCoverageMonth }: BookMember): boolean {
  return termDate !== null && lastCoverageMonth !== null && lastCoverageMonth <= termDate.slice(0, 7);
}

/** Returns a function that finds the earlier presence of a listed id. */
function earlierFinder(earlier: readonly EarlierPresence[]) {
  const byKey = new Map(earlier.map((pay) => [pay.key, pay] as const));
  return ({ key, policies }: ListedMember): EarlierPresence | null =>
    [key, ...otherIdsOf(policies)].map((id) => byKey.get(id)).find((pay) => pay !== undefined) ?? null;
}

/** Returns a function that suggests an unlisted paid member for an id, the first by spelling. Suggestions are never counted. */
function possibleMatches(unlisted: readonly BookMember[]): (policyId: string) => string | null {
  const ids = new Map<string, string>();
  for (const { memberExternalId } of unlisted.filter(isPaid)) {
    const key = looseIdKey(memberExternalId);
    const before = ids.get(key);
    if (key !== '' && (before === undefined || memberExternalId < before)) ids.set(key, memberExternalId);
  }
  return (policyId) => ids.get(looseIdKey(policyId)) ?? null;
}

/** Returns the finding for an active policy without pay; null for a new policy whose first commission may follow. */
function absentFinding(
  period: Period,
  { shown, members }: PolicyMatch['listed'][number],
  {
    pay,
    possibleMatchOf,
  }: { readonly pay: EarlierPresence | null; readonly possibleMatchOf: (policyId: string) => string | null },
): PolicyFinding | null {
  const [member] = members;
  const possibleMatch = possibleMatchOf(shown.policyId);
  if (member !== undefined) return findingOf(period, 'active_but_dropped', { entry: shown, member, possibleMatch });
  if (pay !== null) return findingOf(period, 'active_but_dropped', { entry: shown, pay, possibleMatch });
  const { effectiveDate } = shown;
  const isOld = effectiveDate === null || effectiveDate < `${addMonths(period, -NEVER_PAID_GRACE_MONTHS)}-01`;
  return isOld ? findingOf(period, 'sold_never_paid', { entry: shown, possibleMatch }) : null;
}

function detailFindings(
  period: Period,
  { policies, shown }: ListedMember,
  member: BookMember,
): readonly PolicyFinding[] {
  const active = policies.filter((policy) => listedStateOf(policy, period) === 'active');
  return comparePolicyDetails(active, member).map(({ kind, listed, onStatement }) =>
    findingOf(period, kind, { entry: shown, member, listed, onStatement }),
  );
}

/** The parts of a finding that are known. */
interface FindingParts {
  readonly entry?: ListedPolicy;
  readonly member?: BookMember;
  readonly pay?: EarlierPresence | undefined;
  readonly possibleMatch?: string | null;
  readonly listed?: string;
  readonly onStatement?: string;
}

function findingOf(
  period: Period,
  kind: PolicyFindingKind,
  { entry, member, pay, ...values }: FindingParts,
): PolicyFinding {
  const { listed = null, onStatement = null, possibleMatch = null } = values;
  const isPaidNow = kind === 'paid_not_listed' || kind === 'ended_but_paid';
  const amount = (isPaidNow ? member?.commission : member?.lastAmount) ?? pay?.lastAmount ?? null;
  const facts: FindingFacts = {
    period,
    effectiveDate: entry?.effectiveDate ?? null,
    termDate: entry?.termDate ?? null,
    lastPeriod: member?.lastPeriod ?? pay?.lastPeriod ?? null,
    lastAmount: amount === null ? null : moneyToDollars(amount),
    listed,
    onStatement,
  };
  const { period: _, ...shown } = facts;
  return {
    kind,
    policyId: entry?.policyId ?? member?.memberExternalId ?? '',
    policyNumber: entry?.policyNumber ?? null,
    memberRefId: member?.memberRefId ?? null,
    memberExternalId: member?.memberExternalId ?? null,
    memberName: entry?.memberName ?? member?.memberName ?? null,
    planName: entry?.planName ?? member?.planName ?? null,
    ...shown,
    possibleMatch,
    sentence: findingSentence(kind, facts),
  };
}

const RANKS = new Map(POLICY_FINDING_KINDS.map((kind, rank) => [kind, rank] as const));

function inOrder(a: PolicyFinding, b: PolicyFinding): number {
  return (
    (RANKS.get(a.kind) ?? 0) - (RANKS.get(b.kind) ?? 0) ||
    compareTexts(a.policyId, b.policyId) ||
    compareTexts(a.memberRefId ?? '', b.memberRefId ?? '')
  );
}
