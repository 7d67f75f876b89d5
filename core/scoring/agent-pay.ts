import { addMoney, type Money } from '../money.ts';
import type { ScoredRow } from './scored-row.ts';

/** The net pay of the members of one agent in a month; id and name are null where the statement names no agent. */
export interface MembersPay {
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly net: Money;
}

/** Adds up the pay of members by their agent, id and name together. A member's whole pay is its agent's. */
export function payByAgent(
  rows: Iterable<
    Pick<ScoredRow, 'commissionAmount'> & { readonly profile: Pick<ScoredRow['profile'], 'agentId' | 'agentName'> }
  >,
): readonly MembersPay[] {
  const sums = new Map<string | null, Map<string | null, Money>>();
  for (const { commissionAmount, profile } of rows) {
    if (commissionAmount === 0) continue;
    const byName = sums.get(profile.agentId) ?? new Map<string | null, Money>();
    sums.set(profile.agentId, byName);
    byName.set(profile.agentName, addMoney(byName.get(profile.agentName) ?? 0, commissionAmount));
  }
  return [...sums].flatMap(([agentId, byName]) => [...byName].map(([agentName, net]) => ({ agentId, agentName, net })));
}
