import { addMonths, type Period } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { firstDay, inventPerson, Ledger, type LineType, oldEffective, type Person } from './ledger.ts';
import { monthsFrom } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-03', 14);
const FORM = { id: 'FX######', plans: ['Final Expense Level', 'Final Expense Graded'], states: ['OH', 'KY'] };
const RATE = 0.85;
const ADVANCED_MONTHS = 9;

const WORDS: Readonly<Partial<Record<LineType, string>>> = {
  advance: 'Advance',
  as_earned: 'Earned',
  recovery: 'Advance Recovery',
  chargeback: 'Chargeback',
};

const LAYOUT: Layout = {
  fileType: 'xlsx',
  header: ['Policy No', 'Insured', 'Product', 'Issue Date', 'Type', 'Mo. Premium', 'Agent', 'Agent Name', 'Amount'],
  row: ({ person, traits, cents, type, premiumCents }) => [
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    person === null ? '' : usDate(person.effective),
    WORDS[type] ?? type,
    dollars(premiumCents),
    traits.agent.id,
    traits.agent.name,
    dollars(cents),
  ],
};

/**
 * Final expense: nine months are advanced, and each month the carrier prints the earned amount and keeps it until the advance is repaid.
 */
export function recoveredAdvances(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const invent = (effective: string) =>
    book.enroll(inventPerson(dice, FORM, { effective, premiumCents: dice.int(30, 90) * 100 }));
  for (let count = 0; count < 24; count += 1) {
    const person = invent(oldEffective(dice, '2025-01'));
    earn(book, person, { from: 0, until: count < 4 ? dice.int(3, 12) : PERIODS.length, recovered: dice.int(0, 7) });
  }
  for (let count = 0; count < 24; count += 1) {
    const issued = dice.int(0, 6);
    const person = invent(firstDay(PERIODS[issued] ?? ''));
    const monthly = monthlyPay(person);
    book.pay(person, PERIODS[issued] ?? '', monthly * ADVANCED_MONTHS, { type: 'advance' });
    const earned = { from: issued + 1, recovered: ADVANCED_MONTHS };
    if (count >= 6) earn(book, person, { ...earned, until: PERIODS.length });
    else lapse(book, person, { ...earned, until: issued + dice.int(2, 5) });
  }
  return {
    name: 'recovered-advances',
    seed,
    carrier: {
      name: 'Bluegrass Final Expense',
      productLine: 'ancillary',
      columnsByHand: {
        member_external_id: 'Policy No',
        commission_amount: 'Amount',
        member_name: 'Insured',
        policy_number: 'Policy No',
        plan_name: 'Product',
        effective_date: 'Issue Date',
        transaction_type: 'Type',
        premium_amount: 'Mo. Premium',
        agent_id: 'Agent',
        agent_name: 'Agent Name',
      },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'recovered-advances' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

interface Earning {
  /** The index of the first month with pay, and of the first month without pay. */
  readonly from: number;
  readonly until: number;
  /** The number of these months whose pay the carrier keeps for the advance. */
  readonly recovered: number;
}

const monthlyPay = ({ premiumCents }: Person) => Math.round(premiumCents * RATE);

function earn(book: Ledger, person: Person, { from, until, recovered }: Earning): void {
  const monthly = monthlyPay(person);
  for (const [index, period] of PERIODS.slice(from, until).entries()) {
    book.pay(person, period, monthly, { type: 'as_earned' });
    if (index < recovered) book.pay(person, period, -monthly, { type: 'recovery' });
    book.state(person, period, 'as_earned');
  }
  const end = PERIODS[until];
  if (end === undefined) return;
  book.fact(person, end, 'lost');
  book.atRisk(end, monthly);
}

/** Plays a lapsed policy: in the month after the last earned one the carrier takes back the part that is not earned. */
function lapse(book: Ledger, person: Person, earning: Earning): void {
  earn(book, person, earning);
  const told: Period = addMonths(PERIODS[earning.until] ?? '', 1);
  const unearned = ADVANCED_MONTHS - (earning.until - earning.from);
  book.pay(person, told, -monthlyPay(person) * unearned, { type: 'chargeback' });
  book.fact(person, told, 'rightful_chargeback');
}
