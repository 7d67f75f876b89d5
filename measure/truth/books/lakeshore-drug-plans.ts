import { addMonths, type Period, periodMonth, periodYear } from '../../../core/period.ts';
import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate, usMonth } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import {
  endOf,
  firstDay,
  inventPerson,
  Ledger,
  type Line,
  type LineType,
  oldEffective,
  type Person,
} from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-03', 10);
const FORM = {
  id: 'LS@######',
  plans: ['Lakeshore Rx Saver (PDP)', 'Lakeshore Complete (MAPD)'],
  states: ['MI', 'WI'],
};
const BASE: Readonly<Record<string, number>> = { [FORM.plans[0] ?? '']: 458, [FORM.plans[1] ?? '']: 2608 };
const OVERRIDE = 250;
const FEE = 125;
const ASSESSMENT = 2500;

/** The type of lines that are a fee. The description of each line says which part of a month's pay it is. */
const FEE_TYPE = 'endorsement';

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Stmt Date',
    'Payee',
    'Writing Agent',
    'Writing Agent NPN',
    'Member Number',
    'Member',
    'Plan',
    'Eff Date',
    'Svc Month',
    'Description',
    'Amount',
  ],
  row: (line) => {
    const { person, traits, cents, coverage, period, type } = line;
    return [
      usDate(endOf(period)),
      type === 'override' || type === FEE_TYPE ? 'Harbor Benefits LLC' : traits.agent.name,
      traits.agent.name,
      traits.agent.id,
      person?.id ?? '',
      person === null ? '' : `${person.last}, ${person.first}`,
      traits.plan,
      person === null ? '' : usDate(person.effective),
      usMonth(coverage),
      description(line),
      dollars(cents),
    ];
  },
};

function description({ type, cents, traits }: Line): string {
  const product = traits.plan.includes('PDP') ? 'PDP' : 'MAPD';
  if (type === 'override') return cents < 0 ? 'Agency Override Recovery' : `Agency Override - ${product}`;
  if (type === FEE_TYPE) return cents < 0 ? 'Admin Fee Recovery' : 'Monthly Admin Fee';
  if (type === 'bonus') return cents < 0 ? 'HRA Recoupment' : 'HRA Completion Bonus';
  return cents < 0 ? `Commission Recovery - ${product} Disenrolled` : `${product} Renewal Commission`;
}

function due(person: Person): number {
  return (BASE[person.traits.plan] ?? 0) + OVERRIDE + FEE;
}

/** Drug plans and full plans: commission, override and fee of a member in separate rows, distinguished by the description. */
export function lakeshoreDrugPlans(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: FORM,
    steady: 36,
    joins: 8,
    stories: [
      ...ordinaryLife().filter(
        ([story]) => story !== 'movesPlan' && story !== 'isCut' && story !== 'isChargedBackTwice',
      ),
      ['getsBonus', 8],
    ],
    due,
    parts: (cents) => [
      { cents: cents - OVERRIDE - FEE },
      { cents: OVERRIDE, type: 'override' },
      { cents: FEE, type: FEE_TYPE },
    ],
    tellsTerm: false,
  });
  for (let count = 0; count < 3; count += 1) loseOverride(book, enrollLongAgo(book, dice), dice.int(3, 7));
  for (let count = 0; count < 2; count += 1) doubleCommission(book, enrollLongAgo(book, dice), dice.int(3, 8));
  for (let count = 0; count < 2; count += 1) recoupAssessment(book, dice);
  for (let count = 0; count < 3; count += 1) loseAll(book, enrollLongAgo(book, dice), dice.int(3, 8), count === 0);
  return {
    name: 'lakeshore-drug-plans',
    seed,
    carrier: {
      name: 'Lakeshore Drug Plans',
      productLine: 'medicare',
      columnsByHand: {
        member_external_id: 'Member Number',
        member_name: 'Member',
        commission_amount: 'Amount',
        plan_name: 'Plan',
        agent_name: 'Writing Agent',
        agent_external_id: 'Writing Agent NPN',
        coverage_month: 'Svc Month',
        transaction_type: 'Description',
        effective_date: 'Eff Date',
      },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'lakeshore' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

function enrollLongAgo(book: Ledger, dice: Dice): Person {
  return book.enroll(inventPerson(dice, FORM, { effective: oldEffective(dice, PERIODS[0] ?? '') }));
}

function payMonth(book: Ledger, person: Person, period: Period): void {
  payBase(book, person, period);
  book.pay(person, period, OVERRIDE, { type: 'override' });
  book.pay(person, period, FEE, { type: FEE_TYPE });
}

function payBase(book: Ledger, person: Person, period: Period): void {
  book.pay(person, period, BASE[person.traits.plan] ?? 0);
}

/** Plays a member whose override the carrier stops. */
function loseOverride(book: Ledger, person: Person, at: number): void {
  for (const [index, period] of PERIODS.entries()) {
    if (index < at) {
      payMonth(book, person, period);
      continue;
    }
    payBase(book, person, period);
    book.pay(person, period, FEE, { type: FEE_TYPE });
    book.fact(person, period, 'underpaid');
    if (index === at) book.atRisk(period, OVERRIDE);
    book.owed(period, OVERRIDE);
    book.claim(0, OVERRIDE);
  }
}

/** Plays a month in which the commission is paid twice, and override and fee once. */
function doubleCommission(book: Ledger, person: Person, at: number): void {
  for (const [index, period] of PERIODS.entries()) {
    payMonth(book, person, period);
    if (index !== at) continue;
    payBase(book, person, period);
    book.fact(person, period, 'duplicate_payment');
  }
}

/** Plays a new member whose assessment is paid in the second month, and charged back with everything else in the third. */
function recoupAssessment(book: Ledger, dice: Dice): void {
  const joined = PERIODS[dice.int(1, 4)] ?? '';
  const person = book.enroll(inventPerson(dice, FORM, { effective: firstDay(joined) }));
  const [second, third] = [addMonths(joined, 1), addMonths(joined, 2)];
  payMonth(book, person, joined);
  payMonth(book, person, second);
  book.pay(person, second, ASSESSMENT, { type: 'bonus' });
  for (const coverage of [joined, second]) takeBack(book, person, third, coverage);
  book.pay(person, third, -ASSESSMENT, { type: 'bonus', coverage: second });
  book.fact(person, third, 'lost', 'rapid_disenrollment', 'rightful_chargeback', 'retroactive_end');
  book.atRisk(third, 0, 2 * due(person) + ASSESSMENT);
}

/** Plays a member of whom all parts of the last month are charged back. With `twice` they are charged back again in the month after. */
function loseAll(book: Ledger, person: Person, at: number, twice: boolean): void {
  const [told, last] = [PERIODS[at] ?? '', PERIODS[at - 1] ?? ''];
  for (const period of PERIODS.slice(0, at)) payMonth(book, person, period);
  takeBack(book, person, told, last);
  book.fact(person, told, 'lost', 'rightful_chargeback');
  book.atRisk(told, 0, due(person));
  if (!twice) return;
  const next = addMonths(told, 1);
  takeBack(book, person, next, last);
  book.fact(person, next, 'double_chargeback');
  book.claim(due(person));
}

function takeBack(book: Ledger, person: Person, period: Period, coverage: Period): void {
  book.pay(person, period, -(BASE[person.traits.plan] ?? 0), { type: 'chargeback', coverage });
  book.pay(person, period, -OVERRIDE, { type: 'override', coverage });
  book.pay(person, period, -FEE, { type: FEE_TYPE, coverage });
}

const BLUERIVER_RX_PERIODS = monthsFrom('2025-03', 12);
const JANUARY: Period = '2026-01';
const RENEWAL = 5700;
const INITIAL = 10_900;
const BLUERIVER_RX_FORM = {
  id: '#@##@@#@@##',
  plans: ['BlueRiver Rx Value', 'BlueRiver Rx Plus'],
  states: ['GA', 'AL'],
};

const WORDS: Readonly<Partial<Record<LineType, string>>> = { first_year: 'PDP Initial', chargeback: 'PDP Recovery' };

const BLUERIVER_RX_LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Run Date',
    'Contract-PBP',
    'MBI',
    'Enrollee',
    'Enroll Date',
    'Disenroll Date',
    'Comp Desc',
    'Pay Mos',
    'Comp Amt',
    'Agent NPN',
    'Agent',
  ],
  row: ({ period, traits, person, term, type, months, cents }) => [
    usDate(endOf(period)),
    traits.plan.includes('Plus') ? 'S5588-002' : 'S5588-001',
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    usDate(person?.effective ?? ''),
    term === null ? '' : usDate(term),
    WORDS[type] ?? 'PDP Renewal',
    String(months),
    dollars(cents),
    traits.agent.id,
    traits.agent.name,
  ],
};

/** Drug plans: the rest of the year is paid at enrollment, the renewal in January for the year. No line names a month. */
export function blueriverRx(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  for (const [index, period] of BLUERIVER_RX_PERIODS.entries()) {
    if (period === JANUARY) continue;
    if (index <= 5) leave(book, enroll(book, dice, period), index, index + dice.int(2, 4));
    for (let count = 0; count < 4; count += 1) {
      const person = enroll(book, dice, period);
      const paid = payRest(book, person, period);
      if (period > JANUARY) continue;
      const isUnpaid = (index === 3 && count === 0) || (index === 4 && count === 0);
      if (isUnpaid) {
        book.fact(person, JANUARY, index === 3 ? 'lost' : 'unpaid');
        book.atRisk(JANUARY, Math.min(paid, RENEWAL), paid);
        continue;
      }
      book.pay(person, JANUARY, RENEWAL, { type: 'renewal', months: 12 });
      book.state(person, JANUARY, 'planned_step');
    }
  }
  return {
    name: 'blueriver-rx',
    seed,
    carrier: {
      name: 'BlueRiver Rx',
      productLine: 'medicare',
      columnsByHand: { member_external_id: 'MBI', commission_amount: 'Comp Amt', member_name: 'Enrollee' },
    },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: BLUERIVER_RX_PERIODS,
      layout: () => BLUERIVER_RX_LAYOUT,
      name: 'blueriver',
    }),
    truth: book.truth(BLUERIVER_RX_PERIODS, ({ id }) => [id]),
  };
}

function enroll(book: Ledger, dice: Dice, period: Period): Person {
  return book.enroll(inventPerson(dice, BLUERIVER_RX_FORM, { effective: firstDay(period) }));
}

/** Pays at once for this month and the rest of its year. Returns the amount in cents. */
function payRest(book: Ledger, person: Person, period: Period): number {
  const months = 13 - periodMonth(period);
  const yearly = periodYear(period) === 2025 ? INITIAL : 2 * RENEWAL;
  const cents = Math.round((yearly * months) / 12);
  book.pay(person, period, cents, { type: 'first_year', months });
  return cents;
}

/** Adds a member who leaves. Within three months the whole pay is taken back, later only that of the remaining months. */
function leave(book: Ledger, person: Person, joined: number, at: number): void {
  const [from, told, last] = [
    BLUERIVER_RX_PERIODS[joined] ?? '',
    BLUERIVER_RX_PERIODS[at] ?? '',
    BLUERIVER_RX_PERIODS[at - 1] ?? '',
  ];
  const paid = payRest(book, person, from);
  const isRapid = at - joined <= 3;
  const months = 13 - periodMonth(isRapid ? from : told);
  const back = isRapid ? paid : Math.round((INITIAL * months) / 12);
  book.pay(person, told, -back, { type: 'chargeback', coverage: from, months, term: endOf(last) });
  book.fact(person, told, 'lost', 'rightful_chargeback', ...(isRapid ? (['rapid_disenrollment'] as const) : []));
  book.atRisk(told, 0, paid);
}
