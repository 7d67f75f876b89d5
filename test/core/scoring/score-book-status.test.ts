import { describe, expect, it } from 'vitest';
import { CENT, FLAT_50, file, line } from '../../support/book-model-cases.ts';
import { memoryBook, uploadsOf } from '../../support/scored-book.ts';
import { rollupIn, rowIn, score } from '../../support/scored-book-cases.ts';

/** Guarantee: scoring follows the status table, the tolerances, and the rules for drops, gaps and emptied periods. */

/** Returns member A's row and the totals of the second of two months. Member Z is present in both. */
async function second(prev: readonly string[], curr: readonly string[], config = CENT) {
  const book = await score(
    [
      file('2026-01', ...prev.map((amount) => line('A', amount)), line('Z', '1')),
      file('2026-02', ...curr.map((amount) => line('A', amount)), line('Z', '1')),
    ],
    { config },
  );
  const { commissionDropped, commissionReduced } = rollupIn(book, '2026-02');
  return { row: rowIn(book, '2026-02'), dropped: commissionDropped, reduced: commissionReduced };
}

describe('the status table', () => {
  it.each([
    ['1 never seen, paid', [], ['50'], 'new', 'NEW', '0', '0'],
    ['1 never seen, nothing paid', [], ['0'], 'new', 'NEW', '0', '0'],
    ['1 never seen, only a chargeback', [], ['-50'], 'new', 'NEW CHARGEBACK', '0', '0'],
    ['2 the same', ['50'], ['50'], 'green', '', '0', '0'],
    ['2 up by the tolerance', ['50'], ['50.01'], 'green', '', '0', '0'],
    ['2 down by the tolerance', ['50'], ['49.99'], 'green', '', '0', '0'],
    ['2 the same net in other lines', ['50'], ['60', '-10'], 'green', 'CHARGEBACK', '0', '0'],
    ['2 identical lines both count', ['25', '25'], ['50'], 'green', '', '0', '0'],
    ['3 a ten-thousandth above the tolerance', ['50'], ['50.0101'], 'green', 'COMMISSION_CHANGED', '0', '0'],
    ['3 up from below zero to zero', ['-50'], ['0'], 'green', 'COMMISSION_CHANGED', '0', '0'],
    ['4 a ten-thousandth below the tolerance', ['50'], ['49.9899'], 'yellow', 'COMMISSION_CHANGED', '0', '0.0101'],
    ['4 down to zero', ['50'], ['0'], 'yellow', 'COMMISSION_CHANGED', '0', '50'],
    ['4 below zero', ['50'], ['-20'], 'yellow', 'COMMISSION_CHANGED CHARGEBACK', '0', '50'],
    ['4 from below zero further down', ['-20'], ['-50'], 'yellow', 'COMMISSION_CHANGED CHARGEBACK', '0', '0'],
    ['5 gone', ['50'], [], 'red', 'DROPPED', '50', '0'],
    ['5 gone, the last net below zero', ['-50'], [], 'red', 'DROPPED', '0', '0'],
  ])('row %s', async (_row, prev, curr, status, flags, dropped, reduced) => {
    const told = await second(prev, curr);
    expect([told.row?.status, told.row?.flags, told.dropped, told.reduced]).toEqual([status, flags, dropped, reduced]);
  });

  it.each([
    ['percent, at the limit', '0.01', '0.1', '50', '45', 'green'],
    ['percent, beyond the limit', '0.01', '0.1', '50', '44.9999', 'yellow'],
    ['absolute is the larger, at the limit', '5', '0.01', '50', '45', 'green'],
    ['absolute is the larger, beyond the limit', '5', '0.01', '50', '44.9999', 'yellow'],
    ['zero in both', '0', '0', '50', '49.9999', 'yellow'],
    ['percent of the magnitude, at the limit', '0', '0.1', '-50', '-55', 'green'],
    ['percent of the magnitude, beyond the limit', '0', '0.1', '-50', '-55.0001', 'yellow'],
    ['percent that falls between ten-thousandths', '0', '0.000001', '149.9999', '149.9998', 'green'],
    ['percent under a ten-thousandth', '0', '0.000001', '99.9999', '99.9998', 'yellow'],
    ['percent of the greatest amount', '0', '0.000001', '9999999999.9999', '9999990000', 'green'],
    ['beyond percent of the greatest amount', '0', '0.000001', '9999999999.9999', '9999989999.9998', 'yellow'],
  ])('tolerance: %s', async (_case, toleranceAbsolute, tolerancePercent, prev, curr, status) => {
    const { row } = await second([prev], [curr], { toleranceAbsolute, tolerancePercent });
    expect(row?.status).toBe(status);
  });
});

describe('after a drop', () => {
  const dropped = [file('2026-01', line('A', '50'), line('Z', '1')), file('2026-02', line('Z', '1'))];

  it('counts a drop once', async () => {
    const later = await score([...dropped, file('2026-03', line('Z', '1'))]);
    expect(rowIn(later, '2026-03')).toBeUndefined();
    expect(rollupIn(later, '2026-03')).toMatchObject({ red: 0, memberCount: 1, commissionDropped: '0' });
  });

  it('shows and counts a chargeback after the drop as a chargeback, and as nothing else', async () => {
    const chargeback = { policy: 'P2', planName: 'Silver', premium: '9' };
    const later = await score(
      [...dropped, file('2026-03', line('A', '-30', chargeback), line('A', '-20'), line('Z', '1'))],
      { rates: [FLAT_50] },
    );
    expect(rowIn(later, '2026-03')).toMatchObject({
      status: 'red',
      flags: 'CHARGEBACK',
      counted: false,
      amount: '-50',
      prev: '0',
      against: '2026-02',
      chargeback: '50',
      expected: null,
      owed: null,
      deltas: [],
      fileId: 'file 2',
      lastPresent: '2026-01 50',
      firstSeen: '2026-01',
    });
    expect(rollupIn(later, '2026-03')).toMatchObject({
      memberCount: 1,
      green: 1,
      red: 0,
      commissionDropped: '0',
      commissionReduced: '0',
      chargebackCount: 1,
      chargebackAmount: '50',
      owedTotal: 1,
      gross: '1',
      lineCount: 3,
    });
  });

  it('names the policy of a chargeback after the drop, which need not be the last paid one', async () => {
    const paid = file('2026-01', line('A', '50', { policy: 'P1' }), line('A', '5', { policy: 'P2' }), line('Z', '1'));
    const back = file('2026-03', line('A', '-5', { policy: 'P2', planName: 'Silver' }));
    const book = await score([paid, file('2026-02', line('Z', '1')), back]);
    expect(rowIn(book, '2026-02')?.profile.policyNumber).toBe('P1');
    expect(rowIn(book, '2026-03')?.profile).toMatchObject({ policyNumber: 'P2', planName: 'Silver' });
  });

  it('compares a member who returns after chargebacks that followed the drop with the amount before the drop', async () => {
    const chargedBack = ['2026-03', '2026-04'].map((period) => file(period, line('A', '-50')));
    const later = await score([...dropped, ...chargedBack, file('2026-05', line('A', '50'))]);
    const told = ['2026-03', '2026-04', '2026-05'].map((period) => rowIn(later, period)?.flags);
    expect(told).toEqual(['CHARGEBACK', 'CHARGEBACK', 'REAPPEARED']);
    expect(rowIn(later, '2026-05')).toMatchObject({ prev: '50', against: '2026-01', firstSeen: '2026-01' });
    // Z dropped in 2026-03 and is not counted again while A's chargebacks arrive.
    expect(rowIn(later, '2026-03', 'Z')?.flags).toBe('DROPPED');
    expect(rowIn(later, '2026-04', 'Z')).toBeUndefined();
  });

  it('counts the amount of the return as at risk when the member drops again', async () => {
    const again = await score([
      ...dropped,
      file('2026-03', line('A', '30'), line('Z', '1')),
      file('2026-04', line('Z', '1')),
    ]);
    expect(rowIn(again, '2026-04')).toMatchObject({ flags: 'DROPPED', prev: '30', against: '2026-03' });
    expect(rollupIn(again, '2026-04').commissionDropped).toBe('30');
  });

  it.each([
    [['50.01'], 'REAPPEARED'],
    [['50.0101'], 'REAPPEARED REAPPEARED_WITH_DELTA'],
    [['49.99'], 'REAPPEARED'],
    [['49.9899'], 'REAPPEARED REAPPEARED_WITH_DELTA'],
    [['0'], 'REAPPEARED REAPPEARED_WITH_DELTA'],
    [['0', '-20'], 'REAPPEARED REAPPEARED_WITH_DELTA CHARGEBACK'],
  ])('takes a member back with %j after a long time, in another plan', async (amounts, flags) => {
    const back = file('2027-06', ...amounts.map((amount) => line('A', amount, { planName: 'Other' })));
    const row = rowIn(await score([...dropped, back]), '2027-06');
    expect([row?.flags, row?.prev, row?.against, row?.deltas.length]).toEqual([flags, '50', '2026-01', 1]);
  });
});

describe('the baseline', () => {
  it('is the latest earlier period with data, across any gap', async () => {
    const book = await score([file('2026-06', line('A', '40')), file('2026-01', line('A', '50'))]);
    expect(rowIn(book, '2026-06')).toMatchObject({ status: 'yellow', against: '2026-01', prev: '50' });
    expect(rowIn(book, '2026-01')).toMatchObject({ status: 'new', against: null });
  });

  it('changes when a month in between arrives, and back when that is retracted', async () => {
    const book = memoryBook({ rates: [], estimates: false, config: CENT });
    const [first, third, between] = uploadsOf([
      file('2026-01', line('A', '50'), line('B', '10')),
      file('2026-03', line('A', '50')),
      file('2026-02', line('A', '40')),
    ]);
    if (first === undefined || third === undefined || between === undefined) throw new Error('Three were given.');
    const run = async (job: typeof first) => {
      book.accept(job);
      return book.run(job);
    };
    await run(first);
    await run(third);
    const before = book.state();
    expect(rowIn(before, '2026-03', 'B')?.flags).toBe('DROPPED');
    const rebuilt = await run(between);
    expect(rebuilt.map(({ period }) => period)).toEqual(['2026-02', '2026-03']);
    expect(rowIn(book.state(), '2026-03')).toMatchObject({ flags: 'COMMISSION_CHANGED', against: '2026-02' });
    expect(rowIn(book.state(), '2026-03', 'B')).toBeUndefined();
    const left = await run({ mode: 'retract', period: '2026-02', fileId: between.fileId });
    expect(left.map(({ period }) => period)).toEqual(['2026-03']);
    expect(book.state()).toEqual(before);
  });

  it('disappears with the only period, and an empty book has no members', async () => {
    const book = memoryBook({ rates: [], estimates: true, config: CENT });
    const [upload, again] = uploadsOf([file('2026-01', line('A', '50')), file('2026-01', line('A', '45'))]);
    if (upload === undefined || again === undefined) throw new Error('Two were given.');
    const retract = { mode: 'retract', period: '2026-01', fileId: upload.fileId } as const;
    for (const job of [upload, retract]) {
      book.accept(job);
      await book.run(job);
    }
    expect(book.state().periods.size).toBe(0);
    book.accept(again);
    await book.run(again);
    expect(rowIn(book.state(), '2026-01')).toMatchObject({ status: 'new', amount: '45', prev: '0' });
    expect(book.state().estimates?.rates.map(({ rateMillionths }) => rateMillionths)).toEqual([45_000_000]);
  });
});
