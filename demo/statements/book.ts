import { addMonths, type Period } from '../../core/period.ts';
import { type Dice, diceOf } from './seeded.ts';

/** A simulation of an agency's book with one carrier, month by month: its members and the payments. */

export interface Agent {
  readonly id: string;
  readonly name: string;
}

export interface Member {
  /** The carrier's id for the person, before a layout changes its form. */
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly plan: string;
  readonly agent: Agent;
  /** The first day of coverage, as YYYY-MM-DD. */
  readonly effective: string;
  readonly state: string;
  readonly lives: number;
  readonly premiumCents: number;
}

export interface Payment {
  readonly cents: number;
  /** The latest paid month. */
  readonly coverage: Period;
  readonly months: number;
  readonly payee: 'agent' | 'upline';
}

export interface BookLine extends Payment {
  readonly member: Member;
  readonly kind: 'initial' | 'renewal' | 'adjustment' | 'chargeback';
  /** The fault of the row in the file; the service does not accept such a row as a line. */
  readonly fault: 'no_id' | 'bad_amount' | null;
}

/** A planned event. The facts are counted from the lines instead, so that the two can be compared. */
export interface BookEvent {
  /** `stepped`: paid less, as others are on the member's new plan. */
  readonly kind: 'joined' | 'left' | 'returned' | 'reduced' | 'stepped' | 'charged_back' | 'charged_back_again';
  readonly memberId: string;
  /** The agency's monthly loss, or the charged back amount; 0 if no money is lost. */
  readonly cents: number;
}

export interface BookMonth {
  readonly period: Period;
  readonly lines: readonly BookLine[];
  readonly events: readonly BookEvent[];
}

/** The number of members with each event in a month. */
export interface MonthScript {
  readonly joins: number;
  /** Members that join from an acquired book, with old effective dates. */
  readonly takenOver?: number;
  readonly leaves?: number;
  /** Members that have only a chargeback this month, and have left the next month. */
  readonly chargedOnLeaving?: number;
  /** Members that left in an earlier month and are charged back now. */
  readonly chargedLater?: number;
  /** Members whose chargeback of last month is taken a second time. */
  readonly chargedTwice?: number;
  readonly returns?: number;
  readonly moves?: number;
  readonly rowsWithoutId?: number;
  readonly rowsUnreadable?: number;
  /** The number of rows that the file is filled up to, with adjustments of $0.00. */
  readonly fillRowsTo?: number;
}

/** The size of a book beside that of the demo: the share of its events, and how many of its agents there are. */
export interface BookSize {
  readonly share: number;
  readonly agents: number;
}

export interface BookPlan {
  readonly seed: number;
  /** All agents. A smaller book has the first ones. */
  readonly agents: readonly Agent[];
  /** Null for the book of the demo. */
  readonly size: BookSize | null;
  readonly firstPeriod: Period;
  readonly months: readonly MonthScript[];
  /** Makes a member. `newFrom` is null for a person whose coverage began before the story does. */
  enrol(dice: Dice, serial: number, newFrom: Period | null): Member;
  /** Returns the carrier's payments for these months, oldest first. */
  pay(member: Member, months: readonly Period[]): readonly Payment[];
  /** Returns the same person on another plan, or with another agent. */
  move(dice: Dice, member: Member): Member;
}

interface Seat {
  member: Member;
  /** The payments of the member's last two statements since it joined or returned. */
  paid: (readonly Payment[])[];
  /** The net amount of the last month with a payment; null before the first. */
  lastCents: number | null;
  lastPlan: string | null;
  leftAt: Period | null;
  chargedAt: Period | null;
}

class Book {
  readonly active = new Map<string, Seat>();
  readonly gone: Seat[] = [];
  lines: BookLine[] = [];
  events: BookEvent[] = [];
  readonly plan: BookPlan;
  readonly dice: Dice;
  private serial = 0;

  constructor(plan: BookPlan) {
    this.plan = plan;
    this.dice = diceOf(plan.seed);
  }

  enrol(newFrom: Period | null): Seat {
    this.serial += 1;
    const member = this.withAgent(this.plan.enrol(this.dice, this.serial, newFrom));
    const seat = { member, paid: [], lastCents: null, lastPlan: null, leftAt: null, chargedAt: null };
    this.active.set(member.id, seat);
    return seat;
  }

  move(seat: Seat): void {
    seat.member = this.withAgent(this.plan.move(this.dice, seat.member));
  }

  /** Gives a member of an agent that a smaller book does not have to one that it has. */
  withAgent(member: Member): Member {
    const { agents, size } = this.plan;
    if (size === null) return member;
    const agent = agents[agents.findIndex(({ id }) => id === member.agent.id) % size.agents];
    return { ...member, agent: agent ?? member.agent };
  }

  /** Members that were paid before this month; only they can have events. */
  settled(): Seat[] {
    return [...this.active.values()].filter((seat) => seat.lastCents !== null);
  }

  leave(seat: Seat, period: Period): void {
    this.active.delete(seat.member.id);
    seat.leftAt = period;
    this.gone.push(seat);
  }

  event(kind: BookEvent['kind'], seat: Seat, cents: number): void {
    this.events.push({ kind, memberId: seat.member.id, cents });
  }

  /** Takes back the payments of the last two statements, line for line. */
  chargeBack(seat: Seat, kind: 'charged_back' | 'charged_back_again', period: Period): void {
    seat.chargedAt = period;
    const payments = seat.paid.flat();
    for (const payment of payments) {
      this.lines.push({ ...payment, cents: -payment.cents, member: seat.member, kind: 'chargeback', fault: null });
    }
    this.event(kind, seat, sum(payments));
  }

  payFor(seat: Seat, months: readonly Period[], period: Period): void {
    const payments = this.plan.pay(seat.member, months);
    const ordinary = seat.member.effective.slice(0, 4) === period.slice(0, 4) ? 'initial' : 'renewal';
    for (const payment of payments) {
      const kind = payment.coverage < period ? 'adjustment' : ordinary;
      this.lines.push({ ...payment, member: seat.member, kind, fault: null });
    }
    seat.paid = [...seat.paid.slice(-1), payments];
  }
}

function sum(payments: readonly Payment[]): number {
  return payments.reduce((total, payment) => total + payment.cents, 0);
}

export function walkBook(plan: BookPlan): BookMonth[] {
  const book = new Book(plan);
  return plan.months.map((whole, index) => {
    const script = plan.size === null ? whole : smaller(whole, plan.size.share);
    const period = addMonths(plan.firstPeriod, index);
    book.lines = [];
    book.events = [];
    departures(book, script, period);
    const returned = returns(book, script, period);
    changes(book, script, period, index === 0);
    payroll(book, period, returned);
    faults(book, script, period);
    fill(book, script.fillRowsTo ?? 0);
    const lines = book.lines.sort((a, b) => (a.member.id < b.member.id ? -1 : a.member.id > b.member.id ? 1 : 0));
    return { period, lines, events: book.events };
  });
}

/** Returns the share of each event, at least one. */
function smaller({ fillRowsTo: _, ...script }: MonthScript, share: number): MonthScript {
  const events = Object.entries(script).map(([event, times]) => [event, Math.ceil(times * share)] as const);
  return { joins: 0, ...Object.fromEntries(events) };
}

function departures(book: Book, script: MonthScript, period: Period): void {
  // Members that were charged back last month while still listed are missing from this month's statement, which loses no money.
  for (const seat of book.gone) if (seat.leftAt === period) book.event('left', seat, 0);

  const before = book.gone.filter((seat) => seat.leftAt !== null && seat.leftAt < period);
  const again = before.filter((seat) => seat.chargedAt === addMonths(period, -1));
  for (const seat of book.dice.sample(again, script.chargedTwice ?? 0))
    book.chargeBack(seat, 'charged_back_again', period);
  const unpunished = before.filter((seat) => seat.chargedAt === null);
  for (const seat of book.dice.sample(unpunished, script.chargedLater ?? 0))
    book.chargeBack(seat, 'charged_back', period);

  for (const seat of book.dice.sample(book.settled(), script.leaves ?? 0)) {
    book.event('left', seat, seat.lastCents ?? 0);
    book.leave(seat, period);
  }
  for (const seat of book.dice.sample(book.settled(), script.chargedOnLeaving ?? 0)) {
    book.chargeBack(seat, 'charged_back', period);
    book.leave(seat, addMonths(period, 1));
  }
}

/** Chooses the members that return. Every second of them is paid for the missed months too. */
function returns(book: Book, script: MonthScript, period: Period): Map<string, Period[]> {
  const free = book.gone.filter((seat) => seat.chargedAt === null && seat.leftAt !== null && seat.leftAt < period);
  const missed = new Map<string, Period[]>();
  for (const [index, seat] of book.dice.sample(free, script.returns ?? 0).entries()) {
    const months: Period[] = [];
    for (let month = seat.leftAt ?? period; month < period; month = addMonths(month, 1)) months.push(month);
    missed.set(seat.member.id, index % 2 === 0 ? months : []);
    book.gone.splice(book.gone.indexOf(seat), 1);
    seat.leftAt = null;
    seat.paid = [];
    book.active.set(seat.member.id, seat);
    book.event('returned', seat, 0);
  }
  return missed;
}

function changes(book: Book, script: MonthScript, period: Period, isFirst: boolean): void {
  for (const seat of book.dice.sample(book.settled(), script.moves ?? 0)) book.move(seat);
  for (let n = 0; n < (script.takenOver ?? 0); n += 1) book.enrol(null);
  for (let n = 0; n < script.joins; n += 1) book.enrol(isFirst ? null : period);
}

function payroll(book: Book, period: Period, returned: ReadonlyMap<string, readonly Period[]>): void {
  for (const seat of book.active.values()) {
    const missed = returned.get(seat.member.id);
    book.payFor(seat, [...(missed ?? []), period], period);
    // Payments for missed months are not part of a month's usual pay.
    const cents = sum(book.plan.pay(seat.member, [period]));
    if (seat.lastCents === null) book.event('joined', seat, 0);
    else if (missed === undefined && cents < seat.lastCents)
      book.event(seat.lastPlan === seat.member.plan ? 'reduced' : 'stepped', seat, seat.lastCents - cents);
    seat.lastCents = cents;
    seat.lastPlan = seat.member.plan;
  }
}

/** Adds broken rows. They belong to new people, who are paid correctly from the next month on. */
function faults(book: Book, script: MonthScript, period: Period): void {
  const spoil = (fault: 'no_id' | 'bad_amount', count: number): void => {
    for (let n = 0; n < count; n += 1) {
      const { member } = book.enrol(period);
      const [payment] = book.plan.pay(member, [period]);
      if (payment !== undefined) book.lines.push({ ...payment, member, kind: 'initial', fault });
    }
  };
  spoil('no_id', script.rowsWithoutId ?? 0);
  spoil('bad_amount', script.rowsUnreadable ?? 0);
}

function fill(book: Book, rows: number): void {
  const paid = book.lines.filter((line) => line.fault === null && line.kind === 'renewal');
  const missing = Math.max(0, rows - book.lines.length);
  for (const line of book.dice.sample(paid, missing)) book.lines.push({ ...line, cents: 0, kind: 'adjustment' });
}
