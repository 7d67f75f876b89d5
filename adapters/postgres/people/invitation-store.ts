import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { InvitationStore } from '../../../app/people/manage-team.ts';
import type { Invitee, Inviter, LinkHolder, OpenInvitation } from '../../../app/people/people.ts';
import { accountOfToken } from '../../../core/people/team-rules.ts';
import { accounts } from '../../../schema/accounts.ts';
import { people, signInCodes, signInSessions, teamMembers } from '../../../schema/people.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { deleteLonePerson } from './team-store.ts';

/** The invitations of people. A person belongs to no account, so the system role reads them; each statement names the session. */
export function createInvitationStore(database: Database): InvitationStore {
  return {
    find: (sessionId) => database.system((sql) => findInvitee(sql, sessionId)),
    accept: (request) =>
      database.system(async (sql) => {
        const [joined] = await sql<Joined[]>`
          with joined as (
            update ${teamMembers} m set joined_at = clock_timestamp(), entered_at = clock_timestamp()
            from ${signInSessions} s where ${ofSession(sql, request)}
            returning m.account_id, m.person_id, m.member_id, s.session_id)
          update ${signInSessions} s set current_account_id = joined.account_id
          from joined where s.session_id = joined.session_id
          returning joined.account_id as "accountId", joined.person_id as "personId", joined.member_id as "memberId"`;
        await recordAnswer(sql, joined, 'team.join');
        return joined !== undefined;
      }),
    decline: (request) =>
      database.system(async (sql) => {
        const [declined] = await sql<Joined[]>`
          delete from ${teamMembers} m using ${signInSessions} s where ${ofSession(sql, request)}
          returning m.account_id as "accountId", m.person_id as "personId", m.member_id as "memberId"`;
        if (declined === undefined) return false;
        await recordAnswer(sql, declined, 'team.decline');
        await deleteLonePerson(sql, declined.personId);
        return true;
      }),
    findLinkHolder: (token) => database.system((sql) => findLinkHolder(sql, token)),
  };
}

interface Joined {
  readonly accountId: string;
  readonly personId: string;
  readonly memberId: string;
}

/** Selects the open invitation of a session's person. */
const ofSession = (
  sql: Sql,
  { sessionId, invitationId }: { readonly sessionId: string; readonly invitationId: string },
) => sql`
  s.session_id = ${sessionId} and s.expires_at > clock_timestamp() and m.person_id = s.person_id
    and m.member_id = ${invitationId} and m.joined_at is null`;

async function recordAnswer(sql: Sql, answered: Joined | undefined, action: 'team.join' | 'team.decline') {
  if (answered === undefined) return;
  const { accountId, personId, memberId } = answered;
  const [person] = await sql<{ email: string }[]>`select email from ${people} where person_id = ${personId}`;
  const origin = { actor: `person:${person?.email ?? personId}`, ip: null, requestId: memberId };
  await recordAudit(sql, { accountId, origin, action, target: memberId });
}

interface InvitationRow extends Omit<OpenInvitation, 'inviter'> {
  readonly invitedBy: string;
  readonly inviterName: string;
}

async function findInvitee(sql: Sql, sessionId: string): Promise<Invitee | null> {
  const [person] = await sql<{ email: string; personId: string }[]>`
    select p.email, p.person_id as "personId" from ${signInSessions} s join ${people} p using (person_id)
    where s.session_id = ${sessionId} and s.expires_at > clock_timestamp()`;
  if (person === undefined) return null;
  const rows = await sql<InvitationRow[]>`
    select m.member_id as "invitationId", a.name as "accountName", m.role, m.invited_at as "invitedAt",
      m.invited_by as "invitedBy", m.inviter_name as "inviterName"
    from ${teamMembers} m join ${accounts} a using (account_id)
    where m.person_id = ${person.personId} and m.joined_at is null and m.inviter_name is not null
    order by m.invited_at desc, m.member_id limit 50`;
  const invitations = rows.map(({ invitedBy, inviterName, ...row }) => ({
    ...row,
    inviter: inviterOf(invitedBy, inviterName),
  }));
  return { email: person.email, invitations };
}

/** Makes the inviter to show. The address is proven by a sign-in, the name is chosen. */
function inviterOf(invitedBy: string, name: string): Inviter {
  return { name, email: /^person:(.+)$/.exec(invitedBy)?.[1] ?? null };
}

const codeValue = z.object({ email: z.string() });

async function findLinkHolder(sql: Sql, token: string): Promise<LinkHolder | null> {
  const digest = createHash('sha256').update(token).digest('base64url');
  const [code] = await sql<{ value: string }[]>`
    select value from ${signInCodes} where identifier = ${digest} and expires_at > clock_timestamp()`;
  if (code === undefined) return null;
  const { email } = codeValue.parse(JSON.parse(code.value));
  const accountId = accountOfToken(token);
  if (accountId === null) return { email, account: null };
  const [member] = await sql<{ name: string; isInvitation: boolean; invitedBy: string; inviterName: string | null }[]>`
    select a.name, m.joined_at is null as "isInvitation", m.invited_by as "invitedBy", m.inviter_name as "inviterName"
    from ${people} p join ${teamMembers} m using (person_id) join ${accounts} a using (account_id)
    where p.email = ${email} and m.account_id = ${accountId}`;
  if (member === undefined) return { email, account: null };
  const { invitedBy, inviterName, ...account } = member;
  return { email, account: { ...account, inviter: inviterName === null ? null : inviterOf(invitedBy, inviterName) } };
}

/**
 * Returns the account that a new session works in. With the account of a link that is the account, and an invitation to it is accepted by
 * that. Otherwise it is the account that the person entered last, or the first one that the operator added the person to. Null for a person
 * who has only invitations by others.
 */
export function enterFirstAccount(
  database: Database,
): (userId: string, ofLink: string | null) => Promise<string | null> {
  return (userId, ofLink) =>
    database.system(async (sql) => {
      const [entered] = await sql<{ account_id: string }[]>`
        with chosen as (
          select account_id from ${teamMembers}
          where person_id = ${userId} and case when ${ofLink}::uuid is null then joined_at is not null or inviter_name is null else account_id = ${ofLink}::uuid end
          order by entered_at desc nulls last, invited_at, account_id limit 1)
        update ${teamMembers} m set joined_at = coalesce(m.joined_at, clock_timestamp()), entered_at = clock_timestamp()
        from chosen where m.account_id = chosen.account_id and m.person_id = ${userId}
        returning m.account_id`;
      return entered?.account_id ?? null;
    });
}
