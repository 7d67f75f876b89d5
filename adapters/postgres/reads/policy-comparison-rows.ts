import type { Period } from '../../../core/period.ts';
import type { EarlierPresence, IdRule, PolicyMatch } from '../../../core/policies/compare-policies.ts';
import type { ListedPolicy } from '../../../core/policies/listed-policy.ts';
import type { BookMember } from '../../../core/policies/policy-finding.ts';
import { memberRefs, normaliseId } from '../../../core/statement/member-key.ts';
import type { Sql } from '../sql.ts';

/** The rows that one list is compared with: of its own workspace and carrier, up to one period. */

export interface ListedBook {
  readonly carrierId: string;
  readonly workspaceId: string;
}

type BookPeriod = ListedBook & { readonly period: Period };

/** A table's rows of the book. Names are constants of this program. */
const ofBook = (
  sql: Sql,
  accountId: string,
  { table, book }: { readonly table: string; readonly book: ListedBook },
) => sql`
  ${sql.unsafe(table)}.account_id = ${accountId} and ${sql.unsafe(table)}.workspace_id = ${book.workspaceId}
  and ${sql.unsafe(table)}.carrier_id = ${book.carrierId}`;

export function loadListed(sql: Sql, accountId: string, book: ListedBook): Promise<readonly ListedPolicy[]> {
  return sql<ListedPolicy[]>`
    select p.policy_id as "policyId", p.policy_number as "policyNumber", p.member_name as "memberName", p.plan_name as "planName",
      p.effective_date::text as "effectiveDate", p.term_date::text as "termDate", (p.premium * 10000)::float8 as premium,
      (p.lives * 100)::float8 as lives, (p.rate * 1000000)::float8 as rate, p.agent, p.status
    from listed_policies p where ${ofBook(sql, accountId, { table: 'p', book })}
    order by p.policy_key`;
}

/** By the format that the period was scored with; null where the book has no data in it. */
export async function idRuleOf(sql: Sql, accountId: string, book: BookPeriod): Promise<IdRule | null> {
  const [row] = await sql<IdRule[]>`
    select coalesce((c.config -> 'memberId' ->> 'stripLeadingZeros')::boolean, false) as "stripLeadingZeros"
    from rollups r join statement_configs c on c.config_id = r.config_id
    where ${ofBook(sql, accountId, { table: 'r', book })} and r.period = ${book.period}`;
  return row ?? null;
}

/** Scored rows with the policy numbers and second ids of the period's lines. */
export function loadMembers(sql: Sql, accountId: string, book: BookPeriod): Promise<readonly BookMember[]> {
  return sql<BookMember[]>`
    with other as materialized (
      select l.member_ref_id, array_agg(distinct each.id) as ids
      from statement_lines l cross join lateral (values (l.policy_number), (l.alternate_member_id)) each (id)
      where ${ofBook(sql, accountId, { table: 'l', book })} and l.period = ${book.period} and each.id is not null
      group by l.member_ref_id
    )
    select s.member_ref_id as "memberRefId", s.member_external_id as "memberExternalId", s.member_name as "memberName",
      s.plan_name as "planName", s.status, (s.commission_amount * 10000)::float8 as commission,
      s.last_present_period as "lastPeriod", (s.last_present_amount * 10000)::float8 as "lastAmount",
      array_remove(other.ids || s.policy_number, null) as "otherIds",
      s.agent_id as "agentId", s.agent_name as "agentName", (s.premium_amount * 10000)::float8 as premium,
      (s.lives * 100)::float8 as lives, (s.rate * 1000000)::float8 as rate
    from scored_rows s left join other on other.member_ref_id = s.member_ref_id
    where ${ofBook(sql, accountId, { table: 's', book })} and s.period = ${book.period}
    order by s.member_ref_id`;
}

/** Where ids that the period does not have were last. Member ids are looked up by key, others among the lines of the book. */
export async function loadEarlier(
  sql: Sql,
  accountId: string,
  { book, absent }: { readonly book: BookPeriod; readonly absent: PolicyMatch['absent'] },
): Promise<readonly EarlierPresence[]> {
  if (absent.length === 0) return [];
  const refOf = memberRefs({ accountId, ...book });
  const keys = new Map(absent.map(({ memberKey }) => [refOf(memberKey), memberKey] as const));
  const [members, others] = await Promise.all([
    sql<{ memberRefId: string; lastPeriod: Period; lastAmount: number }[]>`
      select distinct on (s.member_ref_id) s.member_ref_id as "memberRefId", s.last_present_period as "lastPeriod",
        (s.last_present_amount * 10000)::float8 as "lastAmount"
      from rollups r
      join scored_rows s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
        and s.period = r.period and s.member_ref_id = any(${[...keys.keys()]}::uuid[])
      where ${ofBook(sql, accountId, { table: 'r', book })} and r.period <= ${book.period}
      order by s.member_ref_id, s.period desc`,
    loadOtherIds(sql, accountId, { book, ids: [...new Set(absent.flatMap(({ otherIds }) => otherIds))] }),
  ]);
  const byMember = members.map(({ memberRefId, lastPeriod, lastAmount }) => {
    return { key: keys.get(memberRefId) ?? '', lastPeriod, lastAmount };
  });
  return [...others, ...byMember];
}

/**
 * The last period of each policy number or second id. What a line of it paid is not told, because of a statement with totals of the year
 * it is no month's pay. The database compares without regard to case and spaces; `normaliseId` has the last word.
 */
async function loadOtherIds(
  sql: Sql,
  accountId: string,
  { book, ids }: { readonly book: BookPeriod; readonly ids: readonly string[] },
): Promise<readonly EarlierPresence[]> {
  const found = await sql<{ id: string; lastPeriod: Period }[]>`
    select each.id, max(l.period) as "lastPeriod"
    from rollups r
    join statement_lines l on l.account_id = r.account_id and l.period = r.period and l.workspace_id = r.workspace_id
      and l.carrier_id = r.carrier_id
    cross join lateral (values (l.policy_number), (l.alternate_member_id)) each (id)
    where ${ofBook(sql, accountId, { table: 'r', book })} and r.period <= ${book.period}
      and upper(regexp_replace(each.id, '\\s', '', 'g')) = any(${ids}::text[])
    group by each.id`;
  const last = new Map<string, Period>();
  for (const { id, lastPeriod } of found) {
    const key = normaliseId(id);
    const before = last.get(key);
    if (before === undefined || before < lastPeriod) last.set(key, lastPeriod);
  }
  return [...last].map(([key, lastPeriod]) => ({ key, lastPeriod, lastAmount: null }));
}
