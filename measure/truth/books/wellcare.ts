import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, firstOf, type Layout } from './layout.ts';
import { AGENTS, Ledger, type Line, type LineType } from './ledger.ts';
import { monthlyMedicare, notePlannedSteps, playAnnualElection } from './medicare-years.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-08', 12);
const FORM = {
  id: 'C########',
  plans: ['Wellcare Simple (HMO)', 'Wellcare Giveback (HMO)'],
  states: ['TX', 'OH', 'FL'],
};

const TYPES: Readonly<Partial<Record<LineType, string>>> = {
  first_year: 'Initial - New to CMS',
  true_up: 'Initial - New to CMS',
};

const DESCRIPTIONS: Readonly<Partial<Record<LineType, string>>> = { override: 'Override', bonus: 'Marketing Bonus' };

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
    'Medicare Beneficiary Identifier (MBI)',
    'Member Name',
    'Signed Date',
    'Effective Date',
    'Cycle Year',
    'Prior Plan Type',
    'Policy State',
    'Plan Type',
    'Plan Name',
    'Original Effective Date',
    'Member Term Date',
    'CMS Contract',
    'PBP',
    'Description',
    'Centene ID',
    'QIS Level',
  ],
  row: (line) => {
    const { person, traits } = line;
    const payment = TYPES[line.type] ?? (isInitial(line) ? 'Initial - NOT New to CMS' : 'Renewal');
    return [
      payment,
      DESCRIPTIONS[line.type] ?? 'Broker Level',
      traits.agent.id,
      traits.agent.name,
      '20011223',
      'Harbor Benefits',
      firstOf(line.coverage),
      dollars(line.cents),
      person?.secondId ?? '',
      person === null ? '' : `${person.last}, ${person.first}`,
      person === null ? '' : `${person.effective} 00:00:00`,
      dateCell(person?.effective ?? null),
      '1',
      'None',
      person?.state ?? '',
      'MAPD',
      traits.plan,
      dateCell(person?.effective ?? null),
      dateCell(line.term),
      'H1112',
      traits.plan.includes('Giveback') ? '14' : '1',
      '',
      person?.id ?? '',
      '',
    ];
  },
};

function isInitial({ person, coverage }: Line): boolean {
  return person?.effective.slice(0, 4) === coverage.slice(0, 4);
}

/** Medicare Advantage with an annual election period and true-ups. Broker pay and override are in lines of their own. */
export function wellcare(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: FORM,
    steady: 35,
    joins: 8,
    stories: ordinaryLife(),
    due: (person, period) => monthlyMedicare(person, period) + 300,
    parts: (cents) => [{ cents: cents - 300 }, { cents: 300, type: 'override' }],
    tellsTerm: true,
  });
  notePlannedSteps({ book, periods: PERIODS });
  playAnnualElection({ book, dice, form: FORM, periods: PERIODS, january: '2026-01' });
  const [agent] = AGENTS;
  if (agent !== undefined) book.payNobody('2026-02', 5000, agent);
  return {
    name: 'wellcare',
    seed,
    carrier: { slug: 'wellcare' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'wellcare' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
