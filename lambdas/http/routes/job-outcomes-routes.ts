import { z } from '@hono/zod-openapi';
import {
  exportDeltas,
  exportResults,
  findExceptions,
  type JobRegister,
  listDeltas,
  listResults,
} from '../../../app/jobs/find-jobs.ts';
import { carrierEvent } from '../../../app/reads/carrier-event-record.ts';
import { JOB_DELTA_COLUMNS, jobDelta, RESULT_ROW_COLUMNS, resultRow } from '../../../app/reads/job-records.ts';
import { changeTypes, memberFlags, memberStatuses, signalCodes } from '../../../app/reads/member-records.ts';
import type { JobExceptions } from '../../../app/reads/read-models.ts';
import { csvLine } from '../../../core/csv-text.ts';
import { EXCEPTIONS_KEPT_DAYS } from '../../../core/limits/account-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { listWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { recordId } from '../request-fields.ts';
import { booleanText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';
import { jobParams } from './jobs-routes.ts';

const jobResults = offsetList(resultRow).extend({
  jobId: z.string(),
  period: z.object({ year: z.int(), month: z.int() }),
  carrierEvents: z.array(carrierEvent).readonly(),
});

/** The outcome of a job: results, deltas, exceptions. */
export function jobOutcomeRoutes({ writeWorkbook, ...register }: JobOutcomeRouteDeps): readonly Route[] {
  return [
    getResults(register, writeWorkbook),
    getDeltas(register, writeWorkbook),
    getExceptions(register),
    getFailedRows(register),
  ];
}

export interface JobOutcomeRouteDeps extends JobRegister {
  readonly writeWorkbook: WriteWorkbook;
}
const RESULT_MONEY = [
  'commissionAmount',
  'prevCommissionAmount',
  'expectedAmount',
  'commissionOwed',
  'chargebackAmount',
  'premiumAmount',
];

function getResults(register: JobRegister, writeWorkbook: WriteWorkbook): Route {
  const workbook = listWorkbook(writeWorkbook, { name: 'Results', columns: RESULT_ROW_COLUMNS, money: RESULT_MONEY });
  return accountRoute({
    method: 'get',
    path: '/v1/jobs/{jobId}/results',
    operationId: 'listJobResults',
    access: 'account:read',
    tag: 'Jobs',
    summary: "Members of a job's period",
    description: `The job's carrier and period as it is scored now, ordered by member; with what the carrier did to many of them at once.`,
    request: {
      params: jobParams,
      query: z.strictObject({
        ...offsetQuery,
        status: memberStatuses.optional().openapi({ description: 'Only members of this status.' }),
        flag: memberFlags.optional().openapi({ description: 'Only members with this flag.' }),
        signal: signalCodes.optional(),
        owedOnly: booleanText('true: only members who are owed something.').default(false),
        chargeback: booleanText('true: only members with a chargeback; false: only those without.').optional(),
      }),
    },
    responses: { 200: { description: 'A page of members.', schema: jobResults } },
    csv: { columns: RESULT_ROW_COLUMNS, rows: ({ data }) => data },
    also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
  }).handle(
    async ({ params: { jobId }, query }, { account: { accountId } }) => {
      const results = await listResults(register, { accountId, jobId, ...query });
      if (isRefused(results)) return results;
      const { period, page, carrierEvents } = results;
      return { status: 200, body: { jobId, period, ...page, carrierEvents } };
    },
    {
      [CSV_TYPE]: async ({ params: { jobId }, query: { limit: _, ...query } }, { account: { accountId } }) => {
        const rows = await exportResults(register, { accountId, jobId, ...query });
        return isRefused(rows) ? rows : csvFile(RESULT_ROW_COLUMNS, rows);
      },
      [XLSX_TYPE]: async ({ params: { jobId }, query: { limit: _, ...query } }, { account: { accountId } }) => {
        const rows = await exportResults(register, { accountId, jobId, ...query });
        return isRefused(rows) ? rows : workbook.file(rows);
      },
    },
  );
}

function getDeltas(register: JobRegister, writeWorkbook: WriteWorkbook): Route {
  const workbook = listWorkbook(writeWorkbook, { name: 'Deltas', columns: JOB_DELTA_COLUMNS });
  return accountRoute({
    method: 'get',
    path: '/v1/jobs/{jobId}/deltas',
    operationId: 'listJobDeltas',
    access: 'account:read',
    tag: 'Jobs',
    summary: "What moved in a job's period",
    description: 'Every field that moved since the period before, ordered by member and field.',
    request: {
      params: jobParams,
      query: z.strictObject({
        ...offsetQuery,
        changeType: changeTypes.optional().openapi({ description: 'Only changes of this type.' }),
        memberRefId: recordId('Only this member.').optional(),
      }),
    },
    responses: {
      200: {
        description: 'A page of deltas.',
        schema: offsetList(jobDelta),
      },
    },
    csv: { columns: JOB_DELTA_COLUMNS, rows: ({ data }) => data },
    also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
  }).handle(
    async ({ params: { jobId }, query }, { account: { accountId } }) => {
      const page = await listDeltas(register, { accountId, jobId, ...query });
      return isRefused(page) ? page : { status: 200, body: page };
    },
    {
      [CSV_TYPE]: async ({ params: { jobId }, query: { limit: _, ...query } }, { account: { accountId } }) => {
        const rows = await exportDeltas(register, { accountId, jobId, ...query });
        return isRefused(rows) ? rows : csvFile(JOB_DELTA_COLUMNS, rows);
      },
      [XLSX_TYPE]: async ({ params: { jobId }, query: { limit: _, ...query } }, { account: { accountId } }) => {
        const rows = await exportDeltas(register, { accountId, jobId, ...query });
        return isRefused(rows) ? rows : workbook.file(rows);
      },
    },
  );
}

function getExceptions(register: JobRegister): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/jobs/{jobId}/exceptions',
    operationId: 'getJobExceptions',
    access: 'account:read',
    tag: 'Jobs',
    summary: 'Rows that were not accepted',
    description: `CSV: _row (1-based, of the file or of its sheet), _errors, then the columns of the file. Only the header when every row
was accepted. 404 until the job has ended, from ${EXCEPTIONS_KEPT_DAYS} days after that (or as GET /v1/account/retention says), and once
the file was purged.`,
    request: { params: jobParams },
    responses: {
      200: {
        description: 'The rows.',
        mediaType: 'text/csv',
        schema: z.string(),
        example: '_row,_errors,Member ID,Commission\r\n7,commission_amount is not an amount,M-1001,abc\r\n',
      },
    },
  }).handle(async ({ params: { jobId } }, { account: { accountId } }) => {
    const exceptions = await findExceptions(register, { accountId, jobId });
    if (isRefused(exceptions)) return exceptions;
    return { status: 200, body: exceptionsCsv(exceptions) };
  });
}

const FAILED_ROWS_MAX = 100;

const failedRows = z
  .object({
    headers: z.array(z.string()).readonly(),
    total: z.int().describe('All rows that were not accepted.'),
    data: z
      .array(
        z
          .object({
            row: z.int().describe('1-based, of the file or of its sheet.'),
            errors: z.array(z.string()).readonly(),
            cells: z.array(z.string()).readonly().describe('In the order of headers.'),
          })
          .meta({ id: 'FailedRow' }),
      )
      .readonly(),
  })
  .meta({ id: 'FailedRows' });

function getFailedRows(register: JobRegister): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/jobs/{jobId}/failed-rows',
    operationId: 'getJobFailedRows',
    access: 'account:read',
    tag: 'Jobs',
    summary: 'The first rows that were not accepted',
    description: `As the download of exceptions, up to ${FAILED_ROWS_MAX} rows, for a page on which a person mends them.`,
    request: { params: jobParams },
    responses: { 200: { description: 'The rows.', schema: failedRows } },
  }).handle(async ({ params: { jobId } }, { account: { accountId } }) => {
    const found = await findExceptions(register, { accountId, jobId });
    if (isRefused(found)) return found;
    const { headers, rows } = found;
    return { status: 200, body: { headers, total: rows.length, data: rows.slice(0, FAILED_ROWS_MAX) } };
  });
}

/** Makes the CSV of exceptions. A row may have more cells than the header, so every row is padded to the longest. */
function exceptionsCsv({ headers, rows }: JobExceptions): string {
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), headers.length);
  const columns = Array.from({ length: width }, (_, index) => headers[index] ?? `_column_${index + 1}`);
  const lines = rows.map(({ row, errors, cells }) =>
    csvLine([row, errors.join('; '), ...columns.map((_, index) => cells[index] ?? '')]),
  );
  return [csvLine(['_row', '_errors', ...columns]), ...lines].join('');
}
