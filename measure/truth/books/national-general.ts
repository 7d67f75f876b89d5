import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, type Layout } from './layout.ts';
import { firstDay, Ledger, type LineType } from './ledger.ts';
import { monthsFrom } from './months.ts';
import { playTerms } from './policy-terms.ts';

const PERIODS = monthsFrom('2025-05', 14);
const RATE = 0.15;
const TYPES: Readonly<Partial<Record<LineType, string>>> = {
  new_policy: 'New Business',
  endorsement: 'Endorsement',
  chargeback: 'Cancellation',
};

const LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'Summary Details',
  header: [
    'Sub Agent',
    'Selling Producer',
    'Policy',
    'Product',
    'DIV',
    'Sub Product',
    'State',
    'Insured',
    'Eff Date',
    'Trans Type',
    'Written Premium',
    'Rate',
    'Commission Paid',
    'Term',
  ],
  row: ({ person, traits, cents, coverage, type }) => [
    '',
    traits.agent.name,
    `${person?.id ?? ''} 00`,
    'PPA',
    '01',
    traits.plan,
    person?.state ?? '',
    person === null ? '' : `${person.first} ${person.last}`,
    dateCell(firstDay(coverage)),
    TYPES[type] ?? 'Renewal',
    dollars(Math.round(cents / RATE)),
    String(RATE),
    dollars(cents),
    '6',
  ],
};

/** Auto policies of six months, with the term as a number of months and no expiry date. */
export function nationalGeneral(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playTerms({
    book,
    dice,
    periods: PERIODS,
    form: { id: '20########', plans: ['Auto', 'RV'], states: ['NC'] },
    rate: RATE,
  });
  return {
    name: 'national-general',
    seed,
    carrier: { slug: 'national-general' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'national-general' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
