import { expect, test } from 'vitest';
import { memberMonthOf } from '../../../core/scoring/member-month.ts';
import { agentPaySums } from '../../../core/scoring/period-sums.ts';
import { line } from '../../support/book-model-cases.ts';
import { bookLines } from '../../support/scored-book-lines.ts';

const payOf = (...members: readonly (readonly ReturnType<typeof line>[])[]) => {
  const pay = agentPaySums();
  for (const [index, lines] of members.entries()) pay.add(memberMonthOf([...bookLines(`file ${index}`, lines)]));
  return pay.sums().map(({ agentId, agentName, net }) => [agentId, agentName, net / 10_000]);
};
const by = (agentId: string | null, agentName: string | null) => ({ policy: 'P', agentId, agentName });

test('adds up the pay of members by the id and the name of their agent', () => {
  expect(
    payOf(
      [line('A', '50', by('A-1', 'Kim'))],
      [line('B', '-10', by('A-1', 'Kim'))],
      [line('C', '2', by('A-1', null))],
      [line('D', '3', by(null, 'Kim'))],
      [line('E', '1', by(null, null))],
      [line('F', '0', by('A-2', 'Nobody'))],
    ),
  ).toEqual([
    ['A-1', 'Kim', 40],
    ['A-1', null, 2],
    [null, 'Kim', 3],
    [null, null, 1],
  ]);
});

test('divides the pay of a member among the agents of its lines', () => {
  expect(payOf([line('A', '30', by('A-1', 'Kim')), line('A', '20', by('A-2', 'Lou'))])).toEqual([
    ['A-1', 'Kim', 30],
    ['A-2', 'Lou', 20],
  ]);
});

test('gives a line that names its policy’s agent in part, or no agent, to that agent', () => {
  const [number, name, none] = [by('A-1', null), by(null, 'Kim'), by(null, null)];
  expect(
    payOf([
      line('A', '30', by('A-1', 'Kim')),
      line('A', '4', number),
      line('A', '3', name),
      line('A', '2', none),
      line('A', '10', { ...none, policy: 'Q' }),
    ]),
  ).toEqual([
    ['A-1', 'Kim', 39],
    [null, null, 10],
  ]);
});
