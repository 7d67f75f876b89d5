import { type Period, periodMonth } from '../../../core/period.ts';
import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, groupedDollars, usDate, usMonth } from '../../../demo/statements/story.ts';
import type { Delivery, TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { inventPerson, Ledger, type Line, oldEffective, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';

const MONTHS = monthsFrom('2025-04', 10);
/** The month without a statement, and the month whose statement pays both. */
const SKIPPED: Period = '2025-08';
const BOTH: Period = '2025-09';
const OCTOBER: Period = '2025-10';
const PERIODS = MONTHS.filter((period) => period !== SKIPPED);
const FORM = { id: '00#####', plans: ['Choice 1000', 'Choice 3000'], states: ['MN'] };

const LAYOUT: Layout = {
  fileType: 'csv',
  header: ['Member No', 'Member', 'Benefit Plan', 'Month of Coverage', 'Commission', 'Producer', 'Trans'],
  row: ({ person, period, traits, coverage, cents, type }) => [
    shownId(person, period),
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    usMonth(coverage),
    dollars(cents),
    traits.agent.name,
    type === 'chargeback' ? 'Adj' : 'Comm',
  ],
};

/** Returns the id that the statement shows. In the first two files a spreadsheet has removed the leading zeros of the ids. */
function shownId(person: Person | null, period: Period): string {
  const id = person?.id ?? '';
  return period < (MONTHS[2] ?? '') ? bare(id) : id;
}

function bare(id: string): string {
  return id.replace(/^0+/, '');
}

/** Individual plans of a carrier that sent no statement for August, and whose ids lack their leading zeros at first. */
export function northStar(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  for (let count = 0; count < 30; count += 1) pay(book, enroll(book, dice), MONTHS);
  for (let count = 0; count < 3; count += 1) isPaidOnce(book, enroll(book, dice));
  for (let count = 0; count < 2; count += 1) leaves(book, enroll(book, dice), SKIPPED, BOTH);
  for (let count = 0; count < 2; count += 1) leavesAfterSkipped(book, enroll(book, dice));
  for (let count = 0; count < 3; count += 1) leaves(book, enroll(book, dice), '2025-11', '2025-11');
  return {
    name: 'north-star',
    seed,
    carrier: {
      name: 'North Star Health',
      productLine: 'major_medical',
      columnsByHand: { member_external_id: 'Member No', commission_amount: 'Commission', member_name: 'Member' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'north-star' }),
    truth: book.truth(PERIODS, ({ id }) => [id, bare(id)]),
  };
}

function enroll(book: Ledger, dice: Dice): Person {
  return book.enroll(inventPerson(dice, FORM, { effective: oldEffective(dice, MONTHS[0] ?? '') }));
}

function due({ traits }: Person): number {
  return traits.plan.endsWith('1000') ? 2400 : 1800;
}

function pay(book: Ledger, person: Person, months: readonly Period[]): void {
  for (const coverage of months) {
    book.pay(person, coverage === SKIPPED ? BOTH : coverage, due(person), { coverage });
  }
}

/** Plays a member for whom the statement of two months pays only the later month. */
function isPaidOnce(book: Ledger, person: Person): void {
  pay(book, person, PERIODS);
  book.fact(person, BOTH, 'missed_months');
  book.owed(BOTH, 0, due(person));
  book.claim(due(person));
}

/**
 * Plays a member who leaves. The statement of two months pays only the earlier month; its amount, or the next statement, shows that the
 * member has left.
 */
function leavesAfterSkipped(book: Ledger, person: Person): void {
  pay(
    book,
    person,
    MONTHS.filter((month) => month <= SKIPPED),
  );
  book.fact(person, BOTH, 'lost');
  for (const period of [BOTH, OCTOBER]) book.atRisk(period, 0, due(person));
}

/** Plays a member whose last paid month is the month before `from`. The first statement without pay is that of `told`. */
function leaves(book: Ledger, person: Person, from: Period, told: Period): void {
  pay(
    book,
    person,
    MONTHS.filter((month) => month < from),
  );
  book.fact(person, told, 'lost');
  book.atRisk(told, due(person));
}

const PRAIRIE_STATES_PERIODS = monthsFrom('2025-04', 10);
const RENAMED_FROM = '2025-08';
const CORRECTED: Period = '2025-07';
const RATE = 0.12;

const BEFORE = ['Cert No', 'Insured Name', 'Coverage', 'Issue Dt', 'Due Month', 'Prem', 'Comm', 'Agent', 'Trans'];
const AFTER = [
  'Producer Name',
  'Certificate Number',
  'Member Name',
  'Product',
  'Paid For',
  'Premium Amount',
  'Commission Paid',
  'Activity',
  'Issue Date',
];

/**
 * Returns the layout of a month. Odd months are text and even months a workbook. From August on the columns have other names and another
 * order.
 */
function layoutOf(period: Period): Layout {
  const isText = periodMonth(period) % 2 === 1;
  const shape = { fileType: isText ? 'csv' : 'xlsx', sheet: 'Commissions' } as const;
  return period < RENAMED_FROM
    ? { ...shape, header: BEFORE, row: (line) => before(line, isText) }
    : { ...shape, header: AFTER, row: (line) => after(line, isText) };
}

function before(line: Line, isText: boolean): readonly string[] {
  const { person, traits, coverage, premiumCents, cents } = line;
  return [
    person?.id ?? '',
    nameOf(person, isText),
    traits.plan,
    usDate(person?.effective ?? ''),
    usMonth(coverage),
    amount(cents < 0 ? -premiumCents : premiumCents),
    amount(cents),
    traits.agent.name,
    wordOf(line),
  ];
}

function after(line: Line, isText: boolean): readonly string[] {
  const { person, traits, coverage, premiumCents, cents } = line;
  return [
    traits.agent.name.toUpperCase(),
    person?.id ?? '',
    nameOf(person, isText),
    traits.plan,
    coverage,
    amount(cents < 0 ? -premiumCents : premiumCents),
    `${cents < 0 ? '' : '$'}${amount(cents)}`,
    wordOf(line),
    person?.effective ?? '',
  ];
}

function nameOf(person: Person | null, isText: boolean): string {
  if (person === null) return '';
  return isText ? `${person.last}, ${person.first}` : `${person.first} ${person.last}`.toUpperCase();
}

function amount(cents: number): string {
  return cents < 0 ? `(${groupedDollars(-cents)})` : dollars(cents);
}

function wordOf({ type }: Line): string {
  return type === 'chargeback' ? 'Reversal' : 'Commission';
}

/**
 * Returns the deliveries with a wrong first file of July, which lacks every ninth line and halves every eleventh. A corrected file replaces
 * it.
 */
function withMistake(lines: readonly Line[], right: readonly Delivery[]): readonly Delivery[] {
  const wrong = lines.flatMap((line, index): Line[] => {
    if (line.period !== CORRECTED || index % 9 === 0) return [];
    return [index % 11 === 0 ? { ...line, cents: Math.round(line.cents / 2) } : line];
  });
  const first = deliver({ lines: wrong, periods: [CORRECTED], layout: layoutOf, name: 'prairie-first' });
  return right.flatMap((delivery) =>
    delivery.period === CORRECTED ? [...first, { ...delivery, mode: 'replace' }] : [delivery],
  );
}

/** Cancer and accident cover, whose statements change their form from month to month, with one corrected file. */
export function prairieStates(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PRAIRIE_STATES_PERIODS,
    form: { id: '0###-#####', plans: ['Cancer Select', 'Accident 24'], states: ['NE', 'KS'] },
    steady: 45,
    joins: 8,
    stories: [...ordinaryLife(), ['isCaughtUpLater', 2]],
    person: () => ({ premiumCents: dice.int(25, 95) * 100 }),
    due: ({ premiumCents }) => Math.round(premiumCents * RATE),
    rate: () => RATE,
    tellsTerm: false,
  });
  const right = deliver({ lines: book.lines, periods: PRAIRIE_STATES_PERIODS, layout: layoutOf, name: 'prairie' });
  return {
    name: 'prairie-states',
    seed,
    carrier: {
      name: 'Prairie States Mutual',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Cert No', commission_amount: 'Comm', member_name: 'Insured Name' },
    },
    contractedRates: [],
    deliveries: withMistake(book.lines, right),
    truth: book.truth(PRAIRIE_STATES_PERIODS, ({ id }) => [id]),
  };
}
