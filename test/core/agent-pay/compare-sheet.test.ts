import { describe, expect, it } from 'vitest';
import { compareSheet } from '../../../core/agent-pay/compare-sheet.ts';
import type { AgentSettlement } from '../../../core/agent-pay/compose-run.ts';
import { NO_BALANCE } from '../../../core/agent-pay/settle-agent.ts';

const DOLLAR = 10_000;
const settled = (agentId: string, paid: number, more: Partial<AgentSettlement> = {}): AgentSettlement => ({
  ...{
    agentId,
    earned: paid * DOLLAR,
    takenBack: 0,
    adjustments: 0,
    advance: 0,
    heldBack: 0,
    released: 0,
    recovered: 0,
  },
  ...{ paid: paid * DOLLAR, before: NO_BALANCE, after: NO_BALANCE, ...more },
});
const agents = [
  { agentId: 'dana', name: 'Dana Whitfield', texts: ['WHITFIELD, D', 'A17'] },
  { agentId: 'lee', name: 'Lee Park', texts: [] },
  { agentId: 'ann', name: 'Ann Roe', texts: [] },
];

describe('a run beside the sheet of before', () => {
  it('matches names in any order, spellings and numbers, adds rows up and says what explains a difference', () => {
    const rows = [
      { agent: 'whitfield, d', amount: 60 * DOLLAR },
      { agent: 'A17', amount: 40 * DOLLAR },
      { agent: 'Park, Lee', amount: 50 * DOLLAR },
      { agent: 'Zoe Nobody', amount: 7 * DOLLAR },
    ];
    const settlements = [
      settled('dana', 100),
      settled('lee', 30, { takenBack: -5 * DOLLAR, heldBack: 20 * DOLLAR }),
      settled('ann', 3),
    ];
    expect(compareSheet({ rows, agents, settlements })).toEqual([
      {
        ...{ agentId: 'lee', agentName: 'Lee Park', run: 30 * DOLLAR, sheet: 50 * DOLLAR, difference: -20 * DOLLAR },
        reasons: ['Held back: -$20.00, exactly the difference.', 'Taken back: -$5.00.'],
      },
      {
        ...{ agentId: null, agentName: 'Zoe Nobody', run: null, sheet: 7 * DOLLAR, difference: -7 * DOLLAR },
        reasons: ['No agent has this name or number.'],
      },
      {
        ...{ agentId: 'ann', agentName: 'Ann Roe', run: 3 * DOLLAR, sheet: null, difference: 3 * DOLLAR },
        reasons: ['The sheet does not have the agent.'],
      },
      {
        ...{ agentId: 'dana', agentName: 'Dana Whitfield', run: 100 * DOLLAR, sheet: 100 * DOLLAR, difference: 0 },
        reasons: [],
      },
    ]);
  });

  it('guesses no agent for a name that two agents have', () => {
    const two = [
      { agentId: 'one', name: 'Lee Park', texts: [] },
      { agentId: 'two', name: 'PARK, LEE', texts: [] },
    ];
    const [row] = compareSheet({ rows: [{ agent: 'Park Lee', amount: DOLLAR }], agents: two, settlements: [] });
    expect(row?.agentId).toBeNull();
  });
});
