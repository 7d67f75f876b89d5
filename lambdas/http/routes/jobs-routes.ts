import { z } from '@hono/zod-openapi';
import { type FileCommands, retryJob } from '../../../app/files/command-files.ts';
import {
  exportDeltas,
  exportJobs,
  exportResults,
  failedRows,
  findExceptions,
  findJob,
  type JobRegister,
  listDeltas,
  listJobs,
  listResults,
} from '../../../app/jobs/find-jobs.ts';
import { type Clock, recordId, statementMonth } from '../../../app/platform/shared-fields.ts';
import { carrierEvent } from '../../../app/reads/carrier-event-record.ts';
import {
  JOB_COLUMNS,
  JOB_DELTA_COLUMNS,
  type JobRecord,
  jobDelta,
  jobFields,
  jobStatuses,
  RESULT_ROW_COLUMNS,
  resultRow,
} from '../../../app/reads/job-records.ts';
import { changeTypes, memberFlags, memberStatuses, signalCodes } from '../../../app/reads/member-records.ts';
import type { JobExceptions } from '../../../app/reads/read-models.ts';
import { completedStats, noStats } from '../../../core/job/job-stats.ts';
import { EXCEPTIONS_KEPT_DAYS } from '../../../core/limits/account-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { csvLine } from '../../../core/row-export.ts';
import { listWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { csvFile } from '../export.ts';
import { jobLinks, linksOfJob, offsetList, offsetQuery, sortQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { bookQuery } from '../request-fields.ts';
import { booleanText, integerText } from '../request-input.ts';
import { type AccountRequest, accountRoute, type Route } from '../route.ts';
import { accepted, acceptedJob } from './files-routes.ts';

export interface JobRouteDeps extends JobRegister {
  readonly fileCommands: FileCommands;
  readonly clock: Clock;
}

const completed = { status: z.literal('completed'), stats: completedStats };

const unfinished = { status: jobStatuses.exclude(['completed']), stats: noStats };

const linkedJob = jobFields.extend({ _links: jobLinks });

/** A job. Its status says whether the job has figures. */
const job = z
  .union([linkedJob.extend(completed).openapi('CompletedJob'), linkedJob.extend(unfinished).openapi('UnfinishedJob')])
  .openapi('Job');

const foundJobFields = linkedJob.extend({
  policies: z
    .string()
    .nullable()
    .openapi({
      description: `How the job's month stands against the book of business, in a sentence, as it is now. Null without a list of the
carrier in the workspace, and until the job has completed.`,
    }),
});

const foundJob = z
  .union([
    foundJobFields.extend(completed).openapi('FoundCompletedJob'),
    foundJobFields.extend(unfinished).openapi('FoundUnfinishedJob'),
  ])
  .openapi('FoundJob');

/** Jobs: list, get, retry. Results, deltas and exceptions are in job-outcomes.ts. */
export function jobRoutes(deps: JobRouteDeps): readonly Route[] {
  return [listRoute(deps), getRoute(deps), retryRoute(deps)];
}

const jobParams = z.object({ jobId: recordId('The job.') });

function shown({ status, stats, ...record }: JobRecord, { href }: AccountRequest): z.output<typeof job> {
  const fields = { ...record, _links: linksOfJob(href, record) };
  if (status !== 'completed') return { ...fields, status, stats: {} };
  if (stats.members === undefined) throw new Error('A completed job has figures.');
  return { ...fields, status, stats };
}

function listRoute({ clock, ...register }: JobRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/jobs',
    operationId: 'listJobs',
    access: 'account:read',
    tag: 'Jobs',
    summary: 'Jobs with status and figures',
    description: 'Newest first, or oldest first with sort=oldest.',
    link: 'jobs',
    request: {
      query: z.strictObject({
        ...offsetQuery,
        ...sortQuery,
        status: jobStatuses.optional().openapi({ description: 'Only jobs in this state.' }),
        ...bookQuery,
        period: statementMonth(clock, 'Only this period.').optional(),
        periodYear: integerText({ min: 2000, max: 9999, description: 'Only periods of this year.' }).optional(),
        periodMonth: integerText({ min: 1, max: 12, description: 'Only periods of this month.' }).optional(),
      }),
    },
    problems: ['not_found'],
    responses: {
      200: {
        description: 'A page of jobs.',
        schema: offsetList(job),
      },
    },
    csv: { columns: JOB_COLUMNS, rows: ({ data }) => data },
  }).handle(
    async ({ query }, request) => {
      const page = await listJobs(register, request.account.accountId, query);
      if (isRefused(page)) return page;
      const data = page.data.map((record) => shown(record, request));
      return { status: 200, body: { ...page, data } };
    },
    {
      [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
        const rows = await exportJobs(register, account.accountId, query);
        return isRefused(rows) ? rows : csvFile(JOB_COLUMNS, rows);
      },
    },
  );
}

function getRoute(register: JobRegister): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/jobs/{jobId}',
    operationId: 'getJob',
    access: 'account:read',
    tag: 'Jobs',
    summary: 'One job',
    description: 'To be polled until status is completed, failed or canceled.',
    request: { params: jobParams },
    responses: { 200: { description: 'The job.', schema: foundJob } },
  }).handle(async ({ params: { jobId } }, request) => {
    const record = await findJob(register, { accountId: request.account.accountId, jobId });
    return isRefused(record) ? record : { status: 200, body: { ...shown(record, request), policies: record.policies } };
  });
}

function retryRoute({ fileCommands }: JobRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/jobs/{jobId}/retry',
    operationId: 'retryJob',
    access: 'account:write',
    tag: 'Jobs',
    summary: 'Try a failed job again',
    description:
      'The job gets a fresh budget of tries. Refused when it is not failed, or when its file is no longer stored.',
    request: { params: jobParams },
    problems: ['conflict'],
    responses: {
      202: { description: 'Queued.', schema: acceptedJob },
    },
  }).handle(async ({ params: { jobId } }, request) => {
    const { accountId } = request.account;
    const job = await retryJob(fileCommands, { accountId, jobId, origin: request.origin });
    return isRefused(job) ? job : accepted(job, request);
  });
}

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

interface JobOutcomeRouteDeps extends JobRegister {
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
