import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import type { BookCarrier } from '../judging/truth.ts';

/** A carrier drawn at random along independent dimensions: how it pays, what it prints, and what happens to its members. */

export const DIMENSIONS = {
  basis: ['flat', 'per_life', 'premium', 'volume', 'account', 'tiers', 'policy_year'],
  schedule: ['as_earned', 'modes', 'advance', 'yearly', 'instalments'],
  /** The statement that pays a coverage month. */
  lag: ['same_month', 'month_behind', 'month_ahead'],
  rhythm: [
    ...['steady', 'weekly', 'by_agent', 'late_members', 'caught_up_month', 'month_in_one'],
    ...['restated_month', 'corrected_file'],
  ],
  grain: ['policy', 'person', 'coverage', 'agent_share', 'override', 'reissue'],
  columns: ['rich', 'no_coverage_month', 'no_premium', 'no_type', 'few', 'bare'],
  vocabulary: ['plain', 'medicare', 'broker', 'ledger', 'terse'],
  step: ['none', 'policy_year', 'calendar_year', 'age', 'group_size'],
  change: [
    ...['none', 'rate_cut_all', 'rate_cut_plan', 'rate_cut_agent', 'rate_cut_state', 'agent_transfer'],
    ...['plan_renamed', 'plan_unpaid', 'block_leaves', 'block_taken_over', 'insolvency', 'new_ids', 'new_layout'],
  ],
  lives: ['calm', 'usual', 'busy'],
  faults: ['none', 'few', 'many'],
  noise: ['none', 'cents', 'premium_drift', 'retro_heads'],
  history: ['new_book', 'mixed', 'old_chargebacks'],
  file: ['csv', 'xlsx'],
} as const;

export type Dimension = keyof typeof DIMENSIONS;
export type Traits = { readonly [Name in Dimension]: string };

export type Column =
  | 'agent'
  | 'cms_new'
  | 'coverage'
  | 'effective'
  | 'lives'
  | 'months'
  | 'policy'
  | 'premium'
  | 'rate'
  | 'state'
  | 'status'
  | 'term'
  | 'type';

export interface Carrier {
  readonly seed: number;
  readonly name: string;
  readonly traits: Traits;
  readonly productLine: Exclude<BookCarrier, { slug: string }>['productLine'];
  readonly plans: readonly string[];
  readonly columns: ReadonlySet<Column>;
  /** The share of premium, volume or account value a month; the first year's where policy years differ. */
  readonly rate: number;
  /** The cents a month and member or life, by plan. */
  readonly cents: readonly number[];
  /** The months of an advance, or the instalments of a term of twelve months. */
  readonly count: number;
  /** The policy year with which a step begins. */
  readonly stepYear: number;
  /** The share of the pay that remains after the step of a policy year or an age. */
  readonly stepFactor: number;
  readonly isContracted: boolean;
  readonly members: number;
  readonly months: number;
  /** The first statement month. */
  readonly start: string;
}

const LAYOUTS: Readonly<Record<string, readonly Column[]>> = {
  rich: [
    ...(['agent', 'coverage', 'effective', 'lives', 'months', 'policy', 'premium', 'rate', 'state', 'status'] as const),
    ...(['term', 'type', 'cms_new'] as const),
  ],
  no_coverage_month: ['agent', 'effective', 'lives', 'months', 'premium', 'state', 'term', 'type'],
  no_premium: ['agent', 'coverage', 'effective', 'lives', 'state', 'type'],
  no_type: ['agent', 'coverage', 'effective', 'lives', 'premium', 'rate', 'state', 'term'],
  few: ['coverage', 'effective', 'type'],
  bare: [],
};

const OF_GROUPS = new Set(['per_life', 'tiers']);
const OF_VALUE = new Set(['volume', 'account']);
const EACH_MONTH = new Set(['weekly', 'late_members', 'caught_up_month', 'month_in_one', 'restated_month']);

/** Returns whether a carrier can have all these traits at once, and whether its statements show enough to judge them. */
export function isSensible(traits: Traits): boolean {
  const { basis, schedule, rhythm, grain, columns, step, change, noise, history } = traits;
  const has = new Set<string>(LAYOUTS[columns]);
  const isGroup = OF_GROUPS.has(basis);
  const isMonthly = schedule === 'as_earned';
  const impossible = [
    // Values move by themselves, so only statements that print them can be judged.
    OF_VALUE.has(basis) &&
      !(isMonthly && step === 'none' && has.has('premium') && ['policy', 'override'].includes(grain)),
    isGroup && (grain === 'person' || !['as_earned', 'modes'].includes(schedule) || !has.has('lives')),
    !isGroup && step === 'group_size',
    basis === 'tiers' && !['none', 'group_size'].includes(step),
    basis === 'policy_year' && step !== 'none',
    step === 'age' && !['flat', 'premium'].includes(basis),
    step === 'age' && grain === 'person',
    // A calendar year of a flat commission is Medicare's: one member, one product, and amounts to the cent.
    step === 'calendar_year' && basis === 'flat' && (['person', 'coverage'].includes(grain) || noise === 'cents'),
    step === 'calendar_year' && !['as_earned', 'yearly'].includes(schedule),
    ['policy_year', 'calendar_year'].includes(step) && !has.has('effective'),
    basis === 'policy_year' && !has.has('effective'),
    !isMonthly && (!has.has('effective') || EACH_MONTH.has(rhythm)),
    ['advance', 'instalments'].includes(schedule) && !['flat', 'premium', 'policy_year'].includes(basis),
    schedule === 'yearly' && isGroup,
    noise === 'retro_heads' && basis !== 'per_life',
    noise === 'premium_drift' && !['premium', 'tiers', 'policy_year'].includes(basis),
    grain === 'agent_share' && !has.has('agent'),
    grain === 'override' && !has.has('type'),
    grain === 'reissue' && (!isMonthly || !has.has('coverage') || rhythm === 'restated_month'),
    rhythm === 'by_agent' && !has.has('agent'),
    rhythm === 'restated_month' && !has.has('coverage'),
    change.startsWith('rate_cut') && (!isMonthly || OF_VALUE.has(basis) || noise === 'premium_drift'),
    ['rate_cut_agent', 'agent_transfer'].includes(change) && !has.has('agent'),
    ['rate_cut_state', 'block_taken_over', 'insolvency'].includes(change) && !has.has('state'),
    ['plan_unpaid', 'block_leaves', 'insolvency'].includes(change) && !isMonthly,
    // A month is taken from the book as it would be without a change.
    change !== 'none' && ['caught_up_month', 'month_in_one', 'restated_month'].includes(rhythm),
    history === 'old_chargebacks' && !(isMonthly && has.has('effective') && has.has('coverage')),
  ];
  return !impossible.some(Boolean);
}

const TRIES = 3000;
/** The dimensions that exclude most values of the others. They are drawn first, so that their rare values are not drawn away. */
const ANCHORS = ['basis', 'schedule', 'rhythm', 'columns', 'change', 'step'] as const;

/**
 * Draws a carrier. The basis of pay and one value of a dimension are drawn first, and all else anew until the whole is sensible. Most
 * carriers of the trade pay month by month, and many books see no change for many members, so these values are drawn more often.
 */
export function drawCarrier(seed: number): Carrier {
  const dice = diceOf(Math.imul(seed + 1, 2_654_435_761));
  for (;;) {
    const anchor = dice.pick(ANCHORS);
    const fixed = { basis: dice.pick(DIMENSIONS.basis), [anchor]: dice.pick<string>(DIMENSIONS[anchor]) };
    for (let tries = 0; tries < TRIES; tries += 1) {
      const traits = { ...drawTraits(dice), ...fixed };
      if (isSensible(traits)) return carrierOf(seed, traits, dice);
    }
  }
}

function drawTraits(dice: Dice): Traits {
  const usual = (value: string, share: number, values: readonly string[]): string =>
    dice.chance(share) ? value : dice.pick(values);
  return {
    basis: dice.pick(DIMENSIONS.basis),
    schedule: usual('as_earned', 0.1, DIMENSIONS.schedule),
    lag: dice.pick(DIMENSIONS.lag),
    rhythm: dice.pick(DIMENSIONS.rhythm),
    grain: usual('policy', 0.2, DIMENSIONS.grain),
    columns: dice.pick(DIMENSIONS.columns),
    vocabulary: dice.pick(DIMENSIONS.vocabulary),
    step: usual('none', 0.3, DIMENSIONS.step),
    change: usual('none', 0.3, DIMENSIONS.change),
    lives: dice.pick(DIMENSIONS.lives),
    faults: dice.pick(DIMENSIONS.faults),
    noise: dice.pick(DIMENSIONS.noise),
    history: dice.pick(DIMENSIONS.history),
    file: usual('csv', 0.6, DIMENSIONS.file),
  };
}

const PLANS: Readonly<Record<string, readonly string[]>> = {
  medicare: ['Meadow HMO', 'Meadow PPO', 'Meadow Dual'],
  major_medical: ['Bronze 6500', 'Silver 3000', 'Gold 1200'],
  med_supp: ['Plan G', 'Plan N', 'Plan F'],
  ancillary: ['Cancer Care', 'Accident Plus', 'Vision Basic'],
  group: ['Choice 80', 'Choice 70', 'Select 60'],
  life: ['Term 20', 'Whole Life 100', 'Final Expense'],
  annuity: ['Fixed 5', 'Index 7', 'Index 10'],
};

const LINES: Readonly<Record<string, readonly string[]>> = {
  flat: ['medicare', 'major_medical', 'ancillary'],
  per_life: ['group', 'group', 'ancillary'],
  premium: ['med_supp', 'ancillary', 'major_medical', 'life'],
  volume: ['annuity'],
  account: ['annuity'],
  tiers: ['group'],
  policy_year: ['med_supp', 'ancillary', 'life'],
};

const NAMES = ['Alder', 'Briar', 'Cobalt', 'Delta', 'Ember', 'Fathom', 'Granite', 'Hollow', 'Island', 'Juniper'];

function carrierOf(seed: number, traits: Traits, dice: Dice): Carrier {
  const { basis, step, schedule, columns, change, grain, noise } = traits;
  const lines = LINES[basis] ?? [];
  const drawnLine = dice.pick(
    ['person', 'coverage'].includes(grain) ? lines.filter((line) => line !== 'medicare') : lines,
  );
  // Calendar years of commission are Medicare's; ages and policy years are not.
  const line = basis === 'flat' && step === 'calendar_year' ? 'medicare' : drawnLine;
  const mayContract = schedule === 'as_earned' && grain === 'policy' && noise === 'none' && step === 'none';
  const isContracted =
    mayContract && ['flat', 'premium'].includes(basis) && !change.startsWith('rate_cut') && dice.chance(0.5);
  const has = new Set(LAYOUTS[columns]);
  if (line !== 'medicare') has.delete('cms_new');
  if (!OF_GROUPS.has(basis)) has.delete('lives');
  const lowest = line === 'medicare' ? 1200 : basis === 'per_life' ? 900 : 800;
  const first = dice.int(lowest, lowest + 1400);
  return {
    seed,
    name: `${dice.pick(NAMES)} ${dice.pick(['Mutual', 'National', 'Casualty', 'Assurance'])} ${seed}`,
    traits,
    productLine: productLineOf(line),
    plans: PLANS[line] ?? [],
    columns: has,
    rate: rateOf(basis, dice),
    cents: isContracted ? [first, first, first] : [first, first + dice.int(1, 6) * 50, first + dice.int(7, 12) * 50],
    count: schedule === 'instalments' ? dice.pick([4, 8, 10]) : dice.pick([6, 9, 12]),
    stepYear: dice.pick([2, 2, 4, 7]),
    stepFactor: dice.pick([0.3, 0.5, 0.6]),
    isContracted: isContracted && (basis === 'flat' || has.has('premium')),
    members: dice.chance(0.03) ? dice.int(250, 400) : dice.int(60, 150),
    ...windowOf(traits, dice),
  };
}

function windowOf({ step, schedule }: Traits, dice: Dice): { readonly months: number; readonly start: string } {
  // A yearly payment is seen twice only in a longer window, and a new calendar year only around January.
  const months = schedule === 'yearly' || schedule === 'instalments' ? dice.int(13, 14) : dice.int(7, 14);
  // The service takes no month after December 2026 in the year of the first books.
  const latest = Math.min(12, 25 - months);
  const month = step === 'calendar_year' ? dice.int(13 - months + 4, 10) : dice.int(1, latest);
  return { months, start: `2025-${String(Math.max(1, month)).padStart(2, '0')}` };
}

function rateOf(basis: string, dice: Dice): number {
  if (basis === 'account') return dice.pick([0.0004, 0.0006, 0.0008]);
  if (basis === 'volume') return dice.pick([0.01, 0.015, 0.02]);
  return basis === 'policy_year' ? dice.pick([0.22, 0.3, 0.4]) : dice.pick([0.05, 0.08, 0.12, 0.16, 0.2]);
}

function productLineOf(line: string): Carrier['productLine'] {
  switch (line) {
    case 'medicare':
    case 'major_medical':
    case 'med_supp':
    case 'ancillary':
    case 'group':
      return line;
    default:
      return null;
  }
}
