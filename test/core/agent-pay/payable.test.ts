import { expect, test } from 'vitest';
import { payablesOf } from '../../../core/agent-pay/pay-run.ts';

/** Guarantee: what an agent is owed is what is due, waits and is held back, less the debt, and nobody is counted twice. */

const none = { due: 0, dueSince: null, waiting: 0, holdback: 0, debt: 0 };

test('adds up each agent, the largest first, with debts below zero and nobody without a balance', () => {
  const settled = [
    { ...none, agentId: 'ann', debt: 30_000 },
    { ...none, agentId: 'ben', due: 100_000, dueSince: '2026-02-15', waiting: 5_000, holdback: 20_000, debt: 1_000 },
    { ...none, agentId: 'cat' },
  ];
  expect(payablesOf(settled, []).map(({ agentId, total }) => [agentId, total])).toEqual([
    ['ben', 124_000],
    ['ann', -30_000],
  ]);
});

test('counts a balance from before the first run until a run has settled with the agent', () => {
  const opening = { waiting: 70_000, holdback: 0, debt: 20_000 };
  const openings = ['ann', 'dan'].map((agentId) => ({ agentId, opening }));
  expect(payablesOf([{ ...none, agentId: 'ann', due: 10_000, dueSince: '2026-02-15' }], openings)).toEqual([
    { agentId: 'dan', due: 0, dueSince: null, ...opening, total: 50_000 },
    { ...none, agentId: 'ann', due: 10_000, dueSince: '2026-02-15', total: 10_000 },
  ]);
});
