import { foldText, singleSpaced } from '../../folded-text.ts';
import type { Money } from '../../money.ts';
import type { Period } from '../../period.ts';
import { counted, monthName } from '../../wording.ts';
import type { MemberProfile } from '../member-month.ts';
import type { PeriodMember } from '../period-members.ts';
import type { PriorRow } from '../scored-row.ts';
import { type CarrierEvent, type EventScope, scopeClause, WHOLE_CARRIER } from './carrier-event.ts';
import { REACHES } from './finding-table.ts';

/** Groups of members who share a plan, product type, agent, policy, county or state, and those of them that left together. */

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

/** Minimum number of members who left. Fewer may have left by chance. */
const LEFT_MIN = 5;
/** Minimum share of the block's earlier members who left. */
const LEFT_SHARE_MIN = 0.6;
/** Maximum share of the book that one block may be. If a larger block is missing, the statement is probably incomplete. */
const BLOCK_SHARE_MAX = 0.8;
/** Maximum share of the book that may be missing. If more is missing, a file of the statement has probably not come. */
const MISSING_SHARE_MAX = 0.5;
/** A block is left out if blocks that are already reported contain more than this share of its members. */
const REPORTED_SHARE_MAX = 0.5;
const BLOCKS_MAX = 10;

/** The fields of members who leave together. Of two equal blocks the first names the event. */
const BLOCK_FIELDS: readonly EventScope['field'][] = ['agent', 'plan_code', 'plan_name', 'county', 'state'];

/**
 * Finds groups whose members left together. A group shares an agent, plan, county or state, and most of its earlier members are missing.
 * `left`: the earlier rows of all members who dropped this period. `members`: all members of the period.
 */
export function findLeftTogether(
  period: Period,
  left: readonly PriorRow[],
  members: readonly PeriodMember[],
): readonly CarrierEvent[] {
  if (left.length < LEFT_MIN) return [];
  const present = members.flatMap(({ prior }) => (prior !== undefined && isPresent(prior) ? [prior] : []));
  if (left.length > MISSING_SHARE_MAX * present.length) return [];
  const profiles = [...present, ...left.filter((prior) => !isPresent(prior))].map(({ profile }) => profile);
  const rowOf = new Map(left.map((prior) => [prior.profile, prior]));
  const counted = { masks: profiles.map(() => 1), profiles };
  const { groups } = countGroups([...rowOf.keys()], counted, LEFT_MIN);
  const blocks = BLOCK_FIELDS.flatMap((field) => groups.filter(({ scope }) => scope.field === field));
  const together = blocks.flatMap(({ scope, fired, reached: [before = 0] }) => {
    const isBlock = fired.size >= LEFT_SHARE_MIN * before && before <= BLOCK_SHARE_MAX * present.length;
    return isBlock ? [{ scope, left: [...fired].flatMap((profile) => rowOf.get(profile) ?? []), before }] : [];
  });
  return distinctBlocks(together).map((block) => eventOf(period, block));
}

/** Returns whether the member was on the previous statement. A carried member was already absent from it, because it was paid ahead. */
function isPresent({ status }: PriorRow): boolean {
  return status !== 'red' && status !== 'carried';
}

/** Members who share an agent, plan, county or state. `left`: those who dropped. `before`: the number of members before they left. */
interface Block {
  readonly scope: EventScope;
  readonly left: readonly PriorRow[];
  readonly before: number;
}

/** Returns the blocks with the largest share of members who left, without blocks whose members are mostly in a block before. */
function distinctBlocks(blocks: Block[]): readonly Block[] {
  const share = ({ left, before }: Block) => left.length / before;
  blocks.sort((a, b) => share(b) - share(a) || b.left.length - a.left.length);
  const reported = new Set<string>();
  const chosen: Block[] = [];
  for (const block of blocks) {
    const known = block.left.filter(({ memberRefId }) => reported.has(memberRefId)).length;
    if (known > REPORTED_SHARE_MAX * block.left.length || chosen.length === BLOCKS_MAX) continue;
    for (const { memberRefId } of block.left) reported.add(memberRefId);
    chosen.push(block);
  }
  return chosen;
}

function eventOf(period: Period, { scope, left, before }: Block): CarrierEvent {
  let amount: Money = 0;
  for (const { lastPresentAmount } of left) amount += Math.max(lastPresentAmount, 0);
  return {
    kind: 'members_left',
    period,
    scope,
    members: left.length,
    compared: before,
    ratioMillionths: null,
    amount,
    rate: null,
    noRateReason: 'Members who left are paid by no rate.',
    detail: `${left.length.toLocaleString('en-US')} of ${counted(before, 'member')}${scopeClause(scope)} are not on the ${monthName(period)} statement.`,
    shared: null,
  };
}
