import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();
const otherCarrier = await service.createCarrier({ name: 'Other' });
const second = await service.createWorkspace(account, 'Second');
const { workspaceId } = account;
await loadWorkedExample(service, account, { carrierId, workspaceId });
const cells = { Name: 'José 100%_Ñandú', Policy: 'X\\1', Plan: 'Silver', Agent: 'Kim', Effective: '03/01/2025' };
await account.load({
  carrierId: otherCarrier,
  workspaceId: second,
  period: '2026-02',
  file: statement([['A', 7, cells]]),
});

const page = z.object({
  data: z.array(
    z.looseObject({
      memberRefId: z.string(),
      memberExternalId: z.string(),
      status: z.string(),
      lastPeriod: z.string(),
      commissionAmount: z.number(),
      carrierId: z.string(),
    }),
  ),
  pagination: z.object({ limit: z.int(), offset: z.int(), hasMore: z.boolean() }),
});

async function list(query = '', who = account) {
  const response = await who.call('GET', `/v1/members${query}`);
  expect(response.status).toBe(200);
  return page.parse(response.json);
}

const shown = ({ data }: z.output<typeof page>) =>
  data.map((row) => `${row.memberExternalId} ${row.status} ${row.lastPeriod} ${row.commissionAmount}`).sort();

const OF_EXAMPLE = [
  'A green 2026-04 50',
  'B green 2026-04 60',
  'C reappeared 2026-04 45',
  'D red 2026-03 0',
  'E red 2026-04 0',
];

test('lists every member once, as of the latest row', async () => {
  expect(shown(await list())).toEqual(['A green 2026-04 50', 'A new 2026-02 7', ...OF_EXAMPLE.slice(1)]);
});

test('returns a member with all fields', async () => {
  const { data } = await list(`?carrierId=${otherCarrier}`);
  const memberRefId = data[0]?.memberRefId;
  const member = {
    id: memberRefId,
    memberRefId,
    memberExternalId: 'A',
    memberName: 'José 100%_Ñandú',
    carrierId: otherCarrier,
    carrierName: 'Other',
    workspaceId: second,
    policyNumber: 'X\\1',
    planName: 'Silver',
    agentName: 'Kim',
    status: 'new',
    flags: ['NEW'],
    lastPeriod: '2026-02',
    commissionAmount: 7,
    effectiveDate: '2025-03-01',
    termDate: null,
    provisional: false,
    firstPeriod: '2026-02',
    lastPaidPeriod: '2026-02',
    lastPaidAmount: 7,
    paidTotal: 7,
    owed: 0,
  };
  expect(data).toEqual([member]);
  expect((await account.call('GET', `/v1/members/${memberRefId}`)).json).toEqual({ ...member, formerNames: [] });
});

test('filters by carrier and workspace', async () => {
  expect(shown(await list(`?carrierId=${carrierId}`))).toEqual(OF_EXAMPLE);
  expect(shown(await list(`?workspaceId=${account.workspaceId}`))).toEqual(OF_EXAMPLE);
  expect(shown(await list(`?workspaceId=${second}&carrierId=${carrierId}`))).toEqual([]);
});

test('shows members as of a period, which can be named in either way or both', async () => {
  const february = [
    'A green 2026-02 50',
    'B yellow 2026-02 40',
    'C red 2026-02 0',
    'D yellow 2026-02 -50',
    'E new 2026-02 50',
  ];
  expect(shown(await list(`?period=2026-02&carrierId=${carrierId}`))).toEqual(february);
  expect(shown(await list(`?periodYear=2026&periodMonth=2&carrierId=${carrierId}`))).toEqual(february);
  expect(
    shown(await list(`?period=2026-02&periodYear=2026&periodMonth=02&workspaceId=${account.workspaceId}`)),
  ).toEqual(february);
  expect((await list('?period=2026-02')).data).toHaveLength(6);
  expect((await list('?period=2025-12')).data).toEqual([]);
});

test('applies filters to the shown values', async () => {
  expect(shown(await list('?status=red'))).toEqual(['D red 2026-03 0', 'E red 2026-04 0']);
  expect(shown(await list('?status=red&period=2026-02'))).toEqual(['C red 2026-02 0']);
  expect(shown(await list('?status=yellow'))).toEqual([]);
  expect(shown(await list('?flag=REAPPEARED'))).toEqual(['C reappeared 2026-04 45']);
  expect(shown(await list('?flag=CHARGEBACK&period=2026-02'))).toEqual(['D yellow 2026-02 -50']);
});

test('finds parts of names, ids and policies with q in any case, without wildcards', async () => {
  const found = async (q: string) =>
    (await list(`?q=${encodeURIComponent(q)}`)).data.map((row) => row.memberExternalId);
  expect(await found('member b')).toEqual(['B']);
  expect(await found('pol-c')).toEqual(['C']);
  expect((await found('a')).sort()).toContain('A');
  expect(await found('ñANDÚ')).toEqual(['A']);
  expect(await found('100%_')).toEqual(['A']);
  expect(await found('x\\1')).toEqual(['A']);
  expect(await found('%')).toEqual(['A']);
  expect(await found('_')).toEqual(['A']);
  expect(await found('\\')).toEqual(['A']);
  expect(await found('nobody')).toEqual([]);
});

test('returns each member once in pages', async () => {
  const seen: string[] = [];
  for (let offset = 0; ; offset += 4) {
    const { data, pagination } = await list(`?limit=4&offset=${offset}`);
    seen.push(...data.map(({ memberRefId }) => memberRefId));
    if (!pagination.hasMore) break;
  }
  expect(seen).toHaveLength(6);
  expect(new Set(seen).size).toBe(6);
});

test('shows an account its own members only', async () => {
  const stranger = await service.createAccount();
  expect((await list('', stranger)).data).toEqual([]);
  await stranger.load({ carrierId, period: '2026-01', file: statement([['A', 1]]) });
  expect(shown(await list('', stranger))).toEqual(['A new 2026-01 1']);
  expect((await list()).data).toHaveLength(6);
});

test('returns CSV', async () => {
  const { body } = await account.call('GET', '/v1/members?q=pol-c', { headers: { Accept: 'text/csv' } });
  const [header, row] = body.trimEnd().split('\r\n');
  expect(header).toBe(
    'id,memberRefId,memberExternalId,memberName,carrierId,carrierName,workspaceId,policyNumber,planName,agentName,status,flags,lastPeriod,commissionAmount,effectiveDate,termDate,provisional,firstPeriod,lastPaidPeriod,lastPaidAmount,paidTotal,owed',
  );
  expect(row).toContain(',C,Member C,');
  expect(row).toContain('"[""REAPPEARED"",""REAPPEARED_WITH_DELTA""]",2026-04,45,,');
});
