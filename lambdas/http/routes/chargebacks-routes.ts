import { z } from '@hono/zod-openapi';
import { exportChargebacks, listChargebacks, type StatementMoney } from '../../../app/reads/list-statement-money.ts';
import { CHARGEBACK_COLUMNS, chargeback } from '../../../app/reads/member-records.ts';
import { isRefused } from '../../../core/problem.ts';
import { listWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { bookQuery, type Clock, statementMonth } from '../request-fields.ts';
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
    async ({ query }, { account }) => {
      const found = await listChargebacks(money, account.accountId, query);
      return isRefused(found) ? found : { status: 200, body: { period: found.period, ...found.page } };
    },
    {
      [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
        const rows = await exportChargebacks(money, account.accountId, query);
        return isRefused(rows) ? rows : csvFile(CHARGEBACK_COLUMNS, rows);
      },
      [XLSX_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
        const rows = await exportChargebacks(money, account.accountId, query);
        return isRefused(rows) ? rows : workbook.file(rows);
      },
    },
  );
}
