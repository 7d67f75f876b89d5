import { z } from '@hono/zod-openapi';
import { type Clock, statementMonth } from '../../../app/platform/shared-fields.ts';
import {
  type BookReports,
  reportAttrition,
  reportAttritionSeries,
  reportCumulative,
  reportDataQuality,
  reportScorecards,
  reportTax1099,
  reportYear,
  YEAR_ROW_COLUMNS,
  type YearReports,
  yearReport,
} from '../../../app/reads/report-books.ts';
import { home, reportHome } from '../../../app/reads/report-home.ts';
import {
  ATTRITION_POINT_COLUMNS,
  attritionReport,
  attritionSeries,
  CARRIER_ATTRITION_COLUMNS,
  CARRIER_QUALITY_COLUMNS,
  CARRIER_YEAR_COLUMNS,
  CUMULATIVE_PERIOD_COLUMNS,
  cumulativeReport,
  dataQualityReport,
  SCORECARD_COLUMNS,
  scorecardReport,
  tax1099Report,
} from '../../../app/reads/report-records.ts';
import {
  AGENT_ROLLUP_COLUMNS,
  CARRIER_ROLLUP_COLUMNS,
  type RollupReports,
  reportRollup,
  rollupReport,
} from '../../../app/reads/report-rollup.ts';
import { GRANULARITIES } from '../../../core/comparison/compare-member.ts';
import { ATTRITION_MONTHS_DEFAULT, ATTRITION_MONTHS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { yearSheets } from '../../../core/report/list-workbooks.ts';
import { YEAR_GROUPS } from '../../../core/report/year.ts';
import { sheetsWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { bookQuery, isRange, monthRange, monthRangeQuery, statementYear, WRONG_WAY_ROUND } from '../request-fields.ts';
import { integerText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

export interface ReportRouteDeps extends BookReports, RollupReports, YearReports {
  readonly clock: Clock;
  readonly writeWorkbook: WriteWorkbook;
}

const groupByAgent = z.enum(['agent']).optional().openapi({
  description: 'Adds byAgent. CSV then has a row for each agent.',
});

/** Reports over months, made from rollups and from the sums of money without a member. */
export function reportRoutes(deps: ReportRouteDeps): readonly Route[] {
  return [getRollup(deps), getCumulative(deps), getYear(deps), ...attritionRoutes(deps), ...carrierReportRoutes(deps)];
}

function getRollup({ rollups, clock }: ReportRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/rollup',
    operationId: 'getRollup',
    access: 'account:read',
    tag: 'Reports',
    summary: 'Totals of a period',
    description:
      'Over all carriers, and for each; workspaces of one carrier add up. With groupBy=agent also what each agent was paid. CSV has a row for each carrier, or for each agent.',
    link: 'rollup',
    request: {
      query: z.strictObject({
        period: statementMonth(clock, 'Default: the latest period with data.').optional(),
        groupBy: groupByAgent,
        ...bookQuery,
      }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'The totals.', schema: rollupReport } },
    csv: {
      columns: ({ byAgent }) => (byAgent === undefined ? CARRIER_ROLLUP_COLUMNS : AGENT_ROLLUP_COLUMNS),
      rows: ({ byCarrier, byAgent }) => byAgent ?? byCarrier,
    },
  }).handle(async ({ query }, { account }) => {
    const report = await reportRollup(rollups, account.accountId, query);
    return isRefused(report) ? report : { status: 200, body: report };
  });
}

function getCumulative({ reports, clock }: ReportRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/cumulative',
    operationId: 'getCumulative',
    access: 'account:read',
    tag: 'Reports',
    summary: 'Totals over a range of months',
    description:
      'In all, by month and by carrier; a month without data is left out. With groupBy=agent also what each agent was paid. CSV has a row for each month, or for each agent.',
    link: 'cumulative',
    request: {
      query: z
        .strictObject({
          ...monthRange(clock, {
            from: 'First month, counted. Default: the first with data.',
            to: 'Last month, counted. Default: the last with data.',
          }),
          groupBy: groupByAgent,
        })
        .refine(isRange, WRONG_WAY_ROUND),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'The totals.', schema: cumulativeReport } },
    csv: {
      columns: ({ byAgent }) => (byAgent === undefined ? CUMULATIVE_PERIOD_COLUMNS : AGENT_ROLLUP_COLUMNS),
      rows: ({ byPeriod, byAgent }) => byAgent ?? byPeriod,
    },
  }).handle(async ({ query }, { account }) => {
    const report = await reportCumulative(reports, account.accountId, query);
    return isRefused(report) ? report : { status: 200, body: report };
  });
}

function getYear({ years, clock, writeWorkbook }: ReportRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/year',
    operationId: 'getYearReport',
    access: 'account:read',
    tag: 'Reports',
    summary: 'A year beside the year before',
    description: `Pay up to the year's latest month beside the same months of the year before, how many members stayed, and the renewals to
come: in all and by carrier, agent, line of business or employer group. CSV and XLSX have a row for each group.`,
    request: {
      query: z.strictObject({
        year: statementYear(clock, 'Default: that of the latest statement.').optional(),
        groupBy: z.enum(YEAR_GROUPS).default('carrier').openapi({ description: 'The groups that rows are of.' }),
        ...bookQuery,
      }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'The year.', schema: yearReport } },
    csv: { columns: YEAR_ROW_COLUMNS, rows: ({ rows }) => rows },
    also: { [XLSX_TYPE]: ({ rows }) => sheetsWorkbook(writeWorkbook, yearSheets).page(rows) },
  }).handle(async ({ query }, { account }) => {
    const today = clock().toISOString().slice(0, 10);
    const report = await reportYear({ years }, account.accountId, { ...query, today });
    return isRefused(report) ? report : { status: 200, body: report };
  });
}

interface AttritionRouteDeps extends BookReports {
  readonly clock: Clock;
}

/** Reports on lost members: for one month, quarter or year, and month by month. */
function attritionRoutes(deps: AttritionRouteDeps): readonly Route[] {
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
    responses: { 200: { description: 'The rates.', schema: attritionReport } },
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
    responses: { 200: { description: 'The points.', schema: attritionSeries } },
    csv: { columns: ATTRITION_POINT_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => {
    const data = await reportAttritionSeries(reports, account.accountId, query);
    return isRefused(data) ? data : { status: 200, body: { data } };
  });
}

interface CarrierReportRouteDeps extends BookReports {
  readonly clock: Clock;
}

/** Reports about carriers: the quality of their statements, their grades and their payments in a year. */
function carrierReportRoutes(deps: CarrierReportRouteDeps): readonly Route[] {
  return [getDataQuality(deps), getScorecards(deps), getTax1099(deps)];
}

function getDataQuality({ reports, clock }: CarrierReportRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/data-quality',
    operationId: 'getDataQuality',
    access: 'account:read',
    tag: 'Reports',
    summary: 'Whether the statements of a month look whole',
    description: `Members who leave and come in unusual numbers mostly mean an incomplete file, or one of another month. CSV has a row
for each carrier with a statement.`,
    link: 'dataQuality',
    request: {
      query: z.strictObject({
        period: statementMonth(clock, 'Default: the latest period with data.').optional(),
        ...bookQuery,
      }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'Level by carrier.', schema: dataQualityReport } },
    csv: { columns: CARRIER_QUALITY_COLUMNS, rows: ({ carriers }) => carriers },
  }).handle(async ({ query }, { account }) => {
    const report = await reportDataQuality(reports, account.accountId, query);
    return isRefused(report) ? report : { status: 200, body: report };
  });
}

function getScorecards({ reports, clock }: CarrierReportRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/carrier-scorecards',
    operationId: 'getCarrierScorecards',
    access: 'account:read',
    tag: 'Reports',
    summary: 'Carriers by how far they can be relied on',
    description: 'Worst first: by score, then by what is owed, then by name.',
    link: 'carrierScorecards',
    request: {
      query: monthRangeQuery(clock, {
        from: "Default: each carrier's first month with data.",
        to: 'Default: the latest month with data, whatever the carrier.',
      }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'A card for each carrier.', schema: scorecardReport } },
    csv: { columns: SCORECARD_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => {
    const report = await reportScorecards(reports, account.accountId, query);
    return isRefused(report) ? report : { status: 200, body: report };
  });
}

function getTax1099({ reports, clock }: CarrierReportRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/tax-1099',
    operationId: 'getTax1099',
    access: 'account:read',
    tag: 'Reports',
    summary: 'What each carrier paid in a year',
    description: 'To hold against the form 1099 each sends. Only statements that have been loaded count.',
    request: {
      query: z.strictObject({ year: statementYear(clock, 'The calendar year.'), ...bookQuery }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'The amounts.', schema: tax1099Report } },
    csv: {
      columns: CARRIER_YEAR_COLUMNS,
      rows: ({ data }) => data.map((row) => ({ ...row, missingPeriods: row.missingPeriods.join(' ') })),
    },
  }).handle(async ({ query }, { account }) => {
    const report = await reportTax1099(reports, account.accountId, query);
    return isRefused(report) ? report : { status: 200, body: report };
  });
}

interface HomeRouteDeps extends BookReports {
  readonly clock: Clock;
}

/** The summary of a month for the home screen, in one call. */
export function homeRoutes({ reports, clock }: HomeRouteDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/home',
      operationId: 'getHome',
      access: 'account:read',
      tag: 'Reports',
      summary: 'A month at a glance',
      description: `What was paid and what changed since the month before, in all, by carrier and by agent, with a year of months and the
open carrier events. GET /v1/changes lists the members.`,
      link: 'home',
      request: {
        query: z.strictObject({
          period: statementMonth(clock, 'Default: the latest period with data.').optional(),
          ...bookQuery,
        }),
      },
      problems: ['not_found'],
      responses: { 200: { description: 'The month.', schema: home } },
    }).handle(async ({ query }, { account }) => {
      const report = await reportHome({ reports }, account.accountId, {
        ...query,
        today: clock().toISOString().slice(0, 10),
      });
      return isRefused(report) ? report : { status: 200, body: report };
    }),
  ];
}
