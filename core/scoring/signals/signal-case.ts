import type { Owed, RateTable } from '../expected.ts';
import type { MemberMonth } from '../member-month.ts';
import type { ComparedScores, PriorRow, ScoringContext } from '../scored-row.ts';
import type { YearOfPay } from '../year-of-pay.ts';

/** One member's period, with everything that signals are made from. */
export interface SignalCase {
  readonly context: ScoringContext;
  readonly prior: PriorRow | undefined;
  /** Undefined for an absent member. */
  readonly month: MemberMonth | undefined;
  readonly row: ComparedScores;
  /** Null when owed was not attempted. */
  readonly owed: Owed | null;
  /** Set when the month belongs to a year that is paid at once. */
  readonly year: YearOfPay | null;
  /** The number of rates that hold for this carrier and period, and the period that estimated ones were made from. */
  readonly rates: Pick<RateTable, 'rateCount' | 'estimatedFrom'>;
}

/** A case of a member with lines. */
export interface PresentCase extends SignalCase {
  readonly month: MemberMonth;
}

/** Narrows the type without making a new object, because it is called for every row. */
export function isPresentCase(signalCase: SignalCase): signalCase is PresentCase {
  return signalCase.month !== undefined;
}
