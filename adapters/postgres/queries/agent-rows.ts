import type { Fragment } from 'postgres';
import type { SpellingKind } from '../../../core/agents/propose-agents.ts';
import { agentNames, agents, bookMoves } from '../../../schema/agents.ts';
import { unassignedLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';

/** Queries of rows by the agent that they belong to (docs/reference/agents.md#whose-a-row-is). */

/**
 * Selects carrier_id, period, id, name, member_ref_id and net of agents from the rollups `t`, and from money without a member. The members
 * of a month that an earlier release scored are added up. Only members with moves of their own have a member_ref_id: rows without one
 * contain their net, so it is taken out there.
 */
export const agentPayRows = (sql: Sql, accountId: string, ofBooks: readonly Fragment[]): Fragment => sql`
  select t.carrier_id, t.period, a.id, a.name, null::uuid as member_ref_id, a.net
  from ${rollups} t cross join lateral jsonb_to_recordset(t.agent_pay) as a (id text, name text, net numeric)
  where ${ofBooks}
  union all
  select t.carrier_id, t.period, s.agent_id, s.agent_name, null, s.net from ${rollups} t cross join lateral (
    select agent_id, agent_name, sum(commission_amount) as net from ${scoredRows}
    where account_id = ${accountId} and workspace_id = t.workspace_id and carrier_id = t.carrier_id and period = t.period
      and t.agent_pay is null
    group by agent_id, agent_name having sum(commission_amount) <> 0
  ) s
  where ${ofBooks} and t.agent_pay is null
  union all
  select t.carrier_id, t.period, s.agent_id, s.agent_name, part.member_ref_id, part.net
  from ${rollups} t cross join (select distinct * from moved_members()) m (member_ref_id) cross join lateral (
    select * from ${scoredRows}
    where account_id = ${accountId} and workspace_id = t.workspace_id and carrier_id = t.carrier_id and period = t.period
      and member_ref_id = m.member_ref_id
    offset 0
  ) s
  cross join lateral (values (null::uuid, -s.commission_amount), (s.member_ref_id, s.commission_amount)) as part (member_ref_id, net)
  where ${ofBooks}
  union all
  select t.carrier_id, t.period, t.agent_id, t.agent_name, null, t.amount from ${unassignedLines} t
  join ${files} f on f.account_id = t.account_id and f.file_id = t.file_id and f.status = 'active'
  where ${ofBooks} and t.is_counted`;

/** Selects the member of a scored row `s` who moved alone, apart from a book; null for the others, so that these can be grouped. */
export const movedMember = (sql: Sql): Fragment =>
  sql`case when s.member_ref_id in (select moved_members()) then s.member_ref_id end`;

/** The columns by which a statement says whose a row is. */
interface StatementAgent {
  readonly carrier: Fragment;
  readonly number: Fragment;
  readonly name: Fragment;
}

/** The columns of a row that say whose it is after the moves of books: also its member, null without one, and its month. */
export interface AgentColumns extends StatementAgent {
  readonly member: Fragment;
  readonly month: Fragment;
}

/** The columns of a scored row, as the alias `s`. */
export const scoredColumns = (sql: Sql): AgentColumns => ({
  carrier: sql`s.carrier_id`,
  number: sql`s.agent_id`,
  name: sql`s.agent_name`,
  member: sql`s.member_ref_id`,
  month: sql`s.period`,
});

/** Selects the id of the record that a row belongs to; null without one. The rule is the database's, by which agents see rows. */
export function recordOf(sql: Sql, accountId: string, columns: AgentColumns): Fragment {
  const { carrier, number, name, member, month } = columns;
  return sql`
    case when exists (select from ${bookMoves} where account_id = ${accountId})
      then agent_of_row(${carrier}, ${number}, ${name}, ${member}, ${month}) else ${recordOnStatement(sql, accountId, columns)} end`;
}

/**
 * Selects the id of the record that a statement names, whatever moves the book made; null without one. The rule is that of the database's
 * agent_of_account_row. Written out it costs a quarter of a call.
 */
export function recordOnStatement(sql: Sql, accountId: string, { carrier, number, name }: StatementAgent): Fragment {
  const named = (kind: SpellingKind, text: Fragment) => sql`
    (select n.agent_id from ${agentNames} n
      where n.account_id = ${accountId} and n.kind = ${kind} and n.folded = lower(${text}) and n.agent_id is not null
        and (n.carrier_id is null or n.carrier_id = ${carrier}) limit 1)`;
  return sql`coalesce(${named('number', number)}, ${named('name', name)})`;
}

/** Selects the name of the record with an id. The inner select makes PostgreSQL look the id up once, and not for each agent. */
export const nameOfRecord = (sql: Sql, accountId: string, recordId: Fragment): Fragment =>
  sql`(select name from ${agents} where account_id = ${accountId} and agent_id = (select ${recordId}))`;

/** Selects the agent's name in a row: that of the record, else the one on the statement. By default the row is a scored one, `s`. */
export const agentNameOf = (sql: Sql, accountId: string, columns: AgentColumns = scoredColumns(sql)): Fragment =>
  sql`coalesce(${nameOfRecord(sql, accountId, recordOf(sql, accountId, columns))}, ${columns.name})`;

/** Selects the records that a text names by id, name, or a name or number of statements. */
const recordsNamed = (sql: Sql, accountId: string, agent: string): Fragment => sql`
  select agent_id from ${agents}
  where account_id = ${accountId} and (agent_id::text = lower(${agent}) or lower(name) = lower(${agent}))
  union select agent_id from ${agentNames}
  where account_id = ${accountId} and folded = lower(${agent}) and agent_id is not null`;

/**
 * Selects the text, and in lower case the names and numbers of the records that it names, and of those from whom a book came to them. A
 * signed-in agent reads no names of others, so the database names the agent's own texts.
 */
export const textsOfAgent = (sql: Sql, accountId: string, agent: string): Fragment => sql`
  select lower(${agent})
  union select unnest(current_agent_spellings())
  union select n.folded from ${agentNames} n
  where n.account_id = ${accountId} and n.agent_id in (
    with recursive before as (
      select agent_id from (${recordsNamed(sql, accountId, agent)}) named
      union
      select m.agent_id from before b join ${bookMoves} m on m.account_id = ${accountId} and m.to_agent_id = b.agent_id
    )
    select agent_id from before)`;

/**
 * Makes the condition for scored rows `s` of an agent, who is named by the id or name of a record, or by a name or number of statements.
 * Texts are compared first, because this is cheap and leaves few rows of which the record is looked up.
 */
export function isOfAgent(sql: Sql, accountId: string, agent: string): Fragment {
  const columns = scoredColumns(sql);
  const { number, name } = columns;
  const texts = textsOfAgent(sql, accountId, agent);
  const record = recordOf(sql, accountId, columns);
  return sql`
    (lower(${name}) in (${texts}) or lower(${number}) in (${texts}))
    and (${record} in (${recordsNamed(sql, accountId, agent)})
      or (${record} is null and lower(${agent}) in (lower(${name}), lower(${number}))))`;
}

/** Lets one transaction at a time change an account's agents. It ends with the transaction. */
export async function lockAgents(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agents ${accountId}`}, 0))`;
}
