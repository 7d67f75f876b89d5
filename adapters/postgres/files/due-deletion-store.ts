import { and, eq } from 'drizzle-orm';
import type { LeftFileStore } from '../../../app/files/command-files.ts';
import type { DeferredStore, DueDeletions } from '../../../app/files/purge-due.ts';
import type { PurgePortion, Remove } from '../../../app/platform/portions.ts';
import { purgedName } from '../../../core/intake/find-period.ts';
import { payEntries } from '../../../schema/agent-pay.ts';
import { statementLines } from '../../../schema/book.ts';
import { files, jobExceptions, jobs, outbox } from '../../../schema/files.ts';
import { intakeItems } from '../../../schema/intake.ts';
import { dueDeletions } from '../../../schema/operations.ts';
import { accountEvents, webhookDeliveries } from '../../../schema/webhooks.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { ingestsFile } from '../queries/member-lines.ts';

export function createDueDeletionStore(database: Database): DueDeletions {
  return {
    mark: (store, objectKey) =>
      database.system(async (sql) => {
        await sql`insert into ${dueDeletions} (store, object_key) values (${store}, ${objectKey}) on conflict do nothing`;
      }),
    portion: (store) => (portion, remove) => database.system((sql) => sweep(sql, { store, ...portion }, remove)),
  };
}

/** Concurrent sweeps may delete the same object twice, which does no harm. */
async function sweep(
  sql: Sql,
  { store, limit, except }: { readonly store: DeferredStore } & Parameters<PurgePortion>[0],
  remove: Remove,
): Promise<number> {
  const due = await sql<{ object_key: string }[]>`
    select object_key from ${dueDeletions} d
    where store = ${store} and not object_key = any(${except}::text[]) and not exists (${namedBy(sql, store)})
    order by asked_at limit ${limit}`;
  if (due.length === 0) return 0;
  const gone = await remove(due.map(({ object_key: key }) => key));
  await sql`delete from ${dueDeletions} where store = ${store} and object_key = any(${gone}::text[])`;
  return due.length;
}

/** Selects rows that name the object. The key of a statement ends with the id of its file, which is indexed. */
function namedBy(sql: Sql, store: DeferredStore) {
  return store === 'raw'
    ? sql`
      select 1 from ${files} f
      where f.file_id = split_part(d.object_key, '/', 3)::uuid and f.object_key = d.object_key and f.raw_purged_at is null`
    : sql`select 1 from ${intakeItems} i where i.object_key = d.object_key`;
}

/** Stores which files that could not be read, or not whole, are left. The row is locked, because a retry may change its state meanwhile. */
export function createLeftFileStore(database: Database): LeftFileStore {
  return {
    leave: ({ accountId, fileId, isLeft }, decide, origin) =>
      database.tenant(accountId, async (sql) => {
        const own = and(eq(files.accountId, accountId), eq(files.fileId, fileId));
        const [file] = await orm(sql).select({ status: files.status }).from(files).where(own).for('update');
        if (file === undefined) return null;
        const [job] = await sql<{ rowsFailed: number }[]>`
          select j.exception_row_count as "rowsFailed" from ${jobs} j
          where j.account_id = ${accountId} and j.file_id = ${fileId} and ${ingestsFile(sql, sql`j`)}`;
        const rowsFailed = job?.rowsFailed ?? 0;
        const refused = decide({ status: file.status, rowsFailed });
        if (refused !== null) return refused;
        await orm(sql)
          .update(files)
          .set({ leftAt: isLeft ? clockTime : null })
          .where(own);
        const action = isLeft ? 'file.leave' : 'file.take_up';
        const meta = file.status === 'active' ? { rows: rowsFailed } : {};
        await recordAudit(sql, { accountId, origin, action, target: fileId, meta });
        return { fileId, isLeft };
      }),
  };
}

/** Removes what is stored of files besides their bytes: names, rejected rows and quoted texts (docs/retention.md). */

export interface NamedFile {
  readonly accountId: string;
  readonly fileId: string;
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly originalFilename: string;
  readonly checksumSha256: string;
}

/** Selects drops that became this file, have the same bytes, or are the archive that it came in. A rejected drop has no file. */
export const dropsOf = (sql: Sql, { accountId, fileId, checksumSha256 }: NamedFile) => sql`
  account_id = ${accountId} and (file_id = ${fileId} or (file_id is null and checksum_sha256 = ${checksumSha256})
    or checksum_sha256 = (select archive_checksum_sha256 from ${files} where account_id = ${accountId} and file_id = ${fileId}))`;

const ERROR_PURGED = 'What this error quoted was purged with the file. The error code still says what kind it was.';

/**
 * Removes the rows that the file's jobs rejected and the texts in which these jobs quote the file. Scored results stay, and so do the
 * column titles of a file that was read, because they are compared with the next file's.
 */
export async function purgeQuotes(sql: Sql, { accountId, fileId }: NamedFile): Promise<void> {
  await sql`
    delete from ${jobExceptions}
    where account_id = ${accountId} and job_id in (select job_id from ${jobs} where account_id = ${accountId} and file_id = ${fileId})`;
  await sql`
    update ${jobs} set exception_headers = case when status = 'completed' then exception_headers end, sheet_names = null,
      error = case when error is not null then ${ERROR_PURGED} end
    where account_id = ${accountId} and file_id = ${fileId}`;
  await purgePaidNames(sql, { accountId, fileId });
  await sql`
    update ${outbox} o set body = jsonb_set(o.body, '{error}', to_jsonb(${ERROR_PURGED}::text))
    from ${jobs} j
    where j.account_id = ${accountId} and j.file_id = ${fileId} and o.account_id = ${accountId}
      and o.body ->> 'jobId' = j.job_id::text and o.body ->> 'error' is not null`;
  for (const told of [webhookDeliveries, accountEvents]) {
    await sql`
      update ${told} d set body = jsonb_set(d.body::jsonb, '{error}', to_jsonb(${ERROR_PURGED}::text))::text
      from ${jobs} j
      where j.account_id = ${accountId} and j.file_id = ${fileId} and d.account_id = ${accountId} and d.job_id = j.job_id
        and d.body::jsonb ->> 'error' is not null`;
  }
}

/**
 * Removes the names of members from the lines of approved pay runs, except members whom another file of the month names too. Ids and
 * amounts stay: these are the accounts of the agency.
 */
async function purgePaidNames(sql: Sql, { accountId, fileId }: Pick<NamedFile, 'accountId' | 'fileId'>): Promise<void> {
  await sql`
    update ${payEntries} e set line = e.line || '{"memberName": null}'
    from ${files} f
    where f.account_id = ${accountId} and f.file_id = ${fileId} and e.account_id = ${accountId}
      and e.line ->> 'carrierId' = f.carrier_id::text and e.line ->> 'period' = f.period and e.line ->> 'memberName' is not null
      and not exists (
        select from ${statementLines} l
        where l.account_id = ${accountId} and l.workspace_id = f.workspace_id and l.carrier_id = f.carrier_id and l.period = f.period
          and l.file_id <> f.file_id and l.member_ref_id::text = e.line ->> 'memberRefId')`;
}

/** Replaces the file's name by a neutral one in the file, in its drops, and in warnings of the book's jobs that name a repeated file. */
export async function purgeName(sql: Sql, file: NamedFile): Promise<void> {
  const { accountId, fileId, originalFilename } = file;
  const neutral = purgedName(originalFilename);
  await sql`
    update ${files} set original_filename = ${neutral}, name_purged_at = coalesce(name_purged_at, clock_timestamp())
    where account_id = ${accountId} and file_id = ${fileId}`;
  await sql`
    update ${intakeItems} set name = ${neutral}, name_purged_at = coalesce(name_purged_at, clock_timestamp())
    where ${dropsOf(sql, file)}`;
  await purgeWarnings(sql, file, neutral);
}

/** Removes the warnings from jobs and from the events made of them. */
async function purgeWarnings(sql: Sql, file: NamedFile, neutral: string): Promise<void> {
  const { accountId, fileId, workspaceId, carrierId, originalFilename } = file;
  const without = (warnings: ReturnType<Sql>) => sql`
    warnings_without_file(${warnings}, j.file_id = ${fileId}, ${originalFilename}, ${neutral})`;
  const ofBook = sql`
    j.account_id = ${accountId} and j.workspace_id = ${workspaceId} and j.carrier_id = ${carrierId}
    and (j.warnings @> '[{"code":"duplicate_content"}]' or j.warnings @> '[{"code":"header_drift"}]'
      or j.warnings @> '[{"code":"several_files_replaced"}]')`;
  // Events are updated first, because the condition on the job's warnings must still hold.
  await sql`
    update ${outbox} o set body = jsonb_set(o.body, '{warnings}', ${without(sql`o.body -> 'warnings'`)})
    from ${jobs} j
    where ${ofBook} and o.account_id = ${accountId} and o.body ->> 'jobId' = j.job_id::text
      and jsonb_typeof(o.body -> 'warnings') = 'array'`;
  for (const told of [webhookDeliveries, accountEvents]) {
    await sql`
      update ${told} d
      set body = jsonb_set(d.body::jsonb, '{warnings}', ${without(sql`d.body::jsonb -> 'warnings'`)})::text
      from ${jobs} j
      where ${ofBook} and d.account_id = ${accountId} and d.job_id = j.job_id
        and d.body::jsonb -> 'warnings' is distinct from ${without(sql`d.body::jsonb -> 'warnings'`)}`;
  }
  await sql`
    update ${jobs} j set warnings = ${without(sql`j.warnings`)}
    where ${ofBook} and j.warnings is distinct from ${without(sql`j.warnings`)}`;
}
