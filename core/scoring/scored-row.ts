import type { ProductLine } from '../catalogue/shared-carrier.ts';
import { foldText } from '../folded-text.ts';
import { type Exact, type Money, moneyToDecimal } from '../money.ts';
import type { MonthSpan, Period } from '../period.ts';
import { COLUMN_FIELDS } from '../statement/config.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { normaliseId } from '../statement/member-key.ts';
import type { IsUnpaidMonth, LineCadence } from './cadence.ts';
import type { FindContractedStep, Owed, RateTable } from './expected.ts';
import type { RecordOfAgent } from './gone-parts.ts';
import type { MemberHistory } from './member-history.ts';
import { type MemberMonth, type MemberProfile, TRACKED_TEXTS } from './member-month.ts';
import type { IsBetweenPayments } from './payment-interval.ts';
import type { Signal } from './signal.ts';
import type { Tolerance } from './tolerance.ts';
import type { UsualPay } from './usual-pay.ts';
import type { FindUsualTrueUp, YearOfPay } from './year-of-pay.ts';

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

/** A member's latest scored row before this period, with the fields that scoring needs. */
export interface PriorRow {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  /** Red after a drop. Otherwise the member was present or carried in the baseline, or was only ever paid once. */
  readonly status: MemberStatus | 'carried';
  readonly profile: MemberProfile;
  readonly firstSeenPeriod: Period;
  readonly lastPresentPeriod: Period;
  readonly lastPresentAmount: Money;
  /** Net of the member's lines in the row's period. */
  readonly commissionAmount: Money;
  /** Last paid day, if a payment reached beyond its own period. */
  readonly paidThrough: string | null;
  readonly history: MemberHistory;
}

/** The result for one member in one period, as it is stored. Amounts are in ten-thousandths of a dollar, exact ones in ten-billionths. */
export interface ScoredRow {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly status: MemberStatus | 'carried';
  /** False for a chargeback after the drop (docs/reference/scoring.md#chargeback-after-the-drop), which is shown but not counted. */
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

/** Clauses that explain a member's changed rate and changed amount by a carrier event; null where no event explains the change. */
export interface PayExplanation {
  readonly rate: string | null;
  readonly amount: string | null;
}

/** The pay of a member who is paid as before, if a raise of nearly all others had reached it, and a clause about this raise. */
export interface RaiseOfOthers {
  readonly amount: Money;
  readonly clause: string;
}

/** A scored row with values that are needed only while its signals and reason are made. They are not stored. */
export interface ComparedScores extends ScoredRow {
  /** The part of `commissionAmount` that is compared with `prevCommissionAmount`: all but one-off pay. */
  readonly comparedAmount: Money;
  /** Pay of lines that repeat another line, if it counts as a double payment. */
  readonly repeatedAmount: Money;
  /** The part of the earned pay that this statement withholds to repay an advance (core/scoring/regular-pay.ts). */
  readonly recoveredAmount: Money;
  /** The reason why less was due than before, as a sentence; null when nothing less was due. */
  readonly plannedStep: string | null;
  /** Clauses that explain this member's change by a change that the carrier made for many members; null without such a change. */
  readonly payEvent: PayExplanation | null;
  /** A raise of nearly all others that left this member out; null without one. */
  readonly raiseOfOthers: RaiseOfOthers | null;
}

/** A row while it is scored. It is made once with every field, because a book has tens of thousands of rows. */
export type RowDraft = Draft<ComparedScores>;
export type Draft<T> = { -readonly [Field in keyof T]: T[Field] };

/** The facts about a book and a period that are the same for all of its members. */
export interface ScoringContext {
  readonly period: Period;
  /** Null in the first period of a book, where no member has an earlier amount. */
  readonly baselinePeriod: Period | null;
  /** The earliest period of the book with data. What was paid before it is unknown. */
  readonly firstPeriod: Period;
  readonly tolerance: Tolerance;
  /** The newest file of the period, which is shown for members who are missing from it. */
  readonly newestFileId: string;
  readonly cadence: LineCadence;
  readonly kindOf: LineKindOf;
  /** Returns whether the carrier pays a member nothing for a month, by its contract or as learned from the book. */
  readonly isUnpaidMonth: IsUnpaidMonth;
  /** True when payments are for the term of a policy; this also changes the sentences. */
  readonly isPolicyTerm: boolean;
  /** The months by which the carrier's payments follow the month that they are for. */
  readonly paymentLag: number;
  /** The months whose statement never came, if this statement pays them for most members; null otherwise. */
  readonly skipped: MonthSpan | null;
  /** Ids of members whose amount is 0 because the earned pay repays an advance (core/scoring/repaid-advance.ts). */
  readonly recovering: ReadonlySet<string>;
  /** Ids of employer groups whose rate falls by the carrier's scale of the year's premium (core/scoring/statement-rate.ts). */
  readonly onScale: ReadonlySet<string>;
  /** The numbers of paydays in a month, by the week or the fortnight, that differ from the month before. */
  readonly paydays: ReadonlySet<number>;
  /** The carrier's product line, which determines which signals apply. */
  readonly productLine: ProductLine | null;
  /** Finds a step down between contracted rates, which is no cut. */
  readonly contractedStep: FindContractedStep;
  /** The pay of comparable members of the book. */
  readonly usual: UsualPay;
  /** Returns whether an absent member is between two payments, by the habit of the carrier. */
  readonly isBetweenPayments: IsBetweenPayments;
  readonly usualTrueUp: FindUsualTrueUp;
  /** Finds the record of an agent; absent where the agency has none. */
  readonly recordOfAgent?: RecordOfAgent;
}

/** The kind of a change: a field got its first value, lost its value, or has another value. */
export type ChangeType = 'added' | 'removed' | 'modified';

/** A changed field of a member. Values are text: money and numbers as plain decimals, dates in ISO form. */
export interface FieldDelta {
  readonly field: string;
  readonly prevValue: string | null;
  readonly currValue: string | null;
  readonly changeType: ChangeType;
}

const COMMISSION_FIELD = 'commission_amount';

/** Fields whose values are numbers in every reply; all others are text. */
export const NUMBER_FIELDS: ReadonlySet<string> = new Set([COMMISSION_FIELD, 'premium_amount', 'lives']);

/** Nearly every member has no deltas, so one list is shared. */
const NO_DELTAS: readonly FieldDelta[] = [];

/**
 * Returns the tracked fields, other than the commission, that changed (docs/reference/scoring.md#deltas). Texts are compared without case
 * and extra white space, policy numbers as ids, and money in cents.
 */
export function compareProfiles(prev: MemberProfile, curr: MemberProfile): readonly FieldDelta[] {
  const deltas: FieldDelta[] = [];
  if (!isSameMoney(prev.premium, curr.premium)) {
    deltas.push(fieldDelta('premium_amount', moneyText(prev.premium), moneyText(curr.premium)));
  }
  if (prev.lives !== curr.lives)
    deltas.push(fieldDelta('lives', hundredthsText(prev.lives), hundredthsText(curr.lives)));
  for (const field of TRACKED_TEXTS) {
    const key = COLUMN_FIELDS[field];
    const before = prev[key];
    const now = curr[key];
    if (before === now) continue;
    // Two spellings of one policy have one policyRefId, so they are no change of policy.
    const fold = key === 'policyNumber' ? normaliseId : foldText;
    if (foldOptional(before, fold) !== foldOptional(now, fold)) deltas.push(fieldDelta(field, before, now));
  }
  return deltas.length === 0 ? NO_DELTAS : deltas;
}

/** Returns the delta of the commission; empty if both amounts round to the same cent. Null is the amount of a month without the member. */
export function compareCommission(prev: Money | null, curr: Money | null): readonly FieldDelta[] {
  return isSameMoney(prev, curr) ? NO_DELTAS : [fieldDelta(COMMISSION_FIELD, moneyText(prev), moneyText(curr))];
}

function fieldDelta(field: string, prevValue: string | null, currValue: string | null): FieldDelta {
  const changeType = prevValue === null ? 'added' : currValue === null ? 'removed' : 'modified';
  return { field, prevValue, currValue, changeType };
}

function foldOptional(text: string | null, fold: (text: string) => string): string | null {
  return text === null ? null : fold(text);
}

function isSameMoney(a: Money | null, b: Money | null): boolean {
  return a === b || roundToCents(a) === roundToCents(b);
}

function roundToCents(amount: Money | null): number | null {
  if (amount === null) return null;
  const cents = Math.floor((Math.abs(amount) + 50) / 100);
  return amount < 0 && cents !== 0 ? -cents : cents;
}

/** Formats an amount with two decimals, or with up to four if the statement has more. */
function moneyText(amount: Money | null): string | null {
  return amount === null ? null : moneyToDecimal(amount).replace(/0{1,2}$/, '');
}

function hundredthsText(value: number | null): string | null {
  return value === null ? null : String(value / 100);
}

/** The input of all signals: one member in one period. */
export interface SignalCase {
  readonly context: ScoringContext;
  readonly prior: PriorRow | undefined;
  /** Undefined for an absent member. */
  readonly month: MemberMonth | undefined;
  readonly row: ComparedScores;
  /** Null when owed was not attempted. */
  readonly owed: Owed | null;
  /** The Medicare calendar year that is paid at once and contains the month; null when the month is paid as a month. */
  readonly year: YearOfPay | null;
  /** The number of rates that hold for this carrier and period, and the period that estimated ones were made from. */
  readonly rates: Pick<RateTable, 'rateCount' | 'estimatedFrom'>;
}

/** A case of a member with lines. */
export interface PresentCase extends SignalCase {
  readonly month: MemberMonth;
}

/** Returns whether the member has lines this period. */
export function isPresentCase(signalCase: SignalCase): signalCase is PresentCase {
  return signalCase.month !== undefined;
}
