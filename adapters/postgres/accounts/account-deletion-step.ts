import { and, count, eq, inArray, isNotNull } from 'drizzle-orm';
import type { DeletionStep } from '../../../app/accounts/account-deletion-ports.ts';
import { type RemovedCounts, removedCounts, signedCertificate } from '../../../core/account/deletion-certificate.ts';
import { accountDeletions, accounts } from '../../../schema/accounts.ts';
import { jobs } from '../../../schema/files.ts';
import { intakeItems, retiredSftpNames } from '../../../schema/intake.ts';
import { deadLetters, queueMessages } from '../../../schema/operations.ts';
import { people, teamMembers } from '../../../schema/people.ts';
import { webhookDeliveries } from '../../../schema/webhooks.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { listTenantTables } from '../connection/tenant-tables.ts';
import { recordOperatorAudit } from './audit-store.ts';

/** The locked row of a deletion under way. */
export interface DeletionRow {
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

export function openDeletionStep(sql: Sql, row: DeletionRow, isRepeated: boolean): DeletionStep {
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
