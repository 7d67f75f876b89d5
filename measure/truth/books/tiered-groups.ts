import { type Period, periodMonth, periodYear } from '../../../core/period.ts';
import { companyName, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, groupedDollars, usDate, usMonth } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, firstOf, type Layout } from './layout.ts';
import { AGENTS, inventPerson, Ledger, type Line, oldEffective, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-10', 9);
const LEAST_RATE = 0.05;
const SIZES = [4, 6, 8, 13, 17, 20, 28, 35, 41];
const FORM = { id: 'LS-#####', plans: ['PPO Gold', 'HMO Silver'], states: ['WI'] };

/** Returns the share of the premium, which falls with the size of the group. */
function rateOf(lives: number): number {
  return lives < 10 ? 0.07 : lives < 25 ? 0.06 : LEAST_RATE;
}

const LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'Statement',
  title: (period) => [['Lakeshore Health Cooperative'], [`Broker statement ${period}`]],
  header: [
    'Broker',
    'Customer',
    'Customer No',
    'Since',
    'Billing Month',
    'Lives',
    'Premium',
    'Rate',
    'Commission',
    'Line Type',
  ],
  row: ({ person, traits, cents, coverage, type, rate }) => {
    const premium = Math.abs(traits.lives) * (person?.premiumCents ?? 0) * (cents < 0 ? -1 : 1);
    return [
      traits.agent.name,
      person?.last ?? '',
      person?.id ?? '',
      dateCell(person?.effective ?? null),
      firstOf(coverage),
      String(traits.lives),
      groupedDollars(premium),
      `${((rate ?? rateOf(person?.traits.lives ?? 0)) * 100).toFixed(2)}%`,
      groupedDollars(cents),
      type === 'chargeback' ? 'Retro adjustment' : type === 'true_up' ? 'Retro adjustment' : 'Current',
    ];
  },
};

const agentOf = ({ traits }: Line): number =>
  Math.max(
    0,
    AGENTS.findIndex(({ id }) => id === traits.agent.id),
  );

interface Groups {
  readonly book: Ledger;
  readonly enroll: (lives: number) => Person;
  readonly due: (person: Person, period: Period) => number;
}

/** Employers whose rate falls with their size, one file per agent; the agency has entered the lowest rate of its contract. */
export function tieredGroups(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const names = new Set<string>();
  const companyOf = (): string => {
    const name = companyName(dice);
    if (names.has(name)) return companyOf();
    names.add(name);
    return name;
  };
  const invented = (lives: number) => ({ premiumCents: dice.int(41_000, 78_000), lives, company: companyOf() });
  const due = (person: Person, period: Period) => {
    const { lives } = book.traitsAt(person, period);
    return Math.round(lives * person.premiumCents * rateOf(lives));
  };
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: FORM,
    steady: 25,
    joins: 6,
    stories: [...ordinaryLife().filter(([story]) => story !== 'isCut'), ['losesLives', 3], ['losesLivesInArrears', 3]],
    person: () => invented(dice.pick(SIZES)),
    due,
    rate: (person, period) => rateOf(book.traitsAt(person, period).lives),
    isContracted: true,
    tellsTerm: false,
  });
  const enroll = (lives: number) =>
    book.enroll(inventPerson(dice, FORM, { effective: oldEffective(dice, '2025-10'), ...invented(lives) }));
  const groups = { book, enroll, due };
  for (const at of [2, 5]) isBilledInArrears(groups, at);
  crossesTier(groups, 4);
  isPaidShort(groups, 3, 30);
  isPaidShort(groups, 5, 8);
  return {
    name: 'tiered-groups',
    seed,
    carrier: {
      name: 'Lakeshore Health Cooperative',
      productLine: 'group',
      columnsByHand: {
        member_external_id: 'Customer No',
        member_name: 'Customer',
        commission_amount: 'Commission',
        coverage_month: 'Billing Month',
        lives: 'Lives',
        premium_amount: 'Premium',
        agent_name: 'Broker',
        transaction_type: 'Line Type',
      },
    },
    contractedRates: [{ rateType: 'percent_of_premium', rateValue: LEAST_RATE }],
    deliveries: deliver({
      lines: book.lines,
      periods: PERIODS,
      layout: () => LAYOUT,
      files: { count: AGENTS.length, of: agentOf },
      name: 'lakeshore',
    }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

function payMonths({ book, due }: Groups, person: Person, from = 0, until = PERIODS.length): void {
  for (const period of PERIODS.slice(from, until))
    book.pay(person, period, due(person, period), { rate: rateOf(book.traitsAt(person, period).lives) });
}

/** Plays an employer with two more people since two months ago. Their premium is billed, and its commission paid, in lines of their own. */
function isBilledInArrears(groups: Groups, at: number): void {
  const { book } = groups;
  const person = groups.enroll(15);
  const [period = ''] = PERIODS.slice(at);
  book.change(person, { from: period, traits: { lives: 17 } });
  payMonths(groups, person);
  const cents = Math.round(2 * person.premiumCents * rateOf(15));
  for (const coverage of PERIODS.slice(at - 2, at))
    book.pay(person, period, cents, {
      coverage,
      type: 'true_up',
      traits: { ...person.traits, lives: 2 },
      rate: rateOf(15),
    });
}

/** Plays an employer whose size reaches the next tier by one more person: the carrier pays a smaller share of a larger premium. */
function crossesTier(groups: Groups, at: number): void {
  const { book, due } = groups;
  const person = groups.enroll(24);
  const [last = '', period = ''] = PERIODS.slice(at - 1);
  book.change(person, { from: period, traits: { lives: 25 } });
  payMonths(groups, person);
  book.state(person, period, 'planned_step');
  book.atRisk(period, 0, due(person, last) - due(person, period));
}

/**
 * Plays an employer whose statement prints the right rate and pays a fifth or a half less. At least the amount by the lowest rate is owed.
 */
function isPaidShort(groups: Groups, at: number, lives: number): void {
  const { book, due } = groups;
  const person = groups.enroll(lives);
  payMonths(groups, person, 0, at);
  for (const [index, period] of PERIODS.slice(at).entries()) {
    const full = due(person, period);
    const paid = Math.round(full * (lives < 10 ? 0.5 : 0.8));
    const byLeastRate = Math.round(lives * person.premiumCents * LEAST_RATE) - paid;
    book.pay(person, period, paid, { rate: rateOf(lives) });
    book.fact(person, period, 'underpaid');
    if (index === 0) book.atRisk(period, full - paid);
    book.owed(period, byLeastRate, full - paid);
    book.claim(byLeastRate, full - paid);
  }
}

const SUMMIT_GROUPS_PERIODS = monthsFrom('2025-02', 14);
/** The share of the year's premium up to the limit, the share above the limit, and the limit. */
const [RATE, RATE_ABOVE, LIMIT_CENTS] = [0.05, 0.03, 6_000_000];

const SUMMIT_GROUPS_LAYOUT: Layout = {
  fileType: 'csv',
  header: ['Group', 'Group No', 'Effective', 'Coverage Month', 'Premium', 'Rate', 'Commission', 'Type', 'Agent'],
  row: ({ person, traits, cents, coverage, rate, premiumCents, type }) => [
    person?.last ?? '',
    person?.id ?? '',
    usDate(person?.effective ?? ''),
    usMonth(coverage),
    dollars(cents < 0 ? -premiumCents : premiumCents),
    `${((rate ?? (person === null ? 0 : summitGroupsRateOf(person, coverage))) * 100).toFixed(3)}%`,
    dollars(cents),
    type === 'chargeback' ? 'Adjustment' : 'Commission',
    traits.agent.name,
  ],
};

/** Returns the rate of a month, whose premium may be partly above the limit. */
function summitGroupsRateOf({ premiumCents, effective }: Person, period: Period): number {
  const isFirstYear = periodYear(effective) === periodYear(period);
  const before = periodMonth(period) - (isFirstYear ? periodMonth(effective) : 1);
  const below = Math.min(Math.max(LIMIT_CENTS - before * premiumCents, 0), premiumCents);
  return Number(((below * RATE + (premiumCents - below) * RATE_ABOVE) / premiumCents).toFixed(5));
}

/** Employers whose rate falls with the premium of the calendar year: 5 % of the first 60,000, 3 % of the rest. */
export function summitGroups(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const names = new Set<string>();
  const companyOf = (): string => {
    const name = companyName(dice);
    if (names.has(name)) return companyOf();
    names.add(name);
    return name;
  };
  playMonths({
    book,
    dice,
    periods: SUMMIT_GROUPS_PERIODS,
    form: { id: 'SG-#####', plans: ['PPO', 'HMO'], states: ['CO'] },
    steady: 30,
    joins: 6,
    stories: ordinaryLife(),
    person: () => ({ premiumCents: dice.int(2_000, 22_000) * 100, company: companyOf() }),
    due: (person, period) => Math.round(person.premiumCents * summitGroupsRateOf(person, period)),
    rate: summitGroupsRateOf,
    tellsTerm: false,
  });
  return {
    name: 'summit-groups',
    seed,
    carrier: {
      name: 'Summit Employers Health',
      productLine: 'group',
      columnsByHand: {
        member_external_id: 'Group No',
        member_name: 'Group',
        commission_amount: 'Commission',
        coverage_month: 'Coverage Month',
        premium_amount: 'Premium',
      },
    },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: SUMMIT_GROUPS_PERIODS,
      layout: () => SUMMIT_GROUPS_LAYOUT,
      name: 'summit',
    }),
    truth: book.truth(SUMMIT_GROUPS_PERIODS, ({ id }) => [id]),
  };
}
