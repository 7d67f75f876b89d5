import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql as expression, isNull, or } from 'drizzle-orm';
import type {
  EarlierItem,
  EmailAddressKey,
  EmailAddressStore,
  MailRoute,
  MailRouteStore,
  NewEmailAddress,
  StoredEmailAddress,
} from '../../../app/intake/manage-email-addresses.ts';
import type { IntakeAccount } from '../../../core/intake/drop-off-settings.ts';
import type { Refused } from '../../../core/problem.ts';
import { refuseUnknown } from '../../../core/refusals.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { previousLayouts, readStoredConfig } from '../../../core/statement/config.ts';
import { accounts, workspaces } from '../../../schema/accounts.ts';
import { files } from '../../../schema/files.ts';
import { dropOffSettings, emailAddresses, intakeItems } from '../../../schema/intake.ts';
import { refuseOneMore } from '../accounts/account-counts.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { holdCarrier } from '../carriers/carrier-store.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { activeFormat, formatPrecedence, usableFormats } from '../queries/book-scope.ts';
import { ownDropOffs } from './drop-off-store.ts';

export function createEmailAddressStore(database: Database): EmailAddressStore {
  return {
    create: (accountId, address, origin) =>
      database.tenant(accountId, (sql) => createAddress(sql, { accountId, address, origin })),
    list: (accountId, page) =>
      database.read(accountId, async (sql) => {
        const listed = and(eq(emailAddresses.accountId, accountId), isNull(emailAddresses.revokedAt));
        const rows = await orm(sql)
          .select(SHOWN)
          .from(emailAddresses)
          .where(listed)
          .orderBy(desc(emailAddresses.position))
          .limit(page.limit + 1)
          .offset(page.offset);
        return countedPage(rows, page, () => countOfTable(sql, emailAddresses, listed));
      }),
    find: (key) =>
      database.read(key.accountId, async (sql) => {
        const [address] = await orm(sql).select(SHOWN).from(emailAddresses).where(inUse(key));
        return address ?? null;
      }),
    revoke: (key, origin) => database.tenant(key.accountId, (sql) => revokeAddress(sql, key, origin)),
    rotate: (key, localPart, origin) =>
      database.tenant(key.accountId, (sql) => rotateAddress(sql, { ...key, localPart }, origin)),
  };
}

const SHOWN = {
  id: emailAddresses.addressId,
  localPart: emailAddresses.localPart,
  carrierId: emailAddresses.carrierId,
  workspaceId: emailAddresses.workspaceId,
  createdAt: emailAddresses.createdAt,
};

/** Selects the address with this id, unless it was revoked. */
const inUse = ({ accountId, addressId }: EmailAddressKey) =>
  and(
    eq(emailAddresses.accountId, accountId),
    eq(emailAddresses.addressId, addressId),
    isNull(emailAddresses.revokedAt),
  );

async function createAddress(
  sql: Sql,
  {
    accountId,
    address,
    origin,
  }: { readonly accountId: string; readonly address: NewEmailAddress; readonly origin: RequestOrigin },
): Promise<StoredEmailAddress | Refused> {
  if (!(await holdCarrier(sql, { accountId, carrierId: address.carrierId }))) return refuseUnknown('carrierId');
  const refused =
    (await refuseWorkspace(sql, accountId, address)) ??
    (await refuseOneMore(sql, accountId, 'emailAddresses')) ??
    (await refuseOneMore(sql, accountId, 'emailAddressNames'));
  if (refused !== null) return refused;
  const { localPart, carrierId, workspaceId } = address;
  const [created] = await orm(sql)
    .insert(emailAddresses)
    .values({ addressId: randomUUID(), accountId, carrierId, workspaceId, localPart })
    .returning(SHOWN);
  if (created === undefined) throw new Error('The statement returned no row.');
  const meta = { carrierId, workspaceId };
  await recordAudit(sql, { accountId, origin, action: 'email_address.create', target: created.id, meta });
  return created;
}

async function refuseWorkspace(
  sql: Sql,
  accountId: string,
  { workspaceId, refuseWorkspaces }: NewEmailAddress,
): Promise<Refused | null> {
  const [known] = await sql<{ workspace: boolean; workspaces: number }[]>`
    select
      exists (select 1 from ${workspaces} where account_id = ${accountId} and workspace_id = ${workspaceId}) as workspace,
      (select count(*)::int from ${workspaces} where account_id = ${accountId}) as workspaces`;
  if (known === undefined) throw new Error('The statement returned no row.');
  if (workspaceId !== null && !known.workspace) return refuseUnknown('workspaceId');
  return refuseWorkspaces(known.workspaces);
}

async function revokeAddress(sql: Sql, key: EmailAddressKey, origin: RequestOrigin): Promise<boolean> {
  const { accountId, addressId } = key;
  const revoked = await orm(sql)
    .update(emailAddresses)
    .set({ revokedAt: clockTime })
    .where(inUse(key))
    .returning({ id: emailAddresses.addressId });
  if (revoked.length === 0) return false;
  await recordAudit(sql, { accountId, origin, action: 'email_address.delete', target: addressId });
  return true;
}

/** Rotates an address. The previous local part stays in a revoked row, so that it is never used again. */
async function rotateAddress(
  sql: Sql,
  { accountId, addressId, localPart }: EmailAddressKey & { readonly localPart: string },
  origin: RequestOrigin,
): Promise<StoredEmailAddress | Refused | null> {
  const ofAddress = inUse({ accountId, addressId });
  const [before] = await orm(sql).select(SHOWN).from(emailAddresses).where(ofAddress).for('update');
  if (before === undefined) return null;
  const full = await refuseOneMore(sql, accountId, 'emailAddressNames');
  if (full !== null) return full;
  const [rotated] = await orm(sql).update(emailAddresses).set({ localPart }).where(ofAddress).returning(SHOWN);
  const { id: _, ...former } = before;
  await orm(sql)
    .insert(emailAddresses)
    .values({ ...former, addressId: randomUUID(), accountId, revokedAt: clockTime });
  await recordAudit(sql, { accountId, origin, action: 'email_address.rotate', target: addressId });
  return rotated ?? null;
}

export function createMailRouteStore(database: Database): MailRouteStore {
  return {
    now: () =>
      database.system(async (sql) => {
        const [row] = await sql<{ now: string }[]>`select clock_timestamp() as now`;
        if (row === undefined) throw new Error('The database has no time');
        return new Date(row.now);
      }),
    findRoutes: (localParts) => database.system((sql) => findRoutes(sql, localParts)),
    findEarlier: (message) => database.read(message.accountId, (sql) => findEarlier(sql, message)),
  };
}

interface RouteRow extends IntakeAccount, Pick<MailRoute, 'addressId' | 'carrierId' | 'workspaceId' | 'own'> {
  readonly config: unknown;
  readonly older: readonly unknown[] | null;
}

/** Finds routes with the active format, and the earlier ones that are read too. */
async function findRoutes(sql: Sql, localParts: readonly string[]): Promise<readonly MailRoute[]> {
  const rows = await sql<RouteRow[]>`
    select e.address_id as "addressId", e.carrier_id as "carrierId", e.workspace_id as "workspaceId",
      a.account_id as "accountId", a.status, a.tier, active.config, ${ownDropOffs(sql)} as own,
      case when active.config -> 'readsPrevious' = 'true' then (
        select jsonb_agg(s.config order by ${formatPrecedence(sql)})
        from ${usableFormats(sql, sql`e.account_id`, sql`e.carrier_id`)} s where s.config_id <> active.config_id) end as older
    from ${emailAddresses} e
    join ${accounts} a on a.account_id = e.account_id
    left join ${dropOffSettings} d on d.account_id = e.account_id and d.carrier_id = e.carrier_id
    left join lateral ${activeFormat(sql, sql`e.account_id`, sql`e.carrier_id`)} active on true
    where e.local_part = any(${localParts}::text[]) and e.revoked_at is null
    order by e.position`;
  return rows.map(({ accountId, status, tier, config: stored, older, ...route }) => {
    const config = stored === null ? null : readStoredConfig(stored).config;
    const versions = (older ?? []).map((each) => ({ config: readStoredConfig(each).config }));
    const previous = config === null ? [] : previousLayouts(config, versions);
    return {
      ...route,
      account: { accountId, status, tier },
      config,
      previousLayouts: previous.map((layout) => layout.config),
    };
  });
}

/** Finds earlier items of the message. Items without a file count for every workspace, because they only show that the message was seen. */
async function findEarlier(
  sql: Sql,
  { accountId, carrierId, workspaceId, messageId, objectKey }: Parameters<MailRouteStore['findEarlier']>[0],
): Promise<readonly EarlierItem[]> {
  const { checksumSha256, period, fileId, jobId } = intakeItems;
  return await orm(sql)
    .select({ checksumSha256, period, fileId, jobId })
    .from(intakeItems)
    .leftJoin(files, eq(files.fileId, fileId))
    .where(
      and(
        eq(intakeItems.accountId, accountId),
        eq(intakeItems.source, 'email'),
        eq(intakeItems.carrierId, carrierId),
        eq(intakeItems.messageId, messageId),
        expression`${intakeItems.objectKey} is distinct from ${objectKey}`,
        workspaceId === null ? undefined : or(isNull(files.fileId), eq(files.workspaceId, workspaceId)),
      ),
    )
    .orderBy(intakeItems.position);
}
