import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { z } from 'zod';
import { OPENAPI_FILE } from '../../../scripts/describe-api.ts';
import { downloadWorkbook } from '../../support/download-workbook.ts';
import { STATEMENT_CONFIG, sharedService, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Guarantee: a row of results, deltas or chargebacks names its member, carrier, agent and dates, in every form. */
describe('row context', async () => {
  let jobId: string;
  const service = await sharedService();
  const account = await service.createAccount();
  const columns = {
    member_external_id: 'ID',
    commission_amount: 'Paid',
    member_name: 'Name',
    policy_number: 'Policy',
    agent_id: 'Writing No',
    agent_name: 'Agent',
    effective_date: 'Effective',
    coverage_month: 'For',
    paid_date: 'Paid On',
  };
  const carrierId = await service.createCarrier({ account, name: 'WellCare', config: { fileType: 'csv', columns } });
  const header = 'ID,Paid,Name,Policy,Writing No,Agent,Effective,For,Paid On';
  const january = [
    header,
    'M1,50,"Doe, Jane",P1,17,"Rivera, Ana",2025-11-01,2026-01,2026-01-28',
    'M2,60,Roe,P2,18,Okafor,2025-12-01,2026-01,2026-01-28',
  ];
  const february = [
    header,
    'M1,-50,"Doe, Jane",P1,17,"Rivera, Ana",2025-11-01,2026-01,2026-02-27',
    'M1,-1,"Doe, Jane",P1,17,"Rivera, Ana",2025-11-01,2025-12,2026-02-26',
    // This chargeback belongs to a policy that another agent wrote than the member's first policy.
    'M1,-2,"Doe, Jane",P9,,Stone,2025-10-01,,',
    'M1,-3,"Doe, Jane",P10,,,,,',
  ];
  for (const [period, lines] of [
    ['2026-01', january],
    ['2026-02', february],
  ] as const) {
    const uploaded = await account.upload({ file: lines.join('\n'), carrierId, period });
    jobId = z.object({ jobId: z.string() }).parse(uploaded.json).jobId;
    await service.runJobs();
  }

  const records = z.array(z.record(z.string(), z.unknown()));
  const ofWellCare = () => ({ carrierId, carrierName: 'WellCare', period: '2026-02' });
  const ofAna = { agentId: '17', agentName: 'Rivera, Ana', effectiveDate: '2025-11-01', termDate: null };
  const jane = { memberExternalId: 'M1', memberName: 'Doe, Jane' };

  async function rowsOf(path: string): Promise<z.output<typeof records>> {
    const { json } = await account.call('GET', path);
    return z.object({ data: records }).parse(json).data;
  }

  const LISTS: readonly [string, () => string][] = [
    ['results', () => `/v1/jobs/${jobId}/results`],
    ['deltas', () => `/v1/jobs/${jobId}/deltas`],
    ['chargebacks', () => `/v1/chargebacks?carrierId=${carrierId}&period=2026-02`],
  ];

  test('results name the carrier, the agent and the dates', async () => {
    const rows = await rowsOf(`/v1/jobs/${jobId}/results`);
    expect(rows.find(({ memberExternalId }) => memberExternalId === 'M1')).toMatchObject({
      ...ofWellCare(),
      ...ofAna,
      ...jane,
      paidThrough: null,
    });
    // The member who dropped keeps the agent and the dates of the last statement that had them.
    expect(rows.find(({ memberExternalId }) => memberExternalId === 'M2')).toMatchObject({
      ...ofWellCare(),
      status: 'red',
      agentId: '18',
      agentName: 'Okafor',
    });
  });

  test('deltas name the member, the carrier, the agent and the dates', async () => {
    const rows = await rowsOf(`/v1/jobs/${jobId}/deltas?changeType=removed`);
    expect(rows).toEqual([
      expect.objectContaining({ memberExternalId: 'M2', memberName: 'Roe', policyNumber: 'P2', ...ofWellCare() }),
    ]);
    const [amount] = await rowsOf(`/v1/jobs/${jobId}/deltas?changeType=modified`);
    expect(amount).toMatchObject({ ...jane, ...ofAna, ...ofWellCare() });
  });

  test('chargebacks name the member, the months and the agent of the policy', async () => {
    const rows = await rowsOf(`/v1/chargebacks?carrierId=${carrierId}`);
    const byPolicy = new Map(rows.map((row) => [row['policyNumber'], row]));
    const { workspaceId } = account;
    expect(byPolicy.get('P1')).toMatchObject({
      ...jane,
      ...ofWellCare(),
      ...ofAna,
      workspaceId,
      coverageMonths: ['2025-12', '2026-01'],
      paidDate: '2026-02-27',
    });
    const otherAgent = { agentId: null, agentName: 'Stone', effectiveDate: '2025-10-01' };
    expect(byPolicy.get('P9')).toMatchObject({ ...jane, ...otherAgent, coverageMonths: [], paidDate: null });
    expect(byPolicy.get('P10')).toMatchObject({ ...jane, ...ofAna });
  });

  describe.each(LISTS)('%s', (_, path) => {
    test('have the same columns and rows as CSV and as a workbook, whole and by page', async () => {
      const rows = await rowsOf(path());
      const columns = Object.keys(rows[0] ?? {}).toSorted();
      for (const query of ['', 'limit=200']) {
        const address = query === '' ? path() : `${path()}${path().includes('?') ? '&' : '?'}${query}`;
        const csv = await account.call('GET', address, { headers: { Accept: 'text/csv' } });
        const inCsv = z.array(z.record(z.string(), z.string())).parse(parse(csv.body, { columns: true }));
        expect(Object.keys(inCsv[0] ?? {}).toSorted()).toEqual(columns);
        expect(inCsv.map(({ memberRefId, agentName }) => [memberRefId, agentName])).toEqual(
          rows.map(({ memberRefId, agentName }) => [memberRefId, agentName ?? '']),
        );
        const sheet = await sheetOf(address);
        expect([...(sheet[0] ?? [])].map(String).toSorted()).toEqual(columns);
        expect(sheet).toHaveLength(rows.length + 1);
        expect(sheet.flat()).toContain('WellCare');
      }
    });
  });

  async function sheetOf(path: string): Promise<readonly (readonly unknown[])[]> {
    return Object.values((await downloadWorkbook(service, account, path)).sheets)[0] ?? [];
  }

  const carrier = await account.call('POST', '/v1/carriers', { json: { name: 'WellCare (PPO)' } });
  const namedCarrierId = z.object({ id: z.string() }).parse(carrier.json).id;
  await service.addConfig(namedCarrierId, STATEMENT_CONFIG, account);
  const book = await loadWorkedExample(service, account, { carrierId: namedCarrierId });

  const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

  async function fileNameOf(path: string, by: TestAccount = account): Promise<string | undefined> {
    const Accept = path.endsWith('#xlsx') ? XLSX : 'text/csv';
    const { headers } = await by.call('GET', path.replace('#xlsx', ''), { headers: { Accept } });
    return /^attachment; filename="(.*)"$/.exec(headers.get('content-disposition') ?? '')?.[1];
  }

  test.each([
    ['/v1/members', 'members.csv'],
    ['/v1/members?period=2026-02', 'members-2026-02.csv'],
    ['/v1/members?periodYear=2026&periodMonth=2&limit=5', 'members-2026-02.csv'],
    ['/v1/members?carrierId=CARRIER&limit=5', 'members-wellcare-ppo.csv'],
    ['/v1/chargebacks?carrierId=CARRIER&period=2026-02', 'chargebacks-wellcare-ppo-2026-02.csv'],
    ['/v1/chargebacks?carrierId=CARRIER', 'chargebacks-wellcare-ppo-2026-04.csv'],
    ['/v1/chargebacks?limit=5', 'chargebacks-2026-04.csv'],
    ['/v1/reports/owed-worksheet', 'owed-worksheet-2025-05-to-2026-04.csv'],
    ['/v1/reports/owed-worksheet#xlsx', 'owed-worksheet-2025-05-to-2026-04.xlsx'],
    [
      '/v1/reports/owed-worksheet?from=2026-02&to=2026-02&carrierId=CARRIER#xlsx',
      'owed-worksheet-wellcare-ppo-2026-02.xlsx',
    ],
    ['/v1/reports/recoverable?from=2026-01#xlsx', 'recoverable-2026-01-to-2026-04.xlsx'],
    ['/v1/reports/cumulative', 'cumulative-2026-01-to-2026-04.csv'],
    ['/v1/reports/rollup', 'rollup-2026-04.csv'],
    ['/v1/reports/tax-1099?year=2026', 'tax-1099-2026.csv'],
    ['/v1/carriers/CARRIER/configs', 'configs-wellcare-ppo.csv'],
    ['/v1/carriers', 'carriers.csv'],
  ])('%s is saved as %s', async (path, name) => {
    expect(await fileNameOf(path.replace('CARRIER', namedCarrierId))).toBe(name);
  });

  test('files of a job have the carrier and the month of the job', async () => {
    const jobId = book.jobIds['2026-02'];
    expect(await fileNameOf(`/v1/jobs/${jobId}/results`)).toBe('job-results-wellcare-ppo-2026-02.csv');
    expect(await fileNameOf(`/v1/jobs/${jobId}/deltas?limit=1`)).toBe('job-deltas-wellcare-ppo-2026-02.csv');
    expect(await fileNameOf(`/v1/jobs/${jobId}/exceptions`)).toBe('job-exceptions-wellcare-ppo-2026-02.csv');
  });

  test('another account learns no name, and JSON has none', async () => {
    const stranger = await service.createAccount();
    expect(await fileNameOf(`/v1/jobs/${book.jobIds['2026-02']}/results`, stranger)).toBeUndefined();
    expect(await fileNameOf(`/v1/chargebacks?carrierId=${namedCarrierId}`, stranger)).toBeUndefined();
    expect((await account.call('GET', '/v1/members')).headers.get('content-disposition')).toBeNull();
  });
});

/** Guarantee: a list as a workbook has the columns, rows and cells of its CSV. */
describe('lists as workbooks', async () => {
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
});

/**
 * Guarantee: every list has the columns that openapi.json describes as CSV, pages of one row make up the whole list, and another account
 * sees none of it.
 */
describe('lists as CSV', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  const { jobIds } = await loadWorkedExample(service, account, { carrierId });
  const { json } = await account.call('GET', '/v1/members');
  const [member] = z.object({ data: z.array(z.object({ memberRefId: z.string() })) }).parse(json).data;
  const stranger = await service.createAccount();
  const IDS = { carrierId, jobId: jobIds['2026-02'], memberRefId: member?.memberRefId, period: '2026-02' };
  const QUERIES: Readonly<Record<string, string>> = {
    '/v1/comparisons': 'from=2026-01&to=2026-04',
    '/v1/members/alias-proposals': `carrierId=${carrierId}&period=2026-02`,
    '/v1/members/{memberRefId}/lines': 'period=2026-02',
    '/v1/pay-changes': 'period=2026-02',
    '/v1/reports/agent-pay': 'year=2026',
    '/v1/reports/attrition': 'period=2026-02',
    '/v1/reports/medicare-rde': `carrierId=${carrierId}&period=2026-02`,
    '/v1/reports/medicare-renewal-forecast': `carrierId=${carrierId}&period=2026-02`,
    '/v1/reports/tax-1099': 'year=2026',
  };

  const described = z.object({
    paths: z.record(
      z.string(),
      z.looseObject({
        get: z
          .looseObject({
            responses: z.looseObject({
              200: z
                .looseObject({ content: z.record(z.string(), z.looseObject({ example: z.unknown().optional() })) })
                .optional(),
            }),
            parameters: z.array(z.looseObject({ name: z.string() })).optional(),
          })
          .optional(),
      }),
    ),
  });
  const { paths } = described.parse(JSON.parse(await readFile(OPENAPI_FILE, 'utf8')));
  const lists = Object.entries(paths).flatMap(([path, { get }]) => {
    const example = get?.responses[200]?.content?.['text/csv']?.example;
    const address = path.replace(/\{(\w+)\}/g, (whole, name) => String(Object(IDS)[name] ?? whole));
    if (typeof example !== 'string' || address.includes('{') || /^\/v1\/(admin|team|tokens)|exceptions$/.test(path))
      return [];
    const query = QUERIES[path];
    const isPaged = get?.parameters?.some(({ name }) => name === 'limit') === true;
    return [{ path, address: query === undefined ? address : `${address}?${query}`, example, isPaged }];
  });

  test('are found in the description', () => {
    expect(lists.length).toBeGreaterThan(40);
  });

  const asCsv = (path: string, by = account) => by.call('GET', path, { headers: { Accept: 'text/csv' } });

  async function csvOf(path: string) {
    const { status, body, headers } = await asCsv(path);
    expect([path, status]).toEqual([path, 200]);
    const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    return { body, next: next?.replace(/^https?:\/\/[^/]*/, '') };
  }

  test.each(lists)('$path', async ({ address, example, isPaged }) => {
    const { body } = await csvOf(address);
    const [header] = example.split('\r\n');
    expect(body.split('\r\n')[0]).toBe(header);
    const foreign = await asCsv(address, stranger);
    expect([200, 404]).toContain(foreign.status);
    for (const id of [carrierId, IDS.memberRefId, IDS.jobId]) expect(foreign.body).not.toContain(`${id},`);
    if (!isPaged) return;
    let paged = `${header}\r\n`;
    for (let at: string | undefined = `${address}${address.includes('?') ? '&' : '?'}limit=1`; at !== undefined; ) {
      const page = await csvOf(at);
      paged += page.body.slice(page.body.indexOf('\r\n') + 2);
      at = page.next;
    }
    expect(paged).toBe(body);
  });
});
