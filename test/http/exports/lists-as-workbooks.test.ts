import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { z } from 'zod';
import { sharedService } from '../../support/service.ts';

/** Guarantee: a list as a workbook has the columns, rows and cells of its CSV. */

const POLICIES = 260;
const service = await sharedService();
const account = await service.createAccount();
const columns = {
  member_external_id: 'ID',
  commission_amount: 'Paid',
  member_name: 'Name',
  effective_date: 'Effective',
  transaction_type: 'Type',
};
const carrierId = await service.createCarrier({ account, config: { fileType: 'csv', columns } });
await load('2026-01', 20);
await account.call('PUT', '/v1/months/2026-01', { json: { state: 'closed' } });
await load('2026-01', 20, { append: true }, 'X');
await load('2026-02', 18);
const { json } = await account.call('GET', '/v1/carrier-events');
const [event] = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(json).data;
expect((await account.call('POST', `/v1/carrier-events/${event?.id}/dispute`)).status).toBe(200);
const policies = Array.from({ length: POLICIES }, (_, at) => ({
  id: `P${at}`,
  premium: at + 0.25,
  memberName: '=1+1',
}));
expect((await account.call('PUT', `/v1/policies?carrierId=${carrierId}`, { json: { policies } })).status).toBe(200);

/** Loads twelve members and an override without a member; one of February's members returns under another id. */
async function load(period: string, amount: number, more = {}, prefix = 'M') {
  const members = Array.from({ length: 12 }, (_, at) => {
    const id = period === '2026-02' && at === 0 ? 'NEW' : `${prefix}${at}`;
    return `${id},${amount},${prefix} Member ${at},2025-01-${String(at + 1).padStart(2, '0')},New`;
  });
  const file = ['ID,Paid,Name,Effective,Type', ...members, `,7.5,,,Override`].join('\n');
  await account.load({ file, carrierId, period, ...more });
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
async function asFile(path: string, type: string) {
  const headers = { Authorization: `Bearer ${account.token}`, Accept: type };
  const response = await fetch(new URL(path, service.url), { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain(type);
  return Buffer.from(await response.arrayBuffer());
}
const sheetOf = z.array(z.array(z.union([z.string(), z.number(), z.null()])));
async function bothOf(path: string) {
  const csv = z.array(z.array(z.string())).parse(parse(await asFile(path, 'text/csv')));
  const { SheetNames: names, Sheets: sheets } = XLSX.read(await asFile(path, XLSX_TYPE), { type: 'buffer' });
  expect(names).toHaveLength(1);
  const options = { header: 1, raw: true, defval: null } as const;
  const rows = sheetOf.parse(XLSX.utils.sheet_to_json(sheets[names[0] ?? ''] ?? {}, options));
  return { csv, rows: rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))), raw: rows };
}

test.each([
  ['/v1/policies', POLICIES],
  ['/v1/policies?limit=10', 10],
  ['/v1/unassigned-lines', 3],
  ['/v1/carrier-events', 1],
  ['/v1/disputes', 1],
  ['/v1/months/2026-01', 1],
  ['alias-proposals', 1],
])('returns the same table for %s with %i rows', async (name, count) => {
  const path = name.startsWith('/') ? name : `/v1/members/${name}?carrierId=${carrierId}`;
  const { csv, rows, raw } = await bothOf(path);
  expect(rows).toEqual(csv);
  expect(rows).toHaveLength(count + 1);
  if (name === '/v1/disputes') expect(raw[1]).toEqual(expect.arrayContaining([22]));
});
