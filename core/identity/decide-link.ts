import type { Period } from '../period.ts';
import { type Refused, refuse, refuseField } from '../problem.ts';
import { normaliseId } from '../statement/member-key.ts';

/** A month whose statements show both ids, with the policy numbers of the lines of each; null for lines without one. */
export interface SharedMonth {
  readonly period: Period;
  readonly memberPolicies: readonly (string | null)[];
  readonly aliasPolicies: readonly (string | null)[];
}

/** What decides whether an id may become another id of a member. */
export interface LinkSituation {
  readonly memberRefId: string;
  /** The member id that the external id makes by itself. */
  readonly aliasRefId: string;
  /** The member whose alias the external id is already; null when it is nobody's. */
  readonly linkedTo: string | null;
  /** Whether the external id has a member of its own, and this one has other ids. */
  readonly ownsAliases: boolean;
  /** Whether the member's own id is an alias of another member. */
  readonly memberIsAlias: boolean;
  readonly sharedMonths: readonly SharedMonth[];
}

/** `link`, `exists` when nothing is left to do, or why not. */
export function decideLink(situation: LinkSituation): 'link' | 'exists' | Refused {
  const { memberRefId, aliasRefId, linkedTo, ownsAliases, memberIsAlias, sharedMonths } = situation;
  if (aliasRefId === memberRefId) return refuseField('externalId', 'is the id that the member has already');
  if (linkedTo === memberRefId) return 'exists';
  if (linkedTo !== null) return refuse('conflict', 'The id belongs to another member: remove it there first.');
  if (memberIsAlias)
    return refuse('conflict', 'The member itself is known under another id: link the id to that member.');
  if (ownsAliases) return refuse('conflict', 'The id has a member of its own with further ids: remove these first.');
  const [month] = sharedMonths.filter((shared) => !isPlainlyTwoPolicies(shared));
  if (month === undefined) return 'link';
  return refuse('conflict', `The statements of ${month.period} show both ids: they may be two people.`);
}

/** Every line has a policy number, and no number stands on lines of both ids: one member with two policies may have an id for each. */
export function isPlainlyTwoPolicies({ memberPolicies, aliasPolicies }: Omit<SharedMonth, 'period'>): boolean {
  const policies = memberPolicies.filter((number) => number !== null).map(normaliseId);
  const others = aliasPolicies.filter((number) => number !== null).map(normaliseId);
  const areNumbered = policies.length === memberPolicies.length && others.length === aliasPolicies.length;
  return areNumbered && others.every((number) => !policies.includes(number));
}
