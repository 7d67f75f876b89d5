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
  test.each(['10', '200', '050'])('accept limit=%s as an integer', async (limit) => {
    expect((await service.call('GET', `/v1/things?limit=${limit}`)).status).toBe(200);
  });

  test.each(['1e1', '%2010', '+10', '%2B10', '0x10', '10.0', '', '-1', '0', 'x', '1_0', '１０', 'NaN', '10%0A'])(
    'refuse limit=%s, which is not a positive integer',
    async (limit) => {
      const response = await service.call('GET', `/v1/things?limit=${limit}`);
      expect(response.status).toBe(422);
      expect(fieldsOf(response.json)).toEqual(['limit']);
    },
  );

  test.each(['-1', '1.5', '1e3', '9'.repeat(30)])('refuse offset=%s', async (offset) => {
    expect(fieldsOf((await service.call('GET', `/v1/things?offset=${offset}`)).json)).toEqual(['offset']);
  });

  test('clamp the limit and show the clamped value', async () => {
    for (const limit of ['201', '99999999999999999999999999']) {
      expect((await service.call('GET', `/v1/things?limit=${limit}`)).json).toMatchObject({
        pagination: { limit: 200 },
      });
    }
  });

  test('refuse unknown parameters by name, even on routes without a query', async () => {
    const response = await service.call('GET', '/v1/things?carierId=1&limit=5&toString=1&__proto__=2');
    expect(response.json).toMatchObject({ code: 'validation_error' });
    expect(fieldsOf(response.json).toSorted()).toEqual(['__proto__', 'carierId', 'toString']);
    expect(fieldsOf((await service.call('GET', '/v1/me?verbose=1')).json)).toEqual(['verbose']);
  });

  test('report all faults at once', async () => {
    const response = await service.call(
      'GET',
      '/v1/things?limit=0&offset=-1&kind=c&period=2026-13&active=yes&unknown=1',
    );
    expect(fieldsOf(response.json).toSorted()).toEqual(['active', 'kind', 'limit', 'offset', 'period', 'unknown']);
    for (const { detail } of errorsOf(response.json)) expect(detail.length).toBeGreaterThan(5);
  });

  test('refuse repeated parameters', async () => {
    expect(errorsOf((await service.call('GET', '/v1/things?kind=a&kind=a')).json)).toEqual([
      { field: 'kind', detail: 'The field kind is given more than once.' },
    ]);
  });

  test('refuse characters that cannot be stored, and cannot read broken escapes', async () => {
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
  ])('are refused with 404 or 400: %s', async (path, status) => {
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

  test('are accepted when valid', async () => {
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
  ])('with Content-Type %s get %d', async (type, status) => {
    expect((await post('{}', type)).status).toBe(status);
  });

  test('without Content-Type get 400', async () => {
    expect((await post(Buffer.from('{}'), null)).json).toMatchObject({ code: 'bad_request' });
  });

  test('with a Content-Encoding get 415', async () => {
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
  ])('get 400: %s', async (_name, body) => {
    expect((await post(body)).json).toMatchObject({ code: 'bad_request', status: 400 });
    expect(Object.prototype).not.toHaveProperty('admin');
  });

  test('get 400 if they are not UTF-8', async () => {
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
  ])('get 422 that names each fault: %s', async (_name, body, fields) => {
    const response = await post(body);
    expect(response.status).toBe(422);
    expect(fieldsOf(response.json).toSorted()).toEqual(fields);
  });

  test('have their faults reported with those of query and header', async () => {
    const response = await service.call('POST', '/v1/things?dryRun=maybe&x=1', {
      json: { name: '' },
      headers: { 'Idempotency-Key': 'k'.repeat(256) },
    });
    expect(fieldsOf(response.json).toSorted()).toEqual(['Idempotency-Key', 'amount', 'dryRun', 'name', 'x']);
  });

  test('have missing fields named; details never repeat the input', async () => {
    const response = await post('{"name":["Jane Doe"]}');
    expect(errorsOf(response.json)).toContainEqual({ field: 'amount', detail: 'The field amount is required.' });
    expect(response.body).not.toContain('Jane');
  });

  test('are read up to the limit; one byte more gets 413, whether or not it was announced', async () => {
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

  test('have thousands of faults counted, and not all listed', async () => {
    const parts = Array.from({ length: 2_000 }, () => 7);
    const { json } = await service.call('POST', '/v1/things', { json: { name: 'a', amount: 1, parts } });
    expect(errorsOf(json)).toHaveLength(500);
    expect(json).toMatchObject({ detail: 'The request has 2000 faults; the first 500 are listed.' });
  });
});

describe('route declarations', () => {
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

  test('fail at start-up with a query that would ignore unknown parameters', () => {
    expect(() => publicRoute({ ...definition, request: { query: z.object({}) } })).toThrow(/strictObject/);
  });

  test('fail at start-up with a body that would ignore unknown fields, at any depth', () => {
    const json = z.strictObject({ list: z.array(z.union([z.string(), z.object({ a: z.string() })])).optional() });
    expect(() => publicRoute({ ...definition, request: { json } })).toThrow(/json\.properties\.list.* of x must be/);
  });

  test('fail at start-up with two routes in one place', () => {
    expect(() => createApp(sampleDeps, [route, route])).toThrow(/share/);
  });

  test('fail at start-up with a CSV column that no row has', () => {
    const csv = { columns: ['id', 'nmae'], rows: (body: { data: { id: string }[] }) => body.data };
    expect(() => publicRoute({ ...definition, csv }).handle(() => ({ status: 200, body: { data: [] } }))).toThrow(
      /nmae/,
    );
  });
});
