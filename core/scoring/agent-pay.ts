import { addMoney, type Money } from '../money.ts';
import type { MemberMonth, PolicyRecord, ScorableLine } from './member-month.ts';

/** The net pay of one agent in a month; id and name are null where the statement names no agent. */
export interface AgentNet {
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly net: Money;
}

type Agent = Omit<AgentNet, 'net'>;

/** Adds up the pay of members' months by agent, id and name together. Agents whose lines add up to zero are left out. */
export function agentPaySums(): {
  readonly add: (month: MemberMonth) => void;
  readonly sums: () => readonly AgentNet[];
} {
  const byAgent = new Map<string | null, Map<string | null, Money>>();
  function addLine(amount: Money, { agentId, agentName }: Agent): void {
    const byName = byAgent.get(agentId) ?? new Map<string | null, Money>();
    byAgent.set(agentId, byName);
    byName.set(agentName, addMoney(byName.get(agentName) ?? 0, amount));
  }
  return {
    add({ records }) {
      for (const record of records) {
        for (const line of record.lines) if (line.amount !== 0) addLine(line.amount, agentOf(line, record));
      }
    },
    sums: () =>
      [...byAgent].flatMap(([agentId, byName]) =>
        [...byName].flatMap(([agentName, net]) => (net === 0 ? [] : [{ agentId, agentName, net }])),
      ),
  };
}

/** Returns the agent of a line. A line that names none, or only the number or the name of its policy's agent, is that agent's. */
function agentOf(line: ScorableLine, policy: PolicyRecord): Agent {
  if (line.agentId !== null) return line.agentId === policy.agentId ? policy : line;
  return line.agentName === null || line.agentName === policy.agentName ? policy : line;
}
