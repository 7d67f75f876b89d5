import type { Owed } from '../expected.ts';
import type { MemberMonth } from '../member-month.ts';
import type { ComparedScores, PriorRow, ScoringContext } from '../scored-row.ts';
import type { YearOfPay } from '../year-of-pay.ts';

/** One member's period with everything a finding may be made from. */
export interface SignalCase {
  readonly context: ScoringContext;
  readonly prior: PriorRow | undefined;
  /** Undefined: absent. */
  readonly month: MemberMonth | undefined;
  readonly row: ComparedScores;
  /** Null where owed was not attempted. */
  readonly owed: Owed | null;
  /** Where the month belongs to a year that is paid at once. */
  readonly year: YearOfPay | null;
  /** Whether any rate holds for this carrier and period. */
  readonly hasRates: boolean;
}

/** The same for a member who has lines. */
export interface PresentCase extends SignalCase {
  readonly month: MemberMonth;
}

/** Tells apart without making a new object: it is asked of every row. */
export function isPresentCase(one: SignalCase): one is PresentCase {
  return one.month !== undefined;
}
