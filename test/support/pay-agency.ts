import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import { createPayRunStore } from '../../adapters/postgres/agent-pay/pay-run-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import type { Sql } from '../../adapters/postgres/connection/sql.ts';
import { approveRun } from '../../app/agent-pay/pay-runs.ts';
import { isRefused } from '../../core/problem.ts';
import { OPERATOR_TOKEN } from './http-service.ts';
import { PersonBrowser } from './person-browser.ts';
import { type OwnService, type StatementRow, statement, type TestAccount } from './service.ts';

/** An agency with two agents and an owner who signed in, for tests of pay runs. */

let emails = 0;
/** The other cells of a line of an agent. */
export const of = (agent: string) => ({ Name: 'Ada Doe', Policy: 'P-1', Plan: 'Gold', Agent: agent });
export const JANUARY: readonly StatementRow[] = [
  ['M1', 100, of('WHITFIELD, DANA')],
  ['M2', 50.25, of('Dana Whitfield')],
  ['M3', 80, of('Lee Park')],
  ['M4', 10, of('Nobody Known')],
];

/** Makes an account with two agents, of whom Lee is above Dana, and a person of it. */
export async function payAgency(service: OwnService) {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account, name: 'Aetna' });
  const load = (rows: readonly StatementRow[], period: string) =>
    account.load({ file: statement(rows), carrierId, period });
  const january = await load(JANUARY, '2026-01');
  const signIn = async (role: string): Promise<PersonBrowser> => {
    emails += 1;
    const added = await fetch(`${service.url}/v1/admin/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        accountId: account.accountId,
        email: `${role}${emails}@harbor.example`,
        name: role,
        role,
      }),
    });
    const browser = new PersonBrowser(service.url);
    await browser.follow(z.object({ signInLink: z.string() }).parse(await added.json()).signInLink);
    return browser;
  };
  const owner = await signIn('owner');
  const create = async (name: string, more: object = {}) =>
    z.object({ agentId: z.string() }).parse((await owner.call('POST', '/v1/agents', { name, ...more })).json).agentId;
  const lee = await create('Lee Park');
  const dana = await create('Dana Whitfield', { uplineId: lee });
  const join = (agentId: string, text: string) =>
    owner.call('POST', `/v1/agents/${agentId}/names`, { kind: 'name', text });
  for (const [agentId, text] of [
    [dana, 'WHITFIELD, DANA'],
    [dana, 'Dana Whitfield'],
    [lee, 'Lee Park'],
  ] as const) {
    const joined = await join(agentId, text);
    expect([201, 409], joined.body).toContain(joined.status);
  }
  const setup = {
    firstMonth: '2026-01',
    plans: [
      {
        planId: 'senior',
        name: 'Senior',
        rules: [{ ruleId: 'all', pay: { by: 'commission', percent: 50 }, overrides: { by: 'level', percents: [10] } }],
      },
    ],
    agents: [dana, lee].map((agentId) => ({ agentId, plans: [{ from: '2026-01', planId: 'senior' }] })),
  };
  return { account, carrierId, owner, signIn, dana, lee, load, january, setup };
}

export const wholeRun = z.looseObject({
  id: z.string(),
  state: z.string(),
  hasChangedSinceReview: z.boolean(),
  sums: z.object({ received: z.number(), people: z.number(), house: z.number(), held: z.number(), paid: z.number() }),
  agents: z.array(
    z.looseObject({
      agentId: z.string(),
      agentName: z.string(),
      earned: z.number(),
      takenBack: z.number(),
      paid: z.number(),
      after: z.object({ waiting: z.number(), holdback: z.number(), debt: z.number() }),
    }),
  ),
  heldLines: z.array(z.object({ why: z.string(), lines: z.number(), amount: z.number() })),
});
export const runLines = z.object({
  data: z.array(
    z.looseObject({
      memberExternalId: z.string().nullable(),
      agentName: z.string().nullable(),
      amount: z.number(),
      why: z.string(),
    }),
  ),
});
export type PayAgency = Awaited<ReturnType<typeof payAgency>>;

/** Stores the setup of the agency. */
export async function setUp({ owner, setup }: PayAgency, more: object = {}, revision = 0) {
  const reply = await owner.call('PUT', '/v1/pay-setup', { revision, setup: { ...setup, ...more } });
  expect(reply.status, reply.body).toBe(200);
}

/** Opens a run of 15 March. */
export async function open({ owner }: PayAgency, months: readonly string[]): Promise<string> {
  const reply = await owner.call('POST', '/v1/pay-runs', { payDate: '2026-03-15', months });
  expect(reply.status, reply.body).toBe(201);
  return z.object({ id: z.string() }).parse(reply.json).id;
}
/** Reads a run as the owner does. */
export const read = async ({ owner }: PayAgency, id: string) =>
  wholeRun.parse((await owner.call('GET', `/v1/pay-runs/${id}`)).json);
/** Changes a run as the owner does. */
export const act = async ({ owner }: PayAgency, id: string, what: string, json: object = {}) =>
  owner.call('POST', `/v1/pay-runs/${id}/${what}`, json);

const ofAgents = z.object({ data: z.array(z.object({ agentId: z.string(), name: z.string() })) });
const ofId = z.object({ id: z.string() });

interface PaidAgencyOrder {
  readonly account: TestAccount;
  readonly carrierId: string;
  readonly rows?: readonly StatementRow[];
}

const paidRowOf = (agent: string, name: string) => ({ Name: name, Policy: 'P-1', Plan: 'Gold', Agent: agent });

/** An agency with January and two agents, who get half of everything. Dana is paid 75.12, Lee 40. */
export async function halfForAgents({ account, carrierId, rows = PAID_JANUARY }: PaidAgencyOrder) {
  const { fileId } = await account.load({ file: statement(rows), carrierId, period: '2026-01' });
  await account.call('POST', '/v1/agents/proposals/accept', { json: {} });
  const { data } = ofAgents.parse((await account.call('GET', '/v1/agents')).json);
  const setup = {
    firstMonth: '2026-01',
    plans: [{ planId: 'half', name: 'Half', rules: [{ ruleId: 'all', pay: { by: 'commission', percent: 50 } }] }],
    agents: data.map(({ agentId }) => ({ agentId, plans: [{ from: '2000-01', planId: 'half' }] })),
  };
  const saved = await account.call('PUT', '/v1/pay-setup', { json: { revision: 0, setup } });
  if (saved.status !== 200) throw new Error(saved.body);
  const idOf = (name: string) => data.find((one) => one.name === name)?.agentId ?? '';
  const opened = await account.call('POST', '/v1/pay-runs', { json: { payDate: '2026-02-15', months: ['2026-01'] } });
  return { fileId, runId: ofId.parse(opened.json).id, dana: idOf('Dana Whitfield'), lee: idOf('Lee Park') };
}

const PAID_JANUARY: readonly StatementRow[] = [
  ['M1', 100, paidRowOf('Dana Whitfield', 'Ada Doe')],
  ['M2', 50.25, paidRowOf('Dana Whitfield', 'Ben Doe')],
  ['M3', 80, paidRowOf('Lee Park', 'Cy Doe')],
];

/** Approves a run as an owner would who has signed in. */
export async function approve(database: Database, { accountId }: TestAccount, runId: string): Promise<void> {
  const origin = { actor: 'person:owner@harbor.example', ip: null, requestId: 'approve' };
  const approved = await approveRun(createPayRunStore(database), { accountId, runId }, origin);
  if (isRefused(approved)) throw new Error(JSON.stringify(approved));
}

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
