import { randomUUID } from 'node:crypto';
import type {
  MemberKey,
  MemberNote,
  MemberNoteStore,
  StoredContact,
} from '../../../app/members/manage-member-notes.ts';
import type { Refused } from '../../../core/problem.ts';
import { memberAliases, memberContacts, memberNotes } from '../../../schema/members.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { countedPage, countOfQuery } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { loadStorageUse, lockStorage } from '../files/storage-use.ts';
import { findBookOf } from '../queries/book-scope.ts';

/** Stores notes and contacts. The audit trail has ids only, because it must hold nothing about a member. */
export function createMemberNoteStore(database: Database): MemberNoteStore {
  return {
    list: (key, page) =>
      database.read(key.accountId, async (sql) => {
        if (!(await isMember(sql, key))) return null;
        const ofMember = sql`
          from ${memberNotes} where account_id = ${key.accountId} and member_ref_id in (${idsOf(sql, key)})`;
        const rows = await sql<MemberNote[]>`
          select ${noteColumns(sql)} ${ofMember}
          order by written_at desc, note_id limit ${page.limit + 1} offset ${page.offset}`;
        return countedPage(rows, page, () => countOfQuery(sql, sql`select 1 ${ofMember}`));
      }),
    add: (key, note, origin) =>
      database.tenant(key.accountId, async (sql) => {
        if (!(await isMember(sql, key))) return null;
        const refused = await refuseWithoutRoom(sql, key, note.decide);
        if (refused !== null) return refused;
        const added = await insertNote(sql, key, note);
        if (added === null) return 'full';
        const { accountId, memberRefId } = key;
        const meta = { noteId: added.id };
        await recordAudit(sql, { accountId, origin, action: 'member.note.add', target: memberRefId, meta });
        return added;
      }),
    remove: ({ noteId, ...key }, origin) =>
      database.tenant(key.accountId, async (sql) => {
        const removed = await sql`
          delete from ${memberNotes}
          where account_id = ${key.accountId} and note_id = ${noteId} and member_ref_id in (${idsOf(sql, key)})`;
        if (removed.count === 0) return null;
        const { accountId, memberRefId } = key;
        await recordAudit(sql, {
          accountId,
          origin,
          action: 'member.note.delete',
          target: memberRefId,
          meta: { noteId },
        });
        return 'removed';
      }),
    findContact: (key) => database.read(key.accountId, (sql) => findContact(sql, key)),
    setContact: (key, contact, origin) =>
      database.tenant(key.accountId, async (sql) => {
        if (!(await isMember(sql, key))) return null;
        const refused = await refuseWithoutRoom(sql, key, contact.decide);
        if (refused !== null) return refused;
        await saveContact(sql, key, contact);
        const { accountId, memberRefId } = key;
        await recordAudit(sql, { accountId, origin, action: 'member.contact', target: memberRefId });
        return findContact(sql, key);
      }),
  };
}

async function refuseWithoutRoom(
  sql: Sql,
  { accountId }: MemberKey,
  decide: Parameters<MemberNoteStore['add']>[1]['decide'],
): Promise<Refused | null> {
  await lockStorage(sql, accountId);
  return decide(await loadStorageUse(sql, accountId));
}

const isMember = async (sql: Sql, { accountId, memberRefId }: MemberKey) =>
  (await findBookOf(sql, accountId, memberRefId)) !== null;

/** The member's id and the ids that were joined with it. */
const idsOf = (sql: Sql, { accountId, memberRefId }: MemberKey) => sql`
  select ${memberRefId}::uuid union all
  select alias_ref_id from ${memberAliases}
  where account_id = ${accountId} and member_ref_id = ${memberRefId} and removed_at is null`;

const noteColumns = (sql: Sql) => sql`note_id as id, body as text, author, written_at as "writtenAt"`;

/** Inserts a note; null when the member has as many as it may have. Concurrent requests may exceed the limit by their number. */
async function insertNote(
  sql: Sql,
  key: MemberKey,
  { text, author, notesMax }: Parameters<MemberNoteStore['add']>[1],
): Promise<MemberNote | null> {
  const { accountId, memberRefId } = key;
  const [note] = await sql<MemberNote[]>`
    insert into ${memberNotes} (note_id, account_id, member_ref_id, body, author)
    select ${randomUUID()}, ${accountId}, ${memberRefId}, ${text}, ${author}
    where (select count(*) from ${memberNotes} where account_id = ${accountId} and member_ref_id in (${idsOf(sql, key)})) < ${notesMax}
    returning ${noteColumns(sql)}`;
  return note ?? null;
}

/** Finds the contact that was written down last under any id of the member, and the address of the member's latest row. */
async function findContact(sql: Sql, key: MemberKey): Promise<StoredContact | null> {
  const { accountId, memberRefId } = key;
  const [contact] = await sql<StoredContact[]>`
    select c.phone, c.email, c.set_at as "setAt", s.email as "statementEmail"
    from (
      select workspace_id, carrier_id from ${scoredRows}
      where account_id = ${accountId} and member_ref_id = ${memberRefId} and period = first_seen_period
    ) m
    left join lateral (
      select r.email from ${rollups} p
      cross join lateral (
        select email from ${scoredRows}
        where account_id = p.account_id and workspace_id = p.workspace_id and carrier_id = p.carrier_id and period = p.period
          and member_ref_id = ${memberRefId} limit 1
      ) r
      where p.account_id = ${accountId} and p.workspace_id = m.workspace_id and p.carrier_id = m.carrier_id
      order by p.period desc limit 1
    ) s on true
    left join lateral (
      select phone, email, set_at from ${memberContacts}
      where account_id = ${accountId} and member_ref_id in (${idsOf(sql, key)})
      order by set_at desc limit 1
    ) c on true`;
  return contact ?? null;
}

async function saveContact(
  sql: Sql,
  key: MemberKey,
  { phone, email }: Pick<StoredContact, 'phone' | 'email'>,
): Promise<void> {
  if (phone === null && email === null) {
    await sql`
      delete from ${memberContacts} where account_id = ${key.accountId} and member_ref_id in (${idsOf(sql, key)})`;
    return;
  }
  await orm(sql)
    .insert(memberContacts)
    .values({ ...key, phone, email })
    .onConflictDoUpdate({
      target: [memberContacts.accountId, memberContacts.memberRefId],
      set: { phone, email, setAt: clockTime },
    });
}
