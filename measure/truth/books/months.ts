import { addMonths, type Period } from '../../../core/period.ts';
import type { Dice } from '../../../demo/statements/seeded.ts';
import { firstDay, inventPerson, type Ledger, type Line, type LineType, oldEffective, type Person } from './ledger.ts';
import { type Plot, STORIES, type StoryName } from './stories.ts';

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
