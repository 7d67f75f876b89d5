import { z } from '@hono/zod-openapi';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '../../../app/webhooks/manage-webhooks.ts';
import { TEST_EVENT } from '../../../core/webhook/event-body.ts';
import { webhookUrlProblem } from '../../../core/webhook-url.ts';

/** Webhooks and their deliveries (docs/reference/webhooks.md). */

const event = z.enum(WEBHOOK_EVENTS);

export const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(event).readonly(),
    enabled: z.boolean(),
    disabledReason: z
      .string()
      .nullable()
      .openapi({ description: 'Why the service switched it off by itself; null when the account did.' }),
    disabledAt: z.iso.datetime().nullable(),
    failuresInRow: z.int().openapi({ description: 'Failed attempts since the last success.' }),
    failingSince: z.iso.datetime().nullable(),
    previousSecretValidUntil: z.iso
      .datetime()
      .nullable()
      .openapi({ description: 'Until then the secret before the last rotation signs too.' }),
    createdAt: z.iso.datetime(),
  })
  .openapi('Webhook');

export const webhookExample: z.output<typeof webhook> = {
  id: '7f3d5f0a-2a7c-4a0e-9a54-3f2b6c1d8e90',
  url: 'https://agency.example.com/hooks/commissions',
  events: ['job.completed', 'job.failed'],
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  failuresInRow: 0,
  failingSince: null,
  previousSecretValidUntil: null,
  createdAt: '2026-04-02T09:15:04.120Z',
};

const secret = z.string().openapi({ description: 'Signs deliveries. Shown this once.' });
const SECRET_EXAMPLE = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

export const createdWebhook = z.object({ ...webhook.shape, secret }).openapi('CreatedWebhook');
export const createdWebhookExample = { ...webhookExample, secret: SECRET_EXAMPLE };

const newSecretFields = {
  secret,
  previousSecretValidUntil: z.iso
    .datetime()
    .nullable()
    .openapi({ description: 'Until then the secret before this one signs too; null when there was none.' }),
};
export const newSecret = z.object(newSecretFields);
export const newSecretExample = { secret: SECRET_EXAMPLE, previousSecretValidUntil: '2026-04-03T09:15:04.120Z' };
export const newWebhookSecret = z.object({ id: z.string(), ...newSecretFields });

/** Checks the syntax of the URL; its address is checked when it is used. */
function urlField(localMode: boolean) {
  return z
    .string()
    .superRefine((url, context) => {
      const problem = webhookUrlProblem(url, { localMode });
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .openapi({ format: 'uri', description: 'https, on the public internet.' });
}

const eventsField = z
  .array(event)
  .min(1, 'must name at least one event')
  .refine((events) => new Set(events).size === events.length, 'must not name an event twice')
  .openapi({ description: 'What to be told of.', example: [...WEBHOOK_EVENTS] });

export function newWebhook({ localMode }: { readonly localMode: boolean }) {
  return z.strictObject({ url: urlField(localMode), events: eventsField });
}

export function webhookChange({ localMode }: { readonly localMode: boolean }) {
  return z.strictObject({
    url: urlField(localMode).optional(),
    events: eventsField.optional(),
    enabled: z.boolean().optional().openapi({
      description: 'false: nothing is sent, and what was still to be sent is discarded. true: starts afresh.',
    }),
  });
}

export const deliveryStates = z.enum(DELIVERY_STATES);

const attempt = z
  .object({
    number: z.int().openapi({ description: '1 for the first of all; goes on counting when it is sent again by hand.' }),
    attemptedAt: z.iso.datetime(),
    durationMs: z.int().openapi({ description: '0 for an attempt at http://localhost that got no HTTP answer.' }),
    responseStatus: z.int().nullable(),
    error: z.string().nullable().openapi({ description: 'The class of failure, such as timeout; null: accepted.' }),
  })
  .openapi('DeliveryAttempt');

export const delivery = z
  .object({
    id: z.string().openapi({ description: 'The webhook-id of every attempt.' }),
    webhookId: z
      .string()
      .nullable()
      .openapi({ description: "null: the callback of an upload, or of a webhook that's gone." }),
    event: z.string().openapi({ description: [...WEBHOOK_EVENTS, TEST_EVENT].join(', ') }),
    jobId: z.string().nullable().openapi({ description: 'null: a test.' }),
    status: deliveryStates,
    url: z.string().nullable().openapi({ description: 'Where it goes at this moment; null: nowhere any more.' }),
    attemptCount: z.int().openapi({ description: 'Attempts used of six.' }),
    nextAttemptAt: z.iso.datetime().nullable(),
    redelivered: z.boolean().openapi({ description: 'Sent again by hand.' }),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    attempts: z.array(attempt).readonly().openapi({ description: 'Oldest first.' }),
  })
  .openapi('Delivery');

export const deliveryExample: z.output<typeof delivery> = {
  id: '1d6f3c2e-9b1a-4a57-8a1e-2f0f5b7c9d31',
  webhookId: webhookExample.id,
  event: 'job.completed',
  jobId: '0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70',
  status: 'pending',
  url: webhookExample.url,
  attemptCount: 1,
  nextAttemptAt: '2026-04-02T09:16:09.410Z',
  redelivered: false,
  createdAt: '2026-04-02T09:15:37.020Z',
  endedAt: null,
  attempts: [
    {
      number: 1,
      attemptedAt: '2026-04-02T09:15:37.110Z',
      durationMs: 212,
      responseStatus: 500,
      error: 'http_500',
    },
  ],
};

const EARLIEST = Date.UTC(2000, 0);

export const missedSince = z.strictObject({
  since: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-04-02T09:00:00Z' })
    .refine((text) => Date.parse(text) >= EARLIEST, 'must not be before 2000')
    .transform((text) => new Date(text).toISOString())
    .optional()
    .openapi({
      type: 'string',
      format: 'date-time',
      description: 'Only events from then on; all that are kept when absent.',
    }),
});
