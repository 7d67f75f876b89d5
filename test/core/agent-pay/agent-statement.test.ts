import { expect, test } from 'vitest';
import { type AgentStatement, statementText } from '../../../core/agent-pay/pay-papers.ts';
import type { ShownLine } from '../../../core/agent-pay/pay-run.ts';

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
    { line, amount: 500_000, why: '50 % by plan Senior', carrierName: 'Aetna', finding: 'Paid $100.00, was $120.00.' },
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
