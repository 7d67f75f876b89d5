import type { FilesKnown, MonthState } from '../../core/month/month-state.ts';
import type { Period } from '../../core/period.ts';

/** A month of a book as it is shown. Dollars are rounded to cents. */

export interface ShownFigures {
  readonly memberCount: number;
  readonly red: number;
  /** paidGross less chargebacks. */
  readonly paidNet: number;
  readonly paidGross: number;
  readonly chargebacks: number;
  readonly commissionOwed: number;
}

/** A month of a book as it is stored. */
export interface MonthFacts {
  readonly period: Period;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  /** Files that count. */
  readonly received: number;
  /** Null when nothing says how many files the month has; `known` too. */
  readonly expected: number | null;
  readonly known: FilesKnown | null;
  /** The month waits for files. */
  readonly isOpen: boolean;
  /** Null unless the month is closed; `closedBy` too. */
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
  /** `known`: null when nothing says how many files the month has. */
  readonly files: {
    readonly received: number;
    readonly expected: number | null;
    readonly known: FilesKnown | null;
  };
  readonly detail: string;
  readonly current: ShownFigures;
  /** As they were when the month was closed; null unless it is closed. */
  readonly closed: (ShownFigures & { readonly closedAt: string; readonly closedBy: string }) | null;
  /** `current` less `closed`; null unless the month is closed. */
  readonly adjusted: ShownFigures | null;
}
