import { z } from 'zod';
import { type Exact, exactFromMoney, exactToDollars, wholeCents } from '../money.ts';
import type { Period } from '../period.ts';
import { MEMBER_PARTS, type MemberBridge } from '../scoring/period-sums.ts';
import type { SignalCode } from '../scoring/signal.ts';
import { fullMonthName } from '../wording.ts';
import { moneyColumn, named, type SheetCell, sheetOf, textColumn, type WorkbookSheet } from './workbook-sheet.ts';

/** Explains the difference between the pay of two months in parts that add up (docs/reference/reports.md#bridge). */

/** All parts: those of members, money without a member, months of an earlier release, and carriers with one of the two months. */
export const BRIDGE_PARTS = [...MEMBER_PARTS, 'no_member', 'not_split', 'carriers_added', 'carriers_missing'] as const;
export type BridgePart = (typeof BRIDGE_PARTS)[number];

/** The pay of one book in one of the two months of a bridge. */
export interface BookPay {
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  /** Net pay of members. */
  readonly ofMembers: Exact;
  /** Net of the money without a member. */
  readonly withoutMember: Exact;
  /** Null for a month that an earlier release scored, and in the first month of a book. */
  readonly bridge: MemberBridge | null;
}

/** A part in dollars. */
const bridgeStep = z
  .object({
    part: z.enum(BRIDGE_PARTS),
    amount: z.number().describe('What the part adds to the pay; negative when it lowers it.'),
    count: z
      .int()
      .nullable()
      .describe(
        'Members whose pay differs; carriers for carriers_added and carriers_missing; null where none are counted.',
      ),
  })
  .meta({ id: 'BridgeStep' });

/** Two months in dollars. The steps are whole cents that add up from `before` to `now`. */
export const bridgeOfPay = z
  .object({
    before: z.number().describe('paidNet of the earlier month.'),
    now: z.number().describe('paidNet of the month: before plus the amounts of all steps, to the cent.'),
    steps: z.array(bridgeStep).readonly().describe('Every part once, always in the same order.'),
    likeForLike: z.number().describe('The difference of the carriers that have both months.'),
  })
  .meta({ id: 'PayBridge' });
export type PayBridge = Readonly<z.output<typeof bridgeOfPay>>;

interface StepSum {
  amount: Exact;
  count: number;
}

/** Makes the bridge between the pay of two months of the same books. `pays` has at most one element for each book and month. */
export function payBridge(
  pays: readonly BookPay[],
  { period, previousPeriod }: { readonly period: Period; readonly previousPeriod: Period },
): PayBridge {
  const sums = new Map<BridgePart, StepSum>();
  const add = (part: BridgePart, amount: Exact, count: number) => {
    const sum = sums.get(part) ?? { amount: 0n, count: 0 };
    sums.set(part, { amount: sum.amount + amount, count: sum.count + count });
  };
  for (const { before, now } of pairs(pays, { period, previousPeriod })) addBook(add, { before, now });
  const start = netOf(pays.filter((pay) => pay.period === previousPeriod));
  let reached = start;
  const steps = BRIDGE_PARTS.map((part) => {
    const { amount, count } = sums.get(part) ?? { amount: 0n, count: 0 };
    // Rounding the running sum instead of the part keeps the sum of all parts right to the cent.
    const from = wholeCents(reached);
    reached += amount;
    const isCounted = part !== 'no_member' && part !== 'not_split';
    return { part, amount: exactToDollars(wholeCents(reached) - from), count: isCounted ? count : null };
  });
  const apart = sumOf(sums, 'carriers_added') + sumOf(sums, 'carriers_missing');
  return {
    before: exactToDollars(start),
    now: exactToDollars(reached),
    steps,
    likeForLike: exactToDollars(reached - start - apart),
  };
}

const sumOf = (sums: ReadonlyMap<BridgePart, StepSum>, part: BridgePart): Exact => sums.get(part)?.amount ?? 0n;

const netOf = (pays: readonly BookPay[]): Exact =>
  pays.reduce((sum, { ofMembers, withoutMember }) => sum + ofMembers + withoutMember, 0n);

interface Pair {
  readonly before: BookPay | undefined;
  readonly now: BookPay | undefined;
}

/** Joins the two months of each book. */
function pairs(
  pays: readonly BookPay[],
  { period, previousPeriod }: { readonly period: Period; readonly previousPeriod: Period },
): readonly Pair[] {
  const books = Map.groupBy(pays, ({ workspaceId, carrierId }) => `${workspaceId} ${carrierId}`);
  return [...books.values()].map((months) => ({
    before: months.find((pay) => pay.period === previousPeriod),
    now: months.find((pay) => pay.period === period),
  }));
}

function addBook(add: (part: BridgePart, amount: Exact, count: number) => void, { before, now }: Pair): void {
  if (before === undefined) {
    if (now !== undefined) add('carriers_added', netOf([now]), 1);
    return;
  }
  if (now === undefined) {
    add('carriers_missing', -netOf([before]), 1);
    return;
  }
  add('no_member', now.withoutMember - before.withoutMember, 0);
  if (now.bridge === null || now.baselinePeriod !== before.period) {
    add('not_split', now.ofMembers - before.ofMembers, 0);
    return;
  }
  let split = 0n;
  for (const part of MEMBER_PARTS) {
    const sum = now.bridge[part];
    if (sum === undefined) continue;
    const amount = exactFromMoney(sum.amount);
    split += amount;
    add(part, amount, sum.members);
  }
  // Not zero only while a rescore of the two months is under way.
  add('not_split', now.ofMembers - before.ofMembers - split, 0);
}

/** Words of the list behind the bridge, and its workbook for people (docs/reference/reports.md#pay-changes). */

/** The words of each part, as the screens have them. */
const PART_TITLES: Readonly<Record<BridgePart, string>> = {
  gone: 'Gone',
  paid_less: 'Paid less',
  planned_step: 'Planned step',
  taken_back: 'Taken back',
  back: 'Back',
  new: 'New',
  paid_more: 'Paid more',
  once: 'Paid once',
  other_month: 'Due in another month',
  no_member: 'Without a member',
  not_split: 'Not explained',
  carriers_added: 'First statement',
  carriers_missing: 'Not here yet',
};

/** Short words for a finding, by which the list is grouped. */
const REASON_TITLES: Readonly<Record<SignalCode, string>> = {
  COMMISSION_INCREASED: 'More pay',
  COMMISSION_REDUCED: 'Less pay without a reason on the statement',
  ZERO_COMMISSION: 'On the statement with nothing',
  NEGATIVE_NET: 'More taken back than paid',
  PLAN_CHANGED: 'Another plan',
  POLICY_CHANGED: 'Another policy',
  PREMIUM_CHANGED: 'Another premium',
  AGENT_CHANGED: 'Another agent',
  RATE_CHANGED: 'Another rate',
  UNDERPAID: 'Less than the rate says',
  OVERPAID: 'More than the rate says',
  RATE_MISSING: 'No rate known',
  ABOVE_CMS_MAX: 'Above the Medicare maximum',
  PAID_AHEAD: 'Paid for months ahead',
  CATCH_UP_PAYMENT: 'Earlier months were paid',
  MISSED_MONTHS: 'Months were missed',
  TERMINATED: 'The coverage ended',
  RETRO_TERMINATION: 'The coverage ended earlier',
  RAPID_DISENROLLMENT: 'Left within the first months',
  DUPLICATE_PAYMENT: 'Paid twice',
  CHARGEBACK_DUPLICATE: 'Taken back twice',
  CHARGEBACK_UNMATCHED: 'Taken back without a payment',
  CHARGEBACK_EXCEEDS_PAID: 'More taken back than was paid',
  CHARGEBACK_ON_ACTIVE: 'Taken back for months in force',
  REINSTATED_NOT_REPAID: 'Back, and not repaid',
  TRUE_UP: 'A true-up was paid',
  TRUE_UP_MISSING: 'A true-up is missing',
};

/** Returns the words of a reason: those of the first finding, and without one those of the part. */
export const reasonTitle = (code: SignalCode | null, part: BridgePart): string =>
  code === null ? PART_TITLES[part] : REASON_TITLES[code];

/** Sentences for members whose row has none, because nothing about their regular pay changed. */
const PLAIN_REASONS: Readonly<Partial<Record<BridgePart, readonly [less: string, more: string]>>> = {
  once: ['The month before had pay that comes once.', 'Pay that comes once.'],
  other_month: ['The month before paid for other months.', 'The month before was paid in another month.'],
  taken_back: ['More was taken back than in the month before.', 'Less was taken back than in the month before.'],
  no_member: ['The statement has less money without a member.', 'The statement has more money without a member.'],
  carriers_added: [
    'The carrier has no statement of the month before.',
    'The carrier has no statement of the month before.',
  ],
  carriers_missing: ['The statement of the month is not here yet.', 'The statement of the month is not here yet.'],
};

/** Returns the sentence of a row: its own, or a plain one for its part. */
export function reasonOfChange(reason: string | null, part: BridgePart, difference: number): string | null {
  return reason ?? PLAIN_REASONS[part]?.[difference < 0 ? 0 : 1] ?? null;
}

/** A row as the list shows it. Amounts are dollars. */
interface ListedPayChange {
  readonly memberName: string | null;
  readonly memberExternalId: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly carrierName: string;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly part: BridgePart;
  readonly before: number;
  readonly now: number;
  readonly difference: number;
  readonly reason: string | null;
  readonly group: string | null;
  readonly period: string;
}

const COLUMNS = [
  named('what', textColumn('What', 14)),
  named('memberName', textColumn('Person', 24)),
  named('carrierName', textColumn('Carrier', 24)),
  named('agent', textColumn('Agent', 20)),
  named('before', moneyColumn('Before', 13)),
  named('now', moneyColumn('Now', 13)),
  named('difference', moneyColumn('Difference', 13)),
  named('reason', textColumn('Why', 70)),
  named('group', textColumn('Group', 24)),
  named('policyNumber', textColumn('Policy', 18)),
  named('memberExternalId', textColumn('Member number', 18)),
  named('planName', textColumn('Plan', 24)),
  named('month', textColumn('Month', 16)),
];

function cells(change: ListedPayChange): Readonly<Record<(typeof COLUMNS)[number]['name'], SheetCell>> {
  const { agentId, agentName, part, period, ...shown } = change;
  return { ...shown, agent: agentName ?? agentId, what: PART_TITLES[part], month: fullMonthName(period) };
}

/** Returns the sheet of the list, in the order of the rows. `owner` is the agency, whose name is printed. */
export function payChangeSheets(
  batches: AsyncIterable<readonly ListedPayChange[]>,
  owner: string,
): readonly WorkbookSheet[] {
  return [{ ...sheetOf('Changes', COLUMNS, { batches, cells }), owner }];
}
