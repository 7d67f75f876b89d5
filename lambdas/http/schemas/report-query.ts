import { z } from '@hono/zod-openapi';
import { isPeriod, isStatementPeriod } from '../../../core/period.ts';
import { integerText, periodText } from '../text-fields.ts';
import { bookQuery } from './record-id.ts';

/** Query fields of reports: a month, a year, a range of months. */

export type Clock = () => Date;

const today = (clock: Clock) => clock().toISOString().slice(0, 10);
const OUTSIDE = 'must be from 2000-01 to the month after the current one';

/** A month that a statement may have. */
export function statementMonth(clock: Clock, description: string) {
  // `periodText` has already reported text that is not a month.
  return periodText(description).refine((text) => !isPeriod(text) || isStatementPeriod(text, today(clock)), OUTSIDE);
}

/** A year that contains a month that a statement may have. */
export function statementYear(clock: Clock, description: string) {
  return z
    .string()
    .regex(/^\d{4}$/, 'must be a year as YYYY')
    .transform(Number)
    .refine(
      (year) => isStatementPeriod(`${String(year).padStart(4, '0')}-01`, today(clock)),
      'must be from 2000 to the current one',
    )
    .openapi({ type: 'integer', minimum: 2000, description });
}

type RangeDescriptions = { readonly from: string; readonly to: string };

/** The query of a report over a range of months. */
export function monthRangeQuery(clock: Clock, descriptions: RangeDescriptions) {
  return z.strictObject(monthRange(clock, descriptions)).refine(isRange, WRONG_WAY_ROUND);
}

/** The fields of `monthRangeQuery` for a report with further parameters: spread them into its query, which is then refined by `isRange`. */
export const monthRange = (clock: Clock, { from, to }: RangeDescriptions) => ({
  from: statementMonth(clock, from).optional(),
  to: statementMonth(clock, to).optional(),
  ...bookQuery,
});

export const isRange = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;

export const WRONG_WAY_ROUND = { path: ['from'], error: 'must not be later than to' };

/** The fields that name a month in texts of a query or a form: one field, or a year and a month (core/named-period.ts). */
export const namedMonth = (clock: Clock, description: string) => ({
  period: statementMonth(clock, description).optional(),
  periodYear: integerText({ min: 2000, max: 9999, description: 'With periodMonth: the same as period.' }).optional(),
  periodMonth: integerText({ min: 1, max: 12, description: 'With periodYear: the same as period.' }).optional(),
});
