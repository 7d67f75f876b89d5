import { afterAll, expect, test } from 'vitest';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { startService, statement } from '../../support/service.ts';

/** Guarantee: reports by agent end within their limit on the day a book is loaded, before PostgreSQL has statistics of its rows. */

const service = await startService();
const runner = connectReports({ database: service.database, administrator: service.address });
afterAll(() => service.close());

const MEMBERS = 8_000;

test('a book that was loaded a moment ago is added up by agent', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  const members = Array.from({ length: MEMBERS }, (_, number) => `M${number}`);
  const file = statement(members.map((id) => [id, 2, { Agent: 'Ann Able' }]));
  for (const period of ['2026-01', '2026-02']) await account.load({ file, carrierId, period });
  await account.call('POST', '/v1/agents/proposals/accept', { json: {} });
  const run = async (query: string): Promise<unknown> => {
    const limits = { seconds: 5, rows: 1000, bytes: 4_000_000 };
    return Object(await runner.run(account.accountId, { statement: query, isOrdered: true }, limits)).rows;
  };
  expect(await run('select period, agent_record_name, net from commission_paid order by period')).toEqual([
    ['2026-01', 'Ann Able', 16_000],
    ['2026-02', 'Ann Able', 16_000],
  ]);
  expect(await run('select agent_record_name, count(*) from members group by 1')).toEqual([['Ann Able', MEMBERS]]);
});
