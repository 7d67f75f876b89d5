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
  type Delivery,
  dollars,
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
 * A marketplace carrier's CSV through a general agency. It has one line per policy, which may pay several months at once, and ids behind
 * an apostrophe that protects them from Excel. The header "Agent Name" appears twice (the writing agent and the paid agent).
 */
const PROFILE: CarrierProfile = {
  name: 'Amberly Health Marketplace',
  slug: 'amberly',
  productLine: 'major_medical',
  config: {
    fileType: 'csv',
    columns: {
      member_external_id: 'Policy Number',
      member_name: 'Policyholder Name',
      policy_number: 'Policy Number',
      commission_amount: 'Gross Commission',
      premium_amount: 'Commissionable',
      effective_date: 'Issue Date',
      paid_through: 'Paid-To Date',
      months_paid: 'Months Paid',
      carrier_status: 'Policy Status',
      agent_id: 'Writing Agent ID',
      agent_name: 'Agent Name',
    },
    memberId: { pattern: "/^'?(U\\d{8})$/" },
  },
};

const HEADER = [
  'Database',
  'Policy Number',
  'Policyholder Name',
  'Agent Name',
  'Writing Agent ID',
  'eACID',
  'Agent ID',
  'Agent Name',
  'Policy Status',
  'Issue Date',
  'Commissionable',
  'Gross Commission',
  'Paid-To Date',
  'Months Paid',
];

/** A wrongly configured split with another agent: half of the commission is missing from this month on. */
const HALVED = { agent: { id: '0023301', name: 'D’ANGELO, PETER' }, from: '2026-09' };
const OTHERS: readonly Agent[] = [
  { id: '0018846', name: 'TAVARES, LUCIANA' },
  { id: '0020417', name: 'WHITAKER, DUANE' },
  { id: '0021930', name: 'NGUYEN, KIM-ANH' },
];
const AGENTS = [HALVED.agent, ...OTHERS];
/** The only database whose policies the first August file had. */
const DELIVERED_FIRST = 'FLA';

function enrol(dice: Dice, serial: number, newFrom: Period | null): Member {
  const past = `${dice.int(2023, 2026)}-01`;
  return {
    id: `U${String(70_000_000 + ((serial * 7_919) % 9_999_991))}`,
    ...personName(dice),
    plan: '',
    agent: dice.chance(0.08) ? HALVED.agent : dice.pick(OTHERS),
    effective: `${newFrom ?? past}-01`,
    state: dice.chance(0.52) ? 'FLA' : 'TEX',
    lives: 1,
    premiumCents: dice.int(31_000, 148_000),
  };
}

function pay(member: Member, months: readonly Period[]): Payment[] {
  const cents = months.reduce((sum, month) => {
    const isHalved = member.agent.id === HALVED.agent.id && month >= HALVED.from;
    return sum + (isHalved ? 1_050 : 2_100);
  }, 0);
  return months.slice(-1).map((coverage) => ({ cents, coverage, months: months.length, payee: 'agent' }));
}

function move(dice: Dice, member: Member): Member {
  return dice.chance(0.5)
    ? { ...member, agent: dice.pick(OTHERS) }
    : { ...member, premiumCents: dice.int(31_000, 148_000) };
}

function cells({ member, ...line }: BookLine): string[] {
  return [
    member.state,
    line.fault === 'no_id' ? '' : `'${member.id}`,
    `${member.last}, ${member.first}`,
    member.agent.name,
    `'${member.agent.id}`,
    `'${member.agent.id}01`,
    "'0009120",
    'LAKEVIEW BENEFITS GROUP',
    line.kind === 'chargeback' ? 'TERMINATED' : 'ACTIVE',
    usDate(member.effective),
    dollars(member.premiumCents),
    line.fault === 'bad_amount' ? 'PENDING' : dollars(line.cents),
    usDate(lastDay(line.coverage)),
    String(line.months),
  ];
}

function book(size: BookSize | null): BookMonth[] {
  return walkBook({
    seed: 20_260_502,
    firstPeriod: '2026-05',
    agents: AGENTS,
    size,
    enrol,
    pay,
    move,
    months: [
      { joins: 1_380 },
      { joins: 41, leaves: 37, chargedOnLeaving: 4, moves: 15 },
      {
        joins: 38,
        leaves: 42,
        chargedOnLeaving: 3,
        chargedLater: 5,
        returns: 8,
        moves: 12,
        rowsWithoutId: 2,
        rowsUnreadable: 1,
      },
      { joins: 44, leaves: 39, chargedOnLeaving: 5, chargedLater: 4, returns: 11, moves: 14 },
      {
        joins: 36,
        leaves: 51,
        chargedOnLeaving: 4,
        chargedLater: 6,
        returns: 9,
        moves: 16,
        rowsUnreadable: 1,
      },
    ],
  });
}

function deliver(period: Period, lines: readonly BookLine[]): Omit<Delivery, 'fileName' | 'mode' | 'note'> {
  return {
    period,
    statedTotal: totalCents(lines) / 100,
    lines,
    bytes: () => new TextEncoder().encode(`\ufeff${delimitedText([HEADER, ...lines.map(cells)], ',')}`),
  };
}

function deliveries({ period, lines }: BookMonth): Delivery[] {
  const fileName = `Amberly_Commissions_${period.replace('-', '_')}.csv`;
  if (period !== '2026-08') {
    const note: Delivery['note'] = (after) => {
      if (period === '2026-05') return `May 2026: the first statement, ${count(after.memberCount)} policies.`;
      const usual = `${monthName(period)}: ${after.red} policies are gone, ${spoken(after.chargebackAmount)} is clawed back.`;
      return period === HALVED.from ? `${usual} One agent is paid half for every policy.` : usual;
    };
    return [{ ...deliver(period, lines), fileName, mode: 'ingest', note }];
  }
  const partial = lines.filter((line) => line.member.state === DELIVERED_FIRST);
  return [
    {
      ...deliver(period, partial),
      fileName,
      mode: 'ingest',
      note: (after) =>
        `August 2026, incomplete: the Texas policies are missing, so ${after.red} members seem to have left.`,
    },
    {
      ...deliver(period, lines),
      fileName: fileName.replace('.csv', '_CORRECTED.csv'),
      mode: 'replace',
      note: (after) => `August 2026, corrected: the file replaces the one before; ${after.red} members really left.`,
    },
  ];
}

export function amberly(size: BookSize | null = null): StoryCarrier {
  const months = book(size);
  return tellCarrier(PROFILE, months, months.flatMap(deliveries));
}
