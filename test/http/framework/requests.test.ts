import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { JSON_BYTES_MAX } from '../../../core/limits/request-limits.ts';
import { createApp } from '../../../lambdas/http/app.ts';
import { publicRoute } from '../../../lambdas/http/route.ts';
import { type SampleService, sampleDeps, startSampleService } from './sample-service.ts';

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

const errorsOf = (json: unknown) =>
  z.object({ errors: z.array(z.object({ field: z.string(), detail: z.string() })) }).parse(json).errors;
const fieldsOf = (json: unknown) => errorsOf(json).map(({ field }) => field);

describe('queries', () => {
  test.each(['10', '200', '050'])('limit=%s is an integer', async (limit) => {
    expect((await service.call('GET', `/v1/things?limit=${limit}`)).status).toBe(200);
  });

  test.each(['1e1', '%2010', '+10', '%2B10', '0x10', '10.0', '', '-1', '0', 'x', '1_0', '１０', 'NaN', '10%0A'])(
    'limit=%s is none, or less than 1',
    async (limit) => {
      const response = await service.call('GET', `/v1/things?limit=${limit}`);
      expect(response.status).toBe(422);
      expect(fieldsOf(response.json)).toEqual(['limit']);
    },
  );

  test.each(['-1', '1.5', '1e3', '9'.repeat(30)])('offset=%s', async (offset) => {
    expect(fieldsOf((await service.call('GET', `/v1/things?offset=${offset}`)).json)).toEqual(['offset']);
  });

  test('limit is clamped and the clamped value shown', async () => {
    for (const limit of ['201', '99999999999999999999999999']) {
      expect((await service.call('GET', `/v1/things?limit=${limit}`)).json).toMatchObject({
        pagination: { limit: 200 },
      });
    }
  });

  test('unknown parameters are refused by name, on routes without a query too', async () => {
    const response = await service.call('GET', '/v1/things?carierId=1&limit=5&toString=1&__proto__=2');
    expect(response.json).toMatchObject({ code: 'validation_error' });
    expect(fieldsOf(response.json).toSorted()).toEqual(['__proto__', 'carierId', 'toString']);
    expect(fieldsOf((await service.call('GET', '/v1/me?verbose=1')).json)).toEqual(['verbose']);
  });

  test('all faults at once', async () => {
    const response = await service.call(
      'GET',
      '/v1/things?limit=0&offset=-1&kind=c&period=2026-13&active=yes&unknown=1',
    );
    expect(fieldsOf(response.json).toSorted()).toEqual(['active', 'kind', 'limit', 'offset', 'period', 'unknown']);
    for (const { detail } of errorsOf(response.json)) expect(detail.length).toBeGreaterThan(5);
  });

  test('repeated parameters are refused', async () => {
    expect(errorsOf((await service.call('GET', '/v1/things?kind=a&kind=a')).json)).toEqual([
      { field: 'kind', detail: 'is given more than once' },
    ]);
  });

  test('characters that cannot be stored are refused, broken escapes can not be read', async () => {
    expect((await service.call('GET', '/v1/things?kind=%00')).status).toBe(422);
    for (const query of ['kind=%zz', 'kind=%', '%ff=1', 'kind=%ed%a0%80']) {
      expect((await service.call('GET', `/v1/things?${query}`)).json).toMatchObject({ code: 'bad_request' });
    }
  });
});

describe('paths', () => {
  test.each([
    ['/v1/nowhere', 404],
    ['/v1/me/', 404],
    ['/v1//me', 404],
    ['//v1/me', 404],
    ['/docs/more', 404],
    ['/V1/me', 404],
    ['/v1/things/%2F', 404],
    ['/v1/things/..%2f..%2fetc', 404],
    [`/v1/things/${'x'.repeat(101)}`, 404],
    ['/v1/things/%00', 400],
    ['/v1/things/a%0ab', 400],
    ['/v1/things/%zz', 400],
    ['/v1/things/%', 400],
    ['/v1/things/%ff', 400],
    ['/v1/things/%C0%80', 400],
    [`/v1/${'x'.repeat(9_000)}`, 400],
    [`/v1/things?kind=${'x'.repeat(9_000)}`, 400],
  ])('%s', async (path, status) => {
    const response = await fetch(service.url + path, { headers: { Authorization: 'Bearer none' } });
    const expected = status === 404 && path.startsWith('/v1/things/') ? 401 : status;
    expect(response.status).toBe(expected);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    await response.body?.cancel();
    const known = await fetch(service.url + path, { headers: { Authorization: `Bearer cas_good${'0'.repeat(39)}` } });
    expect(known.status).toBe(status);
    await known.body?.cancel();
  });
});

describe('JSON bodies', () => {
  const post = (body: string | Uint8Array<ArrayBuffer>, type: string | null = 'application/json') =>
    service.call('POST', '/v1/things', { body, headers: type === null ? {} : { 'Content-Type': type } });

  test('a good one', async () => {
    const response = await post(
      '\uFEFF{ "name": "Zoë \\"x\\" \\\\", "amount": -1.5, "parts": [{ "id": "1" }, {"id":"1"}] }',
      'Application/JSON; charset="UTF-8"',
    );
    expect(response.status).toBe(201);
    expect(response.json).toMatchObject({ name: 'Zoë "x" \\' });
    expect(response.headers.get('location')).toBe(`${service.url}/v1/things/new`);
  });

  test.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json; charset=latin1', 415],
    ['nonsense', 415],
  ])('Content-Type %s: %d', async (type, status) => {
    expect((await post('{}', type)).status).toBe(status);
  });

  test('no Content-Type: 400', async () => {
    expect((await post(Buffer.from('{}'), null)).json).toMatchObject({ code: 'bad_request' });
  });

  test('a packed body: 415', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expect((await service.call('POST', '/v1/things', { body: '{}', headers })).status).toBe(415);
  });

  test.each([
    ['empty', ''],
    ['cut', '{"name":'],
    ['a trailing comma', '{"name":"a",}'],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"amount":NaN}'],
    ['duplicate keys', '{"name":"a","name":"b","amount":1}'],
    ['duplicate keys, one escaped', '{"name":"a","n\\u0061me":"b","amount":1}'],
    ['duplicate keys deep inside', '{"name":"a","amount":1,"parts":[{"id":"1","id":"2"}]}'],
    ['__proto__', '{"name":"a","amount":1,"__proto__":{"admin":true}}'],
    ['__proto__, escaped', '{"name":"a","amount":1,"\\u005f_proto__":{"admin":true}}'],
    ['NUL', '{"name":"a\\u0000","amount":1}'],
    ['half a character', '{"name":"\\ud800","amount":1}'],
    ['51 levels', `${'['.repeat(51)}${']'.repeat(51)}`],
    ['1,000 levels', `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`],
    ['100,000 levels', '['.repeat(100_000)],
  ])('%s: 400', async (_name, body) => {
    expect((await post(body)).json).toMatchObject({ code: 'bad_request', status: 400 });
    expect(Object.prototype).not.toHaveProperty('admin');
  });

  test('bytes that are no UTF-8: 400', async () => {
    expect((await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).status).toBe(400);
  });

  test.each([
    ['null', 'null', ['body']],
    ['a list', '[]', ['body']],
    ['a text', '"x"', ['body']],
    ['missing fields', '{}', ['amount', 'name']],
    ['a number too large', '{"name":"a","amount":1e400}', ['amount']],
    ['unknown fields', '{"name":"a","amount":1,"nmae":2,"constructor":3}', ['constructor', 'nmae']],
    [
      'faults in a list',
      '{"name":"a","amount":1,"parts":[{"id":"1"},{"id":2,"x":1},7]}',
      ['parts[1].id', 'parts[1].x', 'parts[2]'],
    ],
    ['wrong types', '{"name":1,"amount":"1"}', ['amount', 'name']],
  ])('%s: 422 naming each', async (_name, body, fields) => {
    const response = await post(body);
    expect(response.status).toBe(422);
    expect(fieldsOf(response.json).toSorted()).toEqual(fields);
  });

  test('faults of query, header and body come together', async () => {
    const response = await service.call('POST', '/v1/things?dryRun=maybe&x=1', {
      json: { name: '' },
      headers: { 'Idempotency-Key': 'k'.repeat(256) },
    });
    expect(fieldsOf(response.json).toSorted()).toEqual(['Idempotency-Key', 'amount', 'dryRun', 'name', 'x']);
  });

  test('missing fields say so, and details never repeat what was sent', async () => {
    const response = await post('{"name":["Jane Doe"]}');
    expect(errorsOf(response.json)).toContainEqual({ field: 'amount', detail: 'is required' });
    expect(response.body).not.toContain('Jane');
  });

  test('exactly the limit is read, one byte more is 413, announced or not', async () => {
    const sized = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
    expect(sized(100)).toHaveLength(100);
    expect((await post(sized(JSON_BYTES_MAX))).status).toBe(422);
    expect((await post(sized(JSON_BYTES_MAX + 1))).json).toMatchObject({ code: 'payload_too_large' });
    const stream = new Blob([sized(JSON_BYTES_MAX + 1)]).stream();
    const request = {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer cas_good${'0'.repeat(39)}` },
    } as const;
    expect((await fetch(`${service.url}/v1/things`, request)).status).toBe(413);
  });

  test('thousands of faults are counted, and not all listed', async () => {
    const parts = Array.from({ length: 2_000 }, () => 7);
    const { json } = await service.call('POST', '/v1/things', { json: { name: 'a', amount: 1, parts } });
    expect(errorsOf(json)).toHaveLength(500);
    expect(json).toMatchObject({ detail: '2000 faults; the first 500 are listed.' });
  });
});

describe('declarations', () => {
  const definition = {
    method: 'get' as const,
    path: '/v1/x',
    operationId: 'x',
    tag: 'X',
    summary: 'x',
    description: 'x',
    responses: {
      200: {
        description: 'x',
        schema: z.object({ data: z.array(z.object({ id: z.string() })) }),
        example: { data: [{ id: '1' }] },
      },
    },
  };
  const route = publicRoute(definition).handle(() => ({ status: 200, body: { data: [] } }));

  test('a query that would ignore unknown parameters does not start', () => {
    expect(() => publicRoute({ ...definition, request: { query: z.object({}) } })).toThrow(/strictObject/);
  });

  test('nor does a body that would, however deep inside', () => {
    const json = z.strictObject({ list: z.array(z.union([z.string(), z.object({ a: z.string() })])).optional() });
    expect(() => publicRoute({ ...definition, request: { json } })).toThrow(/json\.properties\.list.* of x must be/);
  });

  test('two routes in one place do not start', () => {
    expect(() => createApp(sampleDeps, [route, route])).toThrow(/share/);
  });

  test('a CSV column no row has does not start', () => {
    const csv = { columns: ['id', 'nmae'], rows: (body: { data: { id: string }[] }) => body.data };
    expect(() => publicRoute({ ...definition, csv }).handle(() => ({ status: 200, body: { data: [] } }))).toThrow(
      /nmae/,
    );
  });
});
