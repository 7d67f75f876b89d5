import { z } from '@hono/zod-openapi';
import {
  everyCount,
  listTaskRuns,
  type OperatorTasks,
  runTaskByHand,
  TASK_RUN_COLUMNS,
  taskResult,
  taskRun,
} from '../../../app/operations/run-tasks-by-hand.ts';
import { TASK_NAMES } from '../../../app/operations/scheduled-tasks.ts';
import { TASK_RUNS_KEPT_DAYS } from '../../../core/limits/account-limits.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { operatorRoute, type Route } from '../route.ts';
import { operatorOrigin } from './operator-accounts-routes.ts';

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
