import { addMonths } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { inventPerson, Ledger } from './ledger.ts';
import { monthsFrom } from './months.ts';

const PERIODS = monthsFrom('2025-01', 9);
const FORM = { id: 'TRV########', plans: ['Classic Trip', 'Deluxe Trip'], states: ['WA', 'OR'] };
const RATE = 0.3;

const LAYOUT: Layout = {
  fileType: 'csv',
  header: ['Confirmation #', 'Primary Traveler', 'Plan', 'Purchase Date', 'Plan Price', 'Commission %', 'Commission'],
  row: ({ person, traits, cents, premiumCents }) => [
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    person === null ? '' : usDate(person.effective),
    dollars(cents < 0 ? -premiumCents : premiumCents),
    String(RATE * 100),
    dollars(cents),
  ],
};

/** Trips are sold and paid once; one in twelve is refunded in the month after. */
export function voyagerTravel(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  for (const period of PERIODS) {
    for (let sold = dice.int(6, 13); sold > 0; sold -= 1) {
      const effective = `${period}-${String(dice.int(1, 27)).padStart(2, '0')}`;
      const person = book.enroll(inventPerson(dice, FORM, { effective, premiumCents: dice.int(72, 540) * 100 }));
      const cents = Math.round(person.premiumCents * RATE);
      book.pay(person, period, cents);
      const next = addMonths(period, 1);
      if (dice.int(1, 12) > 1 || !PERIODS.includes(next)) {
        book.state(person, next, 'nothing_due');
        continue;
      }
      book.pay(person, next, -cents, { type: 'chargeback' });
      book.fact(person, next, 'rightful_chargeback', 'lost');
      book.atRisk(next, 0, 2 * cents);
      book.atRisk(addMonths(next, 1), 0, cents);
    }
  }
  return {
    name: 'voyager-travel',
    seed,
    carrier: {
      name: 'Voyager Travel Protection',
      productLine: null,
      columnsByHand: { member_external_id: 'Confirmation #', commission_amount: 'Commission' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'voyager-travel' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
