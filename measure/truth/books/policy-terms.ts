import { addMonths, type Period } from '../../../core/period.ts';
import type { Dice } from '../../../demo/statements/seeded.ts';
import { endOf, firstDay, inventPerson, type Ledger, type Person } from './ledger.ts';
import type { MonthlyBook } from './monthly-book.ts';

/** Auto and home policies, paid once for a term of six or twelve months. */

export interface TermBook {
  readonly book: Ledger;
  readonly dice: Dice;
  readonly periods: readonly Period[];
  readonly form: MonthlyBook['form'];
  readonly rate: number;
}

type TermStory =
  | 'renews'
  | 'is_not_renewed'
  | 'is_cancelled'
  | 'is_endorsed'
  | 'returns_premium'
  | 'is_paid_twice'
  | 'is_underpaid'
  | 'renews_late'
  | 'is_written_anew';

const STORIES: readonly (readonly [TermStory, number])[] = [
  ['renews', 40],
  ['is_written_anew', 10],
  ['is_not_renewed', 8],
  ['is_cancelled', 5],
  ['is_endorsed', 5],
  ['returns_premium', 3],
  ['is_paid_twice', 2],
  ['is_underpaid', 3],
  ['renews_late', 3],
];

const TERM_MONTHS = 6;

export function playTerms(plan: TermBook): void {
  for (const [story, count] of STORIES) {
    for (let done = 0; done < count; done += 1) tell(plan, story);
  }
}

/** Plays a story. The first term starts in the first six months; the event is in that term or at its renewal. */
function tell(plan: TermBook, story: TermStory): void {
  const { book, dice, periods } = plan;
  const isPlain = story === 'renews' || story === 'is_written_anew';
  const start =
    periods[dice.int(0, isPlain ? TERM_MONTHS - 1 : Math.min(TERM_MONTHS, periods.length - TERM_MONTHS - 1) - 1)] ?? '';
  const renewal = addMonths(start, TERM_MONTHS);
  const isNew = story === 'is_written_anew';
  const effective = isNew ? firstDay(start) : firstDay(addMonths(start, -TERM_MONTHS * dice.int(1, 6)));
  const person = book.enroll(inventPerson(dice, plan.form, { effective, premiumCents: dice.int(500, 1800) * 100 }));
  const [first, second] = [termCents(plan, person, 0), termCents(plan, person, 1)];
  const payTerm = (period: Period, cents: number, of: Period) =>
    book.pay(person, period, cents, {
      ...termOf(of),
      months: TERM_MONTHS,
      type: isNew && of === start ? 'new_policy' : 'renewal',
    });
  payTerm(start, first, start);
  const cut = Math.round(second * 0.3);
  switch (story) {
    case 'is_not_renewed':
      book.fact(person, renewal, 'lost');
      book.atRisk(renewal, first);
      noteNothingDue(plan, person, start, renewal);
      return;
    case 'is_cancelled':
      cancel(plan, person, start);
      return;
    case 'is_endorsed':
      book.pay(person, addMonths(start, 2), Math.round(first / 10), { ...termOf(start), type: 'endorsement' });
      payTerm(renewal, second, renewal);
      break;
    case 'returns_premium':
      book.pay(person, addMonths(start, 2), -Math.round(first / 10), { ...termOf(start), type: 'endorsement' });
      book.fact(person, addMonths(start, 2), 'rightful_chargeback');
      book.atRisk(addMonths(start, 2), 0, first);
      payTerm(renewal, second, renewal);
      break;
    case 'is_paid_twice':
      payTerm(renewal, second, renewal);
      payTerm(renewal, second, renewal);
      book.fact(person, renewal, 'duplicate_payment');
      break;
    case 'is_underpaid':
      payTerm(renewal, second - cut, renewal);
      book.fact(person, renewal, 'underpaid');
      // The premium rose at the renewal, so the decrease from the term before is smaller than the missing amount.
      book.atRisk(renewal, Math.max(0, first - second + cut), cut);
      book.owed(renewal, cut);
      book.claim(0, cut);
      break;
    case 'renews_late':
      payTerm(addMonths(renewal, 1), second, renewal);
      book.fact(person, renewal, 'late_premium');
      book.fact(person, addMonths(renewal, 1), 'reinstated');
      book.atRisk(renewal, 0, first);
      break;
    case 'renews':
    case 'is_written_anew':
      payTerm(renewal, second, renewal);
  }
  noteNothingDue(plan, person, start, renewal);
  noteNothingDue(plan, person, renewal, addMonths(renewal, TERM_MONTHS));
  const third = addMonths(renewal, TERM_MONTHS);
  if (third > (periods.at(-1) ?? renewal)) return;
  payTerm(third, termCents(plan, person, 2), third);
  noteNothingDue(plan, person, third, addMonths(third, TERM_MONTHS));
}

/** Returns the pay of a term. Premiums rise by four percent at each renewal. */
function termCents({ rate }: TermBook, { premiumCents }: Person, renewals: number): number {
  return Math.round(premiumCents * 1.04 ** renewals * rate);
}

function termOf(start: Period): { readonly coverage: Period; readonly term: string } {
  return { coverage: start, term: endOf(addMonths(start, TERM_MONTHS - 1)) };
}

/** Plays a cancelled policy: four of six months are charged back. */
function cancel(plan: TermBook, person: Person, start: Period): void {
  const told = addMonths(start, 2);
  const cents = termCents(plan, person, 0);
  plan.book.pay(person, told, -Math.round((cents * 4) / 6), { ...termOf(start), type: 'chargeback' });
  plan.book.fact(person, told, 'lost', 'rightful_chargeback');
  plan.book.atRisk(told, 0, cents);
}

function noteNothingDue({ book }: TermBook, person: Person, start: Period, end: Period): void {
  for (let period = addMonths(start, 1); period < end; period = addMonths(period, 1))
    book.state(person, period, 'nothing_due');
}
