import { expect, test } from 'vitest';
import { payByAgent } from '../../../core/scoring/agent-pay.ts';

const row = (commissionAmount: number, agentId: string | null, agentName: string | null) => ({
  commissionAmount,
  profile: { agentId, agentName },
});

test('adds up the pay of members by the id and the name of their agent', () => {
  expect(
    payByAgent([
      row(500_000, 'A-1', 'Kim'),
      row(-100_000, 'A-1', 'Kim'),
      row(20_000, 'A-1', null),
      row(30_000, null, 'Kim'),
      row(10_000, null, null),
      row(0, 'A-2', 'Nobody'),
    ]),
  ).toEqual([
    { agentId: 'A-1', agentName: 'Kim', net: 400_000 },
    { agentId: 'A-1', agentName: null, net: 20_000 },
    { agentId: null, agentName: 'Kim', net: 30_000 },
    { agentId: null, agentName: null, net: 10_000 },
  ]);
});
