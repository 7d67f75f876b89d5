import { and, eq } from 'drizzle-orm';
import type { DropOffKey, DropOffStore, StoredDropOffs } from '../../../app/intake/manage-drop-offs.ts';
import type { OwnDropOffSettings } from '../../../core/intake/drop-off-settings.ts';
import { readStoredConfig } from '../../../core/statement/config.ts';
import { dropOffSettings } from '../../../schema/intake.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { holdCarrier } from '../carriers/carrier-store.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { activeFormat, visibleCarriers } from '../queries/book-scope.ts';

/** Stores the settings of drop-offs that an account made, for its own carriers and those of the catalogue. */
export function createDropOffStore(database: Database): DropOffStore {
  return {
    find: (key) => database.read(key.accountId, (sql) => findDropOffs(sql, key)),
    set: (key, own, origin) =>
      database.tenant(key.accountId, async (sql) => {
        if (!(await holdCarrier(sql, key))) return null;
        await (own === null ? removeSettings(sql, key) : saveSettings(sql, key, own));
        const { accountId, carrierId } = key;
        const meta = { dropOffs: own };
        await recordAudit(sql, { accountId, origin, action: 'carrier.drop_offs', target: carrierId, meta });
        return findDropOffs(sql, key);
      }),
  };
}

/** The account's settings in row `d` of drop_off_settings as JSON; null without a row. */
export const ownDropOffs = (sql: Sql) => sql`
  case when d.account_id is not null then jsonb_build_object(
    'sftp', jsonb_build_object('patterns', d.sftp_patterns, 'onExisting', d.sftp_on_existing),
    'email', jsonb_build_object('allowedSenders', d.email_allowed_senders, 'periodFrom', d.email_period_from)) end`;

interface DropOffRow extends Pick<StoredDropOffs, 'own' | 'setAt'> {
  readonly config: unknown;
}

/** Finds the settings of a carrier. */
async function findDropOffs(sql: Sql, { accountId, carrierId }: DropOffKey): Promise<StoredDropOffs | null> {
  const [row] = await sql<DropOffRow[]>`
    select active.config, ${ownDropOffs(sql)} as own, d.set_at as "setAt"
    from ${visibleCarriers(sql, accountId)} c
    left join ${dropOffSettings} d on d.account_id = ${accountId} and d.carrier_id = c.carrier_id
    left join lateral ${activeFormat(sql, accountId, sql`c.carrier_id`)} active on true
    where c.carrier_id = ${carrierId}`;
  if (row === undefined) return null;
  const { config, own, setAt } = row;
  return { format: config === null ? null : readStoredConfig(config).config, own, setAt };
}

async function removeSettings(sql: Sql, { accountId, carrierId }: DropOffKey): Promise<void> {
  await orm(sql)
    .delete(dropOffSettings)
    .where(and(eq(dropOffSettings.accountId, accountId), eq(dropOffSettings.carrierId, carrierId)));
}

async function saveSettings(sql: Sql, key: DropOffKey, { sftp, email }: OwnDropOffSettings): Promise<void> {
  const settings = {
    sftpPatterns: sftp.patterns === null ? null : [...sftp.patterns],
    sftpOnExisting: sftp.onExisting,
    emailAllowedSenders: email.allowedSenders === null ? null : [...email.allowedSenders],
    emailPeriodFrom: email.periodFrom,
  };
  await orm(sql)
    .insert(dropOffSettings)
    .values({ ...key, ...settings })
    .onConflictDoUpdate({
      target: [dropOffSettings.accountId, dropOffSettings.carrierId],
      set: { ...settings, setAt: clockTime },
    });
}
