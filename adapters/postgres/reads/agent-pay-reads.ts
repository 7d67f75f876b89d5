import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { Period } from '../../../core/period.ts';
import type { AgentPay } from '../../../core/report/home-agents.ts';
import { unassignedLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';
import { exactFrom } from '../records/exact-from.ts';
import { whenSet } from './book-filter.ts';

interface AgentPayWanted {
  readonly accountId: string;
  readonly filter: BookFilter;
  readonly period: Period;
}

/**
 * Loads the net pay of agents in a period from the rollups, and from money without a member. The members of a month that an earlier
 * release scored are added up.
 */
export async function loadAgentPay(
  sql: Sql,
  { accountId, filter: { carrierId, workspaceId }, period }: AgentPayWanted,
): Promise<readonly AgentPay[]> {
  const ofBooks = [
    sql`t.account_id = ${accountId} and t.period = ${period}`,
    ...whenSet(carrierId, (id) => sql`and t.carrier_id = ${id}`),
    ...whenSet(workspaceId, (id) => sql`and t.workspace_id = ${id}`),
  ];
  const rows = await sql<(Omit<AgentPay, 'paidNet'> & { paidNet: string })[]>`
    select p.id as "agentId", p.name as "agentName", sum(p.net)::text as "paidNet" from (
      select a.id, a.name, a.net
      from ${rollups} t cross join lateral jsonb_to_recordset(t.agent_pay) as a (id text, name text, net numeric)
      where ${ofBooks}
      union all
      select s.agent_id, s.agent_name, s.net from ${rollups} t cross join lateral (
        select agent_id, agent_name, sum(commission_amount) as net from ${scoredRows}
        where account_id = ${accountId} and workspace_id = t.workspace_id and carrier_id = t.carrier_id and period = t.period
          and t.agent_pay is null
        group by agent_id, agent_name having sum(commission_amount) <> 0
      ) s
      where ${ofBooks} and t.agent_pay is null
      union all
      select t.agent_id, t.agent_name, t.amount from ${unassignedLines} t
      join ${files} f on f.account_id = t.account_id and f.file_id = t.file_id and f.status = 'active'
      where ${ofBooks} and t.is_counted
    ) p
    group by p.id, p.name`;
  return rows.map((row) => ({ ...row, paidNet: exactFrom(row.paidNet) }));
}
