import { z } from '@hono/zod-openapi';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { archivedOf } from '../../../app/reads/archived-months.ts';
import { reportResult } from '../../../app/saved-reports/run-saved-report.ts';
import {
  cadenceChange,
  deleteReport,
  listReadyMadeReports,
  listReports,
  newSavedReport,
  type ReadyMadeReports,
  readyMadeList,
  reportToRun,
  runReadyMadeReport,
  runSavedReport,
  SAVED_REPORT_COLUMNS,
  type SavedReports,
  savedReport,
  saveReport,
  scheduleReport,
} from '../../../app/saved-reports/saved-reports.ts';
import {
  changeReportAddress,
  findReportAddress,
  type ReportAddresses,
  reportAddress,
  reportAddressChange,
} from '../../../app/saved-reports/send-scheduled-reports.ts';
import { REPORT_SECONDS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { reportCsv, reportSheet } from '../../../core/saved-report/report-mail.ts';
import { type WriteWorkbook, wholeWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { offsetList, shortListQuery } from '../paging.ts';
import { accountRoute, type Route } from '../route.ts';

interface SavedReportDeps extends SavedReports {
  readonly writeWorkbook: WriteWorkbook;
}

/** Saved reports: save, list, run, schedule, delete. */
export function savedReportRoutes(parts: SavedReportDeps): readonly Route[] {
  return [
    saveRoute(parts),
    listRoute(parts),
    runSqlRoute(parts),
    runRoute(parts),
    scheduleRoute(parts),
    deleteRoute(parts),
  ];
}

const params = z.object({ reportId: recordId('The saved report.') });

function saveRoute(parts: SavedReports): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/reports/saved',
    operationId: 'createSavedReport',
    access: 'account:write',
    tag: 'Saved reports',
    summary: 'Save a report',
    description: `One read-only SELECT or WITH over the report views. A query that is not allowed is refused with invalid_sql, which says
what and where. PostgreSQL plans the query: it reads no row yet, but calculates what holds constants alone, so that 1/0 is refused too.`,
    request: { json: newSavedReport },
    problems: ['invalid_sql', 'query_limit', 'conflict'],
    responses: {
      201: {
        description: 'Saved, and not scheduled.',
        schema: savedReport,
      },
    },
  }).handle(async ({ json }, request) => {
    const { accountId } = request.account;
    const saved = await saveReport(parts, { accountId, ...json }, request.origin);
    return isRefused(saved) ? saved : { status: 201, body: saved };
  });
}

function listRoute(parts: SavedReports): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/saved',
    operationId: 'listSavedReports',
    access: 'account:read',
    tag: 'Saved reports',
    summary: 'Saved reports',
    description: 'Newest first.',
    link: 'savedReports',
    request: { query: z.strictObject(shortListQuery) },
    responses: {
      200: {
        description: 'A page of saved reports.',
        schema: offsetList(savedReport),
      },
    },
    csv: {
      columns: SAVED_REPORT_COLUMNS,
      rows: ({ data }) =>
        data.map(({ lastRun, ...report }) => ({
          ...report,
          lastRanAt: lastRun?.ranAt,
          lastRunStatus: lastRun?.status,
          lastRunRows: lastRun?.rows,
          lastRunTruncated: lastRun?.truncated,
          lastRunError: lastRun?.error,
        })),
    },
  }).handle(async ({ query }, { account }) => ({
    status: 200,
    body: await listReports(parts, account.accountId, query),
  }));
}

function runSqlRoute(parts: SavedReportDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/reports/run',
    operationId: 'runReport',
    access: 'account:read',
    tag: 'Saved reports',
    summary: 'Run a query without saving it',
    description: 'The guard, the limits and the order of rows are those of a saved report. Nothing is stored.',
    request: { json: reportToRun },
    problems: ['invalid_sql', 'query_limit'],
    responses: { 200: { description: 'The rows.', schema: reportResult } },
  }).handle(async ({ json: { sql } }, { account: { accountId }, archivedBooks }) => {
    const { result } = await parts.runReport({ accountId, sql, seconds: REPORT_SECONDS_MAX });
    return isRefused(result) ? result : { status: 200, body: { ...result, ...archivedOf(archivedBooks) } };
  });
}

function runRoute(parts: SavedReportDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/reports/saved/{reportId}/run',
    operationId: 'runSavedReport',
    access: 'account:read',
    tag: 'Saved reports',
    summary: 'Run a saved report',
    description: `The same data gives the same rows in the same order: without an ORDER BY of its own they are sorted by all columns. At
most 1,000 rows; further ones are left out, and truncated says so, or X-Truncated, which CSV and the workbook have too.`,
    request: { params },
    problems: ['invalid_sql', 'query_limit'],
    responses: {
      200: {
        description: 'The rows.',
        schema: reportResult,
        headers: { 'X-Truncated': { description: 'true: there are more rows.', example: 'false' } },
      },
    },
    also: {
      'text/csv': reportCsv,
      [XLSX_TYPE]: (result) => wholeWorkbook([reportSheet(result)], parts.writeWorkbook),
    },
  }).handle(async ({ params: { reportId } }, request) => {
    const { accountId } = request.account;
    const result = await runSavedReport(parts, { accountId, reportId }, request.origin);
    if (isRefused(result)) return result;
    const body = { ...result, ...archivedOf(request.archivedBooks) };
    return { status: 200, body, headers: { 'X-Truncated': String(result.truncated) } };
  });
}

function scheduleRoute(parts: SavedReports): Route {
  return accountRoute({
    method: 'put',
    path: '/v1/reports/saved/{reportId}',
    operationId: 'updateSavedReport',
    access: 'account:write',
    tag: 'Saved reports',
    summary: 'Set how often a saved report is mailed',
    description: `To the account's email address, with the rows attached as CSV: weekly on Mondays, monthly on the 1st, both at 08:00 UTC.
The first email comes at the next such date.`,
    request: { params, json: cadenceChange },
    responses: { 200: { description: 'The report.', schema: savedReport } },
  }).handle(async ({ params: { reportId }, json: { cadence } }, request) => {
    const { accountId } = request.account;
    const report = await scheduleReport(parts, { accountId, reportId, cadence }, request.origin);
    return isRefused(report) ? report : { status: 200, body: report };
  });
}

function deleteRoute(parts: SavedReports): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/reports/saved/{reportId}',
    operationId: 'deleteSavedReport',
    access: 'account:write',
    tag: 'Saved reports',
    summary: 'Delete a saved report',
    description: 'It is not mailed any more.',
    request: { params },
    responses: { 204: { description: 'Deleted.', schema: z.void() } },
  }).handle(async ({ params: { reportId } }, request) => {
    const { accountId } = request.account;
    const refused = await deleteReport(parts, { accountId, reportId }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}

/** The address that scheduled reports are mailed to: get, update. */
export function reportAddressRoutes(addresses: ReportAddresses): readonly Route[] {
  const shared = { path: '/v1/account/report-address', tag: 'Saved reports' } as const;
  return [
    accountRoute({
      ...shared,
      method: 'get',
      operationId: 'getReportAddress',
      access: 'account:read',
      summary: 'Where scheduled reports are mailed',
      description: "The account's address; null: nothing is mailed.",
      request: {},
      responses: { 200: { description: 'The address.', schema: reportAddress } },
    }).handle(async (_, { account }) => {
      const found = await findReportAddress(addresses, account.accountId);
      return isRefused(found) ? found : { status: 200, body: found };
    }),
    accountRoute({
      ...shared,
      method: 'put',
      operationId: 'updateReportAddress',
      access: 'account:manage',
      summary: 'Set where scheduled reports are mailed',
      description: 'For owners. It holds from the next report on.',
      request: { json: reportAddressChange },
      responses: { 200: { description: 'The address.', schema: reportAddress } },
    }).handle(async ({ json: { email } }, request) => {
      const { accountId } = request.account;
      const changed = await changeReportAddress(addresses, { accountId, email }, request.origin);
      return isRefused(changed) ? changed : { status: 200, body: changed };
    }),
  ];
}

interface ReadyMadeDeps extends ReadyMadeReports {
  readonly writeWorkbook: WriteWorkbook;
}

/** Reports that need no SQL: list, run. */
export function readyMadeReportRoutes(deps: ReadyMadeDeps): readonly Route[] {
  return [listReadyMadeRoute(), runReadyMadeRoute(deps)];
}

function listReadyMadeRoute(): Route {
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

function runReadyMadeRoute(deps: ReadyMadeDeps): Route {
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
  }).handle(async ({ params: { key } }, { account, archivedBooks }) => {
    const result = await runReadyMadeReport(deps, { accountId: account.accountId, key });
    if (isRefused(result)) return result;
    const body = { ...result, ...archivedOf(archivedBooks) };
    return { status: 200, body, headers: { 'X-Truncated': String(result.truncated) } };
  });
}
