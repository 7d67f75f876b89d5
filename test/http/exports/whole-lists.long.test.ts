import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { workbook } from '../../../demo/statements/workbook.ts';
import { storeBook, storePeriod } from '../../postgres/reads/stored-scores.ts';
import { downloadWorkbook } from '../../support/download-workbook.ts';
import { PROPERTY_RUNS } from '../../support/property-runs.ts';
import { startService } from '../../support/service.ts';

/** Guarantee: a list as a file has the rows of all its pages, in their order, and they add up to the statements. */
describe('whole lists', async () => {
  /** Enough members for several batches of an export, and for more rows than the longest page of the worksheet. */
  const MEMBERS = 2_000;
  const PERIODS = ['2026-01', '2026-02', '2026-03'] as const;
  let jobId = '';
  const service = await startService();
  const account = await service.createAccount();
  const stranger = await service.createAccount();
  const columns = { member_external_id: 'ID', commission_amount: 'Paid', member_name: 'Name', state: 'State' };
  const carrierId = await service.createCarrier({ account, config: { fileType: 'xlsx', sheets: ['Detail'], columns } });
  await account.call('POST', '/v1/expected-rates', {
    json: { carrierId, rateType: 'flat_per_member', rateValue: 40.37 },
  });
  for (const period of PERIODS) {
    const uploaded = await account.upload({ file: monthOf(period), fileName: `${period}.xlsx`, carrierId, period });
    jobId = z.object({ jobId: z.string() }).parse(uploaded.json).jobId;
    await service.runJobs();
  }
  afterAll(() => service.close());

  /** January pays all members. In February every fifth is gone. In March those are charged back, and all others have another state. */
  function monthOf(period: (typeof PERIODS)[number]): Uint8Array<ArrayBuffer> {
    const month = PERIODS.indexOf(period);
    const rows = Array.from({ length: MEMBERS }, (_, index) => index)
      .filter((index) => month !== 1 || index % 5 !== 0)
      .map((index) => {
        const paid = month === 2 && index % 5 === 0 ? -20.11 : 20.11 + (index % 100) / 100;
        return [`M${index}`, paid, `Member, ${index}`, month === 2 ? 'TX' : 'FL'];
      });
    return workbook({ Cover: [['Cover'], ['A statement']], Detail: [['ID', 'Paid', 'Name', 'State'], ...rows] });
  }

  const cells = z.array(z.record(z.string(), z.string()));
  const rowsIn = (text: string) => cells.parse(parse(text, { columns: true, record_delimiter: '\r\n' }));

  async function csvOf(
    path: string,
  ): Promise<{ readonly text: string; readonly truncated: string | null; readonly next: string | null }> {
    const { status, body, headers } = await account.call('GET', path, { headers: { Accept: 'text/csv' } });
    expect({ path, status }).toEqual({ path, status: 200 });
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? null;
    return { text: body, truncated: headers.get('X-Truncated'), next };
  }

  /** Reads all pages of CSV by their links. */
  async function pagesOf(path: string): Promise<string> {
    let text = '';
    for (let at: string | null = path; at !== null; ) {
      const page = await csvOf(at);
      expect(page.truncated).toBe(page.next === null ? null : 'true');
      const end = page.text.indexOf('\r\n') + 2;
      text += text === '' ? page.text : page.text.slice(end);
      at = page.next === null ? null : page.next.replace(service.url, '');
    }
    return text;
  }

  const withLimit = (path: string) => `${path}${path.includes('?') ? '&' : '?'}limit=200`;

  test.each([
    ['members', () => '/v1/members', MEMBERS],
    ['members of a status', () => '/v1/members?status=red', MEMBERS / 5],
    ['members as of a period', () => '/v1/members?period=2026-02&flag=DROPPED', MEMBERS / 5],
    ['results', () => `/v1/jobs/${jobId}/results`, MEMBERS],
    ['results that are owed', () => `/v1/jobs/${jobId}/results?owedOnly=true`, (MEMBERS / 5) * 4],
    ['deltas', () => `/v1/jobs/${jobId}/deltas?changeType=modified`, (MEMBERS / 5) * 4],
    ['chargebacks', () => '/v1/chargebacks', MEMBERS / 5],
    ['a comparison', () => '/v1/comparisons?from=2026-01&to=2026-03', MEMBERS],
    ['a comparison of a status', () => '/v1/comparisons?from=2026-01&to=2026-03&status=red', MEMBERS / 5],
    ['jobs', () => '/v1/jobs', PERIODS.length],
    ['files', () => '/v1/files', PERIODS.length],
    ['the audit trail', () => '/v1/audit', null],
    ['what was dropped', () => '/v1/intake', 0],
    ['a short list', () => '/v1/carriers', null],
    ['the worksheet', () => '/v1/reports/owed-worksheet', (MEMBERS / 5) * (5 + 4 + 4)],
  ])('%s: returns the rows of all pages without a limit', async (_, path, count) => {
    const whole = await csvOf(path());
    expect(whole).toMatchObject({ truncated: null, next: null });
    expect(whole.text).toBe(await pagesOf(withLimit(path())));
    if (count !== null) expect(rowsIn(whole.text)).toHaveLength(count);
    // The offset skips 700 rows, so only longer lists are read with it.
    if (count !== null && count > 700 && !path().includes('limit')) {
      const rest = await csvOf(`${path()}${path().includes('?') ? '&' : '?'}offset=700`);
      expect(rowsIn(rest.text)).toEqual(rowsIn(whole.text).slice(700));
    }
  });

  test('adds up to the statements, to the cent', async () => {
    const cents = (text: string | undefined) => Math.round(Number(text) * 100);
    const sumOf = (rows: z.output<typeof cells>, column: string) =>
      rows.reduce((sum, row) => sum + cents(row[column]), 0);
    const { stats } = z
      .object({ stats: z.looseObject({ commissionTotal: z.number(), chargebackAmount: z.number() }) })
      .parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);
    const results = rowsIn((await csvOf(`/v1/jobs/${jobId}/results`)).text);
    expect(sumOf(results, 'commissionAmount')).toBe(cents(String(stats.commissionTotal)));
    const chargebacks = rowsIn((await csvOf('/v1/chargebacks')).text);
    expect(sumOf(chargebacks, 'chargebackAmount')).toBe(cents(String(stats.chargebackAmount)));
    const worksheet = rowsIn((await csvOf('/v1/reports/owed-worksheet')).text);
    const { totals } = z
      .object({ totals: z.object({ difference: z.number() }) })
      .parse((await account.call('GET', '/v1/reports/owed-worksheet?limit=1')).json);
    expect(sumOf(worksheet, 'difference')).toBe(cents(String(totals.difference)));
  });

  test('has the same worksheet rows as a workbook, and names the sheet of the statement', async () => {
    const { headers, sheets } = await downloadWorkbook(service, account, '/v1/reports/owed-worksheet');
    expect(headers.get('x-truncated')).toBeNull();
    expect(Object.keys(sheets)).toEqual(['Summary', 'Underpaid']);
    const [titles = [], ...underpaid] = sheets['Underpaid'] ?? [];
    const csv = rowsIn((await csvOf('/v1/reports/owed-worksheet')).text);
    const columns = { 'Member ID': 'memberExternalId', Difference: 'difference', Evidence: 'evidence' };
    const shown = underpaid.map((row) =>
      Object.fromEntries(Object.entries(columns).map(([title, name]) => [name, String(row[titles.indexOf(title)])])),
    );
    expect(shown).toEqual(
      csv.map((row) => Object.fromEntries(Object.values(columns).map((name) => [name, row[name] ?? '']))),
    );
    expect(csv[0]?.['evidence']).toMatch(/^2026-0\d\.xlsx Sheet "Detail" row \d+$/);
    expect(sheets['Summary']).toHaveLength(3);
  });

  test('says in a page of the workbook how many rows are missing', async () => {
    const { headers, sheets } = await downloadWorkbook(service, account, '/v1/reports/owed-worksheet?limit=10');
    expect(headers.get('x-truncated')).toBe('true');
    expect(sheets['Summary']?.at(-1)).toEqual(['The sheet Underpaid lists 10 of 5200 rows; the totals hold all.']);
  });

  test('shows nothing to another account, and refuses unknown ids and parameters like a page', async () => {
    const csv = async (path: string) => {
      const { status, body } = await stranger.call('GET', path, { headers: { Accept: 'text/csv' } });
      return [status, status === 200 ? rowsIn(body).length : null];
    };
    for (const path of [
      '/v1/members',
      '/v1/chargebacks',
      '/v1/comparisons?from=2026-01&to=2026-03',
      '/v1/jobs',
      '/v1/files',
    ])
      expect([path, ...(await csv(path))]).toEqual([path, 200, 0]);
    expect(await csv('/v1/reports/owed-worksheet')).toEqual([200, 0]);
    for (const path of [`/v1/jobs/${jobId}/results`, `/v1/jobs/${jobId}/deltas`, `/v1/members?carrierId=${carrierId}`])
      expect([path, ...(await csv(path))]).toEqual([path, 404, null]);
    expect(await csv(`/v1/reports/owed-worksheet?carrierId=${carrierId}`)).toEqual([404, null]);
    expect(await csv('/v1/files?cursor=999999')).toEqual([422, null]);
    expect(await csv('/v1/comparisons?from=2026-03&to=2026-01')).toEqual([422, null]);
    expect(await csv('/v1/members?offset=-1')).toEqual([422, null]);
  });
});

/**
 * Guarantee: a file of tens of thousands of rows takes no more memory than one of a few thousand. A push sends one such file, and
 * `npm run test:long` each.
 */
describe('large lists', async () => {
  const MEMBERS = 60_000;
  const MEBIBYTE = 1024 * 1024;
  const service = await startService();
  const account = await service.createAccount();
  const book = await storeBook(service.database, { accountId: account.accountId });
  const { accountId, workspaceId, carrierId } = book;
  const { fileId } = await storePeriod(service.database, book, '2026-03', { owed: '1' });
  await service.database.tenant(accountId, async (sql) => {
    await sql`
    insert into scored_rows (account_id, workspace_id, carrier_id, period, member_ref_id, status, counted, flags,
      commission_amount, prev_commission_amount, expected_amount, commission_owed, owed_estimated, chargeback_amount,
      member_external_id, member_name, first_seen_period, last_present_period, last_present_amount, file_id)
    select ${accountId}, ${workspaceId}, ${carrierId}, '2026-03', md5(n::text)::uuid, 'green', true, '{}', 10, 10,
      10 + n / 100.0, n / 100.0, false, 0, 'M' || n, 'Member ' || n, '2026-03', '2026-03', 10, ${fileId}
    from generate_series(1, ${MEMBERS}::int) n`;
    await sql`
    insert into statement_lines (account_id, workspace_id, carrier_id, period, file_id, sheet, row_number, member_ref_id,
      member_external_id, amount)
    select ${accountId}, ${workspaceId}, ${carrierId}, '2026-03', ${fileId}, 0, n + 1, md5(n::text)::uuid, 'M' || n, 10
    from generate_series(1, ${MEMBERS}::int) n`;
  });
  afterAll(() => service.close());

  function garbageCollector(): () => void {
    setFlagsFromString('--expose_gc');
    const collect: unknown = runInNewContext('gc');
    if (typeof collect !== 'function') throw new Error('No garbage collector to call.');
    return () => collect();
  }

  const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

  const FILES = [
    ['the worksheet as a workbook', '/v1/reports/owed-worksheet', XLSX_TYPE],
    ['the worksheet as CSV', '/v1/reports/owed-worksheet', 'text/csv'],
    ['members as CSV', '/v1/members', 'text/csv'],
  ] as const;

  test.each(PROPERTY_RUNS >= 1 ? FILES : FILES.slice(0, 1))(
    'holds the memory constant for %s',
    async (_, path, type) => {
      const collect = garbageCollector();
      const held = () => {
        collect();
        const { heapUsed, arrayBuffers } = process.memoryUsage();
        return heapUsed + arrayBuffers;
      };
      const before = held();
      const response = await fetch(new URL(path, service.url), {
        headers: { Authorization: `Bearer ${account.token}`, Accept: type, 'Accept-Encoding': 'identity' },
      });
      expect(response.status).toBe(200);
      let [bytes, lines, most, looks] = [0, 0, 0, 0];
      for await (const piece of response.body ?? []) {
        bytes += piece.length;
        for (const byte of piece) if (byte === 0x0a) lines += 1;
        if (bytes < looks * MEBIBYTE) continue;
        looks += 1;
        most = Math.max(most, held() - before);
      }
      if (type === 'text/csv') expect(lines).toBe(MEMBERS + 1);
      expect(bytes).toBeGreaterThan(2 * MEBIBYTE);
      expect(most).toBeLessThan(24 * MEBIBYTE);
    },
  );
});
