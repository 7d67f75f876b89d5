import { z } from '@hono/zod-openapi';
import {
  DELIVERY_COLUMNS,
  DELIVERY_STATES,
  delivery,
  findDelivery,
  listDeliveries,
  redeliverMissed,
  redeliverOne,
  type WebhookManagement,
} from '../../../app/webhooks/manage-webhooks.ts';
import { isRefused } from '../../../core/problem.ts';
import { cursorList, cursorQuery } from '../paging.ts';
import { recordId, timeSince } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

/** Webhook deliveries: list, get with attempts, send again. */
export function webhookDeliveryRoutes(management: WebhookManagement): readonly Route[] {
  return [
    listAllRoute(management),
    listOfWebhookRoute(management),
    getRoute(management),
    redeliverRoute(management),
    redeliverMissedRoute(management),
  ];
}

const tag = 'Webhooks';
const webhookParams = z.object({ webhookId: recordId('The webhook.') });
const deliveryParams = z.object({ deliveryId: recordId('The delivery.') });
const filters = {
  ...cursorQuery,
  status: z.enum(DELIVERY_STATES).optional().openapi({ description: 'Only these.' }),
};

const missedSince = z.strictObject({
  since: timeSince('Only events from then on; all that are kept when absent.').optional(),
});

const page = {
  description: 'A page of deliveries.',
  schema: cursorList(delivery).openapi('DeliveryList'),
};
const csv = {
  columns: DELIVERY_COLUMNS,
  rows: ({ data }: z.output<typeof page.schema>) => data,
};

function listAllRoute(management: WebhookManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/webhooks/deliveries',
    operationId: 'listDeliveries',
    access: 'account:read',
    tag,
    summary: 'Deliveries',
    description: 'Of all webhooks and of the callbacks of uploads, newest first; kept for 30 days.',
    link: 'webhookDeliveries',
    request: { query: z.strictObject({ ...filters, jobId: recordId('Only what this job caused.').optional() }) },
    problems: ['not_found'],
    responses: { 200: page },
    csv,
  }).handle(async ({ query }, { account }) => {
    const listed = await listDeliveries(management, account.accountId, query);
    return isRefused(listed) ? listed : { status: 200, body: listed };
  });
}

function listOfWebhookRoute(management: WebhookManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/webhooks/{webhookId}/deliveries',
    operationId: 'listWebhookDeliveries',
    access: 'account:read',
    tag,
    summary: 'Deliveries of a webhook',
    description: 'Newest first, each with its attempts; kept for 30 days.',
    request: { params: webhookParams, query: z.strictObject(filters) },
    responses: { 200: page },
    csv,
  }).handle(async ({ params: { webhookId }, query }, { account }) => {
    const listed = await listDeliveries(management, account.accountId, { webhookId, ...query });
    return isRefused(listed) ? listed : { status: 200, body: listed };
  });
}

function getRoute(management: WebhookManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/webhooks/deliveries/{deliveryId}',
    operationId: 'getDelivery',
    access: 'account:read',
    tag,
    summary: 'One delivery',
    description: 'With its attempts.',
    request: { params: deliveryParams },
    responses: { 200: { description: 'The delivery.', schema: delivery } },
  }).handle(async ({ params: { deliveryId } }, { account: { accountId } }) => {
    const found = await findDelivery(management, { accountId, deliveryId });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function redeliverRoute(management: WebhookManagement): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/webhooks/deliveries/{deliveryId}/redeliver',
    operationId: 'retryDelivery',
    access: 'account:write',
    tag,
    summary: 'Send a delivery again',
    description: `At once, with six attempts anew, whatever its state: the same body under the same webhook-id, to the URL the webhook
has now.`,
    request: { params: deliveryParams },
    problems: ['conflict'],
    responses: {
      202: {
        description: 'On its way.',
        schema: delivery,
      },
    },
  }).handle(async ({ params: { deliveryId } }, request) => {
    const { accountId } = request.account;
    const redelivered = await redeliverOne(management, { accountId, deliveryId }, request.origin);
    return isRefused(redelivered) ? redelivered : { status: 202, body: redelivered };
  });
}

function redeliverMissedRoute(management: WebhookManagement): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/webhooks/{webhookId}/redeliver',
    operationId: 'retryWebhookDeliveries',
    access: 'account:write',
    tag,
    summary: 'Send again what a webhook missed',
    description:
      'Its events since a time that failed or were discarded, oldest first. Events that ended while it was disabled were never stored for it.',
    request: { params: webhookParams, json: missedSince },
    problems: ['conflict'],
    responses: {
      202: {
        description: 'On their way.',
        schema: z.object({ id: z.string(), redelivered: z.int().openapi({ description: 'How many.' }) }),
      },
    },
  }).handle(async ({ params: { webhookId }, json: { since = null } }, request) => {
    const { accountId } = request.account;
    const order = { key: { accountId, webhookId }, since };
    const redelivered = await redeliverMissed(management, order, request.origin);
    return isRefused(redelivered) ? redelivered : { status: 202, body: { id: webhookId, redelivered } };
  });
}
