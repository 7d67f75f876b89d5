import { describe, expect, it } from 'vitest';
import { addMonths, type Period } from '../../../../core/period.ts';
import { comparable, FLAT_50, file, line } from '../../../support/book-model-cases.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { rollupIn, rowIn, score, signalsIn } from '../../../support/scored-book-cases.ts';

/** docs/reference/scoring.md#rows-of-0-while-an-advance-is-recovered. Guarantee: a row of 0 that recovers an advance is no finding. */

const START: Period = '2026-01';
const policy = (id: string, amount: string, more: Parameters<typeof line>[2] = {}) =>
  line(id, amount, { effectiveDate: '2025-10-05', premium: '35', transactionType: 'Commission', ...more });
const WARNED = /ZERO|MISSED|REDUCED|UNDERPAID/;

/** Makes a book in which A is sold in January for an advance of 9 months, recovered until September, and renewed a year later. */
function book(recovering: number, { also = () => [], settings = {} }: Case = {}) {
  const own = (at: number) => (at === 0 ? '283.50' : at < 9 ? '0' : at < 12 ? '31.50' : '2.80');
  return score(
    Array.from({ length: 14 }, (_, at) => {
      const period = addMonths(START, at);
      const others = Array.from({ length: recovering }, (_, index) =>
        policy(`R${index}`, '0', { effectiveDate: `${addMonths(period, -3)}-05` }),
      );
      return file(period, policy('A', own(at), { effectiveDate: `${START}-05` }), ...others, ...also(at));
    }),
    settings,
  );
}

interface Case {
  readonly also?: (at: number) => ReturnType<typeof line>[];
  readonly settings?: Partial<BookSettings>;
}

describe('a row of 0 with a premium', () => {
  it('is no finding while the advances of first-year policies are recovered', async () => {
    // Two members of the second policy year show that the step of January 2027 was planned.
    const second = { effectiveDate: '2025-08-05', premium: '35', transactionType: 'Commission' };
    const scored = await book(3, { also: (at) => (at < 11 ? [] : comparable('2.80', second)) });
    for (let at = 0; at < 14; at += 1) {
      expect(signalsIn(scored, addMonths(START, at)).join()).not.toMatch(WARNED);
      expect(rollupIn(scored, addMonths(START, at))).toMatchObject({ commissionReduced: '0' });
    }
    expect(rowIn(scored, '2026-02')).toMatchObject({ status: 'green', amount: '0', prev: '0' });
    expect(rowIn(scored, '2026-10')).toMatchObject({ status: 'green', amount: '31.5' });
    expect(signalsIn(scored, '2026-01', 'R0').join()).not.toMatch(WARNED);
  });

  it('is not short of the rate of the month', async () => {
    const scored = await book(3, { settings: { rates: [FLAT_50] } });
    expect(rowIn(scored, '2026-02')).toMatchObject({ expected: null, owed: null });
  });

  it('does not hide that a member leaves', async () => {
    const scored = await score([
      file(START, ...['A', 'B', 'C', 'D'].map((id) => policy(id, '0'))),
      file('2026-02', ...['B', 'C', 'D'].map((id) => policy(id, '0'))),
    ]);
    expect(rowIn(scored, '2026-02')?.status).toBe('red');
  });

  it.each<[string, number, Case]>([
    ['there are only two such rows', 1, {}],
    ['most policies of the first year are paid', 2, { also: () => [...'PQSTUVWXYZ'].map((id) => policy(id, '31.50')) }],
    ['the product line pays no advances', 2, { settings: { productLine: 'major_medical' } }],
  ])('counter-case: is a finding if %s', async (_, recovering, input) => {
    expect(signalsIn(await book(recovering, input), '2026-02').join()).toMatch(/ZERO/);
  });

  it.each([
    ['nobody was paid in advance', '31.50', 'Commission'],
    ['lines are only amounts', '283.50', null],
  ])('counter-case: is a finding if %s', async (_, sold, transactionType) => {
    const month = (period: Period, amount: string) =>
      file(period, ...[...'ABCD'].map((id) => policy(id, amount, { effectiveDate: `${START}-05`, transactionType })));
    const scored = await score([month(START, sold), month('2026-02', '0')]);
    expect(signalsIn(scored, '2026-02').join()).toMatch(/ZERO/);
  });

  it('counter-case: is a finding for a policy that was paid monthly before', async () => {
    const others = ['R', 'S', 'T'].map((id) => policy(id, '0'));
    const scored = await score([
      file(START, policy('A', '31.50'), ...others),
      file('2026-02', policy('A', '31.50'), ...others),
      file('2026-03', policy('A', '0'), ...others),
    ]);
    expect(signalsIn(scored, '2026-03').join()).toMatch(/ZERO/);
  });
});
