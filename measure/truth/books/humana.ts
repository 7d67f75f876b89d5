import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { endOf, Ledger, type Line } from './ledger.ts';
import { monthlyMedicare, notePlannedSteps } from './medicare-years.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-09', 10);

function wordOf({ type, cents }: Line): string {
  if (type === 'bonus') return 'HRA Bonus';
  if (cents < 0) return 'Chargeback';
  return type === 'first_year' ? 'First Year' : 'Renewal';
}

const LAYOUT: Layout = {
  fileType: 'csv',
  title: (period) => [['HARBOR BENEFITS'], [`Statement Date: ${usDate(endOf(period))}`]],
  header: [
    'Policy #',
    'Name of Insured',
    'Transaction Type',
    'Premium Type',
    'Product',
    'Effective Date',
    'Original Effective Date',
    'Net Comm',
  ],
  row: (line) => {
    const { person, traits, cents } = line;
    return [
      `${person?.id ?? ''}_HMO`,
      person === null ? '' : `${person.last} ${person.first}`.toUpperCase(),
      wordOf(line),
      'MES',
      traits.plan,
      person === null ? '' : usDate(person.effective),
      person === null ? '' : usDate(person.effective),
      cents < 0 ? `(${dollars(-cents)})` : dollars(cents),
    ];
  },
  footer: (cents) => [
    ['Commission Summary'],
    ['Note: amounts in parentheses are taken back.'],
    ['Total', '', '', '', '', '', '', dollars(cents)],
  ],
};

/** A title above, a summary below, negatives in brackets, and lines without a coverage month. */
export function humana(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: 'H########', plans: ['Gold Plus HMO', 'Choice PPO'], states: ['KY', 'FL'] },
    steady: 50,
    joins: 10,
    stories: [...ordinaryLife().filter(([story]) => story !== 'movesAgent'), ['getsBonus', 3], ['isCaughtUpLater', 3]],
    due: monthlyMedicare,
    typeOf: ({ effective }, period) => (effective.slice(0, 4) === period.slice(0, 4) ? 'first_year' : 'renewal'),
    tellsTerm: false,
  });
  notePlannedSteps({ book, periods: PERIODS });
  return {
    name: 'humana',
    seed,
    carrier: { slug: 'humana-commission-details' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'humana' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
