import type { Period } from '../../../core/period.ts';

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
