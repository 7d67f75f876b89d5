import { randomUUID } from 'node:crypto';
import type { Workspace, WorkspaceStore } from '../../app/account-ports.ts';
import type { RequestOrigin } from '../../app/upload-ports.ts';
import { offsetPage } from '../../core/page.ts';
import { type Refused, refuse } from '../../core/problem.ts';
import { refuseOneMore } from './account-counts.ts';
import { recordAudit } from './audit.ts';
import type { Database } from './database.ts';
import type { Sql } from './sql.ts';

export function createWorkspaceStore(database: Database): WorkspaceStore {
  return {
    list: (accountId, page) =>
      database.read(accountId, async (sql) => {
        const rows = await sql<Workspace[]>`
          select workspace_id as id, name, is_default as "isDefault" from workspaces where account_id = ${accountId}
          order by is_default desc, created_at, workspace_id limit ${page.limit + 1} offset ${page.offset}`;
        const [count] = await sql<{ several: boolean }[]>`
          select count(*) > 1 as several from workspaces where account_id = ${accountId}`;
        return { ...offsetPage(rows, page), several: count?.several ?? false };
      }),
    create: (accountId, name, origin) =>
      database.tenant(accountId, (sql) => createWorkspace(sql, { accountId, name }, origin)),
  };
}

/** The unique index on (account_id, name) has the last word on two at once. */
async function createWorkspace(
  sql: Sql,
  { accountId, name }: { readonly accountId: string; readonly name: string },
  origin: RequestOrigin,
): Promise<Workspace | Refused> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(accountId)}, 0))`;
  const full = await refuseOneMore(sql, accountId, 'workspaces');
  if (full !== null) return full;
  const [workspace] = await sql<Workspace[]>`
    insert into workspaces (workspace_id, account_id, name, is_default)
    values (${randomUUID()}, ${accountId}, ${name}, false)
    on conflict (account_id, name) do nothing
    returning workspace_id as id, name, is_default as "isDefault"`;
  if (workspace === undefined) return refuse('conflict', `There is a workspace named "${name}" already.`);
  await recordAudit(sql, { accountId, origin, action: 'workspace.create', target: workspace.id, meta: { name } });
  return workspace;
}

const lockName = (accountId: string) => `workspaces ${accountId}`;

/** Until the transaction ends the account gets no new workspace; several may hold this at a time. */
export async function holdWorkspaces(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(accountId)}, 0))`;
}
