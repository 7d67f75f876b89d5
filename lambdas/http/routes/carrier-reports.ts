import { z } from '@hono/zod-openapi';
import {
  type BookReports,
  reportDataQuality,
  reportScorecards,
  reportTax1099,
} from '../../../app/reads/report-books.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';
import {
  CARRIER_QUALITY_COLUMNS,
  CARRIER_YEAR_COLUMNS,
  dataQualityExample,
  dataQualityReport,
  SCORECARD_COLUMNS,
  scorecardExample,
  scorecardReport,
  tax1099Example,
  tax1099Report,
} from '../schemas/carrier-report-schemas.ts';
import { bookQuery } from '../schemas/record-id.ts';
import { type Clock, monthRangeQuery, statementMonth, statementYear } from '../schemas/report-query.ts';

interface CarrierReportRouteDeps extends BookReports {
  readonly clock: Clock;
}

/** Reports about carriers: the quality of their statements, their grades and their payments in a year. */
export function carrierReportRoutes(deps: CarrierReportRouteDeps): readonly Route[] {
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
    responses: { 200: { description: 'Level by carrier.', schema: dataQualityReport, example: dataQualityExample } },
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
    responses: { 200: { description: 'A card for each carrier.', schema: scorecardReport, example: scorecardExample } },
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
    responses: { 200: { description: 'The amounts.', schema: tax1099Report, example: tax1099Example } },
    csv: {
      columns: CARRIER_YEAR_COLUMNS,
      rows: ({ data }) => data.map((row) => ({ ...row, missingPeriods: row.missingPeriods.join(' ') })),
    },
  }).handle(async ({ query }, { account }) => {
    const report = await reportTax1099(reports, account.accountId, query);
    return isRefused(report) ? report : { status: 200, body: report };
  });
}
