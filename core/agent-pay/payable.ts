import type { Money } from '../money.ts';
import { type Balance, NO_BALANCE } from './settle-agent.ts';

/** The sums that an agent is owed at the moment. */
export interface Payable extends Balance {
  readonly agentId: string;
  /** Approved and not paid yet. */
  readonly due: Money;
  /** The pay date of the oldest run with money due; null without one. */
  readonly dueSince: string | null;
  /** due + waiting + holdback - debt; negative when the agent owes more. */
  readonly total: Money;
}

/** The result of approved runs for an agent: money due, and the balance after the latest one. */
export type SettledBalance = Omit<Payable, 'total'>;

/** The balance of an agent from before the first run. */
export interface OpeningBalance {
  readonly agentId: string;
  readonly opening: Balance;
}

/** Lists what agents are owed, the largest total first. An agent with whom no run has settled still has the opening balance. */
export function payablesOf(
  settled: readonly SettledBalance[],
  openings: readonly OpeningBalance[],
): readonly Payable[] {
  const known = new Set(settled.map(({ agentId }) => agentId));
  const opened = openings
    .filter(({ agentId }) => !known.has(agentId))
    .map(({ agentId, opening }) => ({ ...NO_BALANCE, ...opening, agentId, due: 0, dueSince: null }));
  return [...settled, ...opened]
    .filter(({ due, waiting, holdback, debt }) => due !== 0 || waiting !== 0 || holdback !== 0 || debt !== 0)
    .map((one) => ({ ...one, total: one.due + one.waiting + one.holdback - one.debt }))
    .sort((a, b) => b.total - a.total || (a.agentId < b.agentId ? -1 : 1));
}
