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
import { companyName, type Dice, personName } from './seeded.ts';
import {
  type CarrierProfile,
  type Delivery,
  dollars,
  groupedDollars,
  lastDay,
  monthName,
  type StoryCarrier,
  tellCarrier,
  totalCents,
  usDate,
  usMonth,
} from './story.ts';
import { delimitedText, windows1252 } from './workbook.ts';

/**
 * A major medical carrier that pays a share of the premium to people and small groups. It sends one file per agent, so two per month. The
 * files have semicolons, Windows-1252, customer numbers with leading zeros, a trailing minus on chargebacks, a total at the end, and a
 * column that disappears after May.
 */
const PROFILE: CarrierProfile = {
  name: 'Blue Ridge Mutual of Carolina',
  slug: 'blue-ridge',
  productLine: 'major_medical',
  config: {
    fileType: 'csv',
    encoding: 'windows-1252',
    delimiter: ';',
    columns: {
      member_external_id: 'Customer No',
      member_name: 'Customer Name',
      policy_number: 'Customer No',
      commission_amount: 'Commission',
      premium_amount: 'Billed Amount',
      lives: 'Orig Sub Count',
      plan_name: 'Product',
      effective_date: 'Orig Eff Date',
      renewal_date: 'Renewal Date',
      coverage_month: 'Premium Period',
      transaction_type: 'Group Type',
      agent_id: 'Agent #',
      agent_name: 'Agent Name',
    },
  },
  contractedRate: { rateType: 'percent_of_premium', rateValue: 0.05 },
};

const HEADER = [
  'Agent #',
  'Agent Name',
  'Group Type',
  'Customer Type',
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
];
const CUSTOMER_TYPE = HEADER.indexOf('Customer Type');
const LAST_WITH_CUSTOMER_TYPE = '2026-05';

const PLANS = ['Blue Ridge Silver Preferred', 'Blue Ridge Bronze HSA', 'Blue Ridge Gold Select'];
/** The month from which on four percent are paid instead of the contracted five. */
const SHORT_PAID = { plan: 'Blue Ridge Silver Preferred', from: '2026-07', share: 0.04 };

const AGENTS: readonly Agent[] = [
  { id: '004471', name: 'Muñoz, Graciela' },
  { id: '005208', name: 'St. James, Colin' },
];

function enrol(dice: Dice, serial: number, newFrom: Period | null): Member {
  const isGroup = dice.chance(0.15);
  const lives = isGroup ? dice.int(4, 38) : dice.int(1, 5);
  const name = isGroup ? { first: '', last: companyName(dice) } : personName(dice);
  return {
    id: `00${String(4_100_000 + ((serial * 2_477) % 899_981))}`,
    ...name,
    plan: dice.pick(PLANS),
    agent: dice.pick(AGENTS),
    effective: `${newFrom ?? `${dice.int(2015, 2025)}-${String(dice.int(1, 12)).padStart(2, '0')}`}-01`,
    state: 'NC',
    lives,
    premiumCents: lives * dice.int(34_000, 71_500),
  };
}

function pay(member: Member, months: readonly Period[]): Payment[] {
  return months.map((coverage) => {
    const isShort = member.plan === SHORT_PAID.plan && coverage >= SHORT_PAID.from;
    const percent = isShort ? SHORT_PAID.share * 100 : 5;
    return { cents: Math.round((member.premiumCents * percent) / 100), coverage, months: 1, payee: 'agent' };
  });
}

/** Moves a member to another plan. The member keeps the agent, because each agent's file is an upload of its own. */
function move(dice: Dice, member: Member): Member {
  return { ...member, plan: dice.pick(PLANS.filter((plan) => plan !== member.plan)) };
}

function cells({ member, ...line }: BookLine): string[] {
  const type = { initial: 'NEW', renewal: 'RENEW', adjustment: 'ADJUSTMENT', chargeback: 'ADJUSTMENT' };
  const renewal = `${Number(line.coverage.slice(0, 4)) + 1}${member.effective.slice(4)}`;
  return [
    member.agent.id,
    member.agent.name,
    type[line.kind],
    member.first === '' ? 'Small Group' : 'Individual',
    member.first === '' ? member.last : `${member.last}, ${member.first}`,
    line.fault === 'no_id' ? '' : member.id,
    usDate(member.effective),
    member.plan,
    usDate(`${line.coverage}-01`),
    usDate(lastDay(line.coverage)),
    usMonth(line.coverage),
    String(member.lives),
    usDate(renewal),
    groupedDollars(member.premiumCents),
    line.fault === 'bad_amount' ? '' : line.cents < 0 ? `${dollars(-line.cents)}-` : groupedDollars(line.cents),
  ];
}

function agentFile(period: Period, lines: readonly BookLine[]): Uint8Array {
  const billed = lines.reduce((sum, line) => sum + line.member.premiumCents, 0);
  const footer = [
    'Total:',
    ...HEADER.slice(3).map(() => ''),
    groupedDollars(billed),
    groupedDollars(totalCents(lines)),
  ];
  const rows = [HEADER, ...lines.map(cells), footer];
  const kept = period <= LAST_WITH_CUSTOMER_TYPE ? rows : rows.map((row) => row.toSpliced(CUSTOMER_TYPE, 1));
  return windows1252(delimitedText(kept, ';'));
}

function book(size: BookSize | null): BookMonth[] {
  return walkBook({
    seed: 20_260_504,
    firstPeriod: '2026-05',
    agents: AGENTS,
    size,
    enrol,
    pay,
    move,
    months: [
      { joins: 290 },
      { joins: 7, leaves: 6, moves: 2 },
      { joins: 9, leaves: 5, chargedOnLeaving: 1, returns: 1, moves: 3 },
      { joins: 6, leaves: 8, chargedLater: 2, returns: 2, moves: 2, rowsWithoutId: 1, rowsUnreadable: 1 },
      { joins: 8, leaves: 9, chargedLater: 1, chargedTwice: 1, returns: 2, moves: 3 },
    ],
  });
}

function deliveries({ period, lines }: BookMonth): Delivery[] {
  return AGENTS.flatMap((agent, index) => {
    const own = lines.filter((line) => line.member.agent.id === agent.id);
    if (own.length === 0) return [];
    const delivery: Delivery = {
      period,
      fileName: `BRM_${agent.id}_${period.replace('-', '')}.csv`,
      mode: index === 0 ? 'ingest' : 'append',
      lines: own,
      bytes: () => agentFile(period, own),
      note: (after) => {
        if (index === 0) return `${monthName(period)}, first of two files: the customers of ${agent.name}.`;
        const month = `${monthName(period)}, second file: the month is complete`;
        if (period === '2026-05') return `${month}, ${after.memberCount} customers.`;
        const usual = `${month}, ${after.red} customers are gone.`;
        if (period === SHORT_PAID.from) return `${usual} ${SHORT_PAID.plan} is paid 4 % instead of 5 % from now on.`;
        return period === '2026-09' ? `${usual} A chargeback of August is taken again.` : usual;
      },
    };
    return [delivery];
  });
}

export function blueRidge(size: BookSize | null = null): StoryCarrier {
  const months = book(size);
  return tellCarrier(PROFILE, months, months.flatMap(deliveries));
}
