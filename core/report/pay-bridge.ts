import { z } from 'zod';
import { type Exact, exactFromMoney, exactToDollars, wholeCents } from '../money.ts';
import type { Period } from '../period.ts';
import { MEMBER_PARTS, type MemberBridge } from '../scoring/period-sums.ts';

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
