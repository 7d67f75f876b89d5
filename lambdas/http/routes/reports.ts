import { z } from '@hono/zod-openapi';
import type { RollupReads } from '../../../app/read-models.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';
import { bookQuery } from '../schemas/record-id.ts';
import { CARRIER_ROLLUP_COLUMNS, rollupExample, rollupReport } from '../schemas/rollup-schemas.ts';
import { periodText } from '../text-fields.ts';

export interface ReportRouteDeps {
  readonly rollups: RollupReads;
}

/** Reports that read the rollups. */
export function reportRoutes(deps: ReportRouteDeps): readonly Route[] {
  return [getRollup(deps)];
}

function getRollup({ rollups }: ReportRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/rollup',
    operationId: 'getRollup',
    access: 'account:read',
    tag: 'Reports',
    summary: 'Totals of a period',
    description: 'Over all carriers, and for each; workspaces of one carrier add up. CSV has a row for each carrier.',
    link: 'rollup',
    request: {
      query: z.strictObject({
        period: periodText('Default: the latest period with data.').optional(),
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
