import { z } from '@hono/zod-openapi';
import {
  addSftpUser,
  deleteSftpUser,
  findSftpUser,
  listSftpUsers,
  SFTP_USER_COLUMNS,
  type SftpUsers,
  type ShownSftpUser,
  sftpUser,
} from '../../../app/intake/manage-sftp-users.ts';
import { readPublicKey, USERNAME_FORM } from '../../../core/intake/sftp-folder.ts';
import { ACCOUNT_COUNTS_MAX } from '../../../core/limits/account-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, shortListQuery } from '../paging.ts';
import { recordId } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

const newSftpUser = z
  .strictObject({
    username: z
      .string()
      .regex(USERNAME_FORM, 'must be 3 to 32 lower-case letters, digits, hyphens and underscores')
      .openapi({ description: 'What the client signs in as. Shared by all accounts.', example: 'lakeside-agency' }),
    publicKey: z
      .string()
      .min(1, { error: 'must not be empty', abort: true })
      .max(12_000, { error: 'is too long', abort: true })
      // The key is checked in the schema, so that its faults are reported together with those of the other fields.
      .superRefine((text, context) => {
        const key = readPublicKey(text);
        if (!key.ok) context.addIssue({ code: 'custom', message: key.problem });
      })
      .openapi({ description: 'The line of an OpenSSH .pub file: Ed25519, ECDSA, or RSA of at least 2048 bits.' }),
    carrierIds: z
      .array(recordId('A carrier.'))
      .min(1, 'must name a carrier, or be left out for all of them')
      .max(500, 'must not name more than 500 carriers')
      .optional()
      .openapi({ description: 'The carriers whose statements it may drop; left out: all of the account.' }),
    workspaceId: recordId(
      'Where its statements belong; required to take any when the account has several workspaces.',
    ).optional(),
  })
  .openapi('NewSftpUser');

const SFTP_USERS_NOTE = `An account may have ${ACCOUNT_COUNTS_MAX.sftpUsers} of them.`;

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
    responses: { 201: { description: 'It can sign in now.', schema: sftpUser } },
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
      },
    },
    csv: { columns: SFTP_USER_COLUMNS, rows: ({ data }) => data },
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
    responses: { 200: { description: 'The SFTP user.', schema: sftpUser } },
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
    responses: { 204: { description: 'Deleted.', schema: z.void() } },
  }).handle(async ({ params: { userId } }, request) => {
    const { accountId } = request.account;
    const refused = await deleteSftpUser(users, { accountId, userId }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}
