import type { WorksheetReads } from '../../../app/worksheet-reads.ts';
import { isRefused } from '../../../core/problem.ts';
import {
  WORKSHEET_COLUMNS,
  type WorkbookSheet,
  worksheetSheets,
  worksheetTable,
} from '../../../core/report/worksheet-table.ts';
import { accountRoute, type Route } from '../route.ts';
import { type Clock, monthRangeQuery } from '../schemas/report-query.ts';
import { owedWorksheet, owedWorksheetExample } from '../schemas/worksheet-schemas.ts';

export interface WorksheetRouteDeps {
  readonly worksheets: WorksheetReads;
  readonly writeWorkbook: (sheets: readonly WorkbookSheet[]) => Uint8Array | Promise<Uint8Array>;
  readonly clock: Clock;
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What to send a carrier to be paid what is owed. */
export function worksheetRoutes({ worksheets, writeWorkbook, clock }: WorksheetRouteDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/reports/owed-worksheet',
      operationId: 'getOwedWorksheet',
      access: 'account:read',
      tag: 'Reports',
      summary: 'Worksheet for a dispute about what is owed',
      description: `Each underpaid member and month, most owed first, with the rate it was measured by and the statement rows that show what was
paid. Also as CSV, and as a workbook with a summary.`,
      link: 'owedWorksheet',
      request: {
        query: monthRangeQuery(clock, {
          from: 'First month, included. Default: a year up to the last one.',
          to: 'Last month, included. Default: the latest period with data.',
        }),
      },
      problems: ['not_found'],
      responses: { 200: { description: 'The worksheet.', schema: owedWorksheet, example: owedWorksheetExample } },
      csv: { columns: WORKSHEET_COLUMNS, rows: worksheetTable },
      also: { [XLSX_TYPE]: (worksheet) => writeWorkbook(worksheetSheets(worksheet)) },
    }).handle(async ({ query }, { account }) => {
      const worksheet = await worksheets.owed(account.accountId, query);
      return isRefused(worksheet) ? worksheet : { status: 200, body: worksheet };
    }),
  ];
}
