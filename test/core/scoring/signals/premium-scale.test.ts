import { describe, expect, it } from 'vitest';
import { addMonths, type Period, periodMonth } from '../../../../core/period.ts';
import { file, line } from '../../../support/book-model-cases.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { rowIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/** docs/reference/scoring.md#rates-by-the-premium-of-the-year. Guarantee: a step of the carrier's scale is no cut, and a cut stays one. */

const START: Period = '2026-01';
const LIMIT = 60_000;

/** The monthly premiums of ten groups. A passes 60,000 in April, B in May, C in June. */
const PREMIUMS = { A: 15_500, B: 12_500, C: 11_000, D: 9000, E: 8000, F: 7000, G: 6000, H: 5000, I: 4000, J: 3000 };

type Premiums = Readonly<Record<string, number>>;

interface Case {
  readonly premiums?: Premiums;
  /** Returns the rate of a group in a month, if it differs from the scale. */
  readonly rateOf?: (id: string, period: Period) => number | undefined;
  readonly paidShare?: (id: string, period: Period) => number;
  readonly settings?: Partial<BookSettings>;
}

function scaled(premium: number, period: Period): number {
  const below = Math.min(Math.max(LIMIT - (periodMonth(period) - 1) * premium, 0), premium);
  return (below * 0.05 + (premium - below) * 0.03) / premium;
}

function book({ premiums = PREMIUMS, rateOf = () => undefined, paidShare = () => 1, settings }: Case = {}) {
  const files = Array.from({ length: 12 }, (_, at) => {
    const period = addMonths(START, at);
    const lines = Object.entries(premiums).map(([id, premium]) => {
      const rate = Number((rateOf(id, period) ?? scaled(premium, period)).toFixed(5));
      const amount = (premium * rate * paidShare(id, period)).toFixed(2);
      return line(id, amount, { rate: String(rate), premium: String(premium), coverageMonth: period });
    });
    return file(period, ...lines);
  });
  return score(files, { productLine: 'group', ...settings });
}

/** The third largest group, whose rate falls in June by the scale. */
const GROUP = 'C';
const JUNE = '2026-06';

async function june(input: Case, id = GROUP) {
  const scored = await book(input);
  return { status: rowIn(scored, JUNE, id)?.status, codes: signalsIn(scored, JUNE, id).join() };
}

const WARNED = /COMMISSION_REDUCED/;

describe('a rate that falls with the premium of the year', () => {
  it('is no cut where another group is on the scale and three smaller ones are paid more', async () => {
    const scored = await book();
    for (const [id, period] of [
      ['B', '2026-05'],
      ['A', '2026-05'],
      ['C', '2026-06'],
      ['C', '2026-07'],
      ['D', '2026-07'],
      ['E', '2026-08'],
    ] as const) {
      expect(rowIn(scored, period, id)?.status).toBe('green');
      expect(signalsIn(scored, period, id).join()).not.toMatch(WARNED);
    }
  });

  it('is told, and is no warning, after a month that was paid short', async () => {
    const scored = await book({ paidShare: (id, period) => (id === GROUP && period === '2026-05' ? 0.4 : 1) });
    expect(signalIn(scored, JUNE, 'RATE_CHANGED', GROUP)?.severity).toBe('info');
  });

  it('is no cut beside one group in ten that has a rate of its own', async () => {
    const own = await june({ rateOf: (id) => (id === 'A' ? 0.05 : undefined), premiums: { ...PREMIUMS, K: 12_000 } });
    expect(own.status).toBe('green');
  });

  it.each<[string, Case, string?]>([
    ['is the only group on the scale', { premiums: { ...PREMIUMS, A: 500, B: 500 } }],
    ['has only two smaller groups', { premiums: { A: 15_500, B: 12_500, C: 11_000, D: 9000, E: 8000 } }],
    ['is paid less than its own rate', { paidShare: (id, period) => (id === GROUP && period === JUNE ? 0.8 : 1) }],
    ['is cut while its premium is small', { rateOf: (id, at) => (id === 'H' && at >= JUNE ? 0.03 : undefined) }, 'H'],
    ['is cut where the others are paid as before', { rateOf: (id, at) => (id === GROUP && at >= JUNE ? 0.03 : 0.05) }],
    ['is of a carrier of another line', { settings: { productLine: 'ancillary' } }],
  ])('counter-case: is a cut of a group that %s', async (_case, input, id) => {
    expect(await june(input, id)).toMatchObject({ status: 'yellow', codes: expect.stringMatching(WARNED) });
  });
});
