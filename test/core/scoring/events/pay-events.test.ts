import { describe, expect, it } from 'vitest';
import type { CarrierEvent } from '../../../../core/scoring/events/carrier-event.ts';
import { type Fields, file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { type BookSettings, memoryBook, type ScoredBook } from '../../../support/scored-book.ts';
import { reasonIn, rowIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/**
 * docs/reference/signals.md#what-a-carrier-changes-for-everybody. Guarantee: a change of pay that most members share is one event of the
 * book, and no warning for its members.
 */

const [DEC, JAN, FEB, MAR] = ['2025-12', '2026-01', '2026-02', '2026-03'];

const ids = (count: number, prefix = 'M') => Array.from({ length: count }, (_, index) => `${prefix}${index + 10}`);
/** Makes a line for each member: $10, $11 and so on, times the factor, rounded to cents. */
const paid = (members: readonly string[], factor = 1, fields: Fields = {}): ModelLine[] =>
  members.map((member, index) => line(member, ((10 + index) * factor).toFixed(2), fields));
const premium = (members: readonly string[], rate: number, fields: Fields = {}): ModelLine[] =>
  members.map((member, index) => {
    const dollars = 50 + 7 * index;
    return line(member, (dollars * rate).toFixed(2), { premium: String(dollars), rate: String(rate), ...fields });
  });

/** Returns the events of pay. What fewer members share is an event of another kind, with tests of its own. */
function eventsIn(book: ScoredBook, period: string): readonly CarrierEvent[] {
  const events = book.periods.get(period)?.scores.events ?? [];
  return events.filter(({ kind }) => kind !== 'shared_finding');
}

const details = (book: ScoredBook, period = JAN) => eventsIn(book, period).map(({ detail }) => detail);

const two = (before: readonly ModelLine[], now: readonly ModelLine[], more: Partial<BookSettings> = {}) =>
  score([file(DEC, ...before), file(JAN, ...now)], more);

describe('a change of pay that most members share', () => {
  const MANY = ids(20);
  const [first = ''] = MANY;

  it('is one event, and its members stay yellow with the detail as info', async () => {
    const book = await two(paid(MANY), paid(MANY, 0.8));
    expect(details(book)).toEqual(['The carrier pays 20 % less for 20 of 20 members since Jan 2026.']);
    expect(eventsIn(book, JAN)).toMatchObject([{ kind: 'pay_reduced', ratioMillionths: 800_000, amount: 780_000 }]);
    expect(rowIn(book, JAN, first)).toMatchObject({ status: 'yellow', flags: 'COMMISSION_CHANGED' });
    expect(signalIn(book, JAN, 'COMMISSION_REDUCED', first)).toEqual({
      code: 'COMMISSION_REDUCED',
      severity: 'info',
      amount: 2,
      detail: 'Paid $2.00 less ($10.00 → $8.00): the carrier pays 20 % less for 20 of 20 members since Jan 2026.',
    });
    expect(reasonIn(book, JAN, first)).toBe(
      'Paid $2.00 less than in Dec 2025 ($10.00 → $8.00): the carrier pays 20 % less for 20 of 20 members since Jan 2026.',
    );
  });

  it('is found although the cents of each line vary', async () => {
    const varied = (lines: readonly ModelLine[], by: number) =>
      lines.map((one, index) => ({ ...one, amount: (Number(one.amount) + ((index % 3) - 1) * by).toFixed(2) }));
    const before = paid(MANY);
    expect(details(await two(varied(before, 0.02), varied(paid(MANY, 0.8), -0.02)))).toEqual([
      'The carrier pays 20 % less for 20 of 20 members since Jan 2026.',
    ]);
    expect(details(await two(varied(before, 0.2), varied(paid(MANY, 0.8), -0.2)))).toEqual([]);
  });

  it('is found by the rate on the statement, whatever the premiums do', async () => {
    const now = premium(MANY, 0.08).map((one, index) =>
      index % 2 === 0 ? one : { ...one, premium: '40', amount: '3.20' },
    );
    const book = await two(premium(MANY, 0.1), now);
    expect(details(book)).toEqual(['The carrier pays 20 % less for 20 of 20 members since Jan 2026.']);
    for (const member of MANY.slice(0, 2)) {
      expect(signalIn(book, JAN, 'RATE_CHANGED', member)).toMatchObject({
        severity: 'info',
        detail: 'Rate 10 % → 8 %: the carrier pays 20 % less for 20 of 20 members since Jan 2026.',
      });
      expect(signalIn(book, JAN, 'COMMISSION_REDUCED', member)).toMatchObject({ severity: 'info' });
    }
  });

  it('is found by the share of the premium if statements show no rate', async () => {
    const noRate = (lines: ModelLine[]) => lines.map(({ rate: _, ...one }) => one);
    const now = premium(MANY, 0.08).map((one, index) => {
      const dollars = 50 + 7 * index + (index % 3);
      return { ...one, premium: String(dollars), amount: (dollars * 0.08).toFixed(2) };
    });
    const book = await two(noRate(premium(MANY, 0.1)), noRate(now));
    expect(details(book)).toEqual(['The carrier pays 20 % less for 20 of 20 members since Jan 2026.']);
  });

  it('is found for each life', async () => {
    const lives = (count: (index: number) => number, each: number) =>
      MANY.map((member, index) => line(member, String(count(index) * each), { lives: String(count(index)) }));
    const book = await two(
      lives((index) => 3 + index, 20),
      lives((index) => 4 + 2 * (index % 5), 18),
    );
    expect(eventsIn(book, JAN)).toMatchObject([{ ratioMillionths: 900_000 }]);
  });

  it.each([
    ['a change for 79 % of the members', 100, 79, 0],
    ['a change for 80 % of the members', 100, 80, 1],
    ['a change for 9 members', 9, 9, 0],
    ['a change for 10 members', 10, 10, 1],
  ])('%s: %i members, %i of them paid less', async (_, all, reduced, events) => {
    const members = ids(all);
    const [lower, same] = [members.slice(0, reduced), members.slice(reduced)];
    const before = [...paid(lower), ...paid(same)];
    const book = await two(before, [...paid(lower, 0.9), ...paid(same)]);
    expect(eventsIn(book, JAN)).toHaveLength(events);
    expect(same.flatMap((member) => signalsIn(book, JAN, member))).toEqual([]);
  });

  it('does not hide a member who is paid less than the others', async () => {
    const now = [...paid(MANY, 0.8).slice(1), line(first, '5')];
    const book = await two(paid(MANY), now);
    expect(details(book)).toEqual(['The carrier pays 20 % less for 19 of 20 members since Jan 2026.']);
    expect(signalIn(book, JAN, 'COMMISSION_REDUCED', first)).toMatchObject({
      severity: 'warn',
      detail: 'Paid $5.00 less ($10.00 → $5.00).',
    });
  });

  it('is none if only the months differ', async () => {
    const book = await two(
      paid(MANY),
      MANY.map((member, index) => line(member, (10 + index - 0.37 * (1 + (index % 7))).toFixed(2))),
    );
    expect(details(book)).toEqual([]);
  });

  it('is none within the tolerance', async () => {
    const config = { toleranceAbsolute: '5', tolerancePercent: '0' };
    const book = await two(paid(MANY), paid(MANY, 0.9), { config });
    expect(details(book)).toEqual([]);
  });

  it('is none for higher premiums at one rate, or for flat pay', async () => {
    const book = await two(
      MANY.map((member) => line(member, '20', { premium: '100' })),
      MANY.map((member, index) => line(member, '20', { premium: String(110 + index) })),
    );
    expect(details(book)).toEqual([]);
  });

  it('is named without warnings if pay rises', async () => {
    const book = await two(paid(MANY), paid(MANY, 1.1));
    expect(details(book)).toEqual(['The carrier pays 10 % more for 20 of 20 members since Jan 2026.']);
    expect(signalIn(book, JAN, 'COMMISSION_INCREASED', first)).toMatchObject({
      severity: 'info',
      detail: 'Paid $1.00 more ($10.00 → $11.00): the carrier pays 10 % more for 20 of 20 members since Jan 2026.',
    });
  });

  it('is named by its whole size if pay more than doubles', async () => {
    const book = await two(paid(MANY), paid(MANY, 3));
    expect(details(book)).toEqual(['The carrier pays 200 % more for 20 of 20 members since Jan 2026.']);
  });

  it('is measured without chargebacks, missed months and bonuses', async () => {
    const [back = '', late = '', bonus = ''] = MANY;
    const book = await score([
      file('2025-11', ...paid(MANY)),
      file(DEC, ...paid(MANY).filter(({ member }) => member !== late)),
      file(
        JAN,
        ...paid(MANY, 0.8),
        line(back, '-8'),
        line(late, '11', { coverageMonth: DEC }),
        line(bonus, '100', { transactionType: 'Bonus' }),
      ),
    ]);
    expect(details(book)).toEqual(['The carrier pays 20 % less for 18 of 18 members since Jan 2026.']);
    expect(signalIn(book, JAN, 'COMMISSION_REDUCED', back)).toMatchObject({ severity: 'warn' });
  });
});

describe('pay that goes up and down for everybody', () => {
  const months = ['2025-10', '2025-11', DEC, JAN, FEB];
  const paidIn = (...factors: readonly number[]) =>
    score(months.map((period, at) => file(period, ...paid(ids(12), factors[at]))));
  const asked = (book: ScoredBook) => months.filter((period) => eventsIn(book, period).length > 0);

  it('is told once each way and is then how the carrier pays, which stays the reason of its members', async () => {
    const book = await paidIn(1, 1.25, 1, 1.25, 1);
    expect(asked(book)).toEqual(['2025-11', DEC]);
    expect(signalIn(book, FEB, 'COMMISSION_REDUCED', 'M10')?.severity).toBe('info');
    expect(reasonIn(book, FEB, 'M10')).toContain('the carrier pays 20 % less for 12 of 12 members since Feb 2026');
  });

  it('is told again where it changes by more than before', async () => {
    expect(asked(await paidIn(1, 1.25, 1, 1.25, 0.9))).toEqual(['2025-11', DEC, FEB]);
  });

  it('is told as long as it only falls', async () => {
    expect(asked(await paidIn(1, 0.9, 0.8, 0.72, 0.65))).toEqual(months.slice(1));
  });
});

describe('a change of pay for one product or plan', () => {
  const gold = (members: readonly string[], factor = 1) => paid(members, factor, { planCode: 'G1', planName: 'Gold' });
  const tin = (members: readonly string[], factor = 1) => paid(members, factor, { planCode: 'T1', planName: 'Tin' });
  const [GOLD, TIN] = [ids(20, 'G'), ids(20, 'T')];

  it('is one event of that plan', async () => {
    const book = await two([...gold(GOLD), ...tin(TIN)], [...gold(GOLD, 0.8), ...tin(TIN)]);
    expect(details(book)).toEqual(['The carrier pays 20 % less for 20 of 20 members of plan "G1" since Jan 2026.']);
    expect(signalIn(book, JAN, 'COMMISSION_REDUCED', GOLD[0])).toMatchObject({ severity: 'info' });
  });

  it('is two events if another plan has another change', async () => {
    const book = await two([...gold(GOLD), ...tin(TIN)], [...gold(GOLD, 0.8), ...tin(TIN, 0.9)]);
    expect(details(book)).toEqual([
      'The carrier pays 20 % less for 20 of 20 members of plan "G1" since Jan 2026.',
      'The carrier pays 10 % less for 20 of 20 members of plan "T1" since Jan 2026.',
    ]);
  });

  it('is none without plans and with two changes', async () => {
    const book = await two([...paid(GOLD), ...paid(TIN)], [...paid(GOLD, 0.8), ...paid(TIN, 0.9)]);
    expect(details(book)).toEqual([]);
  });

  it('explains no member of another plan', async () => {
    const [odd = ''] = TIN;
    const now = [...gold(GOLD, 0.8), ...tin(TIN).filter(({ member }) => member !== odd)];
    const book = await two([...gold(GOLD), ...tin(TIN)], [...now, line(odd, '8', { planCode: 'T1', planName: 'Tin' })]);
    expect(signalIn(book, JAN, 'COMMISSION_REDUCED', odd)).toMatchObject({ severity: 'warn' });
  });

  it('is found by product if plans are too small', async () => {
    const dental = (factor: number) =>
      GOLD.flatMap((member, index) =>
        paid([member], factor * (1 + index / 10), { productType: 'Dental', planCode: `D${index}` }),
      );
    const vision = paid(TIN, 1, { productType: 'Vision' });
    const book = await two([...dental(1), ...vision], [...dental(0.8), ...vision]);
    expect(details(book)).toEqual(['The carrier pays 20 % less for 20 of 20 members with "Dental" since Jan 2026.']);
  });
});

describe('a planned step', () => {
  const MANY = ids(20);

  it('is an event if the same happens in June', async () => {
    const book = await score([file('2026-05', ...paid(MANY)), file('2026-06', ...paid(MANY, 0.5))], {
      productLine: 'medicare',
    });
    expect(details(book, '2026-06')).toHaveLength(1);
  });

  it('is no event at the end of the first policy year, if members of the second year are paid so', async () => {
    const year = { effectiveDate: '2025-01-01' };
    const older = premium(ids(2, 'P'), 0.1, { effectiveDate: '2024-10-01' });
    const book = await two([...premium(MANY, 0.4, year), ...older], [...premium(MANY, 0.1, year), ...older]);
    expect(details(book)).toEqual([]);
    // Counter-case: where nobody shows what the second year pays, the carrier is asked once.
    const alone = await two(premium(MANY, 0.4, year), premium(MANY, 0.1, year));
    expect(details(alone)).toEqual(['The carrier pays 75 % less for 20 of 20 members since Jan 2026.']);
  });
});

describe('members who were away', () => {
  const MANY = ids(20);
  const [late = '', ...rest] = MANY;
  const without = (lines: ModelLine[]) => lines.filter(({ member }) => member !== late);

  it('are measured by a month before the event, and explained by it', async () => {
    const book = await score([
      file(DEC, ...premium(MANY, 0.1)),
      file(JAN, ...without(premium(MANY, 0.08))),
      file(FEB, ...premium(MANY, 0.08)),
    ]);
    expect(rowIn(book, FEB, late)).toMatchObject({ status: 'reappeared' });
    for (const code of ['RATE_CHANGED', 'COMMISSION_REDUCED'] as const) {
      expect(signalIn(book, FEB, code, late)).toMatchObject({
        severity: 'info',
        detail: expect.stringContaining('the carrier pays 20 % less for 19 of 19 members since Jan 2026.'),
      });
    }
    expect(details(book, FEB)).toEqual([]);
  });

  it('get a warning if they are paid less than the event explains', async () => {
    const book = await score([
      file(DEC, ...paid(MANY)),
      file(JAN, ...without(paid(MANY, 0.8))),
      file(FEB, ...without(paid(MANY, 0.8)), line(late, '7')),
    ]);
    expect(signalIn(book, FEB, 'COMMISSION_REDUCED', late)).toMatchObject({ severity: 'warn' });
  });

  it('are explained by two increases together', async () => {
    const book = await score([
      file(DEC, ...paid(MANY)),
      file(JAN, ...without(paid(MANY, 1.5))),
      file(FEB, ...without(paid(MANY, 3))),
      file(MAR, ...paid(MANY, 3)),
    ]);
    expect(signalIn(book, MAR, 'COMMISSION_INCREASED', late)?.detail).toBe(
      'Paid $20.00 more ($10.00 → $30.00): the carrier pays 200 % more for most members than before Jan 2026.',
    );
  });

  it('are explained by two events together', async () => {
    const book = await score([
      file(DEC, ...paid(MANY)),
      file(JAN, ...without(paid(MANY, 0.8))),
      file(FEB, ...without(paid(MANY, 0.4))),
      file(MAR, ...paid(MANY, 0.4)),
    ]);
    expect(signalIn(book, MAR, 'COMMISSION_REDUCED', late)).toMatchObject({
      severity: 'info',
      detail: 'Paid $6.00 less ($10.00 → $4.00): the carrier pays 60 % less for most members than before Jan 2026.',
    });
  });

  it('are not explained by an event during their presence', async () => {
    const [odd = ''] = rest;
    const book = await score([
      file(DEC, ...paid(MANY)),
      file(JAN, ...paid(MANY, 0.8)),
      file(FEB, ...paid(MANY, 0.8).map((one) => (one.member === odd ? { ...one, amount: '7.04' } : one))),
    ]);
    expect(signalIn(book, FEB, 'COMMISSION_REDUCED', odd)).toMatchObject({ severity: 'warn' });
  });

  it('get a warning again once the statement of the event is retracted', async () => {
    const book = memoryBook({
      rates: [],
      estimates: false,
      config: { toleranceAbsolute: '0.01', tolerancePercent: '0' },
    });
    const jobs = [
      { period: DEC, fileId: 'dec', mode: 'ingest', lines: paid(MANY) },
      { period: JAN, fileId: 'jan', mode: 'ingest', lines: without(paid(MANY, 0.8)) },
      { period: FEB, fileId: 'feb', mode: 'ingest', lines: [line(late, '8')] },
      { period: JAN, fileId: 'jan', mode: 'retract' },
    ] as const;
    const seen: unknown[] = [];
    for (const job of jobs) {
      book.accept(job);
      await book.run(job);
      seen.push(
        signalIn(
          book.state(),
          FEB === job.period || job.mode === 'retract' ? FEB : job.period,
          'COMMISSION_REDUCED',
          late,
        )?.severity,
      );
    }
    expect(seen).toEqual([undefined, undefined, 'info', 'warn']);
    expect(eventsIn(book.state(), JAN)).toEqual([]);
  });
});

it('pays a catch-up beside the month at the rate of its own month', async () => {
  const MANY = ids(20);
  const [late = ''] = MANY;
  const own = premium(MANY, 0.08, { coverageMonth: JAN });
  const book = await score([
    file('2025-11', ...premium(MANY, 0.1, { coverageMonth: '2025-11' })),
    file(DEC, ...premium(MANY, 0.1, { coverageMonth: DEC }).slice(1)),
    file(JAN, line(late, '5', { premium: '50', rate: '0.1', coverageMonth: DEC }), ...own),
    file(FEB, ...premium(MANY, 0.08, { coverageMonth: FEB })),
  ]);
  expect(signalIn(book, JAN, 'RATE_CHANGED', late)).toMatchObject({ severity: 'info' });
  expect(signalsIn(book, FEB, late)).toEqual([]);
});
