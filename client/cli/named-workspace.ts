import type { CommissionClient } from '../commission-client.ts';
import { offsetItems } from '../list-items.ts';
import { CommandFailure, WRONG_USAGE } from './command-failure.ts';

/** The option that every command about statements has. */
export const WORKSPACE_OPTION = {
  workspace: { type: 'string', description: 'Workspace, by name; needed to send where there are several' },
} as const;

/** Finds a workspace by id or name; case does not matter. Without a name the query stays empty. Fails with WRONG_USAGE and the names. */
export async function workspaceNamed(
  { api }: CommissionClient,
  name: string | undefined,
): Promise<{ readonly workspaceId?: string }> {
  if (name === undefined) return {};
  const names: string[] = [];
  for await (const workspace of offsetItems((page) => api.GET('/v1/workspaces', { params: { query: page } }))) {
    if ([workspace.id, workspace.name].some((each) => each.toLowerCase() === name.toLowerCase())) {
      return { workspaceId: workspace.id };
    }
    names.push(workspace.name);
  }
  throw new CommandFailure(WRONG_USAGE, `No workspace is named "${name}". There are: ${names.join(', ')}.`);
}
