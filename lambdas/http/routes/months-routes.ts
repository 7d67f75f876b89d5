import { z } from '@hono/zod-openapi';
import {
  ADJUSTMENT_COLUMNS,
  setMonth as changeMonth,
  findMonth,
  listMonths as listPage,
  type MonthManagement,
  monthDetails,
} from '../../../app/months/manage-months.ts';
import { displayName } from '../../../app/platform/shared-fields.ts';
import { MONTH_COLUMNS, month, monthStates } from '../../../app/reads/describe-month.ts';
import { isRefused } from '../../../core/problem.ts';
import { listWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { bookQuery, recordId, statementMonth } from '../request-fields.ts';
import { periodText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

export interface MonthRouteDeps extends MonthManagement {
  readonly writeWorkbook: WriteWorkbook;
}

/** Makes a row of each adjustment, with its month and carrier. */
function adjustmentRows({ data }: z.output<typeof monthDetails>): readonly object[] {
  return data.flatMap(({ adjustments, ...of }) =>
    adjustments.map((one) => ({
      ...{ period: of.period, carrierId: of.carrierId, carrierName: of.carrierName, workspaceId: of.workspaceId },
      ...one,
    })),
  );
}

/** Months: list, get, close or reopen. */
export function monthRoutes(deps: MonthRouteDeps): readonly Route[] {
  return [listMonths(deps), getMonth(deps), setMonth(deps)];
}

const params = z.object({ period: periodText('The month.') });

function listMonths({ months, clock }: MonthRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/months',
    operationId: 'listMonths',
    access: 'account:read',
    tag: 'Months',
    summary: 'Months with data',
    description:
      'One for each carrier and workspace, newest first: whether it waits for files, is complete or was closed.',
    link: 'months',
    request: {
      query: z.strictObject({
        ...offsetQuery,
        ...bookQuery,
        period: statementMonth(clock, 'Only this month.').optional(),
        state: monthStates.optional(),
      }),
    },
    problems: ['not_found'],
    responses: {
      200: {
        description: 'A page of months.',
        schema: offsetList(month),
      },
    },
    csv: { columns: MONTH_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => {
    const page = await listPage(months, account.accountId, query);
    return isRefused(page) ? page : { status: 200, body: page };
  });
}

function getMonth({ months, writeWorkbook }: MonthRouteDeps): Route {
  const money = ['paidNet', 'paidGross', 'chargebacks', 'commissionOwed', 'commissionOwedEstimated'];
  const workbook = listWorkbook(writeWorkbook, { name: 'Adjustments', columns: ADJUSTMENT_COLUMNS, money });
  return accountRoute({
    method: 'get',
    path: '/v1/months/{period}',
    operationId: 'getMonth',
    access: 'account:read',
    tag: 'Months',
    summary: 'One month',
    description:
      'Of every carrier with data in it, with the adjustments of closed months. CSV and XLSX have a row for each adjustment.',
    request: { params, query: z.strictObject(bookQuery) },
    problems: ['not_found'],
    responses: { 200: { description: 'The month.', schema: monthDetails } },
    csv: { columns: ADJUSTMENT_COLUMNS, rows: adjustmentRows },
    also: { [XLSX_TYPE]: (body) => workbook.page(adjustmentRows(body)) },
  }).handle(async ({ params: { period }, query }, { account }) => {
    const data = await findMonth(months, account.accountId, { ...query, period });
    return isRefused(data) ? data : { status: 200, body: { period, data } };
  });
}

function setMonth(deps: MonthRouteDeps): Route {
  return accountRoute({
    method: 'put',
    path: '/v1/months/{period}',
    operationId: 'updateMonth',
    access: 'account:write',
    tag: 'Months',
    summary: 'Close or reopen a month',
    description: `closed records the figures of the month with the name that signs it and what was open, and waits for no further files. Corrections are still taken in; what they change is
shown as adjustments. open forgets what was recorded; the audit trail keeps it. Without carrierId: of every carrier of the workspace with
data in the month. Repeating changes nothing. Refused while a job of the month has not ended, also of a carrier without data in it.`,
    request: {
      params,
      json: z.strictObject({
        state: z.enum(['open', 'closed']),
        carrierId: recordId('Only this carrier.').optional(),
        workspaceId: recordId('Required when the account has several.').optional(),
        signedBy: displayName('The name of the person who signs a closing.').optional(),
        reason: displayName('Why the month is opened again.').optional(),
      }),
    },
    problems: ['not_found', 'conflict', 'workspace_required'],
    responses: { 200: { description: 'The month as it is now.', schema: monthDetails } },
  }).handle(async ({ params: { period }, json }, request) => {
    const { accountId } = request.account;
    const data = await changeMonth(deps, {
      ...{ accountId, period, ...json, origin: request.origin },
      signedBy: json.signedBy ?? null,
      reason: json.reason ?? null,
    });
    return isRefused(data) ? data : { status: 200, body: { period, data } };
  });
}
