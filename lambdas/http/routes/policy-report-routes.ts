import { z } from '@hono/zod-openapi';
import { exportPolicyFindings, type PolicyReports, reportPolicies } from '../../../app/reads/compare-lists.ts';
import {
  comparedList,
  FINDING_COLUMNS,
  findingCounts,
  findingKind,
  policyFinding,
} from '../../../app/reads/policy-reads.ts';
import { bookPeriod } from '../../../app/reads/report-medicare.ts';
import { NEVER_PAID_GRACE_MONTHS } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { bookQuery, type Clock, statementMonth } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

export interface PolicyReportDeps extends PolicyReports {
  readonly clock: Clock;
}

const policyReport = offsetList(policyFinding)
  .extend({ period: bookPeriod, lists: z.array(comparedList).readonly(), counts: findingCounts })
  .openapi('PolicyReport');

/** Compares the agency's own lists with the paid policies. */
export function policyReportRoutes({ policyReads, clock }: PolicyReportDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/reports/policies',
      operationId: 'getPolicyReport',
      access: 'account:read',
      tag: 'Reports',
      summary: 'Compare the book of business with a period',
      description: `What the lists of PUT /v1/policies and the statements of a period disagree about: policies that were sold and never paid
(they began more than ${NEVER_PAID_GRACE_MONTHS} months before the period), that are active and no longer paid, that are paid and not listed, or ended and still paid;
and another agent, rate, premium or number of lives where both say one. Compared anew with each request. Statuses, at risk and owed are not changed by it.
By carrier, then kind, then id.`,
      link: 'reportPolicies',
      request: {
        query: z.strictObject({
          ...offsetQuery,
          ...bookQuery,
          period: statementMonth(clock, 'Default: the latest period with data of a book that has a list.').optional(),
          kind: findingKind.optional().openapi({ description: 'Only findings of this kind; counts are of all kinds.' }),
        }),
      },
      problems: ['not_found'],
      responses: { 200: { description: 'The comparison.', schema: policyReport } },
      csv: { columns: FINDING_COLUMNS, rows: ({ data }) => data },
    }).handle(
      async ({ query }, { account }) => {
        const report = await reportPolicies(policyReads, account.accountId, query);
        if (isRefused(report)) return report;
        const { page, ...rest } = report;
        return { status: 200, body: { ...rest, ...page } };
      },
      {
        [CSV_TYPE]: async ({ query: { limit: _, ...filter } }, { account }) => {
          const rows = await exportPolicyFindings(policyReads, account.accountId, filter);
          return isRefused(rows) ? rows : csvFile(FINDING_COLUMNS, rows);
        },
      },
    ),
  ];
}
