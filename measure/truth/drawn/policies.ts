import { addMonths, lastDayOf, type Period, periodYear } from '../../../core/period.ts';
import { companyName, type Dice, personName } from '../../../demo/statements/seeded.ts';
import type { Carrier } from './carrier.ts';
import type { PayType } from './words.ts';

/**
 * The policies of a drawn carrier, what each earns a month, and when the carrier pays it. Months are numbers from the first statement on.
 */

export interface Agent {
  readonly id: string;
  readonly name: string;
}

export const AGENTS: readonly Agent[] = [
  { id: '20114476', name: 'Nora Whitcomb' },
  { id: '20551839', name: 'Elias Trent' },
  { id: '21907752', name: 'Priya Raman' },
];
const STATES = ['GA', 'TN', 'AL'];

/** The part of a policy that has a row of its own: a person, a coverage, an agent's share or an override. */
export interface Unit {
  readonly first: string;
  readonly coverage: string;
  readonly share: number;
  readonly kind: 'base' | 'second_agent' | 'override';
  /** The coverage months in which the unit is in force; the last one is excluded. */
  readonly from: number;
  readonly until: number;
}

/** The traits that a policy shows from a statement on. */
export interface Turn {
  readonly at: number;
  readonly plan?: string;
  readonly agent?: Agent;
  readonly lives?: number;
  readonly id?: string;
  readonly effective?: number;
}

export interface Policy {
  readonly index: number;
  readonly id: string;
  readonly laterId: string;
  readonly number: string;
  readonly first: string;
  readonly last: string;
  readonly state: string;
  readonly plan: string;
  readonly agent: Agent;
  readonly lives: number;
  /** The monthly premium of a life, the volume, or the account value, in cents. */
  readonly premium: number;
  /** The age in months at the first statement. */
  readonly age: number;
  readonly effective: number;
  /** The months between two payments where they follow the mode of the premium. */
  readonly mode: number;
  /** The day on which the premium is drafted. */
  readonly draftDay: number;
  /** A member whose months are always paid by the statement after the usual one. */
  readonly isLate: boolean;
  readonly units: Unit[];
  readonly turns: Turn[];
  /** The factor of the premium from a statement on. */
  readonly drift: { readonly at: number; readonly factor: number }[];
}

export interface Payment {
  /** The index of the statement. */
  readonly at: number;
  /** The statement whose rates and traits hold; it differs from `at` where a payment is late or is taken back. */
  readonly priced: number;
  /** The first coverage month. */
  readonly from: number;
  /** The coverage month whose rate holds for all months of the payment. */
  readonly rated: number;
  readonly months: number;
  /** The share of the due amount that is paid. */
  readonly share: number;
  /** The size of an instalment in months of earned commission; 1 in all other payments. */
  readonly scale: number;
  readonly type: PayType;
  readonly sign: 1 | -1;
  readonly term: number | null;
  readonly without?: (unit: Unit) => boolean;
  /** The lives of a line that corrects the head count of an earlier month. */
  readonly heads?: number;
  /** An amount in cents that no rate gives. */
  readonly fixed?: number;
}

const FOREVER = 10_000;

function monthOf(carrier: Carrier, month: number): Period {
  return addMonths(carrier.start, month);
}

export function firstDayOf(carrier: Carrier, month: number): string {
  return `${monthOf(carrier, month)}-01`;
}

export function lastDay(carrier: Carrier, month: number): string {
  return lastDayOf(monthOf(carrier, month));
}

export function lagOf({ traits }: Carrier): number {
  return { same_month: 0, month_behind: 1, month_ahead: -1 }[traits.lag] ?? 0;
}

export function traitsAt(policy: Policy, at: number): Required<Omit<Turn, 'at'>> {
  const { plan, agent, lives, id, effective } = policy;
  const traits = { plan, agent, lives, id, effective };
  for (const turn of policy.turns.toSorted((one, other) => one.at - other.at)) {
    if (turn.at > at) continue;
    traits.plan = turn.plan ?? traits.plan;
    traits.agent = turn.agent ?? traits.agent;
    traits.lives = turn.lives ?? traits.lives;
    traits.id = turn.id ?? traits.id;
    traits.effective = turn.effective ?? traits.effective;
  }
  return traits;
}

/** Returns the place of a plan among the carrier's; a renamed plan keeps its first words. */
export function planIndex({ plans }: Carrier, name: string): number {
  return Math.max(
    0,
    plans.findIndex((plan) => name === plan || name.startsWith(`${plan} `)),
  );
}

/** Returns what the statement prints as the premium of a month, the volume or the account value. */
export function premiumAt(carrier: Carrier, policy: Policy, unit: Unit, priced: number): number {
  const { lives } = traitsAt(policy, priced);
  const factor = policy.drift.filter(({ at }) => at <= priced).at(-1)?.factor ?? 1;
  const own = unit.kind === 'base' && unit.coverage !== '' ? unit.share : 1;
  const heads = carrier.productLine === 'group' ? lives : 1;
  return Math.round(policy.premium * factor * own * heads);
}

const TIERS = [
  { below: 10, factor: 1 },
  { below: 25, factor: 0.8 },
  { below: 1000, factor: 0.65 },
];
const CMS: Readonly<Record<number, readonly [number, number]>> = {
  2023: [60_100, 30_100],
  2024: [61_100, 30_600],
  2025: [62_600, 31_300],
  2026: [69_400, 34_700],
  2027: [69_400, 34_700],
};

/** The share of a full rate that a policy year, an age, a calendar year or a group's size leaves. */
function stepOf(carrier: Carrier, policy: Policy, month: number, priced: number): number {
  const { step, basis } = carrier.traits;
  const { effective, lives } = traitsAt(policy, priced);
  const year = 1 + Math.floor((month - effective) / 12);
  const calendar = periodYear(monthOf(carrier, month));
  if (basis === 'policy_year') return year === 1 ? 1 : year < 11 ? carrier.stepFactor : carrier.stepFactor / 2;
  switch (step) {
    case 'policy_year':
      return year < carrier.stepYear ? 1 : carrier.stepFactor;
    case 'age':
      return policy.age + month >= 65 * 12 ? carrier.stepFactor : 1;
    case 'calendar_year':
      return 1.03 ** (calendar - 2025);
    case 'group_size':
      return TIERS.find(({ below }) => lives < below)?.factor ?? 1;
    default:
      return basis === 'tiers' ? (TIERS.find(({ below }) => lives < below)?.factor ?? 1) : 1;
  }
}

/** The rate in force: a share of the premium or value, or cents a head. */
export function rateAt(carrier: Carrier, policy: Policy, month: number, priced: number, cut: number): number {
  const { basis, step } = carrier.traits;
  const { plan, effective } = traitsAt(policy, priced);
  const ofPlan = carrier.cents[planIndex(carrier, plan)] ?? 0;
  if (basis === 'flat' && step === 'calendar_year') {
    const year = periodYear(monthOf(carrier, month));
    const isFirst = periodYear(monthOf(carrier, effective)) === year;
    return ((CMS[year]?.[isFirst ? 0 : 1] ?? 0) / 12) * cut;
  }
  const factor = stepOf(carrier, policy, month, priced) * cut;
  const base = basis === 'flat' || basis === 'per_life' ? ofPlan : carrier.rate;
  return base * factor;
}

/** The exact cents that one unit earns in one month. */
export function earned(carrier: Carrier, policy: Policy, unit: Unit, payment: Payment, cut: number): number {
  const { basis, noise } = carrier.traits;
  const { rated, priced, heads } = payment;
  const rate = rateAt(carrier, policy, rated, priced, cut);
  const { lives } = traitsAt(policy, priced);
  const share = unit.coverage !== '' && basis !== 'flat' && basis !== 'per_life' ? 1 : unit.share;
  const cents = noise === 'cents' ? ((((policy.index * 31 + rated * 17) % 5) + 5) % 5) - 2 : 0;
  switch (basis) {
    case 'flat':
      return rate * share + cents;
    case 'per_life':
      return rate * (heads ?? lives) * share + cents;
    default:
      return premiumAt(carrier, policy, unit, priced) * rate * share + cents;
  }
}

const COVERAGES = ['MED', 'DEN', 'VIS'];

/** Draws a policy that is in force from the month `effective` on. */
export function drawPolicy(carrier: Carrier, dice: Dice, index: number, effective: number): Policy {
  const { grain, basis, schedule, rhythm } = carrier.traits;
  const { first, last } = personName(dice);
  const isGroup = carrier.productLine === 'group';
  const serial = String(100_000 + index * 7 + dice.int(0, 6));
  return {
    index,
    id: `${String.fromCharCode(65 + (carrier.seed % 26))}${serial}`,
    laterId: `9${serial}${dice.int(10, 99)}`,
    number: `P${dice.int(100, 999)}-${serial}`,
    first: isGroup ? '' : first.replaceAll('"', ''),
    last: (isGroup ? `${companyName(dice)} ${index}` : last).replaceAll(/["’,]/g, ''),
    state: dice.pick(STATES),
    plan: dice.pick(carrier.plans),
    agent: dice.pick(AGENTS),
    lives: isGroup || basis === 'per_life' ? dice.pick([3, 5, 8, 9, 12, 18, 24, 30]) : 1,
    premium: premiumOf(carrier, dice),
    age: dice.int(55 * 12, 72 * 12),
    effective,
    mode: schedule === 'modes' ? dice.pick([1, 1, 3, 3, 6]) : 1,
    draftDay: dice.chance(0.12) ? dice.int(27, 28) : dice.int(1, 21),
    isLate: rhythm === 'late_members' && dice.chance(0.2),
    units: unitsOf(grain, first, dice),
    turns: [],
    drift: driftOf(carrier, dice),
  };
}

function premiumOf({ traits: { basis }, productLine }: Carrier, dice: Dice): number {
  if (productLine === 'medicare') return dice.int(0, 12) * 500;
  if (basis === 'account') return dice.int(20_000, 180_000) * 100;
  if (basis === 'volume') return dice.int(800, 9000) * 100;
  return dice.int(4500, 28_000);
}

/** Returns the first names of a household, which are all different. */
function householdOf(dice: Dice, first: string, others: number): string[] {
  const names = new Set([first]);
  while (names.size <= others) names.add(personName(dice).first);
  return [...names];
}

function unitsOf(grain: string, first: string, dice: Dice): Unit[] {
  const base: Unit = { first, coverage: '', share: 1, kind: 'base', from: -FOREVER, until: FOREVER };
  switch (grain) {
    case 'person':
      return householdOf(dice, first, dice.int(0, 3)).map((name) => ({ ...base, first: name }));
    case 'coverage':
      return COVERAGES.slice(0, dice.int(1, 3)).map((coverage, order) => ({
        ...base,
        coverage,
        share: [1, 0.25, 0.1][order] ?? 1,
      }));
    case 'agent_share':
      return dice.chance(0.5)
        ? [base]
        : [
            { ...base, share: 0.6 },
            { ...base, share: 0.4, kind: 'second_agent' },
          ];
    case 'override':
      return [base, { ...base, share: 0.15, kind: 'override' }];
    default:
      return [base];
  }
}

function driftOf(carrier: Carrier, dice: Dice): Policy['drift'] {
  const { basis, noise } = carrier.traits;
  const statements = Array.from({ length: carrier.months + 2 }, (_, at) => at - 1);
  // Volumes move from month to month and account values with the market; premiums once in a while.
  if (basis === 'volume') return statements.map((at) => ({ at, factor: dice.int(70, 135) / 100 }));
  if (basis === 'account') return statements.map((at) => ({ at, factor: dice.int(955, 1050) / 1000 }));
  if (noise !== 'premium_drift') return [];
  let factor = 1;
  return statements
    .filter(() => dice.chance(0.15))
    .map((at) => {
      factor *= dice.int(97, 106) / 100;
      return { at, factor };
    });
}

/** Returns what the carrier pays by its habit for a policy that never ends, in the order of the statements. */
export function regularPayments(carrier: Carrier, policy: Policy): Payment[] {
  const { schedule } = carrier.traits;
  const { effective } = policy;
  const lag = lagOf(carrier) + (policy.isLate ? 1 : 0);
  const payments: Payment[] = [];
  const pay = (from: number, months: number, more: Partial<Payment> = {}): void => {
    const at = from + lag;
    if (at < 0 || at >= carrier.months) return;
    const type = from - effective < 12 ? 'first_year' : 'renewal';
    payments.push({
      at,
      priced: at,
      from,
      rated: from,
      months,
      share: 1,
      scale: 1,
      type,
      sign: 1,
      term: null,
      ...more,
    });
  };
  for (let from = effective; from < carrier.months + 2; from += 1) {
    const since = from - effective;
    if (schedule === 'advance' && since < carrier.count) {
      if (since === 0) pay(from, carrier.count, { type: 'advance' });
    } else if (schedule === 'yearly') {
      if (since % 12 === 0) pay(from, 12, { type: since === 0 ? 'first_year' : 'renewal' });
    } else if (schedule === 'instalments') {
      if (since % 12 < carrier.count) pay(from, 1, { scale: 12 / carrier.count });
    } else if (since % policy.mode === 0) pay(from, policy.mode);
  }
  return payments;
}
