import { addMoney, type Money } from '../money.ts';
import { changeKind } from './change-kind.ts';
import type { ComparedScores } from './scored-row.ts';

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

/** Makes a summer of members' differences by part. Throws a RangeError for sums that are not exact. */
export function memberBridgeSums(): { readonly add: (pay: MemberPay) => void; readonly sums: () => MemberBridge } {
  const sums: Partial<Record<MemberPart, PartSum>> = {};
  return {
    add(pay) {
      const difference = addMoney(pay.now, -pay.before);
      if (difference === 0) return;
      const part = memberPart(pay);
      const { amount, members } = sums[part] ?? { amount: 0, members: 0 };
      sums[part] = { amount: addMoney(amount, difference), members: members + 1 };
    },
    sums: () => sums,
  };
}
