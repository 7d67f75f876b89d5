import { addMonths, monthIndex, type Period, periodMonth, periodOfDate } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { endOf, firstDay, inventPerson, Ledger, type Line, type LineType, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2024-12', 14);
const FORM = { id: '7#######', plans: ['Hospital Indemnity'], states: ['OK', 'MS'] };
const FIRST_YEAR = 0.45;
const LATER = 0.1;
const WEEKS = 5;

const WORDS: Readonly<Partial<Record<LineType, string>>> = {
  advance: 'Advance',
  chargeback: 'Chargeback',
  as_earned: 'First Year Earned',
  first_year: 'First Year',
};

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
  row: (line) => {
    const { person, traits, cents, coverage, period, type, premiumCents, months } = line;
    const rate = person === null ? 0 : rateOf(person, coverage);
    return [
      'APL',
      person?.id ?? '',
      person === null ? '' : usDate(person.effective),
      traits.agent.id,
      usDate(`${period}-${String(4 + weekOf(line) * 6).padStart(2, '0')}`),
      usDate(endOf(coverage)),
      dollars(cents),
      WORDS[type] ?? 'Renewal',
      `INV${coverage.replace('-', '')}`,
      person === null ? '' : String(monthIndex(coverage) - monthIndex(periodOfDate(person.effective)) + 1),
      rate.toFixed(2),
      (Math.abs(cents) / Math.max(1, premiumCents * months)).toFixed(2),
      'HB1001',
      '',
      `${period.replace('-', '')}${String(person?.index ?? 0).padStart(4, '0')}${weekOf(line)}`,
    ];
  },
};

/**
 * Returns the week of a line. Every third month has five weeks. In April the third week has no statement. A chargeback comes after the
 * month's pay.
 */
function weekOf({ person, period, type }: Line): number {
  const weeks = periodMonth(period) % 3 === 0 ? WEEKS : WEEKS - 1;
  if (type === 'chargeback') return weeks - 1;
  const index = person?.index ?? 0;
  const week = index % 6 === 0 ? (index + monthIndex(period)) % (weeks - 1) : index % 4;
  return periodMonth(period) === 4 && week === 2 ? 1 : Math.min(week, weeks - 1);
}

function rateOf({ effective }: Person, period: Period): number {
  return monthIndex(period) - monthIndex(periodOfDate(effective)) < 12 ? FIRST_YEAR : LATER;
}

/** Ancillary certificates in weekly files: advances at issue, then pay as earned, then renewals; without names and premiums. */
export function americanPublicLife(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const premium = () => ({ premiumCents: dice.int(40, 140) * 100 });
  const due = (one: Person, period: Period) => Math.round(one.premiumCents * rateOf(one, period));
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: FORM,
    steady: 36,
    joins: 0,
    stories: ordinaryLife().filter(([story]) => story !== 'movesPlan'),
    person: premium,
    due,
    rate: rateOf,
    typeOf: (one, period) => (rateOf(one, period) === LATER ? 'renewal' : 'first_year'),
    tellsTerm: false,
  });
  for (let count = 0; count < 8; count += 1) {
    const step = PERIODS[dice.int(2, PERIODS.length - 2)] ?? '';
    const person = book.enroll(inventPerson(dice, FORM, { effective: firstDay(addMonths(step, -12)), ...premium() }));
    for (const period of PERIODS) earn(book, person, period);
    book.state(person, step, 'planned_step');
  }
  for (let count = 0; count < 20; count += 1) {
    const issued = PERIODS[dice.int(0, count < 5 ? 6 : 7)] ?? '';
    const person = book.enroll(inventPerson(dice, FORM, { effective: firstDay(issued), ...premium() }));
    advance(book, person, count % 2 === 0 ? 9 : 12, count < 5 ? dice.int(2, 3) : null);
  }
  // These certificates are from before the first statement. Their pay changes back from the advance to pay as earned.
  for (let count = 0; count < 6; count += 1) {
    const back = PERIODS[2 + count] ?? '';
    const person = book.enroll(inventPerson(dice, FORM, { effective: firstDay(addMonths(back, -9)), ...premium() }));
    for (const period of PERIODS) if (period >= back) earn(book, person, period);
    book.state(person, addMonths(back, 3), 'planned_step');
  }
  return {
    name: 'american-public-life',
    seed,
    carrier: { slug: 'american-public-life' },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: PERIODS,
      layout: () => LAYOUT,
      files: { count: WEEKS, of: weekOf },
      name: 'CommissionsDetail',
    }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

function earn(book: Ledger, person: Person, period: Period): void {
  const rate = rateOf(person, period);
  const type = rate === LATER ? 'renewal' : 'as_earned';
  book.pay(person, period, Math.round(person.premiumCents * rate), { type, rate });
}

/** Pays an advance. After `lapsedAfter` months the unearned rest is charged back. */
function advance(book: Ledger, person: Person, months: number, lapsedAfter: number | null): void {
  const issued = periodOfDate(person.effective);
  const monthly = Math.round(person.premiumCents * FIRST_YEAR);
  book.pay(person, issued, monthly * months, { type: 'advance', rate: FIRST_YEAR, months });
  const end = addMonths(issued, lapsedAfter ?? months);
  for (const period of PERIODS) {
    if (period > issued && period < end) book.state(person, period, 'nothing_due');
    if (period < end || lapsedAfter !== null) continue;
    book.state(person, period, period < addMonths(issued, 12) ? 'as_earned' : 'planned_step');
    earn(book, person, period);
  }
  if (lapsedAfter === null) return;
  const back = monthly * (months - lapsedAfter);
  book.pay(person, end, -back, {
    type: 'chargeback',
    rate: FIRST_YEAR,
    coverage: addMonths(end, -1),
    months: months - lapsedAfter,
  });
  book.fact(person, end, 'lost', 'rightful_chargeback');
  book.atRisk(end, 0, monthly * months);
}
