import { addMonths } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { firstDay, inventPerson, Ledger, type LineType, type Person } from './ledger.ts';
import { monthsFrom } from './months.ts';

const PERIODS = monthsFrom('2025-01', 13);
const FORM = { id: 'WL#######', plans: ['Whole Life'], states: ['PA', 'NJ'] };
const FIRST_YEAR = 0.9;
const RENEWAL = 0.08;
const ADVANCED_MONTHS = 9;
/** A policy month after the end of the book, for policies that never lapse. */
const NEVER = 99;

const monthlyPay = ({ premiumCents }: Person) => Math.round(premiumCents * FIRST_YEAR);

const LAYOUT: Layout = {
  fileType: 'xlsx',
  header: [
    'Policy No',
    'Insured Name',
    'Issue Date',
    'Due Date',
    'Premium',
    'Earned',
    'Advanced',
    'Recovered',
    'Net Paid',
  ],
  row: ({ person, period, cents, type, premiumCents }) => {
    const monthly = person === null ? 0 : monthlyPay(person);
    const earned = type === 'chargeback' ? 0 : type === 'renewal' ? cents : monthly;
    const recovered = type === 'recovery' ? -monthly : 0;
    return [
      person?.id ?? '',
      person === null ? '' : `${person.last}, ${person.first}`,
      person === null ? '' : usDate(person.effective),
      usDate(firstDay(period)),
      dollars(type === 'chargeback' ? 0 : premiumCents),
      dollars(earned),
      dollars(cents - earned - recovered),
      dollars(recovered),
      dollars(cents),
    ];
  },
};

/** Whole life: one row has the earned, advanced, recovered and remaining amounts, so that the net is 0 while an advance is recovered. */
export function keystoneLife(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  for (let count = 0; count < 44; count += 1) {
    const issued = addMonths(PERIODS[0] ?? '', dice.int(-8, 8));
    const person = book.enroll(
      inventPerson(dice, FORM, { effective: firstDay(issued), premiumCents: dice.int(30, 120) * 100 }),
    );
    const isSeenWhole = PERIODS.includes(issued);
    const lapses = count % 5 === 0 ? dice.int(isSeenWhole ? 3 : 10, 14) : NEVER;
    playPolicy(book, person, { issued, lapses });
  }
  return {
    name: 'keystone-life',
    seed,
    carrier: {
      name: 'Keystone Whole Life',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Policy No', commission_amount: 'Net Paid', member_name: 'Insured Name' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'keystone-life' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

/** Plays a policy. `lapses` is the policy month, counted from 0, in which the policy is no longer paid. */
function playPolicy(book: Ledger, person: Person, { issued, lapses }: { issued: string; lapses: number }): void {
  const monthly = monthlyPay(person);
  for (let month = 0; month < lapses; month += 1) {
    const period = addMonths(issued, month);
    if (!PERIODS.includes(period)) continue;
    const { type, cents } = payOf(person, month);
    book.pay(person, period, cents, { type });
    book.state(person, period, 'as_earned');
  }
  const end = addMonths(issued, lapses);
  const before = addMonths(end, -1);
  if (!PERIODS.includes(end) || !PERIODS.includes(before)) return;
  book.fact(person, end, 'lost');
  if (lapses >= ADVANCED_MONTHS) {
    const lost = payOf(person, lapses - 1).cents;
    book.atRisk(end, lost, Math.max(lost, monthly));
    return;
  }
  const back = monthly * (ADVANCED_MONTHS - lapses);
  book.pay(person, end, -back, { type: 'chargeback' });
  book.fact(person, end, 'rightful_chargeback');
  book.atRisk(end, 0, back + monthly * ADVANCED_MONTHS);
  book.atRisk(addMonths(end, 1), 0, monthly * ADVANCED_MONTHS);
}

function payOf(person: Person, month: number): { readonly type: LineType; readonly cents: number } {
  const monthly = monthlyPay(person);
  if (month === 0) return { type: 'advance', cents: monthly * ADVANCED_MONTHS };
  if (month < ADVANCED_MONTHS) return { type: 'recovery', cents: 0 };
  if (month < 12) return { type: 'as_earned', cents: monthly };
  return { type: 'renewal', cents: Math.round(person.premiumCents * RENEWAL) };
}
