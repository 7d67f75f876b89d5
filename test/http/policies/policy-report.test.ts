import { expect, test } from 'vitest';
import { z } from 'zod';
import { STATEMENT_CONFIG, type StatementRow, sharedService, statement } from '../../support/service.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier({ account, name: 'Summit Health' });
await load('2026-01', [
  ['A', 10],
  ['B', '20.015', { Policy: 'P-B' }],
  ['C', 30],
  ['F', 8, { Policy: 'P-F' }],
]);
await load('2026-02', [
  ['A', 10, { Agent: 'Ann Lee', Premium: '100.00' }],
  ['A', 5, { Policy: 'P-A2' }],
  ['D', 40],
  ['E', '12.34'],
  ['F', 8, { Policy: 'P-F' }],
]);
await load('2026-03', [
  ['A', 10, { Agent: 'Ann Lee', Premium: '100.00' }],
  ['D', 40],
  ['E', '12.34'],
  ['G', 7],
]);
await replace([
  { id: 'a', agent: 'Bo Day', premium: 90, effective: '2025-01-01' },
  { id: 'P-A2', effective: '2025-01-01' },
  { id: 'p-b', memberName: 'Bea Bell', effective: '2025-01-01' },
  { id: 'C' },
  { id: 'E', status: 'terminated', term: '2026-01-31' },
  { id: 'N', effective: '2025-12-31' },
  { id: 'W', effective: '2026-03-01' },
  { id: 'F' },
  { id: 'G' },
]);

async function load(period: string, rows: readonly StatementRow[], book: object = { carrierId }): Promise<string> {
  return (await account.load({ carrierId, period, file: statement(rows), ...book })).fileId;
}
async function replace(policies: readonly object[], query = `carrierId=${carrierId}`): Promise<void> {
  expect(await account.call('PUT', `/v1/policies?${query}`, { json: { policies } })).toMatchObject({ status: 200 });
}
const report = (query = '') => account.call('GET', `/v1/reports/policies?${query}`);
const findingsOf = (json: unknown) =>
  z
    .object({ data: z.array(z.looseObject({ kind: z.string(), policyId: z.string() })) })
    .parse(json)
    .data.map(({ kind, policyId }) => `${kind} ${policyId}`);

test('shows every finding of the latest period once, with counts, amounts and sentences', async () => {
  const { status, json } = await report();
  expect(status).toBe(200);
  expect(findingsOf(json)).toEqual([
    'sold_never_paid N',
    'active_but_dropped C',
    'active_but_dropped F',
    'active_but_dropped P-A2',
    'active_but_dropped p-b',
    'paid_not_listed D',
    'ended_but_paid E',
    'other_agent a',
    'other_premium a',
  ]);
  expect(json).toMatchObject({
    period: '2026-03',
    counts: { sold_never_paid: 1, active_but_dropped: 4, paid_not_listed: 1, ended_but_paid: 1, other_rate: 0 },
    lists: [
      {
        carrierId,
        carrierName: 'Summit Health',
        workspaceId: account.workspaceId,
        compared: true,
        ...{ listed: 9, active: 8, paid: 2, waiting: 1 },
        sentence:
          'Against the 8 active policies of your book of business: 1 sold and never paid, 4 active there and no longer paid, 1 paid and not listed, 1 ended there and still paid, 1 with another agent, 1 with another premium.',
      },
    ],
    data: [
      { policyId: 'N', lastPeriod: null, lastAmount: null, memberRefId: null },
      { policyId: 'C', lastPeriod: '2026-01', lastAmount: 30, memberRefId: null },
      { policyId: 'F', lastPeriod: '2026-02', lastAmount: 8, memberExternalId: 'F' },
      { policyId: 'P-A2', lastPeriod: '2026-02', lastAmount: null },
      { policyId: 'p-b', memberName: 'Bea Bell', lastPeriod: '2026-01', lastAmount: null },
      { policyId: 'D', lastPeriod: '2026-03', lastAmount: 40 },
      { policyId: 'E', lastAmount: 12.34, termDate: '2026-01-31' },
      { listed: 'Bo Day', onStatement: 'Ann Lee', carrierId, workspaceId: account.workspaceId },
      { listed: '90.00', onStatement: '100.00' },
    ],
  });
});

test('uses no later periods for an earlier one', async () => {
  const { json } = await report('period=2026-01');
  expect(findingsOf(json)).toEqual(['sold_never_paid E', 'sold_never_paid G', 'sold_never_paid P-A2']);
  expect(json).toMatchObject({ lists: [{ waiting: 1, active: 8 }] });
});

test('filters by kind, in pages and as CSV; the counts stay those of all kinds', async () => {
  const { json } = await report('kind=active_but_dropped&limit=2&offset=1');
  expect(findingsOf(json)).toEqual(['active_but_dropped F', 'active_but_dropped P-A2']);
  expect(json).toMatchObject({ counts: { other_agent: 1 }, pagination: { hasMore: true } });
  const csv = await account.call('GET', '/v1/reports/policies', { headers: { Accept: 'text/csv' } });
  expect(csv.body.trimEnd().split('\r\n')).toHaveLength(10);
  const rest = await account.call('GET', '/v1/reports/policies?offset=8', { headers: { Accept: 'text/csv' } });
  expect(rest.body).toContain('other_premium');
  expect(rest.body.trimEnd().split('\r\n')).toHaveLength(2);
});

test("appears as a sentence in the period's data quality, for a carrier with a list", async () => {
  const { json } = await account.call('GET', '/v1/reports/data-quality?period=2026-03');
  expect(json).toMatchObject({
    carriers: [
      {
        carrierId,
        reason: expect.stringContaining('. Against the 8 active policies of your book of business: 1 sold'),
      },
    ],
  });
  const listless = await service.createAccount();
  const own = await service.createCarrier();
  await listless.load({ carrierId: own, period: '2026-03', file: statement([['A', 5]]) });
  expect((await listless.call('GET', '/v1/reports/data-quality')).body).not.toContain('book of business');
});

test('appears as a present sentence in the job of a month; null without a list', async () => {
  const jobs = z.object({ data: z.array(z.looseObject({ jobId: z.string(), period: z.string() })) });
  const jobOf = async (period: string, of = account) => {
    const { data } = jobs.parse((await of.call('GET', '/v1/jobs')).json);
    const found = data.find((one) => one.period === period);
    return (await of.call('GET', `/v1/jobs/${found?.jobId}`)).json;
  };
  const sentence = z.object({ policies: z.string() }).parse(await jobOf('2026-03')).policies;
  expect(sentence).toMatch(/^Against the 8 active policies of your book of business: 1 sold and never paid, /);
  const { lists } = z
    .object({ lists: z.array(z.object({ sentence: z.string() })) })
    .parse((await report('period=2026-03')).json);
  expect(lists.map((list) => list.sentence)).toEqual([sentence]);
  const listless = await service.createAccount();
  const own = await service.createCarrier();
  await listless.upload({ carrierId: own, period: '2026-03', file: statement([['A', 5]]) });
  expect(await jobOf('2026-03', listless)).toMatchObject({ status: 'queued', policies: null });
  await service.runJobs();
  expect(await jobOf('2026-03', listless)).toMatchObject({ status: 'completed', policies: null });
});

test('finds a member by each of its joined ids, also in months after the drop', async () => {
  const own = await service.createCarrier({ account, name: 'Zenith' });
  const book = { carrierId: own };
  await load('2026-01', [['A-1', 5]], book);
  await load('2026-02', [['X-9', 6]], book);
  await load('2026-03', [['B', 7]], book);
  await load('2026-04', [['B', 7]], book);
  const found = await account.call('GET', `/v1/members?carrierId=${own}&q=A-1`);
  const [member] = z.object({ data: z.array(z.object({ memberRefId: z.string() })) }).parse(found.json).data;
  const aliases = `/v1/members/${member?.memberRefId}/aliases`;
  expect((await account.call('POST', aliases, { json: { externalId: 'X-9' } })).status).toBe(201);
  await replace([{ id: 'x-9' }, { id: 'B' }], `carrierId=${own}`);
  const rowsOf = async (period: string) =>
    z.object({ data: z.array(z.unknown()) }).parse((await report(`carrierId=${own}&period=${period}`)).json).data;
  const notYet = { kind: 'sold_never_paid', policyId: 'B' };
  const dropped = { kind: 'active_but_dropped', policyId: 'x-9', lastPeriod: '2026-02', lastAmount: 6 };
  expect(await rowsOf('2026-01')).toMatchObject([notYet]);
  expect(await rowsOf('2026-02')).toMatchObject([notYet]);
  expect(await rowsOf('2026-03')).toMatchObject([dropped]);
  expect(await rowsOf('2026-04')).toMatchObject([dropped]);
  expect((await account.call('DELETE', `${aliases}/X-9`)).status).toBe(204);
  expect(await rowsOf('2026-01')).toMatchObject([notYet, { kind: 'sold_never_paid', policyId: 'x-9' }, {}]);
  await replace([], `carrierId=${own}`);
});

test('compares no period without a statement', async () => {
  const { json } = await report('period=2026-05');
  expect(json).toMatchObject({ period: '2026-05', data: [], lists: [{ compared: false, listed: 9, active: 8 }] });
});

test('stops comparing with a retracted statement', async () => {
  const own = await service.createCarrier({ account, name: 'Apex', config: STATEMENT_CONFIG });
  await load('2026-02', [['A', 5]], { carrierId: own });
  const later = await load('2026-03', [['B', 5]], { carrierId: own });
  await replace([{ id: 'A' }, { id: 'B' }], `carrierId=${own}`);
  expect(findingsOf((await report(`carrierId=${own}`)).json)).toEqual(['active_but_dropped A']);
  expect((await account.call('DELETE', `/v1/files/${later}`)).status).toBe(202);
  await service.runJobs();
  const { json } = await report(`carrierId=${own}`);
  expect(json).toMatchObject({ period: '2026-02' });
  expect(findingsOf(json)).toEqual(['sold_never_paid B']);
  await replace([], `carrierId=${own}`);
  expect((await report(`carrierId=${own}`)).json).toMatchObject({ period: null, lists: [], data: [] });
});

test('shows nothing of another account, and answers 404 or 422 for unknown filters', async () => {
  const stranger = await service.createAccount();
  expect((await stranger.call('GET', '/v1/reports/policies')).json).toMatchObject({
    period: null,
    lists: [],
    data: [],
  });
  for (const query of [`carrierId=${carrierId}`, `workspaceId=${account.workspaceId}`, 'carrierId=x'])
    expect((await stranger.call('GET', `/v1/reports/policies?${query}`)).status).toBe(404);
  expect((await report('kind=none')).status).toBe(422);
  expect((await report('period=1999-01')).status).toBe(422);
});

test('leaves statuses, at risk and owed unchanged', async () => {
  const read = async () => {
    const paths = ['/v1/members?limit=200', `/v1/reports/rollup?carrierId=${carrierId}`];
    return Promise.all(paths.map(async (path) => (await account.call('GET', path)).body));
  };
  const before = await read();
  await replace([{ id: 'A', status: 'ended' }]);
  expect(findingsOf((await report(`carrierId=${carrierId}`)).json)).toContain('ended_but_paid A');
  expect(await read()).toEqual(before);
});

test('reports no ended policy that is paid for its last month in the month after', async () => {
  const own = await service.createAccount();
  const columns = { member_external_id: 'ID', commission_amount: 'Paid', coverage_month: 'Month' };
  const carrier = await service.createCarrier({
    account: own,
    config: { fileType: 'csv', columns, optionalColumns: ['coverage_month'] },
  });
  const file = ['ID,Paid,Month', 'A,50,2026-05', 'B,50,2026-05', 'B,50,2026-06', 'C,50,2026-05', 'C,1,'].join('\n');
  expect(await own.upload({ carrierId: carrier, period: '2026-06', file })).toMatchObject({ status: 202 });
  await service.runJobs();
  const policies = ['A', 'B', 'C'].map((id) => ({ id, status: 'ended', term: '2026-05-31' }));
  await own.call('PUT', `/v1/policies?carrierId=${carrier}`, { json: { policies } });
  const { json } = await own.call('GET', '/v1/reports/policies');
  expect(findingsOf(json)).toEqual(['ended_but_paid B', 'ended_but_paid C']);
});
