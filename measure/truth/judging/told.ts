import type { Period } from '../../../core/period.ts';
import type { FactKind } from './truth.ts';

/** The service's findings for a book, as they are after all statements. */

export interface ToldSignal {
  readonly code: string;
  readonly severity: string;
  readonly amount?: number | undefined;
  readonly detail: string;
}

/** One entry of a member's timeline. */
export interface ToldRow {
  readonly memberExternalId: string;
  readonly period: Period;
  readonly status: string;
  readonly flags: readonly string[];
  readonly signals: readonly ToldSignal[];
  readonly reason: string | null;
  readonly commissionAmount: number;
  readonly prevCommissionAmount: number;
  readonly commissionOwed: number;
}

/** The figures of a period in dollars. */
export interface ToldPeriod {
  readonly period: Period;
  readonly atRisk: number;
  readonly owed: number;
  readonly owedEstimated: boolean;
  /** The net sum of the period's lines. */
  readonly net: number;
  readonly takenBack: number;
}

export interface ToldYear {
  readonly year: number;
  readonly paidGross: number;
  readonly chargebacks: number;
  readonly paidNet: number;
}

export interface Told {
  readonly rows: readonly ToldRow[];
  readonly periods: readonly ToldPeriod[];
  readonly years: readonly ToldYear[];
  /** The dollars of certain and likely claims. */
  readonly recoverable: number;
  /** The format by which the statements were read: the shipped format, or an inferred one with its confidence. */
  readonly format: string;
  /** Sentences about files that the service refused. */
  readonly failures: readonly string[];
}

/** The name of a red row for a dropped member, used like a code. */
export const DROPPED = 'DROPPED';
/** The flags that are not findings, but report facts. */
export const CHARGEBACK = 'CHARGEBACK';

const TAKEN_BACK = ['wrong_chargeback', 'double_chargeback', 'unmatched_chargeback', 'rightful_chargeback'] as const;
const ENDED = ['lost', 'retroactive_end', 'rapid_disenrollment'] as const;

export const REAPPEARED = 'REAPPEARED';

/** The kinds of fact that each code reports. A code that is absent here reports no fact. */
export const KINDS_TOLD: Readonly<Record<string, readonly FactKind[]>> = {
  [DROPPED]: [...ENDED, ...TAKEN_BACK, 'unpaid', 'late_premium'],
  [CHARGEBACK]: ['rightful_chargeback'],
  [REAPPEARED]: ['reinstated'],
  COMMISSION_REDUCED: [...ENDED, ...TAKEN_BACK, 'unpaid', 'late_premium', 'underpaid', 'fewer_lives'],
  ZERO_COMMISSION: [...ENDED, ...TAKEN_BACK, 'unpaid', 'late_premium'],
  NEGATIVE_NET: [...ENDED, ...TAKEN_BACK, 'fewer_lives'],
  AGENT_CHANGED: ['agent_moved'],
  RATE_CHANGED: ['underpaid'],
  UNDERPAID: ['underpaid', 'unpaid', 'missed_months', 'wrong_chargeback'],
  ABOVE_CMS_MAX: ['duplicate_payment'],
  CATCH_UP_PAYMENT: ['catch_up'],
  MISSED_MONTHS: ['missed_months', 'unpaid'],
  TERMINATED: ENDED,
  RETRO_TERMINATION: ['retroactive_end', 'rapid_disenrollment'],
  RAPID_DISENROLLMENT: ['rapid_disenrollment'],
  DUPLICATE_PAYMENT: ['duplicate_payment'],
  CHARGEBACK_DUPLICATE: ['double_chargeback'],
  CHARGEBACK_UNMATCHED: ['unmatched_chargeback'],
  CHARGEBACK_EXCEEDS_PAID: ['double_chargeback', 'wrong_chargeback', 'unmatched_chargeback'],
  CHARGEBACK_ON_ACTIVE: ['wrong_chargeback', 'double_chargeback'],
  REINSTATED_NOT_REPAID: ['not_repaid'],
  TRUE_UP: ['true_up_paid'],
  TRUE_UP_MISSING: ['true_up_missing'],
};

/** Facts that only explain: a service that omits them misses no money. */
export const EXPLAINING: ReadonlySet<FactKind> = new Set([
  'late_premium',
  'catch_up',
  'rightful_chargeback',
  'fewer_lives',
  'reinstated',
  'true_up_paid',
]);

/** The codes that report a carrier's cut for all members, on any member's row, at any severity. */
export const CODES_OF_A_CUT: ReadonlySet<string> = new Set(['RATE_CHANGED', 'COMMISSION_REDUCED', 'UNDERPAID']);
