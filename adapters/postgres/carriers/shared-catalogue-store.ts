import type { Fragment } from 'postgres';
import type { CatalogueLoad, SharedCatalogueStore } from '../../../app/carriers/manage-catalogue.ts';
import type { CarrierBrand, SharedCarrier } from '../../../core/catalogue/shared-carrier.ts';
import { configToStore } from '../../../core/statement/stored-config.ts';
import { carrierGroups, carriers, sharedCatalogue, statementConfigs } from '../../../schema/carriers.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';

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

const shippedId = (sql: Sql) => sql`overlay(gen_random_uuid()::text placing '8' from 15 for 1)::uuid`;
export const isShippedId = (sql: Sql, id: Fragment) => sql`substr(${id}::text, 15, 1) = '8'`;
const isShipped = (sql: Sql, prefix: 'c' | 's') =>
  isShippedId(sql, prefix === 'c' ? sql`c.carrier_id` : sql`s.config_id`);

async function addBrands(sql: Sql, brands: readonly CarrierBrand[]): Promise<number> {
  const added = await sql`
    insert into ${carrierGroups} (group_id, name, slug)
    select ${shippedId(sql)}, name, slug
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
    select ${shippedId(sql)}, null, g.group_id, shipped.name, shipped.slug, shipped.product_line
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
    select ${shippedId(sql)}, c.carrier_id, null, coalesce(newest.version, 0) + 1, shipped.config::jsonb
    from unnest(${catalogue.map(({ slug }) => slug)}::text[], ${configs}::text[]) as shipped (slug, config)
    join ${carriers} c on c.account_id is null and c.slug = shipped.slug and ${isShipped(sql, 'c')}
    left join lateral (
      select max(s.version) as version from ${statementConfigs} s
      where s.carrier_id = c.carrier_id and s.account_id is null
    ) newest on true
    left join lateral (
      select s.config from ${statementConfigs} s
      where s.carrier_id = c.carrier_id and s.account_id is null and ${isShipped(sql, 's')}
      order by s.version desc limit 1
    ) last on true
    where last.config is distinct from shipped.config::jsonb`;
  return added.count;
}
