import { z } from '@hono/zod-openapi';
import { issueToken } from '../../../app/accounts/issue-token.ts';
import {
  type AccountManagement,
  changeAccount,
  createAccount,
  listAccounts,
  listTokens,
  revokeToken,
} from '../../../app/accounts/manage-accounts.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { operatorRoute, type RequestContext, type Route } from '../route.ts';
import {
  account,
  accountChange,
  accountExample,
  apiToken,
  issuedToken,
  issuedTokenExample,
  newAccount,
  newToken,
  tokenExample,
} from '../schemas/account-schemas.ts';
import { recordId } from '../schemas/record-id.ts';

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
const onePage = { pagination: { limit: 50, offset: 0, hasMore: false }, total: 1 };

function createAccountRoute(management: AccountManagement): Route {
  return operatorRoute({
    method: 'post',
    path: '/v1/admin/accounts',
    operationId: 'createAccount',
    tag: 'Operator',
    summary: 'Add an account',
    description: 'Active at once, with a default workspace. It needs a token next.',
    request: { json: newAccount },
    responses: { 201: { description: 'Created.', schema: account, example: accountExample } },
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
        example: { data: [accountExample], ...onePage },
      },
    },
    csv: { columns: Object.keys(account.shape), rows: ({ data }) => data },
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
    responses: { 200: { description: 'As it is now.', schema: account, example: accountExample } },
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
    responses: { 201: { description: 'Issued.', schema: issuedToken, example: issuedTokenExample } },
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
        example: { data: [tokenExample], ...onePage },
      },
    },
    csv: { columns: Object.keys(apiToken.shape), rows: ({ data }) => data },
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
    responses: { 204: { description: 'Revoked.', schema: z.void(), example: undefined } },
  }).handle(async ({ params: { tokenId } }, request) => {
    const refused = await revokeToken(management, tokenId, operatorOrigin(request));
    return refused ?? { status: 204, body: undefined };
  });
}
