import { companyName } from '../../../demo/statements/names.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { AGENTS, Ledger, type Line } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-09', 9);
const CENTS_A_LIFE = 2400;

const LAYOUT: Layout = {
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
    periods: PERIODS,
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
      periods: PERIODS,
      layout: () => LAYOUT,
      files: { count: AGENTS.length, of: agentOf },
      name: 'ridgeline',
    }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
