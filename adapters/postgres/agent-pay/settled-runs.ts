import type { Fragment } from 'postgres';
import type { NumberedEntry } from '../../../app/agent-pay/pay-run-record.ts';
import type { RunKey, SettledAgent, SettledRun } from '../../../app/agent-pay/pay-runs.ts';
import type { ReadPayables } from '../../../app/agent-pay/run-papers.ts';
import { findingKey, type SettledBalance, type ShownLine } from '../../../core/agent-pay/pay-run.ts';
import type { Money } from '../../../core/money.ts';
import { payEntries, payRuns, paySettlements } from '../../../schema/agent-pay.ts';
import { agents } from '../../../schema/agents.ts';
import { scoredRows } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { currentSetup } from './pay-setup-store.ts';
import { asMoney } from './run-material.ts';

interface SettlementRow extends Omit<SettledAgent, 'before' | 'after'> {
  readonly waitingBefore: Money;
  readonly holdbackBefore: Money;
  readonly debtBefore: Money;
  readonly waiting: Money;
  readonly holdback: Money;
  readonly debt: Money;
}

/** Reads how an approved run settled: with all agents, or with the named one. */
export async function settledAgents(
  sql: Sql,
  { accountId, runId }: RunKey,
  party: string | null,
): Promise<readonly SettledAgent[]> {
  const rows = await sql<SettlementRow[]>`
    select ${settlementColumns(sql)} from ${paySettlements} s
    where account_id = ${accountId} and run_id = ${runId} and (${party}::text is null or agent_id::text = ${party}) order by agent_id`;
  return rows.map(settledAgent);
}

/** Reads how approved runs settled with an agent. */
export async function settledRuns(
  sql: Sql,
  { accountId, agentId }: { readonly accountId: string; readonly agentId: string },
): Promise<readonly SettledRun[]> {
  const rows = await sql<(SettlementRow & Omit<SettledRun, keyof SettledAgent>)[]>`
    select r.run_id as "runId", r.pay_date::text as "payDate", to_jsonb(r.months) as months, r.state = 'paid' as "isPaid",
      r.paid_on::text as "paidOn", ${settlementColumns(sql)}
    from ${paySettlements} s join ${payRuns} r on r.account_id = s.account_id and r.run_id = s.run_id
    where s.account_id = ${accountId} and s.agent_id = ${agentId} order by r.approved_at desc, r.position desc`;
  return rows.map((row) => {
    const { runId, payDate, months, isPaid, paidOn } = row;
    return { runId, payDate, months, isPaid, paidOn, ...settledAgent(row) };
  });
}

function settlementColumns(sql: Sql) {
  const inMoney = asMoney(sql);
  return sql`
    s.agent_id as "agentId", s.agent_name as "agentName", ${inMoney('s.earned')} as earned, ${inMoney('s.taken_back')} as "takenBack",
    ${inMoney('s.adjustments')} as adjustments, ${inMoney('s.advance')} as advance, ${inMoney('s.held_back')} as "heldBack",
    ${inMoney('s.released')} as released, ${inMoney('s.recovered')} as recovered, ${inMoney('s.paid')} as paid,
    ${inMoney('s.waiting_before')} as "waitingBefore", ${inMoney('s.holdback_before')} as "holdbackBefore",
    ${inMoney('s.debt_before')} as "debtBefore", ${inMoney('s.waiting')} as waiting, ${inMoney('s.holdback')} as holdback,
    ${inMoney('s.debt')} as debt`;
}

function settledAgent(row: SettlementRow): SettledAgent {
  const { agentId, agentName, earned, takenBack, adjustments, advance, heldBack, released, recovered, paid } = row;
  return {
    ...{ agentId, agentName, earned, takenBack, adjustments, advance, heldBack, released, recovered, paid },
    before: { waiting: row.waitingBefore, holdback: row.holdbackBefore, debt: row.debtBefore },
    after: { waiting: row.waiting, holdback: row.holdback, debt: row.debt },
  };
}

/** Selects the entries of an agent, by the index of agents, or those of the house or of what is held. Null selects all. */
export function ofParty(sql: Sql, party: string | null): Fragment {
  if (party === null) return sql``;
  if (party === 'house' || party === 'held') return sql`and party = ${party}`;
  return UUID.test(party) ? sql`and agent_id = ${party}` : sql`and false`;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the entries of an approved run in their order: all, or those of a party. */
export async function storedEntries(
  sql: Sql,
  { accountId, runId }: RunKey,
  party: string | null,
  rest: Fragment,
): Promise<readonly NumberedEntry[]> {
  const rows = await sql<
    {
      key: string;
      party: 'agent' | 'house' | 'held';
      agentId: string | null;
      amount: Money;
      why: string;
      line: ShownLine;
      number: number;
    }[]
  >`
    select line_key as key, party, agent_id as "agentId", ${asMoney(sql)('amount')} as amount, why, line, number::int as number
    from ${payEntries} where account_id = ${accountId} and run_id = ${runId} ${ofParty(sql, party)} order by number ${rest}`;
  return rows.map(({ party: kind, agentId, ...entry }) => ({
    ...entry,
    party: kind === 'agent' ? { agentId: agentId ?? '' } : kind,
  }));
}

/** Reads what changed for members, without the name of the agent before: the agent reads this on a statement. */
export async function findingsOf(
  sql: Sql,
  accountId: string,
  lines: readonly ShownLine[],
): Promise<ReadonlyMap<string, string>> {
  const known = lines.filter(({ memberRefId }) => memberRefId !== null);
  const rows = await sql<{ memberRefId: string; period: string; reason: string }[]>`
    select s.member_ref_id as "memberRefId", s.period,
      case when s.signals @> '[{"code":"AGENT_CHANGED"}]' then replace(s.reason, ' ' || (
        select signal.value ->> 'detail' from jsonb_array_elements(s.signals) signal
        where signal.value ->> 'code' = 'AGENT_CHANGED' limit 1), '') else s.reason end as reason
    from (select distinct * from unnest(${known.map(({ memberRefId }) => memberRefId)}::uuid[], ${known.map(({ period }) => period)}::text[])
      as wanted (member, month)) wanted
    join ${scoredRows} s on s.account_id = ${accountId} and s.member_ref_id = wanted.member and s.period = wanted.month
    where s.reason is not null`;
  return new Map(rows.map(({ memberRefId, period, reason }) => [findingKey({ memberRefId, period }), reason]));
}

/** Reads what approved runs left of each agent: what is not paid yet, and the balance after the latest run. */
export function createPayableReads(database: Database): ReadPayables {
  return (accountId) =>
    database.read(accountId, async (sql) => {
      const inMoney = asMoney(sql);
      const latest = (column: string) => sql`
        (array_agg(${inMoney(column)} order by r.approved_at desc, r.position desc))[1]`;
      const [settled, setup, people] = await Promise.all([
        sql<SettledBalance[]>`
          select s.agent_id as "agentId",
            coalesce(${inMoney(`sum(s.paid) filter (where r.state = 'approved')`)}, 0) as due,
            min(r.pay_date) filter (where r.state = 'approved' and s.paid <> 0)::text as "dueSince",
            ${latest('s.waiting')} as waiting, ${latest('s.holdback')} as holdback, ${latest('s.debt')} as debt
          from ${paySettlements} s join ${payRuns} r on r.account_id = s.account_id and r.run_id = s.run_id
          where s.account_id = ${accountId} group by s.agent_id`,
        currentSetup(sql, accountId),
        sql<{ id: string; name: string }[]>`
          select agent_id as id, name from ${agents} where account_id = ${accountId}`,
      ]);
      const names = new Map(people.map(({ id, name }) => [id, name]));
      return { settled, setup: setup?.setup ?? null, names };
    });
}
