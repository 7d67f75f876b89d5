import { z } from '@hono/zod-openapi';
import { listAllJobs, listDeadLetters, type OperatorWork } from '../../../app/operations/list-operator-work.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { operatorRoute, type Route } from '../route.ts';
import {
  deadLetter,
  deadLetterExample,
  operatorJob,
  operatorJobExample,
  operatorJobStates,
} from '../schemas/operator-work-schemas.ts';

const onePage = { limit: 50, offset: 0, hasMore: false };

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
          example: { data: [operatorJobExample], pagination: onePage, total: 1 },
        },
      },
      csv: { columns: Object.keys(operatorJob.shape), rows: ({ data }) => data },
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
          example: { data: [deadLetterExample], pagination: onePage, total: 1 },
        },
      },
      csv: { columns: Object.keys(deadLetter.shape), rows: ({ data }) => data },
    }).handle(async ({ query }) => ({ status: 200, body: await listDeadLetters(work, query) })),
  ];
}
