import { z } from '@hono/zod-openapi';
import type { Readiness } from '../../../app/operations/check-readiness.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '../../../core/limits/request-limits.ts';
import { refuse } from '../../../core/refuse.ts';
import { publicRouteWithMore, type Route } from '../route.ts';

export interface ReadinessRouteDeps {
  readonly checkReadiness: () => Promise<Readiness>;
}

const count = z.int().min(0);

const readiness = z
  .object({
    ready: z.literal(true),
    database: z.object({ answerMs: count }).optional(),
    queue: z.object({ waiting: count, processing: count, oldestWaitingSeconds: count.nullable() }).optional(),
    disk: z
      .object({
        freeBytes: count,
        totalBytes: count,
        neededBytes: count.openapi({
          description: 'Free bytes below which nothing more is stored (503 `storage_full`).',
        }),
      })
      .nullable()
      .optional(),
    tasks: z
      .array(z.object({ task: z.string(), lastRanAt: z.iso.datetime().nullable() }))
      .readonly()
      .optional(),
  })
  .openapi('Readiness', { description: 'All but `ready` is for the operator alone.' });

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
