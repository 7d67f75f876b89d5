import type { Exact, Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { ProductLine } from '../product-line.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import type { LineCadence } from './cadence.ts';
import type { FieldDelta } from './compare-profiles.ts';
import type { FindContractedStep } from './contracted-step.ts';
import type { PayExplanation } from './events/pay-explanation.ts';
import type { MemberHistory } from './member-history.ts';
import type { MemberProfile } from './member-month.ts';
import type { Signal } from './signal.ts';
import type { Tolerance } from './tolerance.ts';

/** The rows that scoring reads and makes, and what a period is scored with. */

export const MEMBER_STATUSES = ['green', 'yellow', 'red', 'new', 'reappeared'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];
export const FLAGS = [
  'NEW',
  'COMMISSION_CHANGED',
  'DATA_CHANGED',
  'DROPPED',
  'REAPPEARED',
  'REAPPEARED_WITH_DELTA',
  'CHARGEBACK',
] as const;
export type Flag = (typeof FLAGS)[number];

/** A member's latest scored row before this period, as far as scoring needs it. */
export interface PriorRow {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  /** Only red matters: of a member who isn't red the latest row is always the baseline's. */
  readonly status: MemberStatus | 'carried';
  readonly profile: MemberProfile;
  readonly firstSeenPeriod: Period;
  readonly lastPresentPeriod: Period;
  readonly lastPresentAmount: Money;
  /** Last day paid for, where a payment reached beyond its own period. */
  readonly paidThrough: string | null;
  readonly history: MemberHistory;
}

export interface ScoredRow {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly status: MemberStatus | 'carried';
  /**
   * False for a chargeback after the drop (docs/reference/scoring.md#chargeback-after-the-drop): shown, but in no
   * count.
   */
  readonly counted: boolean;
  readonly flags: readonly Flag[];
  readonly signals: readonly Signal[];
  readonly reason: string | null;
  readonly commissionAmount: Money;
  readonly prevCommissionAmount: Money;
  readonly comparedAgainstPeriod: Period | null;
  readonly expectedAmount: Exact | null;
  readonly commissionOwed: Exact | null;
  readonly owedEstimated: boolean;
  readonly chargebackAmount: Money;
  readonly profile: MemberProfile;
  readonly firstSeenPeriod: Period;
  readonly lastPresentPeriod: Period;
  readonly lastPresentAmount: Money;
  readonly paidThrough: string | null;
  readonly history: MemberHistory;
  readonly fileId: string;
  readonly deltas: readonly FieldDelta[];
}

/** A row with what its findings are made from and nobody stores. */
export interface ComparedScores extends ScoredRow {
  /** What of `commissionAmount` is compared with `prevCommissionAmount`: without what is paid once. */
  readonly comparedAmount: Money;
  /** Paid by lines that repeat another line and are no month's pay. */
  readonly repeatedAmount: Money;
  /** Why less was due than before, as a sentence; null when it was not. */
  readonly plannedStep: string | null;
  /** A change of the carrier's pay for many members that this one's change is a part of. */
  readonly payEvent: PayExplanation | null;
}

/** A row while it is scored. It is made once with every field in its place, because a book has tens of thousands. */
export type RowDraft = Draft<ComparedScores>;
export type Draft<T> = { -readonly [Field in keyof T]: T[Field] };

export interface ScoringContext {
  readonly period: Period;
  /** Null in the first period of a book: then nobody has anything to be compared with. */
  readonly baselinePeriod: Period | null;
  readonly tolerance: Tolerance;
  /** Where a member who is missing is missing from: the newest file of the period. */
  readonly newestFileId: string;
  readonly cadence: LineCadence;
  readonly kindOf: LineKindOf;
  /** What is paid ahead is the term of a policy; decides how sentences name it. */
  readonly isPolicyTerm: boolean;
  /** The carrier's; decides which findings are looked for. */
  readonly productLine: ProductLine | null;
  /** Tells a step down between contracted rates from a cut. */
  readonly contractedStep: FindContractedStep;
}
