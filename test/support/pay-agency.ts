import { expect } from 'vitest';
import { z } from 'zod';
import { OPERATOR_TOKEN } from './http-service.ts';
import { PersonBrowser } from './person-browser.ts';
import { type OwnService, type StatementRow, statement } from './service.ts';

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
