import type { Money } from '../../money.ts';
import type { Period } from '../../period.ts';
import type { MemberProfile } from '../member-month.ts';
import type { PeriodMember } from '../period-members.ts';
import type { PriorRow } from '../scored-row.ts';
import { counted, monthName } from '../wording.ts';
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

/** Ways to group members who left together: by agent, plan, county and state. */
const KINDS: readonly ((profile: MemberProfile) => { readonly id: string; readonly scope: EventScope } | null)[] = [
  ({ agentId, agentName }) => named('agent', agentId, agentName),
  ({ planCode, planName }) => named(planCode === null ? 'plan_name' : 'plan_code', planCode, planName),
  ({ county, state }) => named('county', county === null || state === null ? county : `${county}, ${state}`, null),
  ({ state }) => named('state', state, null),
];

/** Makes a scope that is compared by the id and shown by the name. A missing id or name is replaced by the other; null without both. */
function named(field: EventScope['field'], id: string | null, name: string | null) {
  const scope = scopeOf(field, id ?? name);
  if (scope === null || scope.key === '') return null;
  const shown =
    name === null || field === 'plan_code' ? scope : { ...scope, value: scopeOf(field, name)?.value ?? scope.value };
  return { id: `${field} ${scope.key}`, scope: shown };
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
  for (const { prior } of members) {
    if (prior === undefined || !isPresent(prior)) continue;
    presentBefore += 1;
    for (const kind of KINDS) {
      const block = blocks.get(kind(prior.profile)?.id ?? '');
      if (block !== undefined) block.before += 1;
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
      const own = kind(prior.profile);
      if (own === null) continue;
      const block = blocks.get(own.id) ?? { scope: own.scope, left: [], before: 0 };
      block.left.push(prior);
      if (!isPresent(prior)) block.before += 1;
      blocks.set(own.id, block);
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
    detail: `${left.length} of ${counted(before, 'member')}${scopeClause(scope)} are not on the ${monthName(period)} statement.`,
    shared: null,
  };
}
