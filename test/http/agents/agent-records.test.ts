import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { OPERATOR_TOKEN } from '../../support/http-service.ts';
import { PersonBrowser, peopleForTests } from '../../support/person-browser.ts';
import { type StatementRow, startService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: the spellings of an agent are one agent in reports, lists and the own view, as soon as they are joined and no longer. */
describe('agent records', async () => {
  const of = (agent: string, name: string) => ({ Name: name, Policy: `POL-${name}`, Plan: 'Gold', Agent: agent });
  const AETNA: readonly StatementRow[] = [
    ['A1', 10, of('WHITFIELD, DANA', 'Ada One')],
    ['A2', 20.5, of('Whitfield, Dana', 'Abe Two')],
    ['A3', 30.25, of('Dana Whitfield', 'Amy Three')],
    ['B1', 77.31, of('Bob Miller', 'Bea Bobson')],
    ['X1', 5, of('House', 'Hal House')],
  ];
  const CIGNA: readonly StatementRow[] = [
    ['C1', 40, of('D Whitfield', 'Cal Four')],
    ['C2', 3, of('Dana Whitfield Jr', 'Cid Junior')],
    ['C3', 66.53, of('BOB MILLER', 'Coy Bobson')],
  ];

  const created = z.object({ userId: z.string(), signInLink: z.string() });
  const agent = z.looseObject({
    agentId: z.string(),
    name: z.string(),
    names: z.array(z.looseObject({ nameId: z.string(), text: z.string(), carrierId: z.string().nullable() })),
  });
  const agents = z.object({ data: z.array(agent), total: z.int() });
  const spellings = z.object({
    data: z.array(
      z.looseObject({
        text: z.string(),
        paidNet: z.number(),
        agentName: z.string().nullable(),
        isApart: z.boolean(),
        proposal: z.looseObject({ proposalId: z.string(), certainty: z.string(), name: z.string() }).nullable(),
      }),
    ),
  });
  const byAgent = z.object({
    byAgent: z.array(z.looseObject({ agentName: z.string().nullable(), paidNet: z.number(), carrierName: z.string() })),
  });
  const home = z.looseObject({
    agents: z.array(z.looseObject({ agentName: z.string().nullable(), paidNet: z.number() })),
  });
  const rows = z.object({ data: z.array(z.object({ memberExternalId: z.string(), memberRefId: z.string() })) });
  const members = z.object({ data: z.array(z.looseObject({ memberExternalId: z.string() })) });

  const service = await startService({ people: (database) => peopleForTests(database, () => service.url) });
  afterAll(() => service.close());

  let account: TestAccount;
  let aetna: string;
  let cigna: string;
  beforeAll(async () => {
    account = await service.createAccount();
    aetna = await service.createCarrier({ account, name: 'Aetna' });
    cigna = await service.createCarrier({ account, name: 'Cigna' });
    await account.load({ file: statement(AETNA), carrierId: aetna, period: '2026-01' });
    await account.load({ file: statement(CIGNA), carrierId: cigna, period: '2026-01' });
  });

  let people = 0;
  async function signedIn(role: string, named: { readonly agent?: string; readonly agentRecordId?: string } = {}) {
    people += 1;
    const email = `${role}${people}@harbor.example`;
    const added = await fetch(`${service.url}/v1/admin/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ accountId: account.accountId, email, name: role, role, ...named }),
    });
    const browser = new PersonBrowser(service.url);
    expect((await browser.follow(created.parse(await added.json()).signInLink)).status).toBe(200);
    return browser;
  }

  const membersOf = async (who: PersonBrowser) =>
    members
      .parse((await who.call('GET', '/v1/members')).json)
      .data.map((row) => row.memberExternalId)
      .toSorted();
  const listAgents = async () => agents.parse((await account.call('GET', '/v1/agents')).json).data;
  const findByName = async (name: string) => {
    const found = (await listAgents()).find((each) => each.name === name);
    if (found === undefined) throw new Error(`There is no agent ${name}`);
    return found;
  };
  const paidByAgent = async () =>
    byAgent
      .parse((await account.call('GET', '/v1/reports/rollup?groupBy=agent')).json)
      .byAgent.map((row) => [row.carrierName, row.agentName, row.paidNet]);
  const openSpellings = async () =>
    spellings.parse((await account.call('GET', '/v1/agents/spellings?isOpen=true&limit=100')).json).data;

  describe('agents', () => {
    let dana: PersonBrowser;

    test('do not exist before people accept them: an agent sees the rows of the own text', async () => {
      dana = await signedIn('agent', { agent: 'Whitfield, Dana' });
      expect(await membersOf(dana)).toEqual(['A1', 'A2']);
      expect((await dana.call('GET', '/v1/agents')).json).toMatchObject({ data: [], total: 0 });
      expect(await listAgents()).toEqual([]);
    });

    test('are proposed with a reason, and the doubtful ones are left to people', async () => {
      const found = await openSpellings();
      expect(found.map(({ text, proposal }) => [text, proposal?.certainty, proposal?.name])).toEqual([
        ['Bob Miller', 'sure', 'Bob Miller'],
        ['BOB MILLER', 'sure', 'Bob Miller'],
        ['D Whitfield', 'sure', 'Dana Whitfield'],
        ['Dana Whitfield', 'sure', 'Dana Whitfield'],
        ['Dana Whitfield Jr', 'maybe', 'Dana Whitfield'],
        ['House', 'sure', 'House'],
        ['WHITFIELD, DANA', 'sure', 'Dana Whitfield'],
      ]);
    });

    test('are made of all sure proposals by one request, and reports follow at once', async () => {
      expect((await account.call('POST', '/v1/agents/proposals/accept', { json: {} })).json).toEqual({
        ...{ created: 3, completed: 0, names: 5 },
      });
      expect((await listAgents()).map(({ name }) => name)).toEqual(['Bob Miller', 'Dana Whitfield', 'House']);
      expect(await paidByAgent()).toEqual([
        ['Aetna', 'Bob Miller', 77.31],
        ['Cigna', 'Bob Miller', 66.53],
        ['Aetna', 'Dana Whitfield', 60.75],
        ['Cigna', 'Dana Whitfield', 40],
        ['Aetna', 'House', 5],
        ['Cigna', 'Dana Whitfield Jr', 3],
      ]);
      const report = home.parse((await account.call('GET', '/v1/home')).json).agents;
      expect(report.map(({ agentName, paidNet }) => [agentName, paidNet])).toEqual([
        ['Bob Miller', 143.84],
        ['Dana Whitfield', 100.75],
        ['House', 5],
        ['Dana Whitfield Jr', 3],
      ]);
    });

    test('see the members of all their spellings, and of nobody else', async () => {
      expect(await membersOf(dana)).toEqual(['A1', 'A2', 'A3', 'C1']);
      const own = await dana.call('GET', '/v1/agents');
      expect(own.json).toMatchObject({ data: [{ name: 'Dana Whitfield' }], total: 1 });
      expect(own.body).not.toContain('Bob');
      const bob = await findByName('Bob Miller');
      expect((await dana.call('GET', `/v1/agents/${bob.agentId}`)).status).toBe(404);
      expect((await dana.call('GET', '/v1/agents/spellings')).status).toBe(403);
      expect((await dana.call('PATCH', `/v1/agents/${bob.agentId}`, { name: 'X' })).status).toBe(403);
    });

    test('who are named by their record see the same', async () => {
      const { agentId } = await findByName('Dana Whitfield');
      const byRecord = await signedIn('agent', { agentRecordId: agentId });
      expect(await membersOf(byRecord)).toEqual(['A1', 'A2', 'A3', 'C1']);
      expect((await byRecord.call('GET', '/v1/me')).json).toMatchObject({
        person: { agent: 'Dana Whitfield', agentRecordId: agentId },
      });
      expect((await account.call('DELETE', `/v1/agents/${agentId}`)).status).toBe(409);
      const unknown = { email: 'u@harbor.example', name: 'U', role: 'agent', agentRecordId: account.accountId };
      const owner = await signedIn('owner');
      expect((await owner.call('POST', '/v1/team/invites', unknown)).status).toBe(404);
    });

    test('filter lists by any spelling, by the name and by the id of the record', async () => {
      await account.load({
        file: statement([['A1', 10, of('WHITFIELD, DANA', 'Ada One')]]),
        ...{ carrierId: aetna, period: '2026-02' },
      });
      const { agentId } = await findByName('Dana Whitfield');
      for (const asked of ['WHITFIELD, DANA', 'dana whitfield', 'd whitfield', agentId]) {
        const found = await account.call('GET', `/v1/changes?period=2026-02&agent=${encodeURIComponent(asked)}`);
        expect([
          asked,
          members
            .parse(found.json)
            .data.map((row) => row.memberExternalId)
            .toSorted(),
        ]).toEqual([asked, ['A2', 'A3']]);
        expect(found.json).toMatchObject({ data: [{ agentName: 'Dana Whitfield' }, { agentName: 'Dana Whitfield' }] });
      }
      for (const asked of ['WHITFIELD, DANA', 'dana whitfield', agentId]) {
        const of = `agent=${encodeURIComponent(asked)}`;
        const list = async (path: string) => rows.parse((await account.call('GET', path)).json).data;
        const ids = async (path: string) => (await list(path)).map((row) => row.memberExternalId);
        expect((await ids(`/v1/members?${of}`)).toSorted()).toEqual(['A1', 'A2', 'A3', 'C1']);
        expect(await ids(`/v1/members?${of}&sort=name`)).toEqual(['A2', 'A1', 'A3', 'C1']);
        const [first] = await list(`/v1/members?${of}&sort=name&limit=1`);
        expect(await ids(`/v1/members?${of}&sort=name&after=${first?.memberRefId}`)).toEqual(['A1', 'A3', 'C1']);
        expect((await ids(`/v1/members/to-call?${of}`)).toSorted()).toEqual(['A2', 'A3']);
      }
      const own = await dana.call('GET', '/v1/changes?period=2026-02');
      expect(own.json).toMatchObject({ total: 2, counts: { gone: 2 } });
    });

    test('lose a separated spelling at once, and it is not proposed again', async () => {
      const { agentId, names } = await findByName('Dana Whitfield');
      const separated = names.find(({ text }) => text === 'Dana Whitfield');
      expect((await account.call('DELETE', `/v1/agents/${agentId}/names/${separated?.nameId ?? ''}`)).status).toBe(204);
      expect(await membersOf(dana)).toEqual(['A1', 'A2', 'C1']);
      expect(await paidByAgent()).toEqual(expect.arrayContaining([['Aetna', 'Dana Whitfield', 10]]));
      const all = spellings.parse((await account.call('GET', '/v1/agents/spellings?limit=100')).json).data;
      expect(all.find(({ text }) => text === 'Dana Whitfield')).toMatchObject({ isApart: true, proposal: null });
      expect((await account.call('POST', '/v1/agents/proposals/accept', { json: {} })).json).toMatchObject({
        names: 0,
      });
      expect(await membersOf(dana)).toEqual(['A1', 'A2', 'C1']);
    });

    test('get a spelling of one carrier on statements of this carrier only', async () => {
      const { agentId } = await findByName('Dana Whitfield');
      const join = (text: string, carrierId: string | null) =>
        account.call('POST', `/v1/agents/${agentId}/names`, { json: { kind: 'name', text, carrierId } });
      expect((await join('DANA WHITFIELD', cigna)).status).toBe(201);
      expect(await membersOf(dana)).toEqual(['A1', 'A2', 'C1']);
      expect((await join('DANA WHITFIELD', aetna)).status).toBe(201);
      expect(await membersOf(dana)).toEqual(['A1', 'A2', 'A3', 'C1']);
      expect((await join('bob miller', null)).status).toBe(409);
      expect((await join('bob miller', cigna)).status).toBe(409);
      expect((await join('x', account.accountId)).status).toBe(404);
    });

    test('get a doubtful spelling when a person accepts its proposal', async () => {
      const [doubtful] = (await openSpellings()).filter(({ proposal }) => proposal?.certainty === 'maybe');
      const accept = () =>
        account.call('POST', '/v1/agents/proposals/accept', { json: { proposalId: doubtful?.proposal?.proposalId } });
      expect((await accept()).json).toEqual({ created: 0, completed: 1, names: 1 });
      expect(await membersOf(dana)).toEqual(['A1', 'A2', 'A3', 'C1', 'C2']);
      expect((await accept()).status).toBe(404);
    });

    test('have fields that people change, and every change is in the audit trail', async () => {
      const { agentId } = await findByName('Dana Whitfield');
      const bob = await findByName('Bob Miller');
      const change = (id: string, fields: object) => account.call('PATCH', `/v1/agents/${id}`, { json: fields });
      const fields = { npn: '18273645', email: 'dana@x.example', uplineId: bob.agentId, taxFormOn: '2026-01-05' };
      expect((await change(agentId, { ...fields, leftFrom: '2026-09' })).json).toMatchObject(fields);
      expect((await change(bob.agentId, { npn: '18273645' })).status).toBe(409);
      expect((await change(bob.agentId, { uplineId: agentId })).status).toBe(422);
      expect((await change(bob.agentId, { uplineId: account.accountId })).status).toBe(422);
      expect((await change(bob.agentId, { isHouse: true })).status).toBe(200);
      expect((await change(agentId, { isHouse: true })).status).toBe(409);
      expect((await change(account.accountId, { name: 'X' })).status).toBe(404);
      expect((await account.call('DELETE', `/v1/agents/${bob.agentId}`)).status).toBe(409);
      const added = agent.parse((await account.call('POST', '/v1/agents', { json: { name: 'New Agent' } })).json);
      expect((await account.call('GET', `/v1/agents/${added.agentId}`)).json).toMatchObject({
        name: 'New Agent',
        names: [],
      });
      expect((await account.call('DELETE', `/v1/agents/${added.agentId}`)).status).toBe(204);
      expect((await account.call('GET', `/v1/agents/${added.agentId}`)).status).toBe(404);
      const trail = z.object({ data: z.array(z.looseObject({ action: z.string() })) });
      const actions = trail
        .parse((await account.call('GET', '/v1/audit?limit=100')).json)
        .data.map(({ action }) => action);
      for (const action of ['create', 'update', 'delete', 'accept', 'name.add', 'name.remove'])
        expect(actions).toContain(`agent.${action}`);
    });

    test('of another account are not found', async () => {
      const other = await service.createAccount();
      const { agentId } = await findByName('Dana Whitfield');
      expect((await other.call('GET', `/v1/agents/${agentId}`)).status).toBe(404);
      expect((await other.call('GET', '/v1/agents')).json).toMatchObject({ data: [] });
      expect(
        (await other.call('POST', `/v1/agents/${agentId}/names`, { json: { kind: 'name', text: 'X' } })).status,
      ).toBe(404);
    });
  });

  describe('a change of agent', () => {
    test('is not told of two spellings that are one agent, also to many members at once, and told of another agent', async () => {
      const own = await service.createAccount();
      const carrierId = await service.createCarrier({ account: own, name: 'Humana' });
      const month = (agentOf: (index: number) => string) =>
        Array.from({ length: 12 }, (_, index): StatementRow => [`H${index}`, 10, of(agentOf(index), `Hal ${index}`)]);
      const load = (period: string, agentOf: (index: number) => string) =>
        own.load({ file: statement(month(agentOf)), carrierId, period });
      await load('2026-01', () => 'WHITFIELD, DANA');
      const made = z.object({ agentId: z.string() });
      const { agentId } = made.parse((await own.call('POST', '/v1/agents', { json: { name: 'Dana Whitfield' } })).json);
      for (const text of ['WHITFIELD, DANA', 'Whitfield D.'])
        await own.call('POST', `/v1/agents/${agentId}/names`, { json: { kind: 'name', text } });
      const { fileId } = await load('2026-02', (index) => (index === 0 ? 'Bob Miller' : 'Whitfield D.'));
      const told = async () => {
        const path = '/v1/members?period=2026-02&signal=AGENT_CHANGED';
        const { data } = members.parse((await own.call('GET', path)).json);
        return data.map(({ memberExternalId }) => memberExternalId);
      };
      expect(await told()).toEqual(['H0']);
      const events = z.object({ data: z.array(z.unknown()) });
      expect(events.parse((await own.call('GET', '/v1/carrier-events')).json).data).toEqual([]);
      // A later join counts once the month is scored again.
      await own.call('POST', `/v1/agents/${agentId}/names`, { json: { kind: 'name', text: 'Bob Miller' } });
      expect((await own.call('POST', `/v1/files/${fileId}/rescore`)).status).toBe(202);
      await service.runJobs();
      expect(await told()).toEqual([]);
    });
  });

  describe('a proposal that people refuse', () => {
    test('is not made again, unless it was sure', async () => {
      const own = await service.createAccount();
      const carrierId = await service.createCarrier({ account: own, name: 'Humana' });
      const rows = ['Dana Whitfield', 'Dana Whitfield Jr'].map(
        (name, index): StatementRow => [`H${index}`, 10, of(name, `Hal ${index}`)],
      );
      await own.load({ file: statement(rows), carrierId, period: '2026-01' });
      await own.call('POST', '/v1/agents', { json: { name: 'Dana Whitfield' } });
      const proposals = async () => {
        const { data } = spellings.parse((await own.call('GET', '/v1/agents/spellings')).json);
        return new Map(data.map(({ text, proposal }) => [text, proposal]));
      };
      const before = await proposals();
      expect(before.get('Dana Whitfield Jr')?.certainty).toBe('maybe');
      const refuse = (proposalId: string | undefined) =>
        own.call('POST', '/v1/agents/proposals/refuse', { json: { proposalId } });
      expect((await refuse(before.get('Dana Whitfield')?.proposalId)).status).toBe(409);
      expect((await refuse(before.get('Dana Whitfield Jr')?.proposalId)).status).toBe(204);
      expect((await proposals()).get('Dana Whitfield Jr')).toMatchObject({
        certainty: 'sure',
        name: 'Dana Whitfield Jr',
      });
      expect((await refuse(before.get('Dana Whitfield Jr')?.proposalId)).status).toBe(404);
    });
  });
});

/** Guarantee: a number says whose a row is before a name does, at its own carrier only, in reports, report views and the own view. */
describe('agent numbers', async () => {
  const CONFIG = {
    fileType: 'csv',
    columns: {
      member_external_id: 'Member ID',
      commission_amount: 'Amount',
      agent_id: 'Agent No',
      agent_name: 'Agent',
    },
  };
  const csvOf = (...rows: readonly string[]) => ['Member ID,Amount,Agent No,Agent', ...rows].join('\n');

  const service = await startService();
  const runner = connectReports({ database: service.database, administrator: service.address });
  afterAll(() => service.close());

  let account: TestAccount;
  let aetna: string;
  let dana: string;
  let bob: string;
  beforeAll(async () => {
    account = await service.createAccount();
    aetna = await service.createCarrier({ account, name: 'Aetna', config: CONFIG });
    const cigna = await service.createCarrier({ account, name: 'Cigna', config: CONFIG });
    // The number 9 is the agency's at Aetna, and stands for three agents.
    const rows = ['M1,10,1001,Dana Whitfield', 'M2,20,1001,Bob Miller', 'M3,40,9,Dana Whitfield', 'M4,80,9,Bob Miller'];
    await account.load({
      carrierId: aetna,
      period: '2026-01',
      file: csvOf(...rows, 'M5,160,9,Cy Poe', 'M6,1,9,Di Fox'),
    });
    await account.load({ carrierId: cigna, period: '2026-01', file: csvOf('N1,320,1001,Somebody Else') });
    const create = async (name: string) => {
      const { json } = await account.call('POST', '/v1/agents', { json: { name } });
      const { agentId } = z.object({ agentId: z.string() }).parse(json);
      const join = (spelling: object) => account.call('POST', `/v1/agents/${agentId}/names`, { json: spelling });
      expect((await join({ kind: 'name', text: name })).status).toBe(201);
      return { agentId, join };
    };
    const first = await create('Dana Whitfield');
    expect((await first.join({ kind: 'number', text: '1001', carrierId: aetna })).status).toBe(201);
    dana = first.agentId;
    bob = (await create('Bob Miller')).agentId;
  });

  test('the report by agent has one row for each record, and one for a number without one', async () => {
    const row = z.object({ carrierName: z.string(), agentName: z.string().nullable(), paidNet: z.number() });
    const { json } = await account.call('GET', '/v1/reports/rollup?groupBy=agent');
    const { byAgent } = z.object({ byAgent: z.array(row) }).parse(json);
    expect(byAgent.map(({ carrierName, agentName, paidNet }) => [carrierName, agentName, paidNet])).toEqual([
      ['Cigna', 'Somebody Else', 320],
      ['Aetna', 'Di Fox', 161],
      ['Aetna', 'Bob Miller', 80],
      ['Aetna', 'Dana Whitfield', 70],
    ]);
  });

  test('the report view adds up the same, with the name of the record', async () => {
    const result = await runner.run(
      account.accountId,
      { statement: 'select agent_record_name, net from commission_paid order by net', isOrdered: true },
      { seconds: 5, rows: 1000, bytes: 4_000_000 },
    );
    expect(Object(result).rows).toEqual([
      ['Dana Whitfield', 70],
      ['Bob Miller', 80],
      [null, 161],
      [null, 320],
    ]);
    const members = await runner.run(
      account.accountId,
      { statement: 'select member_external_id, agent_record_name from members order by 1', isOrdered: true },
      { seconds: 5, rows: 1000, bytes: 4_000_000 },
    );
    expect(Object(members).rows).toEqual([
      ['M1', 'Dana Whitfield'],
      ['M2', 'Dana Whitfield'],
      ['M3', 'Dana Whitfield'],
      ['M4', 'Bob Miller'],
      ['M5', null],
      ['M6', null],
      ['N1', null],
    ]);
  });

  test.each([
    ['the record', () => dana, ['M1', 'M2', 'M3']],
    ['the name', () => 'dana whitfield', ['M1', 'M2', 'M3']],
    ['the number', () => '1001', ['M1', 'M2', 'M3']],
    ['the record of a name', () => bob, ['M4']],
    ['a text of no record', () => 'Cy Poe', ['M5']],
    ['the number of the agency', () => '9', ['M5', 'M6']],
    ['a text of nobody', () => 'Nobody', []],
  ])('the database shows an agent who is named by %s the own rows', async (_, named, members) => {
    const rows = await service.database.asAgent(named(), () =>
      service.database.read(
        account.accountId,
        (sql) => sql<{ member: string }[]>`select member_external_id as member from scored_rows order by 1`,
      ),
    );
    expect(rows.map(({ member }) => member)).toEqual(members);
  });

  test('a number of another agent is refused', async () => {
    const spelling = { kind: 'number', text: '1001', carrierId: aetna };
    const refused = await account.call('POST', `/v1/agents/${bob}/names`, { json: spelling });
    expect(refused.json).toMatchObject({
      code: 'conflict',
      detail: '"1001" belongs to Dana Whitfield. Take it away there first.',
    });
  });
});
