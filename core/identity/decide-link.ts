import type { Period } from '../period.ts';
import type { Refused } from '../problem.ts';
import { refuse, refuseField } from '../refuse.ts';
import { monthName } from '../scoring/wording.ts';
import { normaliseId } from '../statement/member-key.ts';

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
