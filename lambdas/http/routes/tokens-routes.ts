import { z } from '@hono/zod-openapi';
import {
  API_TOKEN_COLUMNS,
  apiToken,
  issuedToken,
  issueToken,
  scopes,
  TOKEN_SCOPES,
} from '../../../app/accounts/issue-token.ts';
import { type AccountManagement, listTokens, revokeOwnToken } from '../../../app/accounts/manage-accounts.ts';
import { displayName } from '../../../app/platform/shared-fields.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { recordId } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

type TokenRouteDeps = Pick<AccountManagement, 'tokens' | 'clock'>;

export const newToken = z.strictObject({
  label: displayName('What the token is for.').nullable().default(null),
  scopes: z
    .array(scopes)
    .min(1, 'must name at least one scope')
    .refine((names) => new Set(names).size === names.length, 'names a scope twice')
    .openapi({ uniqueItems: true })
    .default([...TOKEN_SCOPES]),
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .default(null)
    .openapi({ description: 'From then on the token is refused. Null: it does not expire.' }),
  isTest: z.boolean().default(false).openapi({
    description: 'True for a token `test_…` of the test account, whose data are apart and which mails nobody.',
  }),
});

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
      },
    },
    csv: { columns: API_TOKEN_COLUMNS, rows: ({ data }) => data },
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
    responses: { 201: { description: 'Made.', schema: issuedToken } },
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
    responses: { 204: { description: 'Revoked.', schema: z.void() } },
  }).handle(async ({ params: { tokenId } }, request) => {
    const { accountId } = request.account;
    const refused = await revokeOwnToken(deps, { tokenId, accountId }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}
