import { foldText, singleSpaced } from '../../folded-text.ts';
import type { MemberProfile } from '../member-month.ts';
import { type EventScope, WHOLE_CARRIER } from './carrier-event.ts';
import { REACHES } from './finding-table.ts';

/** Groups the members of a period by what they share: a plan, product type, agent, policy, county or state. */

/** A way to group members. `key` tells the groups apart, and `shown` is the group's name. */
interface Grouping {
  readonly field: Exclude<EventScope['field'], 'carrier'>;
  readonly key: (profile: MemberProfile) => string | null;
  readonly shown: (profile: MemberProfile) => string | null;
}

const planName = ({ planCode, planName: name }: MemberProfile) => (planCode === null ? name : null);
const countyOf = ({ county, state }: MemberProfile) =>
  county === null || state === null ? county : `${county}, ${state}`;

/** The groupings. Of two groups with equally many members the first names an event. */
const GROUPINGS: readonly Grouping[] = [
  { field: 'plan_code', key: ({ planCode }) => planCode, shown: ({ planCode }) => planCode },
  { field: 'plan_name', key: planName, shown: planName },
  { field: 'policy_number', key: ({ policyNumber }) => policyNumber, shown: ({ policyNumber }) => policyNumber },
  {
    field: 'agent',
    key: ({ agentId, agentName }) => agentId ?? agentName,
    shown: ({ agentId, agentName }) => agentName ?? agentId,
  },
  { field: 'product_type', key: ({ productType }) => productType, shown: ({ productType }) => productType },
  { field: 'county', key: countyOf, shown: countyOf },
  { field: 'state', key: ({ state }) => state, shown: ({ state }) => state },
];

/** Returns whether the profile belongs to the scope. */
export function isInScope({ field, key }: EventScope, profile: MemberProfile): boolean {
  if (field === 'carrier') return true;
  const own = GROUPINGS.find((grouping) => grouping.field === field)?.key(profile) ?? null;
  return own !== null && foldText(own) === key;
}

/** A group of members. */
export interface Group {
  readonly scope: EventScope;
  /** The profiles of its members with a warning, so that groups with few of them are passed over. */
  readonly fired: ReadonlySet<MemberProfile>;
  /** The number of its members in each reach, in the order of `REACHES`. */
  readonly reached: number[];
}

/** All members of the period, and the groups that have enough warnings to be an event. */
export interface Groups {
  readonly carrier: Group;
  readonly groups: readonly Group[];
}

/**
 * Counts the members of the carrier and of those groups that have at least `firedMin` of the `fired` profiles. `masks` has the reaches of
 * each member of the period, and `profiles` their profiles in the same order.
 */
export function countGroups(
  fired: readonly MemberProfile[],
  { masks, profiles }: { readonly masks: readonly number[]; readonly profiles: readonly MemberProfile[] },
  firedMin: number,
): Groups {
  const carrier: Group = { scope: WHOLE_CARRIER, fired: new Set(fired), reached: REACHES.map(() => 0) };
  for (const mask of masks) addReaches(carrier, mask);
  if (fired.length < firedMin) return { carrier, groups: [] };
  const groups = GROUPINGS.flatMap((grouping) => {
    const found = new Map<string, Group>();
    const byValue = [...Map.groupBy(fired, (profile) => grouping.key(profile) ?? '')];
    for (const [key, same] of Map.groupBy(byValue, ([value]) => foldText(value))) {
      const own = same.flatMap(([, members]) => members);
      const [first] = own;
      if (key === '' || first === undefined || own.length < firedMin) continue;
      const scope = { field: grouping.field, value: singleSpaced(grouping.shown(first) ?? key), key };
      found.set(key, { scope, fired: new Set(own), reached: REACHES.map(() => 0) });
    }
    if (found.size > 0) countMembers(found, { grouping, masks, profiles });
    return [...found.values()];
  });
  return { carrier, groups };
}

/** Adds the members of the period to their groups. A value is folded once, because members share few values. */
function countMembers(
  found: ReadonlyMap<string, Group>,
  {
    grouping,
    masks,
    profiles,
  }: {
    readonly grouping: Grouping;
    readonly masks: readonly number[];
    readonly profiles: readonly MemberProfile[];
  },
): void {
  const groupOf = new Map<string, Group | null>();
  profiles.forEach((profile, index) => {
    const value = grouping.key(profile);
    if (value === null) return;
    let group = groupOf.get(value);
    if (group === undefined) {
      group = found.get(foldText(value)) ?? null;
      groupOf.set(value, group);
    }
    if (group !== null) addReaches(group, masks[index] ?? 0);
  });
}

function addReaches({ reached }: Group, mask: number): void {
  for (let index = 0, rest = mask; rest > 0; index += 1, rest >>= 1) {
    if ((rest & 1) === 1) reached[index] = (reached[index] ?? 0) + 1;
  }
}
