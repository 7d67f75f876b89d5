import { z } from '@hono/zod-openapi';
import { API_TOKEN_COLUMNS, apiToken, issuedToken, issueToken } from '../../../app/accounts/issue-token.ts';
import {
  ACCOUNT_COLUMNS,
  type AccountManagement,
  account,
  accountStatuses,
  accountTiers,
  changeAccount,
  createAccount,
  listAccounts,
  listTokens,
  RATE_LIMIT,
  revokeToken,
  STORAGE_DEFAULT,
} from '../../../app/accounts/manage-accounts.ts';
import { STORAGE_BYTES_SETTABLE_MAX } from '../../../core/limits/account-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { accountName, recordId } from '../request-fields.ts';
import { operatorRoute, type RequestContext, type Route } from '../route.ts';
import { newToken } from './tokens-routes.ts';

const email = z.email('must be an email address').max(254).openapi({ description: 'Where scheduled reports go.' });

const newAccount = z.strictObject({
  name: accountName('Of the agency.'),
  tier: accountTiers.default('standard'),
  email: email.nullable().default(null),
});

/** A change of an account. An absent field stays unchanged. */
const accountChange = z.strictObject({
  name: accountName('Of the agency.').optional(),
  tier: accountTiers.optional(),
  status: accountStatuses.optional(),
  email: email.nullable().optional(),
  rateLimitPerMinute: z.int().min(1).max(1_000_000).nullable().optional().openapi({ description: RATE_LIMIT }),
  storageBytesMax: z
    .int()
    .min(1)
    .max(STORAGE_BYTES_SETTABLE_MAX)
    .nullable()
    .optional()
    .openapi({ description: STORAGE_DEFAULT }),
});

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
