import { z } from '@hono/zod-openapi';
import type { WEBHOOK_EVENTS } from '../../../app/webhooks/manage-webhooks.ts';
import { TEST_EVENT } from '../../../core/webhook/event-body.ts';
import { carrierEvent, carrierEventExample } from './carrier-event-schemas.ts';
import { jobModes } from './file-schemas.ts';
import { completedStats, jobExample, noStats } from './job-schemas.ts';
import { monthStates, receivedFiles } from './month-schemas.ts';
import { resourceLink } from './resource-link.ts';
import { warning } from './warning.ts';

/** The bodies that a receiver of webhooks gets. core/webhook/event-body.ts makes them (docs/reference/webhooks.md#events). */

const eventOfCarrier = carrierEvent
  .pick({
    id: true,
    kind: true,
    scope: true,
    scopeValue: true,
    members: true,
    compared: true,
    changePercent: true,
    amount: true,
    detail: true,
  })
  .openapi('CarrierEventSummary');

const monthOfEvent = z
  .object({
    state: monthStates,
    files: receivedFiles,
    absence: z
      .enum(['provisional', 'final'])
      .nullable()
      .openapi({
        description: `provisional: the month waits for files, and the members that stats count as red may be in one of these. final: this
job's file was the last that the month needed; no other event says so until a retraction opens the month again. Null: neither.`,
      }),
  })
  .openapi('MonthOfEvent');

/** The fields that the events for the success and the failure of a job share. */
const jobEventFields = z.object({
  jobId: z.string(),
  fileId: z.string(),
  carrierId: z.string(),
  period: z.string().openapi({ description: 'YYYY-MM.' }),
  mode: jobModes,
  warnings: z.array(warning),
  error: z.string().nullable().openapi({ description: 'Why the job failed; null when it completed.' }),
  carrierEvents: z.array(eventOfCarrier).openapi({
    description:
      'What the carrier did to many members at once, the largest first, at most 8; see GET /v1/carrier-events.',
  }),
  month: monthOfEvent
    .optional()
    .openapi({ description: 'The month when the job ended; absent unless it is known how many files it has.' }),
  _links: z
    .object({ self: resourceLink, job: resourceLink, results: resourceLink, deltas: resourceLink })
    .openapi('JobEventLinks'),
});

/** The event about the end of a job. Its name says whether the job has figures. */
export const jobEvent = z
  .union([
    jobEventFields
      .extend({ event: z.literal('job.completed'), status: z.literal('completed'), stats: completedStats })
      .openapi('JobCompletedEvent'),
    jobEventFields
      .extend({ event: z.literal('job.failed'), status: z.literal('failed'), stats: noStats })
      .openapi('JobFailedEvent'),
  ])
  .openapi('JobEvent', {
    description: 'The stats are as of the end of the job, also when the event is sent again later.',
  });

/**
 * The event of a test call. It has the fields of a job's event, all without values, so that a receiver parses it with the code for real
 * events.
 */
export const testEvent = z
  .object({
    event: z.literal(TEST_EVENT),
    jobId: z.null(),
    fileId: z.null(),
    carrierId: z.null(),
    period: z.null(),
    mode: z.null(),
    status: z.null(),
    stats: noStats,
    warnings: z.array(warning),
    error: z.null(),
    carrierEvents: z.array(eventOfCarrier),
    _links: z.object({ self: resourceLink }),
  })
  .openapi('TestEvent', {
    description:
      'Sent for POST /v1/webhooks/{webhookId}/test. Its stats and lists are empty, and its link leads to the webhook.',
  });

const JOB = 'https://api.example.com/v1/jobs/0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70';

export function jobEventExample(event: (typeof WEBHOOK_EVENTS)[number]): z.output<typeof jobEvent> {
  const { id, kind, scope, scopeValue, members, compared, changePercent, amount, detail } = carrierEventExample;
  const carrierEvents = [{ id, kind, scope, scopeValue, members, compared, changePercent, amount, detail }];
  const error = 'The file has 40,001 rows; the limit is 40,000.';
  const fields = {
    jobId: '0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70',
    fileId: '6c5f0e3d-8b2a-4d19-a7e4-3b1c9d0f2e58',
    carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
    period: '2026-03',
    mode: 'ingest',
    warnings: [],
    _links: {
      self: { href: JOB },
      job: { href: JOB },
      results: { href: `${JOB}/results` },
      deltas: { href: `${JOB}/deltas` },
    },
  } as const;
  return event === 'job.failed'
    ? { event, status: 'failed', stats: {}, ...fields, warnings: [], error, carrierEvents: [] }
    : { event, status: 'completed', stats: jobExample.stats, ...fields, warnings: [], error: null, carrierEvents };
}

export const testEventExample: z.output<typeof testEvent> = {
  event: TEST_EVENT,
  jobId: null,
  fileId: null,
  carrierId: null,
  period: null,
  mode: null,
  status: null,
  stats: {},
  warnings: [],
  error: null,
  carrierEvents: [],
  _links: { self: { href: 'https://api.example.com/v1/webhooks/7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90' } },
};
