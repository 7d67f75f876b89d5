import { z } from '@hono/zod-openapi';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CursorPage, cursorPage, offsetPage } from '../../../core/page.ts';
import { csvLine, csvText } from '../../../core/row-export.ts';
import { createApp } from '../../../lambdas/http/app.ts';
import { describeRoutes } from '../../../lambdas/http/openapi.ts';
import { chooseMediaType } from '../../../lambdas/http/reply.ts';
import { publicRoute } from '../../../lambdas/http/route.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { createSampleApp, type SampleService, sampleDeps, startSampleService } from './sample-service.ts';

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
