import { addMoney, type Money } from '../money.ts';
import { changeKind } from './change-kind.ts';
import type { CarrierEvent } from './events/carrier-event.ts';
import { isInScope } from './events/event-groups.ts';
import type { MemberProfile } from './member-month.ts';
import type { ComparedScores, PriorRow } from './scored-row.ts';
import type { SignalCode } from './signal.ts';

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
