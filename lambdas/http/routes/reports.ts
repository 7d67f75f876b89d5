import { z } from '@hono/zod-openapi';
import type { RollupReads } from '../../../app/read-models.ts';
import type { ReportReads } from '../../../app/report-reads.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';
import { CUMULATIVE_PERIOD_COLUMNS, cumulativeExample, cumulativeReport } from '../schemas/cumulative-schemas.ts';
import { bookQuery } from '../schemas/record-id.ts';
import { type Clock, monthRangeQuery, statementMonth } from '../schemas/report-query.ts';
import { CARRIER_ROLLUP_COLUMNS, rollupExample, rollupReport } from '../schemas/rollup-schemas.ts';
import { attritionRoutes } from './attrition-reports.ts';
import { carrierReportRoutes } from './carrier-reports.ts';

export interface ReportRouteDeps {
  readonly rollups: RollupReads;
  readonly reports: ReportReads;
  readonly clock: Clock;
}

/** Reports that read the rollups and nothing else. */
export function reportRoutes(deps: ReportRouteDeps): readonly Route[] {
  return [getRollup(deps), getCumulative(deps), ...attritionRoutes(deps), ...carrierReportRoutes(deps)];
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
      'Over all carriers, and for each; workspaces of one carrier add up. With groupBy=agent also what each agent was paid. CSV has a row for each carrier.',
    link: 'rollup',
    request: {
      query: z.strictObject({
        period: statementMonth(clock, 'Default: the latest period with data.').optional(),
        groupBy: z.enum(['agent']).optional().openapi({ description: 'Adds byAgent.' }),
        ...bookQuery,
      }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'The totals.', schema: rollupReport, example: rollupExample } },
    csv: { columns: CARRIER_ROLLUP_COLUMNS, rows: ({ byCarrier }) => byCarrier },
  }).handle(async ({ query }, { account }) => {
    const report = await rollups.rollup(account.accountId, query);
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
    description: 'In all, by month and by carrier; a month without data is left out. CSV has a row for each month.',
    link: 'cumulative',
    request: {
      query: monthRangeQuery(clock, {
        from: 'First month, counted. Default: the first with data.',
        to: 'Last month, counted. Default: the last with data.',
      }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'The totals.', schema: cumulativeReport, example: cumulativeExample } },
    csv: { columns: CUMULATIVE_PERIOD_COLUMNS, rows: ({ byPeriod }) => byPeriod },
  }).handle(async ({ query }, { account }) => {
    const report = await reports.cumulative(account.accountId, query);
    return isRefused(report) ? report : { status: 200, body: report };
  });
}
