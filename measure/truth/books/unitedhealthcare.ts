import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, type Layout } from './layout.ts';
import { AGENTS, endOf, Ledger } from './ledger.ts';
import { monthlyMedicare, notePlannedSteps } from './medicare-years.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-10', 9);
/** The plans of Medicare Advantage. Supplements have the plan's letter instead of a contract, and no Medicare number. */
const PLANS = ['H5253-024', 'H0251-004'];

const LAYOUT: Layout = {
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
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'uhc' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
