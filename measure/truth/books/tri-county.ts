import { addMonths } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { groupedDollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { Ledger } from './ledger.ts';
import { monthsFrom } from './months.ts';
import { playTerms } from './policy-terms.ts';

const PERIODS = monthsFrom('2025-02', 13);
const RATE = 0.15;
const TERM_MONTHS = 6;
const WORDS = { new_policy: 'New Business', endorsement: 'Endorsement', chargeback: 'Cancellation' } as const;

const shown = (cents: number) => (cents < 0 ? `(${groupedDollars(-cents)})` : groupedDollars(cents));

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Policy No',
    'Named Insured',
    'LOB',
    'Effective',
    'Expiration',
    'Transaction',
    'Written Premium',
    'Commission',
  ],
  row: ({ person, traits, cents, coverage, type }) => [
    person?.id ?? '',
    person === null ? '' : `${person.first} ${person.last}`,
    traits.plan,
    usDate(`${coverage}-09`),
    usDate(`${addMonths(coverage, TERM_MONTHS)}-09`),
    Object.entries(WORDS).find(([name]) => name === type)?.[1] ?? 'Renewal',
    shown(Math.round(cents / RATE)),
    shown(cents),
  ],
};

/** Auto policies of a mutual insurer outside the catalogue: their terms begin and end on the ninth of a month. */
export function triCounty(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const form = { id: 'PA######', plans: ['Personal Auto'], states: ['IN'] };
  playTerms({ book, dice, periods: PERIODS, form, rate: RATE });
  return {
    name: 'tri-county',
    seed,
    carrier: {
      name: 'Tri County Mutual',
      productLine: null,
      columnsByHand: { member_external_id: 'Policy No', commission_amount: 'Commission', paid_through: 'Expiration' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'tri-county' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
