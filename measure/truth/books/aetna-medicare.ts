import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, groupedDollars, usDate } from '../../../demo/statements/story.ts';
import type { BookCarrier, TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, firstOf, type Layout } from './layout.ts';
import { AGENTS, endOf, Ledger, type Line } from './ledger.ts';
import { monthlyMedicare, notePlannedSteps } from './medicare-years.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-10', 9);

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Payment Date',
    'Medicare Number',
    'Member ID',
    'Legacy Member ID',
    'Member Name',
    'Member State',
    'Sales Event',
    'Product',
    'CMS New',
    'Plan ID',
    'Coverage Period',
    'Effective Date',
    'Term Date',
    'Writing Agent NPN',
    'Writing Agent Name',
    'Payee Name',
    'Payee Amount',
  ],
  row: ({ person, traits, type, term, cents, coverage, period }) => [
    usDate(endOf(period)),
    person?.secondId ?? '',
    person?.id ?? '',
    '',
    person === null ? '' : `${person.first} ${person.last}`,
    person?.state ?? '',
    type === 'chargeback' ? 'Pro-Rata Disenroll' : type === 'first_year' ? 'New Business' : 'Renewal',
    'MAPD',
    'N ',
    traits.plan,
    usDate(`${coverage}-01`),
    person === null ? '' : usDate(person.effective),
    term === null ? '' : usDate(term),
    traits.agent.id,
    traits.agent.name.toLowerCase(),
    'Harbor Benefits',
    dollars(cents),
  ],
  footer: (cents) => [[`Total Payee Amount: $${groupedDollars(cents)}`]],
};

/** An agency's file with a total below the lines, plans named by their id, and rapid disenrollments by month. */
export function aetnaMedicare(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: '@@######', plans: ['H3146-004', 'H5521-212'], states: ['OH', 'PA', 'TX'] },
    steady: 50,
    joins: 10,
    stories: [...ordinaryLife(), ['hasZeroLine', 2], ['leavesWithZeroLine', 2]],
    due: monthlyMedicare,
    typeOf: ({ effective }, period) => (effective.slice(0, 4) === period.slice(0, 4) ? 'first_year' : 'renewal'),
    tellsTerm: true,
  });
  notePlannedSteps({ book, periods: PERIODS });
  return {
    name: 'aetna-medicare',
    seed,
    carrier: { slug: 'aetna-medicare' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'aetna' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

const DEVOTED_PERIODS = monthsFrom('2026-04', 8);
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
    periods: DEVOTED_PERIODS,
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
      periods: DEVOTED_PERIODS,
      layout: (period) => (period < CHANGED_FROM ? BEFORE : AFTER),
      name: 'devoted',
    }),
    truth: book.truth(DEVOTED_PERIODS, ({ id, secondId }) => [id, secondId]),
  };
}

const HUMANA_PERIODS = monthsFrom('2025-09', 10);

function wordOf({ type, cents }: Line): string {
  if (type === 'bonus') return 'HRA Bonus';
  if (cents < 0) return 'Chargeback';
  return type === 'first_year' ? 'First Year' : 'Renewal';
}

const HUMANA_LAYOUT: Layout = {
  fileType: 'csv',
  title: (period) => [['HARBOR BENEFITS'], [`Statement Date: ${usDate(endOf(period))}`]],
  header: [
    'Policy #',
    'Name of Insured',
    'Transaction Type',
    'Premium Type',
    'Product',
    'Effective Date',
    'Original Effective Date',
    'Net Comm',
  ],
  row: (line) => {
    const { person, traits, cents } = line;
    return [
      `${person?.id ?? ''}_HMO`,
      person === null ? '' : `${person.last} ${person.first}`.toUpperCase(),
      wordOf(line),
      'MES',
      traits.plan,
      person === null ? '' : usDate(person.effective),
      person === null ? '' : usDate(person.effective),
      cents < 0 ? `(${dollars(-cents)})` : dollars(cents),
    ];
  },
  footer: (cents) => [
    ['Commission Summary'],
    ['Note: amounts in parentheses are taken back.'],
    ['Total', '', '', '', '', '', '', dollars(cents)],
  ],
};

/** A title above, a summary below, negatives in brackets, and lines without a coverage month. */
export function humana(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: HUMANA_PERIODS,
    form: { id: 'H########', plans: ['Gold Plus HMO', 'Choice PPO'], states: ['KY', 'FL'] },
    steady: 50,
    joins: 10,
    stories: [...ordinaryLife().filter(([story]) => story !== 'movesAgent'), ['getsBonus', 3], ['isCaughtUpLater', 3]],
    due: monthlyMedicare,
    typeOf: ({ effective }, period) => (effective.slice(0, 4) === period.slice(0, 4) ? 'first_year' : 'renewal'),
    tellsTerm: false,
  });
  notePlannedSteps({ book, periods: HUMANA_PERIODS });
  return {
    name: 'humana',
    seed,
    carrier: { slug: 'humana-commission-details' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: HUMANA_PERIODS, layout: () => HUMANA_LAYOUT, name: 'humana' }),
    truth: book.truth(HUMANA_PERIODS, ({ id }) => [id]),
  };
}

/** The plans of Medicare Advantage. Supplements have the plan's letter instead of a contract, and no Medicare number. */
const PLANS = ['H5253-024', 'H0251-004'];

const UNITEDHEALTHCARE_LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'Commission Transactions',
  header: [
    'Party ID',
    'Agent Name',
    'Agent ID',
    'Statement Date',
    'Writing Agent ID',
    'Writing Agent Name',
    'Client Reference #',
    'Member Name',
    'MedicareID',
    'AARP Member ID',
    'Policy Number',
    'Original Effective Date',
    'Plan Type',
    'Contract',
    'PBP',
    'Plan Code',
    'Member State',
    'Area ID',
    'Member County',
    'Commission Action',
    'Payment Period',
    'Prem Amount',
    'UAD Activity',
    'Commission',
    'Term Reason',
    'Comp Type',
    'Term Date',
  ],
  row: ({ person, traits, type, cents, coverage, period, term }) => {
    const word = type === 'first_year' ? 'New' : 'Renewal';
    const [contract = '', pbp = ''] = traits.plan.split('-');
    return [
      '1002003',
      'HARBOR BENEFITS',
      '2210334',
      dateCell(endOf(period)),
      traits.agent.id,
      traits.agent.name,
      '',
      person === null ? '' : `${person.last}, ${person.first}`,
      person?.id ?? '',
      '',
      '',
      dateCell(person?.effective ?? null),
      'MAPD',
      contract,
      pbp,
      '',
      person?.state ?? '',
      '',
      '',
      type === 'bonus' ? 'HA payment' : type === 'chargeback' ? 'Renewal Chargeback' : word,
      type === 'chargeback' || type === 'first_year' ? '' : coverage.replace('-', ''),
      '',
      '',
      dollars(cents),
      term === null ? '' : 'Disenrolled',
      type === 'first_year' ? 'I' : 'R',
      dateCell(term),
    ];
  },
};

/**
 * Medicare Advantage with lines for new business and chargebacks that name no month, and with assessment bonuses, some without a member.
 */
export function unitedHealthcare(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: '#@##@@#@@##', plans: PLANS, states: ['TX', 'GA'] },
    steady: 50,
    joins: 10,
    stories: [...ordinaryLife(), ['getsBonus', 3], ['isCaughtUpLater', 2]],
    due: monthlyMedicare,
    typeOf: ({ effective }, period) => (effective.slice(0, 4) === period.slice(0, 4) ? 'first_year' : 'renewal'),
    tellsTerm: true,
  });
  notePlannedSteps({ book, periods: PERIODS });
  const [agent] = AGENTS;
  if (agent !== undefined) for (const period of PERIODS.slice(3, 5)) book.payNobody(period, 2500, agent);
  return {
    name: 'unitedhealthcare',
    seed,
    carrier: { slug: 'unitedhealthcare-medicare' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => UNITEDHEALTHCARE_LAYOUT, name: 'uhc' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
