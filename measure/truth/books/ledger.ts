import { lastDayOf, type Period } from '../../../core/period.ts';
import { type Dice, personName } from '../../../demo/statements/seeded.ts';
import type { Fact, FactKind, PeriodTruth, Range, State, StateKind, Truth } from '../judging/truth.ts';

/** The purpose of a line's payment, in words of the trade. A layout turns it into the carrier's own word. */
export type LineType =
  | 'first_year'
  | 'renewal'
  | 'chargeback'
  | 'bonus'
  | 'override'
  | 'true_up'
  | 'advance'
  | 'as_earned'
  | 'recovery'
  | 'new_policy'
  | 'endorsement';

export interface Agent {
  readonly id: string;
  readonly name: string;
}

export interface Traits {
  readonly plan: string;
  readonly agent: Agent;
  readonly lives: number;
}

export interface Person {
  readonly index: number;
  readonly id: string;
  /** The id that a later layout shows instead of the first id. */
  readonly secondId: string;
  readonly first: string;
  readonly last: string;
  readonly state: string;
  /** The first day of coverage, as YYYY-MM-DD. */
  readonly effective: string;
  readonly premiumCents: number;
  readonly traits: Traits;
}

/** One row of a statement. */
export interface Line {
  /** The member. Null for money that the carrier pays without naming a member. */
  readonly person: Person | null;
  readonly period: Period;
  readonly cents: number;
  readonly coverage: Period;
  readonly type: LineType;
  readonly term: string | null;
  readonly months: number;
  readonly premiumCents: number;
  /** A fraction of the premium; null if the carrier pays per person. */
  readonly rate: number | null;
  readonly traits: Traits;
}

export interface Change {
  readonly from: Period;
  readonly traits: Partial<Traits>;
}

const NAUGHT: Range = { must: 0, may: 0 };

/** Collects the lines of a book together with the facts that are true of them. */
export class Ledger {
  readonly people: Person[] = [];
  readonly lines: Line[] = [];
  readonly #facts: Fact[] = [];
  readonly #states: State[] = [];
  readonly #changes = new Map<Person, Change[]>();
  readonly #atRisk = new Map<Period, Range>();
  readonly #owed = new Map<Period, Range>();
  #recoverable: Range = NAUGHT;

  enroll(person: Omit<Person, 'index'>): Person {
    const enrolled = { ...person, index: this.people.length };
    this.people.push(enrolled);
    return enrolled;
  }

  /** Changes the traits of a person from a period on. */
  change(person: Person, change: Change): void {
    this.#changes.set(person, [...(this.#changes.get(person) ?? []), change]);
  }

  traitsAt(person: Person, period: Period): Traits {
    let traits = person.traits;
    for (const change of this.#changes.get(person) ?? []) {
      if (change.from <= period) traits = { ...traits, ...change.traits };
    }
    return traits;
  }

  pay(person: Person, period: Period, cents: number, more: Partial<Line> = {}): void {
    this.lines.push({
      person,
      period,
      cents,
      coverage: period,
      type: 'renewal',
      term: null,
      months: 1,
      premiumCents: person.premiumCents,
      rate: null,
      traits: this.traitsAt(person, period),
      ...more,
    });
  }

  payNobody(period: Period, cents: number, agent: Agent): void {
    const traits = { plan: '', agent, lives: 0 };
    const line = { period, cents, coverage: period, months: 1, premiumCents: 0, rate: null, traits, term: null };
    this.lines.push({ ...line, person: null, type: 'bonus' });
  }

  fact(person: Person | null, period: Period, ...kinds: readonly FactKind[]): void {
    for (const kind of kinds) this.#facts.push({ member: person?.index ?? null, period, kind });
  }

  state(person: Person, period: Period, kind: StateKind): void {
    this.#states.push({ member: person.index, period, kind });
  }

  atRisk(period: Period, must: number, may = must): void {
    this.#atRisk.set(period, added(this.#atRisk.get(period), { must, may }));
  }

  owed(period: Period, must: number, may = must): void {
    this.#owed.set(period, added(this.#owed.get(period), { must, may }));
  }

  /** Adds a claim against the carrier, which counts once. */
  claim(must: number, may = must): void {
    this.#recoverable = added(this.#recoverable, { must, may });
  }

  /** Returns the facts of the book. `idsOf` lists the ids under which a layout shows a person. */
  truth(periods: readonly Period[], idsOf: (person: Person) => readonly string[]): Truth {
    const within = new Set(periods);
    return {
      ids: this.people.map(idsOf),
      facts: this.#facts.filter(({ period }) => within.has(period)),
      states: this.#states.filter(({ period }) => within.has(period)),
      periods: periods.map((period) => this.#periodTruth(period)),
      recoverable: this.#recoverable,
    };
  }

  #periodTruth(period: Period): PeriodTruth {
    const cents = this.lines.filter((line) => line.period === period).map((line) => line.cents);
    return {
      period,
      atRisk: this.#atRisk.get(period) ?? NAUGHT,
      owed: this.#owed.get(period) ?? NAUGHT,
      paidCents: sum(cents.filter((amount) => amount > 0)),
      takenBackCents: -sum(cents.filter((amount) => amount < 0)),
    };
  }
}

function added(one: Range = NAUGHT, other: Range): Range {
  return { must: one.must + other.must, may: one.may + other.may };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export const AGENTS: readonly Agent[] = [
  { id: '17203345', name: 'Ann Lee' },
  { id: '18840127', name: 'Bo Ray' },
  { id: '19550981', name: 'Cleo Marsh' },
];

/** Makes a person whose id has the given form: `#` is a digit, `@` a letter. */
export function inventPerson(
  dice: Dice,
  form: { readonly id: string; readonly plans: readonly string[]; readonly states: readonly string[] },
  details: {
    readonly effective: string;
    readonly premiumCents?: number;
    readonly lives?: number;
    readonly company?: string;
  },
): Omit<Person, 'index'> {
  const { first, last } = personName(dice);
  return {
    id: fill(dice, form.id),
    secondId: fill(dice, '#@##@@#@@##'),
    first: details.company === undefined ? first : '',
    last: (details.company ?? last).replaceAll(/["’,]/g, ''),
    state: dice.pick(form.states),
    effective: details.effective,
    premiumCents: details.premiumCents ?? 0,
    traits: { plan: dice.pick(form.plans), agent: dice.pick(AGENTS), lives: details.lives ?? 1 },
  };
}

const LETTERS = [...'ABCDEFGHJKMNPQRTUVWXY'];

function fill(dice: Dice, form: string): string {
  return form.replaceAll(/[#@]/g, (sign) => (sign === '#' ? String(dice.int(1, 9)) : dice.pick(LETTERS)));
}

/** Makes an old effective date: the first of a month from one to six years before the book starts. */
export function oldEffective(dice: Dice, start: Period): string {
  return `${Number(start.slice(0, 4)) - dice.int(1, 6)}-${String(dice.int(1, 12)).padStart(2, '0')}-01`;
}

export function firstDay(period: Period): string {
  return `${period}-01`;
}

export const endOf = lastDayOf;
