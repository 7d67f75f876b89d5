import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { AccountDeletion, AccountDeletionStore, DeletionStep } from '../../../app/accounts/delete-accounts.ts';
import {
  deletionCertificate,
  type RemovedCounts,
  removedCounts,
  signedCertificate,
} from '../../../core/account/deletion-certificate.ts';
import { DELETION_LOCK_WAIT_SECONDS } from '../../../core/limits/account-limits.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { accountDeletions, accounts, apiTokens, tokenWindows } from '../../../schema/accounts.ts';
import { jobs } from '../../../schema/files.ts';
import { emailAddresses, intakeItems, retiredSftpNames, sftpUsers } from '../../../schema/intake.ts';
import { deadLetters, queueMessages } from '../../../schema/operations.ts';
import { people, signInSessions, teamMembers } from '../../../schema/people.ts';
import { webhookDeliveries } from '../../../schema/webhooks.ts';
import { lockWait } from '../connection/connection.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { sqlState } from '../connection/database-error.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { listTenantTables } from '../connection/tenant-tables.ts';
import { recordOperatorAudit } from './audit-store.ts';

export function createAccountDeletionStore(database: Database): AccountDeletionStore {
  return {
    request: (account, origin) => database.system((sql) => request(sql, account, origin)),
    find: (deletionId) =>
      database.system(async (sql) => {
        const [row] = await selectDeletions(sql).where(eq(accountDeletions.deletionId, deletionId));
        return row === undefined ? null : shown(row);
      }),
    findTestAccount: (accountId) =>
      database.system(async (sql) => {
        const ofAccount = and(eq(accounts.accountId, accountId), isNotNull(accounts.testOf));
        const [found] = await orm(sql)
          .select({ accountId: accounts.accountId, name: accounts.name })
          .from(accounts)
          .where(or(ofAccount, eq(accounts.testOf, accountId)));
        return found ?? null;
      }),
    list: (page) =>
      database.system(async (sql) => {
        const rows = await selectDeletions(sql)
          .orderBy(desc(accountDeletions.position))
          .limit(page.limit + 1)
          .offset(page.offset);
        return countedPage(rows.map(shown), page, () => countOfTable(sql, accountDeletions));
      }),
    listOpen: () =>
      database.system(async (sql) => {
        const rows = await orm(sql)
          .select({ id: accountDeletions.deletionId })
          .from(accountDeletions)
          .where(isNull(accountDeletions.completedAt))
          .orderBy(accountDeletions.position);
        return rows.map(({ id }) => id);
      }),
    step: (deletionId, work) => step(database, deletionId, work),
  };
}

const SHOWN = {
  id: accountDeletions.deletionId,
  accountId: accountDeletions.deletedAccountId,
  stage: accountDeletions.stage,
  requestedBy: accountDeletions.requestedBy,
  requestedAt: accountDeletions.requestedAt,
  completedAt: accountDeletions.completedAt,
  removed: accountDeletions.removed,
  certificate: accountDeletions.certificate,
  certificateSha256: accountDeletions.certificateSha256,
};

const selectDeletions = (sql: Sql) => orm(sql).select(SHOWN).from(accountDeletions);

type ShownRow = Awaited<ReturnType<typeof selectDeletions>>[number];

function shown({ stage, removed, certificate, ...row }: ShownRow): AccountDeletion {
  return {
    ...row,
    status: stage === 'completed' ? 'completed' : stage === 'jobs' ? 'pending' : 'running',
    removed: removedCounts.parse(removed),
    certificate: certificate === null ? null : deletionCertificate.parse(JSON.parse(certificate)),
  };
}

/** Requests a deletion under the account's lock. Of two concurrent requests the second finds the deletion of the first. */
async function request(
  sql: Sql,
  { accountId, confirm }: Parameters<AccountDeletionStore['request']>[0],
  origin: RequestOrigin,
): Promise<AccountDeletion | 'unknown' | 'unconfirmed' | 'moving'> {
  const [account] = await orm(sql)
    .select({ name: accounts.name, status: accounts.status })
    .from(accounts)
    .where(eq(accounts.accountId, accountId))
    .for('no key update');
  if (account === undefined) return 'unknown';
  if (account.status === 'moving') return 'moving';
  if (account.name !== confirm) return 'unconfirmed';
  const [known] = await selectDeletions(sql).where(eq(accountDeletions.deletedAccountId, accountId));
  if (known !== undefined) return shown(known);
  const deletionId = randomUUID();
  await sql`
    insert into ${accountDeletions} (deletion_id, deleted_account_id, requested_by, sftp_usernames, removed)
    values (${deletionId}, ${accountId}, ${origin.actor},
      array(select username from ${sftpUsers} where account_id = ${accountId} order by position), ${sql.json(await endAccess(sql, accountId))})`;
  await recordOperatorAudit(sql, origin, { action: 'account.delete', target: accountId, meta: { deletionId } });
  const [made] = await selectDeletions(sql).where(eq(accountDeletions.deletionId, deletionId));
  if (made === undefined) throw new Error('The deletion was not stored');
  return shown(made);
}

/** Ends all access to the account. Returns what was removed. */
async function endAccess(sql: Sql, accountId: string) {
  await orm(sql).update(accounts).set({ status: 'suspended' }).where(eq(accounts.accountId, accountId));
  await sql`
    delete from ${tokenWindows} where token_id in (select token_id from ${apiTokens} where account_id = ${accountId})`;
  const tokens = await orm(sql)
    .delete(apiTokens)
    .where(eq(apiTokens.accountId, accountId))
    .returning({ tokenId: apiTokens.tokenId });
  await orm(sql).delete(signInSessions).where(eq(signInSessions.currentAccountId, accountId));
  const closedUsers = await sql`
    update ${sftpUsers} set disabled_at = coalesce(disabled_at, clock_timestamp()) where account_id = ${accountId}`;
  const closedAddresses = await sql`
    update ${emailAddresses} set revoked_at = coalesce(revoked_at, clock_timestamp()) where account_id = ${accountId}`;
  return { tokens: tokens.length, sftpUsers: closedUsers.count, emailAddresses: closedAddresses.count };
}

/** SQLSTATE codes of a lock timeout and of a deadlock. */
const LOCK_STATES: readonly unknown[] = ['55P03', '40P01'];

const ROW_IS_REFERRED_TO = '23503';
const STEP_TRIES_MAX = 5;

/**
 * Runs one step. A worker that holds a lock on a carrier may commit a row that refers to it, such as a book, while the step deletes the
 * carrier. The next try sees that row and deletes it first.
 */
async function step<T>(
  database: Database,
  deletionId: string,
  work: (step: DeletionStep) => Promise<T>,
): Promise<T | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.system((sql) => tryStep(sql, { deletionId, isRepeated: attempt > 1 }, work));
    } catch (error) {
      const state = sqlState(error);
      if (LOCK_STATES.includes(state)) return null;
      if (state !== ROW_IS_REFERRED_TO || attempt === STEP_TRIES_MAX) throw error;
    }
  }
}

async function tryStep<T>(
  sql: Sql,
  { deletionId, isRepeated }: { readonly deletionId: string; readonly isRepeated: boolean },
  work: (step: DeletionStep) => Promise<T>,
): Promise<T | null> {
  await sql`select ${lockWait(sql, DELETION_LOCK_WAIT_SECONDS)}`;
  const [row] = await sql<DeletionRow[]>`
    select deletion_id, deleted_account_id, stage, sftp_usernames, removed, requested_by, requested_at from ${accountDeletions}
    where deletion_id = ${deletionId} and completed_at is null for update skip locked`;
  return row === undefined ? null : work(openDeletionStep(sql, row, isRepeated));
}

/** The locked row of a deletion under way. */
interface DeletionRow {
  readonly deletion_id: string;
  readonly deleted_account_id: string;
  readonly stage: DeletionStep['stage'];
  readonly sftp_usernames: string[];
  readonly removed: unknown;
  readonly requested_by: string;
  readonly requested_at: string;
}

/** The most rows that are deleted at the end, more than can be added to one table while an account is deleted. */
const LAST_ROWS_MAX = 1_000_000;

function openDeletionStep(sql: Sql, row: DeletionRow, isRepeated: boolean): DeletionStep {
  const { deletion_id: deletionId, deleted_account_id: accountId } = row;
  const ofDeletion = eq(accountDeletions.deletionId, deletionId);
  let removed = removedCounts.parse(row.removed);
  const store = async (now: RemovedCounts) => {
    removed = now;
    await orm(sql).update(accountDeletions).set({ removed: now }).where(ofDeletion);
  };
  const countRows = (table: string, rows: number) =>
    rows === 0
      ? undefined
      : store({ ...removed, rows: { ...removed.rows, [table]: (removed.rows[table] ?? 0) + rows } });
  const deleteFrom = async (table: string, limit: number) => {
    const [deleted] = await sql<{ rows: number }[]>`
      select delete_account_rows(${accountId}, format('public.%I', ${table}::text)::regclass, ${limit}) as rows`;
    const rows = deleted?.rows ?? 0;
    await countRows(table, rows);
    return rows;
  };
  return {
    accountId,
    stage: row.stage,
    isRepeated,
    sftpUsernames: row.sftp_usernames,
    endJobs: () => endJobs(sql, accountId),
    listMails: (limit) => listMails(sql, accountId, limit),
    async forgetMails(keys) {
      await sql`
        update ${intakeItems} set object_key = null
        where account_id = ${accountId} and source = 'email' and object_key = any(${[...keys]}::text[])`;
    },
    async deleteMessages() {
      await store({ ...removed, queueMessages: removed.queueMessages + (await deleteMessages(sql, accountId)) });
    },
    async deleteRows(limit, emptied) {
      for (const table of await listTenantTables(sql)) {
        if (emptied.has(table)) continue;
        const rows = await deleteFrom(table, limit);
        if (rows > 0) return { table, rows };
      }
      return null;
    },
    async deleteAccount() {
      // The books come first, because a worker locks a book before it adds rows. After that nobody can add a row that refers to the
      // account.
      await deleteFrom('books', LAST_ROWS_MAX);
      await sql`select 1 from ${accounts} where account_id = ${accountId} for update`;
      await deleteMessages(sql, accountId);
      await retireNames(sql, row.sftp_usernames);
      for (const table of await listTenantTables(sql)) await deleteFrom(table, LAST_ROWS_MAX);
      // People who also belong to the team of another account stay.
      await sql`delete from ${people} p where not exists (select from ${teamMembers} m where m.person_id = p.person_id)`;
      const deleted = await orm(sql)
        .delete(accounts)
        .where(eq(accounts.accountId, accountId))
        .returning({ accountId: accounts.accountId });
      await countRows('accounts', deleted.length);
    },
    async count({ rawFiles, droppedFiles, mails = 0, sentMails = 0 }) {
      await store({
        ...removed,
        rawFiles: sum(removed.rawFiles, rawFiles),
        droppedFiles: sum(removed.droppedFiles, droppedFiles),
        mails: removed.mails + mails,
        sentMails: removed.sentMails + sentMails,
      });
    },
    async enter(stage) {
      await orm(sql).update(accountDeletions).set({ stage }).where(ofDeletion);
    },
    complete: () => complete(sql, row, removed),
  };
}

type Stored = RemovedCounts['rawFiles'];

function sum(before: Stored, { objects, bytes }: Stored = { objects: 0, bytes: 0 }): Stored {
  return { objects: before.objects + objects, bytes: before.bytes + bytes };
}

/** Ends open jobs. A worker that still has one loses its claim and rolls back. Locked rows are skipped. */
async function endJobs(sql: Sql, accountId: string): Promise<number> {
  await sql`
    update ${jobs} j set status = case j.status when 'queued' then 'canceled' else 'failed' end, completed_at = clock_timestamp()
    from (
      select job_id from ${jobs} where account_id = ${accountId} and status in ('queued', 'processing')
      for no key update skip locked
    ) open
    where j.job_id = open.job_id`;
  const [left] = await orm(sql)
    .select({ count: count() })
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), inArray(jobs.status, ['queued', 'processing'])));
  return left?.count ?? 0;
}

async function listMails(sql: Sql, accountId: string, limit: number): Promise<readonly string[]> {
  const { objectKey, accountId: owner, source } = intakeItems;
  const rows = await orm(sql)
    .selectDistinct({ key: objectKey })
    .from(intakeItems)
    .where(and(eq(owner, accountId), eq(source, 'email'), isNotNull(objectKey)))
    .limit(limit);
  return rows.flatMap(({ key }) => key ?? []);
}

/** Deletes messages by the job or delivery id that they hold, which also finds dead letters, and by the account's group. */
async function deleteMessages(sql: Sql, accountId: string): Promise<number> {
  const queued = await sql`delete from ${queueMessages} where group_id = ${accountId}`;
  const dead = await sql`
    delete from ${deadLetters} where substring(body from '"(?:jobId|deliveryId)" *: *"([0-9a-f-]{36})"') in (
      select job_id::text from ${jobs} where account_id = ${accountId}
      union all
      select delivery_id::text from ${webhookDeliveries} where account_id = ${accountId})`;
  return queued.count + dead.count;
}

/** Stores the names of deleted SFTP users in the transaction that deletes the users, so that no other account can take one. */
async function retireNames(sql: Sql, usernames: readonly string[]): Promise<void> {
  await sql`
    insert into ${retiredSftpNames} (name_sha256)
    select sha256(convert_to(name, 'UTF8')) from unnest(${usernames}::text[]) as names (name)
    on conflict do nothing`;
}

async function complete(sql: Sql, row: DeletionRow, removed: RemovedCounts): Promise<void> {
  const { deletion_id: deletionId, deleted_account_id: accountId } = row;
  const [clock] = await sql<{ now: string }[]>`select clock_timestamp() as now`;
  if (clock === undefined) throw new Error('The database has no time');
  const { text, sha256 } = signedCertificate({
    deletionId,
    accountId,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    completedAt: clock.now,
    removed,
  });
  await orm(sql)
    .update(accountDeletions)
    .set({
      stage: 'completed',
      completedAt: clock.now,
      sftpUsernames: [],
      certificate: text,
      certificateSha256: sha256,
    })
    .where(eq(accountDeletions.deletionId, deletionId));
  const origin = { actor: row.requested_by, ip: null, requestId: deletionId };
  const meta = { deletionId, certificateSha256: sha256 };
  await recordOperatorAudit(sql, origin, { action: 'account.deleted', target: accountId, meta });
}
