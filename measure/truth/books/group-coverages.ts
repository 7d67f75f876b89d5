import { addMonths, type Period } from '../../../core/period.ts';
import { companyName, type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { AGENTS, inventPerson, Ledger, type Line, oldEffective, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-08', 9);
const COVERAGES = { DENTAL: 0.1, VISION: 0.1, LIFE: 0.15 } as const;
type Coverage = keyof typeof COVERAGES;
const ALL: readonly Coverage[] = ['DENTAL', 'VISION', 'LIFE'];
const FORM = { id: '00######', plans: [''], states: ['KY', 'TN'] };

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Policy No',
    'Policyholder',
    'Coverage',
    'Insureds',
    'Premium Due',
    'Premium Received',
    'Commission',
    'Producer',
  ],
  row: ({ person, traits, cents, coverage, premiumCents }) => [
    person?.id ?? '',
    person?.last ?? '',
    traits.plan,
    String(traits.lives),
    `${coverage}-01`,
    dollars(cents < 0 ? -premiumCents : premiumCents),
    dollars(cents),
    traits.agent.name,
  ],
};

class Policies {
  readonly book = new Ledger();
  readonly #dice: Dice;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  enroll(): Person {
    return this.book.enroll(
      inventPerson(this.#dice, FORM, {
        effective: oldEffective(this.#dice, '2025-08'),
        premiumCents: this.#dice.int(400, 700) * 10,
        lives: this.#dice.int(5, 30),
        company: companyName(this.#dice),
      }),
    );
  }

  premium({ premiumCents, traits }: Person, coverage: Coverage): number {
    return traits.lives * Math.round(premiumCents * { DENTAL: 1, VISION: 0.25, LIFE: 0.4 }[coverage]);
  }

  due(person: Person, coverages: readonly Coverage[]): number {
    return coverages.reduce((sum, one) => sum + Math.round(this.premium(person, one) * COVERAGES[one]), 0);
  }

  pay(person: Person, period: Period, coverages: readonly Coverage[], more: Partial<Line> = {}, share = 1): void {
    for (const plan of coverages) {
      this.book.pay(person, period, Math.round(this.due(person, [plan]) * share), {
        premiumCents: this.premium(person, plan),
        traits: { ...person.traits, plan },
        ...more,
      });
    }
  }

  payMonths(person: Person, coverages: readonly Coverage[], from = 0, until = PERIODS.length): void {
    for (const period of PERIODS.slice(from, until)) this.pay(person, period, coverages);
  }
}

/** Dental, vision and life of one employer on one policy, each in a line of its own. */
export function groupCoverages(seed: number): TruthBook {
  const dice = diceOf(seed);
  const policies = new Policies(dice);
  for (let count = 0; count < 30; count += 1)
    policies.payMonths(policies.enroll(), dice.pick([ALL, ALL, ['DENTAL', 'VISION'], ['LIFE']]));
  const anyMonth = () => dice.int(2, PERIODS.length - 3);
  for (const coverage of ALL) isCut(policies, anyMonth(), coverage);
  for (const coverage of ALL) losesCoverage(policies, anyMonth(), coverage);
  for (const coverage of ALL) addsCoverage(policies, anyMonth(), coverage);
  for (const coverage of ['DENTAL', 'VISION'] as const) isPaidLate(policies, anyMonth(), coverage);
  losesCoverageInArrears(policies, anyMonth());
  isPaidTwice(policies, anyMonth(), 'VISION');
  for (let count = 0; count < 2; count += 1) leaves(policies, anyMonth());
  return {
    name: 'group-coverages',
    seed,
    carrier: {
      name: 'Bluegrass Employee Benefits',
      productLine: 'ancillary',
      columnsByHand: {
        member_external_id: 'Policy No',
        member_name: 'Policyholder',
        commission_amount: 'Commission',
        plan_name: 'Coverage',
        lives: 'Insureds',
        coverage_month: 'Premium Due',
        premium_amount: 'Premium Received',
        agent_name: 'Producer',
      },
    },
    contractedRates: [],
    deliveries: deliver({ lines: policies.book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'bluegrass' }),
    truth: policies.book.truth(PERIODS, ({ id }) => [id]),
  };
}

function periodAt(index: number): Period {
  return addMonths(PERIODS[0] ?? '', index);
}

function without(coverage: Coverage): readonly Coverage[] {
  return ALL.filter((one) => one !== coverage);
}

/** Plays a coverage that is paid four percent less for the same premium, for three months. */
function isCut(policies: Policies, at: number, coverage: Coverage): void {
  const { book } = policies;
  const person = policies.enroll();
  const full = policies.due(person, [coverage]);
  const short = full - Math.round(full * 0.96);
  for (const [index, period] of PERIODS.entries()) {
    const isShort = index >= at && index < at + 3;
    policies.pay(person, period, without(coverage));
    policies.pay(person, period, [coverage], {}, isShort ? 0.96 : 1);
    if (!isShort) continue;
    book.fact(person, period, 'underpaid');
    // Four percent of one coverage is a small part of the whole pay, so the row may stay green.
    book.atRisk(period, 0, index === at ? short : 0);
    book.owed(period, 0, short);
    book.claim(0, short);
  }
}

function losesCoverage(policies: Policies, at: number, coverage: Coverage): void {
  const person = policies.enroll();
  policies.payMonths(person, without(coverage));
  policies.payMonths(person, [coverage], 0, at);
  policies.book.fact(person, periodAt(at), 'lost');
  policies.book.atRisk(periodAt(at), policies.due(person, [coverage]));
}

/** Plays an employer who cancelled vision. The carrier learns it a month late, and charges the last month of vision back. */
function losesCoverageInArrears(policies: Policies, at: number): void {
  const person = policies.enroll();
  policies.payMonths(person, without('VISION'));
  policies.payMonths(person, ['VISION'], 0, at);
  policies.pay(person, periodAt(at), ['VISION'], { coverage: periodAt(at - 1), type: 'chargeback' }, -1);
  const share = policies.due(person, ['VISION']);
  policies.book.fact(person, periodAt(at), 'lost', 'rightful_chargeback');
  policies.book.atRisk(periodAt(at), share, 2 * share);
}

function addsCoverage(policies: Policies, at: number, coverage: Coverage): void {
  const person = policies.enroll();
  policies.payMonths(person, without(coverage));
  policies.payMonths(person, [coverage], at);
}

/** Plays a coverage whose bill, one of several, is paid a month late. */
function isPaidLate(policies: Policies, at: number, coverage: Coverage): void {
  const { book } = policies;
  const person = policies.enroll();
  policies.payMonths(person, without(coverage));
  policies.payMonths(person, [coverage], 0, at);
  policies.pay(person, periodAt(at + 1), [coverage], { coverage: periodAt(at) });
  policies.payMonths(person, [coverage], at + 1);
  book.fact(person, periodAt(at), 'late_premium');
  book.state(person, periodAt(at), 'late_premium');
  book.fact(person, periodAt(at + 1), 'catch_up');
  book.atRisk(periodAt(at), 0, policies.due(person, [coverage]));
}

function isPaidTwice(policies: Policies, at: number, coverage: Coverage): void {
  const person = policies.enroll();
  policies.payMonths(person, ALL);
  policies.pay(person, periodAt(at), [coverage]);
  policies.book.fact(person, periodAt(at), 'duplicate_payment');
}

function leaves(policies: Policies, at: number): void {
  const person = policies.enroll();
  policies.payMonths(person, ALL, 0, at);
  policies.book.fact(person, periodAt(at), 'lost');
  policies.book.atRisk(periodAt(at), policies.due(person, ALL));
}

const SMALL_GROUPS_PERIODS = monthsFrom('2025-09', 9);
const CENTS_A_LIFE = 2400;

const SMALL_GROUPS_LAYOUT: Layout = {
  fileType: 'csv',
  title: (period) => [['Ridgeline Health Plans'], [`Group commission statement ${period}`], []],
  header: [
    'Group #',
    'Group Name',
    'Product',
    'Contracts',
    'Coverage Month',
    'Premium',
    'Rate PCPM',
    'Commission',
    'Writing Agent',
    'Transaction',
  ],
  row: ({ person, traits, cents, coverage, premiumCents, type }) => [
    person?.id ?? '',
    person?.last ?? '',
    traits.plan,
    String(traits.lives),
    usDate(`${coverage}-01`),
    dollars(premiumCents),
    '24.00',
    dollars(cents),
    traits.agent.name,
    type === 'chargeback' ? 'Retro adjustment' : type === 'bonus' ? 'Production bonus' : 'Monthly commission',
  ],
  footer: (cents) => [['Total', '', '', '', '', '', '', dollars(cents), '', '']],
};

const agentOf = ({ traits }: Line): number =>
  Math.max(
    0,
    AGENTS.findIndex(({ id }) => id === traits.agent.id),
  );

/** Small employers at a contracted rate per life and month, one file per agent, in a layout outside the catalogue. */
export function smallGroups(seed: number): TruthBook {
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
    periods: SMALL_GROUPS_PERIODS,
    form: { id: 'G#####', plans: ['Choice 2000', 'Choice 5000'], states: ['CO'] },
    steady: 35,
    joins: 8,
    stories: [...ordinaryLife(), ['losesLives', 3], ['losesLivesInArrears', 2], ['getsBonus', 2]],
    person: () => ({ premiumCents: dice.int(300_000, 900_000), lives: dice.int(3, 20), company: companyOf() }),
    due: (person, period) => book.traitsAt(person, period).lives * CENTS_A_LIFE,
    isContracted: true,
    tellsTerm: false,
  });
  return {
    name: 'small-groups',
    seed,
    carrier: {
      name: 'Ridgeline Health Plans',
      productLine: 'group',
      columnsByHand: {
        member_external_id: 'Group #',
        commission_amount: 'Commission',
        member_name: 'Group Name',
        plan_name: 'Product',
        lives: 'Contracts',
        coverage_month: 'Coverage Month',
        premium_amount: 'Premium',
        agent_name: 'Writing Agent',
        transaction_type: 'Transaction',
      },
    },
    contractedRates: [{ rateType: 'flat_per_member', rateValue: CENTS_A_LIFE / 100 }],
    deliveries: deliver({
      lines: book.lines,
      periods: SMALL_GROUPS_PERIODS,
      layout: () => SMALL_GROUPS_LAYOUT,
      files: { count: AGENTS.length, of: agentOf },
      name: 'ridgeline',
    }),
    truth: book.truth(SMALL_GROUPS_PERIODS, ({ id }) => [id]),
  };
}
