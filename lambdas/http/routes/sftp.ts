import { z } from '@hono/zod-openapi';
import type { SftpUser, SftpUserStore } from '../../../app/intake/intake-ports.ts';
import { addSftpUser } from '../../../app/intake/manage-sftp-users.ts';
import { fingerprintOf } from '../../../core/intake/sftp-public-key.ts';
import { isRefused, refuse } from '../../../core/problem.ts';
import { offsetList, shortListQuery } from '../paging.ts';
import { accountRoute, type Route } from '../route.ts';
import { newSftpUser, SFTP_USERS_NOTE, sftpUser, sftpUserExample } from '../schemas/intake-schemas.ts';
import { recordId } from '../schemas/record-id.ts';
import { originOf } from './files.ts';

export interface SftpRouteDeps {
  readonly sftpUsers: SftpUserStore;
}

/** SFTP users: who may drop statements. */
export function sftpRoutes({ sftpUsers }: SftpRouteDeps): readonly Route[] {
  return [createRoute(sftpUsers), listRoute(sftpUsers), getRoute(sftpUsers), deleteRoute(sftpUsers)];
}

const params = z.object({ userId: recordId('The SFTP user.') });
const tag = 'Drop-offs';
const unknownUser = () => refuse('not_found', 'There is no SFTP user with this id.');

function shown({ carrierIds, ...user }: SftpUser) {
  const fingerprint = fingerprintOf(user.publicKey);
  return { ...user, fingerprint, carrierIds: carrierIds === null ? null : [...carrierIds] };
}

function createRoute(sftpUsers: SftpUserStore): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/sftp/users',
    operationId: 'createSftpUser',
    access: 'account:write',
    tag,
    summary: 'Let somebody drop statements by SFTP',
    description: `Enterprise tier only. The user signs in with its key and puts files into /incoming. Carrier and month follow from the name, by
sftp.patterns of the carriers' formats. Files are taken within a quarter of an hour and then lie in /processed, or in /rejected with a
.reason.txt beside them. ${SFTP_USERS_NOTE} To change a key, delete the user and make it again under the same name.`,
    request: { json: newSftpUser },
    problems: ['tier_required', 'not_found', 'conflict'],
    responses: { 201: { description: 'It can sign in now.', schema: sftpUser, example: sftpUserExample } },
  }).handle(async ({ json: { username, publicKey, carrierIds = null, workspaceId = null } }, request) => {
    const user = { username, publicKey, carrierIds, workspaceId };
    const created = await addSftpUser(sftpUsers, { account: request.account, user, origin: originOf(request) });
    return isRefused(created) ? created : { status: 201, body: shown(created) };
  });
}

function listRoute(sftpUsers: SftpUserStore): Route {
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
        example: { data: [sftpUserExample], pagination: { limit: 200, offset: 0, hasMore: false } },
      },
    },
    csv: { columns: Object.keys(sftpUser.shape), rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => {
    const { data, pagination } = await sftpUsers.list(account.accountId, query);
    return { status: 200, body: { data: data.map(shown), pagination } };
  });
}

function getRoute(sftpUsers: SftpUserStore): Route {
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
  }).handle(async ({ params: { userId } }, { account }) => {
    const user = await sftpUsers.find(account.accountId, userId);
    return user === null ? unknownUser() : { status: 200, body: shown(user) };
  });
}

function deleteRoute(sftpUsers: SftpUserStore): Route {
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
    const deleted = await sftpUsers.delete({ accountId, userId }, originOf(request));
    return deleted ? { status: 204, body: undefined } : unknownUser();
  });
}
