import { z } from '@hono/zod-openapi';
import {
  DEAD_LETTER_COLUMNS,
  deadLetter,
  HEAVY_ACCOUNT_COLUMNS,
  heavyAccount,
  listAllJobs,
  listDeadLetters,
  listHeaviestAccounts,
  OPERATOR_JOB_COLUMNS,
  type OperatorWork,
  operatorJob,
  operatorJobStates,
} from '../../../app/operations/list-operator-work.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { operatorRoute, type Route } from '../route.ts';

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
