import { addMonths, type Period, periodMonth } from '../period.ts';

/** Months of one side of a comparison, or of a report, both ends included (docs/reference/members-and-comparisons.md#comparisons). */
export interface Span {
  readonly first: Period;
  readonly last: Period;
}

/** Lengths of a span. */
export const GRANULARITIES = ['month', 'quarter', 'year'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

const MONTHS: Readonly<Record<Granularity, number>> = { month: 1, quarter: 3, year: 12 };

/** Returns the calendar month, quarter or year that contains the period. */
export function spanOf(period: Period, granularity: Granularity): Span {
  const length = MONTHS[granularity];
  const first = addMonths(period, -((periodMonth(period) - 1) % length));
  return { first, last: addMonths(first, length - 1) };
}
