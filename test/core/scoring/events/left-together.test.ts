import { describe, expect, it } from 'vitest';
import { type Fields, file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { rowIn, score } from '../../../support/scored-book-cases.ts';

/**
 * docs/reference/signals.md#what-a-carrier-changes-for-everybody. Guarantee: members who leave together and share a property are one
 * event.
 */

const [JAN, FEB] = ['2026-01', '2026-02'];

const block = (prefix: string, count: number, fields: Fields = {}): ModelLine[] =>
  Array.from({ length: count }, (_, index) => line(`${prefix}${index + 10}`, '10', fields));

async function events(before: readonly ModelLine[], now: readonly ModelLine[]) {
  const book = await score([file(JAN, ...before), file(FEB, ...now)]);
  return { book, found: (book.periods.get(FEB)?.scores.events ?? []).map(({ detail }) => detail) };
}

const ANN = { agentId: 'A-1', agentName: 'Ann Lee' };
const BOB = { agentId: 'B-2', agentName: 'Bob Ray' };

describe('members who left together', () => {
  it.each([
    ['an agent', ANN, BOB, 'of agent "Ann Lee"'],
    ['a plan by code', { planCode: 'H1', planName: 'Gold' }, { planCode: 'H2' }, 'of plan "H1"'],
    ['a plan by name', { planName: 'Gold' }, { planName: 'Tin' }, 'of plan "Gold"'],
    ['a state', { state: 'AZ' }, { state: 'NM' }, 'in "AZ"'],
    ['a county', { county: 'Pima' }, { county: 'Gila' }, 'in county "Pima"'],
    ['a county of a state', { county: 'Pima', state: 'AZ' }, { county: 'Gila', state: 'AZ' }, 'in county "Pima, AZ"'],
    [
      'a county that another state has too',
      { county: 'Orange', state: 'CA' },
      { county: 'Orange', state: 'FL' },
      'in county "Orange, CA"',
    ],
  ])('are named by %s, and stay red', async (_, own, other, words) => {
    const before = [...block('X', 15, own), ...block('Y', 20, other)];
    const { book, found } = await events(before, [...block('X', 1, own), ...block('Y', 20, other)]);
    expect(found).toEqual([`14 of 15 members ${words} are not on the Feb 2026 statement.`]);
    expect(rowIn(book, FEB, 'X11')).toMatchObject({ status: 'red', flags: 'DROPPED' });
    expect(book.periods.get(FEB)?.scores.events).toMatchObject([
      { kind: 'members_left', amount: 1_400_000, rate: null },
    ]);
  });

  it.each([
    ['4 members', 4, 0, []],
    ['5 members', 5, 0, ['5 of 5 members of agent "Ann Lee" are not on the Feb 2026 statement.']],
    ['59 % of a block', 100, 41, []],
    ['60 % of a block', 100, 40, ['60 of 100 members of agent "Ann Lee" are not on the Feb 2026 statement.']],
  ])('%s', async (_, size, left, sentences) => {
    const others = block('Y', 60, BOB);
    const own = block('X', size, ANN);
    expect((await events([...own, ...others], [...own.slice(0, left), ...others])).found).toEqual(sentences);
  });

  it('are no event if more than half of the book is missing, because a file is missing', async () => {
    const [ann, bob, rest] = [block('X', 10, ANN), block('Y', 10, BOB), block('Z', 19, { agentName: 'Cy' })];
    expect((await events([...ann, ...bob, ...rest], rest)).found).toEqual([]);
    // Counter-case: half of the book is missing.
    const more = [...rest, line('Z99', '10', { agentName: 'Cy' })];
    expect((await events([...ann, ...bob, ...more], more)).found).toHaveLength(2);
  });

  it('are one block by the property that most of them share', async () => {
    const own = block('X', 10, { ...ANN, planCode: 'H1', state: 'AZ' });
    const others = [...block('Y', 20, { ...BOB, planCode: 'H1', state: 'AZ' }), ...block('Z', 9, { state: 'NM' })];
    expect((await events([...own, ...others], others)).found).toEqual([
      '10 of 10 members of agent "Ann Lee" are not on the Feb 2026 statement.',
    ]);
  });

  it('are two blocks if two blocks left', async () => {
    const [ann, bob, rest] = [block('X', 6, ANN), block('Y', 7, BOB), block('Z', 20, { agentName: 'Cy' })];
    expect((await events([...ann, ...bob, ...rest], rest)).found).toEqual([
      '6 of 6 members of agent "Ann Lee" are not on the Feb 2026 statement.',
      '7 of 7 members of agent "Bob Ray" are not on the Feb 2026 statement.',
    ]);
  });

  it('are no event if they are nearly all of the book, or share nothing', async () => {
    const ann = block('X', 20, ANN);
    expect((await events([...ann, line('Y', '10', BOB)], [line('Y', '10', BOB)])).found).toEqual([]);
    const strangers = block('X', 20);
    expect((await events(strangers, strangers.slice(0, 5))).found).toEqual([]);
  });

  it('are counted among the members present before, not those who had left earlier', async () => {
    const [ann, rest] = [block('X', 20, ANN), block('Y', 40, BOB)];
    const book = await score([
      file('2025-12', ...ann, ...rest),
      file(JAN, ...ann.slice(0, 6), ...rest),
      file(FEB, ...rest),
    ]);
    expect(book.periods.get(FEB)?.scores.events.map(({ detail }) => detail)).toEqual([
      '6 of 6 members of agent "Ann Lee" are not on the Feb 2026 statement.',
    ]);
  });
});
