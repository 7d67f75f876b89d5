import { describe, expect, it } from 'vitest';
import { type Fields, file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { reasonIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: a member whom a raise of all others leaves out is asked about, and a member who was paid in another way is not. */

const [DEC, JAN, FEB, MAR] = ['2025-12', '2026-01', '2026-02', '2026-03'];
const OTHERS = Array.from({ length: 12 }, (_, index) => `M${index + 10}`);
const HMO: Fields = { planName: 'HMO', transactionType: 'Renewal' };

/** Scores 12 members of plan HMO who are paid $26.08, from January $28.92, beside member A. */
const book = (own: Readonly<Record<string, ModelLine>>, raised: readonly string[] = OTHERS, more: Fields = {}) =>
  score(
    Object.entries(own).map(([period, ofA]) => {
      const pay = (member: string) => (period !== DEC && raised.includes(member) ? '28.92' : '26.08');
      return file(period, ofA, ...OTHERS.map((member) => line(member, pay(member), { ...HMO, ...more })));
    }),
  );
const always = (amount: string, fields: Fields = HMO) =>
  Object.fromEntries([DEC, JAN, FEB].map((period) => [period, line('A', amount, fields)]));

describe('a member who is paid as before while all others are paid more', () => {
  it('is a question in the month of the raise', async () => {
    const scored = await book(always('26.08'));
    expect(signalIn(scored, JAN, 'UNDERPAID')).toMatchObject({
      severity: 'warn',
      amount: 2.84,
      claim: 'to_check',
      certainty: 'estimated',
    });
    expect(reasonIn(scored, JAN)).toBe(
      'Paid $26.08, as in Dec 2025. Paid as before, while 12 of 13 members who were paid alike are paid more since Jan 2026: $2.84 less than they are.',
    );
  });

  it('names large numbers of others as other sentences do', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => `N${index}`);
    const pays = (period: string, amount: string) =>
      file(period, line('A', '26.08', HMO), ...many.map((member) => line(member, amount, HMO)));
    expect(reasonIn(await score([pays(DEC, '26.08'), pays(JAN, '28.92')]), JAN)).toContain('1,200 of 1,201 members');
  });

  it('is told in each month until as much is paid', async () => {
    const own = { ...always('26.08'), [MAR]: line('A', '28.92', HMO) };
    const scored = await book(own);
    expect(signalIn(scored, FEB, 'UNDERPAID')).toMatchObject({ severity: 'info', amount: 2.84, claim: 'to_check' });
    expect(signalsIn(scored, MAR).filter((code) => code.startsWith('UNDERPAID'))).toEqual([]);
  });

  it.each<[string, Promise<Awaited<ReturnType<typeof score>>>]>([
    ['nobody else was paid alike', book(always('18.00'))],
    ['the member is of another plan', book(always('26.08', { ...HMO, planName: 'PPO' }))],
    ['more than a tenth are left out', book(always('26.08'), OTHERS.slice(1))],
  ])('counter-case: %s', async (_, scored) => {
    expect(signalsIn(await scored, JAN)).toEqual([]);
  });
});

describe('a premium that rises for everybody', () => {
  const share = (premium: number): Fields => ({ ...HMO, premium: String(premium) });
  it('pays more by itself, which is no change of the carrier', async () => {
    const paid = (premium: number) =>
      OTHERS.map((member, index) => {
        const own = premium * (1 + index / 10);
        return line(member, (own / 10).toFixed(2), share(own));
      });
    const scored = await score([file(DEC, ...paid(200)), file(JAN, ...paid(250))]);
    expect(scored.periods.get(JAN)?.scores.events).toEqual([]);
  });
});
