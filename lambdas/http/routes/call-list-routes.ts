import { z } from '@hono/zod-openapi';
import { type CallReads, PERSON_TO_CALL_COLUMNS, personToCall } from '../../../app/reads/list-to-call.ts';
import { isRefused } from '../../../core/problem.ts';
import { callSheets } from '../../../core/report/list-workbooks.ts';
import { sheetsWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { bookQuery, type Clock, statementMonth } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

interface CallListRouteDeps {
  readonly calls: CallReads;
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

/** The people to call. */
export function callListRoutes({ calls, writeWorkbook, clock }: CallListRouteDeps): readonly Route[] {
  const workbook = sheetsWorkbook(writeWorkbook, callSheets);
  return [
    accountRoute({
      method: 'get',
      path: '/v1/members/to-call',
      operationId: 'listPeopleToCall',
      access: 'account:read',
      tag: 'Members',
      summary: 'People who are gone or going, with phone and email',
      description: `Members who are missing since the month before the latest or since another month, and members whose statement names a day of
that time or later on which they end. By name. The workbook is for people who call.`,
      link: 'to-call',
      request: {
        query: z.strictObject({
          ...offsetQuery,
          ...bookQuery,
          agent: z
            .string()
            .min(1, 'must not be empty')
            .max(200, 'must not be longer than 200 characters')
            .optional()
            .openapi({
              description: 'The id or the name of an agent, or a name or number as statements have it, in any case.',
            }),
          since: statementMonth(clock, 'Default: the month before the latest with data.').optional(),
        }),
      },
      problems: ['not_found'],
      responses: { 200: { description: 'A page of people.', schema: offsetList(personToCall) } },
      csv: { columns: PERSON_TO_CALL_COLUMNS, rows: ({ data }) => data },
      also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
    }).handle(
      async ({ query: { limit, offset, ...filter } }, { account }) => {
        const page = await calls.listToCall(account.accountId, filter, { limit, offset });
        return isRefused(page) ? page : { status: 200, body: page };
      },
      {
        [CSV_TYPE]: async ({ query: { limit: _, offset, ...filter } }, { account }) => {
          const rows = await calls.exportToCall(account.accountId, filter, offset);
          return isRefused(rows) ? rows : csvFile(PERSON_TO_CALL_COLUMNS, rows);
        },
        [XLSX_TYPE]: async ({ query: { limit: _, offset, ...filter } }, { account }) => {
          const rows = await calls.exportToCall(account.accountId, filter, offset);
          return isRefused(rows) ? rows : workbook.file(rows);
        },
      },
    ),
  ];
}
