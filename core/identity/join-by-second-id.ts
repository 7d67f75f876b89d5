import { namesAgree, type Person } from './person.ts';

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
