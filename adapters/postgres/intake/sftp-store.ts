import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql as expression, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { PatternSources, SftpFolder, SftpFolderStore, SftpLogin } from '../../../app/intake/intake-store.ts';
import type { NewSftpUser, SftpUser, SftpUserStore } from '../../../app/intake/manage-drop-offs.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { refuseUnknown, unknownCarriers, userNameTaken } from '../../../core/refusals.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { readStoredConfig } from '../../../core/statement/config.ts';
import { accounts, workspaces } from '../../../schema/accounts.ts';
import { dropOffSettings, intakeItems, retiredSftpNames, sftpUsers } from '../../../schema/intake.ts';
import { refuseOneMore } from '../accounts/account-counts.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { activeFormat, visibleCarriers } from '../queries/book-scope.ts';
import { ownDropOffs } from './drop-off-store.ts';

export function createSftpUserStore(database: Database): SftpUserStore {
  return {
    create: (accountId, user, origin) =>
      database.tenant(accountId, (sql) => createUser(sql, { accountId, user, origin })),
    list: (accountId, page) =>
      database.read(accountId, async (sql) => {
        const listed = and(eq(sftpUsers.accountId, accountId), isNull(sftpUsers.disabledAt));
        const rows = await orm(sql)
          .select(SHOWN)
          .from(sftpUsers)
          .where(listed)
          .orderBy(desc(sftpUsers.position))
          .limit(page.limit + 1)
          .offset(page.offset);
        return countedPage(rows, page, () => countOfTable(sql, sftpUsers, listed));
      }),
    find: (accountId, userId) =>
      database.read(accountId, async (sql) => {
        const [user] = await orm(sql).select(SHOWN).from(sftpUsers).where(inUse(accountId, userId));
        return user ?? null;
      }),
    delete: ({ accountId, userId }, origin) =>
      database.tenant(accountId, async (sql) => {
        const [user] = await orm(sql)
          .update(sftpUsers)
          .set({ disabledAt: clockTime })
          .where(inUse(accountId, userId))
          .returning({ username: sftpUsers.username });
        if (user === undefined) return false;
        await recordAudit(sql, { accountId, origin, action: 'sftp_user.delete', target: userId, meta: { ...user } });
        return true;
      }),
  };
}

const SHOWN = {
  id: sftpUsers.userId,
  username: sftpUsers.username,
  publicKey: sftpUsers.publicKey,
  carrierIds: sftpUsers.carrierIds,
  workspaceId: sftpUsers.workspaceId,
  createdAt: sftpUsers.createdAt,
};

/** Selects the user with this id, unless it was deleted. */
const inUse = (accountId: string, userId: string) =>
  and(eq(sftpUsers.accountId, accountId), eq(sftpUsers.userId, userId), isNull(sftpUsers.disabledAt));

/** Creates a user. A deleted user of the same name is made again, with the new key. */
async function createUser(
  sql: Sql,
  {
    accountId,
    user,
    origin,
  }: { readonly accountId: string; readonly user: NewSftpUser; readonly origin: RequestOrigin },
): Promise<SftpUser | Refused> {
  const unknown = await unknownPart(sql, accountId, user);
  if (isRefused(unknown)) return unknown;
  const full = await refuseOneMore(sql, accountId, 'sftpUsers');
  if (full !== null) return full;
  const revived = await reviveUser(sql, accountId, user);
  const noMoreNames = revived === undefined ? await refuseOneMore(sql, accountId, 'sftpUsernames') : null;
  if (noMoreNames !== null) return noMoreNames;
  const created = revived ?? (await insertUser(sql, accountId, user));
  if (created === undefined) return userNameTaken(user.username);
  const { username, carrierIds, workspaceId } = user;
  const meta = { username, carrierIds, workspaceId };
  await recordAudit(sql, { accountId, origin, action: 'sftp_user.create', target: created.id, meta });
  return created;
}

/** Restores a deleted user of the same account with the new key. This is how a key is changed. */
async function reviveUser(sql: Sql, accountId: string, user: NewSftpUser): Promise<SftpUser | undefined> {
  const { username, publicKey, workspaceId } = user;
  const carrierIds = user.carrierIds === null ? null : [...user.carrierIds];
  const [revived] = await orm(sql)
    .update(sftpUsers)
    .set({ publicKey, carrierIds, workspaceId, createdAt: clockTime, disabledAt: null })
    .where(and(eq(sftpUsers.accountId, accountId), eq(sftpUsers.username, username), isNotNull(sftpUsers.disabledAt)))
    .returning(SHOWN);
  return revived;
}

/** Inserts a user. The user name is unique over all accounts, and names of deleted accounts stay taken. */
async function insertUser(sql: Sql, accountId: string, user: NewSftpUser): Promise<SftpUser | undefined> {
  const [created] = await sql<SftpUser[]>`
    insert into ${sftpUsers} (user_id, account_id, workspace_id, username, public_key, carrier_ids)
    select ${randomUUID()}, ${accountId}, ${user.workspaceId}, ${user.username}, ${user.publicKey}, ${user.carrierIds}::uuid[]
    where not exists (select from ${retiredSftpNames} where name_sha256 = sha256(convert_to(${user.username}, 'UTF8')))
    on conflict (username) do nothing
    returning user_id as id, username, public_key as "publicKey", carrier_ids as "carrierIds", workspace_id as "workspaceId",
      created_at as "createdAt"`;
  return created;
}

async function unknownPart(
  sql: Sql,
  accountId: string,
  { carrierIds, workspaceId }: NewSftpUser,
): Promise<Refused | null> {
  const [known] = await sql<{ carriers: number; workspace: boolean }[]>`
    select
      (select count(*)::int from ${visibleCarriers(sql, accountId)} c where c.carrier_id = any(${carrierIds ?? []}::uuid[])) as carriers,
      exists (select 1 from ${workspaces} where account_id = ${accountId} and workspace_id = ${workspaceId}) as workspace`;
  if (known?.carriers !== (carrierIds ?? []).length) return unknownCarriers();
  if (workspaceId !== null && !known.workspace) return refuseUnknown('workspaceId');
  return null;
}

export function createSftpFolderStore(database: Database): SftpFolderStore {
  return {
    now: () =>
      database.system(async (sql) => {
        const [row] = await sql<{ now: string }[]>`select clock_timestamp() as now`;
        if (row === undefined) throw new Error('The database has no time');
        return new Date(row.now);
      }),
    findLogin: (username) => database.system((sql) => findLogin(sql, username)),
    listFolders: () => database.system(listFolders),
    listPatternSources: (folder) => database.read(folder.account.accountId, (sql) => listPatternSources(sql, folder)),
    claimFolder: (userId, seconds) =>
      database.system(async (sql) => {
        const claimed = await orm(sql)
          .update(sftpUsers)
          .set({ sweptUntil: expression`${clockTime} + make_interval(secs => ${seconds})` })
          .where(
            and(eq(sftpUsers.userId, userId), or(isNull(sftpUsers.sweptUntil), lte(sftpUsers.sweptUntil, clockTime))),
          )
          .returning({ userId: sftpUsers.userId });
        return claimed.length === 1;
      }),
    releaseFolder: (userId) =>
      database.system(async (sql) => {
        await orm(sql).update(sftpUsers).set({ sweptUntil: null }).where(eq(sftpUsers.userId, userId));
      }),
    noteIncoming: (folders) =>
      database.system(async (sql) => {
        // Rows that another sweep has locked are skipped: that sweep or the next one writes them. Waiting could deadlock two sweeps.
        await sql`
          update ${sftpUsers} u set incoming_bytes = changed.bytes
          from (
            select s.user_id, found.bytes from ${sftpUsers} s
            join unnest(${folders.map(({ username }) => username)}::text[], ${folders.map(({ bytes }) => bytes)}::bigint[])
              as found (username, bytes) on found.username = s.username and found.bytes <> s.incoming_bytes
            for no key update of s skip locked
          ) changed
          where u.user_id = changed.user_id`;
      }),
    closeWaiting: (usernames, dropIds) =>
      database.system(async (sql) => {
        await sql`
          update ${intakeItems}
          set outcome = 'rejected', reason = 'The upload was incomplete. It has been finished under another name since, or removed.'
          where source = 'sftp' and outcome = 'waiting' and origin = any(${usernames}::text[])
            and drop_id <> all(${dropIds}::text[])`;
      }),
  };
}

/** The columns of an account that decide whether it may drop statements. */
const ACCOUNT = { accountId: accounts.accountId, status: accounts.status, tier: accounts.tier };

async function findLogin(sql: Sql, username: string): Promise<SftpLogin | null> {
  const [login] = await orm(sql)
    .select({ account: ACCOUNT, username: sftpUsers.username, publicKey: sftpUsers.publicKey })
    .from(sftpUsers)
    .innerJoin(accounts, eq(accounts.accountId, sftpUsers.accountId))
    .where(and(eq(sftpUsers.username, username), isNull(sftpUsers.disabledAt)));
  return login ?? null;
}

async function listFolders(sql: Sql): Promise<readonly SftpFolder[]> {
  return await orm(sql)
    .select({
      account: ACCOUNT,
      userId: sftpUsers.userId,
      username: sftpUsers.username,
      isDeleted: expression<boolean>`${isNotNull(sftpUsers.disabledAt)}`,
      workspaceId: sftpUsers.workspaceId,
    })
    .from(sftpUsers)
    .innerJoin(accounts, eq(accounts.accountId, sftpUsers.accountId))
    .orderBy(sftpUsers.position);
}

interface PatternRow extends Omit<PatternSources, 'format'> {
  readonly config: unknown;
}

/** Lists carriers with patterns in their active format, or in the account's settings. */
async function listPatternSources(
  sql: Sql,
  { userId, account: { accountId } }: SftpFolder,
): Promise<readonly PatternSources[]> {
  const rows = await sql<PatternRow[]>`
    select c.carrier_id as "carrierId", c.name as "carrierName", active.config, ${ownDropOffs(sql)} as own
    from ${sftpUsers} u
    join ${visibleCarriers(sql, accountId)} c on u.carrier_ids is null or c.carrier_id = any(u.carrier_ids)
    left join ${dropOffSettings} d on d.account_id = ${accountId} and d.carrier_id = c.carrier_id
    left join lateral ${activeFormat(sql, accountId, sql`c.carrier_id`)} active on true
    where u.account_id = ${accountId} and u.user_id = ${userId}
      and (cardinality(d.sftp_patterns) > 0 or jsonb_array_length(active.config -> 'sftp' -> 'patterns') > 0)
    order by lower(c.name), c.carrier_id`;
  return rows.map(({ config, ...source }) => ({
    ...source,
    format: config === null ? null : readStoredConfig(config).config,
  }));
}
