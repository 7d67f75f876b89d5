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
import type { PeriodFacts } from './expected-facts.ts';
import { type Dice, personName } from './seeded.ts';
import {
  type CarrierProfile,
  count,
  dollars,
  monthName,
  type StoryCarrier,
  spoken,
  tellCarrier,
  totalCents,
  usDate,
  usMonth,
} from './story.ts';
import { type WorkbookValue, workbook } from './workbook.ts';

/**
 * A Medicare Advantage carrier. It sends one workbook per month with two lines per member, one paid to the agent and one to the agency
 * above, up to the limit of 40,000 rows. Amounts and months are text, effective dates real dates, and the header "Disenrollement Reason"
 * is the carrier's own spelling.
 */
const PROFILE: CarrierProfile = {
  name: 'Harbor First Health Plan',
  slug: 'harbor-first',
  productLine: 'medicare',
  config: {
    fileType: 'xlsx',
    sheets: ['HFStmtCommAtt'],
    columns: {
      member_external_id: 'Member ID',
      member_name: 'Member Name',
      commission_amount: 'Amount',
      effective_date: 'Member Effective Date',
      coverage_month: 'Period',
      plan_name: 'Product',
      transaction_type: 'Enrollment Type',
      agent_name: 'Producer Name',
      term_date: 'Disenrolled Date',
      term_reason: ['Disenrollement Reason', 'Disenrollment Reason'],
    },
  },
  contractedRate: { rateType: 'flat_per_member', rateValue: 28.91 },
};

const HEADER = [
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
];

const PLANS = [
  'Harbor Complete (HMO)',
  'Harbor Choice Plus (PPO)',
  'Harbor Assist Dual (HMO D-SNP)',
  'Harbor Value (HMO-POS)',
  'Harbor Life Long (HMO C-SNP)',
];
/** The cut of pay: from this month on the carrier pays four dollars less for the whole plan, without notice. */
const CUT = { plan: 'Harbor Complete (HMO)', from: '2026-08', cents: 400 };

const AGENTS: readonly Agent[] = [
  'Bianchi, Renée',
  'Carrasco, Iván',
  'Delacroix, Simone',
  'Fitzpatrick, Dermot',
  'Goldstein, Naomi',
  'Huang, Wei-Ling',
  'Kozlov, Irina',
  'Mbeki, Thandi',
  'O’Rourke, Brigid',
  'Peña, Marisol',
  'Rossi, Gian-Carlo',
  'Sandoval, Luz',
].map((name, index) => ({ id: String(17_204_411 + index * 8_317), name }));

const REASONS = [
  'DISENROLLMENT BECAUSE OF ENROLLMENT IN ANOTHER PLAN (13)',
  'REPORT OF DEATH (08)',
  'VOLUNTARY DISENROLLMENT THROUGH PLAN (11)',
  'RELOCATION OUT OF PLAN SERVICE AREA (92)',
];

function enrol(dice: Dice, serial: number, newFrom: Period | null): Member {
  const past = `${dice.int(2017, 2025)}-${String(dice.chance(0.5) ? 1 : dice.int(1, 12)).padStart(2, '0')}`;
  return {
    id: `1${String((serial * 48_271) % 89_999_999).padStart(8, '0')}`,
    ...personName(dice),
    plan: dice.pick(PLANS),
    agent: dice.pick(AGENTS),
    effective: `${newFrom ?? past}-01`,
    state: 'NY',
    lives: 1,
    premiumCents: 0,
  };
}

/** Makes the payments: the federal renewal maximum for 2026 by month, split with the agency above, and twice that in the first year. */
function pay(member: Member, months: readonly Period[]): Payment[] {
  return months.flatMap((coverage) => {
    const isCut = member.plan === CUT.plan && coverage >= CUT.from;
    const times = member.effective.slice(0, 4) === coverage.slice(0, 4) ? 2 : 1;
    const agentCents = (1_891 - (isCut ? CUT.cents : 0)) * times;
    return [
      { cents: agentCents, coverage, months: 1, payee: 'agent' as const },
      { cents: 1_000 * times, coverage, months: 1, payee: 'upline' as const },
    ];
  });
}

function move(dice: Dice, member: Member): Member {
  const others = PLANS.filter((plan) => plan !== member.plan && plan !== CUT.plan);
  return dice.chance(0.7) ? { ...member, plan: dice.pick(others) } : { ...member, agent: dice.pick(AGENTS) };
}

function cells(line: BookLine, position: number): WorkbookValue[] {
  const { member } = line;
  const isChargeback = line.kind === 'chargeback';
  // The carrier prints neither date nor product on adjustments, and sometimes the word "null".
  const isBare = line.kind === 'adjustment';
  const type = { initial: 'Initial', renewal: 'Monthly Renewal', adjustment: 'Adjustment', chargeback: 'Renewal' };
  const payee = position % 431 === 430 ? 'null' : line.payee === 'agent' ? 'Agent' : 'FMO';
  return [
    line.fault === 'no_id' ? '' : member.id,
    `${member.last}, ${member.first}`,
    isBare ? '' : new Date(`${member.effective}T00:00:00Z`),
    usMonth(line.coverage),
    isBare ? '' : member.plan,
    isChargeback ? 'Y' : 'N',
    type[line.kind],
    payee,
    line.payee === 'agent' ? member.agent.name : 'Lakeview Benefits Group, LLC',
    isChargeback ? (REASONS[Number(member.id) % REASONS.length] ?? '') : '',
    isChargeback ? usDate(`${line.coverage}-01`) : '',
    isBare ? 'Retro adjustment' : '',
    line.fault === 'bad_amount' ? '#REF!' : dollars(line.cents),
  ];
}

const NOTES = new Map<Period, (after: PeriodFacts) => string>([
  ['2026-05', (after) => `the first statement, ${count(after.memberCount)} members.`],
  ['2026-06', (after) => `${after.red} members are gone.`],
  ['2026-07', (after) => `${after.red} members are gone; ${after.rowsFailed} rows can't be read.`],
  [
    '2026-08',
    (after) =>
      `${CUT.plan} is paid $4.00 a month less from now on, unannounced: ${spoken(after.commissionReduced)} is cut. ` +
      `The book of a retired broker is taken over: ${count(after.new)} new members.`,
  ],
  [
    '2026-09',
    (after) => `${count(after.rows)} rows, the most a statement may have. A chargeback of August is taken again.`,
  ],
]);

function book(size: BookSize | null): BookMonth[] {
  return walkBook({
    seed: 20_260_501,
    firstPeriod: '2026-05',
    agents: AGENTS,
    size,
    enrol,
    pay,
    move,
    months: [
      { joins: 9_000 },
      { joins: 160, leaves: 118, chargedOnLeaving: 9, moves: 60, rowsUnreadable: 2 },
      {
        joins: 140,
        leaves: 124,
        chargedOnLeaving: 8,
        chargedLater: 7,
        returns: 12,
        moves: 45,
        rowsWithoutId: 3,
        rowsUnreadable: 2,
      },
      { joins: 150, takenOver: 10_700, leaves: 133, chargedOnLeaving: 10, chargedLater: 9, returns: 15, moves: 40 },
      {
        joins: 170,
        leaves: 161,
        chargedOnLeaving: 12,
        chargedLater: 11,
        chargedTwice: 1,
        returns: 18,
        moves: 52,
        rowsWithoutId: 1,
        fillRowsTo: 40_000,
      },
    ],
  });
}

export function harborFirst(size: BookSize | null = null): StoryCarrier {
  const months = book(size);
  return tellCarrier(
    PROFILE,
    months,
    months.map(({ period, lines }) => ({
      period,
      fileName: `HFStmtCommAtt_${period.replace('-', '')}.xlsx`,
      statedTotal: totalCents(lines) / 100,
      mode: 'ingest',
      lines,
      bytes: () => workbook({ HFStmtCommAtt: [HEADER, ...lines.map(cells)] }),
      note: (after) => `${monthName(period)}: ${NOTES.get(period)?.(after) ?? ''}`,
    })),
  );
}
