import type { Owed, RateTable } from '../expected.ts';
import type { MemberMonth } from '../member-month.ts';
import type { ComparedScores, PriorRow, ScoringContext } from '../scored-row.ts';
import type { YearOfPay } from '../year-of-pay.ts';

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
