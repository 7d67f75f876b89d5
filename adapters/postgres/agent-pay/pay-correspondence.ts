import { randomUUID } from 'node:crypto';
import type { Fragment } from 'postgres';
import type { PayMail, PayMailStore } from '../../../app/agent-pay/mail-statements.ts';
import type {
  PayMessageOrder,
  PayQuestion,
  PayQuestionStore,
  QuestionKey,
} from '../../../app/agent-pay/pay-questions.ts';
import { payQuestionExists, unknownPaidLine, unknownPayRun } from '../../../core/refusals.ts';
import { payEntries, payMails, payMessages, payQuestions, payRuns, paySettlements } from '../../../schema/agent-pay.ts';
import { agents } from '../../../schema/agents.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { countedPage, countOfQuery } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';

/** Stores questions. The audit trail has no message of them; an agent's own writing is not in it, because an agent writes nothing else. */
export function createPayQuestionStore(database: Database): PayQuestionStore {
  return {
    list: (accountId, { runId, agentId, isOpen, ...page }) =>
      database.read(accountId, async (sql) => {
        const filters = [
          runId === undefined ? sql`true` : sql`q.run_id = ${runId}`,
          agentId === undefined ? sql`true` : sql`q.agent_id = ${agentId}`,
          isOpen === undefined ? sql`true` : sql`${isOpenOf(sql)} = ${isOpen}`,
        ];
        const matching = filters.reduce((all, one) => sql`${all} and ${one}`);
        const rows = await sql<PayQuestion[]>`
          ${selectQuestions(sql, accountId, matching)}
          order by ${isOpenOf(sql)} desc, m.latest desc, q.position desc limit ${page.limit + 1} offset ${page.offset}`;
        return countedPage(rows, page, () => countOfQuery(sql, selectQuestions(sql, accountId, matching)));
      }),
    find: (key) => database.read(key.accountId, (sql) => findQuestion(sql, key)),
    open: ({ accountId, runId, agentId, lineNumber, questionId }, message) =>
      database.tenant(accountId, async (sql) => {
        const [settled] = await sql`
          select 1 from ${paySettlements} where account_id = ${accountId} and run_id = ${runId} and agent_id = ${agentId}`;
        if (settled === undefined) return unknownPayRun();
        if (lineNumber !== null) {
          const [line] = await sql`
            select 1 from ${payEntries}
            where account_id = ${accountId} and run_id = ${runId} and agent_id = ${agentId} and number = ${lineNumber}`;
          if (line === undefined) return unknownPaidLine();
        }
        const opened = await sql`
          insert into ${payQuestions} (question_id, account_id, agent_id, run_id, line_number)
          values (${questionId}, ${accountId}, ${agentId}, ${runId}, ${lineNumber})
          on conflict do nothing`;
        if (opened.count === 0) return payQuestionExists();
        await insertMessage(sql, { accountId, questionId }, message);
        return null;
      }),
    write: (key, message, origin) =>
      database.tenant(key.accountId, async (sql) => {
        await insertMessage(sql, key, message);
        if (!message.isOffice) return;
        const { accountId, questionId } = key;
        await recordAudit(sql, { accountId, origin, action: 'pay_question.answer', target: questionId });
      }),
    setOpen: ({ accountId, questionId }, isOpen, origin) =>
      database.tenant(accountId, async (sql) => {
        await sql`
          update ${payQuestions} set closed_at = case when ${isOpen} then null else clock_timestamp() end,
            closed_by = case when ${isOpen} then null else ${origin.actor} end
          where account_id = ${accountId} and question_id = ${questionId}`;
        const action = isOpen ? 'pay_question.open' : 'pay_question.close';
        await recordAudit(sql, { accountId, origin, action, target: questionId });
      }),
  };
}

async function findQuestion(sql: Sql, { accountId, questionId }: QuestionKey): Promise<PayQuestion | null> {
  const [question] = await sql<PayQuestion[]>`
    ${selectQuestions(sql, accountId, sql`q.question_id = ${questionId}`)}`;
  return question ?? null;
}

/** A closed thread is open again when the agent wrote after its end. */
const isOpenOf = (sql: Sql) => sql`(q.closed_at is null or coalesce(m.asked > q.closed_at, false))`;

const selectQuestions = (sql: Sql, accountId: string, matching: Fragment): Fragment => sql`
  select q.question_id as "questionId", q.agent_id as "agentId", a.name as "agentName", q.run_id as "runId",
    r.pay_date::text as "payDate", q.line_number::int as "lineNumber", ${isOpenOf(sql)} as "isOpen", m.messages,
    case when e.run_id is not null then jsonb_build_object('memberName', e.line -> 'memberName', 'policyNumber', e.line -> 'policy',
      'coverageMonth', e.line -> 'coverageMonth', 'amount', e.amount, 'why', e.why) end as about
  from ${payQuestions} q
  join ${payRuns} r on r.account_id = q.account_id and r.run_id = q.run_id
  join ${agents} a on a.account_id = q.account_id and a.agent_id = q.agent_id
  left join ${payEntries} e on e.account_id = q.account_id and e.run_id = q.run_id and e.number = q.line_number
  cross join lateral (
    select max(w.written_at) as latest, max(w.written_at) filter (where not w.is_office) as asked,
      jsonb_agg(jsonb_build_object('isOffice', w.is_office, 'author', w.author, 'text', w.body,
        'writtenAt', to_char(w.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by w.position) as messages
    from ${payMessages} w where w.account_id = q.account_id and w.question_id = q.question_id
  ) m
  where q.account_id = ${accountId} and ${matching}`;

async function insertMessage(
  sql: Sql,
  { accountId, questionId }: QuestionKey,
  { text, author, isOffice }: PayMessageOrder,
): Promise<void> {
  await sql`
    insert into ${payMessages} (message_id, account_id, question_id, is_office, author, body)
    values (${randomUUID()}, ${accountId}, ${questionId}, ${isOffice}, ${author}, ${text})`;
}

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
