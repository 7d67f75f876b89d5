import { addMonths, type Period, periodMonth, periodYear } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, firstOf, type Layout } from './layout.ts';
import { firstDay, inventPerson, Ledger, type Line, oldEffective, type Person } from './ledger.ts';
import { initialCents, monthlyMedicare, notePlannedSteps, renewalCents, type YearsPaid } from './medicare-years.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-09', 12);
const FORM = {
  id: 'HSN#######',
  plans: ['HealthSun MediMax (HMO)', 'HealthSun HealthAdvantage Plus (HMO)'],
  states: ['FL'],
};
const UNTIL_NEW_DATES = '2026-03';

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Member Name',
    'Member ID',
    'Agent Name',
    'PaidAmount',
    'Effective Date',
    'Compensation Month',
    'Commission Type',
    'Initial / Renewal',
    'Product Plan Name',
    'Product Type',
  ],
  row: (line) => {
    const { person, traits, cents, coverage, period } = line;
    const month = `${coverage}-01`;
    return [
      person === null ? '' : `${person.first} ${person.last}`,
      person?.id ?? '',
      traits.agent.name,
      dollars(cents),
      person === null ? '' : usDate(person.effective),
      period < UNTIL_NEW_DATES ? month : usDate(month),
      commissionType(line),
      isInitial(line) ? 'Initial' : 'Renewal',
      traits.plan,
      'MAPD',
    ];
  },
};

function commissionType({ type }: Line): string {
  if (type === 'chargeback') return 'Chargeback';
  return type === 'true_up' ? 'True-Up' : 'Commission';
}

function isInitial({ person, coverage, type }: Line): boolean {
  return type !== 'renewal' && person !== null && Number(person.effective.slice(0, 4)) === periodYear(coverage);
}

/** Medicare Advantage over two enrollment periods: renewals by the month, first years in one sum, no end of coverage. */
export function healthsun(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: FORM,
    steady: 40,
    joins: 0,
    stories: [...ordinaryLife().filter(([story]) => story !== 'movesPlan'), ['movesAgent', 1]],
    due: monthlyMedicare,
    tellsTerm: false,
  });
  playElection({ book, dice, form: FORM, periods: PERIODS, january: '2026-01' });
  return {
    name: 'healthsun',
    seed,
    carrier: { slug: 'healthsun' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'healthsun' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

/** Plays an annual election with a carrier that pays first years in one sum and renewals by the month. */
function playElection(plan: YearsPaid): void {
  const january = plan.january;
  for (let count = 0; count < 9; count += 1) trueUp(plan, enroll(plan, january), plan.dice.int(2, 4));
  trueUp(plan, enroll(plan, addMonths(january, 1)), 2);
  trueUp(plan, enroll(plan, addMonths(january, 2)), 3);
  missTrueUp(plan, enroll(plan, january));
  for (let count = 0; count < 5; count += 1) payRenewal(plan, enroll(plan, january));
  for (let count = 0; count < 3; count += 1) leaveRapidly(plan, enroll(plan, january), 1 + count);
  for (let count = 0; count < 5; count += 1) enrollInAutumn(plan, count === 0);
  for (let count = 0; count < 6; count += 1) movePlan(plan, count < 2);
  for (let count = 0; count < 3; count += 1) endInRetrospect(plan, 2 + count);
}

function enroll(plan: YearsPaid, month: Period): Person {
  return plan.book.enroll(inventPerson(plan.dice, plan.form, { effective: firstDay(month) }));
}

function startOf({ effective }: Person): Period {
  return effective.slice(0, 7);
}

/** Returns the number of months left in the year of enrollment. */
function monthsLeft(person: Person): number {
  return 13 - periodMonth(startOf(person));
}

function share(cents: number, person: Person): number {
  return Math.round((cents * monthsLeft(person)) / 12);
}

function nothingDueFrom({ book, periods }: YearsPaid, person: Person, from: Period, until: Period): void {
  for (const period of periods) if (period >= from && period < until) book.state(person, period, 'nothing_due');
}

/** Pays the rest of the year at the renewal amount, which is all that is due for a member who is not new to CMS. */
function payRenewal(plan: YearsPaid, person: Person, type: 'first_year' | 'renewal' = 'renewal'): void {
  const start = startOf(person);
  const cents = share(renewalCents(periodYear(start)), person);
  plan.book.pay(person, start, cents, { type, months: monthsLeft(person) });
  nothingDueFrom(plan, person, addMonths(start, 1), '9999-12');
}

function trueUp(plan: YearsPaid, person: Person, after: number): void {
  const start = startOf(person);
  payRenewal(plan, person, 'first_year');
  const paid = addMonths(start, after);
  const year = periodYear(start);
  const cents = share(initialCents(year), person) - share(renewalCents(year), person);
  plan.book.pay(person, paid, cents, { type: 'true_up', coverage: start, months: monthsLeft(person) });
  plan.book.fact(person, paid, 'true_up_paid');
}

function missTrueUp(plan: YearsPaid, person: Person): void {
  const start = startOf(person);
  payRenewal(plan, person, 'first_year');
  plan.book.fact(person, addMonths(start, 3), 'true_up_missing');
  plan.book.claim(0, initialCents(periodYear(start)) - renewalCents(periodYear(start)));
}

/** Plays a member who leaves within three months: the whole sum is charged back. */
function leaveRapidly(plan: YearsPaid, person: Person, after: number): void {
  const { book } = plan;
  const start = startOf(person);
  const cents = share(initialCents(periodYear(start)), person);
  const told = addMonths(start, after);
  book.pay(person, start, cents, { type: 'first_year', months: 12 });
  book.pay(person, told, -cents, { type: 'chargeback', coverage: start, months: 12 });
  nothingDueFrom(plan, person, addMonths(start, 1), told);
  book.fact(person, told, 'rapid_disenrollment', 'lost', 'rightful_chargeback');
  book.atRisk(told, 0, cents);
}

/**
 * Plays a member enrolled in October, who is paid in one sum to December and then by the month. With `stops` the monthly pay never comes.
 */
function enrollInAutumn(plan: YearsPaid, stops: boolean): void {
  const { book, periods, january } = plan;
  const person = enroll(plan, addMonths(january, -3));
  const cents = share(initialCents(2025), person);
  book.pay(person, startOf(person), cents, { type: 'first_year', months: 3 });
  nothingDueFrom(plan, person, addMonths(january, -2), january);
  if (stops) {
    book.fact(person, january, 'lost');
    book.atRisk(january, 0, cents);
    return;
  }
  book.state(person, january, 'planned_step');
  for (const period of periods) if (period >= january) book.pay(person, period, monthlyMedicare(person, period));
}

/**
 * Plays a member who moves to another plan of the carrier in January. With `isCorrected` the old plan is paid first, which February
 * corrects.
 */
function movePlan(plan: YearsPaid, isCorrected: boolean): void {
  const { book, periods, january } = plan;
  const person = enrollLongAgo(plan);
  const moved = { ...person.traits, plan: plan.form.plans.find((name) => name !== person.traits.plan) ?? '' };
  const february = addMonths(january, 1);
  book.change(person, { from: isCorrected ? february : january, traits: moved });
  book.state(person, isCorrected ? february : january, 'plan_moved');
  for (const period of periods) book.pay(person, period, monthlyMedicare(person, period));
  if (!isCorrected) return;
  const cents = monthlyMedicare(person, january);
  book.pay(person, february, -cents, { type: 'chargeback', coverage: january, traits: person.traits });
  book.pay(person, february, cents, { coverage: january });
  book.fact(person, february, 'rightful_chargeback');
  book.atRisk(february, 0, cents);
}

/** Plays a member of whom one month states that the last `months` were never covered. */
function endInRetrospect(plan: YearsPaid, months: number): void {
  const { book, periods } = plan;
  const person = enrollLongAgo(plan);
  const at = plan.dice.int(5, periods.length - 2);
  for (const period of periods.slice(0, at)) book.pay(person, period, monthlyMedicare(person, period));
  const told = periods[at] ?? '';
  for (let back = months; back > 0; back -= 1) {
    const coverage = addMonths(told, -back);
    book.pay(person, told, -monthlyMedicare(person, coverage), { type: 'chargeback', coverage });
  }
  const last = monthlyMedicare(person, addMonths(told, -1));
  book.fact(person, told, 'lost', 'rightful_chargeback', 'retroactive_end');
  book.atRisk(told, 0, last * months);
}

function enrollLongAgo({ book, dice, form, periods }: YearsPaid): Person {
  return book.enroll(inventPerson(dice, form, { effective: oldEffective(dice, periods[0] ?? '') }));
}

const HEALTHSPRING_PERIODS = monthsFrom('2025-09', 9);
const SERVICE_FEE_CENTS = 500;

const HEALTHSPRING_LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'Detail',
  header: [
    'Payment Type',
    'Payment Description',
    'Writing Broker NPN',
    'Writing Broker Name',
    'Earner NPN',
    'Earner Name',
    'Pay Period',
    'Payment Amount',
    'Member ID',
    'Medicare Beneficiary Identifier (MBI)',
    'Member Name',
    'Effective Date',
    'Member Term Date',
    'Plan Type',
    'Plan Name',
    'CMS Contract',
    'PBP',
  ],
  row: ({ person, traits, type, term, cents, coverage }) => [
    type === 'first_year' ? 'Initial - New to CMS' : type === 'chargeback' ? 'Disenrollment Renewal' : 'Renewal',
    type === 'override' ? 'Service Fee' : type === 'bonus' ? 'HRA Bonus' : 'Broker Level',
    traits.agent.id,
    traits.agent.name,
    '20011223',
    'Harbor Benefits',
    firstOf(coverage),
    dollars(cents),
    person?.id ?? '',
    person?.secondId ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    dateCell(person?.effective ?? null),
    dateCell(term),
    'MAPD',
    traits.plan,
    'H4513',
    traits.plan.includes('Preferred') ? '60' : '61',
  ],
};

/** Two rows per member, the agent's and the agency's, in two batch files a month. */
export function healthspring(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: HEALTHSPRING_PERIODS,
    form: {
      id: '########',
      plans: ['HealthSpring Preferred (HMO)', 'HealthSpring True Choice (PPO)'],
      states: ['TX', 'AL'],
    },
    steady: 45,
    joins: 8,
    stories: [...ordinaryLife(), ['getsBonus', 2]],
    due: (person, period) => monthlyMedicare(person, period) + SERVICE_FEE_CENTS,
    parts: (cents) => [{ cents: cents - SERVICE_FEE_CENTS }, { cents: SERVICE_FEE_CENTS, type: 'override' }],
    typeOf: ({ effective }, period) => (effective.slice(0, 4) === period.slice(0, 4) ? 'first_year' : 'renewal'),
    tellsTerm: true,
  });
  notePlannedSteps({ book, periods: HEALTHSPRING_PERIODS });
  const files = { count: 2, of: ({ person }: { person: { index: number } | null }) => (person?.index ?? 0) % 2 };
  return {
    name: 'healthspring',
    seed,
    carrier: { slug: 'healthspring' },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: HEALTHSPRING_PERIODS,
      layout: () => HEALTHSPRING_LAYOUT,
      files,
      name: '01_884213',
    }),
    truth: book.truth(HEALTHSPRING_PERIODS, ({ id }) => [id]),
  };
}
