import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { endOf, Ledger } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-11', 8);
const CENTS_A_POLICY = 1800;

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Database',
    'Policy Number',
    'Policyholder Name',
    'Agent Name',
    'Writing Agent ID',
    'eACID',
    'Agent ID',
    'Policy Status',
    'Issue Date',
    'Commissionable',
    'Gross Commission',
    'Paid-To Date',
    'Months Paid',
  ],
  row: ({ person, traits, cents, coverage, premiumCents, term }) => [
    'Ambetter',
    `'${person?.id ?? ''}`,
    person === null ? '' : `${person.first} ${person.last}`,
    traits.agent.name,
    `'${traits.agent.id}`,
    '',
    `'${traits.agent.id}`,
    term === null ? 'Active' : 'Terminated',
    person === null ? '' : usDate(person.effective),
    dollars(premiumCents),
    dollars(cents),
    usDate(endOf(coverage)),
    cents < 0 ? '-1' : '1',
  ],
};

/** Individual plans by policy, with the paid-to month in each line, and late payers as on the marketplace. */
export function ambetter(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: 'U########', plans: ['Ambetter'], states: ['FL'] },
    steady: 45,
    joins: 14,
    stories: [...ordinaryLife().filter(([story]) => story !== 'movesPlan'), ['paysLate', 4]],
    person: () => ({ premiumCents: dice.int(25_000, 90_000) }),
    due: () => CENTS_A_POLICY,
    isContracted: true,
    tellsTerm: false,
  });
  return {
    name: 'ambetter',
    seed,
    carrier: { slug: 'ambetter' },
    contractedRates: [{ rateType: 'flat_per_member', rateValue: CENTS_A_POLICY / 100 }],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'ambetter' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
