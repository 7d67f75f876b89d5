import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, sql as expression, isNotNull, ne } from 'drizzle-orm';
import type { RequestOrigin } from '../../../app/files/upload-ports.ts';
import type {
  Introduction,
  Invite,
  OwnerOfFirstStart,
  TeamMember,
  TeamStore,
} from '../../../app/people/people-ports.ts';
import type { TeamSituation } from '../../../core/people/last-owner.ts';
import { VISITOR_EMAIL } from '../../../core/people/visitor.ts';
import type { Refused } from '../../../core/problem.ts';
import { alreadyInTeam, emailTaken, unknownAccount } from '../../../core/refusals.ts';
import { accountDeletions, accounts } from '../../../schema/accounts.ts';
import { people, signInSessions, teamMembers } from '../../../schema/people.ts';
import { refuseOneMore } from '../accounts/account-counts.ts';
import { recordAudit } from '../accounts/audit.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';

/** Teams of accounts. People are shared by accounts, so the system role reads and writes them; each statement names the account. */
export function createTeamStore(database: Database): TeamStore {
  return {
    list: (accountId, page) =>
      database.system(async (sql) => {
        const rows = await orm(sql)
          .select(SHOWN)
          .from(teamMembers)
          .innerJoin(people, eq(people.id, teamMembers.personId))
          .where(eq(teamMembers.accountId, accountId))
          .orderBy(expression`${teamMembers.role} = 'owner' desc`, asc(people.name), asc(people.email))
          .limit(page.limit + 1)
          .offset(page.offset);
        return countedPage(rows.map(shown), page, () =>
          countOfTable(sql, teamMembers, eq(teamMembers.accountId, accountId)),
        );
      }),
    add: (accountId, invite, origin) => database.system((sql) => addMember(sql, { accountId, invite }, origin)),
    change: (accountId, request, origin) =>
      database.system((sql) => changeMember(sql, { accountId, ...request }, origin)),
    remove: (accountId, request, origin) =>
      database.system((sql) => removeMember(sql, { accountId, ...request }, origin)),
    listAccounts: (userId) =>
      database.system((sql) =>
        orm(sql)
          .select({ accountId: accounts.accountId, name: accounts.name, role: teamMembers.role })
          .from(teamMembers)
          .innerJoin(accounts, eq(accounts.accountId, teamMembers.accountId))
          .where(eq(teamMembers.personId, userId))
          .orderBy(asc(accounts.name), asc(accounts.accountId)),
      ),
    enterAccount: ({ sessionId, accountId }) =>
      database.system(async (sql) => {
        const entered = await sql`
          with entered as (
            update ${signInSessions} s set current_account_id = m.account_id
            from ${teamMembers} m
            where s.session_id = ${sessionId} and m.person_id = s.person_id and m.account_id = ${accountId}
            returning m.account_id, m.person_id)
          update ${teamMembers} m set joined_at = coalesce(m.joined_at, clock_timestamp())
          from entered where m.account_id = entered.account_id and m.person_id = entered.person_id`;
        return entered.count > 0;
      }),
    findPerson: (email) =>
      database.system(async (sql) => {
        const [found] = await orm(sql)
          .select({ userId: people.id, name: people.name })
          .from(people)
          .where(eq(people.email, email.toLowerCase()));
        return found ?? null;
      }),
    isUnused: () =>
      database.system(async (sql) => {
        const joined = await orm(sql)
          .select({ id: teamMembers.personId })
          .from(teamMembers)
          .innerJoin(people, eq(people.id, teamMembers.personId))
          .where(and(isNotNull(teamMembers.joinedAt), ne(people.email, VISITOR_EMAIL)))
          .limit(1);
        return joined.length === 0;
      }),
    nameOwner: (owner, introduction, origin) =>
      database.system((sql) => nameOwner(sql, { ...owner, ...introduction }, origin)),
  };
}

/** Returns the first account of a person and notes that the person has joined the team; null when the person belongs to none. */
export function joinFirstAccount(database: Database): (userId: string) => Promise<string | null> {
  return (userId) =>
    database.system(async (sql) => {
      const [first] = await sql<{ account_id: string }[]>`
        with first as (
          select m.account_id, m.person_id from ${teamMembers} m join ${accounts} a using (account_id)
          where m.person_id = ${userId} order by m.joined_at is null, a.name, a.account_id limit 1)
        update ${teamMembers} m set joined_at = coalesce(m.joined_at, clock_timestamp())
        from first where m.account_id = first.account_id and m.person_id = first.person_id
        returning m.account_id`;
      return first?.account_id ?? null;
    });
}

const SHOWN = {
  userId: teamMembers.personId,
  name: people.name,
  email: people.email,
  role: teamMembers.role,
  agent: teamMembers.agent,
  invitedAt: teamMembers.invitedAt,
  joinedAt: teamMembers.joinedAt,
};

const shown = (row: Omit<TeamMember, 'status'>): TeamMember => ({
  ...row,
  status: row.joinedAt === null ? 'invited' : 'active',
});

async function findMember(sql: Sql, accountId: string, userId: string): Promise<TeamMember | null> {
  const [row] = await orm(sql)
    .select(SHOWN)
    .from(teamMembers)
    .innerJoin(people, eq(people.id, teamMembers.personId))
    .where(and(eq(teamMembers.accountId, accountId), eq(teamMembers.personId, userId)));
  return row === undefined ? null : shown(row);
}

async function addMember(
  sql: Sql,
  { accountId, invite }: { readonly accountId: string; readonly invite: Invite },
  origin: RequestOrigin,
): Promise<TeamMember | Refused> {
  const refused = await refuseOneMore(sql, accountId, 'teamMembers');
  if (refused !== null) return refused;
  const [person] = await sql<{ person_id: string }[]>`
    insert into ${people} (person_id, name, email, email_verified, created_at, updated_at)
    values (${randomUUID()}, ${invite.name}, ${invite.email}, false, clock_timestamp(), clock_timestamp())
    on conflict (email) do update set updated_at = clock_timestamp() returning person_id`;
  if (person === undefined) throw new Error('The person was not stored');
  const added = await sql`
    insert into ${teamMembers} (account_id, person_id, role, agent, invited_by)
    select account_id, ${person.person_id}, ${invite.role}, ${invite.agent}, ${origin.actor} from ${accounts}
    where account_id = ${accountId} and not exists (select from ${accountDeletions} where deleted_account_id = ${accountId})
    on conflict do nothing`;
  const member = await findMember(sql, accountId, person.person_id);
  if (member === null) return unknownAccount();
  if (added.count === 0) return alreadyInTeam(invite.email);
  // The role is recorded, the address is not: it is personal data.
  await recordAudit(sql, {
    accountId,
    origin,
    action: 'team.invite',
    target: member.userId,
    meta: { role: invite.role },
  });
  return member;
}

async function changeMember(
  sql: Sql,
  { accountId, userId, change, decide }: { readonly accountId: string } & Parameters<TeamStore['change']>[1],
  origin: RequestOrigin,
): Promise<TeamMember | Refused | null> {
  const current = await lockMember(sql, accountId, userId);
  if (current === null) return null;
  const refused = decide(current, change.role);
  if (refused !== null) return refused;
  await orm(sql)
    .update(teamMembers)
    .set({ role: change.role, agent: change.agent })
    .where(and(eq(teamMembers.accountId, accountId), eq(teamMembers.personId, userId)));
  await recordAudit(sql, { accountId, origin, action: 'team.change', target: userId, meta: { role: change.role } });
  return findMember(sql, accountId, userId);
}

async function removeMember(
  sql: Sql,
  { accountId, userId, decide }: { readonly accountId: string } & Parameters<TeamStore['remove']>[1],
  origin: RequestOrigin,
): Promise<'removed' | Refused | null> {
  const current = await lockMember(sql, accountId, userId);
  if (current === null) return null;
  const refused = decide(current, null);
  if (refused !== null) return refused;
  await orm(sql)
    .delete(signInSessions)
    .where(and(eq(signInSessions.userId, userId), eq(signInSessions.currentAccountId, accountId)));
  await orm(sql)
    .delete(teamMembers)
    .where(and(eq(teamMembers.accountId, accountId), eq(teamMembers.personId, userId)));
  // A person who belongs to no team is deleted.
  await sql`
    delete from ${people} p where p.person_id = ${userId}
      and not exists (select from ${teamMembers} m where m.person_id = p.person_id)`;
  await recordAudit(sql, { accountId, origin, action: 'team.remove', target: userId });
  return 'removed';
}

/** Locks the account's owners, so that of two concurrent changes the second sees how many owners the first has left. */
async function lockMember(sql: Sql, accountId: string, userId: string) {
  await sql`
    select 1 from ${teamMembers} where account_id = ${accountId} and role = 'owner' order by person_id for update`;
  const [row] = await sql<TeamSituation[]>`
    select role, (
      select count(*)::integer from ${teamMembers}
      where account_id = ${accountId} and role = 'owner' and joined_at is not null and person_id <> ${userId}
    ) as "otherOwners"
    from ${teamMembers} where account_id = ${accountId} and person_id = ${userId} for update`;
  return row ?? null;
}

async function nameOwner(
  sql: Sql,
  { userId, accountId, name, email, agencyName }: OwnerOfFirstStart & Introduction,
  origin: RequestOrigin,
): Promise<Refused | null> {
  const taken = await orm(sql)
    .select({ count: count() })
    .from(people)
    .where(and(eq(people.email, email), expression`${people.id} <> ${userId}`));
  if ((taken[0]?.count ?? 0) > 0) return emailTaken(email);
  await orm(sql)
    .update(people)
    .set({ name, email, emailVerified: false, updatedAt: clockTime })
    .where(eq(people.id, userId));
  if (agencyName !== undefined) {
    await orm(sql).update(accounts).set({ name: agencyName }).where(eq(accounts.accountId, accountId));
    const meta = { changed: ['name'], name: agencyName };
    await recordAudit(sql, { accountId, origin, action: 'account.update', target: accountId, meta });
  }
  return null;
}
