import { addMoney, type Money } from '../money.ts';
import type { MemberMonth, PolicyRecord, ScorableLine } from './member-month.ts';

/** The net pay of one agent in a period, in ten-thousandths of a dollar. Id and name are null where the statement names no agent. */
export interface AgentNet {
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly net: Money;
}

type Agent = Omit<AgentNet, 'net'>;

/** Makes a summer of the net pay by agent, where id and name together identify an agent. Sums of zero are left out. */
export function agentPaySums(): {
  readonly add: (month: MemberMonth) => void;
  readonly sums: () => readonly AgentNet[];
} {
  const byAgent = new Map<string | null, Map<string | null, Money>>();
  function addLine(amount: Money, { agentId, agentName }: Agent): void {
    let byName = byAgent.get(agentId);
    if (byName === undefined) {
      byName = new Map();
      byAgent.set(agentId, byName);
    }
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

/** Returns the agent of a line: its policy's agent if the line names no agent, or this agent by the id or the name alone. */
function agentOf(line: ScorableLine, policy: PolicyRecord): Agent {
  if (line.agentId !== null) return line.agentId === policy.agentId ? policy : line;
  return line.agentName === null || line.agentName === policy.agentName ? policy : line;
}
