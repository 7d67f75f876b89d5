import type { Period } from '../../core/period.ts';
import {
  type Agent,
  type BookLine,
  type BookMonth,
  type BookSize,
  type Member,
  type Payment,
  walkBook,
} from './book.ts';
import { type Dice, personName } from './seeded.ts';
import {
  type CarrierProfile,
  count,
  groupedDollars,
  lastDay,
  monthName,
  type StoryCarrier,
  spoken,
  tellCarrier,
  totalCents,
  usDate,
} from './story.ts';
import { delimitedText } from './workbook.ts';

/**
 * A Medicare carrier whose report is made for people: a title block, a heading for each agent and each kind of business, negatives in
 * parentheses, and a summary with a note at the end. The only member id is the policy number, with the kind of plan as a suffix.
 */
const PROFILE: CarrierProfile = {
  name: 'Summit Senior Advantage',
  slug: 'summit-senior',
  productLine: 'medicare',
  config: {
    fileType: 'csv',
    columns: {
      member_external_id: 'Policy #',
      member_name: 'Name of Insured',
      policy_number: 'Policy #',
      commission_amount: 'Net Comm',
      effective_date: ['Original Effective Date', 'Effective Date'],
      plan_name: 'Product',
      product_type: 'Premium Type',
      transaction_type: 'Transaction Type',
      agent_id: { groupRow: '/\\(Agent Number: (\\d+)\\)$/' },
      agent_name: { groupRow: '/^(.+) \\(Agent Number: \\d+\\)$/' },
    },
    memberId: { pattern: '/^(H\\d{8})(?:_(?:HMO|PPO|DSNP))?$/i' },
    skipRows: {
      totals: true,
      patterns: ['NEW BUSINESS', 'RENEWAL BUSINESS', 'ADJUSTMENT', 'Commission Summary', '/^Note:/'],
    },
  },
};

const HEADER = [
  'Policy #',
  'Name of Insured',
  'Transaction Type',
  'Premium Type',
  'Product',
  'Effective Date',
  'Original Effective Date',
  'Net Comm',
];

const PLANS = [
  { name: 'Summit Gold Plus H1036-054 Broward', suffix: 'HMO', cents: 2_650 },
  { name: 'Summit Gold Plus H1036-217 Hillsborough', suffix: 'HMO', cents: 2_650 },
  { name: 'Summit Choice H5216-019 Pinellas', suffix: 'PPO', cents: 2_475 },
  { name: 'Summit Dual Access H1036-280 Miami-Dade', suffix: 'DSNP', cents: 2_890 },
] as const;

const AGENTS: readonly Agent[] = [
  { id: '1407733', name: 'ESTÉVEZ, YOLANDA' },
  { id: '1502218', name: 'MCALLISTER, SHANE' },
  { id: '1688120', name: "O'DONNELL, FIONA" },
];

/** The remittance of this month states more than the sum of the lines. */
const SHORT = { period: '2026-07', cents: 41_260 };

function planOf(member: Member) {
  return PLANS.find((plan) => plan.name === member.plan) ?? PLANS[0];
}

function enrol(dice: Dice, serial: number, newFrom: Period | null): Member {
  return {
    id: `H${String(41_000_000 + ((serial * 3_571) % 999_983))}`,
    ...personName(dice),
    plan: dice.pick(PLANS).name,
    agent: dice.pick(AGENTS),
    effective: `${newFrom ?? `${dice.int(2018, 2025)}-${dice.pick(['01', '01', '04', '07', '10'])}`}-01`,
    state: 'FL',
    lives: 1,
    premiumCents: 0,
  };
}

function pay(member: Member, months: readonly Period[]): Payment[] {
  const { cents } = planOf(member);
  return months.map((coverage) => ({ cents, coverage, months: 1, payee: 'agent' }));
}

function move(dice: Dice, member: Member): Member {
  return { ...member, plan: dice.pick(PLANS).name };
}

function cells({ member, ...line }: BookLine): string[] {
  const plan = planOf(member);
  const type = { initial: 'FYR', renewal: 'REN', adjustment: 'ADJ', chargeback: 'CHGBCK' };
  const amount = groupedDollars(Math.abs(line.cents));
  return [
    line.fault === 'no_id' ? '' : `${member.id}_${plan.suffix}`,
    `${member.last}, ${member.first}`.toUpperCase(),
    type[line.kind],
    plan.suffix === 'DSNP' ? 'MADS' : 'MA',
    plan.name,
    usDate(`${line.coverage}-01`),
    usDate(member.effective),
    line.fault === 'bad_amount' ? 'N/A' : line.cents < 0 ? `(${amount})` : amount,
  ];
}

const SECTIONS = [
  { title: 'NEW BUSINESS', kinds: ['initial'] },
  { title: 'RENEWAL BUSINESS', kinds: ['renewal'] },
  { title: 'ADJUSTMENT', kinds: ['adjustment', 'chargeback'] },
];

function report(period: Period, lines: readonly BookLine[]): string {
  const rows: string[][] = [
    ['LAKEVIEW BENEFITS GROUP, LLC'],
    [`Statement Date: ${usDate(`${period}-15`)}`],
    [],
    HEADER,
  ];
  for (const agent of AGENTS) {
    rows.push([`${agent.name} (Agent Number: ${agent.id})`]);
    for (const section of SECTIONS) {
      const own = lines.filter((line) => line.member.agent.id === agent.id && section.kinds.includes(line.kind));
      if (own.length > 0) rows.push([section.title], ...own.map(cells));
    }
  }
  rows.push([], ['Commission Summary'], ['Total Net Comm', '', '', '', '', '', '', groupedDollars(totalCents(lines))]);
  rows.push([`Note: amounts are net of chargebacks posted through ${usDate(lastDay(period))}.`]);
  return delimitedText(rows, ',');
}

function book(size: BookSize | null): BookMonth[] {
  return walkBook({
    seed: 20_260_503,
    firstPeriod: '2026-05',
    agents: AGENTS,
    size,
    enrol,
    pay,
    move,
    months: [
      { joins: 430 },
      { joins: 12, leaves: 9, chargedOnLeaving: 2, moves: 6 },
      { joins: 9, leaves: 11, chargedLater: 2, returns: 2, moves: 4 },
      { joins: 14, leaves: 8, chargedOnLeaving: 1, chargedLater: 3, returns: 3, moves: 5 },
      { joins: 10, leaves: 13, chargedLater: 2, returns: 4, moves: 4, rowsWithoutId: 1 },
    ],
  });
}

export function summitSenior(size: BookSize | null = null): StoryCarrier {
  const months = book(size);
  return tellCarrier(
    PROFILE,
    months,
    months.map(({ period, lines }) => {
      const isShort = period === SHORT.period;
      return {
        period,
        fileName: `CommissionDetails_${usDate(`${period}-15`).replaceAll('/', '')}.csv`,
        statedTotal: (totalCents(lines) + (isShort ? SHORT.cents : 0)) / 100,
        mode: 'ingest',
        lines,
        bytes: () => new TextEncoder().encode(report(period, lines)),
        note: (after) => {
          if (period === '2026-05') return `May 2026: the first statement, ${count(after.memberCount)} members.`;
          const usual = `${monthName(period)}: ${after.red} members are gone, ${spoken(after.chargebackAmount)} is clawed back.`;
          const difference = spoken(SHORT.cents / 100);
          return isShort ? `${usual} The carrier's total is ${difference} more than the lines of its own file.` : usual;
        },
      };
    }),
  );
}
