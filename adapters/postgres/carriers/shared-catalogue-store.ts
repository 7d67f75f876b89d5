import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Fragment } from 'postgres';
import type {
  BrandStore,
  CatalogueLoad,
  CatalogueStore,
  SharedCatalogueStore,
} from '../../../app/carriers/manage-catalogue.ts';
import type { CarrierBrand, SharedCarrier } from '../../../core/catalogue/shared-carrier.ts';
import { SUCCESSIONS } from '../../../core/catalogue/shared-carriers.ts';
import type { IdentifiableCarrier } from '../../../core/infer/identify-carrier.ts';
import type { CarrierCandidate } from '../../../core/infer/rank-carriers.ts';
import { EARLIER_ROWS_MAX } from '../../../core/job/period-files.ts';
import { slugTaken, unknownBrand } from '../../../core/refusals.ts';
import {
  configToStore,
  previousLayouts,
  readStoredConfig,
  type StatementConfig,
} from '../../../core/statement/config.ts';
import type { UploadRequest } from '../../../core/upload/decide-upload.ts';
import { workspaces } from '../../../schema/accounts.ts';
import { statementLines } from '../../../schema/book.ts';
import { carrierGroups, carriers, sharedCatalogue, statementConfigs } from '../../../schema/carriers.ts';
import { files } from '../../../schema/files.ts';
import { recordOperatorAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { activeFormat, formatPrecedence, usableFormats, visibleCarriers } from '../queries/book-scope.ts';
import { insertConfig } from './config-store.ts';

/** The shared catalogue. Unique indexes on the slugs decide between concurrent requests. */
export function createCatalogueStore(database: Database): CatalogueStore {
  return {
    createCarrier: ({ name, slug, productLine, groupId }, origin) =>
      database.system(async (sql) => {
        if (groupId !== null) {
          const groups = await orm(sql)
            .select({ id: carrierGroups.groupId })
            .from(carrierGroups)
            .where(eq(carrierGroups.groupId, groupId));
          if (groups.length === 0) return unknownBrand();
        }
        const id = randomUUID();
        const added = await orm(sql)
          .insert(carriers)
          .values({ carrierId: id, accountId: null, groupId, name, slug, productLine })
          .onConflictDoNothing({ target: [carriers.accountId, carriers.slug] })
          .returning({ id: carriers.carrierId });
        if (added.length === 0) return slugTaken(slug);
        await recordOperatorAudit(sql, origin, { action: 'carrier.create', target: id, meta: { name, slug, groupId } });
        const without = { configured: false, activeConfigVersion: null, setFiles: null, fileCounts: [] };
        return { id, name, slug, productLine, groupId, ...without };
      }),
    createGroup: ({ name, slug }, origin) =>
      database.system(async (sql) => {
        const id = randomUUID();
        const added = await orm(sql)
          .insert(carrierGroups)
          .values({ groupId: id, name, slug })
          .onConflictDoNothing({ target: carrierGroups.slug })
          .returning({ id: carrierGroups.groupId });
        if (added.length === 0) return slugTaken(slug);
        await recordOperatorAudit(sql, origin, { action: 'carrier_group.create', target: id, meta: { name, slug } });
        return { id, name, slug };
      }),
    addConfig: (carrierId, config, origin) =>
      database.system(async (sql) => {
        const shared = await orm(sql)
          .select({ id: carriers.carrierId })
          .from(carriers)
          .where(and(eq(carriers.carrierId, carrierId), isNull(carriers.accountId)))
          .for('key share');
        if (shared.length === 0) return null;
        const added = await insertConfig(sql, { accountId: null, carrierId }, config);
        await recordOperatorAudit(sql, origin, {
          action: 'config.create',
          target: carrierId,
          meta: { configId: added.id, version: added.version },
        });
        return added;
      }),
  };
}

type IdentifiableRow = Omit<IdentifiableCarrier, 'config'> & { readonly config: unknown };
type CandidateRow = Omit<CarrierCandidate, 'config'> & { readonly config: unknown };

export function createBrandStore(database: Database): BrandStore {
  return {
    listCandidates: (accountId, groupId) =>
      database.read(accountId, async (sql) => {
        const brand = orm(sql)
          .select({ id: carrierGroups.groupId })
          .from(carrierGroups)
          .where(eq(carrierGroups.groupId, groupId));
        const found = sql<CandidateRow[]>`
          select c.carrier_id as "carrierId", c.name, c.slug, c.product_line as "productLine", active.config
          from ${visibleCarriers(sql, accountId)} c
          left join lateral ${activeFormat(sql, accountId, sql`c.carrier_id`)} active on true
          where c.group_id = ${groupId}
          order by c.slug, c.carrier_id`;
        const [brands, rows] = await Promise.all([brand, found]);
        if (brands.length === 0) return null;
        const candidates = rows.map(({ config, ...carrier }) => ({
          ...carrier,
          config: config === null ? null : readStoredConfig(config).config,
        }));
        return (
          await Promise.all(
            candidates.map(async (carrier) => {
              const previous = await earlierLayouts(sql, accountId, carrier);
              return [carrier, ...previous.map(({ config }) => ({ ...carrier, config }))];
            }),
          )
        ).flat();
      }),
    listIdentifiable: (accountId) =>
      database.read(accountId, async (sql) => {
        const rows = await sql<IdentifiableRow[]>`
          select c.carrier_id as "carrierId", c.name, c.slug, c.product_line as "productLine", g.name as "brandName",
            c.account_id is null as shared, active.config, active.version as "configVersion",
            (select max(f.period) from ${files} f
              where f.account_id = ${accountId} and f.carrier_id = c.carrier_id and f.status = 'active') as "latestPeriod",
            case when newest.coverage is not null
              then jsonb_build_object('period', newest.period, 'coverageMonth', newest.coverage) end as newest
          from ${visibleCarriers(sql, accountId)} c
          left join ${carrierGroups} g on g.group_id = c.group_id
          join lateral ${activeFormat(sql, accountId, sql`c.carrier_id`)} active on true
          left join lateral (
            select f.period, (
              select mode() within group (order by l.coverage_month) from (
                select l.coverage_month from ${statementLines} l
                where l.account_id = ${accountId} and l.file_id = f.file_id
                order by l.file_id, l.sheet, l.row_number limit ${EARLIER_ROWS_MAX}) l
            ) as coverage
            from ${files} f
            where f.account_id = ${accountId} and f.carrier_id = c.carrier_id and f.status = 'active' and f.rows_ingested > 0
            order by f.position desc limit 1
          ) newest on true
          order by c.slug, c.carrier_id`;
        const carriersFound = rows.map(({ config, ...carrier }) => ({
          ...carrier,
          config: readStoredConfig(config).config,
        }));
        return (
          await Promise.all(
            carriersFound.map(async (carrier) => {
              const previous = await earlierLayouts(sql, accountId, carrier);
              return [
                carrier,
                ...previous.map(({ version, config }) => ({ ...carrier, config, configVersion: version })),
              ];
            }),
          )
        ).flat();
      }),
  };
}

/** Returns the earlier versions that the carrier's statements are read with too, which are further candidates. */
async function earlierLayouts(
  sql: Sql,
  accountId: string,
  { carrierId, config: active }: Pick<CarrierCandidate, 'carrierId' | 'config'>,
): Promise<readonly { readonly version: number; readonly config: StatementConfig }[]> {
  if (active?.readsPrevious !== true) return [];
  const older = await sql<{ version: number; config: unknown }[]>`
    select version, config from ${usableFormats(sql, accountId, carrierId)} usable
    order by ${formatPrecedence(sql)} offset 1`;
  const layouts = older.map(({ version, config }) => ({ version, config: readStoredConfig(config).config }));
  return previousLayouts(active, layouts);
}

/**
 * Loads the shipped part of the shared catalogue. Shipped rows have ids of UUID version 8, all others version 4. A carrier or format that
 * the operator made, even under the same slug, is therefore never changed.
 */
export function createSharedCatalogueStore(database: Database): SharedCatalogueStore {
  return {
    load: ({ version, brands, carriers }) =>
      database.system(async (sql) => {
        // The second of two concurrent calls then finds everything stored.
        await sql`select pg_advisory_xact_lock(hashtextextended('shared catalogue', 0))`;
        if (!(await takeVersion(sql, version))) return null;
        return {
          brands: await addBrands(sql, brands),
          carriers: await addCarriers(sql, carriers),
          configs: await addConfigs(sql, carriers),
        } satisfies CatalogueLoad;
      }),
  };
}

/** Stores the version of the catalogue. Returns false when a later version was loaded before. */
async function takeVersion(sql: Sql, version: number): Promise<boolean> {
  const taken = await sql`
    insert into ${sharedCatalogue} as loaded (version) values (${version})
    on conflict (only_row) do update set version = excluded.version, loaded_at = clock_timestamp()
    where loaded.version <= excluded.version`;
  return taken.count > 0;
}

/**
 * Makes the id of a shipped row from its name, so that two databases give it the same id: an account that moves from one to the other keeps
 * the ids of the carriers that it uses (docs/howto/move-an-agency.md).
 */
const shippedId = (sql: Sql, name: Fragment) => sql`
  overlay(overlay(left(encode(sha256(convert_to(${name}, 'UTF8')), 'hex'), 32) placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid`;
const isShippedId = (sql: Sql, id: Fragment) => sql`substr(${id}::text, 15, 1) = '8'`;
const isShipped = (sql: Sql, prefix: 'c' | 's') =>
  isShippedId(sql, prefix === 'c' ? sql`c.carrier_id` : sql`s.config_id`);

async function addBrands(sql: Sql, brands: readonly CarrierBrand[]): Promise<number> {
  const added = await sql`
    insert into ${carrierGroups} (group_id, name, slug)
    select ${shippedId(sql, sql`'brand ' || slug`)}, name, slug
    from unnest(${brands.map(({ name }) => name)}::text[], ${brands.map(({ slug }) => slug)}::text[]) as shipped (name, slug)
    on conflict (slug) do nothing`;
  return added.count;
}

/** Adds carriers. A taken slug stays with its carrier. Names and product lines of shipped carriers are updated. */
async function addCarriers(sql: Sql, catalogue: readonly SharedCarrier[]): Promise<number> {
  const shipped = sql`
    unnest(${catalogue.map(({ name }) => name)}::text[], ${catalogue.map(({ slug }) => slug)}::text[],
      ${catalogue.map(({ productLine }) => productLine)}::text[], ${catalogue.map(({ groupSlug }) => groupSlug)}::text[])
    as shipped (name, slug, product_line, group_slug)`;
  const added = await sql`
    insert into ${carriers} (carrier_id, account_id, group_id, name, slug, product_line)
    select ${shippedId(sql, sql`'carrier ' || shipped.slug`)}, null, g.group_id, shipped.name, shipped.slug, shipped.product_line
    from ${shipped} join ${carrierGroups} g on g.slug = shipped.group_slug
    on conflict (account_id, slug) do nothing`;
  await sql`
    update ${carriers} c set name = shipped.name, product_line = shipped.product_line
    from ${shipped}
    where c.account_id is null and c.slug = shipped.slug and ${isShipped(sql, 'c')}
      and (c.name, c.product_line) is distinct from (shipped.name, shipped.product_line)`;
  return added.count;
}

/** Adds a version where the shipped format differs from the last shipped one. Versions that the operator added stay. */
async function addConfigs(sql: Sql, catalogue: readonly SharedCarrier[]): Promise<number> {
  const configs = catalogue.map(({ config }) => JSON.stringify(configToStore(config)));
  const added = await sql`
    insert into ${statementConfigs} (config_id, carrier_id, account_id, version, config)
    select ${shippedId(sql, sql`'format ' || shipped.slug || ' ' || coalesce(newest.version, 0) + 1 || ' ' || shipped.config::jsonb`)},
      c.carrier_id, null, coalesce(newest.version, 0) + 1, shipped.config::jsonb
    from unnest(${catalogue.map(({ slug }) => slug)}::text[], ${configs}::text[]) as shipped (slug, config)
    join ${carriers} c on c.account_id is null and c.slug = shipped.slug and ${isShipped(sql, 'c')}
    left join lateral (
      select max(s.version) as version from ${statementConfigs} s
      where s.carrier_id = c.carrier_id and s.account_id is null
    ) newest on true
    left join lateral (
      select s.config from ${statementConfigs} s
      where s.carrier_id = c.carrier_id and s.account_id is null and ${isShipped(sql, 's')} and s.removed_at is null
      order by s.version desc limit 1
    ) last on true
    where last.config is distinct from shipped.config::jsonb`;
  return added.count;
}

/**
 * Selects pairs of shipped carriers of which the later continues the earlier. A carrier that the operator made under such a slug is
 * excluded.
 */
const successions = (sql: Sql) => sql`
  unnest(${SUCCESSIONS.map(({ slug }) => slug)}::text[], ${SUCCESSIONS.map(({ continues }) => continues)}::text[]) as pair (slug, continues)
  join ${carriers} later on later.account_id is null and later.slug = pair.slug and ${isShippedId(sql, sql`later.carrier_id`)}
  join ${carriers} earlier on earlier.account_id is null and earlier.slug = pair.continues and ${isShippedId(sql, sql`earlier.carrier_id`)}`;

/** Selects books that an upload may continue (core/upload/decide-upload.ts), as JSON; null without any. */
export function earlierBooks(sql: Sql, { accountId, carrierId, period }: UploadRequest): Fragment {
  return sql`(
    select jsonb_agg(jsonb_build_object('workspaceId', book.workspace_id, 'carrierId', book.carrier_id, 'carrierName', book.name,
      'hasEarlierMonths', book.has_earlier_months, 'isContinued', book.is_continued, 'isGoingOn', book.is_going_on,
      'isNamedInUse', exists (
        select 1 from ${files} own
        where own.account_id = ${accountId} and own.workspace_id = book.workspace_id and own.carrier_id = ${carrierId}
          and own.status in ('pending', 'active')))
      order by book.slug)
    from (
      select f.workspace_id, earlier.carrier_id, earlier.name, earlier.slug, bool_or(f.period < ${period}) as has_earlier_months,
        bool_or(f.sent_to_carrier_id is not distinct from ${carrierId}) as is_continued,
        bool_or(f.period >= ${period} and f.sent_to_carrier_id is distinct from ${carrierId}) as is_going_on
      from ${successions(sql)}
      join ${workspaces} w on w.account_id = ${accountId}
      join ${files} f on f.account_id = ${accountId} and f.workspace_id = w.workspace_id and f.carrier_id = earlier.carrier_id
        and f.status in ('pending', 'active')
      where later.carrier_id = ${carrierId}
      group by f.workspace_id, earlier.carrier_id, earlier.name, earlier.slug
    ) book)`;
}

/** Selects names and active formats of the carriers that continue the job's carrier, as JSON; null without any. `j` is the job. */
export const laterLayouts = (sql: Sql): Fragment => sql`(
  select jsonb_agg(jsonb_build_object('carrierName', later.name, 'config', format.config) order by later.slug)
  from ${successions(sql)}
  cross join lateral ${activeFormat(sql, sql`j.account_id`, sql`later.carrier_id`)} format
  where earlier.carrier_id = j.carrier_id)`;
