import { type FilesKnown, type MonthState, monthDetail, monthState } from '../../core/month/month-state.ts';
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

/** Composes a month as it is shown: its state, a sentence, and the difference to its closed figures. Dollars are rounded to cents. */
export function describeMonth(facts: MonthFacts): MonthRecord {
  const { period, carrierId, carrierName, workspaceId, received, expected, known, current, closedAt, closedBy } = facts;
  const state = monthState({ isOpen: facts.isOpen, isClosed: closedAt !== null });
  const isClosed = closedAt !== null && closedBy !== null;
  return {
    period,
    carrierId,
    carrierName,
    workspaceId,
    state,
    files: { received, expected, known },
    detail: monthDetail({ state, received, expected, adjustments: facts.adjustmentCount }),
    current,
    closed: isClosed ? { closedAt, closedBy, ...facts.closed } : null,
    adjusted: isClosed ? differenceOf(current, facts.closed) : null,
  };
}

/** Subtracts rounded figures, so that shown figures add up to the cent. */
function differenceOf(current: ShownFigures, closed: ShownFigures): ShownFigures {
  const cents = (after: number, before: number) => (Math.round(after * 100) - Math.round(before * 100)) / 100;
  return {
    memberCount: current.memberCount - closed.memberCount,
    red: current.red - closed.red,
    paidNet: cents(current.paidNet, closed.paidNet),
    paidGross: cents(current.paidGross, closed.paidGross),
    chargebacks: cents(current.chargebacks, closed.chargebacks),
    commissionOwed: cents(current.commissionOwed, closed.commissionOwed),
    commissionOwedEstimated:
      current.commissionOwedEstimated === null || closed.commissionOwedEstimated === null
        ? null
        : cents(current.commissionOwedEstimated, closed.commissionOwedEstimated),
  };
}
