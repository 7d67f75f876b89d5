import type { ReadPayables } from '../../../app/agent-pay/list-payables.ts';
import type { SettledBalance } from '../../../core/agent-pay/payable.ts';
import { payRuns, paySettlements } from '../../../schema/agent-pay.ts';
import { agents } from '../../../schema/agents.ts';
import type { Database } from '../connection/database.ts';
import { currentSetup } from './pay-setup-store.ts';
import { asMoney } from './run-material.ts';

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
