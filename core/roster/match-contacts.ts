import { normaliseId } from '../statement/member-key.ts';
import type { RosterRow } from './read-roster.ts';

/** Decides which members the rows of a list are (docs/howto/import-contacts.md#who-is-who). */

export const CONTACT_STATES = ['new', 'changed', 'same', 'nobody', 'several', 'faulty'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** A member whom a row may be, with what is written down about the member. */
export interface Candidate {
  readonly memberRefId: string;
  readonly memberName: string | null;
  readonly memberExternalId: string;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly phone: string | null;
  readonly email: string | null;
}

/** A candidate of a row, and which of the row's words led to it. */
export interface FoundCandidate extends Candidate {
  /** The index of the row in the list. */
  readonly at: number;
  readonly by: 'word' | 'policy' | 'name';
  /** The policy number or name that was found, as the statement has it. */
  readonly label: string | null;
  /** The number of the member under which it was found, which may be another one of the same member. */
  readonly foundId: string;
}

/** A contact as it will be stored. What the list leaves blank stays as it is. */
export interface ContactToSet {
  readonly memberRefId: string;
  readonly phone: string | null;
  readonly email: string | null;
}

export interface MatchedRow {
  readonly roster: RosterRow;
  readonly state: ContactState;
  readonly members: readonly Candidate[];
  /** A sentence about the row for people; null when nothing is to be said. */
  readonly detail: string | null;
  readonly toSet: readonly ContactToSet[];
}

/** Matches every row. Two rows that are one member are both unclear, because one of them would be overwritten. */
export function matchContacts(rows: readonly RosterRow[], found: readonly FoundCandidate[]): readonly MatchedRow[] {
  const byRow = Map.groupBy(found, ({ at }) => at);
  const matched = rows.map((row, at) => matchRow(row, byRow.get(at) ?? []));
  const claims = new Map<string, number>();
  for (const { members } of matched)
    for (const { memberRefId } of members) claims.set(memberRefId, (claims.get(memberRefId) ?? 0) + 1);
  return matched.map((row) =>
    row.toSet.length > 0 && row.members.some(({ memberRefId }) => (claims.get(memberRefId) ?? 0) > 1)
      ? { ...row, state: 'several', detail: 'Another row of the list is the same member.', toSet: [] }
      : row,
  );
}

function matchRow(roster: RosterRow, found: readonly FoundCandidate[]): MatchedRow {
  const nothing = { roster, members: [], toSet: [] };
  if (roster.fault !== null) return { ...nothing, state: 'faulty', detail: `The row ${roster.fault}.` };
  const members = membersOf(roster, found);
  if (members.length === 0) return { ...nothing, state: 'nobody', detail: 'No statement has this person.' };
  if (members === 'several')
    return { ...nothing, state: 'several', detail: 'More than one person could be meant. Add the member ID.' };
  const toSet = members.flatMap(({ memberRefId, ...known }) => {
    const [phone, email] = [roster.phone ?? known.phone, roster.email ?? known.email];
    return phone === known.phone && email === known.email ? [] : [{ memberRefId, phone, email }];
  });
  const isNew = members.every(({ phone, email }) => phone === null && email === null);
  return { roster, members, toSet, detail: null, state: toSet.length === 0 ? 'same' : isNew ? 'new' : 'changed' };
}

/** The id decides, then the policy with the name, then the name. A person whom several carriers pay is one member of each. */
function membersOf(roster: RosterRow, found: readonly FoundCandidate[]): readonly Candidate[] | 'several' {
  const named = found.filter(({ by }) => by === 'name');
  const isNamed = (one: Candidate) => named.some(({ memberRefId }) => memberRefId === one.memberRefId);
  const byId = distinct(found.filter((one) => one.by === 'word' && isSameId(one.foundId, roster.memberId)));
  if (byId.length > 0) return oneOfEachCarrier(byId.some(isNamed) ? byId.filter(isNamed) : byId);
  const byPolicy = distinct(found.filter((one) => one.by === 'policy' && isSameId(one.label, roster.policyNumber)));
  if (byPolicy.length > 0) {
    if (roster.name !== null) return oneOfEachCarrier(byPolicy.filter(isNamed));
    return byPolicy.length === 1 ? byPolicy : 'several';
  }
  return oneOfEachCarrier(distinct(named));
}

function isSameId(id: string | null, wanted: string | null): boolean {
  return id !== null && wanted !== null && normaliseId(id) === normaliseId(wanted);
}

const distinct = (found: readonly FoundCandidate[]): readonly Candidate[] => [
  ...new Map(
    found.map(({ at: _, by: _by, label: _label, foundId: _id, ...member }) => [member.memberRefId, member]),
  ).values(),
];

function oneOfEachCarrier(members: readonly Candidate[]): readonly Candidate[] | 'several' {
  return new Set(members.map(({ carrierId }) => carrierId)).size === members.length ? members : 'several';
}
