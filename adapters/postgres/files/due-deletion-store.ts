import { and, eq } from 'drizzle-orm';
import type { DeferredStore, DueDeletions } from '../../../app/files/purge-due.ts';
import type { LeftFileStore } from '../../../app/files/take-file-back.ts';
import type { PurgePortion, Remove } from '../../../app/platform/portions.ts';
import { files } from '../../../schema/files.ts';
import { intakeItems } from '../../../schema/intake.ts';
import { dueDeletions } from '../../../schema/operations.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';

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

/** Stores which failed files are left. The row is locked, because a retry may change its state meanwhile. */
export function createLeftFileStore(database: Database): LeftFileStore {
  return {
    leave: ({ accountId, fileId, isLeft }, decide, origin) =>
      database.tenant(accountId, async (sql) => {
        const own = and(eq(files.accountId, accountId), eq(files.fileId, fileId));
        const [file] = await orm(sql).select({ status: files.status }).from(files).where(own).for('update');
        if (file === undefined) return null;
        const refused = decide(file.status);
        if (refused !== null) return refused;
        await orm(sql)
          .update(files)
          .set({ leftAt: isLeft ? clockTime : null })
          .where(own);
        const action = isLeft ? 'file.leave' : 'file.take_up';
        await recordAudit(sql, { accountId, origin, action, target: fileId });
        return { fileId, isLeft };
      }),
  };
}
