import type { Period } from '../../../core/period.ts';

/** The true facts of a book, written by the generator of its statements. No rule of the service is used here. */

export const FACT_KINDS = [
  'lost',
  'unpaid',
  'late_premium',
  'underpaid',
  'wrong_chargeback',
  'double_chargeback',
  'unmatched_chargeback',
  'rightful_chargeback',
  'not_repaid',
  'duplicate_payment',
  'missed_months',
  'catch_up',
  'true_up_paid',
  'true_up_missing',
  'agent_moved',
  'rate_cut_for_all',
  'rapid_disenrollment',
  'retroactive_end',
  'fewer_lives',
  'reinstated',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** One fact about one member in one period. A fact of the whole carrier has no member. */
export interface Fact {
  /** An index into the people of the book, so that a second id after a new layout is the same member. */
  readonly member: number | null;
  readonly period: Period;
  readonly kind: FactKind;
}

/** A reason why nothing is wrong although a row looks odd or is absent. */
export type StateKind =
  | 'nothing_due'
  | 'late_premium'
  | 'as_earned'
  | 'planned_step'
  | 'rate_cut_for_all'
  | 'bonus'
  | 'plan_moved';

export interface State {
  readonly member: number;
  readonly period: Period;
  readonly kind: StateKind;
}

/** A range of cents. `must` is certain; by its specification the service may show up to `may`. */
export interface Range {
  readonly must: number;
  readonly may: number;
}

export interface PeriodTruth {
  readonly period: Period;
  readonly atRisk: Range;
  readonly owed: Range;
  /** The sum of lines above zero. */
  readonly paidCents: number;
  /** The sum of lines below zero, as a positive amount. */
  readonly takenBackCents: number;
}

export interface Truth {
  /** The ids of each member, as the service shows them. */
  readonly ids: readonly (readonly string[])[];
  readonly facts: readonly Fact[];
  readonly states: readonly State[];
  readonly periods: readonly PeriodTruth[];
  /** The sum of all claims in cents. Each claim counts once. */
  readonly recoverable: Range;
}

/** One file as the agency receives it. */
export interface Delivery {
  readonly period: Period;
  readonly fileName: string;
  readonly mode: 'ingest' | 'append' | 'replace';
  readonly bytes: Uint8Array;
  /** The net sum of the file's lines. */
  readonly netCents: number;
}

export interface ContractedRate {
  readonly rateType: 'flat_per_member' | 'percent_of_premium';
  readonly rateValue: number;
}

export type BookCarrier =
  | {
      readonly slug: string;
      /** The carrier that the agency chooses from this month on, because the catalogue gives the new layout that name. */
      readonly later?: { readonly from: Period; readonly slug: string };
    }
  | {
      readonly name: string;
      readonly productLine: 'medicare' | 'major_medical' | 'med_supp' | 'ancillary' | 'group' | null;
      /** The columns as a person would correct them, for cases in which the inferred format is uncertain. */
      readonly columnsByHand: Readonly<Record<string, string>>;
      /** The columns of `columnsByHand` under the names of a later layout. */
      readonly columnsLater?: { readonly from: Period; readonly columns: Readonly<Record<string, string>> };
    };

export interface TruthBook {
  readonly name: string;
  readonly seed: number;
  readonly carrier: BookCarrier;
  readonly contractedRates: readonly ContractedRate[];
  readonly deliveries: readonly Delivery[];
  readonly truth: Truth;
}
