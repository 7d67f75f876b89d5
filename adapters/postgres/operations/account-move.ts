import type { CopiedRows, MovingRows } from '../../../app/operations/move-account.ts';
import type { MovingAccount } from '../../../core/account/decide-move.ts';
import type { TableSum } from '../../../core/account-sums.ts';
import { MOVE_ROWS_AT_ONCE } from '../../../core/limits/account-limits.ts';
import { accountDeletions, accounts } from '../../../schema/accounts.ts';
import { disputes } from '../../../schema/disputes.ts';
import { files, jobs, outbox } from '../../../schema/files.ts';
import { intakeItems, retiredSftpNames, sftpUsers } from '../../../schema/intake.ts';
import { schemaMigrations } from '../../../schema/operations.ts';
import { people, teamMembers } from '../../../schema/people.ts';
import { savedReports } from '../../../schema/saved-reports.ts';
import { webhookDeliveries } from '../../../schema/webhooks.ts';
import { recordOperatorAudit } from '../accounts/audit-store.ts';
import { type Database, moveLock } from '../connection/database.ts';
import { sqlState } from '../connection/database-error.ts';
import type { Sql } from '../connection/sql.ts';
import { listTenantTables, sumForOtherDatabase } from '../connection/tenant-tables.ts';
import { enqueueJobs } from '../queries/outbox.ts';
import { copySharedCarriers, copyTable } from './copied-table.ts';

export interface MoveDatabases {
  readonly from: Database;
  readonly to: Database;
  /** Seals a secret of the first service with the key of the second. */
  readonly reseal: (sealed: string) => string;
  /** Makes the error for rows that are in the way, with its message. */
  readonly rowsInTheWay: (message: string) => Error;
}

const ORIGIN = { actor: 'operator', ip: null, requestId: 'move-agency' };
const UNIQUE_VIOLATION = '23505';

/** Rows of an account and its test account in two databases. */
export function createMovingRows(databases: MoveDatabases, accountId: string): MovingRows {
  const { from, to } = databases;
  const idsIn = (sql: Sql) => listIds(sql, accountId);
  return {
    async situation() {
      const [source, target] = await Promise.all([from, to].map((database) => database.system(readSide(accountId))));
      if (source === undefined || target === undefined) throw new Error('A database gave no answer');
      const takenNames = await to.system((sql) => takenSftpNames(sql, accountId, source.sftpNames));
      return {
        from: source.account,
        to: target.account,
        wasDeletedThere: target.wasDeleted,
        hasEqualSchema: source.migrations === target.migrations,
        takenNames,
      };
    },
    async begin() {
      await from.system(async (sql) => {
        const ids = await idsIn(sql);
        const begun = await sql`
          update ${accounts} set status = 'moving' where account_id = any(${ids}::uuid[]) and status in ('active', 'moving')`;
        if (begun.count !== ids.length) throw new Error('The account or its test account is not active');
        await recordOperatorAudit(sql, ORIGIN, { action: 'account.move', target: accountId });
      });
      await from.system(async (sql) => waitForChanges(sql, await idsIn(sql)));
    },
    countWork: () => from.system(async (sql) => countWork(sql, await idsIn(sql))),
    listObjects: (store) => listObjects(from, accountId, store),
    listSftpUsers: () => from.system(async (sql) => sftpNamesOf(sql, await idsIn(sql))),
    copy: () => copy(databases, accountId),
    async leave(movedTo, mayLeave) {
      return from.system(async (sql) => {
        const ids = await idsIn(sql);
        await holdChanges(sql, ids);
        // The sums are read by a statement for each table after the lock, and nothing that the lock holds can change between them.
        if (!(await mayLeave(await sumForOtherDatabase(sql, ids)))) return false;
        await sql`
          update ${accounts} set status = 'moved', moved_to = ${movedTo} where account_id = any(${ids}::uuid[])`;
        await recordOperatorAudit(sql, ORIGIN, { action: 'account.moved', target: accountId, meta: { movedTo } });
        return true;
      });
    },
    sumTarget: () => to.system(async (sql) => sumForOtherDatabase(sql, await idsIn(sql))),
    open: () => to.system((sql) => openAccount(sql, accountId, 'account.arrived')),
    stay: () => from.system((sql) => openAccount(sql, accountId, 'account.stayed')),
  };
}

/** Returns the ids of the account and of its test account. */
async function listIds(sql: Sql, accountId: string): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select account_id as id from ${accounts} where account_id = ${accountId} or test_of = ${accountId} order by test_of nulls first`;
  return rows.map(({ id }) => id);
}

interface Side {
  readonly account: MovingAccount | null;
  readonly wasDeleted: boolean;
  readonly migrations: string;
  readonly sftpNames: readonly string[];
}

/** The baseline has another name in a database that was made before it. */
const FIRST_MIGRATION = 101;

const readSide =
  (accountId: string) =>
  async (sql: Sql): Promise<Side> => {
    const [account] = await sql<MovingAccount[]>`
      select name, status,
        (select max(archived_through) from ${accounts} where account_id = ${accountId} or test_of = ${accountId}) as "archivedThrough"
      from ${accounts} where account_id = ${accountId}`;
    const [facts] = await sql<{ wasDeleted: boolean; migrations: string }[]>`
      select exists (
          select from ${accountDeletions} d where d.deleted_account_id = ${accountId}) as "wasDeleted",
        (select string_agg(m.name || ' ' || m.checksum, ', ' order by m.version) from ${schemaMigrations} m
          where m.version >= ${FIRST_MIGRATION}) as migrations`;
    if (facts === undefined) throw new Error('The database has no migrations');
    return { account: account ?? null, ...facts, sftpNames: await sftpNamesOf(sql, await listIds(sql, accountId)) };
  };

async function sftpNamesOf(sql: Sql, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ username: string }[]>`
    select username from ${sftpUsers} where account_id = any(${ids}::uuid[]) order by username`;
  return rows.map(({ username }) => username);
}

/** Names of deleted users are kept as hashes. */
async function takenSftpNames(sql: Sql, accountId: string, names: readonly string[]): Promise<readonly string[]> {
  const own = await listIds(sql, accountId);
  const rows = await sql<{ name: string }[]>`
    select name from unnest(${names}::text[]) as names (name)
    where exists (select from ${sftpUsers} u where u.username = name and u.account_id <> all(${own}::uuid[]))
      or exists (select from ${retiredSftpNames} where name_sha256 = sha256(convert_to(name, 'UTF8')))
    order by name`;
  return rows.map(({ name }) => name);
}

/**
 * Waits until no transaction of the account is under way, and keeps others out until this transaction ends. It tries again and again: a
 * queued lock would keep a job's report of its progress waiting, for which the transaction of the same job waits.
 */
export async function holdChanges(sql: Sql, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const isHeld = async () => {
      const [row] = await sql<{ isHeld: boolean }[]>`
        select pg_try_advisory_xact_lock(hashtextextended(${moveLock(id)}, 0)) as "isHeld"`;
      return row?.isHeld === true;
    };
    while (!(await isHeld())) await sql`select pg_sleep(0.02)`;
  }
}

/** Waits for the changes, relays and claims that began before the status was set. Later ones see the status and leave the account out. */
async function waitForChanges(sql: Sql, ids: readonly string[]): Promise<void> {
  await holdChanges(sql, ids);
  await sql`select pg_advisory_xact_lock(hashtextextended('event fan-out', 0))`;
  await sql`select 1 from ${outbox} where account_id = any(${ids}::uuid[]) and sent_at is null for update`;
  await sql`
    select 1 from ${jobs} where account_id = any(${ids}::uuid[]) and status in ('queued', 'processing') for no key update`;
  await sql`
    select 1 from ${webhookDeliveries} where account_id = any(${ids}::uuid[]) and status = 'pending' for no key update`;
}

async function countWork(sql: Sql, ids: readonly string[]): Promise<number> {
  const [counted] = await sql<{ work: number }[]>`
    select ((select count(*) from ${jobs} where account_id = any(${ids}::uuid[]) and status = 'processing')
      + (select count(*) from ${webhookDeliveries} where account_id = any(${ids}::uuid[]) and claimed_until > clock_timestamp())
      + (select count(*) from ${savedReports} where account_id = any(${ids}::uuid[]) and claimed_until > clock_timestamp()))::integer
      as work`;
  return counted?.work ?? 0;
}

/** Yields keys in their order, so that a portion is found without the ones before it. */
async function* listObjects(
  from: Database,
  accountId: string,
  store: 'raw' | 'drop',
): AsyncGenerator<readonly string[]> {
  for (let after = ''; ; ) {
    const keys = await from.system(async (sql) => {
      const ids = await listIds(sql, accountId);
      const rows = await sql<{ key: string }[]>`
        select distinct key from (${store === 'raw' ? rawKeys(sql, ids) : dropKeys(sql, ids)}) as stored
        where key > ${after} order by key limit ${MOVE_ROWS_AT_ONCE}`;
      return rows.map(({ key }) => key);
    });
    const last = keys.at(-1);
    if (last === undefined) return;
    yield keys;
    after = last;
  }
}

/** Statements whose bytes are kept, and carriers' answers to disputes (app/disputes/send-letters.ts). */
const rawKeys = (sql: Sql, ids: readonly string[]) => sql`
  select object_key collate "C" as key from ${files} where account_id = any(${ids}::uuid[]) and raw_purged_at is null
  union all
  select 'answers/' || account_id || '/' || dispute_id from ${disputes}
  where account_id = any(${ids}::uuid[]) and answer_name is not null`;

const dropKeys = (sql: Sql, ids: readonly string[]) => sql`
  select object_key collate "C" as key from ${intakeItems} where account_id = any(${ids}::uuid[]) and object_key is not null`;

/** Copies all rows from one snapshot, in one transaction of the target that stays open. */
async function copy(databases: MoveDatabases, accountId: string): Promise<CopiedRows> {
  const copied = Promise.withResolvers<{ readonly rows: number; readonly sums: readonly TableSum[] }>();
  const decided = Promise.withResolvers<void>();
  const transaction = databases.to.system(async (target) => {
    const rows = await databases.from.system(async (source) => {
      await source`set transaction isolation level repeatable read, read only`;
      return copyRows(databases, { source, target, ids: await listIds(source, accountId) });
    });
    copied.resolve({ rows, sums: await sumForOtherDatabase(target, await listIds(target, accountId)) });
    await decided.promise;
  });
  // An error before the copy is complete is the error of the copy. A later one is that of `keep` or `drop`.
  transaction.catch(copied.reject);
  const { rows, sums } = await copied.promise.catch((error: unknown) => {
    throw sqlState(error) === UNIQUE_VIOLATION ? databases.rowsInTheWay(messageOfCollision(error)) : error;
  });
  return {
    rows,
    sums,
    async keep() {
      decided.resolve();
      await transaction;
    },
    async drop() {
      const end = new Error('The copy is not kept');
      decided.reject(end);
      await transaction.catch((error: unknown) => {
        if (error !== end) throw error;
      });
    },
  };
}

/** Names the index only, because the message of the server quotes the value. */
function messageOfCollision(error: unknown): string {
  const name = error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : 'a unique index';
  return `The second database has a row with the same value as one of the account's (${name}).`;
}

async function copyRows(
  { reseal, rowsInTheWay }: MoveDatabases,
  { source, target, ids }: { readonly source: Sql; readonly target: Sql; readonly ids: readonly string[] },
): Promise<number> {
  const ofAccount = { where: 't.account_id = any($ids)', ids, reseal };
  // The triggers that derive rows from new ones leave copied rows alone.
  await target`select set_config('app.copies_rows', 'on', true)`;
  await copySharedCarriers({ source, target, ids, rowsInTheWay });
  const idsThere = await copyPeople(source, target, ids);
  let rows = await copyTable(source, target, { ...ofAccount, table: 'accounts' });
  for (const table of (await listTenantTables(source)).toReversed())
    rows += await copyTable(source, target, { ...ofAccount, table, people: idsThere });
  return rows;
}

/**
 * Copies the people of the team who are not in the target, with their ways to sign in; sessions are left behind. Returns the ids in the
 * target of those whose address it has already.
 */
async function copyPeople(source: Sql, target: Sql, ids: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const team = await source<{ id: string; email: string }[]>`
    select p.person_id as id, p.email from ${people} p
    where p.person_id in (select person_id from ${teamMembers} where account_id = any(${ids}::uuid[]))`;
  const known = await target<{ id: string; email: string }[]>`
    select person_id as id, email from ${people} where email = any(${team.map(({ email }) => email)}::text[])`;
  const idOf = new Map(known.map(({ id, email }) => [email, id]));
  const arriving = team.filter(({ email }) => !idOf.has(email)).map(({ id }) => id);
  const ofPeople = { where: 't.person_id = any($ids)', ids: arriving, reseal: (sealed: string) => sealed };
  for (const table of ['people', 'sign_in_providers', 'passkeys'])
    await copyTable(source, target, { ...ofPeople, table });
  return Object.fromEntries(team.flatMap(({ id, email }) => (idOf.has(email) ? [[id, idOf.get(email) ?? id]] : [])));
}

/** Opens an account that was on the move. Messages of its work were dropped, or are in the other service, so it is queued again. */
async function openAccount(sql: Sql, accountId: string, action: string): Promise<void> {
  const ids = await listIds(sql, accountId);
  const opened = await sql`
    update ${accounts} set status = 'active' where account_id = any(${ids}::uuid[]) and status = 'moving'`;
  if (opened.count === 0) return;
  const waiting = await sql<{ id: string }[]>`
    select job_id as id from ${jobs} where account_id = any(${ids}::uuid[]) and status = 'queued' order by position`;
  await enqueueJobs(
    sql,
    waiting.map(({ id }) => id),
  );
  await sql`
    update ${webhookDeliveries} set queued_at = null where account_id = any(${ids}::uuid[]) and status = 'pending'`;
  await recordOperatorAudit(sql, ORIGIN, { action, target: accountId });
}
