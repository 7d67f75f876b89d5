import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { AgentRollup } from '../../../app/reads/report-rollup.ts';
import type { Period } from '../../../core/period.ts';
import { paidByAgent } from '../../../schema/views.ts';
import type { Sql } from '../connection/sql.ts';
import { nameOfRecord, recordOf } from '../queries/agent-rows.ts';
import { whenSet } from '../queries/book-scope.ts';
import { visibleCarriers } from '../queries/carrier-scope.ts';

interface AgentsWanted extends BookFilter {
  readonly accountId: string;
  /** The first and the last month, both included. Undefined means unbounded. */
  readonly from: Period | undefined;
  readonly to: Period | undefined;
}

/** Loads what each agent was paid, by carrier, the largest amount first. Amounts are summed over months and workspaces. */
export function loadAgents(
  sql: Sql,
  { accountId, carrierId, workspaceId, from, to }: AgentsWanted,
): Promise<readonly AgentRollup[]> {
  const record = recordOf(sql, accountId, {
    carrier: sql`p.carrier_id`,
    number: sql`p.agent_id`,
    name: sql`p.agent_name`,
  });
  return sql<AgentRollup[]>`
    select p.carrier_id as "carrierId", c.name as "carrierName",
      (array_agg(p.agent_id order by p.agent_id is null, p.period desc, p.agent_id))[1] as "agentId",
      coalesce(${nameOfRecord(sql, accountId, sql`p.record`)},
        (array_agg(p.agent_name order by p.period desc, p.agent_name desc nulls last))[1]) as "agentName", p.record as "agentRecordId",
      round(sum(p.gross - p.chargebacks), 2)::float8 as "paidNet", round(sum(p.gross), 2)::float8 as "paidGross",
      round(sum(p.chargebacks), 2)::float8 as chargebacks
    from (
      select p.*, ${record} as record from ${paidByAgent} p
      where ${[
        sql`p.account_id = ${accountId}`,
        ...whenSet(from, (first) => sql`and p.period >= ${first}`),
        ...whenSet(to, (last) => sql`and p.period <= ${last}`),
        ...whenSet(carrierId, (id) => sql`and p.carrier_id = ${id}`),
        ...whenSet(workspaceId, (id) => sql`and p.workspace_id = ${id}`),
      ]}
    ) p
    join ${visibleCarriers(sql, accountId)} c on c.carrier_id = p.carrier_id
    group by p.carrier_id, c.name, p.record, case when p.record is null then p.agent_id end,
      case when p.record is null and p.agent_id is null then p.agent_name end
    order by sum(p.gross - p.chargebacks) desc, c.name, p.carrier_id, "agentId", "agentName"`;
}
