import { z } from '@hono/zod-openapi';
import { type FileCommands, retryJob } from '../../../app/files/command-files.ts';
import { exportJobs, findJob, type JobRegister, listJobs } from '../../../app/jobs/find-jobs.ts';
import { JOB_COLUMNS, type JobRecord, jobFields, jobStatuses } from '../../../app/reads/job-records.ts';
import { completedStats, noStats } from '../../../core/job/job-stats.ts';
import { isRefused } from '../../../core/problem.ts';
import { csvFile } from '../export.ts';
import { offsetList, offsetQuery, sortQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { bookQuery, type Clock, recordId, statementMonth } from '../request-fields.ts';
import { integerText } from '../request-input.ts';
import { jobLinks, linksOfJob } from '../resource-links.ts';
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

export const jobParams = z.object({ jobId: recordId('The job.') });

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
