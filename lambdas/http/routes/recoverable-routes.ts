import { z } from '@hono/zod-openapi';
import type { Clock } from '../../../app/platform/shared-fields.ts';
import {
  claim,
  claimCertainty,
  claimKind,
  exportRecoverable,
  ofAllCertainties,
  type RecoverableReports,
  recoverableTotals,
  reportRecoverable,
} from '../../../app/reads/report-recoverable.ts';
import {
  exportOwedWorksheet,
  reportOwedWorksheet,
  type WorksheetReports,
} from '../../../app/reads/report-worksheet.ts';
import { WORKSHEET_ROWS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import type { AskedClaim } from '../../../core/report/claim.ts';
import type { OwedWorksheet } from '../../../core/report/owed-worksheet.ts';
import {
  CLAIM_COLUMNS,
  claimLine,
  claimSheets,
  type RecoverableTotals,
  shownClaim,
} from '../../../core/report/recoverable.ts';
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
import { mapBatches, mapExport, type RowExport } from '../../../core/row-export.ts';
import { type WriteWorkbook, wholeWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { csvFile, type ExportedFile, withinRoom } from '../export.ts';
import { limitOf, offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { isRange, monthRange, recordIds, WRONG_WAY_ROUND } from '../request-fields.ts';
import { booleanText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

export interface RecoverableRouteDeps extends RecoverableReports {
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

const recoverableReport = z
  .object({
    from: z.string().nullable().openapi({ description: 'First month looked at; null when there is no data at all.' }),
    to: z.string().nullable(),
    totals: recoverableTotals,
    ofAllCertainties,
    ...offsetList(claim).shape,
  })
  .openapi('RecoverableReport');

/** Money that carriers owe, with the reason for each claim. */
export function recoverableRoutes({ recoverable, writeWorkbook, clock }: RecoverableRouteDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/reports/recoverable',
      operationId: 'getRecoverable',
      access: 'account:read',
      tag: 'Reports',
      summary: 'Money to ask back from carriers',
      description: `Each dollar in one claim, by carrier, member and month, with what it rests on, the statement rows that prove it and what to write.
A claim that a later statement has paid is no longer listed. The sums are those of all claims, whichever page is asked for. Also as CSV, and as a
workbook with a summary: without \`limit\` both have every claim.`,
      link: 'recoverable',
      request: {
        query: z
          .strictObject({
            ...monthRange(clock, {
              from: 'First statement month, included. Default: a year up to the last one.',
              to: 'Last statement month, included. Default: the latest period with data.',
            }),
            certainty: claimCertainty.optional(),
            kind: claimKind.optional(),
            memberRefIds: recordIds('Only claims of these members.').optional(),
            asked: booleanText(
              'true: only claims that an open dispute asks for. false: only the others. Default: both.',
            ).optional(),
            ...offsetQuery,
          })
          .refine(isRange, WRONG_WAY_ROUND),
      },
      problems: ['not_found'],
      responses: {
        200: { description: 'A page of claims.', schema: recoverableReport },
      },
      csv: { columns: CLAIM_COLUMNS, rows: ({ data }) => data.map(claimLine) },
      also: {
        [XLSX_TYPE]: ({ data, totals }) =>
          wholeWorkbook(
            claimSheets(() => totals, once(data)),
            writeWorkbook,
          ),
      },
    }).handle(
      async ({ query }, { account }) => {
        const found = await reportRecoverable(recoverable, account.accountId, query);
        if (isRefused(found)) return found;
        const { page, ...head } = found;
        return { status: 200, body: { ...head, ...page, data: page.data.map(shownClaim) } };
      },
      {
        [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
          const rows = await exportRecoverable(recoverable, account.accountId, query);
          return isRefused(rows)
            ? rows
            : csvFile(
                CLAIM_COLUMNS,
                mapExport(rows, (row) => claimLine(shownClaim(row))),
              );
        },
        [XLSX_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
          const rows = await exportRecoverable(recoverable, account.accountId, query);
          return isRefused(rows) ? rows : workbookFile(rows, writeWorkbook);
        },
      },
    ),
  ];
}

function workbookFile(
  { head, batches, close }: RowExport<AskedClaim, { readonly totals: () => RecoverableTotals }>,
  writeWorkbook: WriteWorkbook,
): ExportedFile {
  return {
    head,
    pieces: (room) => writeWorkbook(claimSheets(head.totals, mapBatches(withinRoom(batches, room), shownClaim))),
    close,
  };
}

interface WorksheetRouteDeps extends WorksheetReports {
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
          return isRefused(rows) ? rows : worksheetWorkbookFile(rows, writeWorkbook);
        },
      },
    ),
  ];
}

function worksheetWorkbookFile(
  { head, batches, close }: RowExport<WorksheetRow, WorksheetHead>,
  writeWorkbook: WorksheetRouteDeps['writeWorkbook'],
): ExportedFile {
  return { head, pieces: (room) => writeWorkbook(worksheetSheets(head, withinRoom(batches, room))), close };
}
