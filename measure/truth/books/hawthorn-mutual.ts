import { addMonths, periodMonth, periodYear } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { Ledger, type Person } from './ledger.ts';
import { monthsFrom } from './months.ts';
import { playTerms } from './policy-terms.ts';

const PERIODS = monthsFrom('2025-03', 13);
const RATE = 0.12;
const TERM_MONTHS = 6;
const WORDS = { new_policy: 'New', endorsement: 'Endorsement', chargeback: 'Cancellation' } as const;

const LAYOUT: Layout = {
  fileType: 'csv',
  header: ['Policy', 'Insured', 'Line', 'Eff Date', 'Exp Date', 'Type', 'Premium', 'Commission', 'Producer'],
  row: ({ person, traits, cents, coverage, type }) => [
    person === null ? '' : numberInTerm(person, halfYearOf(coverage)),
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    usDate(`${coverage}-15`),
    usDate(`${addMonths(coverage, TERM_MONTHS)}-15`),
    Object.entries(WORDS).find(([name]) => name === type)?.[1] ?? 'Renewal',
    dollars(Math.round(cents / RATE)),
    dollars(cents),
    traits.agent.name,
  ],
};

/** The number of half-years, from the first one on, in which a term of the book may begin. */
const HALF_YEARS = 4;

function halfYearOf(coverage: string): number {
  const months = (periodYear(coverage) - 2025) * 12 + periodMonth(coverage) - 3;
  return Math.floor(months / TERM_MONTHS);
}

function numberInTerm({ id }: Person, halfYear: number): string {
  return `${id.slice(0, 2)}${String((Number(id.slice(2)) * 31 + halfYear * 7919) % 10_000_000).padStart(7, '0')}`;
}

/** Auto policies of six months that get another number at each renewal. */
export function hawthornMutual(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playTerms({
    book,
    dice,
    periods: PERIODS,
    form: { id: 'HM#######', plans: ['Auto', 'Home'], states: ['OH'] },
    rate: RATE,
  });
  return {
    name: 'hawthorn-mutual',
    seed,
    carrier: {
      name: 'Hawthorn Mutual',
      productLine: null,
      columnsByHand: { member_external_id: 'Policy', commission_amount: 'Commission', paid_through: 'Exp Date' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'hawthorn' }),
    truth: book.truth(PERIODS, (person) =>
      Array.from({ length: HALF_YEARS }, (_, halfYear) => numberInTerm(person, halfYear)),
    ),
  };
}
