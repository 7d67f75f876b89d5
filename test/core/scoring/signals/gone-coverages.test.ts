import { describe, expect, it } from 'vitest';
import { line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { reasonIn, scoreMonths, signalIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: a missing coverage is named while others are paid; present coverages and one-time payments are not. */

const JAN = '2026-01';
const FEB = '2026-02';
const MAR = '2026-03';
const a = (amount: string, more: Partial<ModelLine> = {}) => line('A', amount, { policy: 'P1', ...more });
const med = (amount = '30', more: Partial<ModelLine> = {}) =>
  a(amount, { productType: 'MED', planName: 'Gold', ...more });
const den = (amount = '11.55', more: Partial<ModelLine> = {}) =>
  a(amount, { productType: 'DEN', planName: 'Bright Smile', ...more });
const vis = (amount = '3') => a(amount, { productType: 'VIS', planName: 'Clear' });

async function detailIn(months: Readonly<Record<string, readonly ModelLine[]>>, settings?: Partial<BookSettings>) {
  const period = Object.keys(months).at(-1) ?? '';
  return signalIn(await scoreMonths(months, settings), period, 'COMMISSION_REDUCED')?.detail;
}

describe('a coverage that is gone', () => {
  it('is named in the finding and in the reason', async () => {
    const book = await scoreMonths({ [JAN]: [med(), den()], [FEB]: [med()] });
    expect(signalIn(book, FEB, 'COMMISSION_REDUCED')).toMatchObject({
      severity: 'warn',
      amount: 11.55,
      detail: 'Paid $11.55 less ($41.55 → $30.00): the DEN line ($11.55) is not on this statement.',
    });
    expect(reasonIn(book, FEB)).toBe(
      'Paid $11.55 less than in Jan 2026 ($41.55 → $30.00): the DEN line ($11.55) is not on this statement.',
    );
  });

  it('is told by its line where it is paid less, also where others are paid the same sum', async () => {
    const coverages = (dental: string) =>
      ['A', 'B', 'C', 'D'].flatMap((id) => [
        line(id, '30', { productType: 'MED', planName: 'Gold', premium: '300' }),
        line(id, id === 'A' ? dental : '9', { productType: 'DEN', planName: 'Bright Smile', premium: '100' }),
      ]);
    const book = await scoreMonths({ [JAN]: coverages('11.55'), [FEB]: coverages('9') });
    expect(signalIn(book, FEB, 'COMMISSION_REDUCED')).toMatchObject({
      severity: 'warn',
      detail: 'Paid $2.55 less ($41.55 → $39.00): the DEN line is $9.00, was $11.55.',
    });
  });

  it('is no step of a new policy year, as which others are paid', async () => {
    const date = { effectiveDate: '2024-02-01', premium: '300' };
    const others = (period: string) =>
      ['B', 'C'].map((id) => line(id, '30', { productType: 'MED', planName: 'Gold', ...date, coverageMonth: period }));
    const months = Object.fromEntries([JAN, FEB].map((period) => [period, others(period)]));
    const book = await scoreMonths({
      [JAN]: [...(months[JAN] ?? []), med('30', date), den('11.55', { effectiveDate: '2024-02-01', premium: '100' })],
      [FEB]: [...(months[FEB] ?? []), med('30', date)],
    });
    expect(signalIn(book, FEB, 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn', amount: 11.55 });
  });

  it.each([
    ['is named in any order of the lines', [den(), med()], [med()], 'the DEN line ($11.55) is'],
    ['is named if it was the largest one', [med(), den()], [den()], 'the MED line ($30.00) is'],
    [
      'is named with the sum of its lines',
      [med(), den('5'), den('6.55', { agentId: 'X' })],
      [med()],
      'the DEN line ($11.55) is',
    ],
    ['is named on a policy of its own', [med(), den('11.55', { policy: 'P2' })], [med()], 'the DEN line ($11.55) is'],
    [
      'is named while the policy has another number',
      [med(), den()],
      [med('30', { policy: 'P9' })],
      'the DEN line ($11.55) is',
    ],
    ['is named while another coverage is paid more', [med(), den()], [med('31')], 'the DEN line ($11.55) is'],
    [
      'is named by its plan, where the types are the same',
      [med(), med('9', { planName: 'Gold Plus' })],
      [med()],
      'the "Gold Plus" line ($9.00) is',
    ],
    [
      'is named by its plan code, where nothing else differs',
      [a('30', { planCode: 'H1' }), a('9', { planCode: 'H2' })],
      [a('30', { planCode: 'H1' })],
      'the H2 line ($9.00) is',
    ],
    [
      'is named with a second one',
      [med(), den(), vis()],
      [med()],
      'the DEN line ($11.55) and the VIS line ($3.00) are',
    ],
    [
      'is named with the number of two more',
      [med(), den(), vis(), a('1', { productType: 'LIFE' })],
      [med()],
      'the DEN line ($11.55) and 2 others are',
    ],
    [
      'is named with the number of the others if one has a long name',
      [
        med(),
        den('9', { productType: 'A product with a very long name' }),
        den('8', { productType: 'Another one with a long name' }),
      ],
      [med()],
      'the "A product with a very long name" line ($9.00) and 1 other are',
    ],
    ['is named beside a new coverage of another type', [med(), den()], [med(), vis()], 'the DEN line ($11.55) is'],
  ])('%s', async (_case, before, now, said) => {
    expect(await detailIn({ [JAN]: before, [FEB]: now })).toContain(`): ${said.replace(/ (is|are)$/, '')} `);
    expect(await detailIn({ [JAN]: before, [FEB]: now })).toContain(`${said} not on this statement.`);
  });

  it.each([
    ['a short code', 'H-1234567890', 'H-1234567890'],
    ['a code of more than twelve characters', 'H-12345678901', '"H-12345678901"'],
    ['a name of two words', 'Dental HMO', '"Dental HMO"'],
    ['a code that begins with a digit', '1DEN', '"1DEN"'],
    ['a code with another sign', 'DEN+', '"DEN+"'],
    ['a letter', 'D', 'D'],
    ['a word with an accent', 'Décès', 'Décès'],
    ['uneven spaces', ' Dental   HMO ', '"Dental HMO"'],
  ])('is named without quotation marks only by a short code: %s', async (_case, productType, name) => {
    const detail = await detailIn({ [JAN]: [med(), den('11.55', { productType })], [FEB]: [med()] });
    expect(detail).toContain(`the ${name} line ($11.55) is not on this statement.`);
  });

  it.each([
    ['80 characters', 'Long-term care plan', 'the "Long-term care plan" line ($8.00) are'],
    ['81 characters: it is counted', 'Long-term care plans', '1 other are'],
  ])('is named with another one, in %s', async (_case, productType, said) => {
    const gone = [den('9', { productType: 'Child orthodontics' }), den('8', { productType })];
    expect(await detailIn({ [JAN]: [med(), ...gone], [FEB]: [med()] })).toContain(
      `the "Child orthodontics" line ($9.00) and ${said} not on this statement.`,
    );
  });

  it('is the largest of up to eight coverages, and is not stored if there are nine', async () => {
    const coverages = (count: number) =>
      Array.from({ length: count }, (_, index) => a(`${60 - index}`, { productType: `T${index}` }));
    const left = coverages(1);
    expect(await detailIn({ [JAN]: coverages(8), [FEB]: left })).toContain('the T1 line ($59.00) and 6 others are');
    expect(await detailIn({ [JAN]: coverages(9), [FEB]: left })).not.toContain('not on this statement');
  });

  it.each(['0', '-5'])('is none whose line was %s', async (amount) => {
    const before = [med(), den(), a(amount, { productType: 'VIS', planName: 'Clear' })];
    expect(await detailIn({ [JAN]: before, [FEB]: [med()] })).toContain(
      ': the DEN line ($11.55) is not on this statement.',
    );
  });

  it('is named with the pay of all policies that have it', async () => {
    const both = [med(), den('5'), den('6', { policy: 'P2', agentId: 'X' })];
    expect(await detailIn({ [JAN]: both, [FEB]: [med()] })).toContain('the DEN line ($11.00) is');
  });

  it.each([
    ['one order', [med(), den('5'), vis('5')]],
    ['the other order', [vis('5'), den('5'), med()]],
  ])('of equal pay comes in the order of names: lines in %s', async (_case, before) => {
    expect(await detailIn({ [JAN]: before, [FEB]: [med()] })).toContain(
      'the DEN line ($5.00) and the VIS line ($5.00)',
    );
  });

  it('is named with its regular pay, without a bonus of the same policy', async () => {
    const before = [med(), med('10', { transactionType: 'Bonus' }), den('11.55', { policy: 'P2' })];
    expect(await detailIn({ [JAN]: before, [FEB]: [den('11.55', { policy: 'P2' })] })).toContain(
      'the MED line ($30.00) is not on this statement.',
    );
  });

  it('is named when the member returns without it', async () => {
    const book = await scoreMonths({ [JAN]: [med(), den()], [FEB]: [line('B', '1')], [MAR]: [med()] });
    expect(reasonIn(book, MAR)).toBe(
      'Paid again in March: $30.00 instead of $41.55; the DEN line ($11.55) is not on this statement. February ($41.55) was not paid: ask the carrier.',
    );
  });

  it('is named once', async () => {
    expect(await detailIn({ [JAN]: [med(), den()], [FEB]: [med()], [MAR]: [med('29')] })).toBe(
      'Paid $1.00 less ($30.00 → $29.00).',
    );
  });
});

describe('no coverage is named', () => {
  const bonus = den('11.55', { transactionType: 'Bonus' });
  it.each([
    ['of a member with one coverage', [med(), med('11.55', { agentId: 'X' })], [med()]],
    ['where the lines say neither plan nor type', [a('30'), a('11.55')], [a('30')]],
    ['where the lines of the second month say nothing', [med(), den()], [a('30')]],
    ['that is on the statement with less', [med(), den()], [med(), den('5')]],
    ['that is on the statement with nothing', [med(), den()], [med(), den('0')]],
    ['that was only charged back before', [med(), med('9', { agentId: 'X' }), den('-5', { policy: 'P2' })], [med()]],
    ['that is charged back', [med(), den()], [med(), den('-11.55')]],
    ['if no coverage of the month before is left', [med(), den()], [vis()]],
    ['whose plan changed', [med(), den()], [med(), den('5', { planName: 'Brighter Smile' })]],
    ['without a type, whose plan may have another name now', [med(), a('9', { planName: 'Eyes' })], [med('31'), vis()]],
    ['that may have another name now', [med(), den()], [med(), a('5', { planName: 'Dental HMO' })]],
    ['in another spelling', [med(), den()], [med(), den('5', { planName: 'bright  SMILE', productType: 'den' })]],
  ])('%s', async (_case, before, now) => {
    expect(await detailIn({ [JAN]: before, [FEB]: now })).not.toContain('not on this statement');
  });

  it('if it was paid once', async () => {
    const arrears = [med('30', { coverageMonth: '2026-01' }), den('11.55', { coverageMonth: '2025-12' })];
    const own = den('2', { coverageMonth: '2026-01' });
    expect(await detailIn({ [JAN]: [med(), bonus], [FEB]: [med('29')] })).toBe('Paid $1.00 less ($30.00 → $29.00).');
    expect(await detailIn({ [JAN]: [...arrears, own], [FEB]: [med('29', { coverageMonth: '2026-02' })] })).toContain(
      'the DEN line ($2.00) is not',
    );
  });

  it('after a payment for several months', async () => {
    const yearly = { cadence: { default: 'calendar_year' } } as const;
    expect(await detailIn({ '2025-01': [med(), den()], '2026-01': [med()] }, yearly)).toContain('DEN line');
    const mixed = { cadence: { default: 'monthly', advance: 'calendar_year' } } as const;
    const advance = { transactionType: 'Advance' };
    const before = [med('360', advance), den('138.60', advance)];
    expect(await detailIn({ '2025-01': before, '2026-01': [med()] }, mixed)).not.toContain('DEN line');
  });
});
