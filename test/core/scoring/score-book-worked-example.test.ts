import { describe, expect, it } from 'vitest';
import { FLAT_50, file, line } from '../../support/book-model-cases.ts';
import { rollupIn, rowIn, score } from '../../support/scored-book-cases.ts';

/** Guarantee: scoring gives every number of docs/reference/scoring.md#worked-example. */

const PERIODS = ['2026-01', '2026-02', '2026-03', '2026-04'] as const;
const NONE = { red: 0, yellow: 0, green: 0, new: 0, reappeared: 0, chargebackCount: 0, chargebackAmount: '0' };
const worked = await score(
  [
    file('2026-01', line('A', '50'), line('B', '50'), line('C', '50'), line('D', '50')),
    file('2026-02', line('A', '50'), line('B', '40'), line('D', '-50'), line('E', '50')),
    file('2026-03', line('A', '50.01'), line('B', '40'), line('E', '0')),
    file('2026-04', line('A', '50'), line('B', '60'), line('C', '45')),
  ],
  { rates: [FLAT_50] },
);

describe('the worked example', () => {
  it.each([
    ['A', ['50', 'new NEW'], ['50', 'green '], ['50.01', 'green '], ['50', 'green ']],
    ['B', ['50', 'new NEW'], ['40', 'yellow COMMISSION_CHANGED'], ['40', 'green '], ['60', 'green COMMISSION_CHANGED']],
    ['C', ['50', 'new NEW'], ['0', 'red DROPPED'], null, ['45', 'reappeared REAPPEARED REAPPEARED_WITH_DELTA']],
    ['D', ['50', 'new NEW'], ['-50', 'yellow COMMISSION_CHANGED CHARGEBACK'], ['0', 'red DROPPED'], null],
    ['E', null, ['50', 'new NEW'], ['0', 'yellow COMMISSION_CHANGED'], ['0', 'red DROPPED']],
  ] as const)('has member %s', (member, ...expected) => {
    const told = PERIODS.map((period) => {
      const row = rowIn(worked, period, member);
      return row === undefined ? null : [row.amount, `${row.status} ${row.flags}`];
    });
    expect(told).toEqual(expected);
  });

  it.each([
    [
      '2026-01',
      { memberCount: 4, new: 4, gross: '200', lineCount: 4 },
      { dropped: '0', reduced: '0', owed: '0', evaluated: 4, total: 4 },
    ],
    [
      '2026-02',
      { memberCount: 4, green: 1, yellow: 2, red: 1, new: 1, chargebackCount: 1, chargebackAmount: '50' },
      { dropped: '50', reduced: '60', owed: '10', evaluated: 3, total: 3 },
    ],
    [
      '2026-03',
      { memberCount: 3, green: 2, yellow: 1, red: 1, gross: '90.01' },
      { dropped: '0', reduced: '50', owed: '60', evaluated: 3, total: 3 },
    ],
    [
      '2026-04',
      { memberCount: 3, green: 2, red: 1, reappeared: 1, gross: '155' },
      { dropped: '0', reduced: '0', owed: '5', evaluated: 3, total: 3 },
    ],
  ])('has the totals of %s', (period, counts, { dropped, reduced, owed, evaluated, total }) => {
    expect(rollupIn(worked, period)).toMatchObject({
      ...NONE,
      ...counts,
      commissionDropped: dropped,
      commissionReduced: reduced,
      commissionOwed: owed,
      owedEvaluated: evaluated,
      owedTotal: total,
      owedEstimated: false,
    });
  });

  it('has the amount at risk of 02 and 03, and the attrition rates', () => {
    const atRisk = PERIODS.map((period) => {
      const { commissionDropped, commissionReduced } = rollupIn(worked, period);
      return Number(commissionDropped) + Number(commissionReduced);
    });
    expect(atRisk).toEqual([0, 110, 50, 0]);
    const attrition = PERIODS.map((period) => {
      const { red, memberCount } = rollupIn(worked, period);
      return red / (memberCount + red);
    });
    expect(attrition).toEqual([0, 0.2, 0.25, 0.25]);
  });

  it('has the 1099 of the four months', () => {
    const rollups = [...worked.periods.values()].map(({ scores }) => scores.rollup);
    const gross = rollups.reduce((sum, rollup) => sum + rollup.gross, 0);
    const chargebacks = rollups.reduce((sum, rollup) => sum + rollup.chargebackAmount, 0);
    expect([gross, chargebacks, gross - chargebacks]).toEqual([5_850_100, 500_000, 5_350_100]);
  });

  it('has what each row is compared with', () => {
    expect(rowIn(worked, '2026-01', 'A')).toMatchObject({ against: null, prev: '0', deltas: [] });
    expect(rowIn(worked, '2026-02', 'E')).toMatchObject({ against: '2026-01', prev: '0' });
    expect(rowIn(worked, '2026-03', 'D')).toMatchObject({ against: '2026-02', prev: '-50' });
    expect(rowIn(worked, '2026-04', 'C')).toMatchObject({ against: '2026-01', prev: '50', firstSeen: '2026-01' });
    expect(rowIn(worked, '2026-04', 'E')).toMatchObject({ against: '2026-03', prev: '0' });
  });

  it('has the deltas of 02 and 04', () => {
    const deltasOf = (period: string) =>
      ['A', 'B', 'C', 'D', 'E'].flatMap((member) => rowIn(worked, period, member)?.deltas ?? []);
    expect(deltasOf('2026-02')).toEqual([
      'commission_amount modified 50.00 40.00',
      'commission_amount removed 50.00 null',
      'commission_amount modified 50.00 -50.00',
      'commission_amount added null 50.00',
    ]);
    expect(deltasOf('2026-04')).toEqual([
      'commission_amount modified 50.01 50.00',
      'commission_amount modified 40.00 60.00',
      'commission_amount added null 45.00',
      'commission_amount removed 0.00 null',
    ]);
  });
});
