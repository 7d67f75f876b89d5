import type { PayMail, PayMailStore } from '../../../app/agent-pay/mail-statements.ts';
import { payMails, payRuns, paySettlements } from '../../../schema/agent-pay.ts';
import { agents } from '../../../schema/agents.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';

export function createPayMailStore(database: Database): PayMailStore {
  return {
    list: ({ accountId, runId }) =>
      database.read(accountId, async (sql) => {
        const [run] = await sql`
          select 1 from ${payRuns} where account_id = ${accountId} and run_id = ${runId} and state in ('approved', 'paid')`;
        if (run === undefined) return null;
        return sql<PayMail[]>`
          select s.agent_id as "agentId", a.name as "agentName", a.email, m.sent_to as "sentTo", m.sent_at as "sentAt"
          from ${paySettlements} s
          join ${agents} a on a.account_id = s.account_id and a.agent_id = s.agent_id
          left join ${payMails} m
            on m.account_id = s.account_id and m.run_id = s.run_id and m.agent_id = s.agent_id and m.sent_at is not null
          where s.account_id = ${accountId} and s.run_id = ${runId}
          order by a.email is not null, lower(a.name), s.agent_id`;
      }),
    claim: ({ accountId, runId }, { agentId, to, isAgain }, origin) =>
      database.tenant(accountId, async (sql) => {
        // A claim whose process died ends after a quarter of an hour.
        const claimed = await sql`
          insert into ${payMails} as m (account_id, run_id, agent_id, sent_to, sent_by)
          values (${accountId}, ${runId}, ${agentId}, ${to}, ${origin.actor})
          on conflict (run_id, agent_id) do update
          set sent_to = excluded.sent_to, sent_by = excluded.sent_by, claimed_at = excluded.claimed_at, sent_at = null
          where m.account_id = ${accountId}
            and case when m.sent_at is null then m.claimed_at < clock_timestamp() - interval '15 minutes' else ${isAgain} end`;
        if (claimed.count === 0) return false;
        await recordAudit(sql, { accountId, origin, action: 'pay_run.mail', target: runId, meta: { agentId } });
        return true;
      }),
    end: ({ accountId, runId }, agentId, isSent) =>
      database.tenant(accountId, async (sql) => {
        if (isSent)
          await sql`
            update ${payMails} set sent_at = clock_timestamp()
            where account_id = ${accountId} and run_id = ${runId} and agent_id = ${agentId}`;
        else
          await sql`
            delete from ${payMails} where account_id = ${accountId} and run_id = ${runId} and agent_id = ${agentId}`;
      }),
  };
}
