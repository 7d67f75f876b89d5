import { addMonths, monthIndex, type Period, periodMonth, periodOfDate } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, firstOf, type Layout } from './layout.ts';
import { endOf, inventPerson, Ledger, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-06', 10);
const FORM = {
  id: 'ASP#######',
  plans: ['Medicare Supplement Plan G', 'Medicare Supplement Plan N'],
  states: ['GA', 'TN', 'SC'],
};
const FIRST_SIX_YEARS = 0.2;
const LATER = 0.05;

const LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'Commission Details',
  header: [
    'COMPANY',
    'COMMISSIONTYPE',
    'WRITINGAGENTNUMBER',
    'WRITINGAGENTNAME',
    'CLIENT',
    'POLICYNUMBER',
    'COMMISSIONCATEGORY',
    'APPDATE',
    'STATE',
    'PRODUCT',
    'EFFECTIVEDATE',
    'PREMIUMDUEDATE',
    'COMMISSIONABLEPREMIUM',
    'SPLIT%',
    'RATE%',
    'MONTHSADVANCED',
    'COMMISSIONAMOUNT',
    'MODE',
    'REPLPOLEFFDATE',
    'COMMISSIONPAIDDATE',
    'LONGDESCRIPTION',
  ],
  row: ({ person, traits, type, cents, coverage, period, premiumCents, rate }) => [
    'CLI',
    type === 'first_year' ? 'First Year' : 'Renewal',
    traits.agent.id,
    traits.agent.name,
    person === null ? '' : `${person.last}, ${person.first}`,
    person?.id ?? '',
    type === 'chargeback' ? 'Chargeback' : 'Commission',
    '',
    person?.state ?? '',
    traits.plan,
    dateCell(person?.effective ?? null),
    firstOf(coverage),
    dollars(type === 'chargeback' ? -premiumCents : premiumCents),
    '100',
    String(Math.round((rate ?? 0) * 100)),
    '0',
    dollars(cents),
    'Monthly',
    '',
    dateCell(endOf(period)),
    '',
  ],
};

function policyYear({ effective }: Person, period: Period): number {
  return Math.floor((monthIndex(period) - monthIndex(periodOfDate(effective))) / 12) + 1;
}

function rateOf(person: Person, period: Period): number {
  return policyYear(person, period) >= 7 ? LATER : FIRST_SIX_YEARS;
}

/** Medicare supplements in weekly statements, whose rate falls as planned in policy year seven. */
export function aetnaSenior(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const person = () => ({ premiumCents: dice.int(90, 210) * 100 });
  const due = (one: Person, period: Period) => Math.round(one.premiumCents * rateOf(one, period));
  const monthly = { book, dice, periods: PERIODS, form: FORM, person, due, rate: rateOf };
  playMonths({
    ...monthly,
    steady: 40,
    joins: 8,
    // The rate of old policies falls only as described below. The rates of the stories must not fall in the month of their story.
    stories: ordinaryLife(),
    due: ({ premiumCents }) => Math.round(premiumCents * FIRST_SIX_YEARS),
    rate: () => FIRST_SIX_YEARS,
    typeOf: (one, period) => (policyYear(one, period) === 1 ? 'first_year' : 'renewal'),
    tellsTerm: false,
  });
  for (let count = 0; count < 6; count += 1) {
    const step = PERIODS[dice.int(2, PERIODS.length - 2)] ?? '';
    const effective = `${Number(step.slice(0, 4)) - 6}-${String(periodMonth(step)).padStart(2, '0')}-01`;
    const stepping = book.enroll(inventPerson(dice, FORM, { effective, ...person() }));
    for (const period of PERIODS) book.pay(stepping, period, due(stepping, period), { rate: rateOf(stepping, period) });
    book.state(stepping, step, 'planned_step');
    // The first members of a policy year are shown as paid less, because no other member proves the step.
    book.atRisk(step, 0, due(stepping, addMonths(step, -1)) - due(stepping, step));
  }
  const files = { count: 4, of: ({ person: one }: { person: { index: number } | null }) => (one?.index ?? 0) % 4 };
  return {
    name: 'aetna-senior',
    seed,
    carrier: { slug: 'aetna-senior-supplemental' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, files, name: 'aetna-senior' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

const MUTUAL_OF_OMAHA_PERIODS = monthsFrom('2025-09', 8);
const RATE = 0.18;

const MUTUAL_OF_OMAHA_LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'DETAILS',
  header: [
    'Company',
    'MGA Name',
    'Prod Num',
    'Policy',
    'Insureds Name',
    'Issue Date',
    'Activity Date',
    'Activity Type',
    'Comm Premium',
    'Comm Amt',
  ],
  row: ({ person, traits, type, cents, period, premiumCents }) => [
    'United of Omaha',
    'HARBOR BENEFITS',
    `000${traits.agent.id}`,
    person?.id ?? '',
    person === null ? '' : `${person.last} ${person.first}`,
    dateCell(person?.effective ?? null),
    dateCell(`${period}-${['03', '10', '17', '24'][(person?.index ?? 0) % 4]}`),
    type === 'chargeback' ? 'REVERSAL' : 'BFY PAYMENT',
    dollars(cents < 0 ? -premiumCents : premiumCents),
    dollars(cents),
  ],
};

/** Medicare supplements, a percentage of the premium, in four weekly statements a month. */
export function mutualOfOmaha(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: MUTUAL_OF_OMAHA_PERIODS,
    form: { id: '######-##', plans: ['Plan G', 'Plan N'], states: ['IA', 'NE', 'KS'] },
    steady: 50,
    joins: 8,
    stories: ordinaryLife().filter(([story]) => story !== 'movesPlan'),
    person: () => ({ premiumCents: dice.int(9_000, 21_000) }),
    due: ({ premiumCents }) => Math.round(premiumCents * RATE),
    isContracted: true,
    tellsTerm: false,
  });
  const files = { count: 4, of: ({ person }: { person: { index: number } | null }) => (person?.index ?? 0) % 4 };
  return {
    name: 'mutual-of-omaha',
    seed,
    carrier: { slug: 'mutual-of-omaha' },
    contractedRates: [{ rateType: 'percent_of_premium', rateValue: RATE }],
    deliveries: deliver({
      lines: book.lines,
      periods: MUTUAL_OF_OMAHA_PERIODS,
      layout: () => MUTUAL_OF_OMAHA_LAYOUT,
      files,
      name: 'omaha',
    }),
    truth: book.truth(MUTUAL_OF_OMAHA_PERIODS, ({ id }) => [id]),
  };
}
