import { z } from 'zod';
import { payablesOf, type SettledBalance } from '../../core/agent-pay/payable.ts';
import { moneyToDollars } from '../../core/money.ts';
import { readPaySetup, setupOf } from './pay-setup.ts';

/** The payables: sums that the agency owes its agents at the moment (docs/reference/agent-pay.md#what-comes-out). */

const amounts = {
  due: z.number().describe('By approved runs that are not paid yet.'),
  waiting: z.number().describe('Below the smallest payment, to be paid by a later run.'),
  holdback: z.number().describe('Held back until it is released.'),
  debt: z.number().describe('What the agent owes: more was taken back than earned, or an advance is not earned yet.'),
  total: z.number().describe('due + waiting + holdback - debt; negative when the agent owes more.'),
};

const agentPayable = z
  .object({
    agentId: z.string(),
    agentName: z.string(),
    ...amounts,
    dueSince: z.iso.date().nullable().describe('The pay date of the oldest run with money due.'),
  })
  .meta({ id: 'AgentPayable' });

export const agentPayables = z
  .object({
    data: z.array(agentPayable).readonly().describe('The largest total first.'),
    totals: z.object(amounts).describe('The sums over all agents.'),
  })
  .meta({ id: 'AgentPayables' });
export type AgentPayables = Readonly<z.output<typeof agentPayables>>;

const SUMMED = ['due', 'waiting', 'holdback', 'debt', 'total'] as const;
export const PAYABLE_COLUMNS = ['agentId', 'agentName', ...SUMMED, 'dueSince'];
/** The columns of the list that hold dollars. */
export const PAYABLE_MONEY: readonly string[] = SUMMED;

/** The facts that payables are made of, as one moment of the database shows it. */
export interface PayableFacts {
  readonly settled: readonly SettledBalance[];
  /** The setup in force as it is stored; null without one. */
  readonly setup: unknown;
  readonly names: ReadonlyMap<string, string>;
}

export type ReadPayables = (accountId: string) => Promise<PayableFacts>;

/** Lists what each agent is owed, with the sums. */
export async function listPayables(read: ReadPayables, accountId: string): Promise<AgentPayables> {
  const { settled, setup, names } = await read(accountId);
  const payables = payablesOf(settled, setup === null ? [] : setupOf(readPaySetup(setup)).agents);
  const sumOf = (name: (typeof SUMMED)[number]) =>
    moneyToDollars(payables.reduce((sum, payable) => sum + payable[name], 0));
  return {
    data: payables.map(({ agentId, dueSince, due, waiting, holdback, debt, total }) => ({
      ...{ agentId, agentName: names.get(agentId) ?? '', dueSince, due: moneyToDollars(due) },
      ...{ waiting: moneyToDollars(waiting), holdback: moneyToDollars(holdback), debt: moneyToDollars(debt) },
      total: moneyToDollars(total),
    })),
    totals: {
      ...{ due: sumOf('due'), waiting: sumOf('waiting'), holdback: sumOf('holdback'), debt: sumOf('debt') },
      total: sumOf('total'),
    },
  };
}
