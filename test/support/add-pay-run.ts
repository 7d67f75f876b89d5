import { randomUUID } from 'node:crypto';
import type { Sql } from '../../adapters/postgres/connection/sql.ts';

/** Adds a row to each table of agent pay. `text` stands in every text of them. */
export async function addPayRun(sql: Sql, { accountId, text }: { readonly accountId: string; readonly text: string }) {
  const [runId, agentId] = [randomUUID(), randomUUID()];
  await sql`insert into agents (agent_id, account_id, name) values (${agentId}, ${accountId}, ${text})`;
  await sql`
    insert into agent_names (name_id, account_id, agent_id, kind, text)
    values (${randomUUID()}, ${accountId}, ${agentId}, 'name', ${`Paid ${text}`})`;
  await sql`
    insert into pay_setups (account_id, revision, setup, changed_by)
    values (${accountId}, 1, ${JSON.stringify({ text })}::text::jsonb, ${text})`;
  await sql`
    insert into book_moves (account_id, number, from_month, agent_id, to_agent_id)
    values (${accountId}, 1, '2026-01', ${agentId}, ${agentId})`;
  await sql`
    insert into pay_runs (run_id, account_id, pay_date, months, created_by, state, approved_at, received, people, house, held, paid)
    values (${runId}, ${accountId}, '2026-02-01', '{2026-01}', ${text}, 'approved', '2026-01-31', 1, 1, 0, 0, 1)`;
  await sql`
    insert into pay_adjustments (adjustment_id, account_id, run_id, agent_id, kind, amount, reason, made_by)
    values (${randomUUID()}, ${accountId}, ${runId}, ${agentId}, 'fee', -1, ${text}, ${text})`;
  await sql`
    insert into pay_entries (account_id, run_id, number, line_key, party, agent_id, amount, why, line)
    values (${accountId}, ${runId}, 1, 'key', 'agent', ${agentId}, 1, ${text},
      ${JSON.stringify({ memberName: text, received: 10_000 })}::text::jsonb)`;
  await sql`
    insert into pay_settlements (account_id, run_id, agent_id, agent_name, earned, taken_back, adjustments, advance, held_back, released,
      recovered, paid, waiting_before, holdback_before, debt_before, waiting, holdback, debt)
    values (${accountId}, ${runId}, ${agentId}, ${text}, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)`;
  const questionId = randomUUID();
  await sql`
    insert into pay_questions (question_id, account_id, agent_id, run_id, line_number)
    values (${questionId}, ${accountId}, ${agentId}, ${runId}, 1)`;
  await sql`
    insert into pay_messages (message_id, account_id, question_id, is_office, author, body)
    values (${randomUUID()}, ${accountId}, ${questionId}, false, ${text}, ${text})`;
  await sql`
    insert into pay_mails (account_id, run_id, agent_id, sent_to, sent_by)
    values (${accountId}, ${runId}, ${agentId}, ${text}, ${text})`;
  await sql`
    insert into agent_pairs_apart (account_id, one, other) values (${accountId}, ${text}, ${`Z ${text}`})`;
}
