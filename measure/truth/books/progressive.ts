import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { endOf, firstDay, Ledger } from './ledger.ts';
import { monthsFrom } from './months.ts';
import { playTerms } from './policy-terms.ts';

const PERIODS = monthsFrom('2025-06', 12);
const RATE = 0.12;
const CODES = { new_policy: 'NEW', endorsement: 'END', chargeback: 'CAN' } as const;

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Insured Name',
    'Policy Number',
    'Policy Effective Date',
    'Policy Expiration Date',
    'Prod',
    'Agt Pre',
    'Tran Code',
    'Tran Date',
    'Gross Premium',
    'Gross Comm',
    'Net Due Agent',
    'Prod Name',
    'Agent Code',
    'Month End',
    'Renewal Count',
  ],
  row: ({ person, traits, cents, coverage, period, term, type }) => {
    const premium = Math.round(cents / RATE);
    return [
      person === null ? '' : `${person.last}, ${person.first}`,
      person?.id ?? '',
      usDate(firstDay(coverage)),
      term === null ? '' : usDate(term),
      traits.plan,
      '',
      Object.entries(CODES).find(([name]) => name === type)?.[1] ?? 'REN',
      usDate(firstDay(period)),
      dollars(premium),
      dollars(cents),
      dollars(premium - cents),
      traits.agent.name,
      traits.agent.id,
      usDate(endOf(period)),
      '1',
    ];
  },
};

/** Auto policies of six months: new, renewed, endorsed, cancelled, not renewed. */
export function progressive(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playTerms({
    book,
    dice,
    periods: PERIODS,
    form: { id: '9########', plans: ['AA', 'MC'], states: ['OH'] },
    rate: RATE,
  });
  return {
    name: 'progressive',
    seed,
    carrier: { slug: 'progressive' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'progressive' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
