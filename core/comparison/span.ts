import { addMonths, type Period, periodMonth } from '../period.ts';

/** Months of one side of a comparison, both ends included (docs/reference/members-and-comparisons.md#comparisons). */
export interface Span {
  readonly first: Period;
  readonly last: Period;
}

export type Granularity = 'month' | 'quarter' | 'year';

const MONTHS: Readonly<Record<Granularity, number>> = { month: 1, quarter: 3, year: 12 };

/** Returns the calendar month, quarter or year that contains the period. */
export function spanOf(period: Period, granularity: Granularity): Span {
  const length = MONTHS[granularity];
  const first = addMonths(period, -((periodMonth(period) - 1) % length));
  return { first, last: addMonths(first, length - 1) };
}
