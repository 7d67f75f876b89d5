import type { MailedAccount, OwnerMailSettings, OwnerMails, OwnerNewsStore } from '../../../app/months/mail-owners.ts';
import { NEWS_ACCOUNTS_BATCH, NEWS_CHECK_SECONDS } from '../../../core/limits/account-limits.ts';
import type { NewsKey } from '../../../core/report/owner-news.ts';
import { accounts } from '../../../schema/accounts.ts';
import { ownerNews } from '../../../schema/months.ts';
import { people, teamMembers } from '../../../schema/people.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';

/** Stores which accounts mail their owners, and the facts that were mailed. */
export function createOwnerNewsStore(database: Database): OwnerNewsStore {
  return {
    takeDue: () =>
      database.system(
        (sql) => sql<MailedAccount[]>`
          with due as (
            select a.account_id from ${accounts} a
            where a.status = 'active' and a.owner_mails is distinct from false
              and (a.owner_mails_checked_at is null
                or a.owner_mails_checked_at < clock_timestamp() - make_interval(secs => ${NEWS_CHECK_SECONDS}))
              and exists (select from ${teamMembers} m where m.account_id = a.account_id and ${isOwner(sql)})
            order by a.owner_mails_checked_at nulls first, a.account_id
            limit ${NEWS_ACCOUNTS_BATCH} for no key update of a skip locked
          ), taken as (
            update ${accounts} a set owner_mails_checked_at = clock_timestamp() from due
            where a.account_id = due.account_id returning a.account_id, a.name
          )
          select t.account_id as "accountId", t.name as "accountName", array_agg(p.email order by p.email) as emails
          from taken t
          join ${teamMembers} m on m.account_id = t.account_id and ${isOwner(sql)}
          join ${people} p on p.person_id = m.person_id
          group by t.account_id, t.name order by t.account_id`,
      ),
    claim: (accountId, news) =>
      database.tenant(
        accountId,
        (sql) => sql<NewsKey[]>`
          insert into ${ownerNews} (account_id, kind, workspace_id, carrier_id, period)
          select ${accountId}, n.kind, n.workspace_id, n.carrier_id, n.period
          from unnest(${news.map(({ kind }) => kind)}::text[], ${news.map(({ workspaceId }) => workspaceId)}::uuid[],
            ${news.map(({ carrierId }) => carrierId)}::uuid[], ${news.map(({ period }) => period)}::text[])
            as n (kind, workspace_id, carrier_id, period)
          where exists (select from ${accounts} where account_id = ${accountId} and owner_mails is distinct from false)
          on conflict do nothing
          returning kind, workspace_id as "workspaceId", carrier_id as "carrierId", period`,
      ),
  };
}

/** Reads and changes whether an account mails its owners. People are shared by accounts, so the system role reads the team. */
export function createOwnerMailSettings(database: Database): OwnerMailSettings {
  return {
    find: (accountId) => database.system((sql) => findSetting(sql, accountId)),
    set: (accountId, isOn, origin) =>
      database.system(async (sql) => {
        await sql`update ${accounts} set owner_mails = ${isOn} where account_id = ${accountId}`;
        await recordAudit(sql, { accountId, origin, action: 'account.mails', target: accountId, meta: { isOn } });
        return findSetting(sql, accountId);
      }),
  };
}

/** True for the membership `m` of an owner who has signed in. */
const isOwner = (sql: Sql) => sql`m.role = 'owner' and m.joined_at is not null`;

async function findSetting(sql: Sql, accountId: string): Promise<OwnerMails> {
  const [row] = await sql<OwnerMails[]>`
    select coalesce(a.owner_mails, o.owners > 0) as "isOn", o.owners
    from ${accounts} a, lateral (
      select count(*)::int as owners from ${teamMembers} m where m.account_id = ${accountId} and ${isOwner(sql)}) o
    where a.account_id = ${accountId}`;
  if (row === undefined) throw new Error('There is no such account.');
  return row;
}
