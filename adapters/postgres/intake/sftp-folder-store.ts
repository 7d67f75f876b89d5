import { and, eq, sql as expression, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { PatternSources, SftpFolder, SftpFolderStore, SftpLogin } from '../../../app/intake/intake-store.ts';
import { readStoredConfig } from '../../../core/statement/config.ts';
import { accounts } from '../../../schema/accounts.ts';
import { dropOffSettings, intakeItems, sftpUsers } from '../../../schema/intake.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { activeFormat, visibleCarriers } from '../queries/carrier-scope.ts';
import { ownDropOffs } from './drop-off-store.ts';

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
