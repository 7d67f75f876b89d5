import { z } from '@hono/zod-openapi';
import { issueToken } from '../../../app/accounts/issue-token.ts';
import { type AccountManagement, listTokens, revokeOwnToken } from '../../../app/accounts/manage-accounts.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { accountRoute, type Route } from '../route.ts';
import { apiToken, issuedToken, issuedTokenExample, newToken, tokenExample } from '../schemas/account-schemas.ts';
import { recordId } from '../schemas/record-id.ts';

type TokenRouteDeps = Pick<AccountManagement, 'tokens' | 'clock'>;

/** The tokens of an account, as its owners manage them. */
export function tokenRoutes(deps: TokenRouteDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), revokeRoute(deps)];
}

function listRoute(deps: TokenRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/tokens',
    operationId: 'listOwnTokens',
    access: 'account:manage',
    tag: 'People',
    summary: 'Tokens of the account',
    description: 'Newest first, revoked ones too; never the tokens themselves. Only for owners who have signed in.',
    request: { query: z.strictObject(offsetQuery) },
    responses: {
      200: {
        description: 'A page of tokens.',
        schema: offsetList(apiToken),
        example: { data: [tokenExample], pagination: { limit: 50, offset: 0, hasMore: false }, total: 1 },
      },
    },
    csv: { columns: Object.keys(apiToken.shape), rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => {
    const page = await listTokens(deps, { accountId: account.accountId, ...query });
    return isRefused(page) ? page : { status: 200, body: page };
  });
}

function createRoute(deps: TokenRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/tokens',
    operationId: 'createOwnToken',
    access: 'account:manage',
    tag: 'People',
    summary: 'Make a token for a program',
    description: 'The token is shown in this answer and never again. Only for owners who have signed in.',
    request: { json: newToken },
    problems: ['conflict'],
    responses: { 201: { description: 'Made.', schema: issuedToken, example: issuedTokenExample } },
  }).handle(async ({ json }, request) => {
    const issued = await issueToken(deps, { accountId: request.account.accountId, ...json }, request.origin);
    return isRefused(issued) ? issued : { status: 201, body: issued };
  });
}

function revokeRoute(deps: TokenRouteDeps): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/tokens/{tokenId}',
    operationId: 'deleteOwnToken',
    access: 'account:manage',
    tag: 'People',
    summary: 'Revoke a token',
    description: 'Refused from the next request on. May be repeated. Only for owners who have signed in.',
    request: { params: z.object({ tokenId: recordId('The token.') }) },
    problems: ['not_found'],
    responses: { 204: { description: 'Revoked.', schema: z.void(), example: undefined } },
  }).handle(async ({ params: { tokenId } }, request) => {
    const { accountId } = request.account;
    const refused = await revokeOwnToken(deps, { tokenId, accountId }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}
