import { expect, test } from 'vitest';
import { z } from 'zod';
import { downloadWorkbook } from '../../support/download-workbook.ts';
import { type StatementRow, sharedService, statement } from '../../support/service.ts';

/**
 * A year and the months before it. C leaves Summit; Zenith pays an employer group of five since February:
 *
 * |        | 2025-03    | 2025-05    | 2026-02         | 2026-03 |
 * | Summit | A 50 B 50 C 30 | A 50 B 50 C 30 |         | A 60 B 40 |
 * | Zenith |            |            | P Q R S T 10 each | |
 */

const service = await sharedService();
const account = await service.createAccount();
const summit = await service.createCarrier({ name: 'Summit' });
const zenith = await service.createCarrier({ name: 'Zenith' });

await service.database.system((sql) => sql`update carriers set product_line = 'medicare' where carrier_id = ${summit}`);

const ana = (id: string, amount: number, effective = ''): StatementRow => [
  id,
  amount,
  { Name: `Member ${id}`, Policy: `POL-${id}`, Agent: 'Ana Ruiz', Effective: effective },
];
const ben = (id: string, amount: number, effective = ''): StatementRow => [
  id,
  amount,
  { Name: `Member ${id}`, Policy: `POL-${id}`, Agent: 'BEN  OKAFOR', Effective: effective },
];
const old = [ana('A', 50, '2024-06-01'), ben('B', 50, '2025-08-01'), ben('C', 30)];
await account.load({ carrierId: summit, period: '2025-03', file: statement(old) });
await account.load({ carrierId: summit, period: '2025-05', file: statement(old) });
await account.load({
  carrierId: zenith,
  period: '2026-02',
  file: statement(['P', 'Q', 'R', 'S', 'T'].map((id) => [id, 10, { Policy: 'G-1', Agent: 'Ana Ruiz' }])),
});
await account.load({
  carrierId: summit,
  period: '2026-03',
  file: statement([ana('A', 60, '2024-06-01'), ben('B', 40, '2025-08-01')]),
});

const get = async (query: string) => (await account.call('GET', `/v1/reports/year${query}`)).json;
const rows = z.object({
  rows: z.array(z.looseObject({ name: z.string().nullable(), paidNet: z.number(), before: z.number().nullable() })),
});
const paid = async (groupBy: string) =>
  rows.parse(await get(`?groupBy=${groupBy}`)).rows.map(({ name, paidNet, before }) => [name, paidNet, before]);

test('reports the year of the latest statement beside the same months of the year before', async () => {
  expect(await get('')).toMatchObject({
    year: 2026,
    through: '2026-03',
    keptFrom: '2025-03',
    totals: {
      ...{ paidNet: 150, before: 130, difference: 20, members: 7 },
      // C of three is gone. Zenith has one month only.
      ...{ startMembers: 3, keptMembers: 2, persistencyPct: 66.67 },
      // A began in June 2024 and B in August 2025: June is within three months, August is not.
      ...{ renewalMembers: 1, renewalPay: 60 },
    },
    rows: [
      { key: summit, name: 'Summit', paidNet: 100, before: 130, difference: -30, persistencyPct: 66.67 },
      { key: zenith, name: 'Zenith', paidNet: 50, before: null, difference: null, persistencyPct: null },
    ],
    rowCount: 2,
  });
  const { renewals } = z
    .object({ renewals: z.array(z.object({ period: z.string(), members: z.int() })) })
    .parse(await get(''));
  expect(renewals.filter(({ members }) => members > 0)).toEqual([
    { period: '2026-06', members: 1 },
    { period: '2026-08', members: 1 },
  ]);
});

test('groups by agent, line of business and employer group, and every grouping adds up to the same', async () => {
  expect(await paid('agent')).toEqual([
    ['Ana Ruiz', 110, 50],
    ['BEN  OKAFOR', 40, 80],
  ]);
  expect(await paid('line')).toEqual([
    ['Medicare', 100, 130],
    [null, 50, null],
  ]);
  expect(await paid('employer_group')).toEqual([
    [null, 100, 130],
    ['G-1 · Zenith', 50, null],
  ]);
  for (const groupBy of ['agent', 'line', 'employer_group'])
    expect(await get(`?groupBy=${groupBy}`)).toMatchObject({ totals: { paidNet: 150, before: 130, keptMembers: 2 } });
});

test('reports an earlier year, a carrier and a workspace, and refuses an unknown one', async () => {
  expect(await get('?year=2025')).toMatchObject({ through: '2025-05', totals: { paidNet: 260, before: null } });
  expect(await get('?year=2024')).toMatchObject({ through: null, rows: [], totals: { paidNet: 0 } });
  expect(await get(`?carrierId=${zenith}&workspaceId=${account.workspaceId}`)).toMatchObject({
    totals: { paidNet: 50, before: null, members: 5 },
  });
  const { status } = await account.call('GET', '/v1/reports/year?carrierId=nobody');
  expect(status).toBe(404);
  expect((await account.call('GET', '/v1/reports/year?groupBy=moon')).status).toBe(422);
});

test('is a workbook with words for people', async () => {
  const { sheets } = await downloadWorkbook(service, account, '/v1/reports/year?groupBy=employer_group');
  expect(sheets['Year']?.slice(0, 3).map((row) => row.slice(0, 4))).toEqual([
    ['Name', 'Paid this year', 'Same months last year', 'Difference'],
    ['All others', 100, 130, -30],
    ['G-1 · Zenith', 50, undefined, undefined],
  ]);
});
