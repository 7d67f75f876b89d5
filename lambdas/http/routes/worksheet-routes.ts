import { z } from '@hono/zod-openapi';
import {
  exportOwedWorksheet,
  reportOwedWorksheet,
  type WorksheetReports,
} from '../../../app/reads/report-worksheet.ts';
import { WORKSHEET_ROWS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import type { OwedWorksheet } from '../../../core/report/owed-worksheet.ts';
import { once } from '../../../core/report/workbook-sheet.ts';
import {
  WORKSHEET_COLUMNS,
  type WorksheetHead,
  type WorksheetRow,
  worksheetHeadRecord,
  worksheetLine,
  worksheetRow,
  worksheetSheets,
} from '../../../core/report/worksheet-table.ts';
import { mapExport, type RowExport } from '../../../core/row-export.ts';
import { type WriteWorkbook, wholeWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { csvFile, type ExportedFile, withinRoom } from '../export.ts';
import { limitOf, offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { type Clock, isRange, monthRange, WRONG_WAY_ROUND } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

export interface WorksheetRouteDeps extends WorksheetReports {
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

const owedWorksheet = z
  .object({
    ...worksheetHeadRecord.shape,
    truncated: z
      .boolean()
      .openapi({ description: 'More rows follow this page, as pagination.hasMore says too; the totals hold all.' }),
    ...offsetList(worksheetRow).shape,
  })
  .openapi('OwedWorksheet');

/** The paging of the worksheet. A page has 5,000 rows by default, because clients from before paging existed rely on it. */
const pageQuery = { ...offsetQuery, limit: limitOf(WORKSHEET_ROWS_MAX, WORKSHEET_ROWS_MAX) };

/** The worksheet that an agency sends to a carrier to be paid the owed amounts. */
export function worksheetRoutes({ worksheets, writeWorkbook, clock }: WorksheetRouteDeps): readonly Route[] {
  const pageAsWorkbook = ({ data, ...head }: OwedWorksheet) =>
    wholeWorkbook(worksheetSheets(head, once(data)), writeWorkbook);
  return [
    accountRoute({
      method: 'get',
      path: '/v1/reports/owed-worksheet',
      operationId: 'getOwedWorksheet',
      access: 'account:read',
      tag: 'Reports',
      summary: 'Worksheet for a dispute about what is owed',
      description: `Each underpaid member and month, most owed first, with the rate it was measured by and the statement rows that show what was
paid. The sums are those of all rows, whichever page is asked for. Also as CSV, and as a workbook with a summary: without \`limit\` both have every row.`,
      link: 'owedWorksheet',
      request: {
        query: z
          .strictObject({
            ...monthRange(clock, {
              from: 'First month, included. Default: a year up to the last one.',
              to: 'Last month, included. Default: the latest period with data.',
            }),
            ...pageQuery,
          })
          .refine(isRange, WRONG_WAY_ROUND),
      },
      problems: ['not_found'],
      responses: {
        200: { description: 'A page of the worksheet.', schema: owedWorksheet },
      },
      csv: { columns: WORKSHEET_COLUMNS, rows: ({ data }) => data.map(worksheetLine) },
      also: { [XLSX_TYPE]: pageAsWorkbook },
    }).handle(
      async ({ query }, { account }) => {
        const worksheet = await reportOwedWorksheet(worksheets, account.accountId, query);
        return isRefused(worksheet) ? worksheet : { status: 200, body: worksheet };
      },
      {
        [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
          const rows = await exportOwedWorksheet(worksheets, account.accountId, query);
          return isRefused(rows) ? rows : csvFile(WORKSHEET_COLUMNS, mapExport(rows, worksheetLine));
        },
        [XLSX_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
          const rows = await exportOwedWorksheet(worksheets, account.accountId, query);
          return isRefused(rows) ? rows : workbookFile(rows, writeWorkbook);
        },
      },
    ),
  ];
}

function workbookFile(
  { head, batches, close }: RowExport<WorksheetRow, WorksheetHead>,
  writeWorkbook: WorksheetRouteDeps['writeWorkbook'],
): ExportedFile {
  return { head, pieces: (room) => writeWorkbook(worksheetSheets(head, withinRoom(batches, room))), close };
}
