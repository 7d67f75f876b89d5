import { singleSpaced } from '../folded-text.ts';
import { addMoney, type Money } from '../money.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { dollars, quoted } from '../wording.ts';
import { isSameAgent, type RecordOfAgent } from './known-agents.ts';
import type { MemberMonth, ScorableLine } from './member-month.ts';
import { regularLines } from './regular-pay.ts';

type Agent = Pick<ScorableLine, 'agentId' | 'agentName'>;
/** The fields of `MemberHistory` that this module reads. */
interface ShareHistory {
  readonly partsPaid: readonly string[];
  readonly paidMonths: number;
}
/** The share of one of several agents in a month's regular pay. */
interface AgentShare extends Agent {
  readonly amount: Money;
}

/** Maximum number of agents whose shares are stored. */
const AGENTS_MAX = 8;
const NONE: readonly never[] = [];
/** The beginning of an encoded share. Coverages are in the same list, and begin with an amount. */
const AGENT_PREFIX = 'agent';
/** The separator between the fields of an encoded share. Their texts contain no tabs. */
const SEPARATOR = '\t';

/** Encodes the share of each agent for `MemberHistory`. Returns none for a single agent, and if a line names no agent. */
export function paidAgents(month: MemberMonth, kindOf: LineKindOf): readonly string[] {
  if (month.lineCount === 1 || !hasSeveralAgents(month)) return NONE;
  const shares: (Agent & { amount: Money })[] = [];
  for (const { amount, agentId, agentName } of regularLines(month, kindOf)) {
    if (agentId === null && agentName === null) return NONE;
    const known = shares.find((share) => isSameAgent(share, { agentId, agentName }));
    if (known === undefined) shares.push({ amount, agentId, agentName });
    else known.amount = addMoney(known.amount, amount);
  }
  if (shares.length < 2 || shares.length > AGENTS_MAX) return NONE;
  return shares
    .map(({ amount, agentId, agentName }) =>
      [AGENT_PREFIX, amount, singleSpaced(agentId ?? ''), singleSpaced(agentName ?? '')].join(SEPARATOR),
    )
    .sort();
}

function hasSeveralAgents({ records }: MemberMonth): boolean {
  const first = records[0]?.lines[0];
  return records.some(({ lines }) =>
    lines.some((line) => line.agentId !== first?.agentId || line.agentName !== first?.agentName),
  );
}

/** Returns whether an encoded text is an agent's share; otherwise it is a coverage. */
export function isAgentShare(stored: string): boolean {
  return stored.startsWith(`${AGENT_PREFIX}${SEPARATOR}`);
}

function shareFrom(stored: string): AgentShare {
  const [, amount, agentId, agentName] = stored.split(SEPARATOR);
  return { amount: Number(amount), agentId: agentId || null, agentName: agentName || null };
}

/**
 * Returns a sentence about agents who were paid before and have no line now (docs/reference/signals.md#an-agent-who-leaves-a-split). Null
 * if none is gone, if the numbers of months differ, and if a line names a new agent or none, because it may be the missing share.
 */
export function goneAgents(
  before: ShareHistory,
  now: ShareHistory,
  { month: { records }, recordOfAgent }: { readonly month: MemberMonth; readonly recordOfAgent: RecordOfAgent },
): string | null {
  const shares = before.partsPaid.filter(isAgentShare).map(shareFrom);
  if (shares.length === 0 || before.paidMonths !== now.paidMonths) return null;
  const lines = records.flatMap((record) => record.lines);
  if (!lines.every((line) => shares.some((share) => isSameAgent(share, line, recordOfAgent)))) return null;
  const [first, ...others] = shares
    .filter((share) => !lines.some((line) => isSameAgent(share, line, recordOfAgent)))
    .sort((one, other) => other.amount - one.amount);
  if (first === undefined) return null;
  const agent = `agent ${quoted(first.agentName ?? first.agentId ?? '')} (${dollars(first.amount)})`;
  if (others.length === 0) return `The line of ${agent} is not on this statement.`;
  const more = others.length === 1 ? 'one other' : `${others.length} others`;
  return `The lines of ${agent} and ${more} are not on this statement.`;
}
