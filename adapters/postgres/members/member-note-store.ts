import { randomUUID } from 'node:crypto';
import type {
  ContactImportStore,
  MemberKey,
  MemberNote,
  MemberNoteStore,
  StoredContact,
} from '../../../app/members/manage-member-notes.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { type ContactToSet, type FoundCandidate, nameForms, type RosterRow } from '../../../core/roster/read-roster.ts';
import { memberAliases, memberContacts, memberNotes, searchWords } from '../../../schema/members.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { firstRows } from '../../../schema/views.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { countedPage, countOfQuery } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { loadStorageUse, lockStorage } from '../files/storage-use.ts';
import { carrierName, findBookOf } from '../queries/book-scope.ts';

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

/** Stores the contacts of a list. The audit trail has their number only, because it must hold nothing about a member. */
export function createContactImportStore(database: Database): ContactImportStore {
  return {
    findCandidates: (accountId, rows) => database.read(accountId, (sql) => loadCandidates(sql, accountId, rows)),
    apply: (accountId, rows, decide, origin) =>
      database.tenant(accountId, async (sql) => {
        await lockStorage(sql, accountId);
        const [found, use] = await Promise.all([loadCandidates(sql, accountId, rows), loadStorageUse(sql, accountId)]);
        const toSet = decide(found, use);
        if (isRefused(toSet)) return toSet;
        await saveContacts(sql, accountId, toSet);
        const meta = { contacts: toSet.length };
        await recordAudit(sql, { accountId, origin, action: 'member.contact.import', target: null, meta });
        return null;
      }),
  };
}

interface Looked {
  readonly at: number;
  readonly kind: FoundCandidate['by'];
  readonly text: string;
}

/** Returns what is looked up for the rows: the member's number, the policy and each form of the name. */
function lookedUp(rows: readonly RosterRow[]): readonly Looked[] {
  return rows.flatMap(({ memberId, policyNumber, name, fault }, at) => {
    if (fault !== null) return [];
    const looked: Looked[] = nameForms(name ?? '').map((text) => ({ at, kind: 'name', text }));
    if (memberId !== null) looked.push({ at, kind: 'word', text: memberId });
    if (policyNumber !== null) looked.push({ at, kind: 'policy', text: policyNumber });
    return looked.filter(({ text }) => text !== '');
  });
}

/**
 * Finds members by the words of the search, whose key has a word's members together. A word of an alias leads to the member who has its
 * lines. A number is found by its first word, so a caller compares the whole.
 */
async function loadCandidates(
  sql: Sql,
  accountId: string,
  rows: readonly RosterRow[],
): Promise<readonly FoundCandidate[]> {
  const looked = lookedUp(rows);
  const [ats, kinds, texts] = [
    looked.map(({ at }) => at),
    looked.map(({ kind }) => kind),
    looked.map(({ text }) => text),
  ];
  return sql<FoundCandidate[]>`
    select distinct on (f.at, f.by, f.member_ref_id) f.at, f.by, f.label, coalesce(f.external_id, s.member_external_id) as "foundId", f.member_ref_id as "memberRefId",
      s.member_name as "memberName", s.member_external_id as "memberExternalId", s.carrier_id as "carrierId",
      (${carrierName(sql, accountId, sql`s`)}) as "carrierName", c.phone, c.email
    from (
      select r.at, r.kind as by, w.label, a.external_id, coalesce(a.member_ref_id, w.member_ref_id) as member_ref_id
      from unnest(${ats}::int[], ${kinds}::text[], ${texts}::text[]) as r (at, kind, text)
      join ${searchWords} w on w.account_id = ${accountId} and w.kind = r.kind
        and w.word = (case when r.kind = 'name' then left(search_fold(r.text), 200) else (search_words_of(r.text))[1] end) collate "C"
      left join ${memberAliases} a on a.account_id = ${accountId} and a.alias_ref_id = w.member_ref_id and a.removed_at is null
    ) f
    join ${firstRows} k on k.account_id = ${accountId} and k.member_ref_id = f.member_ref_id
    join ${scoredRows} s on s.account_id = ${accountId} and s.workspace_id = k.workspace_id and s.carrier_id = k.carrier_id
      and s.period = k.period and s.member_ref_id = k.member_ref_id
    left join lateral (
      select phone, email from ${memberContacts}
      where account_id = ${accountId} and member_ref_id in (
        select f.member_ref_id union all
        select alias_ref_id from ${memberAliases}
        where account_id = ${accountId} and member_ref_id = f.member_ref_id and removed_at is null)
      order by set_at desc limit 1
    ) c on true
    order by f.at, f.by, f.member_ref_id, f.label, f.external_id`;
}

async function saveContacts(sql: Sql, accountId: string, toSet: readonly ContactToSet[]): Promise<void> {
  if (toSet.length === 0) return;
  await sql`
    insert into ${memberContacts} (account_id, member_ref_id, phone, email)
    select ${accountId}, c.member, c.phone, c.email from unnest(
      ${toSet.map(({ memberRefId }) => memberRefId)}::uuid[], ${toSet.map(({ phone }) => phone)}::text[],
      ${toSet.map(({ email }) => email)}::text[]) as c (member, phone, email)
    on conflict (account_id, member_ref_id) do update
      set phone = excluded.phone, email = excluded.email, set_at = clock_timestamp()`;
}
