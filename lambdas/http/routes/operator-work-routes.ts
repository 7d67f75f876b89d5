import { z } from '@hono/zod-openapi';
import { type Readiness, readiness } from '../../../app/operations/check-readiness.ts';
import {
  DEAD_LETTER_COLUMNS,
  deadLetter,
  everyCount,
  HEAVY_ACCOUNT_COLUMNS,
  heavyAccount,
  listAllJobs,
  listDeadLetters,
  listHeaviestAccounts,
  listTaskRuns,
  OPERATOR_JOB_COLUMNS,
  type OperatorTasks,
  type OperatorWork,
  operatorJob,
  operatorJobStates,
  runTaskByHand,
  TASK_RUN_COLUMNS,
  taskResult,
  taskRun,
} from '../../../app/operations/operator-work.ts';
import { TASK_NAMES } from '../../../app/operations/scheduled-tasks.ts';
import { TASK_RUNS_KEPT_DAYS } from '../../../core/limits/account-limits.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '../../../core/limits/request-limits.ts';
import { refuse } from '../../../core/refuse.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { operatorRoute, publicRouteWithMore, type Route } from '../route.ts';
import { operatorOrigin } from './operator-routes.ts';

/** The operator's view of the work of all accounts. */
export function operatorWorkRoutes(work: OperatorWork): readonly Route[] {
  return [
    operatorRoute({
      method: 'get',
      path: '/v1/admin/jobs',
      operationId: 'listAllJobs',
      tag: 'Operator',
      summary: 'Jobs of all accounts',
      description: 'Newest first. They name no member and no file.',
      request: {
        query: z.strictObject({
          ...offsetQuery,
          status: operatorJobStates.optional().openapi({ description: 'Only jobs in this state.' }),
        }),
      },
      responses: {
        200: {
          description: 'A page of jobs.',
          schema: offsetList(operatorJob),
        },
      },
      csv: { columns: OPERATOR_JOB_COLUMNS, rows: ({ data }) => data },
    }).handle(async ({ query }) => ({ status: 200, body: await listAllJobs(work, query) })),
    operatorRoute({
      method: 'get',
      path: '/v1/admin/dead-letters',
      operationId: 'listDeadLetters',
      tag: 'Operator',
      summary: 'Messages that were given up',
      description: 'Newest first, those of the last 14 days. A job whose message was given up can be retried.',
      request: { query: z.strictObject(offsetQuery) },
      responses: {
        200: {
          description: 'A page of dead letters.',
          schema: offsetList(deadLetter),
        },
      },
      csv: { columns: DEAD_LETTER_COLUMNS, rows: ({ data }) => data },
    }).handle(async ({ query }) => ({ status: 200, body: await listDeadLetters(work, query) })),
    operatorRoute({
      method: 'get',
      path: '/v1/admin/heaviest-accounts',
      operationId: 'listHeaviestAccounts',
      tag: 'Operator',
      summary: 'The ten accounts that use most',
      description: 'By the time for which their jobs kept the workers busy. Accounts without a job are left out.',
      request: {
        query: z.strictObject({
          days: z.coerce.number<string>().int().min(1).max(31).default(1).openapi({ description: 'The last days.' }),
        }),
      },
      responses: {
        200: {
          description: 'At most ten accounts, the heaviest first.',
          schema: z.object({ days: z.int(), data: z.array(heavyAccount) }),
        },
      },
      csv: { columns: HEAVY_ACCOUNT_COLUMNS, rows: ({ data }) => data },
    }).handle(async ({ query: { days } }) => ({ status: 200, body: await listHeaviestAccounts(work, days) })),
  ];
}

/** Scheduled tasks as the operator runs and watches them (docs/reference/accounts.md#scheduled-tasks). */

const taskNames = z.enum(TASK_NAMES);

/** The operator's endpoints for scheduled tasks: run a task now, list the runs. */
export function operatorTaskRoutes(tasks: OperatorTasks): readonly Route[] {
  return [
    operatorRoute({
      method: 'post',
      path: '/v1/admin/system/run',
      operationId: 'runTask',
      tag: 'Operator',
      summary: 'Run a scheduled task now',
      description:
        'The answer comes when it is done; where there is more to do than fits a request, the schedule goes on. Figures a task does not have are zero.',
      request: { json: z.strictObject({ task: taskNames }) },
      responses: { 200: { description: 'What it did.', schema: taskResult } },
    }).handle(async ({ json: { task } }, request) => {
      const counts = await runTaskByHand(tasks, task, operatorOrigin(request));
      return { status: 200, body: { task, ...everyCount(counts) } };
    }),
    operatorRoute({
      method: 'get',
      path: '/v1/admin/system/cron-runs',
      operationId: 'listTaskRuns',
      tag: 'Operator',
      summary: 'Runs of the scheduled tasks',
      description: `Newest first, those of the last ${TASK_RUNS_KEPT_DAYS} days. Figures a task does not have are zero.`,
      request: { query: z.strictObject(offsetQuery) },
      responses: {
        200: {
          description: 'A page of runs.',
          schema: offsetList(taskRun),
        },
      },
      csv: { columns: TASK_RUN_COLUMNS, rows: ({ data }) => data },
    }).handle(async ({ query }) => {
      const { data, ...rest } = await listTaskRuns(tasks, query);
      const runs = data.map(({ counts, ...run }) => ({ ...run, ...everyCount(counts) }));
      return { status: 200, body: { data: runs, ...rest } };
    }),
  ];
}

interface ReadinessRouteDeps {
  readonly checkReadiness: () => Promise<Readiness>;
}

/** Reports whether the service can work. GET /v1/health only reports that the process is alive. */
export function readinessRoutes({ checkReadiness }: ReadinessRouteDeps): readonly Route[] {
  return [
    publicRouteWithMore({
      method: 'get',
      path: '/v1/ready',
      operationId: 'getReadiness',
      tag: 'Discovery',
      summary: 'Can the service work?',
      description:
        'For load balancers and monitors. Needs no token, and without one it counts towards no rate limit; 503 while the database or, on one machine, the disk ' +
        "keeps it from working. With the operator's token it also tells the queue of statements, the disk and the last runs of the scheduled tasks, " +
        'and a 503 names the cause. An answer may be a second old.',
      link: 'ready',
      problems: ['rate_limited', 'storage_full'],
      responses: {
        200: {
          description: 'Ready.',
          schema: readiness,
          example: {
            ready: true,
            database: { answerMs: 2 },
            queue: { waiting: 3, processing: 2, oldestWaitingSeconds: 14 },
            disk: { freeBytes: 41_231_572_992, totalBytes: 107_374_182_400, neededBytes: 2_332_033_024 },
            tasks: [{ task: 'recover_jobs', lastRanAt: '2026-04-02T09:15:04.120Z' }],
          },
        },
      },
    }).handle(async (_input, { isOperator }) => {
      const { faults, state, disk } = await checkReadiness();
      if (faults.length > 0) {
        const isOnlyFull = faults.every(({ part, isFull }) => part === 'disk' && isFull);
        return refuse(isOnlyFull ? 'storage_full' : 'service_unavailable', {
          detail: isOnlyFull
            ? 'The service reads, and stores nothing more: its disk is full.'
            : 'The service is not ready.',
          headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
          ...(isOperator() ? { errors: faults.map(({ part, detail }) => ({ field: part, detail })) } : {}),
        });
      }
      if (state === null || !isOperator()) return { status: 200, body: { ready: true } };
      const { databaseMs, queue, tasks } = state;
      return { status: 200, body: { ready: true, database: { answerMs: databaseMs }, queue, disk, tasks } };
    }),
  ];
}
