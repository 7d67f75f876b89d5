import { z } from '@hono/zod-openapi';
import type { BookReports } from '../../../app/reads/report-books.ts';
import { home, reportHome } from '../../../app/reads/report-home.ts';
import { isRefused } from '../../../core/problem.ts';
import { bookQuery, type Clock, statementMonth } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

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
