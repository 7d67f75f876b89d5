import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { Ledger } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-03', 10);
const [RENEWAL, EXCESS] = [0.04, 0.03];

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Policy Number',
    'Insured',
    'Product',
    'Issue Date',
    'Premium Type',
    'Premium',
    'Comm Rate',
    'Commission',
    'Agent',
  ],
  row: ({ person, traits, cents, premiumCents, type }) => {
    const isExcess = type === 'bonus';
    return [
      person?.id ?? '',
      person === null ? '' : `${person.first} ${person.last}`,
      traits.plan,
      person?.effective ?? '',
      isExcess ? 'Excess' : type === 'chargeback' ? 'Chargeback' : 'Renewal',
      dollars(isExcess ? Math.round(cents / EXCESS) : cents < 0 ? -premiumCents : premiumCents),
      `${(isExcess ? EXCESS : RENEWAL) * 100}`,
      dollars(cents),
      traits.agent.name,
    ];
  },
};

/** Universal life: renewals of the target premium, and sometimes an excess premium at a lower rate. */
export function cascadeLife(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: 'UL@######', plans: ['IUL Accumulator', 'IUL Protection'], states: ['WA', 'OR'] },
    steady: 30,
    joins: 0,
    stories: [...ordinaryLife(), ['getsBonus', 8]],
    person: () => ({ premiumCents: dice.int(150, 900) * 100 }),
    due: ({ premiumCents }) => Math.round(premiumCents * RENEWAL),
    tellsTerm: false,
  });
  return {
    name: 'cascade-life',
    seed,
    carrier: {
      name: 'Cascade Life',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Policy Number', commission_amount: 'Commission', member_name: 'Insured' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'cascade-life' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
