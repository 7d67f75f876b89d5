import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from '@hono/zod-openapi';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CursorPage, cursorPage, offsetPage } from '../../../core/page.ts';
import { PROBLEM_CODES, PROBLEMS } from '../../../core/problem.ts';
import { csvLine, csvText } from '../../../core/row-export.ts';
import { createApp } from '../../../lambdas/http/app.ts';
import { describeRoutes } from '../../../lambdas/http/openapi.ts';
import { chooseMediaType } from '../../../lambdas/http/reply.ts';
import { publicRoute } from '../../../lambdas/http/route.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { createSampleApp, type SampleService, sampleDeps, startSampleService, TOKENS } from './sample-service.ts';

describe('responses', () => {
  let service: SampleService;
  const logged: unknown[] = [];
  beforeAll(async () => {
    service = await startSampleService({ log: (level, action, fields) => logged.push({ level, action, ...fields }) });
  });
  afterAll(() => service.close());

  describe('every response', () => {
    test("has a request id, the caller's only if it has the safe form", async () => {
      const input = await service.call('GET', '/v1/health', { headers: { 'X-Request-Id': 'abc-DEF_123' } });
      expect(input.headers.get('x-request-id')).toBe('abc-DEF_123');
      for (const bad of ['short', 'x'.repeat(65), 'with space in it', 'quote"quote"']) {
        const response = await service.call('GET', '/v1/health', { headers: { 'X-Request-Id': bad } });
        expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
        expect(response.headers.get('x-request-id')).not.toBe(bad);
      }
    });

    test('repeats the request id in problems', async () => {
      const response = await service.call('GET', '/v1/nowhere');
      expect(response.json).toMatchObject({ requestId: response.headers.get('x-request-id') });
    });

    test('is not stored, sniffed or framed', async () => {
      for (const path of ['/v1/me', '/v1/nowhere', '/v1/things/boom', '/v1/things?limit=0']) {
        const { headers } = await service.call('GET', path);
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toContain("default-src 'none'");
        expect(headers.has('strict-transport-security')).toBe(false);
      }
      const https = await startSampleService({ publicUrl: 'https://api.example.com' });
      expect((await https.call('GET', '/v1/health')).headers.get('strict-transport-security')).toContain('max-age=');
      await https.close();
    });

    test('is logged by operation, without the contents of the path', async () => {
      logged.length = 0;
      await service.call('GET', '/v1/things/member-4711?q=Jane');
      expect(JSON.stringify(logged)).not.toMatch(/4711|Jane/);
      expect(logged).toMatchObject([
        { level: 'info', operationId: 'getThing', status: 422, accountId: 'acc_1', method: 'GET' },
      ]);
    });
  });

  describe('errors', () => {
    test('become 500 without internals, which are only logged', async () => {
      logged.length = 0;
      const response = await service.call('GET', '/v1/things/boom');
      expect(response.json).toMatchObject({ code: 'internal_error', status: 500, instance: '/v1/things/boom' });
      expect(response.body).not.toMatch(/secret_table|db\.internal|select|Error:|\.ts/);
      expect(logged).toContainEqual(
        expect.objectContaining({ level: 'error', action: 'http_error', operationId: 'getThing' }),
      );
    });

    test('are counted only if unexpected: no refusal, and nothing that a client can cause', async () => {
      let counted = 0;
      const app = createSampleApp({ onUnexpectedError: () => counted++ });
      const ask = async (path: string, token: string) =>
        (await app.request(path, { headers: { Authorization: `Bearer ${token}` } })).status;
      const statuses = [
        await ask('/v1/things/down', TOKENS.good),
        await ask('/v1/things/none', TOKENS.good),
        await ask('/v1/things?limit=0', TOKENS.good),
        await ask('/v1/things', TOKENS.limited),
        await ask('/v1/things', TOKENS.unknown),
      ];
      expect([statuses, counted]).toEqual([[503, 404, 422, 429, 401], 0]);
      expect([await ask('/v1/things/boom', TOKENS.good), counted]).toEqual([500, 1]);
    });

    test('become 503 with Retry-After if a dependency is unreachable', async () => {
      const response = await service.call('GET', '/v1/things/down');
      expect(response.json).toMatchObject({ code: 'service_unavailable' });
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(response.body).not.toContain('ECONNREFUSED');
    });

    test('have the title and detail of their refusal', async () => {
      const response = await service.call('DELETE', '/v1/things/1');
      expect(response.json).toMatchObject({
        code: 'conflict',
        title: 'The thing is in use',
        detail: 'By 3 others.',
        status: 409,
      });
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    });

    test('have the promised status for every code', () => {
      expect(new Set(PROBLEM_CODES).size).toBe(PROBLEM_CODES.length);
      expect(PROBLEMS).toMatchObject({
        period_exists: { status: 409 },
        already_retracted: { status: 409 },
        workspace_required: { status: 422 },
        carrier_not_configured: { status: 422 },
        rate_limited: { status: 429 },
        payload_too_large: { status: 413 },
        invalid_sql: { status: 422 },
      });
    });
  });

  describe('methods', () => {
    test('that a path lacks get 405 with Allow, without a token', async () => {
      const response = await service.call('PUT', '/v1/things', { token: null });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
      expect((await service.call('DELETE', '/v1/things/summary')).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect((await service.call('HEAD', '/v1/uploads')).status).toBe(405);
    });

    test('include OPTIONS: 204 with Allow', async () => {
      const response = await service.call('OPTIONS', '/v1/things/7', { token: null });
      expect(response.status).toBe(204);
      expect(response.headers.get('allow')).toBe('GET, DELETE, HEAD, OPTIONS');
    });

    test('include HEAD: like GET, without the body', async () => {
      const [head, get] = [await service.call('HEAD', '/v1/things'), await service.call('GET', '/v1/things')];
      expect([head.status, head.body]).toEqual([200, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect((await service.call('HEAD', '/v1/things?limit=0')).status).toBe(422);
      expect((await service.call('HEAD', '/v1/me', { token: null })).status).toBe(401);
    });

    test('of a fixed path win over a parameter', async () => {
      expect((await service.call('GET', '/v1/things/summary')).json).toEqual({ count: 450 });
    });
  });

  describe('compression', () => {
    const get = (path: string, coding: string) =>
      fetch(`${service.url}${path}`, {
        headers: { Authorization: `Bearer ${TOKENS.good}`, 'Accept-Encoding': coding },
      });

    test.each([
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['gzip;q=1, br;q=0.5', 'gzip'],
      ['*', 'br'],
      ['br;q=0, *', 'gzip'],
      ['identity', null],
      ['zstd', null],
    ])('is chosen by Accept-Encoding: %s', async (accepted, coding) => {
      const response = await get('/v1/things', accepted);
      expect(response.headers.get('content-encoding')).toBe(coding);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(await response.json()).toMatchObject({ pagination: { limit: 50 } });
    });

    test('leaves small responses unchanged', async () => {
      expect((await get('/v1/me', 'br, gzip')).headers.has('content-encoding')).toBe(false);
    });

    test('decompresses to the same bytes', async () => {
      const plain = await (await get('/v1/things', 'identity')).text();
      expect(plain.length).toBeGreaterThan(1024);
      for (const [coding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const packed = await createSampleApp().request('/v1/things', {
          headers: { Authorization: `Bearer ${TOKENS.good}`, 'Accept-Encoding': coding },
        });
        expect(unpack(await packed.arrayBuffer()).toString()).toBe(plain);
      }
    });
  });
});

describe('negotiation', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService();
  });
  afterAll(() => service.close());

  const OFFERS = ['application/json', 'text/csv'];

  describe('Accept', () => {
    test.each([
      [undefined, 'application/json'],
      ['', 'application/json'],
      ['*/*', 'application/json'],
      ['text/csv', 'text/csv'],
      ['TEXT/CSV; header=present; q=0.5', 'text/csv'],
      ['text/*', 'text/csv'],
      ['application/json;q=0.4, text/csv;q=0.5', 'text/csv'],
      ['text/html, application/xhtml+xml, */*;q=0.8', 'application/json'],
      ['application/json;q=0, */*', 'text/csv'],
      ['text/csv, application/json', 'application/json'],
      ['*/*;q=0', null],
      ['text/html', null],
      ['application/xml;q=0.9, text/csv;q=0', null],
      ['nonsense', null],
      ['text/csv;q=2', null],
      ['text/csv;q=abc', null],
    ])('chooses the form for %s', (accept, chosen) => {
      expect(chooseMediaType(accept, OFFERS)).toBe(chosen);
    });

    test('answers 406 as a problem document if nothing is acceptable', async () => {
      for (const path of ['/v1/things', '/v1/me', '/v1/openapi.json']) {
        const response = await service.call('GET', path, { headers: { Accept: 'image/png' } });
        expect(response.json).toMatchObject({ code: 'not_acceptable', status: 406 });
      }
      expect((await service.call('GET', '/v1/me', { headers: { Accept: 'text/csv' } })).status).toBe(406);
    });
  });

  describe('CSV', () => {
    test('has the same rows with a header, neutralised formulas and the next page in Link', async () => {
      const response = await service.call('GET', '/v1/things?limit=2&kind=a', { headers: { Accept: 'text/csv' } });
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      expect(response.body).toBe(
        'id,name,amount,tags,kind\r\n1,"\'=HYPERLINK(""x"")",-1.5,"[""x"",""y""]",a\r\n3,Thing 3,0.5,"[""x"",""y""]",a\r\n',
      );
      expect(response.headers.get('link')).toBe(`<${service.url}/v1/things?limit=2&kind=a&offset=2>; rel="next"`);
      const last = await service.call('GET', '/v1/things?offset=400&limit=50', { headers: { Accept: 'text/csv' } });
      expect(last.headers.has('link')).toBe(false);
    });

    test.each([
      ['=1+1', "'=1+1"],
      ['+1', "'+1"],
      ['-1+1', "'-1+1"],
      ['-12.50', '-12.50'],
      ['-', "'-"],
      ['@x', "'@x"],
      ['\tx', "'\tx"],
      ['\rx', '"\'\rx"'],
      ['a,b', '"a,b"'],
      ['a"b', '"a""b"'],
      ['a\r\nb', '"a\r\nb"'],
      [-5, '-5'],
      [0, '0'],
      [true, 'true'],
      [null, ''],
      [undefined, ''],
      [['=x'], '"[""=x""]"'],
      [{ a: 1 }, '"{""a"":1}"'],
    ])('writes the cell for %j', (value, cell) => {
      expect(csvLine([value])).toBe(`${cell}\r\n`);
    });

    test('gives the same cells in another reader', () => {
      const rows = [
        { a: 'x"y', b: 'l1\nl2', c: ' , ' },
        { a: '', b: 'é', c: '""' },
      ];
      expect(parse(csvText(['a', 'b', 'c'], rows), { columns: true, record_delimiter: '\r\n' })).toEqual(rows);
    });

    test('ignores column names of Object.prototype', () => {
      expect(csvText(['toString', 'a'], [{ a: 1 }])).toBe('toString,a\r\n,1\r\n');
    });
  });

  test('returns another form of the same body, and a body of bytes', async () => {
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const about = { method: 'get', tag: 'X', summary: 'x', description: 'x' } as const;
    const table = publicRoute({
      ...about,
      path: '/v1/table',
      operationId: 'getTable',
      responses: { 200: { description: 'x', schema: z.object({ n: z.int() }), example: { n: 1 } } },
      also: { [xlsx]: ({ n }) => Buffer.from([0, 255, n]) },
    }).handle(() => ({ status: 200, body: { n: 7 } }));
    const bytes = publicRoute({
      ...about,
      path: '/v1/bytes',
      operationId: 'getBytes',
      responses: { 200: { description: 'x', mediaType: 'text/csv', schema: z.string(), example: 'a\r\n' } },
    }).handle(() => ({ status: 200, body: 'a\r\n' }));
    const app = createApp(sampleDeps, [table, bytes]);
    const workbook = await app.request('/v1/table', { headers: { Accept: xlsx } });
    expect([...new Uint8Array(await workbook.arrayBuffer())]).toEqual([0, 255, 7]);
    expect(workbook.headers.get('content-disposition')).toBe('attachment; filename="table.xlsx"');
    expect(await (await app.request('/v1/table')).json()).toEqual({ n: 7 });
    const text = await app.request('/v1/bytes');
    expect([await text.text(), text.headers.get('content-type')]).toEqual([
      'a\r\n',
      'text/csv; charset=utf-8; header=present',
    ]);
    expect((await app.request('/v1/bytes', { headers: { Accept: 'application/json' } })).status).toBe(406);
  });

  const page = z.object({
    data: z.array(z.object({ id: z.string() })),
    pagination: z.object({
      limit: z.int(),
      hasMore: z.boolean(),
      nextCursor: z.int().nullish(),
      offset: z.int().optional(),
    }),
  });

  test('has an exact hasMore at limit and limit + 1, for every limit', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.integer({ min: 1, max: 12 }), (total, limit) => {
        const rows = Array.from({ length: total }, (_, index) => index + 1);
        const seen: number[] = [];
        for (let offset = 0, more = true; more; offset += limit) {
          const { data, pagination } = offsetPage(rows.slice(offset, offset + limit + 1), { limit, offset });
          seen.push(...data);
          more = pagination.hasMore;
        }
        const byCursor: number[] = [];
        for (let cursor: number | null = 0; cursor !== null; ) {
          const after: number = cursor;
          const { data, pagination }: CursorPage<number> = cursorPage(
            rows.filter((row) => row > after).slice(0, limit + 1),
            limit,
            (row) => row,
          );
          expect(pagination.hasMore).toBe(pagination.nextCursor !== null);
          byCursor.push(...data);
          cursor = pagination.nextCursor;
        }
        expect(seen).toEqual(rows);
        expect(byCursor).toEqual(rows);
      }),
      { seed: 7, numRuns: propertyRuns(100) },
    );
  });

  test('returns every row once by offset and by Link header', async () => {
    const seen: string[] = [];
    for (let path: string | undefined = '/v1/things?limit=200'; path !== undefined; ) {
      const response = await service.call('GET', path);
      seen.push(...page.parse(response.json).data.map(({ id }) => id));
      path = /<(.+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toHaveLength(450);
    expect(new Set(seen).size).toBe(450);
  });

  test('returns every row once by cursor, and null at the end', async () => {
    const seen: string[] = [];
    let cursor: number | null | undefined;
    do {
      const query = cursor === undefined ? '' : `&cursor=${cursor}`;
      const { data, pagination } = page.parse((await service.call('GET', `/v1/entries?limit=200${query}`)).json);
      seen.push(...data.map(({ id }) => id));
      cursor = pagination.nextCursor;
    } while (typeof cursor === 'number');
    expect(cursor).toBeNull();
    expect(seen).toHaveLength(450);
  });

  test.each(['x', '-1', '1.5', 'abc==', '', '9'.repeat(20)])('refuses cursor=%s with 422', async (cursor) => {
    expect((await service.call('GET', `/v1/entries?cursor=${cursor}`)).status).toBe(422);
  });

  /** Guarantee: every answer of a deprecated operation says since when, and until when it is there; no other answer does. */

  const old = publicRoute({
    method: 'get',
    path: '/v1/old-things',
    operationId: 'listOldThings',
    tag: 'Things',
    summary: 'Old things',
    description: 'Of before.',
    deprecated: { since: '2026-12-01', sunset: '2028-01-01' },
    responses: { 200: { description: 'The things.', schema: z.object({ name: z.string() }) } },
  }).handle(() => ({ status: 200, body: { name: 'old' } }));

  test('has the headers Deprecation and Sunset, and is described as deprecated', async () => {
    const app = createSampleApp({}, [old]);
    const { headers } = await app.request('/v1/old-things');
    // 1 December 2026 is 20,788 days after 1970.
    expect(headers.get('Deprecation')).toBe(`@${20_788 * 86_400}`);
    expect(headers.get('Sunset')).toBe('Sat, 01 Jan 2028 00:00:00 GMT');
    const other = await app.request('/v1/health');
    expect([other.headers.get('Deprecation'), other.headers.get('Sunset')]).toEqual([null, null]);
    expect(JSON.stringify(describeRoutes([old], sampleDeps))).toContain(
      '"operationId":"listOldThings","deprecated":true',
    );
  });
});
