import { z } from '@hono/zod-openapi';
import {
  listReadyMadeReports,
  type ReadyMadeReports,
  readyMadeList,
  runReadyMadeReport,
} from '../../../app/saved-reports/ready-made-reports.ts';
import { reportResult } from '../../../app/saved-reports/run-saved-report.ts';
import { isRefused } from '../../../core/problem.ts';
import { reportCsv, reportSheet } from '../../../core/saved-report/report-mail.ts';
import { type WriteWorkbook, wholeWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { accountRoute, type Route } from '../route.ts';

interface ReadyMadeDeps extends ReadyMadeReports {
  readonly writeWorkbook: WriteWorkbook;
}

/** Reports that need no SQL: list, run. */
export function readyMadeReportRoutes(deps: ReadyMadeDeps): readonly Route[] {
  return [listRoute(), runRoute(deps)];
}

function listRoute(): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/ready-made',
    operationId: 'listReadyMadeReports',
    access: 'account:read',
    tag: 'Saved reports',
    summary: 'Reports that need no SQL',
    description: 'All of them. To have one mailed, save its query and set a cadence.',
    request: {},
    responses: { 200: { description: 'The reports.', schema: readyMadeList } },
  }).handle(async () => ({ status: 200, body: { data: listReadyMadeReports() } }));
}

function runRoute(deps: ReadyMadeDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/reports/ready-made/{key}/run',
    operationId: 'runReadyMadeReport',
    access: 'account:read',
    tag: 'Saved reports',
    summary: 'Run a report that needs no SQL',
    description: 'At most 1,000 rows, as of a saved report; also as CSV and as a workbook.',
    request: { params: z.object({ key: z.string().max(40).openapi({ description: 'The key of the report.' }) }) },
    problems: ['not_found', 'invalid_sql', 'query_limit'],
    responses: {
      200: {
        description: 'The rows.',
        schema: reportResult,
        headers: { 'X-Truncated': { description: 'true: there are more rows.', example: 'false' } },
      },
    },
    also: {
      'text/csv': reportCsv,
      [XLSX_TYPE]: (result) => wholeWorkbook([reportSheet(result)], deps.writeWorkbook),
    },
  }).handle(async ({ params: { key } }, { account }) => {
    const result = await runReadyMadeReport(deps, { accountId: account.accountId, key });
    if (isRefused(result)) return result;
    return { status: 200, body: result, headers: { 'X-Truncated': String(result.truncated) } };
  });
}
