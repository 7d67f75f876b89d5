import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { READY_MADE_REPORTS } from '../../../core/saved-report/ready-made.ts';
import { startService, statement } from '../../support/service.ts';

/** Guarantee: reports that need no SQL answer their question, and are mailed where an owner says. */

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const table = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) });
const service = await startService({ hasReports: true });
const account = await service.createAccount({ scopes: ['read', 'write', 'manage'] });
const carrierId = await service.createCarrier({ name: 'Summit Senior Life' });
const row = (id: string, amount: number) => [id, amount, { Name: `Member ${id}`, Agent: 'Ana Rivera' }] as const;
const months = {
  '2026-03': [row('M-1', 40), row('M-2', 30), row('M-3', 20)],
  '2026-04': [row('M-1', 40), row('M-3', 15.5), row('M-4', 10)],
};
for (const [period, rows] of Object.entries(months)) {
  await account.upload({ file: statement(rows), carrierId, period });
}
await service.runJobs();
afterAll(() => service?.close());

async function run(key: string) {
  const { status, json } = await account.call('POST', `/v1/reports/ready-made/${key}/run`);
  expect(status).toBe(200);
  return table.parse(json);
}

describe('a ready-made report', () => {
  test.each(READY_MADE_REPORTS)('$key is allowed as a saved report, and runs', async ({ key, name, question, sql }) => {
    expect((await account.call('POST', '/v1/reports/saved', { json: { name, question, sql } })).status).toBe(201);
    expect((await run(key)).columns.length).toBeGreaterThan(2);
  });

  test('names who is gone, who is paid less and who is new in the latest month', async () => {
    expect((await run('gone')).rows).toEqual([['Member M-2', null, 'Summit Senior Life', 'Ana Rivera', '2026-04', 30]]);
    expect((await run('paid-less')).rows).toEqual([
      ['Member M-3', null, 'Summit Senior Life', 'Ana Rivera', '2026-04', 20, 15.5],
    ]);
    expect((await run('new')).rows).toEqual([['Member M-4', null, 'Summit Senior Life', 'Ana Rivera', '2026-04', 10]]);
  });

  test('sums what was paid by month', async () => {
    const byMonth = [
      ['2026-04', 'Summit Senior Life', 65.5],
      ['2026-03', 'Summit Senior Life', 90],
    ];
    expect((await run('paid-by-carrier')).rows.map((row) => row.slice(0, 3))).toEqual(byMonth);
    expect((await run('paid-by-agent')).rows.map((row) => row[1])).toEqual(['Ana Rivera', 'Ana Rivera']);
    expect((await run('statements')).rows).toHaveLength(2);
  });

  test('is returned as a workbook and as CSV too, like a saved report', async () => {
    const { json } = await account.call('POST', '/v1/reports/saved', {
      json: { name: 'Places', sql: 'select name as "Place", 3 as "Number", 1.25 as "Share" from workspaces' },
    });
    const { id } = z.object({ id: z.string() }).parse(json);
    for (const path of ['/v1/reports/ready-made/gone/run', `/v1/reports/saved/${id}/run`]) {
      const workbook = await account.call('POST', path, { headers: { Accept: XLSX } });
      expect(workbook.status).toBe(200);
      expect(workbook.headers.get('content-type')).toBe(XLSX);
    }
    const csv = await account.call('POST', '/v1/reports/ready-made/gone/run', { headers: { Accept: 'text/csv' } });
    expect(csv.body).toContain('Member M-2');
  });

  test('is unknown under another key', async () => {
    expect((await account.call('POST', '/v1/reports/ready-made/nothing/run')).status).toBe(404);
  });
});

test('a query runs without being saved, with the guard of saved reports', async () => {
  const reader = await service.createAccount({ scopes: ['read'] });
  const query = (sql: string) => reader.call('POST', '/v1/reports/run', { json: { sql } });
  expect(await query('select count(*) as members from members')).toMatchObject({
    status: 200,
    json: { columns: ['members'], rows: [[0]], truncated: false },
  });
  expect(await query('delete from members')).toMatchObject({ status: 422, json: { code: 'invalid_sql' } });
  expect((await reader.call('GET', '/v1/reports/saved')).json).toMatchObject({ data: [] });
});

describe('the address of scheduled reports', () => {
  const path = '/v1/account/report-address';

  test('is read by everybody and changed by an owner', async () => {
    expect((await account.call('GET', path)).json).toEqual({ email: null });
    const set = await account.call('PUT', path, { json: { email: 'dana@harbor.example' } });
    expect(set).toMatchObject({ status: 200, json: { email: 'dana@harbor.example' } });
    expect((await account.call('GET', path)).json).toEqual({ email: 'dana@harbor.example' });
    expect(await account.call('PUT', path, { json: { email: 'two@a.example, b@b.example' } })).toMatchObject({
      status: 422,
    });
    expect((await account.call('PUT', path, { json: { email: null } })).json).toEqual({ email: null });
  });

  test('is not changed by staff, nor that of another account', async () => {
    const staff = await service.createAccount();
    expect((await staff.call('PUT', path, { json: { email: 'x@harbor.example' } })).status).toBe(403);
    const other = await service.createAccount({ scopes: ['read', 'write', 'manage'] });
    await other.call('PUT', path, { json: { email: 'other@x.example' } });
    expect((await account.call('GET', path)).json).toEqual({ email: null });
  });
});
