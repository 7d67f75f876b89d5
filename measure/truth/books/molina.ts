import { addMonths, type Period } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, firstOf, type Layout } from './layout.ts';
import { endOf, firstDay, inventPerson, Ledger, oldEffective, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-08', 10);
const NEW_YEAR = '2026-01';
const CENTS_A_LIFE = 2000;
const DOLLAR = 100;
const FORM = { id: '9########', plans: ['Silver 1', 'Bronze 4'], states: ['MI', 'OH', 'TX'] };

const monthOf = (period: Period): string => `${period.slice(5)}/${period.slice(0, 4)}`;

const BEFORE: Layout = {
  fileType: 'xlsx',
  header: ['Member Name', 'Agent Name', 'Policy Number', 'Effective Date', 'Members', 'Commission', 'Period'],
  row: ({ person, traits, cents, coverage }) => [
    person === null ? '' : `${person.first} ${person.last}`,
    traits.agent.name,
    person?.id ?? '',
    person === null ? '' : usDate(person.effective),
    String(traits.lives),
    dollars(cents),
    monthOf(coverage),
  ],
};

const AFTER: Layout = {
  fileType: 'xlsx',
  header: ['Commission Period', 'Member ID', 'Subscriber Name', 'Member Count', 'Policy Effective', 'Agent', 'Amount'],
  row: ({ person, traits, cents, coverage }) => [
    monthOf(coverage),
    person?.id ?? '',
    person === null ? '' : `${person.first} ${person.last}`,
    String(traits.lives),
    person === null ? '' : usDate(person.effective),
    traits.agent.name,
    dollars(cents),
  ],
};

interface Households {
  readonly book: Ledger;
  readonly enroll: (from?: Period, lives?: number) => Person;
  readonly due: (person: Person, period: Period) => number;
}

/** Policies paid per person: households change, late payers catch up within the grace period, and each January has a new rate. */
export function molina(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const step = seed % 2 === 1 ? -DOLLAR : DOLLAR;
  const due = (person: Person, period: Period) =>
    book.traitsAt(person, period).lives * (CENTS_A_LIFE + (period < NEW_YEAR ? 0 : step));
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: FORM,
    steady: 35,
    joins: 10,
    stories: [...ordinaryLife(), ['losesLives', 3], ['losesLivesInArrears', 2]],
    person: () => ({ lives: dice.int(2, 5) }),
    due,
    tellsTerm: false,
  });
  const enroll = (from?: Period, lives = dice.int(1, 4)) =>
    book.enroll(
      inventPerson(dice, FORM, {
        effective: from === undefined ? oldEffective(dice, '2025-08') : firstDay(from),
        lives,
      }),
    );
  const households = { book, enroll, due };
  for (const at of [3, 6, 7]) growsInArrears(households, at);
  for (const at of [2, 4, 6]) grows(households, at);
  for (const at of [3, 4, 7]) joinsInArrears(households, at);
  for (const at of [2, 4, 6]) staysInGrace(households, at);
  for (const at of [3, 6]) isPaidForFewer(households, at);
  if (step < 0) cutForAll(book);
  return {
    name: 'molina',
    seed,
    carrier: { slug: 'molina-marketplace' },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: PERIODS,
      layout: (period) => (period < NEW_YEAR ? BEFORE : AFTER),
      name: 'molina',
    }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

function payMonths({ book, due }: Households, person: Person, from: number, until = PERIODS.length): void {
  for (const period of PERIODS.slice(from, until)) book.pay(person, period, due(person, period));
}

function periodAt(index: number): Period {
  return addMonths(PERIODS[0] ?? '', index);
}

/** Plays a household with a new child: one more person, and no pay for the month before. */
function grows(households: Households, at: number): void {
  const person = households.enroll();
  households.book.change(person, { from: periodAt(at), traits: { lives: person.traits.lives + 1 } });
  payMonths(households, person, 0);
}

/** Plays a household with one more person since the month before, who is paid in a line of its own. */
function growsInArrears(households: Households, at: number): void {
  const { book, due } = households;
  const person = households.enroll();
  const [last, period] = [periodAt(at - 1), periodAt(at)];
  book.change(person, { from: period, traits: { lives: person.traits.lives + 1 } });
  payMonths(households, person, 0);
  const cents = due(person, last) / person.traits.lives;
  book.pay(person, period, cents, { coverage: last, traits: { ...person.traits, lives: 1 } });
}

/** Plays a policy that the carrier records a month late: its first statement pays two months. */
function joinsInArrears(households: Households, at: number): void {
  const last = periodAt(at - 1);
  const person = households.enroll(last);
  households.book.pay(person, periodAt(at), households.due(person, last), { coverage: last });
  payMonths(households, person, at);
}

/** Plays a policy with two months without premium and then three at once, because the marketplace grants ninety days. */
function staysInGrace(households: Households, at: number): void {
  const { book, due } = households;
  const person = households.enroll();
  payMonths(households, person, 0, at);
  const back = periodAt(at + 2);
  for (const period of [periodAt(at), periodAt(at + 1)]) {
    book.fact(person, period, 'late_premium');
    book.state(person, period, 'late_premium');
    book.atRisk(period, 0, due(person, period));
    book.pay(person, back, due(person, period), { coverage: period });
  }
  book.fact(person, back, 'catch_up');
  payMonths(households, person, at + 2);
}

/** Plays a policy whose line counts every person but pays for one less. */
function isPaidForFewer(households: Households, at: number): void {
  const { book, due } = households;
  const person = households.enroll(undefined, 3);
  payMonths(households, person, 0, at);
  for (const period of PERIODS.slice(at)) {
    const short = due(person, period) / 3;
    book.pay(person, period, due(person, period) - short);
    book.fact(person, period, 'underpaid');
    if (period === periodAt(at)) book.atRisk(period, short);
    book.owed(period, short);
    book.claim(0, short);
  }
}

function cutForAll(book: Ledger): void {
  book.fact(null, NEW_YEAR, 'rate_cut_for_all');
  for (const person of book.people) {
    const wasPaid = book.lines.some((line) => line.person === person && line.period < NEW_YEAR);
    if (!wasPaid) continue;
    book.state(person, NEW_YEAR, 'rate_cut_for_all');
    book.atRisk(NEW_YEAR, 0, DOLLAR * person.traits.lives);
  }
}

const AMBETTER_PERIODS = monthsFrom('2025-11', 8);
const CENTS_A_POLICY = 1800;

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Database',
    'Policy Number',
    'Policyholder Name',
    'Agent Name',
    'Writing Agent ID',
    'eACID',
    'Agent ID',
    'Policy Status',
    'Issue Date',
    'Commissionable',
    'Gross Commission',
    'Paid-To Date',
    'Months Paid',
  ],
  row: ({ person, traits, cents, coverage, premiumCents, term }) => [
    'Ambetter',
    `'${person?.id ?? ''}`,
    person === null ? '' : `${person.first} ${person.last}`,
    traits.agent.name,
    `'${traits.agent.id}`,
    '',
    `'${traits.agent.id}`,
    term === null ? 'Active' : 'Terminated',
    person === null ? '' : usDate(person.effective),
    dollars(premiumCents),
    dollars(cents),
    usDate(endOf(coverage)),
    cents < 0 ? '-1' : '1',
  ],
};

/** Individual plans by policy, with the paid-to month in each line, and late payers as on the marketplace. */
export function ambetter(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: AMBETTER_PERIODS,
    form: { id: 'U########', plans: ['Ambetter'], states: ['FL'] },
    steady: 45,
    joins: 14,
    stories: [...ordinaryLife().filter(([story]) => story !== 'movesPlan'), ['paysLate', 4]],
    person: () => ({ premiumCents: dice.int(25_000, 90_000) }),
    due: () => CENTS_A_POLICY,
    isContracted: true,
    tellsTerm: false,
  });
  return {
    name: 'ambetter',
    seed,
    carrier: { slug: 'ambetter' },
    contractedRates: [{ rateType: 'flat_per_member', rateValue: CENTS_A_POLICY / 100 }],
    deliveries: deliver({ lines: book.lines, periods: AMBETTER_PERIODS, layout: () => LAYOUT, name: 'ambetter' }),
    truth: book.truth(AMBETTER_PERIODS, ({ id }) => [id]),
  };
}

const OSCAR_PERIODS = monthsFrom('2025-09', 9);
const CHANGED_FROM = '2026-01';

/** The layout before January. From January on the carrier calls the same number the subscriber's, prints a premium, and moves columns. */
const OSCAR_BEFORE: Layout = {
  fileType: 'xlsx',
  sheet: 'IFP Commissions',
  header: ['Subscriber name', 'Policy Number', 'Effective Date', 'Commission month', 'Commission', 'Block Reason'],
  row: ({ person, cents, coverage }) => [
    person === null ? '' : `${person.first} ${person.last}`,
    person?.id ?? '',
    dateCell(person?.effective ?? null),
    firstOf(coverage),
    dollars(cents),
    cents === 0 ? 'Delinquent' : '',
  ],
};

const OSCAR_AFTER: Layout = {
  fileType: 'xlsx',
  sheet: 'Detail',
  header: [
    'Subscriber ID',
    'Subscriber name',
    'State',
    'Effective Date',
    'Commission month',
    'Block Reason',
    'Commission',
  ],
  row: ({ person, cents, coverage }) => [
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    person?.state ?? '',
    dateCell(person?.effective ?? null),
    firstOf(coverage),
    cents === 0 ? 'Delinquent' : '',
    dollars(cents),
  ],
};

/** Individual plans with zero lines for withheld pay, and a new layout in the middle of the year. */
export function oscar(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: OSCAR_PERIODS,
    form: { id: 'OSC########', plans: ['Oscar'], states: ['FL', 'TX'] },
    steady: 45,
    joins: 12,
    stories: [
      ...ordinaryLife().filter(([story]) => story !== 'movesPlan' && story !== 'movesAgent'),
      ['hasZeroLine', 3],
      ['leavesWithZeroLine', 2],
    ],
    person: () => ({ lives: dice.int(1, 4) }),
    due: ({ traits }) => traits.lives * 1600,
    tellsTerm: false,
  });
  const layout = (period: string) => (period < CHANGED_FROM ? OSCAR_BEFORE : OSCAR_AFTER);
  return {
    name: 'oscar',
    seed,
    carrier: { slug: 'oscar-individual' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: OSCAR_PERIODS, layout, name: 'oscar' }),
    truth: book.truth(OSCAR_PERIODS, ({ id }) => [id]),
  };
}
