import { z } from '@hono/zod-openapi';
import {
  createWorkspace,
  listWorkspaces,
  WORKSPACE_COLUMNS,
  type WorkspaceManagement,
  workspace,
} from '../../../app/accounts/manage-accounts.ts';
import { displayName } from '../../../app/platform/written-names.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, shortListQuery } from '../paging.ts';

import { accountRoute, type Route } from '../route.ts';

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
    request: { json: z.strictObject({ name: displayName('Unlike the names of the others.') }) },
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
