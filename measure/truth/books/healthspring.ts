import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, firstOf, type Layout } from './layout.ts';
import { Ledger } from './ledger.ts';
import { monthlyMedicare, notePlannedSteps } from './medicare-years.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-09', 9);
const SERVICE_FEE_CENTS = 500;

const LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'Detail',
  header: [
    'Payment Type',
    'Payment Description',
    'Writing Broker NPN',
    'Writing Broker Name',
    'Earner NPN',
    'Earner Name',
    'Pay Period',
    'Payment Amount',
    'Member ID',
    'Medicare Beneficiary Identifier (MBI)',
    'Member Name',
    'Effective Date',
    'Member Term Date',
    'Plan Type',
    'Plan Name',
    'CMS Contract',
    'PBP',
  ],
  row: ({ person, traits, type, term, cents, coverage }) => [
    type === 'first_year' ? 'Initial - New to CMS' : type === 'chargeback' ? 'Disenrollment Renewal' : 'Renewal',
    type === 'override' ? 'Service Fee' : type === 'bonus' ? 'HRA Bonus' : 'Broker Level',
    traits.agent.id,
    traits.agent.name,
    '20011223',
    'Harbor Benefits',
    firstOf(coverage),
    dollars(cents),
    person?.id ?? '',
    person?.secondId ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    dateCell(person?.effective ?? null),
    dateCell(term),
    'MAPD',
    traits.plan,
    'H4513',
    traits.plan.includes('Preferred') ? '60' : '61',
  ],
};

/** Two rows per member, the agent's and the agency's, in two batch files a month. */
export function healthspring(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: {
      id: '########',
      plans: ['HealthSpring Preferred (HMO)', 'HealthSpring True Choice (PPO)'],
      states: ['TX', 'AL'],
    },
    steady: 45,
    joins: 8,
    stories: [...ordinaryLife(), ['getsBonus', 2]],
    due: (person, period) => monthlyMedicare(person, period) + SERVICE_FEE_CENTS,
    parts: (cents) => [{ cents: cents - SERVICE_FEE_CENTS }, { cents: SERVICE_FEE_CENTS, type: 'override' }],
    typeOf: ({ effective }, period) => (effective.slice(0, 4) === period.slice(0, 4) ? 'first_year' : 'renewal'),
    tellsTerm: true,
  });
  notePlannedSteps({ book, periods: PERIODS });
  const files = { count: 2, of: ({ person }: { person: { index: number } | null }) => (person?.index ?? 0) % 2 };
  return {
    name: 'healthspring',
    seed,
    carrier: { slug: 'healthspring' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, files, name: '01_884213' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
