import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { z } from 'zod';
import { sharedService, statement } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

describe('list', async () => {
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
});

/** Guarantee: the list by name has everybody once, at the name of today, with the figures of the member's months. */
describe('by name', async () => {
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
});

describe('timeline', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();
  const book = await loadWorkedExample(service, account, { carrierId });

  const members = z.object({ data: z.array(z.looseObject({ memberRefId: z.string() })) });
  const timeline = z.looseObject({
    data: z.array(z.looseObject({ period: z.string(), status: z.string(), commissionAmount: z.number() })),
  });

  async function memberRefId(externalId: string): Promise<string> {
    const response = await account.call('GET', `/v1/members?q=POL-${externalId}`);
    return members.parse(response.json).data[0]?.memberRefId ?? '';
  }

  async function timelineOf(externalId: string) {
    const response = await account.call('GET', `/v1/members/${await memberRefId(externalId)}/timeline`);
    return timeline.parse(response.json);
  }

  test('lists the months of the worked example, oldest first', async () => {
    const shown = async (externalId: string) =>
      (await timelineOf(externalId)).data.map((entry) => `${entry.period} ${entry.status} ${entry.commissionAmount}`);
    expect(await shown('B')).toEqual(['2026-01 new 50', '2026-02 yellow 40', '2026-03 green 40', '2026-04 green 60']);
    expect(await shown('C')).toEqual(['2026-01 new 50', '2026-02 red 0', '2026-04 reappeared 45']);
    expect(await shown('D')).toEqual(['2026-01 new 50', '2026-02 yellow -50', '2026-03 red 0']);
  });

  test('returns an entry with all fields, including the file and the job that read it', async () => {
    const found = await timelineOf('B');
    expect(found).toMatchObject({
      memberRefId: await memberRefId('B'),
      memberExternalId: 'B',
      memberName: 'Member B',
      carrierId,
    });
    expect(found.data[1]).toEqual({
      period: '2026-02',
      status: 'yellow',
      flags: ['COMMISSION_CHANGED'],
      signals: expect.any(Array),
      reason: found.data[1]?.['reason'],
      commissionAmount: 40,
      prevCommissionAmount: 50,
      comparedAgainstPeriod: '2026-01',
      expectedAmount: 50,
      commissionOwed: 10,
      chargebackAmount: 0,
      fileId: book.fileIds['2026-02'],
      jobId: book.jobIds['2026-02'],
      provisional: false,
    });
  });

  test('names the job that read the file, not a later rescore', async () => {
    await account.call('POST', `/v1/files/${book.fileIds['2026-02']}/rescore`);
    await service.runJobs();
    const { data } = await timelineOf('B');
    expect(data).toHaveLength(4);
    expect(data[1]).toMatchObject({ jobId: book.jobIds['2026-02'] });
  });

  const [summit, zenith] = [
    await service.createCarrier({ name: 'Summit' }),
    await service.createCarrier({ name: 'Zenith' }),
  ];
  const on = (Name: string, Policy: string) => ({ Name, Policy });
  await account.load({
    carrierId: summit,
    period: '2026-03',
    file: statement([
      ['M-1', 40, on('Doe, Jane', 'P-1')],
      ['M-2', 30.5, on('Doe, John', 'P-1')],
      ['M-3', 20, on('Jane Doe', 'P-9')],
      ...Array.from({ length: 11 }, (_, at) => [`G-${at}`, 1, on(`Worker ${at}`, 'GROUP')] as const),
    ]),
  });
  // John left, and Jane is paid by another policy: they are still the household of P-1.
  await account.load({
    carrierId: summit,
    period: '2026-04',
    file: statement([['M-1', 40, on('Doe, Jane', 'P-2')]]),
  });
  await account.load({
    carrierId: zenith,
    period: '2026-03',
    file: statement([
      ['Z-1', 9, on('Jane Doe', 'P-1')],
      ['Z-2', 9, on('Jane Doering', 'Q-1')],
    ]),
  });

  const relatedMembers = z.object({
    data: z.array(z.object({ memberRefId: z.string(), memberExternalId: z.string() })),
  });
  const listed = relatedMembers.parse((await account.call('GET', '/v1/members?limit=100')).json).data;
  const idOf = (externalId: string) => listed.find((one) => one.memberExternalId === externalId)?.memberRefId ?? '';
  const related = (externalId: string) => account.call('GET', `/v1/members/${idOf(externalId)}/related`);

  test('finds who has the same policy number at the carrier, and the same name at other carriers', async () => {
    const { status, json } = await related('M-1');
    expect([status, json]).toMatchObject([
      200,
      {
        data: [
          {
            ...{ relation: 'household', memberName: 'Doe, John', memberExternalId: 'M-2', policyNumber: 'P-1' },
            ...{ status: 'red', lastPaidPeriod: '2026-03', lastPaidAmount: 30.5, paidTotal: 30.5 },
          },
          { relation: 'same_name', memberExternalId: 'Z-1', carrierName: 'Zenith', paidTotal: 9 },
        ],
        // Jane 40 twice and John 30.50 once.
        householdPaidTotal: 110.5,
        groupMembers: null,
      },
    ]);
    expect(json).toMatchObject({ data: { length: 2 } });
  });

  test('a policy of many people is a group, which is counted and not listed', async () => {
    expect((await related('G-0')).json).toEqual({ data: [], householdPaidTotal: null, groupMembers: 11 });
  });

  test('a member alone has nobody, and an unknown one is refused', async () => {
    expect((await related('Z-2')).json).toEqual({ data: [], householdPaidTotal: null, groupMembers: null });
    expect((await account.call('GET', `/v1/members/${randomUUID()}/related`)).status).toBe(404);
    const other = await service.createAccount();
    expect((await other.call('GET', `/v1/members/${idOf('M-1')}/related`)).status).toBe(404);
  });
});

describe('extremes', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const book = await loadWorkedExample(service, account, { carrierId: await service.createCarrier() });

  test('finds nothing with the largest numbers of a list, without an error', async () => {
    const outcome = `/v1/jobs/${book.jobIds['2026-01']}`;
    for (const path of ['/v1/members', '/v1/jobs', `${outcome}/results`, `${outcome}/deltas`]) {
      const response = await account.call('GET', `${path}?limit=99999999999999999999&offset=999999999999999`);
      expect(response).toMatchObject({ status: 200, json: { data: [], pagination: { limit: 200, hasMore: false } } });
    }
    expect((await account.call('GET', '/v1/jobs?periodYear=9999&periodMonth=12')).json).toMatchObject({ data: [] });
    expect(await account.call('GET', '/v1/members?period=9999-12')).toMatchObject({ status: 422 });
    expect(await account.call('GET', '/v1/reports/rollup?period=0000-01')).toMatchObject({ status: 422 });
  });

  test('finds texts in every script, and nothing else', async () => {
    for (const q of ['𝔘𝔫𝔦', 'ﷺ', '\u202Eabc', "' or 1=1 --", '\\', '\\\\', '%%', '__', '{"a":1}', 'ǅ', '🦆']) {
      const response = await account.call('GET', `/v1/members?q=${encodeURIComponent(q)}`);
      expect([q, response.status, response.json]).toEqual([q, 200, expect.objectContaining({ data: [] })]);
    }
  });
});
