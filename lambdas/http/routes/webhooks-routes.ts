import { z } from '@hono/zod-openapi';
import { recordId } from '../../../app/platform/shared-fields.ts';
import {
  changeWebhook,
  createdWebhook,
  createWebhook,
  DELIVERY_COLUMNS,
  DELIVERY_STATES,
  deleteWebhook,
  delivery,
  findDelivery,
  findWebhook,
  listDeliveries,
  listWebhooks,
  missedSince,
  newSecret,
  newWebhook,
  newWebhookSecret,
  redeliverMissed,
  redeliverOne,
  rotateCallbackSecret,
  rotateSecret,
  testWebhook,
  WEBHOOK_COLUMNS,
  type WebhookManagement,
  webhook,
  webhookChange,
} from '../../../app/webhooks/manage-webhooks.ts';
import { ACCOUNT_COUNTS_MAX } from '../../../core/limits/account-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { cursorList, cursorQuery, offsetList, shortListQuery } from '../paging.ts';
import { accountRoute, type Route } from '../route.ts';

export interface WebhookRouteDeps {
  readonly management: WebhookManagement;
  /** True if URLs may lead to this machine. */
  readonly localMode: boolean;
}

/** Webhooks: create, change, rotate, test. Their deliveries are in webhook-deliveries.ts. */
export function webhookRoutes(deps: WebhookRouteDeps): readonly Route[] {
  const { management } = deps;
  return [
    createRoute(deps),
    listRoute(management),
    getRoute(management),
    changeRoute(deps),
    deleteRoute(management),
    rotateRoute(management),
    rotateCallbackRoute(management),
    testRoute(management),
  ];
}

const tag = 'Webhooks';
const params = z.object({ webhookId: recordId('The webhook.') });

function createRoute({ management, localMode }: WebhookRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/webhooks',
    operationId: 'createWebhook',
    access: 'account:write',
    tag,
    summary: 'Be told when jobs end',
    description: `Every event of the account that is named is sent to the URL. The secret that signs is shown this once. An account
may have ${ACCOUNT_COUNTS_MAX.webhooks} webhooks.`,
    request: { json: newWebhook({ localMode }) },
    problems: ['conflict'],
    responses: { 201: { description: 'Made, and enabled.', schema: createdWebhook } },
  }).handle(async ({ json }, request) => {
    const { accountId } = request.account;
    const created = await createWebhook(management, { accountId, ...json }, request.origin);
    return isRefused(created) ? created : { status: 201, body: created };
  });
}

function listRoute(management: WebhookManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/webhooks',
    operationId: 'listWebhooks',
    access: 'account:read',
    tag,
    summary: 'Webhooks',
    description: 'Newest first, with how their endpoints fare. Secrets are not shown.',
    link: 'webhooks',
    request: { query: z.strictObject(shortListQuery) },
    responses: {
      200: {
        description: 'A page of webhooks.',
        schema: offsetList(webhook),
      },
    },
    csv: { columns: WEBHOOK_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => ({
    status: 200,
    body: await listWebhooks(management, account.accountId, query),
  }));
}

function getRoute(management: WebhookManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/webhooks/{webhookId}',
    operationId: 'getWebhook',
    access: 'account:read',
    tag,
    summary: 'One webhook',
    description: 'Without its secret.',
    request: { params },
    responses: { 200: { description: 'The webhook.', schema: webhook } },
  }).handle(async ({ params: { webhookId } }, { account: { accountId } }) => {
    const found = await findWebhook(management, { accountId, webhookId });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function changeRoute({ management, localMode }: WebhookRouteDeps): Route {
  return accountRoute({
    method: 'patch',
    path: '/v1/webhooks/{webhookId}',
    operationId: 'updateWebhook',
    access: 'account:write',
    tag,
    summary: 'Change a webhook',
    description: `Another URL is where everything still to be sent goes too. While it is disabled events are not kept for it, and what
was still to be sent is discarded.`,
    request: { params, json: webhookChange({ localMode }) },
    responses: { 200: { description: 'The webhook.', schema: webhook } },
  }).handle(async ({ params: { webhookId }, json }, request) => {
    const { accountId } = request.account;
    const changed = await changeWebhook(management, { key: { accountId, webhookId }, change: json }, request.origin);
    return isRefused(changed) ? changed : { status: 200, body: changed };
  });
}

function deleteRoute(management: WebhookManagement): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/webhooks/{webhookId}',
    operationId: 'deleteWebhook',
    access: 'account:write',
    tag,
    summary: 'Delete a webhook',
    description: 'What was still to be sent is discarded.',
    request: { params },
    responses: { 204: { description: 'Deleted.', schema: z.void() } },
  }).handle(async ({ params: { webhookId } }, request) => {
    const { accountId } = request.account;
    const refused = await deleteWebhook(management, { accountId, webhookId }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}

function rotateRoute(management: WebhookManagement): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/webhooks/{webhookId}/rotate-secret',
    operationId: 'rotateWebhookSecret',
    effect: 'again',
    access: 'account:write',
    tag,
    summary: 'Make a new secret',
    description: `For 24 hours webhook-signature is made with both, the new one first; X-Service-Signature is made with the new one
at once. A second rotation within that time ends the oldest.`,
    request: { params },
    responses: {
      200: {
        description: 'The new secret.',
        schema: newWebhookSecret,
      },
    },
  }).handle(async ({ params: { webhookId } }, request) => {
    const { accountId } = request.account;
    const rotated = await rotateSecret(management, { accountId, webhookId }, request.origin);
    return isRefused(rotated) ? rotated : { status: 200, body: { id: webhookId, ...rotated } };
  });
}

function rotateCallbackRoute(management: WebhookManagement): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/webhooks/callback-secret',
    operationId: 'rotateCallbackSecret',
    effect: 'again',
    access: 'account:write',
    tag,
    summary: 'Make a new secret for callbacks',
    description: `Signs what goes to the webhookUrl of uploads. The one before, if there was any, signs too for 24 hours, as with
webhooks.`,
    responses: { 200: { description: 'The new secret.', schema: newSecret } },
  }).handle(async (_, request) => ({
    status: 200,
    body: await rotateCallbackSecret(management, request.account.accountId, request.origin),
  }));
}

function testRoute(management: WebhookManagement): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/webhooks/{webhookId}/test',
    operationId: 'testWebhook',
    access: 'account:write',
    tag,
    summary: 'Send a test',
    description: `An event webhook.test goes the very way of a real one: signed, tried again on failure. Ask for the delivery to see
what came of it.`,
    request: { params },
    problems: ['conflict'],
    responses: {
      202: {
        description: 'On its way.',
        schema: delivery,
      },
    },
  }).handle(async ({ params: { webhookId } }, request) => {
    const { accountId } = request.account;
    const order = { key: { accountId, webhookId }, publicUrl: request.href('') };
    const delivery = await testWebhook(management, order, request.origin);
    return isRefused(delivery) ? delivery : { status: 202, body: delivery };
  });
}

/** Webhook deliveries: list, get with attempts, send again. */
export function webhookDeliveryRoutes(management: WebhookManagement): readonly Route[] {
  return [
    listAllRoute(management),
    listOfWebhookRoute(management),
    getDeliveryRoute(management),
    redeliverRoute(management),
    redeliverMissedRoute(management),
  ];
}
const webhookParams = z.object({ webhookId: recordId('The webhook.') });
const deliveryParams = z.object({ deliveryId: recordId('The delivery.') });
const filters = {
  ...cursorQuery,
  status: z.enum(DELIVERY_STATES).optional().openapi({ description: 'Only these.' }),
};

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

function getDeliveryRoute(management: WebhookManagement): Route {
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
