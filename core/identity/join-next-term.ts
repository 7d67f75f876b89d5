import { addMonths, type Period, periodOfDate } from '../period.ts';
import type { Refused } from '../problem.ts';
import { refuse, refuseField } from '../refuse.ts';
import type { PriorRow } from '../scoring/scored-row.ts';
import type { StatementLine } from '../statement/line.ts';
import { normaliseId } from '../statement/member-key.ts';
import { monthName } from '../wording.ts';
import { namesAgree, type Person, personKey } from './person.ts';

/** A member whose own id is in no earlier month of the book. */
export interface Newcomer extends Pick<Person, 'memberRefId' | 'memberExternalId' | 'memberName'> {
  readonly memberKey: string;
  /** Normalised second ids on the member's lines. */
  readonly alternateKeys: readonly string[];
}

/** A member of earlier months who has an id as its own or as its second id. */
export interface IdOwner {
  readonly memberRefId: string;
  readonly memberName: string | null;
}

/** Two ids that belong to one member. */
export interface Join {
  /** The member id made from the alias itself. */
  readonly aliasRefId: string;
  readonly aliasExternalId: string;
  /** The member that the alias belongs to. */
  readonly memberRefId: string;
}

/** Matches a Medicare Beneficiary Identifier, which belongs to one person. Other second ids may belong to a household or a contract. */
const MBI =
  /^[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y][0-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y][0-9][AC-HJKMNP-RT-Y]{2}[0-9]{2}$/;

const isMbi = (key: string) => MBI.test(key.replaceAll('-', ''));

/**
 * Joins newcomers with known members by an id that both have. Makes no join when several members have the id, when the member is on the
 * statement under the earlier id, when two newcomers match one member, or when the names differ and the id may belong to a household.
 */
export function joinBySecondId(
  newcomers: readonly Newcomer[],
  ownersOf: ReadonlyMap<string, readonly IdOwner[]>,
  isPresent: (memberRefId: string, newcomer: Newcomer) => boolean,
): readonly Join[] {
  const joins: Join[] = [];
  for (const newcomer of newcomers) {
    const keys = [newcomer.memberKey, ...newcomer.alternateKeys];
    const shared = keys.flatMap((key) => (ownersOf.get(key) ?? []).map((owner) => ({ key, owner })));
    const [first] = shared;
    if (first === undefined) continue;
    const { memberRefId } = first.owner;
    if (memberRefId === newcomer.memberRefId || isPresent(memberRefId, newcomer)) continue;
    if (shared.some(({ owner }) => owner.memberRefId !== memberRefId)) continue;
    const isPersonal = shared.some(({ key }) => isMbi(key));
    if (!isPersonal && !namesAgree(first.owner.memberName, newcomer.memberName)) continue;
    joins.push({ aliasRefId: newcomer.memberRefId, aliasExternalId: newcomer.memberExternalId, memberRefId });
  }
  return withUniqueMembers(joins);
}

/** Returns the joins whose member occurs in no other join. */
function withUniqueMembers(joins: readonly Join[]): readonly Join[] {
  const counts = new Map<string, number>();
  for (const { memberRefId } of joins) counts.set(memberRefId, (counts.get(memberRefId) ?? 0) + 1);
  return joins.filter(({ memberRefId }) => counts.get(memberRefId) === 1);
}

/** A month whose statements show both ids, with the policy number of each line; null for a line without one. */
export interface SharedMonth {
  readonly period: Period;
  readonly memberPolicies: readonly (string | null)[];
  readonly aliasPolicies: readonly (string | null)[];
}

/** The facts that decide whether an id may become another id of a member. */
export interface LinkSituation {
  readonly memberRefId: string;
  /** The member id made from the external id itself. */
  readonly aliasRefId: string;
  /** The member that the external id is already an alias of; null if there is none. */
  readonly linkedTo: string | null;
  /** True when the external id belongs to a member who has other ids. */
  readonly ownsAliases: boolean;
  /** True when the member's own id is an alias of another member. */
  readonly memberIsAlias: boolean;
  readonly sharedMonths: readonly SharedMonth[];
}

/** Decides about a link: `link`, or `exists` when the link exists already. Refuses an id that is or may be another member's. */
export function decideLink(situation: LinkSituation): 'link' | 'exists' | Refused {
  const { memberRefId, aliasRefId, linkedTo, ownsAliases, memberIsAlias, sharedMonths } = situation;
  if (aliasRefId === memberRefId) return refuseField('externalId', 'is the id that the member has already');
  if (linkedTo === memberRefId) return 'exists';
  if (linkedTo !== null) return refuse('conflict', 'The id belongs to another member: remove it there first.');
  if (memberIsAlias)
    return refuse('conflict', 'The member itself is known under another id: link the id to that member.');
  if (ownsAliases) return refuse('conflict', 'The id has a member of its own with further ids: remove these first.');
  const [month] = sharedMonths.filter((shared) => !haveSeparatePolicies(shared));
  if (month === undefined) return 'link';
  return refuse('conflict', `The statements of ${monthName(month.period)} show both ids: they may be two people.`);
}

/**
 * Returns whether every line has a policy number and no number occurs with both ids. One member with two policies may have an id for
 * each policy.
 */
export function haveSeparatePolicies({ memberPolicies, aliasPolicies }: Omit<SharedMonth, 'period'>): boolean {
  const policies = memberPolicies.filter((number) => number !== null).map(normaliseId);
  const others = aliasPolicies.filter((number) => number !== null).map(normaliseId);
  const areNumbered = policies.length === memberPolicies.length && others.length === aliasPolicies.length;
  return areNumbered && others.every((number) => !policies.includes(number));
}

/**
 * Joins the terms of a policy whose number changes at the renewal (docs/howto/join-two-ids-of-a-member.md#renewals-under-another-number),
 * for carriers that pay by the policy's term.
 */

type TermLine = { readonly memberRefId: string } & Pick<
  StatementLine,
  | 'memberExternalId'
  | 'memberName'
  | 'effectiveDate'
  | 'agentId'
  | 'agentName'
  | 'productType'
  | 'planCode'
  | 'planName'
>;

/**
 * Joins a newcomer with the earlier policy of the same name, product and agent whose paid term ends when the newcomer's term begins, on the
 * same day of the month. A name with two policies of the product in either month is joined with nobody. The caller drops joins with members
 * who are still on the statement.
 */
export function joinNextTerm({
  baseline,
  lines,
  newcomers,
}: {
  readonly baseline: readonly PriorRow[];
  readonly lines: readonly TermLine[];
  /** Ids of the members who are in no earlier month and are not joined by another rule. */
  readonly newcomers: ReadonlySet<string>;
}): readonly Join[] {
  const before = Map.groupBy(
    baseline.filter(({ status }) => status !== 'red'),
    ({ profile }) => policyKey(profile),
  );
  const joins: Join[] = [];
  for (const [key, own] of Map.groupBy(lines, policyKey)) {
    const [line] = own;
    const [prior, ...others] = key === null ? [] : (before.get(key) ?? []);
    if (line === undefined || prior === undefined || others.length > 0 || !newcomers.has(line.memberRefId)) continue;
    if (!own.every((each) => each.memberRefId === line.memberRefId && beginsAfter(each, prior))) continue;
    const { memberRefId: aliasRefId, memberExternalId: aliasExternalId } = line;
    joins.push({ aliasRefId, aliasExternalId, memberRefId: prior.memberRefId });
  }
  return joins;
}

/** Returns the key that the policies of one person and product share; null where the name or the product is not known. */
function policyKey(fields: Omit<TermLine, 'memberRefId' | 'memberExternalId' | 'effectiveDate'>): string | null {
  const { memberName, agentId, agentName, productType, planCode, planName } = fields;
  const name = personKey(memberName);
  const product = productType ?? planCode ?? planName;
  return name === null || product === null ? null : JSON.stringify([name, product, agentId ?? agentName]);
}

/** Returns whether the line's term begins in the month after the last paid one, and on the day on which the term before it began. */
function beginsAfter({ effectiveDate }: TermLine, { paidThrough, profile }: PriorRow): boolean {
  if (effectiveDate === null || paidThrough === null || profile.effectiveDate === null) return false;
  const dayOf = (date: string) => date.slice(-2);
  return (
    periodOfDate(effectiveDate) === addMonths(periodOfDate(paidThrough), 1) &&
    dayOf(effectiveDate) === dayOf(profile.effectiveDate)
  );
}
