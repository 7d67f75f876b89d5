import { z } from 'zod';
import { type Money, moneyToDollars } from '../../core/money.ts';
import type { Refused } from '../../core/problem.ts';
import { unknownAgent } from '../../core/refusals.ts';
import { payBalance, payRunAgent, shownAgent } from './pay-run-record.ts';
import type { PayRunStore } from './pay-runs.ts';

/** The pay of one agent by approved runs: statements, balance and years (docs/reference/agent-pay.md#the-agents-own-view). */

const paidStatement = payRunAgent
  .omit({ agentId: true, agentName: true })
  .extend({
    runId: z.string(),
    payDate: z.iso.date(),
    months: z.array(z.string()).readonly().describe('Months received.'),
    isPaid: z.boolean().describe('The money is sent.'),
    paidOn: z.iso.date().nullable(),
  })
  .meta({ id: 'PaidStatement' });

export const agentPay = z
  .object({
    agentId: z.string(),
    agentName: z.string(),
    balance: payBalance.describe('After the latest approved run. Advances are part of the debt until they are earned.'),
    years: z
      .array(z.object({ year: z.int(), paid: z.number() }))
      .readonly()
      .describe('By the day of payment, or by the pay date of what is not paid yet; newest first.'),
    statements: z.array(paidStatement).readonly().describe('Of approved runs, newest first.'),
  })
  .meta({ id: 'AgentPay' });
export type AgentPay = Readonly<z.output<typeof agentPay>>;

/** Finds the pay of an agent. Refuses an unknown agent; to an agent all others are unknown. */
export async function findAgentPay(
  runs: PayRunStore,
  key: { readonly accountId: string; readonly agentId: string },
): Promise<AgentPay | Refused> {
  const [names, settled] = await Promise.all([runs.names(key.accountId), runs.settledWith(key)]);
  const agentName = names.agents.get(key.agentId);
  if (agentName === undefined) return unknownAgent();
  const years = Map.groupBy(settled, ({ payDate, paidOn }) => Number((paidOn ?? payDate).slice(0, 4)));
  const statements = settled.map((one) => {
    const { agentId: _, agentName: _name, ...amounts } = shownAgent(one, names.agents);
    const { runId, payDate, months, isPaid, paidOn } = one;
    return { runId, payDate, months, isPaid, paidOn, ...amounts };
  });
  return {
    agentId: key.agentId,
    agentName,
    balance: statements[0]?.after ?? { waiting: 0, holdback: 0, debt: 0 },
    years: [...years]
      .map(([year, of]) => ({ year, paid: moneyToDollars(of.reduce<Money>((sum, { paid }) => sum + paid, 0)) }))
      .sort((a, b) => b.year - a.year),
    statements,
  };
}
