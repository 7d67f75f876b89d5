import { expect, test } from 'vitest';
import { journalOf } from '../../../core/agent-pay/pay-papers.ts';
import type { ShownLine } from '../../../core/agent-pay/pay-run.ts';
import { NO_BALANCE, type RunSums, settleAgent } from '../../../core/agent-pay/settle-agent.ts';
import { money, share } from './agent-pay.ts';

/** Guarantee: the accounts of the journal follow the balances of agents: what they owe, and what they still get. */

const LINE: ShownLine = {
  ...{ carrierId: 'aetna', period: '2026-01', coverageMonth: null, memberRefId: null, memberExternalId: null },
  ...{ memberName: null, policy: null, planName: null, kind: 'commission', received: 0 },
};
const TERMS = { minimum: money(30), holdback: share(10), recovery: share(50) };

test('advances and taken back money are posted until they are paid off, and the payable is what is paid, waits or is held back', () => {
  const accounts = new Map<string, number>();
  let balance = NO_BALANCE;
  let paid = 0;
  const runs: readonly Partial<RunSums>[] = [
    { credited: money(100), advance: money(200) },
    { credited: money(-150) },
    { credited: money(40), adjustments: money(-5) },
    ...Array.from({ length: 12 }, () => ({ credited: money(120) })),
    { released: money(1_000) },
  ];
  for (const run of runs) {
    const sums = { credited: 0, adjustments: 0, advance: 0, released: 0, ...run };
    const settled = settleAgent(balance, sums, TERMS);
    const settlement = { agentId: 'dana', before: balance, advance: sums.advance, ...settled };
    const lines = journalOf({
      entries: [{ line: LINE, party: { agentId: 'dana' }, amount: sums.credited }],
      adjustments: [
        { agentId: 'dana', kind: 'fee', amount: sums.adjustments },
        { agentId: 'dana', kind: 'advance', amount: sums.advance },
      ],
      settlements: [settlement],
      carrierName: () => 'Aetna',
      agentName: () => 'Dana',
    });
    for (const { account, debit, credit } of lines)
      accounts.set(account, (accounts.get(account) ?? 0) + debit - credit);
    balance = settled.after;
    paid += settled.paid;
    expect(accounts.get('Advances to agents') ?? 0).toBe(balance.debt);
    expect(-(accounts.get('Agent commissions payable') ?? 0)).toBe(paid + balance.waiting + balance.holdback);
  }
  expect(balance).toEqual(NO_BALANCE);
  expect([...accounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
});
