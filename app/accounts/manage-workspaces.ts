import { z } from 'zod';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';

export const workspace = z
  .object({ id: z.string(), name: z.string(), isDefault: z.boolean() })
  .meta({ id: 'Workspace' });
export type Workspace = Readonly<z.output<typeof workspace>>;

export const WORKSPACE_COLUMNS = ['id', 'name', 'isDefault'];

export interface WorkspaceStore {
  /** Returns the default workspace first, then the others in order of creation. `several`: the account has more than one. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<Workspace> & { readonly several: boolean }>;
  create(accountId: string, name: string, origin: RequestOrigin): Promise<Workspace | Refused>;
}

/** Manages the workspaces of an account. With two or more, an upload has to name its workspace. */
export interface WorkspaceManagement {
  readonly workspaces: WorkspaceStore;
}

export interface WorkspaceList {
  /** True when the account has more than one workspace. */
  readonly enabled: boolean;
  readonly data: OffsetPage<Workspace>['data'];
  /** The rows of `data` under the name that older clients read. */
  readonly workspaces: OffsetPage<Workspace>['data'];
  readonly pagination: OffsetPage<Workspace>['pagination'];
  readonly total: OffsetPage<Workspace>['total'];
}

/** Lists workspaces: the default one first, then in order of creation. */
export async function listWorkspaces(
  { workspaces }: WorkspaceManagement,
  accountId: string,
  page: OffsetPosition,
): Promise<WorkspaceList> {
  const { data, pagination, total, several } = await workspaces.list(accountId, page);
  return { enabled: several, data, workspaces: data, pagination, total };
}

/** Adds a workspace. Refuses a name in use, and a workspace above the account's limit. */
export function createWorkspace(
  { workspaces }: WorkspaceManagement,
  { accountId, name }: { readonly accountId: string; readonly name: string },
  origin: RequestOrigin,
): Promise<Workspace | Refused> {
  return workspaces.create(accountId, name, origin);
}
