import { addMonths, type Period } from '../../../core/period.ts';
import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, monthName, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, type Layout } from './layout.ts';
import { endOf, firstDay, inventPerson, Ledger, type Line, oldEffective, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-03', 13);
const FORM = { id: '00#######', plans: ['Orchard Silver 94', 'Orchard Bronze Saver', 'Orchard Gold'], states: ['CO'] };
const NEW_RATE = '2026-01';

const centsALife = (coverage: Period): number => (coverage < NEW_RATE ? 1900 : 2150);
/** Returns the month that a statement pays, which is the month before. */
const paidBy = (statement: Period): Period => addMonths(statement, -1);

const LAYOUT: Layout = {
  fileType: 'csv',
  title: (period) => [['Orchard Health Plans - Producer Commission'], [`Statement ${monthName(period)}`]],
  header: [
    'Producer NPN',
    'Producer',
    'Exchange Subscriber ID',
    'Subscriber',
    'Plan',
    'APTC',
    'Premium',
    'Enrolled Members',
    'Policy Start',
    'Policy End',
    'Coverage Month',
    'PMPM',
    'Commission',
  ],
  row: ({ person, traits, cents, coverage, term, premiumCents }) => [
    traits.agent.id,
    traits.agent.name,
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    '312.00',
    dollars(premiumCents * traits.lives),
    String(traits.lives),
    usDate(person?.effective ?? ''),
    term === null ? '' : usDate(term),
    usDate(firstDay(coverage)),
    dollars(centsALife(coverage)),
    dollars(cents),
  ],
  footer: (cents) => [['', '', '', '', '', '', '', '', '', '', '', 'Total', dollars(cents)]],
};

/** A marketplace carrier that pays in arrears: households change, January has a new rate, and policies end in retrospect. */
export function orchard(seed: number): TruthBook {
  const book = new Ledger();
  const policies = new Policies(book, diceOf(seed));
  for (let count = 0; count < 40; count += 1) policies.payAll(policies.enroll());
  for (let count = 0; count < 6; count += 1) policies.endInRetrospect(2 + (count % 2));
  for (let count = 0; count < 5; count += 1) policies.loseLife();
  for (let count = 0; count < 6; count += 1) policies.leaveAtYearEnd(count % 2 === 0);
  for (let count = 0; count < 6; count += 1) policies.joinLate();
  for (let count = 0; count < 4; count += 1) policies.stayInGrace(1 + (count % 2));
  for (let count = 0; count < 3; count += 1) policies.missMonth();
  for (let count = 0; count < 2; count += 1) policies.keepOldRate();
  return {
    name: 'orchard',
    seed,
    carrier: { name: 'Orchard Health Plans', productLine: 'major_medical', columnsByHand: {} },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'orchard' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

class Policies {
  readonly #book: Ledger;
  readonly #dice: Dice;

  constructor(book: Ledger, dice: Dice) {
    this.#book = book;
    this.#dice = dice;
  }

  enroll(effective = oldEffective(this.#dice, '2025-02'), lives = this.#dice.int(1, 4)): Person {
    const premiumCents = this.#dice.int(350, 700) * 100;
    return this.#book.enroll(inventPerson(this.#dice, FORM, { effective, lives, premiumCents }));
  }

  /** Pays every statement except the ones at the given indices. */
  payAll(person: Person, except: readonly number[] = []): void {
    for (const [index, period] of PERIODS.entries()) if (!except.includes(index)) this.#pay(person, period);
  }

  #due(person: Person, coverage: Period): number {
    return this.#book.traitsAt(person, coverage).lives * centsALife(coverage);
  }

  #pay(person: Person, period: Period, coverage = paidBy(period), more: Partial<Line> = {}): void {
    const sign = more.type === 'chargeback' ? -1 : 1;
    const traits = this.#book.traitsAt(person, coverage);
    this.#book.pay(person, period, sign * this.#due(person, coverage), { coverage, traits, ...more });
  }

  /**
   * Plays a policy that ends in retrospect: the marketplace states that the last months were never covered, and their pay is taken back.
   */
  endInRetrospect(months: number): void {
    const [person, at] = [this.enroll(), this.#dice.int(4, 11)];
    const period = periodAt(at);
    const last = addMonths(paidBy(period), -months - 1);
    for (const earlier of PERIODS.slice(0, at)) this.#pay(person, earlier);
    for (let back = 1; back <= months; back += 1) {
      this.#pay(person, period, addMonths(paidBy(period), -back), { type: 'chargeback', term: endOf(last) });
    }
    this.#book.fact(person, period, 'lost', 'rightful_chargeback', 'retroactive_end');
    this.#book.atRisk(period, 0, this.#due(person, addMonths(period, -2)));
  }

  /** Plays a policy that loses a dependant, who is too old for it. */
  loseLife(): void {
    const [person, at] = [this.enroll(undefined, 3), this.#dice.int(3, 9)];
    const coverage = paidBy(periodAt(at));
    this.#book.change(person, { from: coverage, traits: { lives: 2 } });
    this.payAll(person);
    this.#book.fact(person, periodAt(at), 'fewer_lives');
    this.#book.atRisk(periodAt(at), 0, this.#due(person, addMonths(coverage, -1)) - this.#due(person, coverage));
  }

  leaveAtYearEnd(tellsTerm: boolean): void {
    const person = this.enroll();
    for (const period of PERIODS.filter((one) => one <= NEW_RATE)) {
      this.#pay(person, period, paidBy(period), tellsTerm && period === NEW_RATE ? { term: '2025-12-31' } : {});
    }
    const gone = addMonths(NEW_RATE, 1);
    this.#book.fact(person, gone, 'lost');
    this.#book.atRisk(gone, this.#due(person, '2025-12'));
  }

  /** Plays a policy whose first statement pays two months. */
  joinLate(): void {
    const at = this.#dice.int(3, 9);
    const first = addMonths(paidBy(periodAt(at)), -1);
    const person = this.enroll(firstDay(first));
    this.#pay(person, periodAt(at), first);
    for (const period of PERIODS.slice(at)) this.#pay(person, period);
  }

  stayInGrace(months: number): void {
    const [person, at] = [this.enroll(), this.#dice.int(3, 8)];
    const late = Array.from({ length: months }, (_, index) => at + index);
    this.payAll(person, late);
    const back = periodAt(at + months);
    for (const index of late) {
      this.#pay(person, back, paidBy(periodAt(index)));
      this.#book.fact(person, periodAt(index), 'late_premium');
      this.#book.atRisk(periodAt(index), 0, this.#due(person, paidBy(periodAt(index))));
    }
    this.#book.fact(person, back, 'catch_up');
  }

  /** Leaves one month of a member unpaid. All later months are paid, each on the statement of the month after. */
  missMonth(): void {
    const [person, at] = [this.enroll(), this.#dice.int(3, 8)];
    const [period, next] = [periodAt(at), periodAt(at + 1)];
    const due = this.#due(person, paidBy(period));
    this.payAll(person, [at]);
    this.#book.fact(person, period, 'unpaid');
    this.#book.fact(person, next, 'missed_months');
    this.#book.atRisk(period, 0, due);
    for (const owing of [period, next]) this.#book.owed(owing, 0, due);
    this.#book.claim(due);
  }

  /** Plays a policy whose statement prints the new rate and pays by the old rate. */
  keepOldRate(): void {
    const person = this.enroll(undefined, 2);
    for (const period of PERIODS) {
      const coverage = paidBy(period);
      const paid = 2 * centsALife('2025-12');
      this.#book.pay(person, period, paid, { coverage });
      if (coverage < NEW_RATE) continue;
      this.#book.fact(person, period, 'underpaid');
      this.#book.owed(period, this.#due(person, coverage) - paid);
      this.#book.claim(this.#due(person, coverage) - paid);
    }
  }
}

function periodAt(index: number): Period {
  return addMonths(PERIODS[0] ?? '', index);
}

const AGENT_REPORT_PERIODS = monthsFrom('2025-03', 10);
const AGENT_REPORT_FORM = { id: 'U#########', plans: ['Ambetter', 'Oscar', 'Aetna ACA'], states: ['GA'] };
const CENTS_A_LIFE: Readonly<Record<string, number>> = { Ambetter: 1800, Oscar: 2000, 'Aetna ACA': 2200 };
const OVERRIDE = 300;

const footerRow = (label: string, cents: number): readonly string[] => [
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  label,
  '',
  '',
  '',
  '',
  dollars(cents),
];

const AGENT_REPORT_LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'Agent Report',
  header: [
    'Generated From',
    'Payee ID',
    'Carrier',
    'Policy',
    'Insured',
    'Effective Date',
    'Payment Date',
    'Member Count',
    'Payout Type',
    'Transaction Type',
    'Carrier Transaction Type',
    'Writing Agent Name',
    'Amount',
  ],
  row: ({ person, traits, cents, period, type }) => [
    'TMG',
    'HB-1',
    traits.plan,
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    dateCell(person?.effective ?? null),
    dateCell(endOf(period)),
    String(traits.lives),
    'ACH',
    type === 'override' ? 'Override' : 'Commission',
    cents < 0 ? 'Chargeback' : 'Renewal',
    traits.agent.name,
    dollars(cents),
  ],
  footer: (cents) => [footerRow('Total Amount:', cents), footerRow('Payment Amount:', cents)],
};

/** Households of several carriers on a marketing organization's statement: commission and override, and no coverage month. */
export function agentReport(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  for (const lives of [1, 2, 4]) {
    playMonths({
      book,
      dice,
      periods: AGENT_REPORT_PERIODS,
      form: AGENT_REPORT_FORM,
      steady: 14,
      joins: 3,
      stories: ordinaryLife().filter(([story]) => !NEEDS_MONTHS.has(story)),
      due: (person, period) => agentReportCentsALife(book, person, period) * lives,
      parts: (cents) => [{ cents: cents - lives * OVERRIDE }, { cents: lives * OVERRIDE, type: 'override' }],
      person: () => ({ lives }),
      tellsTerm: false,
    });
  }
  for (let count = 0; count < 4; count += 1) growInArrears(book, dice, dice.int(2, 7));
  for (let count = 0; count < 4; count += 1) joinLate(book, dice, dice.int(2, 6));
  return {
    name: 'agent-report',
    seed,
    carrier: { slug: 'fmo-agent-report' },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: AGENT_REPORT_PERIODS,
      layout: () => AGENT_REPORT_LAYOUT,
      name: 'agent-report',
    }),
    truth: book.truth(AGENT_REPORT_PERIODS, ({ id }) => [id]),
  };
}

/**
 * The kinds of stories that a statement without coverage months cannot show: a second chargeback may be of another month, and a plan here
 * is a carrier.
 */
const NEEDS_MONTHS: ReadonlySet<string> = new Set(['isChargedBackTwice', 'movesPlan']);

function agentReportCentsALife(book: Ledger, person: Person, period: Period): number {
  return (CENTS_A_LIFE[book.traitsAt(person, period).plan] ?? 0) + OVERRIDE;
}

function payMonth(book: Ledger, person: Person, period: Period, lives = book.traitsAt(person, period).lives): void {
  const more: Partial<Line> = { traits: { ...book.traitsAt(person, period), lives } };
  book.pay(person, period, lives * (agentReportCentsALife(book, person, period) - OVERRIDE), more);
  book.pay(person, period, lives * OVERRIDE, { ...more, type: 'override' });
}

/** Adds a child to a household: one more life, with its pay for the month before in separate lines. */
function growInArrears(book: Ledger, dice: Dice, at: number): void {
  const effective = oldEffective(dice, AGENT_REPORT_PERIODS[0] ?? '');
  const person = book.enroll(inventPerson(dice, AGENT_REPORT_FORM, { effective, lives: 2 }));
  book.change(person, { from: AGENT_REPORT_PERIODS[at] ?? '', traits: { lives: 3 } });
  for (const [index, period] of AGENT_REPORT_PERIODS.entries()) {
    payMonth(book, person, period);
    if (index === at) payMonth(book, person, period, 1);
  }
}

/** Adds a household whose first statement pays two months, in equal lines. */
function joinLate(book: Ledger, dice: Dice, at: number): void {
  const effective = firstDay(AGENT_REPORT_PERIODS[at - 1] ?? '');
  const person = book.enroll(inventPerson(dice, AGENT_REPORT_FORM, { effective, lives: dice.int(1, 3) }));
  payMonth(book, person, AGENT_REPORT_PERIODS[at] ?? '');
  for (const period of AGENT_REPORT_PERIODS.slice(at)) payMonth(book, person, period);
}
