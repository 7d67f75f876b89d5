import { randomUUID } from 'node:crypto';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type {
  CarrierChange,
  CarrierGroup,
  CarrierStore,
  ExpectedFilesSetting,
  NewCarrier,
  StoredCarrier,
} from '../../../app/carriers/manage-carriers.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { freeSlug, slugOf } from '../../../core/catalogue/shared-carrier.ts';
import { foldName } from '../../../core/folded-text.ts';
import { LEARNED_FROM_MONTHS } from '../../../core/limits/account-limits.ts';
import { REQUEST_LOCK_WAIT_SECONDS } from '../../../core/limits/job-limits.ts';
import type { OffsetPage, OffsetPosition } from '../../../core/page.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { carrierInUse, nameTaken, sharedCarrier, slugTaken, unknownCarrier } from '../../../core/refusals.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { workspaces } from '../../../schema/accounts.ts';
import { books } from '../../../schema/book.ts';
import { carrierGroups, carriers, expectedFiles, expectedRates } from '../../../schema/carriers.ts';
import { files } from '../../../schema/files.ts';
import { sftpUsers } from '../../../schema/intake.ts';
import { bookMonths } from '../../../schema/months.ts';
import { rollups } from '../../../schema/scores.ts';
import { refuseOneMore } from '../accounts/account-counts.ts';
import { holdWorkspaces } from '../accounts/account-store.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { loadMonth, saveMonth } from '../book/book-months.ts';
import { lockBook } from '../book/book-store.ts';
import { lockWait } from '../connection/connection.ts';
import { countedPage, countOfQuery, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { activeFormat, ofBook, visibleCarriers, whenSet } from '../queries/book-scope.ts';

/**
 * Keeps a carrier of the account or the catalogue from being deleted before the transaction ends. Waits for a deletion in progress.
 * Returns whether the carrier exists.
 */
export async function holdCarrier(
  sql: Sql,
  { accountId, carrierId }: { readonly accountId: string; readonly carrierId: string },
): Promise<boolean> {
  const held = await sql`
    select 1 from ${visibleCarriers(sql, accountId)} c where c.carrier_id = ${carrierId} for key share`;
  return held.length > 0;
}

export function createCarrierStore(database: Database): CarrierStore {
  return {
    list: (accountId, { configured }, page) =>
      database.read(accountId, async (sql) => {
        const listed = sql`
          ${selectCarriers(sql, accountId)}
          ${[sql``, ...whenSet(configured, (wanted) => sql`and (active.version is not null) = ${wanted}`)]}`;
        const rows = await sql<StoredCarrier[]>`
          ${listed} order by lower(c.name), c.carrier_id limit ${page.limit + 1} offset ${page.offset}`;
        return countedPage(rows, page, () => countOfQuery(sql, listed));
      }),
    find: (accountId, carrierId) => database.read(accountId, (sql) => findCarrier(sql, accountId, carrierId)),
    listGroups: (accountId, page) => database.read(accountId, (sql) => listGroups(sql, accountId, page)),
    create: (accountId, carrier, origin) =>
      database.tenant(accountId, (sql) => createCarrier(sql, { accountId, carrier }, origin)),
    update: (key, change, origin) =>
      database.tenant(key.accountId, (sql) => updateCarrier(sql, { ...key, change }, origin)),
    setExpectedFiles: ({ files, ...key }, origin, decideMonth) =>
      database.tenant(key.accountId, async (sql) => {
        const refused = await setExpectedFiles(sql, { ...key, files }, { origin, decideMonth });
        return refused ?? (await findCarrier(sql, key.accountId, key.carrierId)) ?? unknownCarrier();
      }),
    delete: (key, origin) => database.tenant(key.accountId, (sql) => deleteCarrier(sql, key, origin)),
  };
}

interface CarrierKey {
  readonly accountId: string;
  readonly carrierId: string;
}

/** Selects the carriers that the account sees. */
const selectCarriers = (sql: Sql, accountId: string) => sql`
  select c.carrier_id as id, c.name, c.slug, c.product_line as "productLine", c.group_id as "groupId",
    active.version is not null as configured, active.version as "activeConfigVersion",
    (select e.files from ${expectedFiles} e where e.account_id = ${accountId} and e.carrier_id = c.carrier_id) as "setFiles",
    coalesce((select jsonb_agg(${fileCounts(sql, accountId)}) from ${books} b
      where b.account_id = ${accountId} and b.carrier_id = c.carrier_id), '[]') as "fileCounts"
  from ${visibleCarriers(sql, accountId)} c
  left join lateral ${activeFormat(sql, accountId, sql`c.carrier_id`)} active on true
  where true`;

/** Counts active files in the latest months of book `b`, newest month first. */
const fileCounts = (sql: Sql, accountId: string) => sql`
  array(select count(*)::int from ${files} f
    where f.account_id = ${accountId} and f.workspace_id = b.workspace_id and f.carrier_id = b.carrier_id and f.status = 'active'
    group by f.period order by f.period desc limit ${LEARNED_FROM_MONTHS})`;

async function findCarrier(sql: Sql, accountId: string, carrierId: string): Promise<StoredCarrier | null> {
  const [carrier] = await sql<StoredCarrier[]>`${selectCarriers(sql, accountId)} and c.carrier_id = ${carrierId}`;
  return carrier ?? null;
}

async function listGroups(sql: Sql, accountId: string, page: OffsetPosition): Promise<OffsetPage<CarrierGroup>> {
  const rows = await sql<CarrierGroup[]>`
    select g.group_id as id, g.name, g.slug, coalesce((
      select jsonb_agg(jsonb_build_object('id', c.carrier_id, 'name', c.name, 'slug', c.slug) order by lower(c.name), c.carrier_id)
      from ${visibleCarriers(sql, accountId)} c where c.group_id = g.group_id), '[]') as members
    from ${carrierGroups} g
    order by lower(g.name), g.group_id limit ${page.limit + 1} offset ${page.offset}`;
  return countedPage(rows, page, () => countOfTable(sql, carrierGroups));
}

async function createCarrier(
  sql: Sql,
  { accountId, carrier }: { readonly accountId: string; readonly carrier: NewCarrier },
  origin: RequestOrigin,
): Promise<StoredCarrier | Refused> {
  const taken = await lockSlugs(sql, accountId);
  const refused = carrier.allowSameName === true ? null : await refuseSameName(sql, { accountId, name: carrier.name });
  if (refused !== null) return refused;
  if (carrier.slug !== undefined && taken.has(carrier.slug)) return slugTaken(carrier.slug);
  const full = await refuseOneMore(sql, accountId, 'carriers');
  if (full !== null) return full;
  const carrierId = randomUUID();
  const slug = carrier.slug ?? freeSlug(slugOf(carrier.name), taken);
  const { name, productLine } = carrier;
  await orm(sql).insert(carriers).values({ carrierId, accountId, name, slug, productLine });
  await recordAudit(sql, { accountId, origin, action: 'carrier.create', target: carrierId, meta: { name, slug } });
  return (await findCarrier(sql, accountId, carrierId)) ?? unknownCarrier();
}

async function updateCarrier(
  sql: Sql,
  { accountId, carrierId, change }: CarrierKey & { readonly change: CarrierChange },
  origin: RequestOrigin,
): Promise<StoredCarrier | Refused> {
  // Slugs are locked before the carrier's own row, so that two changes of slugs or names never wait for each other.
  const isLocking = change.slug !== undefined || change.name !== undefined;
  const taken = isLocking ? await lockSlugs(sql, accountId) : new Set<string>();
  const current = await lockOwnCarrier(sql, { accountId, carrierId });
  if (isRefused(current)) return current;
  const { name = current.name, slug = current.slug, productLine = current.productLine } = change;
  if (slug !== current.slug && taken.has(slug)) return slugTaken(slug);
  const isNewName = foldName(name) !== foldName(current.name) && change.allowSameName !== true;
  const refused = isNewName ? await refuseSameName(sql, { accountId, name }) : null;
  if (refused !== null) return refused;
  await orm(sql).update(carriers).set({ name, slug, productLine }).where(ofCarrier(carriers, { accountId, carrierId }));
  await recordAudit(sql, { accountId, origin, action: 'carrier.update', target: carrierId, meta: { ...change } });
  return (await findCarrier(sql, accountId, carrierId)) ?? unknownCarrier();
}

/**
 * Deletes a carrier. The lock serialises it with uploads: a later upload finds no carrier, and the file of an earlier one is found here.
 */
async function deleteCarrier(sql: Sql, key: CarrierKey, origin: RequestOrigin): Promise<Refused | null> {
  const { accountId, carrierId } = key;
  const carrier = await lockOwnCarrier(sql, key);
  if (isRefused(carrier)) return carrier;
  const accepted = await orm(sql).select({ id: files.fileId }).from(files).where(ofCarrier(files, key)).limit(1);
  if (accepted.length > 0) return carrierInUse();
  await orm(sql).delete(expectedRates).where(ofCarrier(expectedRates, key));
  await orm(sql).delete(expectedFiles).where(ofCarrier(expectedFiles, key));
  await orm(sql).delete(books).where(ofCarrier(books, key));
  // A user who could drop files for this carrier only must end with none, because an empty list would mean all carriers.
  await sql`
    update ${sftpUsers} set carrier_ids = array_remove(carrier_ids, ${carrierId})
    where account_id = ${accountId} and ${carrierId} = any(carrier_ids)`;
  await orm(sql).delete(carriers).where(ofCarrier(carriers, key));
  const { name, slug } = carrier;
  await recordAudit(sql, { accountId, origin, action: 'carrier.delete', target: carrierId, meta: { name, slug } });
  return null;
}

/** The rows of a table that belong to a carrier in one account. */
const ofCarrier = (table: Record<keyof CarrierKey, PgColumn>, { accountId, carrierId }: CarrierKey) =>
  and(eq(table.accountId, accountId), eq(table.carrierId, carrierId));

type OwnCarrier = Pick<typeof carriers.$inferSelect, 'name' | 'slug' | 'productLine'>;

/** Locks the account's own carrier until the transaction ends. An account never locks rows of the catalogue. */
async function lockOwnCarrier(sql: Sql, key: CarrierKey): Promise<OwnCarrier | Refused> {
  const [own] = await orm(sql)
    .select({ name: carriers.name, slug: carriers.slug, productLine: carriers.productLine })
    .from(carriers)
    .where(ofCarrier(carriers, key))
    .for('update');
  if (own !== undefined) return own;
  const shared = await orm(sql)
    .select({ id: carriers.carrierId })
    .from(carriers)
    .where(and(isNull(carriers.accountId), eq(carriers.carrierId, key.carrierId)));
  return shared.length > 0 ? sharedCarrier() : unknownCarrier();
}

/**
 * Refuses a name that another own carrier of the account has, whatever its case, spaces and unseen characters. A carrier of the catalogue
 * may have it, because the operator may add one at any time. Call it under `lockSlugs`.
 */
async function refuseSameName(
  sql: Sql,
  { accountId, name }: { readonly accountId: string; readonly name: string },
): Promise<Refused | null> {
  const own = await orm(sql)
    .select({ carrierId: carriers.carrierId, name: carriers.name })
    .from(carriers)
    .where(eq(carriers.accountId, accountId))
    .orderBy(carriers.slug);
  const same = own.find((carrier) => foldName(carrier.name) === foldName(name));
  return same === undefined ? null : nameTaken(same.name, same.carrierId);
}

/**
 * Returns the slugs of the account's carriers and of the shared carriers. Locks them until the transaction ends, so that two carriers of
 * the account cannot get the same slug.
 */
async function lockSlugs(sql: Sql, accountId: string): Promise<ReadonlySet<string>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`carrier slugs ${accountId}`}, 0))`;
  const rows = await orm(sql)
    .select({ slug: carriers.slug })
    .from(carriers)
    .where(or(eq(carriers.accountId, accountId), isNull(carriers.accountId)));
  return new Set(rows.map((row) => row.slug));
}

type DecideMonth = Parameters<CarrierStore['setExpectedFiles']>[2];

/**
 * Sets how many files a month of the carrier has. The books are locked, so that no job uses the previous number. Locks are taken in the
 * order of a change of rates. Null: done.
 */
async function setExpectedFiles(
  sql: Sql,
  { accountId, carrierId, files }: ExpectedFilesSetting,
  { origin, decideMonth }: { readonly origin: RequestOrigin; readonly decideMonth: DecideMonth },
): Promise<Refused | null> {
  await sql`select ${lockWait(sql, REQUEST_LOCK_WAIT_SECONDS)}`;
  if (!(await holdCarrier(sql, { accountId, carrierId }))) return unknownCarrier();
  await holdWorkspaces(sql, accountId);
  const held = await orm(sql)
    .select({ workspaceId: workspaces.workspaceId })
    .from(workspaces)
    .where(eq(workspaces.accountId, accountId))
    .orderBy(workspaces.workspaceId);
  const books = held.map(({ workspaceId }) => ({ accountId, workspaceId, carrierId }));
  for (const key of books) await lockBook(sql, key, REQUEST_LOCK_WAIT_SECONDS);
  if (files === null) {
    await orm(sql)
      .delete(expectedFiles)
      .where(and(eq(expectedFiles.accountId, accountId), eq(expectedFiles.carrierId, carrierId)));
  } else {
    await sql`
      insert into ${expectedFiles} (account_id, carrier_id, files) values (${accountId}, ${carrierId}, ${files})
      on conflict (account_id, carrier_id) do update set files = excluded.files, set_at = clock_timestamp()`;
  }
  for (const key of books) await applySetting(sql, key, decideMonth);
  const meta = { expectedFiles: files };
  await recordAudit(sql, { accountId, origin, action: 'carrier.expected_files', target: carrierId, meta });
  return null;
}

/** Applies the setting to the book's latest month and to earlier open ones. Other months keep their number. */
async function applySetting(sql: Sql, key: BookKey, decideMonth: DecideMonth): Promise<void> {
  const scope = { sql, key, jobId: null };
  const book = ofBook(scope);
  const months = await sql<{ period: Period }[]>`
    select period from (
      select max(period) as period from ${rollups} where ${book}
      union select period from ${bookMonths} where ${book} and is_open) months
    where period is not null order by period`;
  for (const { period } of months) await saveMonth(scope, period, decideMonth(await loadMonth(scope, period)));
}
