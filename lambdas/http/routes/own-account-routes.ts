import { z } from '@hono/zod-openapi';
import { type AccountDeletions, accountDeletion, deleteAccount } from '../../../app/accounts/delete-accounts.ts';
import { API_TOKEN_COLUMNS, apiToken, issuedToken, issueToken, newToken } from '../../../app/accounts/issue-token.ts';
import {
  type AccountManagement,
  accountNameChange,
  changeAccount,
  createWorkspace,
  deleteTestAccount,
  listTokens,
  listWorkspaces,
  newWorkspace,
  revokeOwnToken,
  WORKSPACE_COLUMNS,
  type WorkspaceManagement,
  workspace,
} from '../../../app/accounts/manage-accounts.ts';
import {
  type AccountReports,
  accountUsage,
  changeRetention,
  findRetention,
  type RetentionRegister,
  reportUsage,
  retentionSettings,
} from '../../../app/accounts/report-account.ts';
import { type OwnerMailSettings, ownerMails, ownerMailsChange } from '../../../app/months/manage-months.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { TAKEN_BACK_DOLLARS_MIN, TAKEN_BACK_PERCENT_MIN } from '../../../core/limits/account-limits.ts';
import { REQUEST_TASK_LIMITS } from '../../../core/limits/job-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, offsetQuery, shortListQuery } from '../paging.ts';
import { accountRoute, type Route } from '../route.ts';

/** The changes that an owner makes to the account. */
export function ownAccountRoutes(management: Pick<AccountManagement, 'accounts'>): readonly Route[] {
  return [
    accountRoute({
      method: 'patch',
      path: '/v1/account',
      operationId: 'updateOwnAccount',
      access: 'account:manage',
      tag: 'Account',
      summary: 'Rename the account',
      description:
        'New letters to carriers, invitations and reports have the new name. Only for owners who have signed in.',
      request: { json: accountNameChange },
      problems: ['not_found'],
      responses: { 204: { description: 'Renamed.', schema: z.void() } },
    }).handle(async ({ json }, request) => {
      const { accountId } = request.account;
      const changed = await changeAccount(management, { accountId, change: json }, request.origin);
      return isRefused(changed) ? changed : { status: 204, body: undefined };
    }),
  ];
}

/** The account's stored bytes and its quota. */
export function accountUsageRoutes(reports: Pick<AccountReports, 'storage' | 'retention'>): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/account/usage',
      operationId: 'getAccountUsage',
      access: 'account:read',
      tag: 'Discovery',
      summary: 'How much is stored, and how much may be',
      description: `Bytes of files, drops, messages and rejected rows. Results are kept for good and not counted. A statement's file is
deleted as long after its job as retention says, or at once with POST /v1/files/{fileId}/purge; what was dropped and not taken in, after a week.`,
      link: 'usage',
      responses: { 200: { description: 'The usage.', schema: accountUsage } },
    }).handle(async (_input, { account }) => ({
      status: 200,
      body: await reportUsage(reports, account.accountId),
    })),
  ];
}

/** The times for which an account keeps files and rejected rows: get, update. */
export function retentionRoutes(register: RetentionRegister): readonly Route[] {
  const shared = { path: '/v1/account/retention', tag: 'Discovery' } as const;
  const responses = {
    200: { description: 'The settings.', schema: retentionSettings },
  };
  return [
    accountRoute({
      ...shared,
      method: 'get',
      operationId: 'getRetention',
      access: 'account:read',
      summary: 'For how long files and rejected rows are kept',
      description: 'The settings of the account, or the defaults of the service. Results are kept for good.',
      link: 'retention',
      request: {},
      responses,
    }).handle(async (_, { account }) => ({ status: 200, body: await findRetention(register, account.accountId) })),
    accountRoute({
      ...shared,
      method: 'put',
      operationId: 'updateRetention',
      access: 'account:manage',
      summary: 'Set for how long files and rejected rows are kept',
      description: `For owners. It holds for what is stored already too: the next run of purge_files deletes what is older. A longer time
brings nothing back.`,
      request: { json: retentionSettings },
      responses,
    }).handle(async ({ json }, request) => {
      const { accountId } = request.account;
      return { status: 200, body: await changeRetention(register, { ...json, accountId }, request.origin) };
    }),
  ];
}

interface OwnerMailsRegister {
  readonly ownerMails: OwnerMailSettings;
}

/** The mails to owners: get, update. */
export function ownerMailsRoutes({ ownerMails: settings }: OwnerMailsRegister): readonly Route[] {
  const shared = { path: '/v1/account/owner-mails', tag: 'Discovery' } as const;
  const responses = { 200: { description: 'The setting.', schema: ownerMails } };
  return [
    accountRoute({
      ...shared,
      method: 'get',
      operationId: 'getOwnerMails',
      access: 'account:read',
      summary: 'Whether owners are mailed about statements',
      description: `Owners get a mail when a carrier's statement is late, when a carrier took back at least $${TAKEN_BACK_DOLLARS_MIN} and
${TAKEN_BACK_PERCENT_MIN} % of its gross pay of the month, and when all expected files of a month are here. Each fact is mailed once. On by default where an
owner has signed in.`,
      link: 'owner-mails',
      request: {},
      responses,
    }).handle(async (_, { account }) => ({ status: 200, body: await settings.find(account.accountId) })),
    accountRoute({
      ...shared,
      method: 'put',
      operationId: 'updateOwnerMails',
      access: 'account:manage',
      summary: 'Turn mails to owners on or off',
      description:
        'For owners. Turned on again, the mails tell what holds then of the last three months and was not mailed.',
      request: { json: ownerMailsChange },
      responses,
    }).handle(async ({ json }, { account, origin }) => ({
      status: 200,
      body: await settings.set(account.accountId, json.isOn, origin),
    })),
  ];
}

/** The deletion of an account by its owner, and of its test account. */
export function accountDeletionRoutes(deletions: AccountDeletions): readonly Route[] {
  return [
    accountRoute({
      method: 'delete',
      path: '/v1/account',
      operationId: 'deleteOwnAccount',
      access: 'account:manage',
      tag: 'Account',
      summary: 'Delete the account and everything it has',
      description: `Can't be undone. Everybody is signed out at once, tokens and addresses stop, and every row and every stored file of the
account goes; a large account takes some runs of the schedule. Only for owners who have signed in. The answer is the last one that the account
gets: the operator keeps the certificate.`,
      request: {
        query: z.strictObject({
          confirm: z
            .string()
            .openapi({ description: 'The exact name of the account. It protects from a deletion by a slip.' }),
        }),
      },
      responses: {
        202: {
          description: 'Accepted, or completed already.',
          schema: accountDeletion,
        },
      },
    }).handle(async ({ query: { confirm } }, request) => {
      const { accountId } = request.account;
      const how = { origin: request.origin, limits: REQUEST_TASK_LIMITS };
      const deletion = await deleteAccount(deletions, { accountId, confirm }, how);
      return isRefused(deletion) ? deletion : { status: 202, body: deletion };
    }),
    accountRoute({
      method: 'delete',
      path: '/v1/account/test',
      operationId: 'deleteTestAccount',
      access: 'account:write',
      tag: 'Account',
      summary: 'Delete the test account and everything it has',
      description: `With a token of the account or of its test account. All test tokens end. The next test token that is made has a new, empty
test account.`,
      problems: ['not_found'],
      responses: { 202: { description: 'Accepted, or completed already.', schema: accountDeletion } },
    }).handle(async (_input, request) => {
      const how = { origin: request.origin, limits: REQUEST_TASK_LIMITS };
      const deletion = await deleteTestAccount(deletions, request.account.accountId, how);
      return isRefused(deletion) ? deletion : { status: 202, body: deletion };
    }),
  ];
}

/** Workspaces: list, create. */
export function workspaceRoutes(management: WorkspaceManagement): readonly Route[] {
  return [listRoute(management), createRoute(management)];
}

function listRoute(management: WorkspaceManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/workspaces',
    operationId: 'listWorkspaces',
    access: 'account:read',
    tag: 'Workspaces',
    summary: 'Workspaces of the account',
    description: 'The default one first. With more than one (enabled), an upload has to name one.',
    link: 'workspaces',
    request: { query: z.strictObject(shortListQuery) },
    responses: {
      200: {
        description: 'A page of workspaces.',
        schema: offsetList(workspace).extend({
          enabled: z.boolean().openapi({ description: 'The account has more than one.' }),
          workspaces: z.array(workspace).openapi({ description: 'The same rows as data.' }),
        }),
      },
    },
    csv: { columns: WORKSPACE_COLUMNS, rows: (body) => body.data },
  }).handle(async ({ query }, { account }) => ({
    status: 200,
    body: await listWorkspaces(management, account.accountId, query),
  }));
}

function createRoute(management: WorkspaceManagement): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/workspaces',
    operationId: 'createWorkspace',
    access: 'account:write',
    tag: 'Workspaces',
    summary: 'Add a workspace',
    description: 'From the second workspace on, every upload has to name its workspace.',
    request: { json: newWorkspace },
    problems: ['conflict'],
    responses: {
      201: { description: 'Created.', schema: workspace },
    },
  }).handle(async ({ json: { name } }, request) => {
    const { accountId } = request.account;
    const created = await createWorkspace(management, { accountId, name }, request.origin);
    return isRefused(created) ? created : { status: 201, body: created };
  });
}

type TokenRouteDeps = Pick<AccountManagement, 'tokens' | 'clock'>;

/** The tokens of an account, as its owners manage them. */
export function tokenRoutes(deps: TokenRouteDeps): readonly Route[] {
  return [listTokenRoute(deps), createTokenRoute(deps), revokeRoute(deps)];
}

function listTokenRoute(deps: TokenRouteDeps): Route {
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

function createTokenRoute(deps: TokenRouteDeps): Route {
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
