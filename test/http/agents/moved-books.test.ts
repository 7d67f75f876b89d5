import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { OPERATOR_TOKEN } from '../../support/http-service.ts';
import { PersonBrowser, peopleForTests } from '../../support/person-browser.ts';
import { type StatementRow, startService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: a book that moved is the new agent's in all lists, sums and views from the month of the move on, and the old one's before. */

const of = (agent: string, name: string) => ({ Name: name, Policy: `POL-${name}`, Plan: 'Gold', Agent: agent });
const aetnaRows = (amount: number): readonly StatementRow[] => [
  ['A1', amount, of('Ann Able', 'Ada One')],
  ['A2', amount + 1, of('Ann Able', 'Abe Two')],
  ['B1', 100, of('Ben Baker', 'Bea One')],
];
const CIGNA: readonly StatementRow[] = [['C1', 7, of('Ann Able', 'Cal One')]];
const MONTHS = ['2026-01', '2026-02', '2026-03'];

const created = z.object({ userId: z.string(), signInLink: z.string() });
const agents = z.object({ data: z.array(z.looseObject({ agentId: z.string(), name: z.string() })) });
const members = z.object({
  data: z.array(
    z.looseObject({ memberExternalId: z.string(), memberRefId: z.string(), agentName: z.string().nullable() }),
  ),
});
const byAgent = z.object({
  byAgent: z.array(z.looseObject({ agentName: z.string().nullable(), paidNet: z.number(), carrierName: z.string() })),
});
const home = z.looseObject({
  agents: z.array(z.looseObject({ agentName: z.string().nullable(), paidNet: z.number() })),
});
const year = z.object({ rows: z.array(z.looseObject({ name: z.string().nullable(), paidNet: z.number() })) });

const service = await startService({ people: (database) => peopleForTests(database, () => service.url) });
const runner = connectReports({ database: service.database, administrator: service.address });
afterAll(() => service.close());

let account: TestAccount;
let aetna: string;
let idOf: (name: string) => string;
const people = new Map<string, PersonBrowser>();

beforeAll(async () => {
  account = await service.createAccount();
  aetna = await service.createCarrier({ account, name: 'Aetna' });
  const cigna = await service.createCarrier({ account, name: 'Cigna' });
  for (const [at, period] of MONTHS.entries()) {
    await account.load({ file: statement(aetnaRows(10 - at)), carrierId: aetna, period });
    await account.load({ file: statement(CIGNA), carrierId: cigna, period });
  }
  await account.call('POST', '/v1/agents/proposals/accept', { json: {} });
  await account.call('POST', '/v1/agents', { json: { name: 'Cat Cole' } });
  const { data } = agents.parse((await account.call('GET', '/v1/agents')).json);
  idOf = (name) => data.find((one) => one.name === name)?.agentId ?? '';
  for (const name of ['Ann Able', 'Ben Baker', 'Cat Cole']) people.set(name, await signedIn(idOf(name)));
});

async function signedIn(agentRecordId: string) {
  const added = await fetch(`${service.url}/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ accountId: account.accountId, email: `${agentRecordId}@harbor.example`, name: 'agent' },
      ...{ role: 'agent', agentRecordId },
    }),
  });
  const browser = new PersonBrowser(service.url);
  expect((await browser.follow(created.parse(await added.json()).signInLink)).status).toBe(200);
  return browser;
}

let revision = 0;
async function move(moves: readonly object[]) {
  const setup = { firstMonth: '2026-01', moves };
  const put = await account.call('PUT', '/v1/pay-setup', { json: { revision, setup } });
  expect(put.status, JSON.stringify(put.json)).toBe(200);
  revision += 1;
}

const shownMembers = async (query: string) =>
  members
    .parse((await account.call('GET', `/v1/members?limit=100&${query}`)).json)
    .data.map((row) => `${row.memberExternalId} ${row.agentName}`)
    .toSorted();
const ownMembers = async (name: string, query: string) =>
  members
    .parse((await people.get(name)?.call('GET', `/v1/members?limit=100&${query}`))?.json)
    .data.map((row) => `${row.memberExternalId} ${row.agentName}`)
    .toSorted();
const changed = async (query: string) =>
  members
    .parse((await account.call('GET', `/v1/changes?${query}`)).json)
    .data.map((row) => `${row.memberExternalId} ${row.agentName}`)
    .toSorted();
const paid = async (period: string) =>
  byAgent
    .parse((await account.call('GET', `/v1/reports/rollup?groupBy=agent&period=${period}`)).json)
    .byAgent.map((row) => `${row.carrierName} ${row.agentName} ${row.paidNet}`)
    .toSorted();
const paidInYear = async () =>
  year
    .parse((await account.call('GET', '/v1/reports/year?groupBy=agent')).json)
    .rows.map((row) => `${row.name} ${row.paidNet}`)
    .toSorted();
const reported = async (statement: string): Promise<unknown> => {
  const limits = { seconds: 5, rows: 1000, bytes: 4_000_000 };
  return Object(await runner.run(account.accountId, { statement, isOrdered: true }, limits)).rows;
};
const refOf = async (externalId: string) =>
  members
    .parse((await account.call('GET', '/v1/members?limit=100')).json)
    .data.find((row) => row.memberExternalId === externalId)?.memberRefId ?? '';

/** The rows of a month whose pay differs, as "member agent", grouped by agent. Expects each in the group of its agent. */
const groupedByAgent = async (period: string, agent?: string) => {
  const who = agent === undefined ? account : people.get(agent);
  const json = (await who?.call('GET', `/v1/pay-changes?groupBy=agent&period=${period}`))?.json;
  const row = z.looseObject({ memberExternalId: z.string(), agentName: z.string(), group: z.string() });
  const { data } = z.object({ data: z.array(row) }).parse(json);
  for (const { agentName, group } of data) expect(group).toBe(agentName);
  return data.map(({ memberExternalId, group }) => `${memberExternalId} ${group}`);
};

describe('a book that moves at a carrier', () => {
  beforeAll(() =>
    move([{ from: '2026-02', agentId: idOf('Ann Able'), toAgentId: idOf('Cat Cole'), carrierId: aetna }]),
  );

  test('is the new agent’s in members and changes, and in the filter by agent', async () => {
    expect(await shownMembers('period=2026-01')).toEqual(['A1 Ann Able', 'A2 Ann Able', 'B1 Ben Baker', 'C1 Ann Able']);
    expect(await shownMembers('period=2026-02')).toEqual(['A1 Cat Cole', 'A2 Cat Cole', 'B1 Ben Baker', 'C1 Ann Able']);
    expect(await shownMembers('agent=Cat+Cole')).toEqual(['A1 Cat Cole', 'A2 Cat Cole']);
    expect(await shownMembers('agent=Cat+Cole&sort=name')).toEqual(['A1 Cat Cole', 'A2 Cat Cole']);
    expect(await shownMembers('agent=Ann+Able')).toEqual(['C1 Ann Able']);
    expect(await shownMembers('agent=Ann+Able&period=2026-01')).toEqual(['A1 Ann Able', 'A2 Ann Able', 'C1 Ann Able']);
    expect(await changed(`agent=${idOf('Cat Cole')}&period=2026-02`)).toEqual(['A1 Cat Cole', 'A2 Cat Cole']);
    expect(await changed('agent=Ann+Able&period=2026-02')).toEqual([]);
    expect((await groupedByAgent('2026-02')).toSorted()).toEqual(['A1 Cat Cole', 'A2 Cat Cole']);
  });

  test('is the new agent’s in sums by agent of the month, of home, of the year and of saved reports', async () => {
    expect(await paid('2026-01')).toEqual(['Aetna Ann Able 21', 'Aetna Ben Baker 100', 'Cigna Ann Able 7']);
    expect(await paid('2026-02')).toEqual(['Aetna Ben Baker 100', 'Aetna Cat Cole 19', 'Cigna Ann Able 7']);
    const shown = home.parse((await account.call('GET', '/v1/home?period=2026-02')).json);
    expect(shown.agents.map((one) => `${one.agentName} ${one.paidNet}`)).toEqual([
      'Ben Baker 100',
      'Cat Cole 19',
      'Ann Able 7',
    ]);
    expect(await paidInYear()).toEqual(['Ann Able 42', 'Ben Baker 300', 'Cat Cole 36']);
    expect(await reported('select period, agent_record_name, net from commission_paid order by period, net')).toEqual([
      ...[
        ['2026-01', 'Ann Able', 7],
        ['2026-01', 'Ann Able', 21],
        ['2026-01', 'Ben Baker', 100],
      ],
      ...[
        ['2026-02', 'Ann Able', 7],
        ['2026-02', 'Cat Cole', 19],
        ['2026-02', 'Ben Baker', 100],
      ],
      ...[
        ['2026-03', 'Ann Able', 7],
        ['2026-03', 'Cat Cole', 17],
        ['2026-03', 'Ben Baker', 100],
      ],
    ]);
    expect(await reported('select member_external_id, agent_record_name from members order by 1')).toEqual([
      ['A1', 'Cat Cole'],
      ['A2', 'Cat Cole'],
      ['B1', 'Ben Baker'],
      ['C1', 'Ann Able'],
    ]);
  });

  test('is seen by the new agent from the month on, and no longer by the old one', async () => {
    expect(await ownMembers('Cat Cole', 'period=2026-01')).toEqual([]);
    expect(await ownMembers('Cat Cole', 'period=2026-02')).toEqual(['A1 Cat Cole', 'A2 Cat Cole']);
    expect(await ownMembers('Cat Cole', '')).toEqual(['A1 Cat Cole', 'A2 Cat Cole']);
    expect(await ownMembers('Ann Able', 'period=2026-01')).toEqual(['A1 Ann Able', 'A2 Ann Able', 'C1 Ann Able']);
    expect(await ownMembers('Ann Able', 'period=2026-03')).toEqual(['C1 Ann Able']);
    expect(await ownMembers('Ben Baker', 'period=2026-03')).toEqual(['B1 Ben Baker']);
    const search = async (name: string) =>
      JSON.stringify((await people.get(name)?.call('GET', '/v1/search?q=Abe+Two'))?.json);
    expect(await search('Cat Cole')).toContain('Abe Two');
    expect(await search('Ben Baker')).not.toContain('Abe Two');
  });
});

describe('moves in a row', () => {
  test('count in the order of their months, for a member too, and end with the setup that has none', async () => {
    await move([
      { from: '2026-03', agentId: idOf('Ben Baker'), toAgentId: idOf('Cat Cole') },
      { from: '2026-02', agentId: idOf('Ann Able'), toAgentId: idOf('Ben Baker'), memberRefId: await refOf('A1') },
    ]);
    expect(await shownMembers('period=2026-02')).toEqual([
      'A1 Ben Baker',
      'A2 Ann Able',
      'B1 Ben Baker',
      'C1 Ann Able',
    ]);
    expect(await shownMembers('period=2026-03')).toEqual(['A1 Cat Cole', 'A2 Ann Able', 'B1 Cat Cole', 'C1 Ann Able']);
    expect(await groupedByAgent('2026-02')).toEqual(['A2 Ann Able', 'A1 Ben Baker']);
    expect(await groupedByAgent('2026-02', 'Ben Baker')).toEqual(['A1 Ben Baker']);
    expect(await paid('2026-02')).toEqual(['Aetna Ann Able 10', 'Aetna Ben Baker 109', 'Cigna Ann Able 7']);
    expect(await paid('2026-03')).toEqual(['Aetna Ann Able 9', 'Aetna Cat Cole 108', 'Cigna Ann Able 7']);
    const shown = home.parse((await account.call('GET', '/v1/home?period=2026-03')).json);
    expect(shown.agents.map((one) => `${one.agentName} ${one.paidNet}`)).toEqual([
      'Cat Cole 108',
      'Ann Able 16',
      'Ben Baker 0',
    ]);
    expect(await paidInYear()).toEqual(['Ann Able 61', 'Ben Baker 209', 'Cat Cole 108']);
    const statement = `select agent_record_name, net from commission_paid where period = '2026-03' order by net`;
    expect(await reported(statement)).toEqual([
      ['Ann Able', 7],
      ['Ann Able', 9],
      ['Cat Cole', 108],
    ]);
    expect(await ownMembers('Cat Cole', '')).toEqual(['A1 Cat Cole', 'B1 Cat Cole']);
    expect(await ownMembers('Ben Baker', 'period=2026-02')).toEqual(['A1 Ben Baker', 'B1 Ben Baker']);

    await move([]);
    expect(await shownMembers('period=2026-03')).toEqual(['A1 Ann Able', 'A2 Ann Able', 'B1 Ben Baker', 'C1 Ann Able']);
    expect(await ownMembers('Cat Cole', '')).toEqual([]);
  });
});

describe('a member who moved alone, and whose id was then joined with a newer one', () => {
  test('is the new agent’s in lists, sums, the own view and saved reports', async () => {
    const moved = await refOf('A1');
    await account.load({
      ...{ file: statement([['A9', 30, of('Ann Able', 'Ida Nine')], ...aetnaRows(7).slice(1)]) },
      ...{ carrierId: aetna, period: '2026-04' },
    });
    await move([{ from: '2026-04', agentId: idOf('Ann Able'), toAgentId: idOf('Cat Cole'), memberRefId: moved }]);
    const now = await refOf('A9');
    const joined = await account.call('POST', `/v1/members/${now}/aliases`, { json: { externalId: 'A1' } });
    expect(joined.status, JSON.stringify(joined.json)).toBe(201);
    expect(await refOf('A1')).toBe(now);

    expect(await shownMembers('period=2026-04')).toEqual(['A1 Cat Cole', 'A2 Ann Able', 'B1 Ben Baker']);
    expect(await groupedByAgent('2026-04')).toContain('A1 Cat Cole');
    expect(await paid('2026-04')).toEqual(['Aetna Ann Able 8', 'Aetna Ben Baker 100', 'Aetna Cat Cole 30']);
    expect(await ownMembers('Cat Cole', '')).toEqual(['A1 Cat Cole']);
    expect(
      await reported("select agent_record_name, net from commission_paid where period = '2026-04' order by net"),
    ).toEqual([
      ['Ann Able', 8],
      ['Cat Cole', 30],
      ['Ben Baker', 100],
    ]);
    expect(await reported("select member_ref_id from members where agent_record_name = 'Cat Cole'")).toEqual([[now]]);
  });
});
