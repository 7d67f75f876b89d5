import type { Fragment } from 'postgres';
import type { MemberRecord, MemberTimeline, TimelineEntry } from '../../../app/reads/member-records.ts';
import type { MemberFilter, MemberReads } from '../../../app/reads/read-models.ts';
import { type OffsetPage, type OffsetPosition, offsetPage } from '../../../core/page.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { MemberStatus } from '../../../core/scoring/scored-row.ts';
import type { SignalCode } from '../../../core/scoring/signal.ts';
import { statementLines } from '../../../schema/book.ts';
import { jobs } from '../../../schema/files.ts';
import { memberAliases, searchWords } from '../../../schema/members.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { firstRows } from '../../../schema/views.ts';
import type { Database } from '../connection/database.ts';
import { plannedAlongKeys, plannedForValues } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport, rowsOfQuery } from '../connection/stream-rows.ts';
import { agentNameOf, isOfAgent, textsOfAgent } from '../queries/agent-rows.ts';
import { carrierName, refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { laterRows, readFindings, rowsOfMember } from '../queries/claim-reads.ts';
import { ingestsFile } from '../queries/member-lines.ts';
import { isProvisional, reasonOf } from '../queries/month-columns.ts';

/** Makes the condition that the scored row `s` is of a member whose name, ids or policy number contain the text, in any case. */
export function matchesText(sql: Sql, accountId: string, text: string): Fragment {
  const pattern = containing(text);
  // The condition is evaluated once for the query. A row shows the member's first id, so an own id that came later is read from the lines.
  // Only ids that people joined are looked up there: a change of layout may join a whole book, and its ids are nearly always later ones.
  const byJoinedId = sql`s.member_ref_id = any(array(
    select member_ref_id from ${memberAliases}
    where account_id = ${accountId} and removed_at is null and external_id ilike ${pattern}
    union
    select a.member_ref_id from ${memberAliases} a
    join ${rollups} r on r.account_id = a.account_id and r.workspace_id = a.workspace_id and r.carrier_id = a.carrier_id
    cross join lateral (
      select member_external_id from ${statementLines}
      where account_id = ${accountId} and period = r.period and member_ref_id = a.member_ref_id
        and own_member_ref_id is null offset 0
    ) l
    where a.account_id = ${accountId} and a.removed_at is null and a.source = 'manual'
      and l.member_external_id ilike ${pattern}))`;
  return sql`
    and (s.member_name ilike ${pattern} or s.member_external_id ilike ${pattern} or s.policy_number ilike ${pattern}
      or ${byJoinedId})`;
}

/** Makes a LIKE pattern that finds the text literally, with any special characters escaped. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

export function createMemberReads(database: Database): MemberReads {
  return {
    list: (accountId, filter, page) => database.read(accountId, (sql) => listMembers(sql, { accountId, filter, page })),
    exportAll: (accountId, filter, offset) =>
      openRowExport(database, accountId, async (sql) => {
        const common = await commonTerms(sql, accountId, filter);
        const query = sql`
          select ${memberColumns(sql, accountId)} from (${membersOf(sql, { accountId, filter, page: null, common })}) s`;
        return rowsOfQuery<MemberRecord, MemberRecord>(sql, refuseUnknownBook(sql, accountId, filter), {
          query,
          offset,
          show: (member) => member,
        });
      }),
    find: (accountId, memberRefId) => database.read(accountId, (sql) => findMember(sql, accountId, memberRefId)),
    formerNames: (accountId, memberRefId) =>
      database.read(accountId, (sql) => readFormerNames(sql, accountId, memberRefId)),
    timeline: (accountId, memberRefId) => database.read(accountId, (sql) => readTimeline(sql, accountId, memberRefId)),
    findings: async (accountId, scope, take) => {
      if (scope.memberRefIds?.length === 0) return;
      await database.read(accountId, async (sql) => {
        await sql`select ${plannedForValues(sql)}`;
        for await (const members of readFindings(sql, { accountId, ...scope })) take(members);
      });
    },
  };
}

/** Finds a member as of the latest row that is a result. */
export async function findMember(sql: Sql, accountId: string, memberRefId: string): Promise<MemberRecord | null> {
  const [member] = await sql<MemberRecord[]>`
    select ${memberColumns(sql, accountId)} from (${rowsOfMember(sql, accountId, memberRefId)}) s
    where s.status <> 'carried'
    order by s.period desc limit 1`;
  return member ?? null;
}

/** Reads the names of the member's months whose words differ from those of the latest name, once each. */
async function readFormerNames(sql: Sql, accountId: string, memberRefId: string): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    with named as (
      select s.period, s.member_name as name,
        (select array_agg(word order by word) from unnest(search_words_of(s.member_name)) as word) as words
      from (${rowsOfMember(sql, accountId, memberRefId)}) s
      where s.member_name is not null
    ), each as (
      select distinct on (words) words, name, period from named order by words, period desc
    )
    select name from each order by period desc offset 1`;
  return rows.map(({ name }) => name);
}

interface MemberList {
  readonly accountId: string;
  readonly filter: MemberFilter;
  /** Null means the whole list. */
  readonly page: OffsetPosition | null;
  /** The words of the text if many members have them. */
  readonly common?: readonly string[] | null;
}

async function listMembers(
  sql: Sql,
  { accountId, filter, page }: MemberList & { readonly page: OffsetPosition },
): Promise<OffsetPage<MemberRecord> | Refused> {
  const common = await commonTerms(sql, accountId, filter);
  const [refused, , rows] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    // Names are walked along their key: the planner would sort a carrier's whole list for one page of it.
    isByName(filter)
      ? sql`select ${plannedForValues(sql)}, ${plannedAlongKeys(sql)}, set_config('work_mem', ${SET_MEMORY}, true)`
      : null,
    sql<MemberRecord[]>`
      select ${memberColumns(sql, accountId)} from (${membersOf(sql, { accountId, filter, page, common })}) s
      limit ${page.limit + 1} offset ${page.offset}`,
  ]);
  if (isRefused(refused)) return refused;
  const found = offsetPage(rows, page);
  // The members before the page are not counted.
  return filter.after === undefined ? found : { ...found, total: null };
}

/** The memory for a set of members. A set that the planner thinks too large for it would be read again for each name. */
const SET_MEMORY = '64MB';

/** Selects members in descending order of the id. */
function membersOf(sql: Sql, list: MemberList): Fragment {
  const { accountId, filter } = list;
  const conditions = [
    sql``,
    ...whenSet(filter.status, (status) => hasStatus(sql, status)),
    ...whenSet(filter.flag, (flag) => sql`and ${flag} = any (s.flags)`),
    ...whenSet(filter.signal, (signal) => hasSignal(sql, signal)),
    ...whenSet(filter.q, (q) => matchesText(sql, accountId, q)),
    ...whenSet(filter.agent, (agent) => sql`and ${isOfAgent(sql, accountId, agent)}`),
    ...whenSet(filter.plan, (plan) => sql`and lower(s.plan_name) = lower(${plan})`),
    ...whenSet(filter.presence, (presence) =>
      presence === 'gone' ? sql`and s.status = 'red'` : sql`and s.status <> 'red'`,
    ),
    ...whenSet(filter.memberRefIds, (ids) => sql`and s.member_ref_id = any(${[...ids]}::uuid[])`),
  ];
  if (filter.period !== undefined) return rowsOfPeriod(sql, list, conditions);
  return isByName(filter) ? rowsByName(sql, list, conditions) : latestRows(sql, list, conditions);
}

const isByName = ({ sort, period }: MemberFilter) => sort === 'name' && period === undefined;

/**
 * Selects each member's latest row by name. Walks the names of the table of words in their order and looks each row up. A member with
 * several names is shown at the one of the latest row, so that nobody is listed twice. The few members who have the words of a text are
 * looked up and sorted instead.
 */
export function rowsByName(sql: Sql, list: MemberList, conditions: readonly Fragment[]) {
  const { accountId, filter, common = null } = list;
  const isWalk = filter.q === undefined || common !== null;
  const walked = isWalk ? namesInOrder(sql, list) : membersWithWords(sql, accountId, filter.q ?? '');
  return sql`
    select s.* from (${walked}) w
    cross join lateral (
      select workspace_id, carrier_id, period, member_ref_id from ${firstRows}
      where account_id = ${accountId} and member_ref_id = w.member_ref_id limit 1
    ) m
    cross join lateral (
      select r.* from ${laterRows(sql, accountId)} and ${isListed(sql, sql`r`, filter.signal)} order by p.period desc limit 1
    ) s
    where ${isWalk ? sql`w.word = ${nameKey(sql)}` : afterMember(sql, accountId, nameKey(sql), filter)}
      ${ofBook(sql, sql`m`, filter)} ${conditions}
    order by ${isWalk ? sql`w.word` : nameKey(sql)}, w.member_ref_id`;
}

/** Makes the condition that a key and the member `w` come after those of the member with whom the page before ended. */
const afterMember = (sql: Sql, accountId: string, key: Fragment, { after }: MemberFilter) =>
  after === undefined
    ? sql`true`
    : sql`(${key}, w.member_ref_id) > ((
        select ${nameKey(sql)} from (${rowsOfMember(sql, accountId, after)}) s where s.status <> 'carried'
        order by s.period desc limit 1), ${after}::uuid)`;

/** The name by which the row `s` is listed. */
const nameKey = (sql: Sql) => sql`left(search_fold(coalesce(s.member_name, s.member_external_id)), 200) collate "C"`;

/**
 * Selects the names of members in their order, those of an agent from the agent's entries. Members of sets are picked before their rows are
 * looked up. OFFSET 0 keeps the planner from joining before it walks, and IS TRUE keeps it from joining the sets.
 */
function namesInOrder(sql: Sql, { accountId, filter, common = null }: MemberList) {
  const { agent, presence } = filter;
  const entries =
    agent === undefined
      ? sql`${searchWords} w where w.account_id = ${accountId} and w.kind = 'name'`
      : sql`(${namesOfAgent(sql, accountId, agent)}) w where true`;
  return sql`
    select w.word, w.member_ref_id from ${entries} and ${afterMember(sql, accountId, sql`w.word`, filter)}
      ${ofBook(sql, sql`w`, filter)} ${[
        sql``,
        ...whenSet(filter.memberRefIds, (ids) => sql`and w.member_ref_id = any(${[...ids]}::uuid[])`),
        ...(common === null
          ? []
          : [sql`and (w.member_ref_id in (${membersWithTerms(sql, accountId, common)})) is true`]),
        ...(presence === 'gone'
          ? [
              sql`and (w.member_ref_id in (
                select member_ref_id from ${scoredRows} where account_id = ${accountId} and status = 'red')) is true`,
            ]
          : []),
      ]}
    order by w.word, w.member_ref_id offset 0`;
}

/**
 * Selects the names of an agent's members, whose entries begin with one of the agent's texts. OFFSET 0 keeps the planner from reading the
 * entries of all agents for it.
 */
const namesOfAgent = (sql: Sql, accountId: string, agent: string) => sql`
  select distinct substr(e.word, length(t.prefix) + 1) collate "C" as word, e.member_ref_id, e.workspace_id, e.carrier_id
  from (select agent_prefix(text) as prefix from (${textsOfAgent(sql, accountId, agent)}) known (text)) t
  cross join lateral (
    select * from ${searchWords}
    where account_id = ${accountId} and kind = 'agent' and word >= t.prefix collate "C"
      and word < (t.prefix || ${LAST_CHARACTER}) collate "C"
    offset 0
  ) e`;

const LAST_CHARACTER = '\u{10ffff}';

/** The most entries of words whose members are looked up before they are sorted. */
const FEW_ENTRIES = 500;

/** Returns the folded words of the text of a list by name if many members may have them; null for few members or no text. */
async function commonTerms(sql: Sql, accountId: string, filter: MemberFilter): Promise<readonly string[] | null> {
  if (filter.q === undefined || !isByName(filter)) return null;
  const [found] = await sql<{ terms: readonly string[]; entries: number }[]>`
    select search_terms(${filter.q}) as terms, (
      select count(*)::int from (select ${entriesWithWords(sql, accountId, filter.q)} limit ${FEW_ENTRIES + 1}) found
    ) as entries`;
  return found !== undefined && found.entries > FEW_ENTRIES ? found.terms : null;
}

/** The rest of a select of the entries `w` that begin with each word of a text, as the search of everything finds them. */
const entriesWithWords = (sql: Sql, accountId: string, text: string) => sql`
  from (
    select terms, (select term from unnest(terms) as term order by length(term) desc limit 1) as longest
    from (select search_terms(${text}) as terms) folded
  ) asked
  join ${searchWords} w on w.account_id = ${accountId} and w.kind in ('word', 'policy')
    and w.word >= asked.longest collate "C" and w.word < (asked.longest || ${LAST_CHARACTER}) collate "C"
    and not exists (select from unnest(asked.terms) as term where strpos(w.terms, ' ' || term) = 0)`;

/** Selects the members who have a word that begins with each word of the text. */
const membersWithWords = (sql: Sql, accountId: string, text: string) => sql`
  select distinct coalesce(a.member_ref_id, w.member_ref_id) as member_ref_id
  ${entriesWithWords(sql, accountId, text)}
  left join ${memberAliases} a on a.account_id = ${accountId} and a.workspace_id = w.workspace_id
    and a.carrier_id = w.carrier_id and a.alias_ref_id = w.member_ref_id and a.removed_at is null
  offset 0`;

/** Selects the same members for folded words that many have, from the index alone. */
function membersWithTerms(sql: Sql, accountId: string, terms: readonly string[]): Fragment {
  const [longest = ''] = terms.toSorted((a, b) => b.length - a.length);
  const entries = sql`
    select e.member_ref_id from ${searchWords} e
    where e.account_id = ${accountId} and e.kind in ('word', 'policy') and e.word >= ${longest} collate "C"
      and e.word < ${longest + LAST_CHARACTER} collate "C" ${terms.map((term) => sql`and strpos(e.terms, ${` ${term}`}) > 0`)}`;
  return sql`
    ${entries} union all
    select a.member_ref_id from ${memberAliases} a
    where a.account_id = ${accountId} and a.removed_at is null and a.alias_ref_id in (${entries})`;
}

/**
 * Selects each member's latest row in descending order of the id. Walks the index scored_rows_first_seen and looks each row up, so a page
 * costs only the members before its end and nothing is sorted. Filters on row values apply after the latest row is known.
 * OFFSET 0 keeps the planner from applying the book filter earlier: for a book that it believes to be small it would read and sort all
 * months. A small book costs a walk over the account's members instead.
 */
function latestRows(sql: Sql, { accountId, filter }: MemberList, conditions: readonly Fragment[]) {
  return sql`
    select s.* from (
      select workspace_id, carrier_id, period, member_ref_id from ${firstRows}
      where account_id = ${accountId} ${beforeId(sql, sql`first_rows`, filter)}
      order by member_ref_id desc offset 0
    ) m
    cross join lateral (
      select r.* from ${laterRows(sql, accountId)} and ${isListed(sql, sql`r`, filter.signal)} order by p.period desc limit 1
    ) s
    where true ${ofBook(sql, sql`m`, filter)} ${conditions}
    order by m.member_ref_id desc`;
}

/**
 * Selects rows of one period in the same order. The rollups name the books that have the period; each book's rows are one range of the
 * key, walked from its end for as many rows as the page needs.
 */
function rowsOfPeriod(sql: Sql, { accountId, filter, page }: MemberList, conditions: readonly Fragment[]) {
  return sql`
    select m.* from ${rollups} r
    cross join lateral (
      select s.* from ${scoredRows} s
      where s.account_id = ${accountId} and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
        and s.period = r.period and ${isListed(sql, sql`s`, filter.signal)} ${beforeId(sql, sql`s`, filter)} ${conditions}
      order by s.member_ref_id desc ${page === null ? sql`` : sql`limit ${page.offset + page.limit + 1}`}
    ) m
    where r.account_id = ${accountId} and r.period = ${filter.period ?? null} ${ofBook(sql, sql`r`, filter)}
    order by m.member_ref_id desc`;
}

/** Makes the condition of a page after a member, in descending order of the id. */
const beforeId = (sql: Sql, table: Fragment, { after }: MemberFilter) =>
  after === undefined ? sql`` : sql`and ${table}.member_ref_id < ${after}`;

/** Makes the conditions of a book filter. A member belongs to one carrier and one workspace. */
const ofBook = (sql: Sql, table: Fragment, { carrierId, workspaceId }: MemberFilter) => [
  sql``,
  ...whenSet(carrierId, (id) => sql`and ${table}.carrier_id = ${id}`),
  ...whenSet(workspaceId, (id) => sql`and ${table}.workspace_id = ${id}`),
];

const memberColumns = (sql: Sql, accountId: string) => sql`
  s.member_ref_id as id, s.member_ref_id as "memberRefId", s.member_external_id as "memberExternalId",
  s.member_name as "memberName", s.carrier_id as "carrierId",
  (${carrierName(sql, accountId, sql`s`)}) as "carrierName",
  s.workspace_id as "workspaceId", s.policy_number as "policyNumber", s.plan_name as "planName",
  ${agentNameOf(sql, accountId)} as "agentName",
  ${shownStatus(sql)}, s.flags, s.period as "lastPeriod", round(s.commission_amount, 2)::float8 as "commissionAmount",
  s.effective_date as "effectiveDate", s.term_date as "termDate", ${isProvisional(sql)} as provisional,
  s.first_seen_period as "firstPeriod", s.last_paid_period as "lastPaidPeriod",
  round(s.last_paid_amount, 2)::float8 as "lastPaidAmount", round(s.paid_total - s.clawed_total, 2)::float8 as "paidTotal"`;

interface TimelineRow extends TimelineEntry {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly carrierId: string;
}

/** Reads the timeline. A month that is paid ahead is no result, but it is shown here as unchanged. */
async function readTimeline(sql: Sql, accountId: string, memberRefId: string): Promise<MemberTimeline | null> {
  const rows = await sql<TimelineRow[]>`
    select s.member_ref_id as "memberRefId", s.member_external_id as "memberExternalId", s.member_name as "memberName",
      s.carrier_id as "carrierId", s.period, ${shownStatus(sql)},
      ${memberStatusColumns(sql)}, s.file_id as "fileId", j.job_id as "jobId"
    from (${rowsOfMember(sql, accountId, memberRefId)}) s
    join ${jobs} j on j.account_id = ${accountId} and j.file_id = s.file_id and ${ingestsFile(sql, sql`j`)}
    order by s.period`;
  const latest = rows.at(-1);
  if (latest === undefined) return null;
  const { memberExternalId, memberName, carrierId } = latest;
  const data = rows.map(
    ({ memberRefId: _, memberExternalId: _id, memberName: _name, carrierId: _carrier, ...entry }) => entry,
  );
  return { memberRefId, memberExternalId, memberName, carrierId, data };
}

/** Columns of a scored row `s` as it is shown. The owed amount is null where it could not be computed, which is not the same as zero. */
export const memberStatusColumns = (sql: Sql) => sql`
  s.flags, s.signals, ${reasonOf(sql)} as reason, ${isProvisional(sql)} as provisional, round(s.commission_amount, 2)::float8 as "commissionAmount",
  round(s.prev_commission_amount, 2)::float8 as "prevCommissionAmount", s.compared_against_period as "comparedAgainstPeriod",
  round(s.expected_amount, 2)::float8 as "expectedAmount", coalesce(round(s.commission_owed, 2), 0)::float8 as "commissionOwed",
  round(s.chargeback_amount, 2)::float8 as "chargebackAmount"`;

/** Columns of a scored row `s`, with the carrier and month of the row `book`, which is the scored row or a delta. */
export const rowContextColumns = (sql: Sql, accountId: string, book: Fragment = sql`s`) => sql`
  ${book}.carrier_id as "carrierId", (${carrierName(sql, accountId, book)}) as "carrierName", s.agent_id as "agentId",
  s.agent_name as "agentName", s.effective_date as "effectiveDate", s.term_date as "termDate", ${book}.period`;

/** Selects the shown status: a month that is paid ahead is shown as unchanged. */
export const shownStatus = (sql: Sql) => sql`case when s.status = 'carried' then 'green' else s.status end as status`;

/** Makes the condition that the scored row `s` is shown with this status. */
export const hasStatus = (sql: Sql, status: MemberStatus) =>
  status === 'green' ? sql`and s.status in ('green', 'carried')` : sql`and s.status = ${status}`;

/**
 * Makes the condition that the scored row `row` is listed. Months that are paid ahead are listed only with a signal filter, because
 * signals such as a true-up can occur in them.
 */
export const isListed = (sql: Sql, row: Fragment, signal: SignalCode | undefined) =>
  signal === undefined ? sql`${row}.status <> 'carried'` : sql`true`;

/** Makes the condition that the scored row `s` has this signal. */
export const hasSignal = (sql: Sql, code: SignalCode) =>
  sql`and s.signals @> ${JSON.stringify([{ code }])}::text::jsonb`;
