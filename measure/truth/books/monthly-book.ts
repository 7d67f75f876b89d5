import { addMonths, type Period } from '../../../core/period.ts';
import type { Dice } from '../../../demo/statements/seeded.ts';
import {
  AGENTS,
  endOf,
  firstDay,
  inventPerson,
  type Ledger,
  type Line,
  type LineType,
  oldEffective,
  type Person,
} from './ledger.ts';

/** A book that is paid every month for every member. */

export interface MonthlyBook {
  readonly book: Ledger;
  readonly dice: Dice;
  readonly periods: readonly Period[];
  readonly form: { readonly id: string; readonly plans: readonly string[]; readonly states: readonly string[] };
  /** The number of members without any event. */
  readonly steady: number;
  readonly joins: number;
  readonly stories: readonly (readonly [StoryName, number])[];
  readonly due: (person: Person, period: Period) => number;
  readonly person?: () => { readonly premiumCents?: number; readonly lives?: number; readonly company?: string };
  /** Divides a month's pay into its parts, each in a line of its own. Together they are the whole pay. */
  readonly parts?: (cents: number) => readonly { readonly cents: number; readonly type?: LineType }[];
  readonly rate?: (person: Person, period: Period) => number;
  readonly typeOf?: (person: Person, period: Period) => LineType;
  readonly isContracted?: boolean;
  readonly tellsTerm: boolean;
  /** The first period whose statements no longer name the end of coverage. */
  readonly tellsTermUntil?: Period;
}

/** Plays the months of a book. Members join at least two months before the last, so that each first payment is followed by another. */
export function playMonths(plan: MonthlyBook): void {
  const { dice, periods } = plan;
  for (let count = 0; count < plan.steady; count += 1) walk(plan, enroll(plan, null), 0, { months: new Map() });
  for (let count = 0; count < plan.joins; count += 1) {
    const from = dice.int(1, periods.length - 2);
    walk(plan, enroll(plan, periods[from] ?? null), from, { months: new Map() });
  }
  for (const [story, count] of plan.stories) {
    for (let done = 0; done < count; done += 1) tellStory(plan, story);
  }
}

/** Plays the story of one member. Stories take up to two months before and three after the month in which they happen. */
function tellStory(plan: MonthlyBook, story: StoryName): void {
  const person = enroll(plan, null);
  const at = plan.dice.int(2, plan.periods.length - 4);
  const otherPlan = plan.form.plans.find((name) => name !== person.traits.plan) ?? person.traits.plan;
  const plot = STORIES[story]({
    book: plan.book,
    person,
    periods: plan.periods,
    at,
    due: (period) => plan.due(person, period),
    payDue: (period, more) => payDue(plan, person, period, more),
    tellsTerm: plan.tellsTerm && (plan.periods[at] ?? '') < (plan.tellsTermUntil ?? '9999-12'),
    otherPlan,
    isContracted: plan.isContracted ?? false,
  });
  walk(plan, person, 0, plot);
}

function enroll(plan: MonthlyBook, joined: Period | null): Person {
  const [start = ''] = plan.periods;
  const effective = joined === null ? oldEffective(plan.dice, start) : firstDay(joined);
  return plan.book.enroll(inventPerson(plan.dice, plan.form, { effective, ...plan.person?.() }));
}

function walk(plan: MonthlyBook, person: Person, from: number, { months, until }: Plot): void {
  for (const [index, period] of plan.periods.entries()) {
    if (index < from || (until !== undefined && index >= until)) continue;
    const told = months.get(index);
    if (told === undefined) payDue(plan, person, period);
    else told();
  }
}

function payDue(plan: MonthlyBook, person: Person, period: Period, more: Partial<Line> = {}): void {
  const coverage = more.coverage ?? period;
  const type = plan.typeOf?.(person, coverage) ?? 'renewal';
  const rate = plan.rate?.(person, coverage) ?? null;
  const sign = more.type === 'chargeback' ? -1 : 1;
  const cents = plan.due(person, coverage);
  for (const part of plan.parts?.(cents) ?? [{ cents }]) {
    plan.book.pay(person, period, sign * part.cents, { rate, type: part.type ?? type, ...more });
  }
}

export function monthsFrom(first: Period, count: number): readonly Period[] {
  return Array.from({ length: count }, (_, index) => addMonths(first, index));
}

/** Returns the events of every book. Except for joins, each kind occurs at least once. */
export function ordinaryLife(): readonly (readonly [StoryName, number])[] {
  return [
    ['leaves', 4],
    ['leavesWithChargeback', 2],
    ['paysLate', 3],
    ['isNotPaid', 2],
    ['isCut', 2],
    ['isChargedBackTwice', 1],
    ['isChargedBackWrongly', 1],
    ['isChargedBackUnpaid', 1],
    ['isPaidTwice', 2],
    ['movesAgent', 1],
    ['movesPlan', 1],
    ['isReinstatedUnpaid', 1],
    ['isReinstatedRepaid', 1],
  ];
}

/** The possible events of one member of a book that is paid every month, with the resulting facts. */

interface StoryCase {
  readonly book: Ledger;
  readonly person: Person;
  readonly periods: readonly Period[];
  /** The index of the event's period. */
  readonly at: number;
  /** The due amount of a period, in cents. */
  readonly due: (period: Period) => number;
  /** Pays a month as the carrier does, in as many lines as the carrier uses. */
  readonly payDue: (period: Period, more?: Partial<Line>) => void;
  /** True when the statement names the end of coverage. */
  readonly tellsTerm: boolean;
  readonly otherPlan: string;
  /** True when the agency knows the contracted rate, so that the owed amount is certain. */
  readonly isContracted: boolean;
}

/** Months that deviate from the plan, by index, and the index from which all pay stops. */
interface Plot {
  readonly months: ReadonlyMap<number, () => void>;
  readonly until?: number;
}

const nothing = (): void => {};

const STORIES = {
  leaves: ({ book, person, periods, at, due, payDue, tellsTerm }) => {
    const period = month(periods, at);
    const last = month(periods, at - 1);
    book.fact(person, period, 'lost');
    book.atRisk(period, due(last));
    const hasTerm = tellsTerm && person.index % 2 === 0;
    return { until: at, months: new Map([[at - 1, () => payDue(last, hasTerm ? { term: endOf(last) } : {})]]) };
  },
  leavesWithZeroLine: ({ book, person, periods, at, due, tellsTerm }) => {
    const period = month(periods, at);
    const last = month(periods, at - 1);
    book.fact(person, period, 'lost');
    book.atRisk(period, due(last));
    return { until: at + 1, months: new Map([[at, () => book.pay(person, period, 0, termOf(tellsTerm, last))]]) };
  },
  paysLate: ({ book, person, periods, at, due, payDue }) => {
    const period = month(periods, at);
    const next = month(periods, at + 1);
    book.fact(person, period, 'late_premium');
    book.state(person, period, 'late_premium');
    book.fact(person, next, 'catch_up');
    book.atRisk(period, 0, due(period));
    const catchUp = () => {
      payDue(next, { coverage: period });
      payDue(next);
    };
    return {
      months: new Map([
        [at, nothing],
        [at + 1, catchUp],
      ]),
    };
  },
  /** Plays a missed month that is paid three statements later. */
  isCaughtUpLater: ({ book, person, periods, at, due, payDue }) => {
    const period = month(periods, at);
    const later = month(periods, at + 3);
    book.fact(person, period, 'unpaid');
    book.fact(person, month(periods, at + 1), 'missed_months');
    book.fact(person, later, 'catch_up');
    book.atRisk(period, 0, due(period));
    book.owed(period, 0, due(period));
    book.owed(month(periods, at + 1), 0, due(period));
    const catchUp = () => {
      payDue(later);
      payDue(later, { coverage: period });
    };
    return {
      months: new Map([
        [at, nothing],
        [at + 3, catchUp],
      ]),
    };
  },
  isNotPaid: ({ book, person, periods, at, due }) => {
    const period = month(periods, at);
    book.fact(person, period, 'unpaid');
    book.fact(person, month(periods, at + 1), 'missed_months');
    book.atRisk(period, 0, due(period));
    book.owed(period, 0, due(period));
    book.owed(month(periods, at + 1), 0, due(period));
    book.claim(due(period));
    return { months: new Map([[at, nothing]]) };
  },
  hasZeroLine: ({ book, person, periods, at, due }) => {
    const period = month(periods, at);
    book.fact(person, period, 'unpaid');
    book.atRisk(period, due(period));
    book.owed(period, due(period));
    book.claim(due(period));
    return { months: new Map([[at, () => book.pay(person, period, 0)]]) };
  },
  isCut: ({ book, person, periods, at, due, isContracted }) => {
    const months = new Map<number, () => void>();
    for (let index = at; index < Math.min(at + 3, periods.length); index += 1) {
      const period = month(periods, index);
      const cut = Math.round(due(period) * 0.3);
      if (index === at) book.atRisk(period, cut);
      book.fact(person, period, 'underpaid');
      book.owed(period, cut);
      book.claim(isContracted ? cut : 0, cut);
      months.set(index, () => book.pay(person, period, due(period) - cut));
    }
    return { months };
  },
  leavesWithChargeback: (story) => {
    const { book, person, periods, at, due, payDue, tellsTerm } = story;
    const period = month(periods, at);
    const last = month(periods, at - 1);
    const before = month(periods, at - 2);
    book.fact(person, period, 'lost', 'rightful_chargeback', ...(tellsTerm ? (['retroactive_end'] as const) : []));
    book.atRisk(period, 0, due(last));
    const takeBack = () => payDue(period, { ...takenBack, coverage: last, ...termOf(tellsTerm, before) });
    return { until: at + 1, months: new Map([[at, takeBack]]) };
  },
  isChargedBackTwice: ({ book, person, periods, at, due, payDue, tellsTerm }) => {
    const period = month(periods, at);
    const last = month(periods, at - 1);
    const next = month(periods, at + 1);
    book.fact(person, period, 'lost', 'rightful_chargeback', ...(tellsTerm ? (['retroactive_end'] as const) : []));
    book.fact(person, next, 'double_chargeback');
    book.atRisk(period, 0, due(last));
    book.claim(due(last));
    const more = { ...takenBack, coverage: last, ...termOf(tellsTerm, month(periods, at - 2)) };
    return {
      until: at + 2,
      months: new Map([
        [at, () => payDue(period, more)],
        [at + 1, () => payDue(next, more)],
      ]),
    };
  },
  isChargedBackWrongly: ({ book, person, periods, at, due, payDue }) => {
    const period = month(periods, at);
    const earlier = month(periods, at - 2);
    book.fact(person, period, 'wrong_chargeback');
    book.atRisk(period, 0, due(earlier));
    book.owed(period, 0, due(earlier));
    book.claim(due(earlier));
    const wrong = () => {
      payDue(period);
      payDue(period, { ...takenBack, coverage: earlier });
    };
    return { months: new Map([[at, wrong]]) };
  },
  isPaidTwice: ({ book, person, periods, at, payDue }) => {
    const period = month(periods, at);
    book.fact(person, period, 'duplicate_payment');
    const twice = () => {
      payDue(period);
      payDue(period);
    };
    return { months: new Map([[at, twice]]) };
  },
  movesAgent: ({ book, person, periods, at }) => {
    const period = month(periods, at);
    const agent = AGENTS.find(({ id }) => id !== person.traits.agent.id);
    if (agent !== undefined) book.change(person, { from: period, traits: { agent } });
    book.fact(person, period, 'agent_moved');
    return { months: new Map() };
  },
  movesPlan: ({ book, person, periods, at, otherPlan }) => {
    const period = month(periods, at);
    book.change(person, { from: period, traits: { plan: otherPlan } });
    book.state(person, period, 'plan_moved');
    return { months: new Map() };
  },
  getsBonus: ({ book, person, periods, at, payDue }) => {
    const period = month(periods, at);
    book.state(person, period, 'bonus');
    const withBonus = () => {
      payDue(period);
      book.pay(person, period, 2500, { type: 'bonus' });
    };
    return { months: new Map([[at, withBonus]]) };
  },
  isReinstatedUnpaid: ({ book, person, periods, at, due, payDue, tellsTerm }) => {
    const period = month(periods, at);
    const last = month(periods, at - 1);
    const absent = month(periods, at + 1);
    const back = month(periods, at + 2);
    book.fact(person, period, 'wrong_chargeback', ...(tellsTerm ? (['retroactive_end'] as const) : []));
    book.fact(person, absent, 'unpaid');
    book.fact(person, back, 'not_repaid', 'missed_months');
    book.atRisk(period, 0, due(last));
    book.owed(back, 0, due(last) + due(period) + due(absent));
    book.claim(due(last) + due(period) + due(absent));
    const takeBack = () =>
      payDue(period, { ...takenBack, coverage: last, ...termOf(tellsTerm, month(periods, at - 2)) });
    return {
      months: new Map([
        [at, takeBack],
        [at + 1, nothing],
      ]),
    };
  },
  isReinstatedRepaid: ({ book, person, periods, at, due, payDue, tellsTerm }) => {
    const period = month(periods, at);
    const last = month(periods, at - 1);
    const absent = month(periods, at + 1);
    const back = month(periods, at + 2);
    book.fact(person, period, 'rightful_chargeback', ...(tellsTerm ? (['retroactive_end'] as const) : []));
    book.fact(person, absent, 'late_premium');
    book.fact(person, back, 'reinstated', 'catch_up');
    book.atRisk(period, 0, due(last));
    const takeBack = () =>
      payDue(period, { ...takenBack, coverage: last, ...termOf(tellsTerm, month(periods, at - 2)) });
    const repay = () => {
      for (const coverage of [last, period, absent, back]) payDue(back, { coverage });
    };
    return {
      months: new Map([
        [at, takeBack],
        [at + 1, nothing],
        [at + 2, repay],
      ]),
    };
  },
  isChargedBackUnpaid: ({ book, person, periods, at, due, payDue }) => {
    const period = month(periods, at);
    book.fact(person, period, 'unmatched_chargeback');
    book.claim(0, due(period));
    const silent = Array.from({ length: at }, (_, index) => [index, nothing] as const);
    const takeBack = () => payDue(period, { ...takenBack, coverage: month(periods, at - 1) });
    return { until: at + 1, months: new Map([...silent, [at, takeBack]]) };
  },
  losesLives: ({ book, person, periods, at, due }) => {
    const period = month(periods, at);
    const last = month(periods, at - 1);
    const lives = person.traits.lives - 1;
    book.change(person, { from: period, traits: { lives } });
    book.fact(person, period, 'fewer_lives');
    book.atRisk(period, 0, due(last) - due(period));
    return { months: new Map() };
  },
  losesLivesInArrears: ({ book, person, periods, at, due, payDue }) => {
    const period = month(periods, at);
    const last = month(periods, at - 1);
    book.change(person, { from: period, traits: { lives: person.traits.lives - 1 } });
    const share = Math.round(due(last) / person.traits.lives);
    book.fact(person, period, 'fewer_lives', 'rightful_chargeback');
    book.atRisk(period, 0, due(last) - due(period) + share);
    const correct = () => {
      payDue(period);
      book.pay(person, period, -share, { type: 'chargeback', coverage: last, traits: { ...person.traits, lives: 1 } });
    };
    return { months: new Map([[at, correct]]) };
  },
} as const satisfies Readonly<Record<string, (story: StoryCase) => Plot>>;

type StoryName = keyof typeof STORIES;

const takenBack = { type: 'chargeback' } as const;

function termOf(tellsTerm: boolean, last: Period): { readonly term: string | null } {
  return { term: tellsTerm ? endOf(last) : null };
}

function month(periods: readonly Period[], index: number): Period {
  const period = periods[index];
  if (period === undefined) throw new RangeError(`no period ${index} in a book of ${periods.length}`);
  return period;
}
