import { foldText } from '../../folded-text.ts';
import type { Money } from '../../money.ts';
import type { Period } from '../../period.ts';
import { memoize } from '../../statement/pattern.ts';
import { counted, monthName } from '../../wording.ts';
import type { MemberProfile } from '../member-month.ts';
import type { PeriodMember } from '../period-members.ts';
import type { PriorRow } from '../scored-row.ts';
import type { CarrierEvent, EventScope } from './carrier-event.ts';
import { scopeClause, scopeOf } from './pay-events.ts';

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

/** A way to group members who left together. They are compared by the id and shown by the name. */
interface Kind {
  readonly field: EventScope['field'];
  readonly id: (profile: MemberProfile) => string | null;
  readonly name: (profile: MemberProfile) => string | null;
}

const planName = ({ planCode, planName: name }: MemberProfile) => (planCode === null ? name : null);
const countyOf = ({ county, state }: MemberProfile) =>
  county === null || state === null ? county : `${county}, ${state}`;

const KINDS: readonly Kind[] = [
  { field: 'agent', id: ({ agentId, agentName }) => agentId ?? agentName, name: ({ agentName }) => agentName },
  { field: 'plan_code', id: ({ planCode }) => planCode, name: ({ planCode }) => planCode },
  { field: 'plan_name', id: planName, name: planName },
  { field: 'county', id: countyOf, name: countyOf },
  { field: 'state', id: ({ state }) => state, name: ({ state }) => state },
];

/** Makes a member's scope with its key in the list of blocks; null without an id. */
function blockScope({ field, id, name }: Kind, profile: MemberProfile) {
  const scope = scopeOf(field, id(profile));
  if (scope === null || scope.key === '') return null;
  const shown = scopeOf(field, name(profile)) ?? scope;
  return { key: `${field} ${scope.key}`, scope: { ...scope, value: shown.value } };
}

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
  const blocks = blocksOf(left);
  for (const [id, block] of blocks) if (block.left.length < LEFT_MIN) blocks.delete(id);
  if (blocks.size === 0) return [];
  let presentBefore = 0;
  // Members share few ids, so each id is folded once.
  const finders = KINDS.map(({ field, id }) => ({
    id,
    blockOf: memoize((text: string) => blocks.get(`${field} ${foldText(text)}`) ?? null),
  }));
  for (const { prior } of members) {
    if (prior === undefined || !isPresent(prior)) continue;
    presentBefore += 1;
    for (const { id, blockOf } of finders) {
      const text = id(prior.profile);
      const block = text === null ? null : blockOf(text);
      if (block !== null) block.before += 1;
    }
  }
  if (left.length > MISSING_SHARE_MAX * presentBefore) return [];
  const together = [...blocks.values()].filter(
    (block) => block.left.length >= LEFT_SHARE_MIN * block.before && block.before <= BLOCK_SHARE_MAX * presentBefore,
  );
  return distinctBlocks(together).map((block) => eventOf(period, block));
}

/** Returns whether the member was on the previous statement. A carried member was already absent from it, because it was paid ahead. */
function isPresent({ status }: PriorRow): boolean {
  return status !== 'red' && status !== 'carried';
}

/** Members who share an agent, plan, county or state. `left`: those who dropped. `before`: the number of members before they left. */
interface Block {
  readonly scope: EventScope;
  readonly left: PriorRow[];
  before: number;
}

function blocksOf(left: readonly PriorRow[]): Map<string, Block> {
  const blocks = new Map<string, Block>();
  for (const prior of left) {
    for (const kind of KINDS) {
      const own = blockScope(kind, prior.profile);
      if (own === null) continue;
      const block = blocks.get(own.key) ?? { scope: own.scope, left: [], before: 0 };
      block.left.push(prior);
      if (!isPresent(prior)) block.before += 1;
      blocks.set(own.key, block);
    }
  }
  return blocks;
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
