import Papa from 'papaparse';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addMonths } from '../../core/period.ts';
import { isSpreadsheetError } from '../../core/statement/displayed-text.ts';
import { createCarrier, type HostileAccount, startHostileService } from './hostile-service.ts';
import { defused, isTidy, NAUGHTY_STRINGS, OWN_STRINGS } from './naughty-strings.ts';

/** Guarantee: unusual strings in statements return unchanged in JSON, and neutralised for a spreadsheet in CSV. */
describe('naughty statements', async () => {
  const service = await startHostileService();
  const account = await service.createAccount('Harbor Benefits');
  afterAll(() => service.close());

  const CONFIG = {
    fileType: 'csv',
    columns: {
      member_external_id: 'Member ID',
      commission_amount: 'Commission',
      member_name: 'Name',
      plan_name: 'Plan',
      policy_number: 'Policy',
      agent_name: 'Agent',
      email: 'Email',
    },
  } as const;
  const HEADER = Object.values(CONFIG.columns);

  /** UTF-8 cannot hold an unpaired surrogate; NUL belongs to the encoding (see decode-text). */
  const STRINGS = NAUGHTY_STRINGS.filter((text) => text.isWellFormed() && !text.includes('\0'));

  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const csvOf = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map(quoted).join(',')).join('\r\n');

  const resultRow = z.object({
    memberExternalId: z.string(),
    memberName: z.string().nullable(),
    planName: z.string().nullable(),
    policyNumber: z.string().nullable(),
  });
  type ResultRow = z.output<typeof resultRow>;
  const resultPage = z.object({ data: z.array(resultRow), pagination: z.object({ hasMore: z.boolean() }) });
  const accepted = z.object({ jobId: z.string() });
  const jobShape = z.object({ status: z.string(), stats: z.record(z.string(), z.number()) });

  async function ingest(carrierName: string, rows: readonly (readonly string[])[], config: object = CONFIG) {
    const carrierId = await createCarrier(account, carrierName, config);
    const reply = await account.upload({ file: csvOf(rows), carrierId, period: '2026-03' });
    expect(reply.status, reply.body).toBe(202);
    await service.runJobs();
    const { jobId } = accepted.parse(reply.json);
    const job = await account.call('GET', `/v1/jobs/${jobId}`);
    expect(job.json).toMatchObject({ status: 'completed' });
    return { jobId, stats: jobShape.parse(job.json).stats };
  }

  /** Reads every page of a job's results in JSON and in CSV. */
  async function resultsOf(jobId: string): Promise<{ readonly json: ResultRow[]; readonly csv: ResultRow[] }> {
    const both: { json: ResultRow[]; csv: ResultRow[] } = { json: [], csv: [] };
    for (let offset = 0; ; offset += 200) {
      const path = `/v1/jobs/${jobId}/results?limit=200&offset=${offset}`;
      const page = resultPage.parse((await account.call('GET', path)).json);
      const text = await account.call('GET', path, { headers: { Accept: 'text/csv' } });
      both.json.push(...page.data);
      both.csv.push(...z.array(resultRow).parse(parseCsv(text.body)));
      if (!page.pagination.hasMore) return both;
    }
  }

  /** Parses CSV with an independent reader. */
  function parseCsv(text: string): unknown[] {
    expect(text.endsWith('\r\n')).toBe(true);
    const { data, errors } = Papa.parse<unknown>(text, {
      header: true,
      delimiter: ',',
      newline: '\r\n',
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    return data;
  }

  function inCsv(row: ResultRow): ResultRow {
    const cell = (text: string | null) => defused(text ?? '');
    return {
      memberExternalId: cell(row.memberExternalId),
      memberName: cell(row.memberName),
      planName: cell(row.planName),
      policyNumber: cell(row.policyNumber),
    };
  }

  /** The form in which a statement's text is shown: unchanged but for surrounding white space; null for a failed formula. */
  function shownName(text: string): string | null {
    return isSpreadsheetError(text) ? null : unmarked(text).trim() || null;
  }

  /** Removes a spreadsheet's text mark, which is `="…"` around a text, or an apostrophe before a formula or a number. */
  function unmarked(text: string): string {
    return /^="([^"]*)"$/.exec(text)?.[1] ?? /^'([=+\-@].*)$/s.exec(text)?.[1] ?? text;
  }

  describe('unusual strings in statements', () => {
    test('as names of members, plans and agents', async () => {
      const rows = STRINGS.map((text, index) => [`M-${index}`, '1.00', text, text, `P-${index}`, text, text]);
      const { jobId, stats } = await ingest('Names', [HEADER, ...rows]);
      expect(stats).toMatchObject({ rowsTotal: rows.length, rowsIngested: rows.length, rowsFailed: 0, rowsSkipped: 0 });
      const { json, csv } = await resultsOf(jobId);
      const expected = STRINGS.map((text, index) => ({
        memberExternalId: `M-${index}`,
        memberName: shownName(text),
        planName: shownName(text),
        policyNumber: `P-${index}`,
      }));
      expect(byId(json)).toEqual(byId(expected));
      expect(csv).toEqual(json.map(inCsv));
    });

    test('as ids of members and policies are accepted unchanged, or refused and returned unchanged', async () => {
      const rows = STRINGS.map((text) => [text, '1.00', 'Ann Lee', 'Gold', text, 'Agent', 'a@x.example']);
      const { jobId, stats } = await ingest('Ids', [HEADER, ...rows]);
      const { json, csv } = await resultsOf(jobId);
      const { rowsTotal, rowsIngested = 0, rowsFailed = 0, rowsSkipped = 0 } = stats;
      expect(rowsTotal).toBe(rows.length);
      expect(rowsIngested + rowsFailed + rowsSkipped).toBe(rows.length);
      expect(rowsIngested).toBeGreaterThan(150);
      expect(csv).toEqual(json.map(inCsv));
      const shown = new Set(
        STRINGS.flatMap((text) => [text.trim(), text.trim().replace(/^'/, ''), /^="(.*)"$/.exec(text)?.[1]]),
      );
      for (const row of json) expect(shown).toContain(row.memberExternalId);
      const failed = exceptionRows((await account.call('GET', `/v1/jobs/${jobId}/exceptions`)).body);
      expect(failed).toHaveLength(rowsFailed);
      for (const { number, cells } of failed) expect(cells[0]).toBe(defused(unmarked(STRINGS[number] ?? '').trim()));
    });

    test('as headers, which the exceptions return', async () => {
      for (const part of chunks(STRINGS.filter(isHeader), 400)) {
        const header = ['Member ID', 'Commission', ...part];
        const good = ['M-1', '5.00', ...part];
        const bad = ['M-2', 'abc', ...part.toReversed()];
        const { jobId } = await ingest(`Headers ${part[0]?.length}-${part.length}`, [header, good, bad]);
        const { body } = await account.call('GET', `/v1/jobs/${jobId}/exceptions`);
        const [first, second] = Papa.parse<string[]>(body, { delimiter: ',', newline: '\r\n' }).data;
        expect(first?.slice(4)).toEqual(part.map(unmarked).map(defused));
        expect(second?.slice(4)).toEqual(part.toReversed().map(unmarked).map(defused));
      }
    });
  });

  test('finds members by unusual names', async () => {
    const searchable = OWN_STRINGS.filter(
      (text) => isTidy(text) && text.length <= 200 && !isSpreadsheetError(text) && unmarked(text) === text,
    );
    for (const text of searchable) {
      const reply = await account.call('GET', `/v1/members?limit=200&q=${encodeURIComponent(text)}`);
      const { data } = z.object({ data: z.array(resultRow) }).parse(reply.json);
      const fields = data.map((row) =>
        [row.memberName, row.memberExternalId, row.policyNumber].join(' ').toLowerCase(),
      );
      expect(fields.length, text).toBeGreaterThan(0);
      for (const field of fields) expect(field).toContain(text.toLowerCase());
    }
  });

  test('logs no error, and every list still answers', async () => {
    for (const path of ['/v1/members', '/v1/jobs', '/v1/files', '/v1/carriers', '/v1/audit']) {
      for (const Accept of ['application/json', 'text/csv']) {
        expect((await account.call('GET', `${path}?limit=200`, { headers: { Accept } })).status).toBe(200);
      }
    }
    expect(service.faults).toEqual([]);
  });

  /** A header is recognized by its visible characters, and is shown without surrounding white space. */
  function isHeader(text: string): boolean {
    return text !== '' && text === text.trim();
  }

  function byId(rows: readonly ResultRow[]): readonly ResultRow[] {
    return rows.toSorted((a, b) => Number(a.memberExternalId.slice(2)) - Number(b.memberExternalId.slice(2)));
  }

  function exceptionRows(body: string): { readonly number: number; readonly cells: readonly string[] }[] {
    const { data } = Papa.parse<string[]>(body, { delimiter: ',', newline: '\r\n', skipEmptyLines: true });
    return data.slice(1).map(([row = '', , ...cells]) => ({ number: indexOfRow(Number(row)), cells }));
  }

  /** The index of a row among the data. The nth record is row n, because line breaks inside cells do not count. */
  function indexOfRow(row: number): number {
    return row - 2;
  }

  function chunks<T>(all: readonly T[], size: number): (readonly T[])[] {
    return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
      all.slice(index * size, (index + 1) * size),
    );
  }
});

/** Guarantee: unusual strings as names, file names and keys of requests are stored unchanged or refused, and cause no error. */
describe('naughty requests', async () => {
  const service = await startHostileService();
  const account = await service.createAccount('Harbor Benefits');
  afterAll(() => service.close());

  const named = z.object({ name: z.string() });
  const list = z.object({ data: z.array(z.object({ name: z.string() })) });

  /**
   * The stored form of a name (openapi.json): one line of text in the order in which it is written, trimmed, of 1 to 200 characters. Null
   * when it is refused.
   */
  function storedName(text: string): string | null {
    const name = text.trim();
    const isStorable = text.isWellFormed() && !text.includes('\0');
    return isStorable && name !== '' && name.length <= 200 && !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name)
      ? name
      : null;
  }

  describe('unusual strings as names', () => {
    test('of carriers are stored unchanged or refused, and are listed as stored', async () => {
      const stored = new Set<string>();
      for (const [index, name] of NAUGHTY_STRINGS.entries()) {
        const reply = await account.call('POST', '/v1/carriers', {
          json: { name, slug: `carrier-${index}`, allowSameName: true },
        });
        const expected = storedName(name);
        expect([201, 400, 422], name).toContain(reply.status);
        expect(reply.status === 201, `${JSON.stringify(name)} ${reply.body}`).toBe(expected !== null);
        if (expected === null) continue;
        expect(named.parse(reply.json).name).toBe(expected);
        stored.add(expected);
      }
      expect(await namesAt('/v1/carriers')).toEqual(stored);
    });

    test('of carriers give a slug, or the service asks for a slug', async () => {
      for (const name of OWN_STRINGS) {
        const reply = await account.call('POST', '/v1/carriers', { json: { name } });
        expect([201, 400, 409, 422], `${JSON.stringify(name)} ${reply.body}`).toContain(reply.status);
      }
    });

    test.each([
      ['workspaces', (name: string) => account.call('POST', '/v1/workspaces', { json: { name } }), 'name'],
      ['accounts', (name: string) => service.operate('POST', '/v1/admin/accounts', { json: { name } }), 'name'],
      [
        'tokens',
        (label: string) =>
          service.operate('POST', `/v1/admin/accounts/${account.accountId}/tokens`, { json: { label } }),
        'label',
      ],
    ])('of %s', async (what, create, field) => {
      for (const text of OWN_STRINGS) {
        const reply = await create(text);
        const isUnseen = what === 'accounts' && /[\u200b-\u200d\u2060\ufeff]/.test(text.trim());
        const expected = isUnseen ? null : storedName(text);
        if (expected === null) expect([400, 422], JSON.stringify(text)).toContain(reply.status);
        else if (reply.status !== 409) expect(reply.json, JSON.stringify(text)).toMatchObject({ [field]: expected });
      }
    });
  });

  describe('unusual strings with an upload', () => {
    const statement = 'Member ID,Commission\r\nM-1,5.00\r\n';
    const format = { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Commission' } };

    test('as file names are text and never a path, a header or a second field', async () => {
      const other = await service.createAccount('Names of files');
      const carrierId = await createCarrier(other, 'Names of files', format);
      const file = z.object({ originalFilename: z.string() });
      for (const [index, text] of OWN_STRINGS.filter((name) => name.isWellFormed()).entries()) {
        const period = addMonths('2001-01', index);
        const reply = await other.upload({ file: statement, fileName: text, carrierId, period });
        expect(reply.status, `${JSON.stringify(text)} ${reply.body}`).toBe(202);
        const { fileId } = z.object({ fileId: z.string() }).parse(reply.json);
        const { originalFilename } = file.parse((await other.call('GET', `/v1/files/${fileId}`)).json);
        expect(originalFilename).not.toMatch(/[\p{Cc}\u202e/\\]|^$|^\.\.?$/u);
        expect(Buffer.byteLength(originalFilename)).toBeLessThanOrEqual(255);
        if (/^[\p{L}\p{N} .,;'=+@-]+$/u.test(text) && text === text.trim() && text.length < 60 && !/^\.+$/.test(text)) {
          expect(originalFilename).toBe(text);
        }
      }
      const inCsv = await other.call('GET', '/v1/files?limit=200', { headers: { Accept: 'text/csv' } });
      expect(inCsv.body).not.toMatch(/(^|,)"?[=+@]/m);
    });

    test.each([
      ['form-data; name="file"; filename="a.csv"; filename="../b.csv"'],
      ['form-data; name="file"; filename="a.csv"; filename*=utf-8\'\'..%2f..%2fb.csv'],
      ['form-data; name="file"; filename*=utf-8\'\'%00%0d%0aX-Evil:1.csv'],
      ['form-data; name="file"; filename*=nonsense\'\'%ff'],
      ['form-data; name="file"; filename="a\\"; name=\\"carrierId.csv"'],
      ['form-data; name="file"; filename="C:\\fakepath\\a.csv"'],
      [`form-data; name="file"; filename="${'a'.repeat(5_000)}.csv"`],
      ['form-data; name="file"; filename=a b c.csv'],
      ['form-data; name="file"; filename="a.csv'],
      ['form-data; filename="a.csv"; name="file"; filename=""'],
    ])('with Content-Disposition: %s', async (disposition) => {
      const carrierId = await createCarrier(account, `Disposition ${disposition.slice(0, 90)}`, format);
      const fields = { carrierId, periodYear: '2026', periodMonth: '3', workspaceId: await workspaceOf(account) };
      const parts = Object.entries(fields).map(
        ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const body = `${parts.join('')}--b\r\nContent-Disposition: ${disposition}\r\n\r\n${statement}\r\n--b--\r\n`;
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
      const reply = await account.call('POST', '/v1/files', { body: Buffer.from(body), headers });
      expect([202, 400, 422], reply.body).toContain(reply.status);
      expect(reply.headers.get('x-evil')).toBeNull();
      const files = await account.call('GET', `/v1/files?carrierId=${carrierId}`);
      expect(files.body).not.toMatch(/"originalFilename":"[^"]*(\.\.\/|\\\\|\\u000|\\r|\\n)/);
    });

    test('as idempotency keys are the same key for the same text', async () => {
      const other = await service.createAccount('Keys');
      const carrierId = await createCarrier(other, 'Keys', format);
      let period = '2001-01';
      for (const key of OWN_STRINGS.filter((text) => /^[\t\x20-\x7e\x80-\xff]+$/.test(text) && text === text.trim())) {
        period = addMonths(period, 1);
        const first = await other.upload({ file: statement, carrierId, period }, { 'Idempotency-Key': key });
        expect([202, 422], `${key} ${first.body}`).toContain(first.status);
        // Two quotation marks are an empty key in quotes.
        expect(first.status === 202, key).toBe(/^[\x21-\x7e]{1,255}$/.test(key) && key !== '""');
        if (first.status === 422) continue;
        const { jobId } = z.object({ jobId: z.string() }).parse(first.json);
        const again = await other.upload({ file: statement, carrierId, period }, { 'Idempotency-Key': key });
        expect(again.json, key).toMatchObject({ jobId, idempotent: true });
      }
    });
  });

  test('causes no logged error, and every list still answers', async () => {
    await service.runJobs();
    for (const path of ['/v1/carriers', '/v1/workspaces', '/v1/files', '/v1/jobs', '/v1/audit']) {
      for (const Accept of ['application/json', 'text/csv']) {
        expect((await account.call('GET', `${path}?limit=200`, { headers: { Accept } })).status).toBe(200);
      }
    }
    expect(service.faults).toEqual([]);
  });

  async function namesAt(path: string): Promise<ReadonlySet<string>> {
    const names = new Set<string>();
    for (let offset = 0; ; offset += 200) {
      const { data } = list.parse((await account.call('GET', `${path}?limit=200&offset=${offset}`)).json);
      for (const { name } of data) names.add(name);
      if (data.length < 200) return names;
    }
  }

  async function workspaceOf({ call }: HostileAccount): Promise<string> {
    const { workspaces } = z
      .object({ workspaces: z.array(z.object({ id: z.string() })) })
      .parse((await call('GET', '/v1/workspaces')).json);
    return workspaces[0]?.id ?? '';
  }
});
