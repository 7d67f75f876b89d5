import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { startService, type TestAccount } from '../../support/service.ts';

/** Guarantee: a number says whose a row is before a name does, at its own carrier only, in reports, report views and the own view. */

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
  await account.load({ carrierId: aetna, period: '2026-01', file: csvOf(...rows, 'M5,160,9,Cy Poe', 'M6,1,9,Di Fox') });
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
