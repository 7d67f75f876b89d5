import { addMonths, monthIndex, type Period, periodMonth, periodOfDate } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, groupedDollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, firstOf, type Layout } from './layout.ts';
import { endOf, firstDay, inventPerson, Ledger, type Line, type LineType, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';
import { playTerms } from './policy-terms.ts';

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

const DENTAL_PERIODS = monthsFrom('2025-07', 9);
const CUT_FROM = '2026-01';
const [BEFORE, AFTER] = [0.1, 0.08];

const DENTAL_LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'Commissions',
  title: () => [['Bright Dental of America'], ['Producer commission statement']],
  header: [
    'Certificate',
    'Insured',
    'Plan',
    'Eff. Date',
    'Due Month',
    'Premium Paid',
    'Comm %',
    'Comm Amount',
    'Producer',
  ],
  row: ({ person, traits, cents, coverage, premiumCents, rate }) => [
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    dateCell(person?.effective ?? null),
    firstOf(coverage),
    groupedDollars(cents < 0 ? -premiumCents : premiumCents),
    `${Math.round((rate ?? 0) * 100)}%`,
    cents < 0 ? `(${groupedDollars(-cents)})` : groupedDollars(cents),
    traits.agent.name,
  ],
  footer: (cents) => [['', '', '', '', '', '', 'Total', groupedDollars(cents), '']],
};

const dentalRateOf = (_person: Person, period: Period): number => (period < CUT_FROM ? BEFORE : AFTER);

/** Dental plans at a percentage that the carrier lowers for everybody in January, in a layout outside the catalogue. */
export function dental(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const due = (person: Person, period: Period) => Math.round(person.premiumCents * dentalRateOf(person, period));
  playMonths({
    book,
    dice,
    periods: DENTAL_PERIODS,
    form: { id: 'BD######', plans: ['PPO 1500', 'PPO 3000'], states: ['AZ', 'NM'] },
    steady: 45,
    joins: 8,
    stories: ordinaryLife(),
    person: () => ({ premiumCents: dice.int(30, 120) * 100 }),
    due,
    rate: dentalRateOf,
    tellsTerm: false,
  });
  book.fact(null, CUT_FROM, 'rate_cut_for_all');
  for (const person of book.people) {
    const paid = book.lines.some((line) => line.person === person && line.period === CUT_FROM);
    if (!paid) continue;
    book.state(person, CUT_FROM, 'rate_cut_for_all');
    book.atRisk(CUT_FROM, 0, due(person, '2025-12') - due(person, CUT_FROM));
  }
  return {
    name: 'dental',
    seed,
    carrier: {
      name: 'Bright Dental of America',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Certificate', commission_amount: 'Comm Amount', member_name: 'Insured' },
    },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: DENTAL_PERIODS,
      layout: () => DENTAL_LAYOUT,
      name: 'bright-dental',
    }),
    truth: book.truth(DENTAL_PERIODS, ({ id }) => [id]),
  };
}

const NATIONAL_GENERAL_PERIODS = monthsFrom('2025-05', 14);
const RATE = 0.15;
const TYPES: Readonly<Partial<Record<LineType, string>>> = {
  new_policy: 'New Business',
  endorsement: 'Endorsement',
  chargeback: 'Cancellation',
};

const NATIONAL_GENERAL_LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'Summary Details',
  header: [
    'Sub Agent',
    'Selling Producer',
    'Policy',
    'Product',
    'DIV',
    'Sub Product',
    'State',
    'Insured',
    'Eff Date',
    'Trans Type',
    'Written Premium',
    'Rate',
    'Commission Paid',
    'Term',
  ],
  row: ({ person, traits, cents, coverage, type }) => [
    '',
    traits.agent.name,
    `${person?.id ?? ''} 00`,
    'PPA',
    '01',
    traits.plan,
    person?.state ?? '',
    person === null ? '' : `${person.first} ${person.last}`,
    dateCell(firstDay(coverage)),
    TYPES[type] ?? 'Renewal',
    dollars(Math.round(cents / RATE)),
    String(RATE),
    dollars(cents),
    '6',
  ],
};

/** Auto policies of six months, with the term as a number of months and no expiry date. */
export function nationalGeneral(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playTerms({
    book,
    dice,
    periods: NATIONAL_GENERAL_PERIODS,
    form: { id: '20########', plans: ['Auto', 'RV'], states: ['NC'] },
    rate: RATE,
  });
  return {
    name: 'national-general',
    seed,
    carrier: { slug: 'national-general' },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: NATIONAL_GENERAL_PERIODS,
      layout: () => NATIONAL_GENERAL_LAYOUT,
      name: 'national-general',
    }),
    truth: book.truth(NATIONAL_GENERAL_PERIODS, ({ id }) => [id]),
  };
}
