import { randomUUID } from 'node:crypto';
import { and, eq, sql as expression, isNotNull } from 'drizzle-orm';
import type {
  DecideRoom,
  DropKey,
  DropSource,
  IdenticalFile,
  IntakeItem,
  IntakeRecord,
  IntakeStore,
  RecordedDelivery,
} from '../../../app/intake/intake-store.ts';
import type { PurgePortion, Remove } from '../../../app/platform/portions.ts';
import { SEEN_BEFORE } from '../../../core/intake/mail-reply.ts';
import { RAW_KEPT_AT_MOST_DAYS } from '../../../core/limits/account-limits.ts';
import { type CursorPage, type CursorPosition, cursorPage } from '../../../core/page.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { unknownCursor } from '../../../core/refusals.ts';
import { carriers } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import { intakeItems } from '../../../schema/intake.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport, rowsOfQuery } from '../connection/stream-rows.ts';
import { loadStorageUse, lockStorage } from '../files/storage-use.ts';
import { whenSet } from '../queries/book-scope.ts';
import { ingestsFile } from '../queries/member-lines.ts';

export function createIntakeStore(database: Database): IntakeStore {
  return {
    findIdentical: (bytes) => database.read(bytes.accountId, (sql) => findIdentical(sql, bytes)),
    findFreeKey: (drop, keys) => database.read(drop.accountId, (sql) => findFreeKey(sql, drop, keys)),
    findPlaced: ({ accountId, dropId }) =>
      database.read(accountId, async (sql) => {
        const { outcome, reason, objectKey } = intakeItems;
        const [placed] = await orm(sql)
          .select({ outcome, reason, objectKey, keepsBytes: HAS_BYTES })
          .from(intakeItems)
          .where(and(eq(intakeItems.accountId, accountId), eq(intakeItems.dropId, dropId), isNotNull(objectKey)));
        return placed ?? null;
      }),
    record: (record, decideRoom) =>
      record.accountId === null
        ? database.system((sql) => recordOne(sql, record, decideRoom))
        : database.tenant(record.accountId, (sql) => recordOne(sql, record, decideRoom)),
    isRecorded: (objectKey) =>
      database.system(async (sql) => {
        const found = await orm(sql)
          .select({ id: intakeItems.itemId })
          .from(intakeItems)
          .where(eq(intakeItems.objectKey, objectKey))
          .limit(1);
        return found.length > 0;
      }),
    recordDelivery: (records, decideRoom) => recordDelivery(database, records, decideRoom),
    list: (accountId, page) => database.read(accountId, (sql) => listItems(sql, accountId, page)),
    findKept: (accountId, itemId) =>
      database.read(accountId, async (sql) => {
        const { dropId, source, name, checksumSha256, outcome, objectKey } = intakeItems;
        const [item] = await orm(sql)
          .select({ dropId, source, name, checksumSha256, outcome, objectKey, hasBytes: HAS_BYTES })
          .from(intakeItems)
          .where(and(eq(intakeItems.accountId, accountId), eq(intakeItems.itemId, itemId)));
        if (item === undefined) return null;
        const { hasBytes, ...kept } = item;
        return { ...kept, objectKey: hasBytes ? kept.objectKey : null };
      }),
    noteFiled: ({ accountId, itemId, ...filed }) =>
      database.tenant(accountId, async (sql) => {
        await orm(sql)
          .update(intakeItems)
          .set({ ...filed, outcome: 'accepted', reason: null })
          .where(and(eq(intakeItems.accountId, accountId), eq(intakeItems.itemId, itemId)));
      }),
    exportAll: (accountId, cursor) =>
      openRowExport(database, accountId, (sql) =>
        rowsOfQuery(sql, refuseUnknownCursor(sql, accountId, cursor), {
          query: itemsOf(sql, accountId, cursor),
          offset: 0,
          show: itemFrom,
        }),
      ),
    purgeExpired: (source) => (portion, remove) =>
      database.system((sql) => purgeExpired(sql, { source, ...portion }, remove)),
  };
}

/** True when the bytes of the object are kept. Items that are older than this column have null. */
const HAS_BYTES = expression<boolean>`${intakeItems.objectBytes} is distinct from 0`;

/**
 * Finds files with the same bytes, and those of an archive with these bytes. A file counts as it does for an upload (upload-store.ts), but
 * not while it is being replaced, because the later drop decides.
 */
async function findIdentical(
  sql: Sql,
  { accountId, carrierId, workspaceId, period, checksumSha256 }: Parameters<IntakeStore['findIdentical']>[0],
): Promise<readonly IdenticalFile[]> {
  const inWorkspace = workspaceId === null ? sql`` : sql`and f.workspace_id = ${workspaceId}`;
  return await sql<IdenticalFile[]>`
    select f.file_id as "fileId", j.job_id as "jobId",
      case when f.source <> 'api' then j.request_fingerprint end as "dropId",
      f.status in ('pending', 'active') and not exists (
        select 1 from ${jobs} t
        where t.account_id = ${accountId} and t.workspace_id = f.workspace_id and t.carrier_id = f.carrier_id
          and t.period = f.period and t.mode in ('retract', 'replace') and t.position > j.position
          and (t.only_file_id is null or t.only_file_id = f.file_id) and (t.archive_id = j.archive_id and t.mode = 'replace') is not true
          and t.status not in ('failed', 'canceled')) as counts
    from ${files} f join ${jobs} j on j.file_id = f.file_id and ${ingestsFile(sql, sql`j`)}
    where f.account_id = ${accountId} and ${carrierId} in (f.carrier_id, f.sent_to_carrier_id)
      and ${checksumSha256} in (f.checksum_sha256, f.archive_checksum_sha256)
      and f.period = ${period} ${inWorkspace}
    order by f.position`;
}

/** Returns the first free key. A user's folder belongs to one account, so no other account's drops need to be checked. */
async function findFreeKey(sql: Sql, { accountId, dropId }: DropKey, keys: readonly string[]): Promise<string> {
  const taken = await sql<{ object_key: string }[]>`
    select object_key from ${intakeItems}
    where account_id = ${accountId} and object_key = any(${keys}::text[]) and drop_id <> ${dropId}`;
  const free = keys.find((key) => taken.every(({ object_key }) => object_key !== key)) ?? keys.at(-1);
  if (free === undefined) throw new Error('No key was named.');
  return free;
}

async function recordOne(
  sql: Sql,
  record: IntakeRecord,
  decideRoom: DecideRoom,
): Promise<{ readonly keepsBytes: boolean }> {
  const keepsBytes = await keepsObject(sql, record, decideRoom);
  await insertRecord(sql, record, keepsBytes);
  return { keepsBytes };
}

/**
 * Decides whether the object is kept, under the lock of the account's storage. Bytes kept for another item of the message take no more
 * storage.
 */
async function keepsObject(
  sql: Sql,
  { accountId, objectKey, objectBytes, source }: IntakeRecord,
  decideRoom: DecideRoom,
): Promise<boolean> {
  if (accountId === null || objectKey === null || objectBytes === 0) return false;
  await lockStorage(sql, accountId);
  const kept = await orm(sql)
    .select({ id: intakeItems.itemId })
    .from(intakeItems)
    .where(and(eq(intakeItems.accountId, accountId), eq(intakeItems.objectKey, objectKey), HAS_BYTES))
    .limit(1);
  if (kept.length > 0) return true;
  return decideRoom(await loadStorageUse(sql, accountId), objectBytes, source === 'sftp' ? 'incoming' : 'outside');
}

/** Inserts an item. The unique drop_id decides between concurrent records of one drop. A carrier that was deleted meanwhile is left out. */
async function insertRecord(sql: Sql, record: IntakeRecord, keepsBytes: boolean): Promise<void> {
  const { dropId, accountId } = record;
  await sql`
    insert into ${intakeItems} as known (item_id, account_id, source, drop_id, origin, name, byte_size, checksum_sha256, carrier_id,
      period, outcome, reason, file_id, job_id, object_key, object_bytes, message_id)
    values (${randomUUID()}, ${accountId}, ${record.source}, ${dropId}, ${record.origin}, ${record.name}, ${record.byteSize},
      ${record.checksumSha256}, (select carrier_id from ${carriers} where carrier_id = ${record.carrierId}), ${record.period},
      ${record.outcome}, ${record.reason}, ${record.fileId}, ${record.jobId}, ${record.objectKey},
      ${keepsBytes ? record.objectBytes : 0}, ${record.messageId})
    on conflict (drop_id) do update set checksum_sha256 = excluded.checksum_sha256, carrier_id = excluded.carrier_id,
      period = excluded.period, outcome = excluded.outcome, reason = excluded.reason, file_id = excluded.file_id,
      job_id = excluded.job_id, object_key = excluded.object_key, object_bytes = excluded.object_bytes
    where known.outcome = 'waiting'`;
}

/** Records a delivery. Deliveries of one message wait for each other here, so that its attachments are accepted and answered once. */
async function recordDelivery(
  database: Database,
  records: readonly IntakeRecord[],
  decideRoom: DecideRoom,
): Promise<RecordedDelivery> {
  const [first] = records;
  if (first === undefined || first.accountId === null) throw new Error('A delivery has an account and an item.');
  const { accountId, messageId } = first;
  const dropIds = records.map(({ dropId }) => dropId);
  return database.tenant(accountId, async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${accountId} ${messageId}`}, 0))`;
    const keepsBytes = await keepsObject(sql, first, decideRoom);
    for (const record of records) await insertRecord(sql, record, keepsBytes);
    await sql`
      update ${intakeItems} i set outcome = 'duplicate', reason = ${SEEN_BEFORE}
      where i.account_id = ${accountId} and i.drop_id = any(${dropIds}::text[]) and i.outcome = 'accepted' and exists (
        select 1 from ${intakeItems} e
        where e.account_id = ${accountId} and e.source = 'email' and e.outcome = 'accepted' and e.job_id = i.job_id
          and e.position < i.position)`;
    // A duplicate is identified by its job. A drop without a job is news when its reason is new.
    const news = await sql`
      select 1 from ${intakeItems} i
      where i.account_id = ${accountId} and i.drop_id = any(${dropIds}::text[]) and not exists (
        select 1 from ${intakeItems} e
        where e.account_id = ${accountId} and e.source = 'email' and e.carrier_id = i.carrier_id and e.message_id = ${messageId}
          and e.position < i.position and e.checksum_sha256 is not distinct from i.checksum_sha256
          and e.job_id is not distinct from i.job_id and (i.outcome = 'duplicate' or e.reason is not distinct from i.reason))
      limit 1`;
    const repeated = await sql<{ dropId: string }[]>`
      select drop_id as "dropId" from ${intakeItems}
      where account_id = ${accountId} and drop_id = any(${dropIds}::text[]) and outcome = 'duplicate'`;
    return { isNews: news.length > 0, repeated: repeated.map(({ dropId }) => dropId), keepsBytes };
  });
}

interface ItemRow extends IntakeItem {
  readonly position: number;
}

async function listItems(sql: Sql, accountId: string, page: CursorPosition): Promise<CursorPage<IntakeItem> | Refused> {
  const refused = await refuseUnknownCursor(sql, accountId, page.cursor);
  if (isRefused(refused)) return refused;
  const rows = await sql<ItemRow[]>`${itemsOf(sql, accountId, page.cursor)} limit ${page.limit + 1}`;
  const { data, pagination } = cursorPage(rows, page.limit, ({ position }) => position);
  return { data: data.map(itemFrom), pagination };
}

const itemFrom = ({ position: _, ...item }: ItemRow): IntakeItem => item;

/** Refuses a cursor that is not an item's position. Items are never deleted, so an issued cursor stays valid. */
async function refuseUnknownCursor(sql: Sql, accountId: string, cursor: number | undefined): Promise<Refused | null> {
  if (cursor === undefined) return null;
  const found = await orm(sql)
    .select({ id: intakeItems.itemId })
    .from(intakeItems)
    .where(and(eq(intakeItems.accountId, accountId), eq(intakeItems.position, BigInt(cursor))));
  return found.length > 0 ? null : unknownCursor();
}

const itemsOf = (sql: Sql, accountId: string, cursor: number | undefined) => sql`
    select position::float8 as position, item_id as id, source, received_at as "receivedAt", origin, name as "fileName",
      byte_size::float8 as "byteSize", carrier_id as "carrierId", period, outcome, reason, file_id as "fileId", job_id as "jobId",
      object_key is not null and object_bytes is distinct from 0 as "isKept"
    from ${intakeItems}
    where account_id = ${accountId} ${[sql``, ...whenSet(cursor, (last) => sql`and position < ${last}`)]}
    order by position desc`;

/** Deletes expired bytes. Rows that another run has locked are skipped. Several attachments share one message. */
async function purgeExpired(
  sql: Sql,
  { source, limit, except }: { readonly source: DropSource } & Parameters<PurgePortion>[0],
  remove: Remove,
): Promise<number> {
  const due = await sql<{ item_id: string; object_key: string }[]>`
    select i.item_id, i.object_key from ${intakeItems} i left join ${files} f on f.file_id = i.file_id
    where i.object_key is not null and i.source = ${source} and not i.object_key = any(${except}::text[]) and (
      f.raw_purged_at is not null
      or i.received_at <= statement_timestamp() - make_interval(days => ${RAW_KEPT_AT_MOST_DAYS}))
    order by i.received_at limit ${limit} for no key update of i skip locked`;
  if (due.length === 0) return 0;
  const gone = new Set(await remove([...new Set(due.map(({ object_key: key }) => key))]));
  await sql`
    update ${intakeItems} set object_key = null
    where item_id = any(${due.flatMap((item) => (gone.has(item.object_key) ? [item.item_id] : []))}::uuid[])`;
  return due.length;
}
