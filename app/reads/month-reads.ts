import type { FilesKnown, MonthState } from '../../core/month/month-state.ts';
import type { Period } from '../../core/period.ts';

/** The figures of a month of a book as they are shown. Amounts are in dollars, rounded to cents. */

export interface ShownFigures {
  readonly memberCount: number;
  readonly red: number;
  /** paidGross minus chargebacks. */
  readonly paidNet: number;
  readonly paidGross: number;
  readonly chargebacks: number;
  readonly commissionOwed: number;
  /** The part of `commissionOwed` that rests on an estimated rate. Null for a month that was closed before this part was recorded. */
  readonly commissionOwedEstimated: number | null;
}

/** A month of a book as it is stored. */
export interface MonthFacts {
  readonly period: Period;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  /** Number of active files. */
  readonly received: number;
  /** The number of files that the month should have. Null, like `known`, when that number is not known. */
  readonly expected: number | null;
  readonly known: FilesKnown | null;
  /** True while the month waits for files. */
  readonly isOpen: boolean;
  /** Null, like `closedBy`, unless the month is closed. */
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  readonly adjustmentCount: number;
  readonly current: ShownFigures;
  /** All zero unless the month is closed. */
  readonly closed: ShownFigures;
}

export interface MonthRecord {
  readonly period: Period;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  readonly state: MonthState;
  /** `known`: null when the number of files of the month is not known. */
  readonly files: {
    readonly received: number;
    readonly expected: number | null;
    readonly known: FilesKnown | null;
  };
  readonly detail: string;
  readonly current: ShownFigures;
  /** The figures at the time of closing; null unless the month is closed. */
  readonly closed: (ShownFigures & { readonly closedAt: string; readonly closedBy: string }) | null;
  /** `current` minus `closed`; null unless the month is closed. */
  readonly adjusted: ShownFigures | null;
}
