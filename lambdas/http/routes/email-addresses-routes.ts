import { z } from '@hono/zod-openapi';
import {
  addEmailAddress,
  EMAIL_ADDRESS_COLUMNS,
  type EmailAddresses,
  emailAddress,
  findEmailAddress,
  listEmailAddresses,
  revokeEmailAddress,
  rotateEmailAddress,
} from '../../../app/intake/manage-email-addresses.ts';
import { ACCOUNT_COUNTS_MAX } from '../../../core/limits/account-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, shortListQuery } from '../paging.ts';
import { recordId } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

const newEmailAddress = z.strictObject({
  carrierId: recordId('The carrier whose statements it is for.'),
  workspaceId: recordId('Required when the account has several workspaces.').optional(),
});

/** Inbound addresses: create, list, get, rotate, delete. The received mail is in intake.ts. */
export function emailAddressRoutes(deps: EmailAddresses): readonly Route[] {
  return [createRoute(deps), listRoute(deps), getRoute(deps), deleteRoute(deps), rotateRoute(deps)];
}

const tag = 'Drop-offs';
const params = z.object({ addressId: recordId('The address.') });

function createRoute(deps: EmailAddresses): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/email/addresses',
    operationId: 'createEmailAddress',
    access: 'account:write',
    tag,
    summary: 'Make an address for the statements of a carrier',
    description: `Every attachment of a message to it that is CSV, a workbook, a PDF with text or a ZIP archive of these becomes an upload. Only the
senders in email.allowedSenders of the carrier's drop-off settings are let in, and only when the message provably comes from their domain. Enterprise only; an account may have
${ACCOUNT_COUNTS_MAX.emailAddresses} addresses.`,
    request: { json: newEmailAddress },
    problems: ['tier_required', 'not_found', 'workspace_required', 'conflict'],
    responses: { 201: { description: 'Made.', schema: emailAddress } },
  }).handle(async ({ json: { carrierId, workspaceId = null } }, request) => {
    const wanted = { account: request.account, carrierId, workspaceId };
    const created = await addEmailAddress(deps, wanted, request.origin);
    return isRefused(created) ? created : { status: 201, body: created };
  });
}

function listRoute(deps: EmailAddresses): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/email/addresses',
    operationId: 'listEmailAddresses',
    access: 'account:read',
    tag,
    summary: 'Addresses for statements',
    description: 'Newest first, without deleted ones.',
    link: 'emailAddresses',
    request: { query: z.strictObject(shortListQuery) },
    responses: {
      200: {
        description: 'A page of addresses.',
        schema: offsetList(emailAddress),
      },
    },
    csv: { columns: EMAIL_ADDRESS_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }, { account: { accountId } }) => ({
    status: 200,
    body: await listEmailAddresses(deps, accountId, query),
  }));
}

function getRoute(deps: EmailAddresses): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/email/addresses/{addressId}',
    operationId: 'getEmailAddress',
    access: 'account:read',
    tag,
    summary: 'One address',
    description: 'With the carrier it is for.',
    request: { params },
    responses: { 200: { description: 'The address.', schema: emailAddress } },
  }).handle(async ({ params: { addressId } }, { account: { accountId } }) => {
    const found = await findEmailAddress(deps, { accountId, addressId });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function deleteRoute(deps: EmailAddresses): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/email/addresses/{addressId}',
    operationId: 'deleteEmailAddress',
    access: 'account:write',
    tag,
    summary: 'Delete an address',
    description: "Mail to it is nobody's from now on: it is dropped in silence. The address is never given out again.",
    request: { params },
    responses: { 204: { description: 'Deleted.', schema: z.void() } },
  }).handle(async ({ params: { addressId } }, request) => {
    const { accountId } = request.account;
    const refused = await revokeEmailAddress(deps, { accountId, addressId }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}

function rotateRoute(deps: EmailAddresses): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/email/addresses/{addressId}/rotate',
    operationId: 'rotateEmailAddress',
    effect: 'again',
    access: 'account:write',
    tag,
    summary: 'Change an address',
    description: `Keeps its id and gets a new address. Mail to the one before is nobody's at once: tell the carrier first, or make a
second address and delete this one later. Enterprise only.`,
    request: { params },
    problems: ['tier_required', 'conflict'],
    responses: { 200: { description: 'With its new address.', schema: emailAddress } },
  }).handle(async ({ params: { addressId } }, request) => {
    const { account } = request;
    const rotated = await rotateEmailAddress(deps, { account, addressId }, request.origin);
    return isRefused(rotated) ? rotated : { status: 200, body: rotated };
  });
}
