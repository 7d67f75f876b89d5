import { describe, expect, it } from 'vitest';
import { isSameAgent, recordsOfAgents } from '../../../core/scoring/gone-parts.ts';

const recordOf = recordsOfAgents([
  { kind: 'name', folded: 'whitfield, dana', agentId: 'dana' },
  { kind: 'name', folded: 'd whitfield', agentId: 'dana' },
  { kind: 'number', folded: 'a17', agentId: 'dana' },
  { kind: 'number', folded: 'b9', agentId: 'bob' },
]);
const agent = (agentId: string | null, agentName: string | null) => ({ agentId, agentName });

describe('two agents of statements', () => {
  it.each([
    ['two spellings of a record', agent(null, 'WHITFIELD, DANA'), agent(null, 'D Whitfield'), true],
    ['a number and a name of a record', agent('A17', 'Anybody'), agent(null, 'd whitfield'), true],
    ['the number, which counts before the name', agent('b9', 'D Whitfield'), agent(null, 'D Whitfield'), false],
    ['a record and a name without one', agent(null, 'D Whitfield'), agent(null, 'Dana W'), false],
    ['one name in two cases without a record', agent(null, 'Lee  Park'), agent(null, 'LEE PARK'), true],
    ['two numbers without a record', agent('1', 'Lee Park'), agent('2', 'Lee Park'), false],
  ])('are compared by record, else by number, else by name: %s', (_, one, other, isSame) => {
    expect(isSameAgent(one, other, recordOf)).toBe(isSame);
  });
});
