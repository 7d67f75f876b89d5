import { addMonths, monthIndex } from '../../../core/period.ts';
import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { groupedDollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { firstDay, inventPerson, Ledger, type LineType, oldEffective, type Person } from './ledger.ts';
import { monthsFrom } from './months.ts';

const PERIODS = monthsFrom('2025-01', 13);
const FORM = { id: 'AN#######', plans: ['Index Choice 7', 'MYGA 5'], states: ['FL', 'GA'] };
const [SINGLE, TRAIL] = [0.05, 0.0025];
const QUARTER = 3;

const WORDS: Readonly<Partial<Record<LineType, string>>> = {
  bonus: 'Single Premium',
  renewal: 'Qtr Trail',
  chargeback: 'Free Look Reversal',
};

const LAYOUT: Layout = {
  fileType: 'xlsx',
  header: ['Contract No', 'Owner', 'Contract Date', 'Product', 'Txn', 'Basis', 'Rate %', 'Commission'],
  row: ({ person, traits, cents, type, premiumCents, rate }) => [
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    person === null ? '' : usDate(person.effective),
    traits.plan,
    WORDS[type] ?? type,
    groupedDollars(premiumCents),
    ((rate ?? 0) * 100).toFixed(2),
    groupedDollars(cents),
  ],
};

/** Annuities: a single premium's commission, which may be taken back months later, and a trail by the quarter on a value that moves. */
export function heritageAnnuities(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const invent = (effective: string) =>
    book.enroll(inventPerson(dice, FORM, { effective, premiumCents: dice.int(20, 250) * 100_000 }));
  for (let count = 0; count < 34; count += 1) payTrails(book, dice, invent(oldEffective(dice, '2024-01')), count < 4);
  for (let count = 0; count < 16; count += 1) {
    const issued = PERIODS[dice.int(0, 8)] ?? '';
    paySinglePremium(book, invent(firstDay(issued)), count < 3 ? dice.int(1, 3) : null);
  }
  return {
    name: 'heritage-annuities',
    seed,
    carrier: {
      name: 'Heritage Annuity',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Contract No', commission_amount: 'Commission', member_name: 'Owner' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'heritage-annuities' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

/** Pays the trails. The value changes by up to one percent a quarter. A surrendered contract gets no third trail and none after it. */
function payTrails(book: Ledger, dice: Dice, person: Person, isSurrendered: boolean): void {
  let value = person.premiumCents;
  let last = 0;
  const months = PERIODS.filter(
    (period) => (monthIndex(period) - monthIndex(person.effective.slice(0, 7))) % QUARTER === 0,
  );
  for (const [index, period] of months.entries()) {
    value = Math.round((value * dice.int(990, 1010)) / 1000);
    const cents = Math.round(value * TRAIL);
    if (isSurrendered && index === 2) {
      book.fact(person, period, 'lost');
      book.atRisk(period, last);
      return;
    }
    if (last > cents) book.atRisk(period, 0, last - cents);
    book.pay(person, period, cents, { premiumCents: value, rate: TRAIL });
    for (let next = 1; next < QUARTER; next += 1) book.state(person, addMonths(period, next), 'nothing_due');
    last = cents;
  }
}

/**
 * Pays the commission on a single premium. `reversedAfter` is the number of months until a returned contract's commission is taken back;
 * null for none.
 */
function paySinglePremium(book: Ledger, person: Person, reversedAfter: number | null): void {
  const issued = person.effective.slice(0, 7);
  const cents = Math.round(person.premiumCents * SINGLE);
  book.pay(person, issued, cents, { type: 'bonus', rate: SINGLE });
  if (reversedAfter === null) return;
  const told = addMonths(issued, reversedAfter);
  book.pay(person, told, -cents, { type: 'chargeback', rate: SINGLE });
  book.fact(person, told, 'lost', 'rightful_chargeback');
  book.atRisk(told, 0, cents);
}
