import { addMonths, monthIndex, type Period, periodOfDate } from '../../../core/period.ts';
import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { endOf, firstDay, inventPerson, Ledger, type Line, type Person } from './ledger.ts';
import { monthsFrom } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-04', 14);
const [FIRST_YEAR, RENEWAL] = [0.4, 0.08];
type Mode = 1 | 3 | 12;
const MODES: readonly Mode[] = [1, 1, 1, 3, 3, 12];

function isFirstYear({ effective }: Person, period: Period): boolean {
  return monthIndex(period) - monthIndex(periodOfDate(effective)) < 12;
}

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Company',
    'CertificateId',
    'CertEffectiveDate',
    'SplitBrokerId',
    'PmtPostedDate',
    'PaidToDate',
    'PaidAmount',
    'TransActionType',
    'InvoiceNumber',
    'CertInForceMonths',
    'CommissionRate',
    'RealCommissionRate',
    'PaidBrokerId',
    'CreditCardType',
    'TransactionId',
  ],
  row: ({ person, period, traits, cents, coverage, months, type }) => {
    const inForce = person === null ? 0 : monthIndex(coverage) - monthIndex(periodOfDate(person.effective)) + months;
    const rate = person !== null && isFirstYear(person, coverage) ? FIRST_YEAR : RENEWAL;
    return [
      'APL',
      person?.id ?? '',
      person?.effective ?? '',
      traits.agent.id,
      `${period}-${inHalf(person) === 0 ? '09' : '23'}`,
      endOf(addMonths(coverage, months - 1)),
      dollars(cents),
      type === 'chargeback' ? 'Chargeback' : 'Payment',
      '',
      String(inForce),
      rate.toFixed(2),
      rate.toFixed(2),
      traits.agent.id,
      '',
      `${period.replace('-', '')}${person?.index ?? 0}${type === 'chargeback' ? 'C' : 'P'}`,
    ];
  },
};

function inHalf(person: Person | null): number {
  return (person?.index ?? 0) % 2;
}

class Certificates {
  readonly book = new Ledger();
  readonly dice: Dice;

  constructor(dice: Dice) {
    this.dice = dice;
  }

  /** Enrolls a person. `age` is the number of months in force at the start of the book; below zero, the certificate is new. */
  enroll(age: number): Person {
    const effective = firstDay(addMonths(PERIODS[0] ?? '', -age));
    const form = { id: 'C########', plans: [''], states: ['OK', 'TX'] };
    return this.book.enroll(inventPerson(this.dice, form, { effective, premiumCents: this.dice.int(22, 110) * 100 }));
  }

  due(person: Person, period: Period, mode: Mode): number {
    return Math.round(person.premiumCents * mode * (isFirstYear(person, period) ? FIRST_YEAR : RENEWAL));
  }

  /** Returns the months in which a premium is due. */
  dueMonths(person: Person, mode: Mode): readonly Period[] {
    const start = monthIndex(periodOfDate(person.effective));
    return PERIODS.filter((period) => monthIndex(period) >= start && (monthIndex(period) - start) % mode === 0);
  }

  pay(person: Person, period: Period, mode: Mode, more: Partial<Line> = {}, share = 1): void {
    const coverage = more.coverage ?? period;
    this.book.pay(person, period, Math.round(this.due(person, coverage, mode) * share), { months: mode, ...more });
  }

  /** Pays each due premium except the given ones, and notes why a month has less or no pay. */
  payMonths(
    person: Person,
    mode: Mode,
    { apart = [], until }: { apart?: readonly Period[]; until?: Period } = {},
  ): void {
    const { book } = this;
    const months = this.dueMonths(person, mode);
    for (const period of months) {
      if (until !== undefined && period >= until) break;
      if (!apart.includes(period)) this.pay(person, period, mode);
      const last = addMonths(period, -mode);
      if (!isFirstYear(person, period) && isFirstYear(person, last) && last >= (PERIODS[0] ?? '')) {
        book.state(person, period, 'planned_step');
        book.atRisk(period, 0, this.due(person, last, mode) - this.due(person, period, mode));
      }
      for (let next = addMonths(period, 1); next < addMonths(period, mode); next = addMonths(next, 1))
        book.state(person, next, 'nothing_due');
    }
  }

  /** Chooses a month within the book in which a premium is due, with at least two paid premiums before it and one after it. */
  pickDue(person: Person, mode: Mode): { last: Period; period: Period; next: Period } {
    const months = this.dueMonths(person, mode);
    const at = this.dice.int(Math.min(2, months.length - 2), months.length - 2);
    return { last: months[at - 1] ?? '', period: months[at] ?? '', next: months[at + 1] ?? '' };
  }
}

/** Supplemental life and annuity certificates: high pay in the first year, little later, each premium at its own interval. */
export function premiumModes(seed: number): TruthBook {
  const dice = diceOf(seed);
  const certificates = new Certificates(dice);
  for (let count = 0; count < 42; count += 1) {
    const age = dice.pick([dice.int(14, 60), dice.int(0, 11), -dice.int(1, 10)]);
    certificates.payMonths(certificates.enroll(age), dice.pick(MODES));
  }
  for (const mode of [1, 1, 3, 3] as const) {
    lapses(certificates, mode);
    paysLate(certificates, mode);
  }
  for (const mode of [1, 3] as const) {
    bounces(certificates, mode);
    isNotPaid(certificates, mode);
    isPaidShort(certificates, mode);
    isPaidTwice(certificates, mode);
  }
  refundsYear(certificates, 2);
  refundsYear(certificates, 5);
  paysYearLate(certificates);
  lapsesAfterYear(certificates);
  const { book } = certificates;
  return {
    name: 'premium-modes',
    seed,
    carrier: { slug: 'american-public-life' },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: PERIODS,
      layout: () => LAYOUT,
      files: { count: 2, of: ({ person }) => inHalf(person) },
      name: 'CommissionsDetail',
    }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

/** Enrolls a person for a story. The certificate is past its first year, so that no planned step falls into the story. */
function enrollOld(certificates: Certificates): Person {
  return certificates.enroll(certificates.dice.int(14, 40));
}

function lapses(certificates: Certificates, mode: Mode): void {
  const person = enrollOld(certificates);
  const { last, period } = certificates.pickDue(person, mode);
  certificates.payMonths(person, mode, { until: period });
  certificates.book.fact(person, period, 'lost');
  certificates.book.atRisk(period, certificates.due(person, last, mode));
}

/** Plays a premium that is paid one month after its due date. The interval stays. */
function paysLate(certificates: Certificates, mode: Mode): void {
  const { book } = certificates;
  const person = enrollOld(certificates);
  const { period } = certificates.pickDue(person, mode);
  certificates.payMonths(person, mode, { apart: [period] });
  certificates.pay(person, addMonths(period, 1), mode, { coverage: period });
  book.fact(person, period, 'late_premium');
  book.state(person, period, 'late_premium');
  book.fact(person, addMonths(period, 1), 'catch_up');
  book.atRisk(period, 0, certificates.due(person, period, mode));
}

/** Plays a certificate whose last premium bounced: its commission is charged back, and the certificate lapses. */
function bounces(certificates: Certificates, mode: Mode): void {
  const { book } = certificates;
  const person = certificates.enroll(1);
  const [, , , last = ''] = certificates.dueMonths(person, mode);
  const told = addMonths(last, 1);
  certificates.payMonths(person, mode, { until: addMonths(last, mode) });
  certificates.pay(person, told, mode, { coverage: last, type: 'chargeback' }, -1);
  book.fact(person, told, 'lost', 'rightful_chargeback');
  book.atRisk(told, 0, certificates.due(person, last, mode));
  if (mode > 1) book.atRisk(addMonths(last, mode), 0, certificates.due(person, last, mode));
}

/** Plays a premium whose commission the carrier forgot. The certificate continues. */
function isNotPaid(certificates: Certificates, mode: Mode): void {
  const { book } = certificates;
  const person = enrollOld(certificates);
  const { period, next } = certificates.pickDue(person, mode);
  const cents = certificates.due(person, period, mode);
  certificates.payMonths(person, mode, { apart: [period] });
  book.fact(person, period, 'unpaid');
  book.fact(person, next, 'missed_months');
  book.atRisk(period, 0, cents);
  book.owed(period, 0, cents);
  book.owed(next, 0, cents);
  book.claim(cents);
}

/** Plays premiums that are paid a quarter less, once or for three monthly premiums, at the same printed rate. */
function isPaidShort(certificates: Certificates, mode: Mode): void {
  const { book } = certificates;
  const person = enrollOld(certificates);
  const months = certificates.dueMonths(person, mode).slice(2, mode === 1 ? 5 : 3);
  certificates.payMonths(person, mode, { apart: months });
  for (const [index, period] of months.entries()) {
    const full = certificates.due(person, period, mode);
    const short = full - Math.round(full * 0.75);
    certificates.pay(person, period, mode, {}, 0.75);
    book.fact(person, period, 'underpaid');
    if (index === 0) book.atRisk(period, short);
    book.owed(period, short);
    book.claim(0, short);
  }
}

function isPaidTwice(certificates: Certificates, mode: Mode): void {
  const person = enrollOld(certificates);
  const { period } = certificates.pickDue(person, mode);
  certificates.payMonths(person, mode);
  certificates.pay(person, period, mode);
  certificates.book.fact(person, period, 'duplicate_payment');
}

/** Plays a certificate that is surrendered after four months of a prepaid year: eight of twelve months are charged back. */
function refundsYear(certificates: Certificates, start: number): void {
  const { book } = certificates;
  const person = certificates.enroll(-start);
  const [first = ''] = certificates.dueMonths(person, 12);
  const told = addMonths(first, 4);
  const cents = certificates.due(person, first, 12);
  certificates.payMonths(person, 12, { until: addMonths(first, 1) });
  certificates.pay(person, told, 12, { coverage: first, type: 'chargeback' }, -8 / 12);
  book.fact(person, told, 'lost', 'rightful_chargeback');
  book.atRisk(told, 0, cents);
}

function paysYearLate(certificates: Certificates): void {
  const { book } = certificates;
  const person = certificates.enroll(36);
  const [first = '', second = ''] = certificates.dueMonths(person, 12);
  certificates.payMonths(person, 12, { until: second });
  certificates.pay(person, addMonths(second, 1), 12, { coverage: second });
  book.fact(person, second, 'late_premium');
  book.state(person, second, 'late_premium');
  book.fact(person, addMonths(second, 1), 'catch_up');
  book.atRisk(second, 0, certificates.due(person, first, 12));
}

function lapsesAfterYear(certificates: Certificates): void {
  const person = certificates.enroll(24);
  const [first = '', second = ''] = certificates.dueMonths(person, 12);
  certificates.payMonths(person, 12, { until: second });
  certificates.book.fact(person, second, 'lost');
  certificates.book.atRisk(second, certificates.due(person, first, 12));
}
