import { z } from '@hono/zod-openapi';
import { type BookReports, reportAttrition, reportAttritionSeries } from '../../../app/reads/report-books.ts';
import { GRANULARITIES } from '../../../core/comparison/span.ts';
import { ATTRITION_MONTHS_DEFAULT, ATTRITION_MONTHS_MAX } from '../../../core/limits/report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';
import {
  ATTRITION_POINT_COLUMNS,
  attritionReport,
  attritionReportExample,
  attritionSeries,
  attritionSeriesExample,
  CARRIER_ATTRITION_COLUMNS,
} from '../schemas/attrition-schemas.ts';
import { bookQuery } from '../schemas/record-id.ts';
import { type Clock, statementMonth } from '../schemas/report-query.ts';
import { integerText } from '../text-fields.ts';

interface AttritionRouteDeps extends BookReports {
  readonly clock: Clock;
}

/** Reports on lost members: for one month, quarter or year, and month by month. */
export function attritionRoutes(deps: AttritionRouteDeps): readonly Route[] {
  return [getAttrition(deps), getAttritionSeries(deps)];
}

function getAttrition({ reports, clock }: AttritionRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/attrition',
    operationId: 'getAttrition',
    access: 'account:read',
    tag: 'Reports',
    summary: 'Members lost in a month, quarter or year',
    description: `Over all carriers, and for each. A quarter or year is the calendar's that holds the period: red adds up over its
months, members are those of a carrier's last month with data in it. CSV has a row for each carrier.`,
    request: {
      query: z.strictObject({
        period: statementMonth(clock, 'The month, or any month of the quarter or year.'),
        granularity: z.enum(GRANULARITIES).default('month').openapi({ description: 'What the period stands for.' }),
        ...bookQuery,
      }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'The rates.', schema: attritionReport, example: attritionReportExample } },
    csv: { columns: CARRIER_ATTRITION_COLUMNS, rows: ({ byCarrier }) => byCarrier },
  }).handle(async ({ query }, { account }) => {
    const report = await reportAttrition(reports, account.accountId, query);
    return isRefused(report) ? report : { status: 200, body: report };
  });
}

function getAttritionSeries({ reports }: AttritionRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/attrition-series',
    operationId: 'getAttritionSeries',
    access: 'account:read',
    tag: 'Reports',
    summary: 'Members lost, month by month',
    description: 'Up to the latest month with data, oldest first. A month without data has no point.',
    link: 'attritionSeries',
    request: {
      query: z.strictObject({
        months: integerText({ min: 1, max: ATTRITION_MONTHS_MAX, description: 'Calendar months.' })
          .default(ATTRITION_MONTHS_DEFAULT)
          .openapi({
            type: 'integer',
            minimum: 1,
            maximum: ATTRITION_MONTHS_MAX,
            default: ATTRITION_MONTHS_DEFAULT,
            description: 'Calendar months, back from the latest with data.',
          }),
        ...bookQuery,
      }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'The points.', schema: attritionSeries, example: attritionSeriesExample } },
    csv: { columns: ATTRITION_POINT_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => {
    const data = await reportAttritionSeries(reports, account.accountId, query);
    return isRefused(data) ? data : { status: 200, body: { data } };
  });
}
