import type { Fragment } from 'postgres';
import type { SearchReads, SearchResult } from '../../../app/reads/find-members.ts';
import type { RelatedFacts, RelatedMember, RelatedReads } from '../../../app/reads/find-related.ts';
import { HOUSEHOLD_MAX } from '../../../core/limits/saved-report-limits.ts';
import { nameForms } from '../../../core/roster/read-roster.ts';
import { files } from '../../../schema/files.ts';
import { memberAliases, searchWords } from '../../../schema/members.ts';
import { rollups } from '../../../schema/scores.ts';
import { firstRows } from '../../../schema/views.ts';
import type { Database } from '../connection/database.ts';
import { plannedForValues } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { carrierName, findBookOf, visibleCarriers } from '../queries/book-scope.ts';
import { laterRows } from '../queries/claim-reads.ts';
import { shownStatus } from './member-reads.ts';

/** The most words that are looked at before the best results are chosen. */
const HITS_MAX = 60;
/** The newest files whose names are searched. */
const FILES_MAX = 5_000;

/** The most words of a beginning that are counted. */
const COUNTED_MAX = 500;

/** Searches by the table of words, whose key is read along its order: a search costs the words with the rarest beginning. */
export function createSearchReads(database: Database): SearchReads {
  return {
    search: (accountId, { q, limit, kinds }) =>
      database.read(accountId, async (sql) => {
        const [terms] = await Promise.all([readTerms(sql, accountId, q), sql`select ${plannedForValues(sql)}`]);
        if (terms.length === 0) return [];
        const search = { accountId, terms, q, limit };
        const found = await Promise.all(kinds.map((kind) => QUERIES[kind](sql, search)));
        return found.flat();
      }),
  };
}

/**
 * A folded word of the text, with the numbers of words that begin with it, counted up to COUNTED_MAX. The only word of a text is not
 * counted, because there is no rarer one to choose, and an agent would wait for it.
 */
interface Term {
  readonly term: string;
  readonly word: number;
  readonly policy: number;
}

function readTerms(sql: Sql, accountId: string, q: string): Promise<readonly Term[]> {
  const counted = (kind: 'word' | 'policy') => sql`
    case cardinality(terms) when 1 then 1 else (
      select count(*)::int from (
        select from ${searchWords}
        where account_id = ${accountId} and kind = ${kind} and word >= term collate "C"
          and word < (term || ${'\u{10ffff}'}) collate "C"
        limit ${COUNTED_MAX}
      ) found) end`;
  return sql<Term[]>`
    select term, ${counted('word')} as word, ${counted('policy')} as policy
    from search_terms(${q}) as terms cross join lateral unnest(terms) as term`;
}

interface Search {
  readonly accountId: string;
  /** The text as it was typed. */
  readonly q: string;
  /** At least one. */
  readonly terms: readonly Term[];
  readonly limit: number;
}

const QUERIES: Readonly<Record<SearchResult['kind'], (sql: Sql, search: Search) => Promise<readonly SearchResult[]>>> =
  {
    person: (sql, search) => membersWith(sql, 'word', search),
    policy: (sql, search) => membersWith(sql, 'policy', search),
    carrier: (sql, { accountId, terms, limit }) => sql<SearchResult[]>`
    select 'carrier' as kind, c.carrier_id as id, c.name as title, ${NOTHING_MORE(sql)}
    from ${visibleCarriers(sql, accountId)} c
    where (c.account_id = ${accountId} or exists (
        select from ${rollups} r where r.account_id = ${accountId} and r.carrier_id = c.carrier_id))
      and ${hasTerms(sql, sql`search_text(c.name)`, terms)}
    order by c.name limit ${limit}`,
    agent: (sql, { accountId, terms, limit }) => sql<SearchResult[]>`
    select 'agent' as kind, coalesce(a.name, a.id) as id, coalesce(a.name, a.id) as title, ${NOTHING_MORE(sql)}
    from (
      select distinct on (lower(coalesce(a.name, a.id))) a.id, a.name
      from (
        select distinct on (workspace_id, carrier_id) agent_pay from ${rollups}
        where account_id = ${accountId} order by workspace_id, carrier_id, period desc
      ) r
      cross join lateral jsonb_to_recordset(r.agent_pay) as a (id text, name text)
      where coalesce(a.name, a.id) is not null
      order by lower(coalesce(a.name, a.id)), a.id
    ) a
    where ${hasTerms(sql, sql`search_text(concat_ws(' ', a.name, a.id))`, terms)}
    order by title limit ${limit}`,
    month: (sql, { accountId, terms, limit }) => sql<SearchResult[]>`
    select 'month' as kind, m.period as id, to_char(to_date(m.period, 'YYYY-MM'), 'FMMonth YYYY') as title, ${NOTHING_MORE(sql)}
    from (select distinct period::text from ${rollups} where account_id = ${accountId}) m
    where ${hasTerms(sql, sql`search_text(concat_ws(' ', to_char(to_date(m.period, 'YYYY-MM'), 'FMMonth YYYY'), m.period))`, terms)}
    order by m.period desc limit ${limit}`,
    file: (sql, { accountId, limit, q }) => sql<SearchResult[]>`
    select 'file' as kind, f.file_id as id, f.original_filename as title, (${carrierName(sql, accountId, sql`f`)}) as "carrierName",
      null::text as "memberName", null::text as "memberExternalId", null::text as "formerName", null::text as status,
      null::text as "firstPeriod", f.period as "lastPeriod", null::float8 as "lastAmount"
    from (
      select file_id, original_filename, carrier_id, period, position from ${files}
      where account_id = ${accountId} and status = 'active' order by position desc limit ${FILES_MAX}
    ) f
    where ${wordsOf(q).map((word, at) => sql`${at === 0 ? sql`` : sql`and`} strpos(lower(f.original_filename), ${word}) > 0`)}
    order by f.position desc limit ${limit}`,
  };

/** The words of the text as they are typed, because names of files are searched by any part. */
const wordsOf = (q: string) => q.toLowerCase().trim().split(/\s+/);

const NOTHING_MORE = (sql: Sql) => sql`
  null::text as "carrierName", null::text as "memberName", null::text as "memberExternalId", null::text as "formerName",
  null::text as status, null::text as "firstPeriod", null::text as "lastPeriod", null::float8 as "lastAmount"`;

/** Makes the condition that each term begins a word. The words stand in one text, each after a space. */
const hasTerms = (sql: Sql, words: Fragment, terms: readonly Term[]) =>
  terms.map(({ term }, at) => sql`${at === 0 ? sql`` : sql`and`} strpos(${words}, ${` ${term}`}) > 0`);

/**
 * Finds members by a word of the kind, exact words first. The term that begins the fewest words is looked up; the others are looked for in
 * the row's own words, which the index has too. The order of the key and the limit end a search for a common word early.
 */
async function membersWith(
  sql: Sql,
  kind: 'word' | 'policy',
  { accountId, terms, limit }: Search,
): Promise<readonly SearchResult[]> {
  if (terms.some(({ word, policy }) => word + policy === 0)) return [];
  const [rarest] = terms
    .filter((term) => term[kind] > 0)
    .toSorted((a, b) => a[kind] - b[kind] || b.term.length - a.term.length);
  if (rarest === undefined) return [];
  const looked = rarest.term;
  return sql<SearchResult[]>`
    select ${kind === 'word' ? 'person' : 'policy'} as kind, s.member_ref_id as id,
      ${kind === 'word' ? sql`coalesce(s.member_name, s.member_external_id)` : sql`coalesce(h.label, h.word)`} as title,
      (${carrierName(sql, accountId, sql`s`)}) as "carrierName", s.member_name as "memberName",
      s.member_external_id as "memberExternalId",
      case when ${hasTerms(sql, sql`search_text(concat_ws(' ', s.member_name, s.member_external_id, s.policy_number))`, terms)}
        then null else nullif(h.label, s.member_name) end as "formerName",
      ${shownStatus(sql)}, s.first_seen_period as "firstPeriod", s.last_paid_period as "lastPeriod",
      round(s.last_paid_amount, 2)::float8 as "lastAmount"
    from (
      select distinct on (hit.ref ${kind === 'word' ? sql`` : sql`, hit.label`}) hit.*
      from (
        select coalesce(a.member_ref_id, w.member_ref_id) as ref, w.word, w.label
        from (
          select w.word, w.label, w.member_ref_id, w.workspace_id, w.carrier_id
          from (
            select kind, word, member_ref_id from ${searchWords}
            where account_id = ${accountId} and kind = ${kind}
              and word >= ${looked} collate "C" and word < ${`${looked}\u{10ffff}`} collate "C"
              and ${hasTerms(sql, sql`terms`, terms)}
            order by word limit ${HITS_MAX}
          ) found
          cross join lateral (
            select * from ${searchWords} w
            where w.account_id = ${accountId} and w.kind = found.kind and w.word = found.word
              and w.member_ref_id = found.member_ref_id
            limit 1
          ) w
        ) w
        left join ${memberAliases} a on a.account_id = ${accountId} and a.workspace_id = w.workspace_id
          and a.carrier_id = w.carrier_id and a.alias_ref_id = w.member_ref_id and a.removed_at is null
      ) hit
      order by hit.ref ${kind === 'word' ? sql`` : sql`, hit.label`}, hit.word <> ${looked}
    ) h
    join lateral (
      select * from ${firstRows} where account_id = ${accountId} and member_ref_id = h.ref limit 1
    ) m on true
    cross join lateral (
      select r.* from ${laterRows(sql, accountId)} and r.status <> 'carried' order by p.period desc limit 1
    ) s
    order by h.word <> ${looked}, s.status = 'red', title, s.member_ref_id
    limit ${limit}`;
}

/** Members of the same name at other carriers that are shown. */
const NAMESAKES_MAX = 20;
/** People of a policy who are counted. Above it the number is not exact, and nobody reads it. */
const PEOPLE_COUNTED_MAX = 1_000;

/** Finds related members by the words of the search, whose key has the members of a policy number or of a name together. */
export function createRelatedReads(database: Database): RelatedReads {
  return {
    findRelated: (accountId, memberRefId) =>
      database.read(accountId, async (sql) => {
        const book = await findBookOf(sql, accountId, memberRefId);
        if (book === null) return null;
        const { carrierId } = book;
        const own = { sql, accountId, memberRefId, carrierId };
        const [[self], household] = await Promise.all([
          rowsOf(sql, accountId, sql`select ${memberRefId}::uuid as ref, 'household' as relation`),
          loadHousehold(own),
        ]);
        const names = self?.memberName === null || self === undefined ? [] : nameForms(self.memberName);
        const related = await rowsOf(
          sql,
          accountId,
          sql`
            select ref, 'household' as relation from unnest(${household.slice(0, HOUSEHOLD_MAX + 1)}::uuid[]) as ref
            union all ${namesakes(own, names)}`,
        );
        return {
          related,
          householdCount: household.length === 0 ? 0 : household.length + 1,
          ownPaidTotal: self?.paidTotal ?? 0,
        } satisfies RelatedFacts;
      }),
  };
}

interface Own {
  readonly sql: Sql;
  readonly accountId: string;
  readonly memberRefId: string;
  readonly carrierId: string;
}

/** Loads the other members of the carrier who have a policy number that the member ever had. */
async function loadHousehold({ sql, accountId, memberRefId, carrierId }: Own): Promise<readonly string[]> {
  const ids = sql`
    select ${memberRefId}::uuid union all
    select alias_ref_id from ${memberAliases}
    where account_id = ${accountId} and member_ref_id = ${memberRefId} and removed_at is null`;
  const rows = await sql<{ ref: string }[]>`
    select distinct coalesce(a.member_ref_id, w.member_ref_id) as ref
    from (
      select distinct word, label from ${searchWords}
      where account_id = ${accountId} and kind = 'policy' and member_ref_id in (${ids})
    ) p
    join ${searchWords} w on w.account_id = ${accountId} and w.kind = 'policy' and w.word = p.word and w.label = p.label
      and w.carrier_id = ${carrierId}
    left join ${memberAliases} a on a.account_id = ${accountId} and a.alias_ref_id = w.member_ref_id and a.removed_at is null
    where w.member_ref_id not in (${ids}) and coalesce(a.member_ref_id, w.member_ref_id) <> ${memberRefId}
    order by ref limit ${PEOPLE_COUNTED_MAX}`;
  return rows.map(({ ref }) => ref);
}

/** Selects members of other carriers who have one of the names now or had it. */
const namesakes = ({ sql, accountId, carrierId }: Own, names: readonly string[]): Fragment => sql`
  (select distinct coalesce(a.member_ref_id, w.member_ref_id) as ref, 'same_name' as relation
  from ${searchWords} w
  left join ${memberAliases} a on a.account_id = ${accountId} and a.alias_ref_id = w.member_ref_id and a.removed_at is null
  where w.account_id = ${accountId} and w.kind = 'name' and w.carrier_id <> ${carrierId}
    and w.word in (select left(search_fold(name), 200) collate "C" from unnest(${[...names]}::text[]) as name)
  order by ref limit ${NAMESAKES_MAX})`;

/** Loads the latest row of members, the household first, then by name. */
const rowsOf = (sql: Sql, accountId: string, refs: Fragment) => sql<RelatedMember[]>`
  select h.relation, s.member_ref_id as "memberRefId", s.member_name as "memberName",
    s.member_external_id as "memberExternalId", s.carrier_id as "carrierId",
    (${carrierName(sql, accountId, sql`s`)}) as "carrierName", s.policy_number as "policyNumber", ${shownStatus(sql)},
    s.last_paid_period as "lastPaidPeriod", round(s.last_paid_amount, 2)::float8 as "lastPaidAmount",
    round(s.paid_total - s.clawed_total, 2)::float8 as "paidTotal"
  from (${refs}) h
  join lateral (
    select * from ${firstRows} where account_id = ${accountId} and member_ref_id = h.ref limit 1
  ) m on true
  cross join lateral (
    select r.* from ${laterRows(sql, accountId)} and r.status <> 'carried' order by p.period desc limit 1
  ) s
  order by h.relation, s.member_name, s.carrier_id, s.member_ref_id`;
