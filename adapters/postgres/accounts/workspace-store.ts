import { randomUUID } from 'node:crypto';
import { asc, count, desc, eq } from 'drizzle-orm';
import type { Workspace, WorkspaceStore } from '../../../app/accounts/manage-workspaces.ts';
import { offsetPage } from '../../../core/page.ts';
import type { Refused } from '../../../core/problem.ts';
import { workspaceNameTaken } from '../../../core/refusals.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { workspaces } from '../../../schema/accounts.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { refuseOneMore } from './account-counts.ts';
import { recordAudit } from './audit.ts';

const SHOWN = { id: workspaces.workspaceId, name: workspaces.name, isDefault: workspaces.isDefault };

export function createWorkspaceStore(database: Database): WorkspaceStore {
  return {
    list: (accountId, page) =>
      database.read(accountId, async (sql) => {
        const ofAccount = eq(workspaces.accountId, accountId);
        const [rows, [total]] = await Promise.all([
          orm(sql)
            .select(SHOWN)
            .from(workspaces)
            .where(ofAccount)
            .orderBy(desc(workspaces.isDefault), asc(workspaces.createdAt), asc(workspaces.workspaceId))
            .limit(page.limit + 1)
            .offset(page.offset),
          orm(sql).select({ count: count() }).from(workspaces).where(ofAccount),
        ]);
        return { ...offsetPage(rows, page), total: total?.count ?? 0, several: (total?.count ?? 0) > 1 };
      }),
    create: (accountId, name, origin) =>
      database.tenant(accountId, (sql) => createWorkspace(sql, { accountId, name }, origin)),
  };
}

/** Creates a workspace. The unique index on (account_id, name) decides between concurrent requests. */
async function createWorkspace(
  sql: Sql,
  { accountId, name }: { readonly accountId: string; readonly name: string },
  origin: RequestOrigin,
): Promise<Workspace | Refused> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(accountId)}, 0))`;
  const full = await refuseOneMore(sql, accountId, 'workspaces');
  if (full !== null) return full;
  const [workspace] = await orm(sql)
    .insert(workspaces)
    .values({ workspaceId: randomUUID(), accountId, name, isDefault: false })
    .onConflictDoNothing({ target: [workspaces.accountId, workspaces.name] })
    .returning(SHOWN);
  if (workspace === undefined) return workspaceNameTaken(name);
  await recordAudit(sql, { accountId, origin, action: 'workspace.create', target: workspace.id, meta: { name } });
  return workspace;
}

const lockName = (accountId: string) => `workspaces ${accountId}`;

/** Keeps new workspaces of the account from being added until the transaction ends. Several transactions may do this at once. */
export async function holdWorkspaces(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(accountId)}, 0))`;
}
