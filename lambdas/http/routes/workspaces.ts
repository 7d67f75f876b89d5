import { z } from '@hono/zod-openapi';
import type { WorkspaceStore } from '../../../app/accounts/account-ports.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, shortListQuery } from '../paging.ts';
import { accountRoute, type Route } from '../route.ts';
import { displayName } from '../schemas/name-fields.ts';
import { workspace, workspaceExample } from '../schemas/workspace-schemas.ts';
import { originOf } from './files.ts';

export interface WorkspaceRouteDeps {
  readonly workspaces: WorkspaceStore;
}

/** Workspaces: list, create. */
export function workspaceRoutes(deps: WorkspaceRouteDeps): readonly Route[] {
  return [listWorkspaces(deps), createWorkspace(deps)];
}

function listWorkspaces({ workspaces }: WorkspaceRouteDeps): Route {
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
        schema: z.object({
          enabled: z.boolean().openapi({ description: 'The account has more than one.' }),
          workspaces: z.array(workspace),
          pagination: offsetList(workspace).shape.pagination,
        }),
        example: {
          enabled: false,
          workspaces: [workspaceExample],
          pagination: { limit: 200, offset: 0, hasMore: false },
        },
      },
    },
    csv: { columns: Object.keys(workspace.shape), rows: (body) => body.workspaces },
  }).handle(async ({ query }, { account }) => {
    const { data, pagination, several } = await workspaces.list(account.accountId, query);
    return { status: 200, body: { enabled: several, workspaces: data, pagination } };
  });
}

function createWorkspace({ workspaces }: WorkspaceRouteDeps): Route {
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
      201: { description: 'Created.', schema: workspace, example: { ...workspaceExample, isDefault: false } },
    },
  }).handle(async ({ json: { name } }, request) => {
    const created = await workspaces.create(request.account.accountId, name, originOf(request));
    return isRefused(created) ? created : { status: 201, body: created };
  });
}
