import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate, usMonth } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, type Layout } from './layout.ts';
import { Ledger } from './ledger.ts';
import { monthlyMedicare, notePlannedSteps } from './medicare-years.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-10', 9);
const FMO_CENTS = 800;

const LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'HFStmtCommAtt',
  header: [
    'Member ID',
    'Member Name',
    'Member Effective Date',
    'Period',
    'Product',
    'Chargeback',
    'Enrollment Type',
    'Producer Type',
    'Producer Name',
    'Disenrollement Reason',
    'Disenrolled Date',
    'Adjustment Description',
    'Amount',
  ],
  row: ({ person, traits, type, term, cents, coverage }) => [
    person?.id ?? '',
    person === null ? '' : `${person.last.toUpperCase()}, ${person.first.toUpperCase()}`,
    type === 'bonus' ? '' : dateCell(person?.effective ?? null),
    usMonth(coverage),
    type === 'bonus' ? '' : traits.plan,
    type === 'chargeback' ? 'Y' : 'N',
    type === 'bonus' ? 'Adjustment' : type === 'first_year' ? 'Initial' : 'Monthly Renewal',
    type === 'override' ? 'FMO' : 'Agent',
    type === 'override' ? 'HARBOR FMO' : traits.agent.name,
    term === null ? '' : 'VOLUNTARY DISENROLLMENT THROUGH PLAN (11)',
    term === null ? '' : usDate(term),
    type === 'bonus' ? 'HRA' : '',
    dollars(cents),
  ],
};

/** Two lines per member, the agent's and the marketing organisation's. */
export function healthfirst(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: '1########', plans: ['65 PLUS PLAN', 'LIFE IMPROVEMENT PLAN'], states: ['NY'] },
    steady: 45,
    joins: 8,
    stories: [...ordinaryLife(), ['getsBonus', 3], ['leavesWithZeroLine', 2]],
    due: (person, period) => monthlyMedicare(person, period) + FMO_CENTS,
    parts: (cents) => [{ cents: cents - FMO_CENTS }, { cents: FMO_CENTS, type: 'override' }],
    typeOf: ({ effective }, period) => (effective.slice(0, 4) === period.slice(0, 4) ? 'first_year' : 'renewal'),
    tellsTerm: true,
  });
  notePlannedSteps({ book, periods: PERIODS });
  return {
    name: 'healthfirst',
    seed,
    carrier: { slug: 'healthfirst' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'healthfirst' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
