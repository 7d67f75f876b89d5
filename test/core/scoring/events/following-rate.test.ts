import { describe, expect, it } from 'vitest';
import { type Fields, file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { score } from '../../../support/scored-book-cases.ts';

/**
 * docs/reference/signals.md#what-a-carrier-changes-for-everybody. Guarantee: a contracted rate follows from an event only if it gives the
 * pay of every member.
 */

const [JAN, FEB] = ['2026-01', '2026-02'];
const MEMBERS = Array.from({ length: 12 }, (_, index) => index);

type MonthOf = (index: number) => { readonly amount: number; readonly fields?: Fields };

const lines = (of: MonthOf): ModelLine[] =>
  MEMBERS.map((index) => {
    const { amount, fields } = of(index);
    return line(`M${index + 10}`, amount.toFixed(2), fields);
  });

async function following(before: MonthOf, now: MonthOf) {
  const book = await score([file(JAN, ...lines(before)), file(FEB, ...lines(now))]);
  const [event] = book.periods.get(FEB)?.scores.events ?? [];
  if (event === undefined) throw new Error('No event');
  return event.rate ?? event.noRateReason;
}

const ofPremium =
  (rate: number, fields: Fields = {}): MonthOf =>
  (index) => {
    const premium = 100 + 3 * index;
    return { amount: premium * rate, fields: { rate: String(rate), premium: String(premium), ...fields } };
  };

describe('the rate that follows from an event', () => {
  it('is the percentage of the premium if statements show both', async () => {
    expect(await following(ofPremium(0.1), ofPremium(0.08))).toEqual({
      rateType: 'percent_of_premium',
      rateMillionths: 80_000,
    });
  });

  it('is the percentage that is printed without its sign', async () => {
    const printed = (points: number) => ofPremium(points / 100, { rate: points.toFixed(2) });
    expect(await following(printed(10), printed(8))).toMatchObject({ rateMillionths: 80_000 });
  });

  it('follows the amounts where one month prints the sign and the other does not', async () => {
    const book = await score([
      file(JAN, ...lines(ofPremium(0.08, { rate: '8.00' }))),
      file(FEB, ...lines(ofPremium(0.06, { rate: '0.06' }))),
    ]);
    const [event] = book.periods.get(FEB)?.scores.events ?? [];
    expect(event?.detail).toMatch(/^The carrier pays 25 % less/);
    expect(event?.rate).toMatchObject({ rateMillionths: 60_000 });
  });

  it('is one amount per life and month', async () => {
    const flat =
      (each: number): MonthOf =>
      (index) => ({ amount: each * (1 + (index % 3)), fields: { lives: String(1 + (index % 3)) } });
    expect(await following(flat(20), flat(18))).toEqual({ rateType: 'flat_per_member', rateMillionths: 18_000_000 });
  });

  describe('if the statement shows no rate', () => {
    const unrated =
      (rate: number, lives = 1): MonthOf =>
      (index) => {
        const premium = 211.37 + 13.11 * index;
        return { amount: premium * rate, fields: { premium: premium.toFixed(2), lives: String(lives) } };
      };

    it('is the share of the premium that gives every amount to the cent', async () => {
      const rate = { rateType: 'percent_of_premium', rateMillionths: 50_000 };
      expect(await following(unrated(0.06), unrated(0.05))).toEqual(rate);
      expect(await following(unrated(0.06, 3), unrated(0.05, 3))).toEqual(rate);
      expect(await following(unrated(0.06), unrated(0.0525))).toMatchObject({ rateMillionths: 52_500 });
    });

    it('is one amount if all premiums and all amounts are equal', async () => {
      const same =
        (amount: number): MonthOf =>
        () => ({ amount, fields: { premium: '400' } });
      expect(await following(same(24), same(20))).toEqual({ rateType: 'flat_per_member', rateMillionths: 20_000_000 });
    });

    it('does not exist if one member is paid another share, or has no premium', async () => {
      const other =
        (rate: number): MonthOf =>
        (index) =>
          unrated(index === 5 ? rate * 1.5 : rate)(index);
      expect(await following(other(0.06), other(0.05))).toContain('not all paid by one percentage');
      const blank =
        (rate: number): MonthOf =>
        (index) =>
          index === 5 ? { amount: unrated(rate)(index).amount } : unrated(rate)(index);
      expect(await following(blank(0.06), blank(0.05))).toContain('not all paid by one percentage');
    });
  });

  it('does not exist if members are paid different amounts without a percentage', async () => {
    const some =
      (factor: number): MonthOf =>
      (index) => ({ amount: (20 + index) * factor });
    expect(await following(some(1), some(0.9))).toContain('not all paid by one percentage');
  });

  it('does not exist if members have several policies', async () => {
    const twice = (factor: number) =>
      MEMBERS.flatMap((index) =>
        ['P1', 'P2'].map((policy) =>
          line(`M${index + 10}`, (20 * factor).toFixed(2), { policy: `${policy}-${index}` }),
        ),
      );
    const book = await score([file(JAN, ...twice(1)), file(FEB, ...twice(0.9))]);
    expect(book.periods.get(FEB)?.scores.events).toMatchObject([
      { rate: null, noRateReason: 'Some of the members have several policies.' },
    ]);
  });

  it('does not exist if the statement shows several rates', async () => {
    const mixed =
      (factor: number): MonthOf =>
      (index) =>
        ofPremium((index % 2 === 0 ? 0.1 : 0.2) * factor)(index);
    expect(await following(mixed(1), mixed(0.8))).toContain('not all paid by one percentage');
  });

  it('does not exist if the percentage does not give the amount', async () => {
    const half =
      (rate: number): MonthOf =>
      (index) => {
        const { amount, fields = {} } = ofPremium(rate)(index);
        return { amount: amount / 2, fields };
      };
    expect(await following(half(0.1), half(0.08))).toContain('not all paid by one percentage');
  });

  it.each([
    ['holds for a plan by its name, where it has no code', 'planName', { rate: { rateMillionths: 80_000 } }],
    [
      'does not exist for members who have only their product type in common',
      'productType',
      { rate: null, noRateReason: expect.stringContaining('only their product type') },
    ],
  ] as const)('%s', async (_, field, event) => {
    const others = Array.from({ length: 20 }, (_unused, index) => line(`T${index}`, '30', { [field]: 'Tin' }));
    const gold = { [field]: 'Gold' };
    const book = await score([
      file(JAN, ...lines(ofPremium(0.1, gold)), ...others),
      file(FEB, ...lines(ofPremium(0.08, gold)), ...others),
    ]);
    expect(book.periods.get(FEB)?.scores.events).toMatchObject([{ scope: { value: 'Gold' }, ...event }]);
  });
});

it('counts all members of a book of which it first looks at a sample', async () => {
  const all = Array.from({ length: 4_500 }, (_, index) => index);
  const month = (factor: (index: number) => number) =>
    all.map((index) => line(`M${index}`, ((10 + (index % 40)) * factor(index)).toFixed(2)));
  const book = await score([file(JAN, ...month(() => 1)), file(FEB, ...month((index) => (index < 4_000 ? 0.8 : 1)))]);
  expect(book.periods.get(FEB)?.scores.events).toMatchObject([{ members: 4_000, compared: 4_500 }]);
});
