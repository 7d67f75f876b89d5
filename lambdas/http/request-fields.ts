import { z } from '@hono/zod-openapi';
import { type Clock, recordId, recordIdOf, statementMonth, todayOf } from '../../app/platform/shared-fields.ts';
import { isStatementPeriod } from '../../core/period.ts';
import { integerText } from './request-input.ts';

/** The most ids that a query may name. */
const IDS_MAX = 100;

/** Ids in a query, with commas between them. One that does not exist finds nothing. */
export function recordIds(description: string) {
  return z
    .string()
    .min(1, 'must not be empty')
    .transform((text) => text.split(','))
    .refine((ids) => ids.length <= IDS_MAX, `must not be more than ${IDS_MAX} ids`)
    .transform((ids) => ids.map(recordIdOf))
    .openapi({ type: 'string', description: `${description} Ids with commas between them, at most ${IDS_MAX}.` });
}

/** Names in a query, with commas between them. */
export function namesOf<const Names extends readonly [string, ...string[]]>(names: Names, description: string) {
  const name = z.enum(names);
  return z
    .string()
    .min(1, 'must not be empty')
    .transform((text) => text.split(','))
    .pipe(z.array(name, `must be ${names.join(', ')}, with commas between them`))
    .openapi({
      type: 'string',
      description: `${description} With commas between them: ${names.join(', ')}.`,
      example: names[0],
    });
}

/** Filters by carrier and workspace; an unknown id is 404 (docs/reference/requests.md#ids). */
export const bookQuery = {
  carrierId: recordId('Only this carrier.').optional(),
  workspaceId: recordId('Only this workspace.').optional(),
};

/** A text to search for. */
export const searchText = (description: string) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(200, 'must not be longer than 200 characters')
    .optional()
    .openapi({ description });

/** Query fields of reports: a month, a year, a range of months. */

/** A year that contains a month that a statement may have. */
export function statementYear(clock: Clock, description: string) {
  return z
    .string()
    .regex(/^\d{4}$/, 'must be a year as YYYY')
    .transform(Number)
    .refine(
      (year) => isStatementPeriod(`${String(year).padStart(4, '0')}-01`, todayOf(clock)),
      'must be from 2000 to the current one',
    )
    .openapi({ type: 'integer', minimum: 2000, maximum: 9999, description });
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

/** The fields that name a month in texts of a query or a form: one field, or a year and a month (core/period.ts). */
export const namedMonth = (clock: Clock, description: string) => ({
  period: statementMonth(clock, description).optional(),
  periodYear: integerText({ min: 2000, max: 9999, description: 'With periodMonth: the same as period.' }).optional(),
  periodMonth: integerText({ min: 1, max: 12, description: 'With periodYear: the same as period.' }).optional(),
});
