import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { payRun } from '../../app/agent-pay/pay-run-record.ts';
import { warning } from '../../app/platform/shared-fields.ts';
import { carrierEvent } from '../../app/reads/carrier-event-record.ts';
import { monthStates, receivedFiles } from '../../app/reads/describe-month.ts';
import { jobModes } from '../../app/reads/job-records.ts';
import { completedStats, noStats } from '../../core/job/job-stats.ts';
import { TEST_EVENT } from '../../core/webhook/event-body.ts';
import { exampleOf } from './example-of.ts';
import { resourceLink } from './paging.ts';

/**
 * Removes the defaults from an API description, and the examples of optional parameters. Reference pages fill their forms with such values
 * and send them: a reader would filter by the month of an example. Generators treat a field with a default as required.
 */

type Node = Readonly<Record<string, unknown>>;

/**
 * The direction of a schema. In schemas that clients send, the description of a field states its default. In schemas that they receive, a
 * field with a default is always present.
 */
type Direction = 'sent' | 'received';

export function withoutPrefill(description: Node): Node {
  const components = record(description['components']);
  const schemas = record(components['schemas']);
  const requestNames = namesIn(requestsOf(description), schemas);
  const changed = Object.entries(schemas).map(([name, schema]) => [
    name,
    schemaWithout(schema, requestNames.has(name) ? 'sent' : 'received'),
  ]);
  return {
    ...description,
    paths: mapValues(description['paths'], (item) => mapValues(item, operationWithout)),
    components: { ...components, schemas: Object.fromEntries(changed) },
  };
}

function operationWithout(operation: unknown): unknown {
  if (!isNode(operation)) return operation;
  const { parameters, requestBody, responses } = operation;
  return {
    ...operation,
    ...(Array.isArray(parameters) && { parameters: parameters.map(parameterWithout) }),
    ...(isNode(requestBody) && { requestBody: bodyWithout(requestBody, 'sent') }),
    responses: mapValues(responses, (response) => bodyWithout(response, 'received')),
  };
}

function bodyWithout(body: unknown, direction: Direction): unknown {
  if (!isNode(body) || !isNode(body['content'])) return body;
  const content = mapValues(body['content'], (form) =>
    isNode(form) ? { ...form, schema: schemaWithout(form['schema'], direction) } : form,
  );
  return { ...body, content };
}

function parameterWithout(parameter: unknown): unknown {
  if (!isNode(parameter) || parameter['required'] === true || !isNode(parameter['schema'])) return parameter;
  const { default: value, example, description, ...schema } = parameter['schema'];
  const said = parameter['description'] ?? description;
  const such = example === undefined ? [] : [`Such as ${example}.`];
  return { ...parameter, description: sentences(said, value, such), schema };
}

function schemaWithout(node: unknown, direction: Direction): unknown {
  if (!isNode(node)) return node;
  const { default: value, ...schema } = node;
  const inner = (child: unknown) => schemaWithout(child, direction);
  const said = direction === 'sent' ? sentences(schema['description'], value) : schema['description'];
  return {
    ...schema,
    ...(said !== undefined && said !== '' && { description: said }),
    ...mapKeys(schema, ['items', 'additionalProperties'], inner),
    ...mapKeys(schema, ['anyOf', 'oneOf', 'allOf'], (list) => (Array.isArray(list) ? list.map(inner) : list)),
    ...mapKeys(schema, ['properties'], (properties) => mapValues(properties, inner)),
    ...(direction === 'received' && requiredOf(schema)),
  };
}

function requiredOf({ properties, required }: Node): Node {
  const filled = Object.entries(record(properties)).flatMap(([name, property]) =>
    isNode(property) && 'default' in property ? [name] : [],
  );
  if (filled.length === 0) return {};
  return { required: [...new Set([...(Array.isArray(required) ? required : []), ...filled])] };
}

/** Adds a sentence about the default to a description. An empty default gets none, because it equals the absence of the field. */
function sentences(said: unknown, value: unknown, more: readonly string[] = []): string {
  const isEmpty =
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  const standard = isEmpty ? [] : [`Default: ${typeof value === 'string' ? value : JSON.stringify(value)}.`];
  return [...(typeof said === 'string' ? [said] : []), ...standard, ...more].join(' ');
}

function requestsOf(description: Node): readonly unknown[] {
  return Object.values(record(description['paths'])).flatMap((item) =>
    Object.values(record(item)).map((operation) => record(operation)['requestBody']),
  );
}

/** Returns the names of the schemas that the nodes refer to, directly or through other schemas. */
function namesIn(nodes: readonly unknown[], schemas: Node, found: Set<string> = new Set()): ReadonlySet<string> {
  for (const [, name = ''] of JSON.stringify(nodes).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    namesIn([schemas[name]], schemas, found);
  }
  return found;
}

const isNode = (node: unknown): node is Node => typeof node === 'object' && node !== null && !Array.isArray(node);
const record = (node: unknown): Node => (isNode(node) ? node : {});

const mapValues = (node: unknown, change: (value: unknown) => unknown): unknown =>
  isNode(node) ? Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)])) : node;

const mapKeys = (node: Node, keys: readonly string[], change: (value: unknown) => unknown): Node =>
  Object.fromEntries(keys.filter((key) => key in node).map((key) => [key, change(node[key])]));

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

const payRunEventFields = z.object({
  runId: z.string(),
  payDate: z.iso.date(),
  months: z.array(z.string()).openapi({ description: 'Months received whose lines the run pays.' }),
  sums: payRun.shape.sums.unwrap(),
  agents: z.int().openapi({ description: 'Agents with whom the run settled.' }),
  approvedAt: z.iso.datetime(),
  _links: z
    .object({ self: resourceLink, lines: resourceLink, payments: resourceLink, journal: resourceLink })
    .openapi('PayRunEventLinks'),
});

/** The event about a pay run. It names no agent and no member. */
export const payRunEvent = z
  .union([
    payRunEventFields
      .extend({ event: z.literal('pay_run.approved'), paidOn: z.null(), method: z.null(), reference: z.null() })
      .openapi('PayRunApprovedEvent'),
    payRunEventFields
      .extend({
        event: z.literal('pay_run.paid'),
        paidOn: z.iso.date(),
        method: z.string(),
        reference: z.string().nullable(),
      })
      .openapi('PayRunPaidEvent'),
  ])
  .openapi('PayRunEvent', { description: 'An approved run never changes, so both events have the same sums.' });

/**
 * The event of a test call. It has the fields of a job's event, all without values, so that a receiver parses it with the code for real
 * events.
 */
const testEvent = z
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
    description: 'The request that asked for the job; absent when no request did, and from other events.',
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
    example: exampleOf(jobEvent.options[0]),
  },
  {
    event: 'job.failed',
    summary: 'A job has failed for good',
    operationId: 'onJobFailed',
    schema: jobEvent,
    example: exampleOf(jobEvent.options[1]),
  },
  {
    event: 'pay_run.approved',
    summary: 'A pay run was approved',
    operationId: 'onPayRunApproved',
    schema: payRunEvent,
    example: exampleOf(payRunEvent.options[0]),
  },
  {
    event: 'pay_run.paid',
    summary: 'The money of a pay run was sent',
    operationId: 'onPayRunPaid',
    schema: payRunEvent,
    example: exampleOf(payRunEvent.options[1]),
  },
  {
    event: TEST_EVENT,
    summary: 'A test that was asked for',
    operationId: 'onWebhookTest',
    schema: testEvent,
    example: exampleOf(testEvent),
  },
] as const;
