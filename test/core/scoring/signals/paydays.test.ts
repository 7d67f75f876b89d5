import { describe, expect, it } from 'vitest';
import { file, line } from '../../../support/book-model-cases.ts';
import { reasonIn, rowIn, score } from '../../../support/scored-book-cases.ts';

/** Guarantee: a month with one payday less than the month before is no cut, and pay that falls by as much on its own is one. */

const WEEKLY = Array.from({ length: 6 }, (_, index) => `W${index}`);
const paydays = (member: string, count: number, amount = '2.34') =>
  Array.from({ length: count }, () => line(member, amount, { transactionType: 'Payroll', planName: 'HIP' }));

/** Scores five weeks and then `weeks`, of six members and of member A with an own second month. */
const book = (weeks: number, own: ReturnType<typeof paydays>) =>
  score([
    file('2026-01', ...[...WEEKLY, 'A'].flatMap((member) => paydays(member, 5))),
    file('2026-02', ...WEEKLY.flatMap((member) => paydays(member, weeks)), ...own),
  ]);

describe('pay by the week', () => {
  it('is of four weeks after five', async () => {
    const scored = await book(4, paydays('A', 4));
    expect(rowIn(scored, '2026-02')).toMatchObject({ status: 'green', prev: '11.7' });
    expect(reasonIn(scored, '2026-02')).toBe('Paid $9.36 for 4 paydays, was $11.70 for 5.');
    expect(scored.periods.get('2026-02')?.scores.events).toEqual([]);
  });

  it.each([
    ['a week is missing while others have five', 5, paydays('A', 4)],
    ['two weeks are missing', 4, paydays('A', 3)],
    ['each week pays a fifth less', 5, paydays('A', 5, '1.87')],
  ] as const)('counter-case: %s', async (_, weeks, own) => {
    expect(rowIn(await book(weeks, [...own]), '2026-02')?.status).toBe('yellow');
  });
});
