import { describe, expect, it } from 'vitest';
import type { ModelRow } from '../../support/book-model.ts';
import { book, CENT, FLAT_50, file, firstRow, line, periodOf, rowOf } from '../../support/book-model-cases.ts';
import { Fraction } from '../../support/book-model-fraction.ts';

/**
 * Guarantee: the book model gives the results of docs/reference/scoring.md#worked-example and of hand-made cases. Other tests compare
 * scoring with it.
 */

/** Returns member A's row in the second of two months. */
function secondRow(prev: string[], curr: string[], config = CENT): ModelRow | undefined {
  const files = [file('2026-01', ...prev.map((amount) => line('A', amount)), line('Z', '1'))];
  files.push(file('2026-02', ...curr.map((amount) => line('A', amount)), line('Z', '1')));
  return rowOf(book(files, { config }), '2026-02');
}

describe('the worked example', () => {
  const worked = book(
    [
      file('2026-01', line('A', '50'), line('B', '50'), line('C', '50'), line('D', '50')),
      file('2026-02', line('A', '50'), line('B', '40'), line('D', '-50'), line('E', '50')),
      file('2026-03', line('A', '50.01'), line('B', '40'), line('E', '0')),
      file('2026-04', line('A', '50'), line('B', '60'), line('C', '45')),
    ],
    { rates: [FLAT_50] },
  );

  it('gives every member its status and flags', () => {
    const told = [...worked.periods].map(([period, { rows }]) => [
      period,
      ...rows.map((row) => [row.member, row.status, ...row.flags].join(' ')),
    ]);
    expect(told).toEqual([
      ['2026-01', 'A new NEW', 'B new NEW', 'C new NEW', 'D new NEW'],
      [
        '2026-02',
        'A green',
        'B yellow COMMISSION_CHANGED',
        'C red DROPPED',
        'D yellow CHARGEBACK COMMISSION_CHANGED',
        'E new NEW',
      ],
      ['2026-03', 'A green', 'B green', 'D red DROPPED', 'E yellow COMMISSION_CHANGED'],
      [
        '2026-04',
        'A green',
        'B green COMMISSION_CHANGED',
        'C reappeared REAPPEARED REAPPEARED_WITH_DELTA',
        'E red DROPPED',
      ],
    ]);
  });

  it('gives the totals of each period', () => {
    expect(periodOf(worked, '2026-01').rollup).toMatchObject({
      memberCount: 4,
      new: 4,
      owedTotal: 4,
      commissionOwed: '0',
    });
    expect(periodOf(worked, '2026-02').rollup).toEqual({
      memberCount: 4,
      green: 1,
      yellow: 2,
      red: 1,
      new: 1,
      reappeared: 0,
      commissionAtRisk: '110',
      commissionDropped: '50',
      commissionReduced: '60',
      reducedCount: 2,
      commissionOwed: '10',
      owedEvaluated: 3,
      owedTotal: 3,
      owedEstimated: false,
      commissionOwedEstimated: '0',
      chargebackCount: 1,
      chargebackAmount: '50',
      attritionRate: '0.2',
      gross: '140',
    });
    expect(periodOf(worked, '2026-03').rollup).toMatchObject({
      memberCount: 3,
      red: 1,
      commissionDropped: '0',
      commissionReduced: '50',
      commissionAtRisk: '50',
      attritionRate: '0.25',
      commissionOwed: '60',
    });
    expect(periodOf(worked, '2026-04').rollup).toMatchObject({
      red: 1,
      commissionDropped: '0',
      commissionAtRisk: '0',
      reappeared: 1,
      commissionOwed: '5',
      attritionRate: '0.25',
    });
  });

  it('gives the gross and the chargebacks of the 1099', () => {
    const rollups = [...worked.periods.values()].map((period) => period.rollup);
    expect(rollups.map((rollup) => rollup.gross)).toEqual(['200', '140', '90.01', '155']);
    expect(rollups.map((rollup) => rollup.chargebackAmount)).toEqual(['0', '50', '0', '0']);
    expect(Fraction.sum(rollups.map((rollup) => Fraction.of(rollup.gross))).toDecimal()).toBe('585.01');
  });

  it('compares a reappeared member with the period of its last presence, and every other member with the baseline', () => {
    expect(rowOf(worked, '2026-04', 'C')).toMatchObject({
      comparedAgainstPeriod: '2026-01',
      prevCommissionAmount: '50',
    });
    expect(rowOf(worked, '2026-04', 'E')).toMatchObject({ comparedAgainstPeriod: '2026-03', commissionAmount: '0' });
    expect(rowOf(worked, '2026-02', 'E')).toMatchObject({
      comparedAgainstPeriod: '2026-01',
      prevCommissionAmount: '0',
    });
    expect(rowOf(worked, '2026-01', 'A')).toMatchObject({ comparedAgainstPeriod: null });
  });

  it('keeps deltas if there is a baseline, with amounts compared to the cent', () => {
    expect(periodOf(worked, '2026-01').deltas).toEqual([]);
    const field = 'commission_amount';
    expect(periodOf(worked, '2026-04').deltas).toEqual([
      { member: 'A', field, prevValue: '50.01', currValue: '50', changeType: 'modified' },
      { member: 'B', field, prevValue: '40', currValue: '60', changeType: 'modified' },
      { member: 'C', field, prevValue: null, currValue: '45', changeType: 'added' },
      { member: 'E', field, prevValue: '0', currValue: null, changeType: 'removed' },
    ]);
  });
});

describe('the status table', () => {
  it.each([
    ['1 never seen, paid', [], ['50'], 'new', 'NEW', '0'],
    ['1 never seen, nothing paid', [], ['0'], 'new', 'NEW', '0'],
    ['1 never seen, only a chargeback', [], ['-50'], 'new', 'CHARGEBACK NEW', '0'],
    ['2 the same', ['50'], ['50'], 'green', '', '0'],
    ['2 up by the tolerance', ['50'], ['50.01'], 'green', '', '0'],
    ['2 down by the tolerance', ['50'], ['49.99'], 'green', '', '0'],
    ['2 the same net in other lines', ['50'], ['60', '-10'], 'green', 'CHARGEBACK', '0'],
    ['2 twice the same line, as before', ['25', '25'], ['50'], 'green', '', '0'],
    ['3 up by a ten-thousandth more than the tolerance', ['50'], ['50.0101'], 'green', 'COMMISSION_CHANGED', '0'],
    ['3 from a chargeback to nothing', ['-50'], ['0'], 'green', 'COMMISSION_CHANGED', '0'],
    [
      '4 down by a ten-thousandth more than the tolerance',
      ['50'],
      ['49.9899'],
      'yellow',
      'COMMISSION_CHANGED',
      '0.0101',
    ],
    ['4 down to nothing', ['50'], ['0'], 'yellow', 'COMMISSION_CHANGED', '50'],
    ['4 down below nothing', ['50'], ['-20'], 'yellow', 'CHARGEBACK COMMISSION_CHANGED', '50'],
    ['4 from below nothing to further below', ['-20'], ['-50'], 'yellow', 'CHARGEBACK COMMISSION_CHANGED', '0'],
    ['5 gone', ['50'], [], 'red', 'DROPPED', '50'],
    ['5 gone, having had a negative net', ['-50'], [], 'red', 'DROPPED', '0'],
  ])('row %s', (_row, prev, curr, status, flags, atRisk) => {
    const row = secondRow(prev, curr);
    expect([row?.status, row?.flags.join(' '), row?.atRisk]).toEqual([status, flags, atRisk]);
  });

  it.each([
    ['0.01', '0.1', '50', '45', 'green'],
    ['0.01', '0.1', '50', '44.9999', 'yellow'],
    ['5', '0.01', '50', '45', 'green'],
    ['0', '0', '50', '49.9999', 'yellow'],
    ['0', '0.1', '-50', '-55', 'green'],
    ['0', '0.1', '-50', '-55.0001', 'yellow'],
  ])(
    'takes the larger of %s and %s of the earlier amount: %s, then %s is %s',
    (absolute, percent, prev, curr, status) => {
      const config = { toleranceAbsolute: absolute, tolerancePercent: percent };
      expect(secondRow([prev], [curr], config)?.status).toBe(status);
    },
  );

  const dropped = [file('2026-01', line('A', '50'), line('Z', '1')), file('2026-02', line('Z', '1'))];

  it('counts a drop once', () => {
    const later = book([...dropped, file('2026-03', line('Z', '1'))]);
    expect(rowOf(later, '2026-03')).toBeUndefined();
    expect(periodOf(later, '2026-03').rollup).toMatchObject({ red: 0, attritionRate: '0' });
  });

  it('shows and counts a chargeback after the drop as a chargeback, and as nothing else', () => {
    const chargedBack = file('2026-03', line('A', '-30', { premium: '9' }), line('A', '-20'), line('Z', '1'));
    const later = book([...dropped, chargedBack], { rates: [FLAT_50] });
    expect(rowOf(later, '2026-03')).toMatchObject({
      status: 'red',
      flags: ['CHARGEBACK'],
      commissionAmount: '-50',
      prevCommissionAmount: '0',
      comparedAgainstPeriod: '2026-02',
      chargebackAmount: '50',
      expectedAmount: null,
      countedInRollup: false,
    });
    expect(periodOf(later, '2026-03').rollup).toMatchObject({
      memberCount: 1,
      red: 0,
      attritionRate: '0',
      commissionAtRisk: '0',
      chargebackCount: 1,
      chargebackAmount: '50',
      owedTotal: 1,
    });
    expect(periodOf(later, '2026-03').deltas).toEqual([]);
  });

  it('compares a member who returns after chargebacks that followed the drop with the amount before the drop', () => {
    const chargedBack = ['2026-03', '2026-04'].map((period) => file(period, line('A', '-50')));
    const later = book([...dropped, ...chargedBack, file('2026-05', line('A', '50'))]);
    expect(['2026-03', '2026-04', '2026-05'].map((period) => rowOf(later, period)?.rule)).toEqual([7, 7, 8]);
    expect(rowOf(later, '2026-05')).toMatchObject({
      flags: ['REAPPEARED'],
      prevCommissionAmount: '50',
      comparedAgainstPeriod: '2026-01',
    });
    expect(rowOf(later, '2026-04', 'Z')).toBeUndefined();
  });

  it.each([
    [['50.01'], 'REAPPEARED'],
    [['50.0101'], 'REAPPEARED REAPPEARED_WITH_DELTA'],
    [['0'], 'REAPPEARED REAPPEARED_WITH_DELTA'],
    [['0', '-20'], 'CHARGEBACK REAPPEARED REAPPEARED_WITH_DELTA'],
  ])('takes a member back with %j after a long time', (amounts, flags) => {
    const back = file('2027-06', ...amounts.map((amount) => line('A', amount, { planName: 'Other' })));
    expect(rowOf(book([...dropped, back]), '2027-06')?.flags.join(' ')).toBe(flags);
  });

  it('takes the latest earlier period with active data as the baseline, and reports a gap', () => {
    const gap = book([file('2026-04', line('A', '40')), file('2026-01', line('A', '50'))]);
    expect(periodOf(gap, '2026-01')).toMatchObject({ baseline: null, gap: false });
    expect(periodOf(gap, '2026-04')).toMatchObject({ baseline: '2026-01', gap: true });
    const yearEnd = book([file('2025-12', line('A', '50')), file('2026-01', line('A', '50'))]);
    expect(periodOf(yearEnd, '2026-01')).toMatchObject({ baseline: '2025-12', gap: false });
  });

  it('recognises a member in any spelling of its id, over the files of a period', () => {
    const files = [file('2026-01', line('a 1', '20'), line('\uff21\u00a01', '5')), file('2026-01', line('A1', '25'))];
    const row = rowOf(book([...files, file('2026-02', line(' a1', '50'))]), '2026-02', 'A1');
    expect(row).toMatchObject({ status: 'green', prevCommissionAmount: '50' });
  });
});

describe('fields of a member', () => {
  it('come from the record with the largest absolute amount, and from its first line with a value', () => {
    const row = firstRow(
      [
        line('A', '30', { policy: 'P1', memberName: 'One', premium: '100' }),
        line('A', '-20', { policy: 'P2', memberName: null }),
        line('A', '-20', { policy: 'p 2', memberName: 'Two', planName: 'Gold', premium: '7.5' }),
        line('A', '0', { policy: 'P2', memberName: 'Three' }),
      ],
      [],
    );
    expect(row).toMatchObject({ memberName: 'Two', planName: 'Gold', policyNumber: 'P2', premiumAmount: '107.5' });
  });

  it('come from the lowest policy number of equals, with a missing policy first', () => {
    const lines = [line('A', '10', { policy: 'P2' }), line('A', '-10', { policy: 'P10' })];
    expect(firstRow(lines, [])?.policyNumber).toBe('P10');
    expect(firstRow([...lines, line('A', '10')], [])?.policyNumber).toBeNull();
    expect(firstRow(lines, [])?.premiumAmount).toBeNull();
  });

  it('are compared without case and spaces, and make deltas and DATA_CHANGED', () => {
    const before = { planName: 'Gold  Plan', lives: '1', premium: '100.004', state: 'FL', agentId: '7' };
    const after = { planName: ' gold plan', lives: '1.0', premium: '99.996', state: 'TX', email: 'a@example.com' };
    const two = book([file('2026-01', line('A', '50', before)), file('2026-02', line('A', '50.004', after))]);
    expect(rowOf(two, '2026-02')?.flags).toEqual(['DATA_CHANGED']);
    expect(periodOf(two, '2026-02').deltas).toEqual([
      { member: 'A', field: 'agent_id', prevValue: '7', currValue: null, changeType: 'removed' },
      { member: 'A', field: 'email', prevValue: null, currValue: 'a@example.com', changeType: 'added' },
      { member: 'A', field: 'state', prevValue: 'FL', currValue: 'TX', changeType: 'modified' },
    ]);
  });
});
