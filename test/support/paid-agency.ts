import { z } from 'zod';
import { createPayRunStore } from '../../adapters/postgres/agent-pay/pay-run-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { approveRun } from '../../app/agent-pay/pay-runs.ts';
import { isRefused } from '../../core/problem.ts';
import { type StatementRow, statement, type TestAccount } from './service.ts';

const ofAgents = z.object({ data: z.array(z.object({ agentId: z.string(), name: z.string() })) });
const ofId = z.object({ id: z.string() });

interface PaidAgencyOrder {
  readonly account: TestAccount;
  readonly carrierId: string;
  readonly rows?: readonly StatementRow[];
}

const of = (agent: string, name: string) => ({ Name: name, Policy: 'P-1', Plan: 'Gold', Agent: agent });

/** An agency with January and two agents, who get half of everything. Dana is paid 75.12, Lee 40. */
export async function halfForAgents({ account, carrierId, rows = JANUARY }: PaidAgencyOrder) {
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

const JANUARY: readonly StatementRow[] = [
  ['M1', 100, of('Dana Whitfield', 'Ada Doe')],
  ['M2', 50.25, of('Dana Whitfield', 'Ben Doe')],
  ['M3', 80, of('Lee Park', 'Cy Doe')],
];

/** Approves a run as an owner would who has signed in. */
export async function approve(database: Database, { accountId }: TestAccount, runId: string): Promise<void> {
  const origin = { actor: 'person:owner@harbor.example', ip: null, requestId: 'approve' };
  const approved = await approveRun(createPayRunStore(database), { accountId, runId }, origin);
  if (isRefused(approved)) throw new Error(JSON.stringify(approved));
}
