import { type Period, periodMonth, periodYear } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate, usMonth } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { Ledger, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-05', 11);
const RATE = 0.15;
const TERMS_MAX = 9;

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Policy Number',
    'Insured',
    'Product',
    'Orig Issue',
    'Premium Month',
    'Premium',
    'Commission',
    'Activity',
    'Agent',
  ],
  row: ({ person, traits, coverage, premiumCents, cents, type }) => [
    person === null ? '' : idInTerm(person, termOf(person, coverage)),
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    usDate(person?.effective ?? ''),
    usMonth(coverage),
    dollars(cents < 0 ? -premiumCents : premiumCents),
    dollars(cents),
    type === 'chargeback' ? 'Reversal' : 'Payment',
    traits.agent.name,
  ],
};

/** Returns the number of the policy's year, from 1. */
function termOf({ effective }: Person, coverage: Period): number {
  const months = (periodYear(coverage) - periodYear(effective)) * 12 + periodMonth(coverage) - periodMonth(effective);
  return Math.floor(months / 12) + 1;
}

function idInTerm({ id }: Person, term: number): string {
  return `${id}-${String(term).padStart(2, '0')}`;
}

/** Health policies of a term, whose id ends in the number of the term: -01 becomes -02 at the anniversary. */
export function copperState(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: 'TM#######', plans: ['Short Term Max', 'Fixed Benefit 250'], states: ['AZ'] },
    steady: 45,
    joins: 8,
    stories: ordinaryLife(),
    person: () => ({ premiumCents: dice.int(60, 240) * 100 }),
    due: ({ premiumCents }) => Math.round(premiumCents * RATE),
    tellsTerm: false,
  });
  return {
    name: 'copper-state',
    seed,
    carrier: {
      name: 'Copper State Life and Health',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Policy Number', commission_amount: 'Commission', member_name: 'Insured' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'copper' }),
    truth: book.truth(PERIODS, (person) =>
      Array.from({ length: TERMS_MAX }, (_, index) => idInTerm(person, index + 1)),
    ),
  };
}
