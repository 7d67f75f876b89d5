import type { Period } from '../../../core/period.ts';
import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, type Layout } from './layout.ts';
import { endOf, firstDay, inventPerson, Ledger, type Line, oldEffective, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-03', 10);
const FORM = { id: 'U#########', plans: ['Ambetter', 'Oscar', 'Aetna ACA'], states: ['GA'] };
const CENTS_A_LIFE: Readonly<Record<string, number>> = { Ambetter: 1800, Oscar: 2000, 'Aetna ACA': 2200 };
const OVERRIDE = 300;

const footerRow = (label: string, cents: number): readonly string[] => [
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  label,
  '',
  '',
  '',
  '',
  dollars(cents),
];

const LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'Agent Report',
  header: [
    'Generated From',
    'Payee ID',
    'Carrier',
    'Policy',
    'Insured',
    'Effective Date',
    'Payment Date',
    'Member Count',
    'Payout Type',
    'Transaction Type',
    'Carrier Transaction Type',
    'Writing Agent Name',
    'Amount',
  ],
  row: ({ person, traits, cents, period, type }) => [
    'TMG',
    'HB-1',
    traits.plan,
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    dateCell(person?.effective ?? null),
    dateCell(endOf(period)),
    String(traits.lives),
    'ACH',
    type === 'override' ? 'Override' : 'Commission',
    cents < 0 ? 'Chargeback' : 'Renewal',
    traits.agent.name,
    dollars(cents),
  ],
  footer: (cents) => [footerRow('Total Amount:', cents), footerRow('Payment Amount:', cents)],
};

/** Households of several carriers on a marketing organisation's statement: commission and override, and no coverage month. */
export function agentReport(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  for (const lives of [1, 2, 4]) {
    playMonths({
      book,
      dice,
      periods: PERIODS,
      form: FORM,
      steady: 14,
      joins: 3,
      stories: ordinaryLife().filter(([story]) => !NEEDS_MONTHS.has(story)),
      due: (person, period) => centsALife(book, person, period) * lives,
      parts: (cents) => [{ cents: cents - lives * OVERRIDE }, { cents: lives * OVERRIDE, type: 'override' }],
      person: () => ({ lives }),
      tellsTerm: false,
    });
  }
  for (let count = 0; count < 4; count += 1) growInArrears(book, dice, dice.int(2, 7));
  for (let count = 0; count < 4; count += 1) joinLate(book, dice, dice.int(2, 6));
  return {
    name: 'agent-report',
    seed,
    carrier: { slug: 'fmo-agent-report' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'agent-report' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

/**
 * The kinds of stories that a statement without coverage months cannot show: a second chargeback may be of another month, and a plan here
 * is a carrier.
 */
const NEEDS_MONTHS: ReadonlySet<string> = new Set(['isChargedBackTwice', 'movesPlan']);

function centsALife(book: Ledger, person: Person, period: Period): number {
  return (CENTS_A_LIFE[book.traitsAt(person, period).plan] ?? 0) + OVERRIDE;
}

function payMonth(book: Ledger, person: Person, period: Period, lives = book.traitsAt(person, period).lives): void {
  const more: Partial<Line> = { traits: { ...book.traitsAt(person, period), lives } };
  book.pay(person, period, lives * (centsALife(book, person, period) - OVERRIDE), more);
  book.pay(person, period, lives * OVERRIDE, { ...more, type: 'override' });
}

/** Adds a child to a household: one more life, with its pay for the month before in separate lines. */
function growInArrears(book: Ledger, dice: Dice, at: number): void {
  const effective = oldEffective(dice, PERIODS[0] ?? '');
  const person = book.enroll(inventPerson(dice, FORM, { effective, lives: 2 }));
  book.change(person, { from: PERIODS[at] ?? '', traits: { lives: 3 } });
  for (const [index, period] of PERIODS.entries()) {
    payMonth(book, person, period);
    if (index === at) payMonth(book, person, period, 1);
  }
}

/** Adds a household whose first statement pays two months, in equal lines. */
function joinLate(book: Ledger, dice: Dice, at: number): void {
  const effective = firstDay(PERIODS[at - 1] ?? '');
  const person = book.enroll(inventPerson(dice, FORM, { effective, lives: dice.int(1, 3) }));
  payMonth(book, person, PERIODS[at] ?? '');
  for (const period of PERIODS.slice(at)) payMonth(book, person, period);
}
