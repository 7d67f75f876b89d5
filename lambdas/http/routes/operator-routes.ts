import { z } from '@hono/zod-openapi';
import {
  ACCOUNT_DELETION_COLUMNS,
  type AccountDeletions,
  accountDeletion,
  deleteAccount,
  findDeletion,
  listDeletions,
} from '../../../app/accounts/delete-accounts.ts';
import { API_TOKEN_COLUMNS, apiToken, issuedToken, issueToken, newToken } from '../../../app/accounts/issue-token.ts';
import {
  ACCOUNT_COLUMNS,
  type AccountManagement,
  account,
  accountChange,
  changeAccount,
  createAccount,
  listAccounts,
  listTokens,
  newAccount,
  revokeToken,
} from '../../../app/accounts/manage-accounts.ts';
import { carrier, carrierReference } from '../../../app/carriers/manage-carriers.ts';
import {
  addSharedConfig,
  type CatalogueManagement,
  createCarrierGroup,
  createSharedCarrier,
  newCarrierGroup,
  newSharedCarrier,
} from '../../../app/carriers/manage-catalogue.ts';
import { addedConfig, configBody } from '../../../app/carriers/manage-configs.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { REQUEST_TASK_LIMITS } from '../../../core/limits/job-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { operatorRoute, type RequestContext, type Route } from '../route.ts';

/** The operator's endpoints for accounts and their tokens. */
export function operatorAccountRoutes(management: AccountManagement): readonly Route[] {
  return [
    createAccountRoute(management),
    listAccountsRoute(management),
    changeAccountRoute(management),
    issueTokenRoute(management),
    listTokensRoute(management),
    revokeTokenRoute(management),
  ];
}

export function operatorOrigin({ clientAddress, requestId }: RequestContext) {
  return { actor: 'operator', ip: clientAddress, requestId };
}

const params = z.object({ accountId: recordId('The account.') });

function createAccountRoute(management: AccountManagement): Route {
  return operatorRoute({
    method: 'post',
    path: '/v1/admin/accounts',
    operationId: 'createAccount',
    tag: 'Operator',
    summary: 'Add an account',
    description: 'Active at once, with a default workspace. It needs a token next.',
    request: { json: newAccount },
    responses: { 201: { description: 'Created.', schema: account } },
  }).handle(async ({ json }, request) => ({
    status: 201,
    body: await createAccount(management, json, operatorOrigin(request)),
  }));
}

function listAccountsRoute(management: AccountManagement): Route {
  return operatorRoute({
    method: 'get',
    path: '/v1/admin/accounts',
    operationId: 'listAccounts',
    tag: 'Operator',
    summary: 'Accounts',
    description: 'Newest first.',
    request: { query: z.strictObject(offsetQuery) },
    responses: {
      200: {
        description: 'A page of accounts.',
        schema: offsetList(account),
      },
    },
    csv: { columns: ACCOUNT_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }) => ({ status: 200, body: await listAccounts(management, query) }));
}

function changeAccountRoute(management: AccountManagement): Route {
  return operatorRoute({
    method: 'patch',
    path: '/v1/admin/accounts/{accountId}',
    operationId: 'updateAccount',
    tag: 'Operator',
    summary: 'Change an account',
    description:
      'Fields that are absent stay as they are. Tokens of an account that is not active are refused with 403.',
    request: { params, json: accountChange },
    problems: ['conflict'],
    responses: { 200: { description: 'As it is now.', schema: account } },
  }).handle(async ({ params: { accountId }, json }, request) => {
    const changed = await changeAccount(management, { accountId, change: json }, operatorOrigin(request));
    return isRefused(changed) ? changed : { status: 200, body: changed };
  });
}

function issueTokenRoute(management: AccountManagement): Route {
  return operatorRoute({
    method: 'post',
    path: '/v1/admin/accounts/{accountId}/tokens',
    operationId: 'createToken',
    tag: 'Operator',
    summary: 'Issue a token',
    description: 'The token is shown in this answer and never again: only its digest is stored.',
    request: { params, json: newToken },
    problems: ['conflict'],
    responses: { 201: { description: 'Issued.', schema: issuedToken } },
  }).handle(async ({ params: { accountId }, json }, request) => {
    const issued = await issueToken(management, { accountId, ...json }, operatorOrigin(request));
    return isRefused(issued) ? issued : { status: 201, body: issued };
  });
}

function listTokensRoute(management: AccountManagement): Route {
  return operatorRoute({
    method: 'get',
    path: '/v1/admin/accounts/{accountId}/tokens',
    operationId: 'listTokens',
    tag: 'Operator',
    summary: 'Tokens of an account',
    description: 'Newest first, revoked ones too; never the tokens themselves.',
    request: { params, query: z.strictObject(offsetQuery) },
    responses: {
      200: {
        description: 'A page of tokens.',
        schema: offsetList(apiToken),
      },
    },
    csv: { columns: API_TOKEN_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ params: { accountId }, query }) => {
    const page = await listTokens(management, { accountId, ...query });
    return isRefused(page) ? page : { status: 200, body: page };
  });
}

function revokeTokenRoute(management: AccountManagement): Route {
  return operatorRoute({
    method: 'post',
    path: '/v1/admin/tokens/{tokenId}/revoke',
    operationId: 'revokeToken',
    tag: 'Operator',
    summary: 'Revoke a token',
    description: 'Refused from the next request on. May be repeated.',
    request: { params: z.object({ tokenId: recordId('The token.') }) },
    responses: { 204: { description: 'Revoked.', schema: z.void() } },
  }).handle(async ({ params: { tokenId } }, request) => {
    const refused = await revokeToken(management, tokenId, operatorOrigin(request));
    return refused ?? { status: 204, body: undefined };
  });
}

/** The operator's endpoints for deleting an account with all its data, and for the deletion certificates. */
export function operatorDeletionRoutes(deletions: AccountDeletions): readonly Route[] {
  return [deleteAccountRoute(deletions), listRoute(deletions), getRoute(deletions)];
}

function deleteAccountRoute(deletions: AccountDeletions): Route {
  return operatorRoute({
    method: 'delete',
    path: '/v1/admin/accounts/{accountId}',
    operationId: 'deleteAccount',
    tag: 'Operator',
    summary: 'Delete an account and everything it has',
    description: `Can't be undone. Tokens, SFTP users and addresses stop at once, open jobs end without storing anything, and every row and
every stored file of the account goes. A large account takes longer than this request: the schedule goes on, and
\`GET /v1/admin/deletions/{deletionId}\` says when it is completed and gives the certificate. May be repeated until then.`,
    problems: ['conflict'],
    request: {
      params: z.object({ accountId: recordId('The account.') }),
      query: z.strictObject({
        confirm: z
          .string()
          .openapi({ description: 'The exact name of the account. It protects from deleting another one by a slip.' }),
      }),
    },
    responses: {
      202: { description: 'Accepted, or completed already.', schema: accountDeletion },
    },
  }).handle(async ({ params: { accountId }, query: { confirm } }, request) => {
    const how = { origin: operatorOrigin(request), limits: REQUEST_TASK_LIMITS };
    const deletion = await deleteAccount(deletions, { accountId, confirm }, how);
    return isRefused(deletion) ? deletion : { status: 202, body: deletion };
  });
}

function listRoute(deletions: AccountDeletions): Route {
  return operatorRoute({
    method: 'get',
    path: '/v1/admin/deletions',
    operationId: 'listDeletions',
    tag: 'Operator',
    summary: 'Deletions of accounts',
    description: 'Newest first. They are kept for good.',
    request: { query: z.strictObject(offsetQuery) },
    responses: {
      200: {
        description: 'A page of deletions.',
        schema: offsetList(accountDeletion),
      },
    },
    csv: { columns: ACCOUNT_DELETION_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }) => ({ status: 200, body: await listDeletions(deletions, query) }));
}

function getRoute(deletions: AccountDeletions): Route {
  return operatorRoute({
    method: 'get',
    path: '/v1/admin/deletions/{deletionId}',
    operationId: 'getDeletion',
    tag: 'Operator',
    summary: 'One deletion of an account',
    description: 'How far it is and, once it is completed, the certificate of what was removed.',
    request: { params: z.object({ deletionId: recordId('The deletion.') }) },
    responses: { 200: { description: 'The deletion.', schema: accountDeletion } },
  }).handle(async ({ params: { deletionId } }) => {
    const deletion = await findDeletion(deletions, deletionId);
    return isRefused(deletion) ? deletion : { status: 200, body: deletion };
  });
}

/** The operator's endpoints for the catalogue that every account sees: carriers, brands, configurations. */
export function operatorCatalogueRoutes(management: CatalogueManagement): readonly Route[] {
  return [createCarrierRoute(management), createGroupRoute(management), addConfigRoute(management)];
}

function createCarrierRoute(management: CatalogueManagement): Route {
  return operatorRoute({
    method: 'post',
    path: '/v1/admin/carriers',
    operationId: 'createSharedCarrier',
    tag: 'Operator',
    summary: 'Add a carrier to the catalogue',
    description: 'Every account sees it from now on.',
    request: {
      json: newSharedCarrier,
    },
    problems: ['not_found', 'conflict'],
    responses: {
      201: {
        description: 'Added.',
        schema: carrier,
      },
    },
  }).handle(async ({ json }, request) => {
    const created = await createSharedCarrier(management, json, operatorOrigin(request));
    return isRefused(created) ? created : { status: 201, body: created };
  });
}

function createGroupRoute(management: CatalogueManagement): Route {
  return operatorRoute({
    method: 'post',
    path: '/v1/admin/carriers/groups',
    operationId: 'createCarrierGroup',
    tag: 'Operator',
    summary: 'Add a brand',
    description: 'Carriers of the catalogue join it by groupId.',
    request: { json: newCarrierGroup },
    problems: ['conflict'],
    responses: {
      201: {
        description: 'Added.',
        schema: carrierReference,
      },
    },
  }).handle(async ({ json }, request) => {
    const created = await createCarrierGroup(management, json, operatorOrigin(request));
    return isRefused(created) ? created : { status: 201, body: created };
  });
}

function addConfigRoute(management: CatalogueManagement): Route {
  return operatorRoute({
    method: 'post',
    path: '/v1/admin/carriers/{carrierId}/configs',
    operationId: 'createSharedConfig',
    tag: 'Operator',
    summary: 'Add a shared configuration',
    description: 'The body is the configuration. Accounts without a version of their own read with it from now on.',
    request: { params: z.object({ carrierId: recordId('A carrier of the catalogue.') }), json: configBody },
    responses: { 201: { description: 'Added.', schema: addedConfig } },
  }).handle(async ({ params: { carrierId }, json }, request) => {
    const added = await addSharedConfig(management, { carrierId, config: json }, operatorOrigin(request));
    return isRefused(added) ? added : { status: 201, body: added };
  });
}
