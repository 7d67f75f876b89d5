import { addMonths, type Period } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { endOf, firstDay, inventPerson, Ledger, type LineType, oldEffective, type Person } from './ledger.ts';
import { monthsFrom } from './months.ts';

const PERIODS = monthsFrom('2025-04', 14);
const FORM = { id: '660#######', plans: ['FE Express'], states: ['TX'] };
const FIRST_YEAR = 0.9;
const LATER = 0.06;
const ADVANCED_MONTHS = 9;

const WORDS: Readonly<Partial<Record<LineType, string>>> = {
  advance: 'Placed Adv',
  chargeback: 'Chargeback',
  bonus: 'Bonus',
};

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Commission Agent Last Name',
    'Commission Agent First Name',
    'Commission Agent Business Name',
    'Commission Agent Number',
    'Statutory Company Name',
    'Transaction Date',
    'Policy Number',
    'Insured Last Name',
    'Insured First Name',
    'Description',
    'Writing Agent Last Name',
    'Writing Agent First Name',
    'Writing Agent Business Name',
    'Writing Agent Number',
    'Commission Premium',
    'Split %',
    'Commission %',
    'Adv %',
    'Advance Amount',
    'Commission Amount',
    'Net Commission Amount',
    'Writing Agent Chargeback',
    'Writing Agent Less Recovery Amount',
    'Writing Agent Ending Balance',
  ],
  row: ({ person, traits, cents, period, type, premiumCents, rate, months }) => [
    '',
    '',
    'HARBOR BENEFITS',
    'HB1001',
    'Transamerica Life Insurance Company',
    usDate(endOf(period)),
    person?.id ?? '',
    person?.last ?? '',
    person?.first ?? '',
    WORDS[type] ?? 'As Earned',
    traits.agent.name.split(' ')[1] ?? '',
    traits.agent.name.split(' ')[0] ?? '',
    '',
    traits.agent.id,
    dollars(premiumCents * months),
    '100',
    String(Math.round((rate ?? 0) * 100)),
    type === 'advance' ? '75' : '0',
    type === 'advance' ? dollars(cents) : '0.00',
    type === 'advance' ? '0.00' : dollars(cents),
    dollars(cents),
    '0.00',
    '0.00',
    '0.00',
  ],
};

/** Final expense: nine months are advanced at issue, the rest of the year is paid as earned, then renewals. */
export function transamerica(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const premium = () => ({ premiumCents: dice.int(30, 110) * 100 });
  for (let count = 0; count < 30; count += 1) {
    const effective = oldEffective(dice, PERIODS[0] ?? '');
    const person = book.enroll(
      inventPerson(dice, FORM, { effective: effective.replace(/-\d\d-01$/, '-01-01'), ...premium() }),
    );
    const until = count < 4 ? dice.int(3, 12) : PERIODS.length;
    for (const period of PERIODS.slice(0, until)) earn(book, person, period, LATER);
    const end = PERIODS[until];
    if (end === undefined) continue;
    book.fact(person, end, 'lost');
    book.atRisk(end, Math.round(person.premiumCents * LATER));
  }
  for (let count = 0; count < 28; count += 1) {
    const issued = PERIODS[dice.int(0, 8)] ?? '';
    const person = book.enroll(inventPerson(dice, FORM, { effective: firstDay(issued), ...premium() }));
    advance(book, person, issued, count < 6 ? dice.int(2, 4) : null, count === 0);
  }
  return {
    name: 'transamerica',
    seed,
    carrier: { slug: 'transamerica-life' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'transamerica' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

function earn(book: Ledger, person: Person, period: Period, rate: number): void {
  book.pay(person, period, Math.round(person.premiumCents * rate), { type: 'as_earned', rate });
}

/** Pays an advance. After `lapsedAfter` months its unearned rest is charged back; with `twice` again in the month after. */
function advance(book: Ledger, person: Person, issued: Period, lapsedAfter: number | null, twice: boolean): void {
  const monthly = Math.round(person.premiumCents * FIRST_YEAR);
  const advanced = monthly * ADVANCED_MONTHS;
  book.pay(person, issued, advanced, { type: 'advance', rate: FIRST_YEAR, months: ADVANCED_MONTHS });
  const last = PERIODS.at(-1) ?? issued;
  if (lapsedAfter !== null) {
    const told = addMonths(issued, lapsedAfter);
    const back = monthly * (ADVANCED_MONTHS - lapsedAfter);
    const more = { type: 'chargeback', rate: FIRST_YEAR, months: ADVANCED_MONTHS - lapsedAfter } as const;
    book.pay(person, told, -back, more);
    book.fact(person, told, 'lost', 'rightful_chargeback');
    book.atRisk(told, 0, advanced);
    if (!twice) return;
    book.pay(person, addMonths(told, 1), -back, more);
    book.fact(person, addMonths(told, 1), 'double_chargeback');
    book.claim(back);
    return;
  }
  for (let index = 1; addMonths(issued, index) <= last; index += 1) {
    const period = addMonths(issued, index);
    if (index < ADVANCED_MONTHS) book.state(person, period, 'nothing_due');
    else {
      book.state(person, period, index < 12 ? 'as_earned' : 'planned_step');
      earn(book, person, period, index < 12 ? FIRST_YEAR : LATER);
    }
  }
}
