import { z } from '@hono/zod-openapi';
import {
  addSftpUser,
  deleteSftpUser,
  findSftpUser,
  listSftpUsers,
  type SftpUsers,
  type ShownSftpUser,
} from '../../../app/intake/manage-sftp-users.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, shortListQuery } from '../paging.ts';
import { accountRoute, type Route } from '../route.ts';
import { newSftpUser, SFTP_USERS_NOTE, sftpUser, sftpUserExample } from '../schemas/intake-schemas.ts';
import { recordId } from '../schemas/record-id.ts';

/** SFTP users, who may drop statements. */
export function sftpRoutes(users: SftpUsers): readonly Route[] {
  return [createRoute(users), listRoute(users), getRoute(users), deleteRoute(users)];
}

const params = z.object({ userId: recordId('The SFTP user.') });
const tag = 'Drop-offs';
const shown = ({ carrierIds, ...user }: ShownSftpUser) => ({
  ...user,
  carrierIds: carrierIds === null ? null : [...carrierIds],
});

function createRoute(users: SftpUsers): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/sftp/users',
    operationId: 'createSftpUser',
    access: 'account:write',
    tag,
    summary: 'Let somebody drop statements by SFTP',
    description: `Enterprise tier only. The user signs in with its key and puts files into /incoming. Carrier and month follow from the name, by
sftp.patterns of the carriers' drop-off settings. Files are taken within a quarter of an hour and then lie in /processed, or in /rejected with a
.reason.txt beside them. ${SFTP_USERS_NOTE} To change a key, delete the user and make it again under the same name.`,
    request: { json: newSftpUser },
    problems: ['tier_required', 'not_found', 'conflict'],
    responses: { 201: { description: 'It can sign in now.', schema: sftpUser, example: sftpUserExample } },
  }).handle(async ({ json: { username, publicKey, carrierIds = null, workspaceId = null } }, request) => {
    const user = { username, publicKey, carrierIds, workspaceId };
    const created = await addSftpUser(users, { account: request.account, user, origin: request.origin });
    return isRefused(created) ? created : { status: 201, body: shown(created) };
  });
}

function listRoute(users: SftpUsers): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/sftp/users',
    operationId: 'listSftpUsers',
    access: 'account:read',
    tag,
    summary: 'SFTP users',
    description: 'Newest first.',
    link: 'sftpUsers',
    request: { query: z.strictObject(shortListQuery) },
    responses: {
      200: {
        description: 'A page of SFTP users.',
        schema: offsetList(sftpUser),
        example: { data: [sftpUserExample], pagination: { limit: 200, offset: 0, hasMore: false }, total: 1 },
      },
    },
    csv: { columns: Object.keys(sftpUser.shape), rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => {
    const { data, ...rest } = await listSftpUsers(users, account.accountId, query);
    return { status: 200, body: { data: data.map(shown), ...rest } };
  });
}

function getRoute(users: SftpUsers): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/sftp/users/{userId}',
    operationId: 'getSftpUser',
    access: 'account:read',
    tag,
    summary: 'One SFTP user',
    description: 'With its public key.',
    request: { params },
    responses: { 200: { description: 'The SFTP user.', schema: sftpUser, example: sftpUserExample } },
  }).handle(async ({ params: { userId } }, { account: { accountId } }) => {
    const user = await findSftpUser(users, { accountId, userId });
    return isRefused(user) ? user : { status: 200, body: shown(user) };
  });
}

function deleteRoute(users: SftpUsers): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/sftp/users/{userId}',
    operationId: 'deleteSftpUser',
    access: 'account:write',
    tag,
    summary: 'Delete an SFTP user',
    description: `It can not sign in any more, and what it left in /incoming is rejected. Its name comes back to no other account.`,
    request: { params },
    responses: { 204: { description: 'Deleted.', schema: z.void(), example: undefined } },
  }).handle(async ({ params: { userId } }, request) => {
    const { accountId } = request.account;
    const refused = await deleteSftpUser(users, { accountId, userId }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}
