import { randomUUID } from 'node:crypto';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { AddedConfig, ConfigStore, ConfigVersion } from '../../../app/carriers/manage-configs.ts';
import { unknownVersion } from '../../../core/refusals.ts';
import { configToStore, readStoredConfig, type StatementConfig } from '../../../core/statement/config.ts';
import { carriers, statementConfigs } from '../../../schema/carriers.ts';
import { refuseOneMore } from '../accounts/account-counts.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { countedPage, countOfQuery } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { activeFormat } from '../queries/book-scope.ts';

/** The statement formats of a carrier that an account sees: its own and the shared ones. */
export function createConfigStore(database: Database): ConfigStore {
  return {
    list: (accountId, carrierId, page) =>
      database.read(accountId, async (sql) => {
        const [seen, rows] = await Promise.all([
          selectCarrier(sql, accountId, carrierId),
          sql<ConfigRow[]>`
            ${selectConfigs(sql, accountId, carrierId)}
            order by version desc limit ${page.limit + 1} offset ${page.offset}`,
        ]);
        if (seen.length === 0) return null;
        return countedPage(rows.map(configVersion), page, () =>
          countOfQuery(sql, selectConfigs(sql, accountId, carrierId)),
        );
      }),
    find: (accountId, carrierId, version) =>
      database.read(accountId, async (sql) => {
        const [row] = await sql<ConfigRow[]>`${selectConfigs(sql, accountId, carrierId)} and version = ${version}`;
        return row === undefined ? null : configVersion(row);
      }),
    add: (key, config, origin) =>
      database.tenant(key.accountId, async (sql) => {
        const { accountId, carrierId } = key;
        // The lock keeps the carrier from being deleted before the transaction ends.
        const seen = await selectCarrier(sql, accountId, carrierId).for('key share');
        if (seen.length === 0) return null;
        const full = await refuseOneMore(sql, accountId, 'configVersions');
        if (full !== null) return full;
        const added = await insertConfig(sql, key, config);
        const meta = { configId: added.id, version: added.version };
        await recordAudit(sql, { accountId, origin, action: 'config.create', target: carrierId, meta });
        return added;
      }),
    remove: (key, { version, origin, refuseRemoval }) =>
      database.tenant(key.accountId, async (sql) => {
        const { accountId, carrierId } = key;
        await lockVersions(sql, carrierId);
        const versions = await sql<ConfigRow[]>`${selectConfigs(sql, accountId, carrierId)}`;
        const found = versions.find((one) => one.version === version);
        if (found === undefined) return unknownVersion();
        const others = versions.filter((one) => one !== found && one.removedAt === null);
        const refused = refuseRemoval(configVersion(found), others.length);
        if (refused !== null) return refused;
        await orm(sql)
          .update(statementConfigs)
          .set({ removedAt: clockTime })
          .where(and(eq(statementConfigs.configId, found.id), eq(statementConfigs.accountId, accountId)));
        const meta = { configId: found.id, version };
        await recordAudit(sql, { accountId, origin, action: 'config.remove', target: carrierId, meta });
        return null;
      }),
  };
}

interface ConfigRow extends Omit<ConfigVersion, 'config'> {
  readonly config: unknown;
}

function configVersion(row: ConfigRow): ConfigVersion {
  return { ...row, config: readStoredConfig(row.config).config };
}

/**
 * Selects each version number once. Statements are read with the account's newest format that was not removed or, without one, the newest
 * shared format.
 */
const selectConfigs = (sql: Sql, accountId: string, carrierId: string) => sql`
  select id, "carrierId", version, "createdAt", shared, config, place = 1 and "removedAt" is null as active, "removedAt"
  from (
    select s.config_id as id, s.carrier_id as "carrierId", s.version, s.created_at as "createdAt",
      s.account_id is null as shared, s.config, s.removed_at as "removedAt",
      row_number() over (order by s.removed_at is not null, s.account_id nulls last, s.version desc) as place,
      row_number() over (partition by s.version order by s.removed_at is not null, s.account_id nulls last) as of_version
    from ${statementConfigs} s
    where s.carrier_id = ${carrierId} and (s.account_id = ${accountId} or s.account_id is null)
  ) seen
  where of_version = 1`;

const selectCarrier = (sql: Sql, accountId: string, carrierId: string) =>
  orm(sql)
    .select({ id: carriers.carrierId })
    .from(carriers)
    .where(and(eq(carriers.carrierId, carrierId), or(eq(carriers.accountId, accountId), isNull(carriers.accountId))));

/** Locks the versions of a carrier's format until the transaction ends. */
const lockVersions = (sql: Sql, carrierId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`statement configs ${carrierId}`}, 0))`;

/** Adds the next version of a carrier's format, one at a time. Without an account it is a shared version. */
export async function insertConfig(
  sql: Sql,
  { accountId, carrierId }: { readonly accountId: string | null; readonly carrierId: string },
  config: StatementConfig,
): Promise<AddedConfig> {
  await lockVersions(sql, carrierId);
  const id = randomUUID();
  const [active] = await sql<{ version: number }[]>`
    select version from ${activeFormat(sql, accountId, carrierId)} active`;
  const [added] = await sql<{ version: number }[]>`
    insert into ${statementConfigs} (config_id, carrier_id, account_id, version, config)
    select ${id}::uuid, ${carrierId}::uuid, ${accountId}::uuid, coalesce(max(version), 0) + 1, ${sql.json(configToStore(config))}::jsonb
    from ${statementConfigs}
    where carrier_id = ${carrierId} and (account_id = ${accountId} or account_id is null)
    returning version`;
  if (added === undefined) throw new Error('The statement returned no row.');
  const replaces =
    active === undefined ? null : { version: active.version, readsPrevious: config.readsPrevious === true };
  return { id, version: added.version, replaces };
}
