import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate, usMonth } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, firstOf, type Layout } from './layout.ts';
import { AGENTS, endOf, firstDay, Ledger, type Line, type LineType } from './ledger.ts';
import { monthlyMedicare, notePlannedSteps, playAnnualElection } from './medicare-years.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';

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

const HEALTHFIRST_PERIODS = monthsFrom('2025-10', 9);
const FMO_CENTS = 800;

const HEALTHFIRST_LAYOUT: Layout = {
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

/** Two lines per member, the agent's and the marketing organization's. */
export function healthfirst(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: HEALTHFIRST_PERIODS,
    form: { id: '1########', plans: ['65 PLUS PLAN', 'LIFE IMPROVEMENT PLAN'], states: ['NY'] },
    steady: 45,
    joins: 8,
    stories: [...ordinaryLife(), ['getsBonus', 3], ['leavesWithZeroLine', 2]],
    due: (person, period) => monthlyMedicare(person, period) + FMO_CENTS,
    parts: (cents) => [{ cents: cents - FMO_CENTS }, { cents: FMO_CENTS, type: 'override' }],
    typeOf: ({ effective }, period) => (effective.slice(0, 4) === period.slice(0, 4) ? 'first_year' : 'renewal'),
    tellsTerm: true,
  });
  notePlannedSteps({ book, periods: HEALTHFIRST_PERIODS });
  return {
    name: 'healthfirst',
    seed,
    carrier: { slug: 'healthfirst' },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: HEALTHFIRST_PERIODS,
      layout: () => HEALTHFIRST_LAYOUT,
      name: 'healthfirst',
    }),
    truth: book.truth(HEALTHFIRST_PERIODS, ({ id }) => [id]),
  };
}

const BCBS_NC_PERIODS = monthsFrom('2025-10', 8);

/** Makes the layout, which has one more column in some months. */
function layoutOf(hasCustomerType: boolean): Layout {
  const only = <T>(value: T): readonly T[] => (hasCustomerType ? [value] : []);
  return {
    fileType: 'xlsx',
    sheet: 'Sheet1',
    header: [
      'Agent #',
      'Agent Name',
      'Group Type',
      ...only('Customer Type'),
      'Customer Name',
      'Customer No',
      'Orig Eff Date',
      'Product',
      'Coverage From',
      'Coverage To',
      'Premium Period',
      'Orig Sub Count',
      'Renewal Date',
      'Billed Amount',
      'Commission',
    ],
    row: ({ person, traits, type, cents, coverage, premiumCents }) => [
      traits.agent.id,
      traits.agent.name,
      type === 'chargeback' ? 'ADJUSTMENT' : type === 'first_year' ? 'FY' : 'RENEW',
      ...only('Individual'),
      person === null ? '' : `${person.last}, ${person.first}`,
      person?.id ?? '',
      dateCell(person?.effective ?? null),
      traits.plan,
      dateCell(firstDay(coverage)),
      dateCell(endOf(coverage)),
      `${coverage.slice(5)}/${coverage.slice(0, 4)}`,
      String(traits.lives),
      dateCell('2026-01-01'),
      dollars(premiumCents),
      dollars(cents),
    ],
    footer: (cents) => [
      [...Array.from({ length: hasCustomerType ? 14 : 13 }, () => ''), 'Total:', dollars(cents)].slice(1),
    ],
  };
}

const agentOf = ({ traits }: Line): number =>
  Math.max(
    0,
    AGENTS.findIndex(({ id }) => id === traits.agent.id),
  );

/** Individual plans in one file per agent, each with its total, and a column that is present only in some months. */
export function bcbsNc(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: BCBS_NC_PERIODS,
    form: { id: 'YPP########', plans: ['Blue Value', 'Blue Advantage'], states: ['NC'] },
    steady: 45,
    joins: 10,
    stories: ordinaryLife(),
    person: () => ({ premiumCents: dice.int(30_000, 80_000), lives: dice.int(1, 3) }),
    due: ({ traits }) => traits.lives * 1400,
    typeOf: ({ effective }, period) => (effective.slice(0, 4) === period.slice(0, 4) ? 'first_year' : 'renewal'),
    tellsTerm: false,
  });
  const [withType, without] = [layoutOf(true), layoutOf(false)];
  return {
    name: 'bcbs-nc',
    seed,
    carrier: { slug: 'bcbs-nc-individual' },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: BCBS_NC_PERIODS,
      layout: (period) => (Number(period.slice(5)) % 2 === 0 ? withType : without),
      files: { count: AGENTS.length, of: agentOf },
      name: 'bcbsnc',
    }),
    truth: book.truth(BCBS_NC_PERIODS, ({ id }) => [id]),
  };
}
