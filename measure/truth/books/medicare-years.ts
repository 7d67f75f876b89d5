import { addMonths, type Period, periodMonth, periodYear } from '../../../core/period.ts';
import type { Dice } from '../../../demo/statements/seeded.ts';
import { endOf, firstDay, inventPerson, type Ledger, type Person } from './ledger.ts';
import type { MonthlyBook } from './monthly-book.ts';

/** The usual national pay for Medicare Advantage, in dollars a year. */
const INITIAL: Readonly<Record<number, number>> = { 2025: 626, 2026: 694 };

/** Returns half of the initial amount, rounded up to a dollar, as CMS does. */
function renewalDollars(year: number): number {
  return Math.ceil(initialDollars(year) / 2);
}

/** Returns the pay of a year, in cents, for a member who is new to Medicare Advantage. Every other member is paid `renewalCents`. */
export function initialCents(year: number): number {
  return initialDollars(year) * 100;
}

export function renewalCents(year: number): number {
  return renewalDollars(year) * 100;
}

function initialDollars(year: number): number {
  const dollars = INITIAL[year];
  if (dollars === undefined) throw new RangeError(`no Medicare compensation for ${year}`);
  return dollars;
}

/** Returns the pay of a month: a twelfth of the renewal amount, but in the calendar year of enrollment a twelfth of the initial amount. */
export function monthlyMedicare({ effective }: Person, period: Period): number {
  const year = periodYear(period);
  const isFirstYear = effective.slice(0, 4) === period.slice(0, 4);
  return Math.round(((isFirstYear ? initialDollars(year) : renewalDollars(year)) * 100) / 12);
}

/** Notes members whose first year ends with a planned decrease: nothing is wrong in the second January. */
export function notePlannedSteps({ book, periods }: Pick<MonthlyBook, 'book' | 'periods'>): void {
  for (const person of book.people) {
    for (const period of periods) {
      const isStep = periodMonth(period) === 1 && periodYear(period) === Number(person.effective.slice(0, 4)) + 1;
      if (isStep) book.state(person, period, 'planned_step');
    }
  }
}

export interface YearsPaid {
  readonly book: Ledger;
  readonly dice: Dice;
  readonly form: MonthlyBook['form'];
  readonly periods: readonly Period[];
  readonly january: Period;
}

/** The enrollments of January, which are paid once for the year: the result of the annual election period. */
export function playAnnualElection(plan: YearsPaid): void {
  const { book, january, periods } = plan;
  const year = periodYear(january);
  const [initial, renewal] = [initialDollars(year) * 100, renewalDollars(year) * 100];
  const last = periods.at(-1) ?? january;
  for (let count = 0; count < 22; count += 1) {
    const person = book.enroll(inventPerson(plan.dice, plan.form, { effective: firstDay(january) }));
    for (let period = addMonths(january, 1); period <= last; period = addMonths(period, 1)) {
      book.state(person, period, 'nothing_due');
    }
    // Five members were in another plan before, so only the renewal amount is due for them.
    if (count < 5) book.pay(person, january, renewal, { type: 'renewal', months: 12 });
    else if (count < 9) payInOne(plan, person, initial);
    else if (count < 15) {
      const paid = addMonths(january, plan.dice.int(2, 3));
      book.pay(person, january, renewal, { type: 'first_year', months: 12 });
      book.pay(person, paid, initial - renewal, { type: 'true_up', coverage: january, months: 12 });
      book.fact(person, paid, 'true_up_paid');
    } else if (count < 18) {
      book.pay(person, january, renewal, { type: 'first_year', months: 12 });
      book.fact(person, addMonths(january, 3), 'true_up_missing');
      book.claim(0, initial - renewal);
    } else if (count < 20) leaveRapidly(plan, person, initial);
    else leaveLater(plan, person, initial);
  }
}

function payInOne({ book, january }: YearsPaid, person: Person, cents: number): void {
  book.pay(person, january, cents, { type: 'first_year', months: 12 });
}

/** Plays a member who leaves after two months: everything is charged back. */
function leaveRapidly(plan: YearsPaid, person: Person, initial: number): void {
  const { book, january } = plan;
  payInOne(plan, person, initial);
  const told = addMonths(january, 2);
  book.pay(person, told, -initial, {
    type: 'chargeback',
    coverage: january,
    months: 12,
    term: endOf(addMonths(january, 1)),
  });
  book.fact(person, told, 'rapid_disenrollment', 'lost', 'rightful_chargeback');
  book.atRisk(told, 0, initial);
}

/** Plays a member who leaves after four months: eight twelfths are charged back. */
function leaveLater(plan: YearsPaid, person: Person, initial: number): void {
  const { book, january } = plan;
  payInOne(plan, person, initial);
  const told = addMonths(january, 4);
  const back = Math.round((initial * 8) / 12);
  book.pay(person, told, -back, {
    type: 'chargeback',
    coverage: january,
    months: 8,
    term: endOf(addMonths(january, 3)),
  });
  book.fact(person, told, 'lost', 'rightful_chargeback');
  book.atRisk(told, 0, initial);
}
