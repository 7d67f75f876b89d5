import { addMoney, type Money } from '../money.ts';
import type { CarrierEvent } from './events/carrier-event.ts';
import { isInScope } from './events/event-groups.ts';
import type { MemberMonth, MemberProfile, PolicyRecord, ScorableLine } from './member-month.ts';
import type { ComparedScores, PriorRow, ScoredRow } from './scored-row.ts';
import type { SignalCode } from './signal.ts';

/** The sums of a period of a book: by kind of change, as a rollup, as a bridge from the month before, and by agent. */

/**
 * The kinds of the list of changes (docs/reference/reports.md#changes), in the words of the screens: gone, paid less, planned step, new,
 * back, paid more, taken back, same.
 */
export const CHANGE_KINDS = [
  'gone',
  'paid_less',
  'planned_step',
  'new',
  'back',
  'paid_more',
  'taken_back',
  'same',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Orders of the list of changes: by the size of the difference, the member's name, the carrier's or the agent's. */
export const CHANGE_ORDERS = ['money', 'name', 'carrier', 'agent'] as const;
export type ChangeOrder = (typeof CHANGE_ORDERS)[number];

type ComparedRow = Pick<
  ScoredRow,
  'status' | 'counted' | 'flags' | 'commissionAmount' | 'prevCommissionAmount' | 'chargebackAmount'
>;

/**
 * Returns the kind of a scored row; null for a month that was paid ahead, because no statement is compared. A red row that is not counted
 * as dropped is `taken_back`, because it only shows a later chargeback. So is a yellow row without a payment. A green row with less pay has
 * a planned step, unless a chargeback lowered its net. A green net below zero is `taken_back` whatever the month before was, because it
 * takes money each time.
 */
export function changeKind(row: ComparedRow): ChangeKind | null {
  switch (row.status) {
    case 'red':
      return row.counted ? 'gone' : 'taken_back';
    case 'yellow':
      return isOnlyChargeback(row) ? 'taken_back' : 'paid_less';
    case 'new':
      return 'new';
    case 'reappeared':
      return 'back';
    case 'carried':
      return null;
    case 'green': {
      if (row.commissionAmount < 0) return 'taken_back';
      if (!row.flags.includes('COMMISSION_CHANGED') || row.commissionAmount === row.prevCommissionAmount) return 'same';
      if (row.commissionAmount > row.prevCommissionAmount) return 'paid_more';
      return row.chargebackAmount > 0 ? 'taken_back' : 'planned_step';
    }
  }
}

/** Returns true for a month whose lines only take money back. */
const isOnlyChargeback = ({ commissionAmount, chargebackAmount }: ComparedRow) =>
  chargebackAmount > 0 && commissionAmount === -chargebackAmount;

/**
 * Returns a rollup with all figures at zero: the sums of one period of one book, which reports read (docs/reference/scoring.md#rollups). A
 * figure is a column of the table of that name (schema/scores.ts): a Money, an Exact, a count, or a flag.
 */
export function emptyRollup() {
  return {
    memberCount: 0,
    green: 0,
    yellow: 0,
    red: 0,
    new: 0,
    reappeared: 0,
    /** Number of absent members to whom nothing is due in the period. `memberCount` leaves them out. */
    carried: 0,
    /** Members by kind of change, where a status does not already count them (core/scoring/period-sums.ts). */
    paidLess: 0,
    /** The part of `commissionReduced` of the members who are paid less. */
    paidLessAmount: 0,
    paidMore: 0,
    takenBack: 0,
    same: 0,
    plannedStep: 0,
    /** Sum by which planned steps lowered the pay of members. */
    plannedStepAmount: 0,
    /** Sum of the last pay of dropped members, where it was above zero. */
    commissionDropped: 0,
    /** Sum of the lost part of reduced members' regular pay; amounts below zero count as zero. */
    commissionReduced: 0,
    commissionOwed: 0n,
    /** The part of `commissionOwed` that is based on estimated rates and must not be claimed from a carrier. */
    commissionOwedEstimated: 0n,
    owedEvaluated: 0,
    owedTotal: 0,
    owedEstimated: false,
    chargebackCount: 0,
    chargebackAmount: 0,
    /** Sum of all lines that are not below zero; the column is gross_amount. */
    gross: 0,
    lineCount: 0,
  };
}

export type Rollup = ReturnType<typeof emptyRollup>;

/** Adds a scored row to a rollup. `attempted`: true if owed was computed for the row, even without a result. */
export function countRow(rollup: Rollup, row: ComparedScores, attempted: boolean): void {
  if (row.chargebackAmount > 0) {
    rollup.chargebackCount += 1;
    rollup.chargebackAmount = addMoney(rollup.chargebackAmount, row.chargebackAmount);
  }
  if (row.status === 'carried') rollup.carried += 1;
  countKind(rollup, row);
  if (!row.counted || row.status === 'carried') return;
  rollup[row.status] += 1;
  if (row.status === 'red') {
    rollup.commissionDropped = addMoney(rollup.commissionDropped, Math.max(row.prevCommissionAmount, 0));
  } else {
    rollup.memberCount += 1;
  }
  if (row.status === 'yellow') {
    rollup.commissionReduced = addMoney(rollup.commissionReduced, reducedBy(row));
  }
  if (!attempted) return;
  rollup.owedTotal += 1;
  if (row.commissionOwed === null) return;
  rollup.owedEvaluated += 1;
  rollup.commissionOwed += row.commissionOwed;
  if (!row.owedEstimated) return;
  rollup.owedEstimated = true;
  rollup.commissionOwedEstimated += row.commissionOwed;
}

const reducedBy = ({ prevCommissionAmount, comparedAmount }: ComparedScores): Money =>
  Math.max(prevCommissionAmount, 0) - Math.max(comparedAmount, 0);

function countKind(rollup: Rollup, row: ComparedScores): void {
  const kind = changeKind(row);
  if (kind === 'paid_more') rollup.paidMore += 1;
  else if (kind === 'taken_back') rollup.takenBack += 1;
  else if (kind === 'same') rollup.same += 1;
  else if (kind === 'paid_less') {
    rollup.paidLess += 1;
    rollup.paidLessAmount = addMoney(rollup.paidLessAmount, reducedBy(row));
  } else if (kind === 'planned_step') {
    rollup.plannedStep += 1;
    rollup.plannedStepAmount = addMoney(rollup.plannedStepAmount, row.prevCommissionAmount - row.commissionAmount);
  }
}

/** Divides the difference between the pay of two months of a book by members (docs/reference/reports.md#bridge). */

/** The parts that a member's difference can fall in, in the order of the bridge. */
export const MEMBER_PARTS = [
  'gone',
  'paid_less',
  'planned_step',
  'taken_back',
  'back',
  'new',
  'paid_more',
  'once',
  'other_month',
] as const;
export type MemberPart = (typeof MEMBER_PARTS)[number];

/** The difference of some members, in ten-thousandths of a dollar, and the number of those whose pay differs. */
export interface PartSum {
  readonly amount: Money;
  readonly members: number;
}

/** The differences of a book's members by part. Parts without a difference are left out. */
export type MemberBridge = Readonly<Partial<Record<MemberPart, PartSum>>>;

/** A member's net pay in the baseline and in the period, in ten-thousandths of a dollar, and its row; null when the member has none. */
export interface MemberPay {
  readonly before: Money;
  readonly now: Money;
  readonly row: SplitRow | null;
}

type SplitRow = Pick<
  ComparedScores,
  | 'status'
  | 'counted'
  | 'flags'
  | 'signals'
  | 'commissionAmount'
  | 'prevCommissionAmount'
  | 'chargebackAmount'
  | 'comparedAmount'
>;

/** Returns the one part that a member's difference falls in. The first rule that fits decides. */
export function memberPart({ before, now, row }: MemberPay): MemberPart {
  // Members without a row were taken back from after they left, or had had only pay that comes once.
  if (row === null) return before < 0 ? 'taken_back' : 'once';
  const kind = changeKind(row);
  if (kind === null) return 'other_month';
  if (kind !== 'same' && kind !== 'paid_more') return kind;
  if (now > row.comparedAmount || row.signals.some(({ code }) => code === 'CATCH_UP_PAYMENT' || code === 'TRUE_UP')) {
    return 'once';
  }
  if (kind === 'paid_more') return kind;
  // The regular pay is the same, so the earlier month was special.
  if (before < 0) return 'taken_back';
  if (before === 0) return 'other_month';
  if (before === row.prevCommissionAmount) return 'other_month';
  return before < row.prevCommissionAmount ? 'taken_back' : 'once';
}

/** A member whose pay differs from the baseline, as it is stored. Amounts are net pay in ten-thousandths of a dollar. */
export interface PayDifference {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly profile: MemberProfile;
  readonly part: MemberPart;
  readonly before: Money;
  readonly now: Money;
  /** The first finding about the member; null without one. */
  readonly code: SignalCode | null;
  /** The event of the carrier that the difference is part of; null without one. */
  readonly event: CarrierEvent | null;
}

type KnownMember = Pick<PriorRow, 'memberRefId' | 'memberExternalId' | 'profile'>;

/** A member's pay with the row of the baseline, which names a member without a row of this period. */
interface ComparedPay extends MemberPay {
  readonly row: (SplitRow & KnownMember & Pick<ComparedScores, 'payEvent'>) | null;
  readonly prior: KnownMember | undefined;
}

interface PartedPay extends ComparedPay {
  readonly part: MemberPart;
}

interface BridgeSums {
  readonly add: (pay: ComparedPay) => void;
  readonly sums: () => MemberBridge;
  /** Returns the members that the sums are made of. The rows must have their signals. */
  readonly differences: (events: readonly CarrierEvent[]) => readonly PayDifference[];
}

/** Makes a summer of members' differences by part. Throws a RangeError for sums that are not exact. */
export function memberBridgeSums(): BridgeSums {
  const sums: Partial<Record<MemberPart, PartSum>> = {};
  const parted: PartedPay[] = [];
  return {
    add(pay) {
      const difference = addMoney(pay.now, -pay.before);
      if (difference === 0) return;
      const part = memberPart(pay);
      const { amount, members } = sums[part] ?? { amount: 0, members: 0 };
      sums[part] = { amount: addMoney(amount, difference), members: members + 1 };
      parted.push({ ...pay, part });
    },
    sums: () => sums,
    differences: (events) => parted.flatMap((pay) => differenceOf(pay, events)),
  };
}

function differenceOf({ row, prior, part, before, now }: PartedPay, events: readonly CarrierEvent[]): PayDifference[] {
  const member = row ?? prior;
  if (member === undefined) return [];
  const { memberRefId, memberExternalId, profile } = member;
  const code = row?.signals[0]?.code ?? null;
  const event = row === null ? null : (events.find((found) => isPartOf(found, row, part)) ?? null);
  return [{ memberRefId, memberExternalId, profile, part, before, now, code, event }];
}

/** Returns whether the event says why the member's pay differs. */
function isPartOf(
  { kind, scope, shared }: CarrierEvent,
  row: NonNullable<ComparedPay['row']>,
  part: MemberPart,
): boolean {
  switch (kind) {
    case 'pay_reduced':
      return (
        (part === 'paid_less' || part === 'planned_step') && row.payEvent !== null && isInScope(scope, row.profile)
      );
    case 'pay_increased':
      return part === 'paid_more' && row.payEvent !== null && isInScope(scope, row.profile);
    case 'members_left':
      return part === 'gone' && isInScope(scope, row.profile);
    case 'shared_finding':
      return (
        row.signals.some(({ code, event }) => code === shared?.code && event !== undefined) &&
        isInScope(scope, row.profile)
      );
  }
}

/** The net pay of one agent in a period, in ten-thousandths of a dollar. Id and name are null where the statement names no agent. */
export interface AgentNet {
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly net: Money;
}

type Agent = Omit<AgentNet, 'net'>;

/** Makes a summer of the net pay by agent, where id and name together identify an agent. Sums of zero are left out. */
export function agentPaySums(): {
  readonly add: (month: MemberMonth) => void;
  readonly sums: () => readonly AgentNet[];
} {
  const byAgent = new Map<string | null, Map<string | null, Money>>();
  function addLine(amount: Money, { agentId, agentName }: Agent): void {
    let byName = byAgent.get(agentId);
    if (byName === undefined) {
      byName = new Map();
      byAgent.set(agentId, byName);
    }
    byName.set(agentName, addMoney(byName.get(agentName) ?? 0, amount));
  }
  return {
    add({ records }) {
      for (const record of records) {
        for (const line of record.lines) if (line.amount !== 0) addLine(line.amount, agentOf(line, record));
      }
    },
    sums: () =>
      [...byAgent].flatMap(([agentId, byName]) =>
        [...byName].flatMap(([agentName, net]) => (net === 0 ? [] : [{ agentId, agentName, net }])),
      ),
  };
}

/** Returns the agent of a line: its policy's agent if the line names no agent, or this agent by the id or the name alone. */
function agentOf(line: ScorableLine, policy: PolicyRecord): Agent {
  if (line.agentId !== null) return line.agentId === policy.agentId ? policy : line;
  return line.agentName === null || line.agentName === policy.agentName ? policy : line;
}
