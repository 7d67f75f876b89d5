import { z } from '@hono/zod-openapi';
import {
  exportIntake,
  filedItem,
  fileIntakeItem,
  filing,
  type IntakeFiling,
  type IntakeRegister,
  listIntake,
} from '../../../app/intake/file-intake-item.ts';
import { INTAKE_ITEM_COLUMNS, intakeItem } from '../../../app/intake/intake-store.ts';
import {
  addSftpUser,
  type DropOffManagement,
  type DropOffPlaces,
  deleteSftpUser,
  dropOffPlaces,
  dropOffs,
  dropOffsChange,
  findDropOffPlaces,
  findDropOffs,
  findSftpUser,
  listSftpUsers,
  newSftpUser,
  ownSettingsOf,
  SFTP_USER_COLUMNS,
  type SftpUsers,
  type ShownSftpUser,
  setDropOffs,
  sftpUser,
} from '../../../app/intake/manage-drop-offs.ts';
import {
  addEmailAddress,
  EMAIL_ADDRESS_COLUMNS,
  type EmailAddresses,
  emailAddress,
  findEmailAddress,
  listEmailAddresses,
  newEmailAddress,
  revokeEmailAddress,
  rotateEmailAddress,
} from '../../../app/intake/manage-email-addresses.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { ACCOUNT_COUNTS_MAX } from '../../../core/limits/account-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { csvFile } from '../export.ts';
import { cursorList, cursorQuery, offsetList, shortListQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { accountRoute, type Route } from '../route.ts';

/** Settings of a carrier's drop-offs by SFTP and email, outside its format: get, update. */
export function dropOffRoutes(management: DropOffManagement): readonly Route[] {
  return [getRoute(management), updateRoute(management)];
}

const path = '/v1/carriers/{carrierId}/drop-offs';
const tag = 'Drop-offs';
const params = z.object({ carrierId: recordId('The carrier.') });

function getRoute(management: DropOffManagement): Route {
  return accountRoute({
    method: 'get',
    path,
    operationId: 'getDropOffs',
    access: 'account:read',
    tag,
    summary: 'How dropped files of a carrier are recognized',
    description: `The names of its files by SFTP, the senders who may mail them, and where their month is looked for. A setting of the
account comes before the one in the carrier's format (sftp and email).`,
    request: { params },
    responses: { 200: { description: 'The settings.', schema: dropOffs } },
  }).handle(async ({ params: { carrierId } }, { account: { accountId } }) => {
    const found = await findDropOffs(management, { accountId, carrierId });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function updateRoute(management: DropOffManagement): Route {
  return accountRoute({
    method: 'put',
    path,
    operationId: 'updateDropOffs',
    access: 'account:write',
    tag,
    summary: 'Set how dropped files of a carrier are recognized',
    description: `Replaces the account's own settings, also of a carrier of the shared catalogue, whose format stays the shared one. What is
absent or null is left to the format; an empty list allows none. They hold from the next
file or message on.`,
    request: { params, json: dropOffsChange },
    responses: { 200: { description: 'The settings.', schema: dropOffs } },
  }).handle(async ({ params: { carrierId }, json }, request) => {
    const { accountId } = request.account;
    const order = { accountId, carrierId, own: ownSettingsOf(json) };
    const set = await setDropOffs(management, order, request.origin);
    return isRefused(set) ? set : { status: 200, body: set };
  });
}

/** Inbound addresses: create, list, get, rotate, delete. The received mail is in intake.ts. */
export function emailAddressRoutes(deps: EmailAddresses): readonly Route[] {
  return [createRoute(deps), listRoute(deps), getEmailAddressRoute(deps), deleteRoute(deps), rotateRoute(deps)];
}
const emailAddressParams = z.object({ addressId: recordId('The address.') });

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

function getEmailAddressRoute(deps: EmailAddresses): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/email/addresses/{addressId}',
    operationId: 'getEmailAddress',
    access: 'account:read',
    tag,
    summary: 'One address',
    description: 'With the carrier it is for.',
    request: { params: emailAddressParams },
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
    request: { params: emailAddressParams },
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
    request: { params: emailAddressParams },
    problems: ['tier_required', 'conflict'],
    responses: { 200: { description: 'With its new address.', schema: emailAddress } },
  }).handle(async ({ params: { addressId } }, request) => {
    const { account } = request;
    const rotated = await rotateEmailAddress(deps, { account, addressId }, request.origin);
    return isRefused(rotated) ? rotated : { status: 200, body: rotated };
  });
}

const SFTP_USERS_NOTE = `An account may have ${ACCOUNT_COUNTS_MAX.sftpUsers} of them.`;

/** SFTP users, who may drop statements. */
export function sftpRoutes(users: SftpUsers): readonly Route[] {
  return [createSftpRoute(users), listSftpRoute(users), getSftpRoute(users), deleteSftpRoute(users)];
}

const sftpParams = z.object({ userId: recordId('The SFTP user.') });
const shown = ({ carrierIds, ...user }: ShownSftpUser) => ({
  ...user,
  carrierIds: carrierIds === null ? null : [...carrierIds],
});

function createSftpRoute(users: SftpUsers): Route {
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

function listSftpRoute(users: SftpUsers): Route {
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

function getSftpRoute(users: SftpUsers): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/sftp/users/{userId}',
    operationId: 'getSftpUser',
    access: 'account:read',
    tag,
    summary: 'One SFTP user',
    description: 'With its public key.',
    request: { params: sftpParams },
    responses: { 200: { description: 'The SFTP user.', schema: sftpUser } },
  }).handle(async ({ params: { userId } }, { account: { accountId } }) => {
    const user = await findSftpUser(users, { accountId, userId });
    return isRefused(user) ? user : { status: 200, body: shown(user) };
  });
}

function deleteSftpRoute(users: SftpUsers): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/sftp/users/{userId}',
    operationId: 'deleteSftpUser',
    access: 'account:write',
    tag,
    summary: 'Delete an SFTP user',
    description: `It can not sign in any more, and what it left in /incoming is rejected. Its name comes back to no other account.`,
    request: { params: sftpParams },
    responses: { 204: { description: 'Deleted.', schema: z.void() } },
  }).handle(async ({ params: { userId } }, request) => {
    const { accountId } = request.account;
    const refused = await deleteSftpUser(users, { accountId, userId }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}

interface IntakeRouteDeps extends IntakeRegister {
  readonly filing: IntakeFiling;
  /**
   * The places to which statements can be dropped. They are read at each request, because their servers start after the routes are made.
   */
  readonly places: () => DropOffPlaces;
}

/** Drop-offs by SFTP and email: their places, the list, and filing of rejected and held files. */
export function intakeRoutes(deps: IntakeRouteDeps): readonly Route[] {
  return [placesRoute(deps), listIntakeRoute(deps), fileRoute(deps)];
}

function placesRoute({ places, filing: filings }: IntakeRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/drop-offs',
    operationId: 'getDropOffPlaces',
    access: 'account:read',
    tag: 'Drop-offs',
    summary: 'Where statements can be dropped and mailed',
    description: 'The address of the SFTP server and the domain of the email addresses.',
    request: {},
    responses: {
      200: { description: 'The places.', schema: dropOffPlaces },
    },
  }).handle(async (_, { account }) => ({ status: 200, body: findDropOffPlaces(places(), account, filings) }));
}

function listIntakeRoute(register: IntakeRegister): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/intake',
    operationId: 'listIntake',
    access: 'account:read',
    tag: 'Drop-offs',
    summary: 'What arrived by SFTP and email',
    description: 'Newest first: every file that was dropped or mailed, and what became of it.',
    link: 'intake',
    request: { query: z.strictObject(cursorQuery) },
    responses: {
      200: {
        description: 'A page of drops.',
        schema: cursorList(intakeItem),
      },
    },
    csv: { columns: INTAKE_ITEM_COLUMNS, rows: ({ data }) => data },
  }).handle(
    async ({ query }, { account }) => {
      const page = await listIntake(register, account.accountId, query);
      return isRefused(page) ? page : { status: 200, body: page };
    },
    {
      [CSV_TYPE]: async ({ query: { cursor } }, { account }) => {
        const rows = await exportIntake(register, account.accountId, { cursor });
        return isRefused(rows) ? rows : csvFile(INTAKE_ITEM_COLUMNS, rows);
      },
    },
  );
}

function fileRoute(deps: IntakeRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/intake/{itemId}/file',
    operationId: 'fileIntakeItem',
    access: 'account:write',
    tag: 'Drop-offs',
    summary: 'File what was rejected or held',
    description: `Takes a file that arrived and was not filed as the statement of a carrier and a month, as if it were uploaded now. It becomes an
accepted item with its job. Refused when its bytes are not kept any more, or it is filed already.`,
    request: { params: z.object({ itemId: recordId('What arrived.') }), json: filing },
    problems: ['conflict', 'workspace_required', 'carrier_not_configured', 'period_exists', 'storage_quota_exceeded'],
    responses: { 202: { description: 'Accepted.', schema: filedItem } },
  }).handle(async ({ params: { itemId }, json }, request) => {
    const { accountId } = request.account;
    const order = { ...json, accountId, itemId };
    const filed = await fileIntakeItem(deps.filing, order, request.origin);
    return isRefused(filed) ? filed : { status: 202, body: filed };
  });
}
