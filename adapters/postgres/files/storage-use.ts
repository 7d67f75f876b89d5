import { eq } from 'drizzle-orm';
import type { RetentionSettings, RetentionStore, StorageReads } from '../../../app/accounts/report-account.ts';
import { EXCEPTIONS_KEPT_DAYS, RAW_KEPT_AFTER_PROCESSING_HOURS } from '../../../core/limits/account-limits.ts';
import type { StorageUse } from '../../../core/storage-quota.ts';
import { accounts } from '../../../schema/accounts.ts';
import { files, jobs } from '../../../schema/files.ts';
import { intakeItems, sftpUsers } from '../../../schema/intake.ts';
import { memberContacts, memberNotes } from '../../../schema/members.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';

/** Sums what an account has stored, from the rows that record where bytes are. */
export function createStorageReads(database: Database): StorageReads {
  return { find: (accountId) => database.read(accountId, (sql) => loadStorageUse(sql, accountId)) };
}

export async function loadStorageUse(sql: Sql, accountId: string): Promise<StorageUse> {
  const [row] = await sql<{ storage: StorageRow }[]>`select ${storageUse(sql, accountId)} as storage`;
  if (row === undefined) throw new Error('The statement returned no row.');
  return storageUseOf(row.storage);
}

/** Locks the account's storage until the transaction ends, so that concurrent files are all counted. Other locks have to be taken first. */
export async function lockStorage(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`storage ${accountId}`}, 0))`;
}

/** Null when the account does not exist. */
export type StorageRow = StorageUse | null;

export function storageUseOf(row: StorageRow): StorageUse {
  if (row === null) throw new Error('There is no such account.');
  return row;
}

export const countOpenJobs = (sql: Sql, accountId: string) => sql`
  (select count(*) from ${jobs} w where w.account_id = ${accountId} and w.status in ('queued', 'processing'))`;

/** Selects the storage use as one JSON value. A message with several items counts once; exceptions count while they are kept. */
export const storageUse = (sql: Sql, accountId: string) => sql`
  (select jsonb_build_object('tier', a.tier, 'storageBytesMax', a.storage_bytes_max,
      'statementBytes', (
        select coalesce(sum(f.byte_size), 0) from ${files} f where f.account_id = ${accountId} and f.raw_purged_at is null),
      'incomingBytes', (select coalesce(sum(u.incoming_bytes), 0) from ${sftpUsers} u where u.account_id = ${accountId}),
      'originalBytes', (
        select coalesce(sum(o.bytes), 0) from (
          select max(coalesce(i.object_bytes, i.byte_size)) as bytes from ${intakeItems} i
          where i.account_id = ${accountId} and i.object_key is not null group by i.object_key) o),
      'exceptionBytes', (
        select coalesce(sum(e.exception_bytes), 0) from ${jobs} e
        where e.account_id = ${accountId} and e.exception_bytes > 0
          and e.completed_at > statement_timestamp() - make_interval(days => ${rejectedRowDays(sql)})),
      'noteBytes', (
          select coalesce(sum(octet_length(n.body)), 0) from ${memberNotes} n where n.account_id = ${accountId}
        ) + (
          select coalesce(sum(octet_length(concat(c.phone, c.email))), 0) from ${memberContacts} c
          where c.account_id = ${accountId}),
      'openJobs', ${countOpenJobs(sql, accountId)})
    from ${accounts} a where a.account_id = ${accountId})`;

/** Selects for how many hours the account in row `a` keeps files that were read. */
export const readFileHours = (sql: Sql) => sql`coalesce(a.read_file_hours, ${RAW_KEPT_AFTER_PROCESSING_HOURS})`;
/** Selects for how many days the account in row `a` keeps rejected rows. */
export const rejectedRowDays = (sql: Sql) => sql`coalesce(a.rejected_row_days, ${EXCEPTIONS_KEPT_DAYS})`;

/** Reads and changes for how long accounts keep files and rejected rows. */
export function createRetentionStore(database: Database): RetentionStore {
  return {
    find: (accountId) => database.read(accountId, (sql) => findSettings(sql, accountId)),
    set: (accountId, settings, origin) =>
      database.tenant(accountId, async (sql) => {
        const { readFileHours: hours, rejectedRowDays: days } = settings;
        await orm(sql)
          .update(accounts)
          .set({ readFileHours: hours, rejectedRowDays: days })
          .where(eq(accounts.accountId, accountId));
        const meta = { readFileHours: hours, rejectedRowDays: days };
        await recordAudit(sql, { accountId, origin, action: 'account.retention', target: accountId, meta });
        return findSettings(sql, accountId);
      }),
  };
}

async function findSettings(sql: Sql, accountId: string): Promise<RetentionSettings> {
  const [row] = await sql<RetentionSettings[]>`
    select ${readFileHours(sql)} as "readFileHours", ${rejectedRowDays(sql)} as "rejectedRowDays"
    from ${accounts} a where a.account_id = ${accountId}`;
  if (row === undefined) throw new Error('There is no such account.');
  return row;
}
