import { z } from '@hono/zod-openapi';
import { type BookReports, reportCumulative } from '../../../app/reads/report-books.ts';
import { type RollupReports, reportRollup } from '../../../app/reads/report-rollup.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';
import { CUMULATIVE_PERIOD_COLUMNS, cumulativeExample, cumulativeReport } from '../schemas/cumulative-schemas.ts';
import { bookQuery } from '../schemas/record-id.ts';
import { type Clock, isRange, monthRange, statementMonth, WRONG_WAY_ROUND } from '../schemas/report-query.ts';
import {
  AGENT_ROLLUP_COLUMNS,
  CARRIER_ROLLUP_COLUMNS,
  groupByAgent,
  rollupExample,
  rollupReport,
} from '../schemas/rollup-schemas.ts';
import { attritionRoutes } from './attrition-reports.ts';
import { carrierReportRoutes } from './carrier-reports.ts';

export interface ReportRouteDeps extends BookReports, RollupReports {
  readonly clock: Clock;
}

/** Reports over months, made from rollups and from the sums of money without a member. */
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
    responses: { 200: { description: 'The totals.', schema: rollupReport, example: rollupExample } },
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
    responses: { 200: { description: 'The totals.', schema: cumulativeReport, example: cumulativeExample } },
    csv: {
      columns: ({ byAgent }) => (byAgent === undefined ? CUMULATIVE_PERIOD_COLUMNS : AGENT_ROLLUP_COLUMNS),
      rows: ({ byPeriod, byAgent }) => byAgent ?? byPeriod,
    },
  }).handle(async ({ query }, { account }) => {
    const report = await reportCumulative(reports, account.accountId, query);
    return isRefused(report) ? report : { status: 200, body: report };
  });
}
