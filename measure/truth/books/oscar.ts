import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, firstOf, type Layout } from './layout.ts';
import { Ledger } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-09', 9);
const CHANGED_FROM = '2026-01';

/** The layout before January. From January on the carrier calls the same number the subscriber's, prints a premium, and moves columns. */
const BEFORE: Layout = {
  fileType: 'xlsx',
  sheet: 'IFP Commissions',
  header: ['Subscriber name', 'Policy Number', 'Effective Date', 'Commission month', 'Commission', 'Block Reason'],
  row: ({ person, cents, coverage }) => [
    person === null ? '' : `${person.first} ${person.last}`,
    person?.id ?? '',
    dateCell(person?.effective ?? null),
    firstOf(coverage),
    dollars(cents),
    cents === 0 ? 'Delinquent' : '',
  ],
};

const AFTER: Layout = {
  fileType: 'xlsx',
  sheet: 'Detail',
  header: [
    'Subscriber ID',
    'Subscriber name',
    'State',
    'Effective Date',
    'Commission month',
    'Block Reason',
    'Commission',
  ],
  row: ({ person, cents, coverage }) => [
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    person?.state ?? '',
    dateCell(person?.effective ?? null),
    firstOf(coverage),
    cents === 0 ? 'Delinquent' : '',
    dollars(cents),
  ],
};

/** Individual plans with zero lines for withheld pay, and a new layout in the middle of the year. */
export function oscar(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: 'OSC########', plans: ['Oscar'], states: ['FL', 'TX'] },
    steady: 45,
    joins: 12,
    stories: [
      ...ordinaryLife().filter(([story]) => story !== 'movesPlan' && story !== 'movesAgent'),
      ['hasZeroLine', 3],
      ['leavesWithZeroLine', 2],
    ],
    person: () => ({ lives: dice.int(1, 4) }),
    due: ({ traits }) => traits.lives * 1600,
    tellsTerm: false,
  });
  const layout = (period: string) => (period < CHANGED_FROM ? BEFORE : AFTER);
  return {
    name: 'oscar',
    seed,
    carrier: { slug: 'oscar-individual' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout, name: 'oscar' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
