import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars } from '../../../demo/statements/story.ts';
import type { BookCarrier, TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, firstOf, type Layout } from './layout.ts';
import { endOf, Ledger } from './ledger.ts';
import { monthlyMedicare } from './medicare-years.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2026-04', 8);
const CHANGED_FROM = '2026-08';

const BEFORE: Layout = {
  fileType: 'xlsx',
  sheet: 'Detail',
  header: [
    'Statement Date',
    'Agent NPN',
    'Agent Name',
    'Member ID',
    'Member HICN',
    'Member First',
    'Member Last',
    'Member State',
    'Signature Date',
    'Effective Date',
    'Disenroll Date',
    'Contract',
    'PBP',
    'Prior Plan Type',
    'CMS Cycle Year',
    'Commission Type',
    'Period',
    'Base Amount',
  ],
  row: ({ person, traits, cents, coverage, period, term, type }) => [
    dateCell(endOf(period)),
    traits.agent.id,
    traits.agent.name,
    person?.id ?? '',
    person?.secondId ?? '',
    person?.first ?? '',
    person?.last ?? '',
    person?.state ?? '',
    '',
    dateCell(person?.effective ?? null),
    dateCell(term),
    'H1290',
    traits.plan,
    'MA',
    '2',
    type === 'first_year' ? 'Initial - New' : 'Renewal - Monthly',
    firstOf(coverage),
    dollars(cents),
  ],
};

const AFTER: Layout = {
  fileType: 'xlsx',
  sheet: 'Transactions',
  header: [
    'Agent',
    'Agent ID',
    'MBI',
    'Member',
    'Effective Date',
    'Contract',
    'Amount',
    'Period',
    'Type',
    'Disenroll/Cancel',
  ],
  row: ({ person, traits, cents, coverage, term, type }) => [
    traits.agent.name,
    traits.agent.id,
    person?.secondId ?? '',
    person === null ? '' : `${person.first} ${person.last}`,
    dateCell(person?.effective ?? null),
    'H1290',
    dollars(cents),
    firstOf(coverage),
    type === 'first_year' ? 'Initial - New' : 'Renewal - Monthly',
    term === null ? '' : 'Disenrolled',
  ],
};

/**
 * Medicare Advantage with a new layout in August, which shows another id of the same members. The agency keeps sending to the same
 * carrier.
 */
export const devoted = (seed: number): TruthBook => bookOf('devoted', seed, { slug: 'devoted-agent-statement' });

/** The agency chooses the catalogue's carrier for the new layout. */
export const devotedInCatalogue = (seed: number): TruthBook =>
  bookOf('devoted-in-catalogue', seed, {
    slug: 'devoted-agent-statement',
    later: { from: CHANGED_FROM, slug: 'devoted-transactions' },
  });

function bookOf(name: string, seed: number, carrier: BookCarrier): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(name === 'devoted' ? seed : 10 + seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: 'DV######', plans: ['1', '14'], states: ['FL', 'OH'] },
    steady: 45,
    joins: 6,
    stories: ordinaryLife().filter(([story]) => story !== 'movesPlan'),
    due: monthlyMedicare,
    typeOf: ({ effective }, period) => (effective.slice(0, 4) === period.slice(0, 4) ? 'first_year' : 'renewal'),
    tellsTerm: true,
    tellsTermUntil: CHANGED_FROM,
  });
  return {
    name,
    seed,
    carrier,
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: PERIODS,
      layout: (period) => (period < CHANGED_FROM ? BEFORE : AFTER),
      name: 'devoted',
    }),
    truth: book.truth(PERIODS, ({ id, secondId }) => [id, secondId]),
  };
}
