import { namesAgree, type Person } from './person.ts';

/** A member whose own id no earlier month of the book has. */
export interface Newcomer extends Person {
  readonly memberKey: string;
  /** Normalised second ids on its lines. */
  readonly alternateKeys: readonly string[];
}

/** A member whom earlier months know by an id, as its own or as its second id. */
export interface IdOwner {
  readonly memberRefId: string;
  readonly memberName: string | null;
}

export interface Join {
  /** The id that the alias makes by itself. */
  readonly aliasRefId: string;
  readonly aliasExternalId: string;
  /** The member it belongs to. */
  readonly memberRefId: string;
}

/** A Medicare Beneficiary Identifier belongs to one person; other second ids may be a household's or a contract's. */
const MBI =
  /^[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y][0-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y][0-9][AC-HJKMNP-RT-Y]{2}[0-9]{2}$/;

const isMbi = (key: string) => MBI.test(key.replaceAll('-', ''));

/**
 * Newcomers who are members known by another id that both share. No join where it is uncertain: several members own the
 * ids, the member is on the same statement under the id it had, two newcomers claim one member, or the names differ and
 * the shared id may be a household's.
 */
export function joinBySecondId(
  newcomers: readonly Newcomer[],
  ownersOf: ReadonlyMap<string, readonly IdOwner[]>,
  isPresent: (memberRefId: string) => boolean,
): readonly Join[] {
  const joins: Join[] = [];
  for (const newcomer of newcomers) {
    const keys = [newcomer.memberKey, ...newcomer.alternateKeys];
    const shared = keys.flatMap((key) => (ownersOf.get(key) ?? []).map((owner) => ({ key, owner })));
    const [first] = shared;
    if (first === undefined) continue;
    const { memberRefId } = first.owner;
    if (memberRefId === newcomer.memberRefId || isPresent(memberRefId)) continue;
    if (shared.some(({ owner }) => owner.memberRefId !== memberRefId)) continue;
    const isPersonal = shared.some(({ key }) => isMbi(key));
    if (!isPersonal && !namesAgree(first.owner.memberName, newcomer.memberName)) continue;
    joins.push({ aliasRefId: newcomer.memberRefId, aliasExternalId: newcomer.memberExternalId, memberRefId });
  }
  return withOneClaim(joins);
}

/** Joins whose member no other join has. */
function withOneClaim(joins: readonly Join[]): readonly Join[] {
  const claims = new Map<string, number>();
  for (const { memberRefId } of joins) claims.set(memberRefId, (claims.get(memberRefId) ?? 0) + 1);
  return joins.filter(({ memberRefId }) => claims.get(memberRefId) === 1);
}
