import { createHash, randomUUID } from 'node:crypto';
import { and, asc, count, eq, sql as expression, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type {
  AddedMember,
  Introduction,
  NewMember,
  OwnerOfFirstStart,
  RoleChange,
  TeamMember,
  TeamStore,
} from '../../../app/people/people.ts';
import { LINK_MINUTES, LINKS_MAILED_MAX } from '../../../core/limits/account-limits.ts';
import { type RecentInvitations, type TeamSituation, VISITOR_EMAIL } from '../../../core/people/team-rules.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { alreadyInTeam, emailTaken, unknownAccount, unknownAgent } from '../../../core/refusals.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { accountDeletions, accounts } from '../../../schema/accounts.ts';
import { agents } from '../../../schema/agents.ts';
import { people, recentInvitations, signInSessions, teamMembers } from '../../../schema/people.ts';
import { refuseOneMore } from '../accounts/account-counts.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
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
          .orderBy(expression`${teamMembers.role} = 'owner' desc`, asc(teamMembers.name), asc(people.email))
          .limit(page.limit + 1)
          .offset(page.offset);
        return countedPage(rows.map(shown), page, () =>
          countOfTable(sql, teamMembers, eq(teamMembers.accountId, accountId)),
        );
      }),
    add: (accountId, request, origin) => database.system((sql) => addMember(sql, { accountId, ...request }, origin)),
    change: (accountId, request, origin) =>
      database.system((sql) => changeMember(sql, { accountId, ...request }, origin)),
    remove: (accountId, request, origin) =>
      database.system((sql) => removeMember(sql, { accountId, ...request }, origin)),
    listAccounts: (sessionId) =>
      database.system((sql) =>
        orm(sql)
          .select({ accountId: accounts.accountId, name: accounts.name, role: teamMembers.role })
          .from(teamMembers)
          .innerJoin(accounts, eq(accounts.accountId, teamMembers.accountId))
          .innerJoin(signInSessions, eq(signInSessions.userId, teamMembers.personId))
          .where(
            and(eq(signInSessions.id, sessionId), or(isNotNull(teamMembers.joinedAt), isNull(teamMembers.inviterName))),
          )
          .orderBy(asc(accounts.name), asc(accounts.accountId)),
      ),
    enterAccount: ({ sessionId, accountId }) =>
      database.system(async (sql) => {
        const entered = await sql`
          with entered as (
            update ${signInSessions} s set current_account_id = m.account_id
            from ${teamMembers} m
            where s.session_id = ${sessionId} and m.person_id = s.person_id and m.account_id = ${accountId}
              and (m.joined_at is not null or m.inviter_name is null)
            returning m.account_id, m.person_id)
          update ${teamMembers} m set joined_at = coalesce(m.joined_at, clock_timestamp()), entered_at = clock_timestamp()
          from entered where m.account_id = entered.account_id and m.person_id = entered.person_id`;
        return entered.count > 0;
      }),
    findReserved: (email) =>
      database.system(async (sql) => {
        const [found] = await orm(sql)
          .select({ accountId: teamMembers.accountId })
          .from(people)
          .innerJoin(teamMembers, eq(teamMembers.personId, people.id))
          .where(eq(people.email, email))
          .orderBy(asc(teamMembers.invitedAt))
          .limit(1);
        return found ?? null;
      }),
    countLink: (email) => database.system((sql) => countLink(sql, email)),
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

/** Counts a link of a known address, unless it got LINKS_MAILED_MAX of them in LINK_MINUTES. */
async function countLink(sql: Sql, email: string): Promise<boolean> {
  const window = sql`clock_timestamp() - make_interval(mins => ${LINK_MINUTES})`;
  const counted = await sql`
    update ${people} p set
      links_mailed = case when p.links_since > ${window} then p.links_mailed + 1 else 1 end,
      links_since = case when p.links_since > ${window} then p.links_since else clock_timestamp() end
    where p.email = ${email} and not (p.links_since is not null and p.links_since > ${window} and p.links_mailed >= ${LINKS_MAILED_MAX})`;
  return counted.count > 0;
}

const SHOWN = {
  userId: teamMembers.memberId,
  name: teamMembers.name,
  email: people.email,
  role: teamMembers.role,
  agent: teamMembers.agent,
  agentRecordId: teamMembers.agentRecordId,
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
    .where(and(eq(teamMembers.accountId, accountId), eq(teamMembers.memberId, userId)));
  return row === undefined ? null : shown(row);
}

async function addMember(
  sql: Sql,
  { accountId, invite, decide }: NewMember & { readonly accountId: string },
  origin: RequestOrigin,
): Promise<AddedMember | Refused> {
  const refused = await refuseOneMore(sql, accountId, 'teamMembers');
  if (refused !== null) return refused;
  const agent = await agentOf(sql, accountId, invite);
  if (isRefused(agent)) return agent;
  const recent = await countInvitations(sql, accountId, invite.email);
  const tooMany = decide(recent);
  if (tooMany !== null) return tooMany;
  const [person] = await sql<{ person_id: string }[]>`
    insert into ${people} (person_id, name, email, email_verified, created_at, updated_at)
    values (${randomUUID()}, ${invite.email}, ${invite.email}, false, clock_timestamp(), clock_timestamp())
    on conflict (email) do update set updated_at = clock_timestamp() returning person_id`;
  if (person === undefined) throw new Error('The person was not stored');
  const [known] = await orm(sql)
    .select({ accountName: accounts.name })
    .from(accounts)
    .where(eq(accounts.accountId, accountId));
  const [added] = await sql<{ member_id: string }[]>`
    insert into ${teamMembers} (account_id, person_id, member_id, name, role, agent, agent_record_id, invited_by, inviter_name)
    select account_id, ${person.person_id}, ${randomUUID()}, ${invite.name}, ${invite.role}, ${agent.agent},
      ${agent.agentRecordId}, ${origin.actor}, ${invite.inviterName}
    from ${accounts}
    where account_id = ${accountId} and not exists (select from ${accountDeletions} where deleted_account_id = ${accountId})
    on conflict (account_id, person_id) do nothing returning member_id`;
  if (known === undefined) return unknownAccount();
  const member = added === undefined ? null : await findMember(sql, accountId, added.member_id);
  if (member === null) return (await isDeleted(sql, accountId)) ? unknownAccount() : alreadyInTeam(invite.email);
  await sql`
    insert into ${recentInvitations} (invitation_id, account_id, address_digest)
    values (${randomUUID()}, ${accountId}, ${digestOf(invite.email)})`;
  // The role is recorded, the address is not: it is personal data.
  await recordAudit(sql, {
    accountId,
    origin,
    action: 'team.invite',
    target: member.userId,
    meta: { role: invite.role },
  });
  const elsewhere = await sql`
    select from ${teamMembers} where person_id = ${person.person_id} and account_id <> ${accountId} limit 1`;
  return { member, accountName: known.accountName, isElsewhere: elsewhere.count > 0, recent };
}

/** Counts the invitations of the last day. The lock of the team's size makes concurrent invitations wait. */
async function countInvitations(sql: Sql, accountId: string, email: string): Promise<RecentInvitations> {
  const dayAgo = sql`clock_timestamp() - interval '1 day'`;
  const [counted] = await sql<RecentInvitations[]>`
    select count(*) filter (where account_id = ${accountId})::integer as "ofAccount",
      count(*) filter (where account_id = ${accountId} and address_digest = ${digestOf(email)})::integer as "ofAccountToAddress",
      count(*) filter (where address_digest = ${digestOf(email)})::integer as "toAddress"
    from ${recentInvitations}
    where (account_id = ${accountId} or address_digest = ${digestOf(email)}) and invited_at > ${dayAgo}`;
  if (counted === undefined) throw new Error('The statement returned no row.');
  return counted;
}

const digestOf = (email: string) => createHash('sha256').update(email).digest();

async function isDeleted(sql: Sql, accountId: string): Promise<boolean> {
  const found = await sql`select from ${accountDeletions} where deleted_account_id = ${accountId}`;
  return found.count > 0;
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
  const agent = await agentOf(sql, accountId, change);
  if (isRefused(agent)) return agent;
  await orm(sql)
    .update(teamMembers)
    .set({ role: change.role, ...agent })
    .where(and(eq(teamMembers.accountId, accountId), eq(teamMembers.memberId, userId)));
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
  const { personId } = current;
  await orm(sql)
    .delete(signInSessions)
    .where(and(eq(signInSessions.userId, personId), eq(signInSessions.currentAccountId, accountId)));
  await orm(sql)
    .delete(teamMembers)
    .where(and(eq(teamMembers.accountId, accountId), eq(teamMembers.personId, personId)));
  await deleteLonePerson(sql, personId);
  await recordAudit(sql, { accountId, origin, action: 'team.remove', target: userId });
  return 'removed';
}

/** Deletes a person who belongs to no team. */
export async function deleteLonePerson(sql: Sql, personId: string): Promise<void> {
  await sql`
    delete from ${people} p where p.person_id = ${personId}
      and not exists (select from ${teamMembers} m where m.person_id = p.person_id)`;
}

/** Returns the agent that a membership stores: a record of the account with its name, or a text. Keeps the record from being deleted. */
async function agentOf(
  sql: Sql,
  accountId: string,
  { agent, agentRecordId = null }: RoleChange,
): Promise<{ readonly agent: string | null; readonly agentRecordId: string | null } | Refused> {
  if (agentRecordId === null) return { agent, agentRecordId };
  const [record] = await orm(sql)
    .select({ name: agents.name })
    .from(agents)
    .where(and(eq(agents.accountId, accountId), eq(agents.agentId, agentRecordId)))
    .for('key share');
  return record === undefined ? unknownAgent() : { agent: record.name, agentRecordId };
}

/** Locks the account's owners, so that of two concurrent changes the second sees how many owners the first has left. */
async function lockMember(sql: Sql, accountId: string, userId: string) {
  await sql`
    select 1 from ${teamMembers} where account_id = ${accountId} and role = 'owner' order by person_id for update`;
  const [row] = await sql<(TeamSituation & { readonly personId: string })[]>`
    select role, person_id as "personId", (
      select count(*)::integer from ${teamMembers}
      where account_id = ${accountId} and role = 'owner' and joined_at is not null and member_id <> ${userId}
    ) as "otherOwners"
    from ${teamMembers} where account_id = ${accountId} and member_id = ${userId} for update`;
  return row ?? null;
}

async function nameOwner(
  sql: Sql,
  { userId, accountId, name, email, agencyName }: OwnerOfFirstStart & Introduction,
  origin: RequestOrigin,
): Promise<Refused | null> {
  const taken = await orm(sql).select({ count: count() }).from(people).where(eq(people.email, email));
  if ((taken[0]?.count ?? 0) > 0) return emailTaken(email);
  await sql`
    with named as (
      update ${teamMembers} set name = ${name} where account_id = ${accountId} and member_id = ${userId} returning person_id)
    update ${people} p set name = ${email}, email = ${email}, email_verified = false, updated_at = clock_timestamp()
    from named where p.person_id = named.person_id`;
  if (agencyName !== undefined) {
    await orm(sql).update(accounts).set({ name: agencyName }).where(eq(accounts.accountId, accountId));
    const meta = { changed: ['name'], name: agencyName };
    await recordAudit(sql, { accountId, origin, action: 'account.update', target: accountId, meta });
  }
  return null;
}
