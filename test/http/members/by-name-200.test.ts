import { expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { z } from 'zod';
import { sharedService, statement } from '../../support/service.ts';

/** Guarantee: the list by name has everybody once, at the name of today, with the figures of the member's months. */

const service = await sharedService();
const account = await service.createAccount();
const beacon = await service.createCarrier({ name: 'Beacon Health', account });
const harbor = await service.createCarrier({ name: 'Harbor Mutual', account });
const of = (name: string, agent = 'Kim Ortiz', plan = 'Gold') => ({
  Name: name,
  Agent: agent,
  Plan: plan,
  Policy: `P-${name}`,
});

await account.load({
  carrierId: beacon,
  period: '2026-01',
  file: statement([
    ['M1', 40, of('Zoe Adams')],
    ['M2', 30, of('Émile Brown', 'Bob Miller')],
    ['M3', 20, of('  carl   Cole ', 'Kim Ortiz', 'Silver')],
    ['M4', 10],
  ]),
});
await account.load({
  carrierId: beacon,
  period: '2026-02',
  file: statement([
    ['M1', 40, of('Ann Young')],
    ['M2', 30, of('Emile Brown', 'Bob Miller')],
    ['M4', -4, of('Dora Found')],
  ]),
});
await account.load({ carrierId: harbor, period: '2026-02', file: statement([['H1', 9.5, of('Émile Brown')]]) });

const row = z.looseObject({
  memberName: z.string().nullable(),
  memberExternalId: z.string(),
  memberRefId: z.string(),
  paidTotal: z.number(),
});
async function list(query: string) {
  const { status, json } = await account.call('GET', `/v1/members?sort=name${query}`);
  expect([query, status]).toEqual([query, 200]);
  return z.object({ data: z.array(row) }).parse(json).data;
}
const shown = async (query: string) => (await list(query)).map((one) => one.memberExternalId);

test('sorts by the name of today, without regard to case, accents and spaces', async () => {
  expect(await shown('')).toEqual(['M1', 'M3', 'M4', ...(await shown('&q=brown'))]);
  expect((await shown('&q=brown')).toSorted()).toEqual(['H1', 'M2']);
});

test.each([
  ['&presence=gone', ['M3']],
  ['&presence=active', ['H1', 'M1', 'M2', 'M4']],
  ['&agent=bob miller', ['M2']],
  ['&plan=silver', ['M3']],
  ['&owed=true', []],
  ['&q=young', ['M1']],
])('filters by %s', async (query, expected) => {
  expect((await shown(query)).toSorted()).toEqual(expected);
});

test('narrows to a carrier', async () => {
  expect(await shown(`&carrierId=${harbor}`)).toEqual(['H1']);
});

test('pages follow each other', async () => {
  const pages = [];
  for (const offset of [0, 2, 4, 6]) pages.push(...(await shown(`&limit=2&offset=${offset}`)));
  expect(pages).toEqual(await shown(''));
});

test('adds up what the months paid', async () => {
  for (const { memberRefId, paidTotal } of await list('')) {
    const { json } = await account.call('GET', `/v1/members/${memberRefId}/timeline`);
    const { data } = z.object({ data: z.array(z.object({ commissionAmount: z.number() })) }).parse(json);
    expect(data.reduce((sum, { commissionAmount }) => sum + commissionAmount, 0)).toBe(paidTotal);
  }
});

test('is a workbook for people too', async () => {
  const response = await fetch(`${service.url}/v1/members?sort=name`, {
    headers: {
      authorization: `Bearer ${account.token}`,
      accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    },
  });
  const book = XLSX.read(new Uint8Array(await response.arrayBuffer()));
  const [sheet] = Object.values(book.Sheets);
  const rows = sheet === undefined ? [] : XLSX.utils.sheet_to_json<Record<string, unknown>>(sheet);
  expect(rows[0]).toMatchObject({
    Member: 'Ann Young',
    Carrier: 'Beacon Health',
    Status: 'Active',
    Since: 'January 2026',
  });
  expect(rows).toHaveLength(5);
});

test.each(['', '&agent=kim%20ortiz', '&q=a', '&presence=active'])(
  'pages after a member make up the list %s',
  async (filter) => {
    const whole = (await list(filter)).map(({ memberRefId }) => memberRefId);
    const paged: string[] = [];
    for (let after = ''; ; after = `&after=${paged.at(-1)}`) {
      const page = await list(`${filter}&limit=1${after}`);
      if (page.length === 0) break;
      paged.push(...page.map(({ memberRefId }) => memberRefId));
    }
    expect(paged).toEqual(whole);
  },
);

test('lists a member who returned under another name and agent by both', async () => {
  const own = await service.createAccount();
  const carrierId = await service.createCarrier({ name: 'Cedar Mutual', account: own });
  const stays = ['R1', 10, of('Stays Here', 'Bob Miller')] as const;
  const months = {
    '2026-01': [stays, ['R2', 10, of('Old Name', 'Kim Ortiz')]],
    '2026-02': [stays],
    '2026-03': [stays, ['R2', 10, of('New Name', 'Lee Park')]],
  } as const;
  for (const [period, rows] of Object.entries(months)) await own.load({ carrierId, period, file: statement(rows) });
  const found = async (query: string) => {
    const { json } = await own.call('GET', `/v1/members?sort=name${query}`);
    return z
      .object({ data: z.array(row) })
      .parse(json)
      .data.map(({ memberName }) => memberName);
  };
  expect(await found('')).toEqual(['New Name', 'Stays Here']);
  expect(await found('&agent=lee%20park')).toEqual(['New Name']);
  expect(await found('&agent=kim%20ortiz')).toEqual([]);
});
