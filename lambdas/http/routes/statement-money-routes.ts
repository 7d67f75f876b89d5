import { z } from '@hono/zod-openapi';
import { type Clock, recordId, statementMonth } from '../../../app/platform/shared-fields.ts';
import {
  exportChargebacks,
  exportUnassignedLines,
  listChargebacks,
  listUnassignedLines,
  type StatementMoney,
  UNASSIGNED_LINE_COLUMNS,
  unassignedLine,
} from '../../../app/reads/list-statement-money.ts';
import { CHARGEBACK_COLUMNS, chargeback } from '../../../app/reads/member-records.ts';
import { isRefused } from '../../../core/problem.ts';
import { listWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { bookQuery } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

export interface ChargebackRouteDeps extends Pick<StatementMoney, 'chargebacks'> {
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

const chargebacks = offsetList(chargeback).extend({
  period: z.string().nullable().openapi({ description: 'Null when there is no data at all.' }),
});

/** Chargebacks, traced to their payments. */
export function chargebackRoutes(deps: ChargebackRouteDeps): readonly Route[] {
  return [listRoute(deps)];
}

function listRoute({ writeWorkbook, clock, ...money }: ChargebackRouteDeps): Route {
  const workbook = listWorkbook(writeWorkbook, {
    name: 'Chargebacks',
    columns: CHARGEBACK_COLUMNS,
    money: ['chargebackAmount', 'paidOut'],
  });
  return accountRoute({
    method: 'get',
    path: '/v1/chargebacks',
    operationId: 'listChargebacks',
    access: 'account:read',
    agents: 'own_members',
    tag: 'Members',
    summary: 'Chargebacks of a period',
    description:
      'Each policy with chargeback lines in the period, and the payment these take back; by member, then policy.',
    link: 'chargebacks',
    request: {
      query: z.strictObject({
        ...offsetQuery,
        ...bookQuery,
        period: statementMonth(clock, 'Default: the latest period with data.').optional(),
      }),
    },
    problems: ['not_found'],
    responses: { 200: { description: 'A page of chargebacks.', schema: chargebacks } },
    csv: { columns: CHARGEBACK_COLUMNS, rows: ({ data }) => data },
    also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
  }).handle(
    async ({ query }, { account, archivedBooks: archived }) => {
      const found = await listChargebacks(money, account.accountId, { ...query, archived });
      return isRefused(found) ? found : { status: 200, body: { period: found.period, ...found.page } };
    },
    {
      [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account, archivedBooks: archived }) => {
        const rows = await exportChargebacks(money, account.accountId, { ...query, archived });
        return isRefused(rows) ? rows : csvFile(CHARGEBACK_COLUMNS, rows);
      },
      [XLSX_TYPE]: async ({ query: { limit: _, ...query } }, { account, archivedBooks: archived }) => {
        const rows = await exportChargebacks(money, account.accountId, { ...query, archived });
        return isRefused(rows) ? rows : workbook.file(rows);
      },
    },
  );
}

interface UnassignedRouteDeps extends Pick<StatementMoney, 'unassigned'> {
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

const unassignedLines = offsetList(unassignedLine);

/** Money on statements that belongs to no member. */
export function unassignedRoutes({ writeWorkbook, clock, ...money }: UnassignedRouteDeps): readonly Route[] {
  const workbook = listWorkbook(writeWorkbook, {
    name: 'Unassigned lines',
    columns: UNASSIGNED_LINE_COLUMNS,
    money: ['amount'],
  });
  return [
    accountRoute({
      method: 'get',
      path: '/v1/unassigned-lines',
      operationId: 'listUnassignedLines',
      access: 'account:read',
      agents: 'own_members',
      tag: 'Members',
      summary: 'Money of statements that belongs to no member',
      description: `Bonuses, overrides, fees, chargebacks and balances carried forward that a statement prints without a member. They are in what
the carrier paid and in form 1099, and in no finding. The newest month first, then by file and row. Also as CSV and XLSX: without \`limit\` both have every line.`,
      link: 'unassignedLines',
      request: {
        query: z.strictObject({
          ...offsetQuery,
          ...bookQuery,
          period: statementMonth(clock, 'Only this month. Default: all months.').optional(),
          fileId: recordId('Only of this file. One that does not exist has no lines.').optional(),
        }),
      },
      problems: ['not_found'],
      responses: {
        200: { description: 'A page of lines.', schema: unassignedLines },
      },
      csv: { columns: UNASSIGNED_LINE_COLUMNS, rows: ({ data }) => data },
      also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
    }).handle(
      async ({ query }, { account }) => {
        const page = await listUnassignedLines(money, account.accountId, query);
        return isRefused(page) ? page : { status: 200, body: page };
      },
      {
        [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
          const rows = await exportUnassignedLines(money, account.accountId, query);
          return isRefused(rows) ? rows : csvFile(UNASSIGNED_LINE_COLUMNS, rows);
        },
        [XLSX_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
          const rows = await exportUnassignedLines(money, account.accountId, query);
          return isRefused(rows) ? rows : workbook.file(rows);
        },
      },
    ),
  ];
}
