import { type Period, periodMonth } from '../../../core/period.ts';
import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, groupedDollars, monthName, usDate } from '../../../demo/statements/story.ts';
import { type WorkbookValue, workbook } from '../../../demo/statements/workbook.ts';
import type { Delivery, TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import {
  AGENTS,
  endOf,
  firstDay,
  inventPerson,
  Ledger,
  type Line,
  type LineType,
  oldEffective,
  type Person,
  sum,
} from './ledger.ts';
import { initialCents, renewalCents } from './medicare-years.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-05', 9);
const CENTS_A_LIFE = 1650;
const FORM = { id: '00####-0#', plans: ['Cedar Silver 3500', 'Cedar Bronze 7000'], states: ['IA'] };

const HEADER: readonly (readonly string[])[] = [
  ['Subscriber', '', 'Coverage', '', '', '', 'Commission', '', '', ''],
  ['No.', 'Name', 'Plan', 'Eff.', 'Covered Lives', 'Month', 'PMPM', 'Amount', 'Note', 'Broker'],
];

function row(line: Line): readonly WorkbookValue[] {
  const { person, traits, cents, coverage, type } = line;
  return [
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    person === null ? '' : usDate(person.effective),
    String(traits.lives),
    monthName(coverage),
    '16.50',
    dollars(cents),
    type === 'chargeback' ? 'Retro adj.' : '',
    traits.agent.name,
  ];
}

/** Makes a workbook with title rows, a header in two rows, a block and a subtotal for each agent, a grand total and a note. */
function statement(period: Period, lines: readonly Line[]): Uint8Array {
  const rows: (readonly WorkbookValue[])[] = [
    ['CEDAR VALLEY HEALTH COOPERATIVE'],
    [`Broker Commission Report - ${monthName(period)}`],
    ['Paid to: Harbor Benefits LLC (TIN on file)'],
    [],
    ...HEADER,
  ];
  for (const agent of AGENTS) {
    const own = lines.filter(({ traits }) => traits.agent.id === agent.id);
    if (own.length === 0) continue;
    rows.push(...own.map(row));
    rows.push([
      '',
      `Subtotal ${agent.name}`,
      '',
      '',
      '',
      '',
      '',
      groupedDollars(sum(own.map(({ cents }) => cents))),
      '',
      '',
    ]);
  }
  const total = groupedDollars(sum(lines.map(({ cents }) => cents)));
  rows.push([], ['', 'GRAND TOTAL', '', '', '', '', '', total, '', '']);
  rows.push(['Note: rates are per covered life per month. Questions: brokers@cedarvalley.example']);
  return workbook({ 'Broker Detail': rows });
}

function deliveries(lines: readonly Line[]): readonly Delivery[] {
  return PERIODS.map((period) => {
    const month = lines.filter((line) => line.period === period);
    const netCents = sum(month.map(({ cents }) => cents));
    return { period, fileName: `cedar-${period}.xlsx`, mode: 'ingest', bytes: statement(period, month), netCents };
  });
}

/** Individual plans at a contracted rate for each covered life, in a regional carrier's own workbook. */
export function cedarValley(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const due = (person: Person, period: Period) => book.traitsAt(person, period).lives * CENTS_A_LIFE;
  const plan = { book, dice, periods: PERIODS, form: FORM, due, isContracted: true, tellsTerm: false };
  playMonths({ ...plan, steady: 20, joins: 4, stories: ordinaryLife(), person: () => ({ lives: 1 }) });
  playMonths({
    ...plan,
    steady: 20,
    joins: 5,
    stories: [...ordinaryLife(), ['losesLives', 4]],
    person: () => ({ lives: dice.int(2, 6) }),
  });
  for (let count = 0; count < 3; count += 1) growFamily(book, dice);
  for (let count = 0; count < 2; count += 1) leaveInRetrospect(book, dice);
  return {
    name: 'cedar-valley',
    seed,
    carrier: {
      name: 'Cedar Valley Health Cooperative',
      productLine: 'major_medical',
      columnsByHand: {
        member_external_id: 'No.',
        commission_amount: 'Amount',
        member_name: 'Name',
        plan_name: 'Plan',
        lives: 'Covered Lives',
        coverage_month: 'Month',
        agent_name: 'Broker',
      },
    },
    contractedRates: [{ rateType: 'flat_per_member', rateValue: CENTS_A_LIFE / 100 }],
    deliveries: deliveries(book.lines),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

function enroll(book: Ledger, dice: Dice, lives: number): Person {
  return book.enroll(inventPerson(dice, FORM, { effective: oldEffective(dice, PERIODS[0] ?? ''), lives }));
}

/** Adds a child who is born and added a month late, with pay for the missed month. The service must report no fault. */
function growFamily(book: Ledger, dice: Dice): void {
  const person = enroll(book, dice, 2);
  const at = dice.int(3, 6);
  book.change(person, { from: PERIODS[at] ?? '', traits: { lives: 3 } });
  for (const [index, period] of PERIODS.entries()) {
    book.pay(person, period, book.traitsAt(person, period).lives * CENTS_A_LIFE);
    if (index !== at) continue;
    const traits = { ...person.traits, lives: 1 };
    book.pay(person, period, CENTS_A_LIFE, { coverage: PERIODS[at - 1] ?? '', traits });
    book.fact(person, period, 'catch_up');
  }
}

/** Adds a household that one life left two months ago, which the carrier learns only now. */
function leaveInRetrospect(book: Ledger, dice: Dice): void {
  const person = enroll(book, dice, 4);
  const at = dice.int(3, 6);
  const period = PERIODS[at] ?? '';
  book.change(person, { from: period, traits: { lives: 3 } });
  for (const [index, month] of PERIODS.entries()) {
    book.pay(person, month, book.traitsAt(person, month).lives * CENTS_A_LIFE);
    if (index !== at) continue;
    const traits = { ...person.traits, lives: 1 };
    for (const back of [1, 2]) {
      book.pay(person, period, -CENTS_A_LIFE, { type: 'chargeback', coverage: PERIODS[at - back] ?? '', traits });
    }
  }
  book.fact(person, period, 'fewer_lives', 'rightful_chargeback');
  book.atRisk(period, 0, 3 * CENTS_A_LIFE);
}

const MONTHS = monthsFrom('2025-01', 14);
const JANUARY: Period = '2026-01';
const FEBRUARY: Period = '2026-02';
const [BEFORE, NOW, FIRST] = [renewalCents(2025), renewalCents(2026), initialCents(2025)];
const SIERRA_VISTA_FORM = { id: 'SV######', plans: ['Sierra Vista Gold', 'Sierra Vista Silver'], states: ['NV', 'NM'] };

const WORDS: Readonly<Partial<Record<LineType, string>>> = { first_year: 'Initial', chargeback: 'Recovery' };

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Payment Dt',
    'Member Number',
    'Member Name',
    'Plan Name',
    'Eff Date',
    'Term Date',
    'Comp Category',
    'Comp Year',
    'Months',
    'Amount',
    'Writing Agent',
    'NPN',
  ],
  row: ({ period, person, traits, term, type, coverage, months, cents }) => [
    usDate(endOf(period)),
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    usDate(person?.effective ?? ''),
    term === null ? '' : usDate(term),
    WORDS[type] ?? 'Renewal',
    coverage.slice(0, 4),
    String(months),
    dollars(cents),
    traits.agent.name,
    traits.agent.id,
  ],
};

/** Medicare Advantage that is paid for the calendar year each January, with half renewals and a year that is taken back. */
export function sierraVista(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const old = (count: number, story: (person: Person) => void) => {
    for (let done = 0; done < count; done += 1) {
      const person = sierraVistaEnroll(book, dice, null);
      book.pay(person, MONTHS[0] ?? '', BEFORE, { months: 12 });
      story(person);
    }
  };
  old(30, (person) => renew(book, person));
  old(4, (person) => {
    book.fact(person, JANUARY, 'lost');
    book.atRisk(JANUARY, BEFORE);
  });
  old(3, (person) => renewByHalf(book, person, BEFORE));
  old(2, (person) => renewLate(book, person));
  old(3, (person) => leaveInMay(book, person));
  old(2, (person) => isTakenBack(book, person));
  for (let count = 0; count < 12; count += 1) {
    const period = MONTHS[dice.int(0, 10)] ?? '';
    const person = sierraVistaEnroll(book, dice, period);
    book.pay(person, period, FIRST, { type: 'first_year', months: 13 - periodMonth(period) });
    renew(book, person);
    book.state(person, JANUARY, 'planned_step');
  }
  const periods = MONTHS.filter((period) => book.lines.some((line) => line.period === period));
  return {
    name: 'sierra-vista',
    seed,
    carrier: {
      name: 'Sierra Vista Advantage',
      productLine: 'medicare',
      columnsByHand: { member_external_id: 'Member Number', commission_amount: 'Amount', member_name: 'Member Name' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods, layout: () => LAYOUT, name: 'sierra' }),
    truth: book.truth(periods, ({ id }) => [id]),
  };
}

function sierraVistaEnroll(book: Ledger, dice: Dice, joined: Period | null): Person {
  const effective = joined === null ? oldEffective(dice, MONTHS[0] ?? '') : firstDay(joined);
  return book.enroll(inventPerson(dice, SIERRA_VISTA_FORM, { effective }));
}

function renew(book: Ledger, person: Person, period = JANUARY): void {
  book.pay(person, period, NOW, { months: 12, coverage: JANUARY });
}

/** Plays a renewal of which the carrier pays half. */
function renewByHalf(book: Ledger, person: Person, before: number): void {
  const half = NOW / 2;
  book.pay(person, JANUARY, half, { months: 12 });
  book.fact(person, JANUARY, 'underpaid');
  book.atRisk(JANUARY, before - half, half);
  book.owed(JANUARY, 0, half);
  book.claim(0, half);
}

function renewLate(book: Ledger, person: Person): void {
  renew(book, person, FEBRUARY);
  book.fact(person, JANUARY, 'late_premium');
  book.fact(person, FEBRUARY, 'catch_up');
  book.atRisk(JANUARY, 0, BEFORE);
}

/** Plays a member who leaves in May: seven months of the year are taken back. */
function leaveInMay(book: Ledger, person: Person): void {
  const [told, back] = [MONTHS[5] ?? '', Math.round((BEFORE * 7) / 12)];
  book.pay(person, told, -back, { type: 'chargeback', months: 7, term: endOf(MONTHS[4] ?? '') });
  book.fact(person, told, 'lost', 'rightful_chargeback');
  book.atRisk(told, 0, BEFORE);
}

/** Plays a member whose whole year is taken back, although the member stays and is renewed. */
function isTakenBack(book: Ledger, person: Person): void {
  const [told, next] = [MONTHS[8] ?? '', MONTHS[9] ?? ''];
  book.pay(person, told, -BEFORE, { type: 'chargeback', months: 12 });
  renew(book, person);
  book.fact(person, told, 'wrong_chargeback');
  book.fact(person, JANUARY, 'not_repaid');
  for (const period of [told, next]) book.atRisk(period, 0, BEFORE);
  book.owed(JANUARY, 0, BEFORE);
  book.claim(0, BEFORE);
}
