import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { shownSums } from '../agent-pay/share-out.ts';
import { CARRIER_EVENTS_TOLD_MAX, EVENT_BODY_BYTES_MAX } from '../limits/job-limits.ts';
import { FILES_KNOWN, MONTH_STATES } from '../month/month-state.ts';

/** An attempt that is to be signed. */
export interface SignedAttempt {
  readonly deliveryId: string;
  readonly event: string;
  /** Id of the request that started the job; null for tests and other jobs. */
  readonly requestId: string | null;
  /** Body as it is sent. */
  readonly body: string;
  /** Secrets, newest first, never empty. During a rotation the previous secret signs too. */
  readonly secrets: readonly string[];
  readonly attemptedAt: Date;
}

/** Prefix of every secret. The rest is base64. */
const SECRET_PREFIX = 'whsec_';

/**
 * Returns the headers of a signed attempt (docs/reference/webhooks.md#signatures). X-Service-Signature is keyed with the
 * newest secret's text, webhook-signature with each secret's decoded bytes. Throws a TypeError without a valid secret.
 */
export function signedHeaders(attempt: SignedAttempt): Readonly<Record<string, string>> {
  const { deliveryId, event, requestId, body, secrets, attemptedAt } = attempt;
  const [newest] = secrets;
  if (newest === undefined) throw new TypeError('An attempt without a secret can not be signed');
  const timestamp = String(Math.floor(attemptedAt.getTime() / 1000));
  const signed = `${deliveryId}.${timestamp}.${body}`;
  return {
    'Content-Type': 'application/json',
    'X-Service-Event': event,
    'X-Service-Signature': `sha256=${createHmac('sha256', newest).update(body).digest('hex')}`,
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${standardSignature(secret, signed)}`).join(' '),
    ...(requestId === null ? {} : { 'X-Request-Id': requestId }),
  };
}

function standardSignature(secret: string, signed: string): string {
  if (!secret.startsWith(SECRET_PREFIX)) throw new TypeError('Not a secret of a webhook');
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(signed).digest('base64');
}

/**
 * Builds webhook bodies (docs/reference/webhooks.md#events). A body is built once, stored as text and sent unchanged by
 * every attempt.
 */

/** End of a job, as stored in the transaction that ended it. */
export const jobEventSchema = z.object({
  event: z.enum(['job.completed', 'job.failed']),
  jobId: z.string(),
  fileId: z.string(),
  carrierId: z.string(),
  period: z.string(),
  mode: z.string(),
  status: z.string(),
  /** Null when the job ended before it had statistics. */
  stats: z.record(z.string(), z.number()).nullable(),
  warnings: z.array(z.object({ code: z.string(), detail: z.string() })).readonly(),
  error: z.string().nullable(),
  /** Absent from events of older code. */
  carrierEvents: z
    .array(
      z.object({
        id: z.string(),
        kind: z.string(),
        scope: z.string(),
        scopeValue: z.string().nullable(),
        members: z.number(),
        compared: z.number(),
        changePercent: z.number().nullable(),
        amount: z.number(),
        detail: z.string(),
      }),
    )
    .readonly()
    .default([]),
  /** Absent from events of older code. Null when the number of files in the month is unknown. */
  month: z
    .object({
      state: z.enum(MONTH_STATES),
      files: z.object({ received: z.number(), expected: z.number(), known: z.enum(FILES_KNOWN) }),
      absence: z.enum(['provisional', 'final']).nullable(),
    })
    .nullish(),
});
export type JobEvent = z.output<typeof jobEventSchema>;

type Warning = JobEvent['warnings'][number];

/** Largest sizes of texts in JSON, in bytes. Texts of a job quote its file, so they are truncated to leave room for other fields. */
const ERROR_BYTES_MAX = 6_000;
const WARNING_BYTES_MAX = 2_000;
const SCOPE_BYTES_MAX = 200;
const EVENT_DETAIL_BYTES_MAX = 400;

/**
 * Returns the body of a job's event, the same bytes for the same event. It stays below EVENT_BODY_BYTES_MAX: surplus
 * warnings are replaced by their count, and the job shows all of them.
 */
export function jobEventBody(event: JobEvent, publicUrl: string): string {
  const warnings = event.warnings.map(({ code, detail }) => ({ code, detail: cut(detail, WARNING_BYTES_MAX) }));
  for (let shown = warnings.length; ; shown--) {
    const body = jobBody(event, publicUrl, [...warnings.slice(0, shown), ...leftOut(warnings.length - shown)]);
    if (shown === 0 || bytesOf(body) < EVENT_BODY_BYTES_MAX) return body;
  }
}

function jobBody(event: JobEvent, publicUrl: string, warnings: readonly Warning[]): string {
  const job = `${publicUrl}/v1/jobs/${event.jobId}`;
  return JSON.stringify({
    event: event.event,
    jobId: event.jobId,
    fileId: event.fileId,
    carrierId: event.carrierId,
    period: event.period,
    mode: event.mode,
    status: event.status,
    stats: sortedByName(event.stats ?? {}),
    warnings,
    error: event.error === null ? null : cut(event.error, ERROR_BYTES_MAX),
    carrierEvents: event.carrierEvents.slice(0, CARRIER_EVENTS_TOLD_MAX).map(carrierEventBody),
    ...(event.month != null && { month: event.month }),
    _links: {
      self: { href: job },
      job: { href: job },
      results: { href: `${job}/results` },
      deltas: { href: `${job}/deltas` },
    },
  });
}

function carrierEventBody({ scopeValue, detail, ...event }: JobEvent['carrierEvents'][number]) {
  const { id, kind, scope, members, compared, changePercent, amount } = event;
  const value = scopeValue === null ? null : cut(scopeValue, SCOPE_BYTES_MAX);
  const sentence = cut(detail, EVENT_DETAIL_BYTES_MAX);
  return { id, kind, scope, scopeValue: value, members, compared, changePercent, amount, detail: sentence };
}

/** Returns the body that POST /v1/webhooks/{id}/test sends. It has the fields of a job's event, without values. */
export function testEventBody(webhookId: string, publicUrl: string): string {
  return JSON.stringify({
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
    _links: { self: { href: `${publicUrl}/v1/webhooks/${webhookId}` } },
  });
}

/** Event of a test, which is sent only on request, whatever events the webhook has chosen. */
export const TEST_EVENT = 'webhook.test';

/** Returns the warning that stands for left-out warnings; none for zero. */
function leftOut(count: number): readonly Warning[] {
  return count === 0 ? [] : [{ code: 'more_warnings', detail: `${count} more: see the job.` }];
}

function sortedByName(stats: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(stats).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Truncates a text to whole characters whose JSON fits `bytesMax`, and appends an ellipsis. */
function cut(text: string, bytesMax: number): string {
  if (jsonBytes(text) <= bytesMax) return text;
  let kept = '';
  // The quotation marks take two bytes, the ellipsis three.
  let left = bytesMax - 5;
  for (const character of text) {
    left -= jsonBytes(character) - 2;
    if (left < 0) break;
    kept += character;
  }
  return `${kept}…`;
}

function jsonBytes(text: string): number {
  return bytesOf(JSON.stringify(text));
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** Events about pay runs (docs/reference/webhooks.md#pay-runs). They name no agent and no member. */

export const PAY_RUN_EVENTS = ['pay_run.approved', 'pay_run.paid'] as const;

const amount = z.int();

/** Change of a run, as stored in the transaction that made it. Amounts are ten-thousandths of a dollar. */
export const payRunEventSchema = z.object({
  event: z.enum(PAY_RUN_EVENTS),
  runId: z.string(),
  payDate: z.string(),
  months: z.array(z.string()).readonly(),
  sums: z.object({ received: amount, people: amount, house: amount, held: amount, paid: amount }),
  agents: z.int(),
  approvedAt: z.string(),
  paidOn: z.string().nullable(),
  method: z.string().nullable(),
  reference: z.string().nullable(),
});
export type PayRunEvent = z.output<typeof payRunEventSchema>;

export type ServiceEvent = JobEvent | PayRunEvent;

/** Returns the body of an event, the same bytes for the same event. */
export function eventBody(event: ServiceEvent, publicUrl: string): string {
  return 'runId' in event ? payRunEventBody(event, publicUrl) : jobEventBody(event, publicUrl);
}

function payRunEventBody({ sums, ...event }: PayRunEvent, publicUrl: string): string {
  const { runId, payDate, months, agents, approvedAt, paidOn, method, reference } = event;
  const run = `${publicUrl}/v1/pay-runs/${runId}`;
  const { received, people, house, held, paid } = shownSums(sums);
  return JSON.stringify({
    event: event.event,
    ...{ runId, payDate, months },
    sums: { received, people, house, held, paid },
    ...{ agents, approvedAt, paidOn, method, reference },
    _links: {
      self: { href: run },
      lines: { href: `${run}/lines` },
      payments: { href: `${run}/payments` },
      journal: { href: `${run}/journal` },
    },
  });
}
