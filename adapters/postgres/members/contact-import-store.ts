import type { ContactImportStore } from '../../../app/members/import-contacts.ts';
import { isRefused } from '../../../core/problem.ts';
import type { ContactToSet, FoundCandidate } from '../../../core/roster/match-contacts.ts';
import { nameForms, type RosterRow } from '../../../core/roster/read-roster.ts';
import { memberAliases, memberContacts, searchWords } from '../../../schema/members.ts';
import { scoredRows } from '../../../schema/scores.ts';
import { firstRows } from '../../../schema/views.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { loadStorageUse, lockStorage } from '../files/storage-use.ts';
import { carrierName } from '../queries/carrier-scope.ts';

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
