import { integerText } from '../text-fields.ts';
import { type Clock, statementMonth } from './report-query.ts';

/** The fields that name a month in texts of a query or a form: one field, or a year and a month (core/period.ts). */
export const namedMonth = (clock: Clock, description: string) => ({
  period: statementMonth(clock, description).optional(),
  periodYear: integerText({ min: 2000, max: 9999, description: 'With periodMonth: the same as period.' }).optional(),
  periodMonth: integerText({ min: 1, max: 12, description: 'With periodYear: the same as period.' }).optional(),
});
