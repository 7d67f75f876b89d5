import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from '@hono/zod-openapi';
import { TEST_EVENT } from '../../core/webhook/event-body.ts';
import { jobEvent, jobEventExample, testEvent, testEventExample } from './schemas/event-schemas.ts';

const SIGNATURE_HEADERS = z.object({
  'X-Service-Signature': z.string().openapi({
    description: 'sha256= and, in hex, the HMAC-SHA256 of the raw body, keyed with the secret exactly as it was shown.',
    example: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  }),
  'X-Service-Event': z.string().openapi({ description: 'The event, as in the body.', example: 'job.completed' }),
  'webhook-id': z.string().openapi({
    description: 'The delivery: the same for every attempt. A receiver that has seen it can drop the copy.',
    example: '1d6f3c2e-9b1a-4a57-8a1e-2f0f5b7c9d31',
  }),
  'webhook-timestamp': z
    .string()
    .openapi({ description: 'Seconds since 1970 of this attempt.', example: '1775121337' }),
  'webhook-signature': z.string().openapi({
    description: 'v1,<base64> as Standard Webhooks has it; several, separated by spaces, while a rotation overlaps.',
    example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }),
  'X-Request-Id': z.string().optional().openapi({
    description: 'The request that asked for the job; absent when no request did.',
    example: '5c1b7a52-6f0e-4bd9-9a55-0c0f4d3f7d21',
  }),
});

export const WEBHOOK_TAG = 'Webhooks';

const DESCRIPTION = `At least once and in no promised order. Any 2xx within 10 seconds is success; anything else is tried again after 30
seconds, 2, 10 and 30 minutes and 2 hours, six attempts in all. Redirects are not followed; 410 switches the webhook off.`;

/** Describes the calls that the service makes: events to registered webhooks and to the webhookUrl of uploads. */
export function registerWebhooks(registry: OpenAPIHono['openAPIRegistry']): void {
  for (const { event, summary, operationId, schema, example } of EVENTS) {
    registry.registerWebhook({
      method: 'post',
      path: event,
      operationId,
      tags: [WEBHOOK_TAG],
      summary,
      description: DESCRIPTION,
      security: [],
      request: {
        headers: SIGNATURE_HEADERS,
        body: {
          required: true,
          content: { 'application/json': { schema, example } },
        },
      },
      responses: {
        '2XX': { description: 'Received.' },
        '4XX': { description: 'Tried again later; 410: the webhook is switched off.' },
        '5XX': { description: 'Tried again later.' },
      },
    });
  }
}

const EVENTS = [
  {
    event: 'job.completed',
    summary: 'A job has completed',
    operationId: 'onJobCompleted',
    schema: jobEvent,
    example: jobEventExample('job.completed'),
  },
  {
    event: 'job.failed',
    summary: 'A job has failed for good',
    operationId: 'onJobFailed',
    schema: jobEvent,
    example: jobEventExample('job.failed'),
  },
  {
    event: TEST_EVENT,
    summary: 'A test that was asked for',
    operationId: 'onWebhookTest',
    schema: testEvent,
    example: testEventExample,
  },
] as const;
