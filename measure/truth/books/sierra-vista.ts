import { type Period, periodMonth } from '../../../core/period.ts';
import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { endOf, firstDay, inventPerson, Ledger, type LineType, oldEffective, type Person } from './ledger.ts';
import { initialCents, renewalCents } from './medicare-years.ts';
import { monthsFrom } from './months.ts';

const MONTHS = monthsFrom('2025-01', 14);
const JANUARY: Period = '2026-01';
const FEBRUARY: Period = '2026-02';
const [BEFORE, NOW, FIRST] = [renewalCents(2025), renewalCents(2026), initialCents(2025)];
const FORM = { id: 'SV######', plans: ['Sierra Vista Gold', 'Sierra Vista Silver'], states: ['NV', 'NM'] };

const WORDS: Readonly<Partial<Record<LineType, string>>> = { first_year: 'Initial', chargeback: 'Recovery' };

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Payment Dt',
    'Member Number',
    'Member Name',
    'Plan Name',
    'Eff Date',
    'Term Date',
    'Comp Category',
    'Comp Year',
    'Months',
    'Amount',
    'Writing Agent',
    'NPN',
  ],
  row: ({ period, person, traits, term, type, coverage, months, cents }) => [
    usDate(endOf(period)),
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    usDate(person?.effective ?? ''),
    term === null ? '' : usDate(term),
    WORDS[type] ?? 'Renewal',
    coverage.slice(0, 4),
    String(months),
    dollars(cents),
    traits.agent.name,
    traits.agent.id,
  ],
};

/** Medicare Advantage that is paid for the calendar year each January, with half renewals and a year that is taken back. */
export function sierraVista(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const old = (count: number, story: (person: Person) => void) => {
    for (let done = 0; done < count; done += 1) {
      const person = enroll(book, dice, null);
      book.pay(person, MONTHS[0] ?? '', BEFORE, { months: 12 });
      story(person);
    }
  };
  old(30, (person) => renew(book, person));
  old(4, (person) => {
    book.fact(person, JANUARY, 'lost');
    book.atRisk(JANUARY, BEFORE);
  });
  old(3, (person) => renewByHalf(book, person, BEFORE));
  old(2, (person) => renewLate(book, person));
  old(3, (person) => leaveInMay(book, person));
  old(2, (person) => isTakenBack(book, person));
  for (let count = 0; count < 12; count += 1) {
    const period = MONTHS[dice.int(0, 10)] ?? '';
    const person = enroll(book, dice, period);
    book.pay(person, period, FIRST, { type: 'first_year', months: 13 - periodMonth(period) });
    renew(book, person);
    book.state(person, JANUARY, 'planned_step');
  }
  const periods = MONTHS.filter((period) => book.lines.some((line) => line.period === period));
  return {
    name: 'sierra-vista',
    seed,
    carrier: {
      name: 'Sierra Vista Advantage',
      productLine: 'medicare',
      columnsByHand: { member_external_id: 'Member Number', commission_amount: 'Amount', member_name: 'Member Name' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods, layout: () => LAYOUT, name: 'sierra' }),
    truth: book.truth(periods, ({ id }) => [id]),
  };
}

function enroll(book: Ledger, dice: Dice, joined: Period | null): Person {
  const effective = joined === null ? oldEffective(dice, MONTHS[0] ?? '') : firstDay(joined);
  return book.enroll(inventPerson(dice, FORM, { effective }));
}

function renew(book: Ledger, person: Person, period = JANUARY): void {
  book.pay(person, period, NOW, { months: 12, coverage: JANUARY });
}

/** Plays a renewal of which the carrier pays half. */
function renewByHalf(book: Ledger, person: Person, before: number): void {
  const half = NOW / 2;
  book.pay(person, JANUARY, half, { months: 12 });
  book.fact(person, JANUARY, 'underpaid');
  book.atRisk(JANUARY, before - half, half);
  book.owed(JANUARY, 0, half);
  book.claim(0, half);
}

function renewLate(book: Ledger, person: Person): void {
  renew(book, person, FEBRUARY);
  book.fact(person, JANUARY, 'late_premium');
  book.fact(person, FEBRUARY, 'catch_up');
  book.atRisk(JANUARY, 0, BEFORE);
}

/** Plays a member who leaves in May: seven months of the year are taken back. */
function leaveInMay(book: Ledger, person: Person): void {
  const [told, back] = [MONTHS[5] ?? '', Math.round((BEFORE * 7) / 12)];
  book.pay(person, told, -back, { type: 'chargeback', months: 7, term: endOf(MONTHS[4] ?? '') });
  book.fact(person, told, 'lost', 'rightful_chargeback');
  book.atRisk(told, 0, BEFORE);
}

/** Plays a member whose whole year is taken back, although the member stays and is renewed. */
function isTakenBack(book: Ledger, person: Person): void {
  const [told, next] = [MONTHS[8] ?? '', MONTHS[9] ?? ''];
  book.pay(person, told, -BEFORE, { type: 'chargeback', months: 12 });
  renew(book, person);
  book.fact(person, told, 'wrong_chargeback');
  book.fact(person, JANUARY, 'not_repaid');
  for (const period of [told, next]) book.atRisk(period, 0, BEFORE);
  book.owed(JANUARY, 0, BEFORE);
  book.claim(0, BEFORE);
}
