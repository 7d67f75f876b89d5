import { describe, expect, test } from 'vitest';
import { type AgentStatement, journalOf, statementText } from '../../../core/agent-pay/pay-papers.ts';
import type { ShownLine } from '../../../core/agent-pay/pay-run.ts';
import { NO_BALANCE, type RunSums, settleAgent } from '../../../core/agent-pay/settle-agent.ts';
import { money, share } from './agent-pay.ts';

describe('agent statement', () => {
  const none = { waiting: 0, holdback: 0, debt: 0 };
  const line: ShownLine = {
    ...{ carrierId: 'C1', period: '2026-01', coverageMonth: '2025-12', memberRefId: 'M1', memberExternalId: 'M1' },
    ...{ memberName: 'Ada Doe', policy: 'P-1', planName: 'Gold', kind: 'commission', received: 1_000_000 },
  };
  const statement: AgentStatement = {
    ...{ agencyName: 'Harbor', agentName: 'Lee Park', payDate: '2026-02-15', isFinal: true, yearToDate: 900_000 },
    letterhead: {
      name: 'Harbor Benefits LLC',
      address: '1 Pier\nBoston',
      contact: null,
      email: 'pay@harbor.example',
      npn: null,
    },
    settlement: {
      ...{ agentId: 'lee', before: none, after: none, earned: 500_000, takenBack: 0, adjustments: 0, advance: 0 },
      ...{ heldBack: 0, released: 0, recovered: 0, paid: 500_000 },
    },
    adjustments: [],
    lines: [
      {
        line,
        amount: 500_000,
        why: '50 % by plan Senior',
        carrierName: 'Aetna',
        finding: 'Paid $100.00, was $120.00.',
      },
    ],
  };

  test('the printed statement has the letterhead, and below each line its rule and what changed', () => {
    expect(statementText(statement)).toBe(`Harbor Benefits LLC
1 Pier
Boston
pay@harbor.example

Commission statement for Lee Park
Pay date: Feb 15, 2026

Earned          $50.00
Paid            $50.00
Paid this year  $90.00

Member   Policy  Paid for  Carrier  Commission   Share
Ada Doe  P-1     Dec 2025  Aetna       $100.00  $50.00
    50 % by plan Senior. Paid $100.00, was $120.00.
`);
    expect(statementText({ ...statement, letterhead: null }).split('\n')[0]).toBe('Harbor');
  });
});

/** Guarantee: the accounts of the journal follow the balances of agents: what they owe, and what they still get. */
describe('journal', () => {
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
});
