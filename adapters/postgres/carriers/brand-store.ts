import { eq } from 'drizzle-orm';
import type { BrandStore } from '../../../app/carriers/manage-catalogue.ts';
import type { IdentifiableCarrier } from '../../../core/infer/identify-carrier.ts';
import type { CarrierCandidate } from '../../../core/infer/rank-carriers.ts';
import { EARLIER_ROWS_MAX } from '../../../core/job/other-month.ts';
import type { StatementConfig } from '../../../core/statement/config.ts';
import { previousLayouts } from '../../../core/statement/previous-layouts.ts';
import { readStoredConfig } from '../../../core/statement/stored-config.ts';
import { statementLines } from '../../../schema/book.ts';
import { carrierGroups, carriers, statementConfigs } from '../../../schema/carriers.ts';
import { files } from '../../../schema/files.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';

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
        // The account's own format comes before the shared one, and the newest version before older ones.
        const found = sql<CandidateRow[]>`
          select c.carrier_id as "carrierId", c.name, c.slug, c.product_line as "productLine", active.config
          from ${carriers} c
          left join lateral (
            select s.config from ${statementConfigs} s
            where s.carrier_id = c.carrier_id and (s.account_id = ${accountId} or s.account_id is null)
              and s.removed_at is null
            order by s.account_id nulls last, s.version desc limit 1
          ) active on true
          where c.group_id = ${groupId} and (c.account_id = ${accountId} or c.account_id is null)
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
          from ${carriers} c
          left join ${carrierGroups} g on g.group_id = c.group_id
          join lateral (
            select s.config, s.version from ${statementConfigs} s
            where s.carrier_id = c.carrier_id and (s.account_id = ${accountId} or s.account_id is null)
              and s.removed_at is null
            order by s.account_id nulls last, s.version desc limit 1
          ) active on true
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
          where c.account_id = ${accountId} or c.account_id is null
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
    select version, config from ${statementConfigs}
    where carrier_id = ${carrierId} and (account_id = ${accountId} or account_id is null) and removed_at is null
    order by account_id nulls last, version desc offset 1`;
  const layouts = older.map(({ version, config }) => ({ version, config: readStoredConfig(config).config }));
  return previousLayouts(active, layouts);
}
