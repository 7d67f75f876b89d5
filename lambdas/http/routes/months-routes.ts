import { z } from '@hono/zod-openapi';
import {
  ADJUSTMENT_COLUMNS,
  setMonth as changeMonth,
  type DepositParts,
  findMonth,
  listMonths as listPage,
  type MonthManagement,
  monthChange,
  monthDetails,
  removeDeposit,
  setDeposit,
} from '../../../app/months/manage-months.ts';
import { type Clock, periodText, recordId, statementMonth } from '../../../app/platform/shared-fields.ts';
import { MONTH_COLUMNS, month, monthStates } from '../../../app/reads/describe-month.ts';
import {
  type StatementDetails,
  showStatement,
  showStatements,
  statement,
  statementDeposit,
  statements as statementGrid,
  typedDeposit,
} from '../../../app/reads/show-statements.ts';
import { isRefused } from '../../../core/problem.ts';
import { listWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { bookQuery } from '../request-fields.ts';
import { integerText } from '../request-input.ts';
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
      json: monthChange,
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

interface StatementRouteDeps extends StatementDetails, Pick<DepositParts, 'deposits'> {
  readonly clock: Clock;
}

/** Statements: which are here, one of them, and its deposit. */
export function statementRoutes(deps: StatementRouteDeps): readonly Route[] {
  return [gridRoute(deps), getRoute(deps), setDepositRoute(deps), removeDepositRoute(deps)];
}

const tag = 'Statements';
const statementParams = z.object({ carrierId: recordId('The carrier.'), period: periodText('The month.') });
const query = z.strictObject({ workspaceId: recordId('Required when the account has several.').optional() });
const today = (clock: Clock) => clock().toISOString().slice(0, 10);

const MONTHS_MAX = 24;

function gridRoute({ statements, clock }: StatementRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/statements',
    operationId: 'listStatements',
    access: 'account:read',
    tag,
    summary: 'Which statements are here',
    description: `Carriers down, months across, newest first: received, part of it, late, failed, closed. By default the months end with the
one after the latest statement, or with the current one.`,
    link: 'statements',
    request: {
      query: z.strictObject({
        ...bookQuery,
        to: statementMonth(clock, 'The newest month.').optional(),
        months: integerText({ min: 1, max: MONTHS_MAX, description: 'How many months.' }).default(12),
      }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'The statements.', schema: statementGrid } },
  }).handle(async ({ query: wanted }, { account }) => {
    const shown = await showStatements({ statements }, account.accountId, { ...wanted, today: today(clock) });
    return isRefused(shown) ? shown : { status: 200, body: shown };
  });
}

function getRoute({ statements, clock }: StatementRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/statements/{carrierId}/{period}',
    operationId: 'getStatement',
    access: 'account:read',
    tag,
    summary: 'One month of a carrier',
    description:
      'Every file in any state, the deposit with its difference, the closing, and what was done, in plain words.',
    request: { params: statementParams, query },
    problems: ['workspace_required'],
    responses: { 200: { description: 'The statement.', schema: statement } },
  }).handle(async ({ params: key, query: named }, { account: { accountId } }) => {
    const shown = await showStatement({ statements }, { accountId, ...key, ...named }, today(clock));
    return isRefused(shown) ? shown : { status: 200, body: shown };
  });
}

function setDepositRoute(deps: StatementRouteDeps): Route {
  return accountRoute({
    method: 'put',
    path: '/v1/statements/{carrierId}/{period}/deposit',
    operationId: 'updateStatementDeposit',
    access: 'account:write',
    tag,
    summary: 'Write down what the bank shows',
    description:
      'One deposit for each carrier and month, with the name of whoever has signed in. A second one takes its place.',
    request: { params: statementParams, json: typedDeposit },
    problems: ['workspace_required'],
    responses: { 200: { description: 'Stored.', schema: statementDeposit } },
  }).handle(async ({ params: key, json: { workspaceId: named, note, ...typed } }, request) => {
    const { accountId, person } = request.account;
    const deposit = { ...typed, note: note === '' ? null : note, author: person?.name ?? null };
    const stored = await setDeposit(deps, { accountId, ...key, workspaceId: named, deposit }, request.origin);
    return isRefused(stored) ? stored : { status: 200, body: stored };
  });
}

function removeDepositRoute(deps: StatementRouteDeps): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/statements/{carrierId}/{period}/deposit',
    operationId: 'deleteStatementDeposit',
    access: 'account:write',
    tag,
    summary: 'Remove a deposit',
    description: 'The audit trail keeps its amount and day.',
    request: { params: statementParams, query },
    problems: ['workspace_required'],
    responses: { 204: { description: 'Removed.', schema: z.void() } },
  }).handle(async ({ params: key, query: named }, request) => {
    const { accountId } = request.account;
    const refused = await removeDeposit(deps, { accountId, ...key, ...named }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}
