import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { exampleOf } from '../../../lambdas/http/example-of.ts';
import { describeRoutes } from '../../../lambdas/http/openapi.ts';
import { publicRoute } from '../../../lambdas/http/route.ts';
import type { CallOptions } from '../../support/api-client.ts';
import { conformityProblems, expectDocumented } from '../../support/openapi.ts';
import { PROPERTY_RUNS, propertyRuns } from '../../support/property-runs.ts';
import { type SampleService, startSampleService, TOKENS } from './sample-service.ts';

describe('conformity', () => {
  /** Tests the conformity checker itself, which must find every deviation from the description. */
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService();
  });
  afterAll(() => service.close());

  const headers = new Headers({
    'Content-Type': 'application/json',
    'X-Request-Id': '12345678',
    RateLimit: '"default";r=1;t=1',
    'RateLimit-Policy': '"default";q=1;w=1',
  });
  const me = {
    ...{ accountId: 'a', name: 'n', status: 'active', tier: 'standard', isTest: false },
    ...{ scopes: ['read'], person: null, accounts: [] },
  };
  const recorded = { method: 'GET', path: '/v1/me', status: 200, headers, body: JSON.stringify(me) };
  const problemsWith = (changes: Partial<typeof recorded>) =>
    conformityProblems({ ...recorded, ...changes }, service.document);

  test('accepts a response as described', () => {
    expect(problemsWith({})).toEqual([]);
    expect(() => expectDocumented(recorded, service.document)).not.toThrow();
  });

  test.each([
    ['an undocumented status', { status: 202 }],
    ['a missing property', { body: JSON.stringify({ ...me, name: undefined }) }],
    ['a wrong type', { body: JSON.stringify({ ...me, name: 1 }) }],
    ['a value outside the list', { body: JSON.stringify({ ...me, tier: 'gold' }) }],
    ['an undocumented property', { body: JSON.stringify({ ...me, secret: 1 }) }],
    ['no JSON', { body: '<html>' }],
    ['another media type', { headers: new Headers([...headers, ['Content-Type', 'text/html']]) }],
    ['a missing header', { headers: new Headers([...headers].filter(([name]) => name !== 'ratelimit')) }],
    ['success on an unknown path', { path: '/v1/nowhere' }],
    [
      'a problem with an unknown code',
      {
        status: 422,
        headers: new Headers(
          [...headers].map(([name, value]) => [name, name === 'content-type' ? 'application/problem+json' : value]),
        ),
        body: JSON.stringify({
          type: 'about:blank',
          title: 't',
          status: 422,
          instance: '/',
          code: 'oops',
          requestId: 'r',
        }),
      },
    ],
    ['a body in the reply to HEAD', { method: 'HEAD' }],
  ])('finds %s', (_name, changes) => {
    expect(problemsWith(changes)).not.toEqual([]);
  });

  test('accepts another form of a body where the operation names it, and nowhere else', () => {
    const csv = {
      headers: new Headers({ ...Object.fromEntries(headers), 'content-type': 'text/csv' }),
      body: 'id\r\n',
    };
    expect(problemsWith({ ...csv, path: '/v1/things' })).toEqual([]);
    expect(problemsWith({ ...csv, path: '/v1/health' })).not.toEqual([]);
  });

  const _tokens = { account: TOKENS.good, operator: TOKENS.operator };

  /** Guarantee: what the metadata of a plain zod schema says is in the description of the API: names, descriptions and examples. */

  const part = z.object({ name: z.string() }).meta({ id: 'Part', description: 'A part.' });

  const descriptionOf = (schema: z.ZodType) => {
    const route = publicRoute({
      method: 'get',
      path: '/v1/parts',
      operationId: 'listParts',
      tag: 'Parts',
      summary: 'Parts',
      description: 'All of them.',
      responses: { 200: { description: 'The parts.', schema } },
    }).handle(() => ({ status: 200, body: undefined }));
    return JSON.stringify(describeRoutes([route], { version: '1', publicUrl: null }));
  };

  test('names a schema once, also where it is nullable, optional or described anew', () => {
    const uses = z.object({
      ...{ plain: part, nullable: part.nullable().describe('None yet.') },
      ...{ optional: part.optional().describe('If asked for.'), anew: part.describe('Another.') },
    });
    const text = descriptionOf(uses);
    expect(text.match(/"\$ref":"#\/components\/schemas\/Part"/g)).toHaveLength(4);
    for (const said of ['None yet.', 'If asked for.', 'Another.']) expect(text).toContain(said);
  });

  test("shows a field's own example, else that of its name, else a plain value", () => {
    const record = z.object({
      carrierName: z.string(),
      label: z.string().meta({ example: 'own' }),
      other: z.string(),
      count: z.int(),
      kind: z.enum(['a', 'b']),
      status: z.enum(['open', 'closed']),
      at: z.iso.datetime(),
    });
    expect(exampleOf(record)).toEqual({
      ...{ carrierName: 'Summit Senior Life', label: 'own', other: 'text', count: 1 },
      ...{ kind: 'a', status: 'open', at: '2026-04-02T09:15:04.120Z' },
    });
  });

  test('shows one element of a list of records, and an optional field only with an example', () => {
    const list = z.object({
      data: z.array(part).readonly(),
      note: z.string().optional(),
      jobId: z.string().optional(),
    });
    expect(exampleOf(list)).toEqual({ data: [{ name: expect.any(String) }], jobId: expect.any(String) });
  });

  test('refuses an example that its schema does not allow', () => {
    expect(() => exampleOf(z.object({ code: z.string().max(2).meta({ example: 'too long' }) }))).toThrow(/too/i);
  });
});

/** Guarantee: every request gets an answer below 500 as described. A failure prints its seed and the shrunken request. */
describe('fuzz', () => {
  const SEED = 20_260_301;
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService();
  });
  afterAll(() => service.close());

  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('0', '-1', '1e9', '2026-03', 'true', 'NaN', '\u202E', '%', '../..'),
  );
  const query = fc
    .array(
      fc.tuple(
        fc.constantFrom('limit', 'offset', 'cursor', 'kind', 'period', 'active', 'dryRun', '__proto__', 'a[b]'),
        text,
      ),
      { maxLength: 4 },
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'));
  const path = fc.oneof(
    fc.constantFrom(
      '/v1',
      '/v1/me',
      '/v1/things',
      '/v1/entries',
      '/v1/things/1',
      '/v1/things/summary',
      '/v1/uploads',
      '/v1/admin/things',
    ),
    text.map((id) => `/v1/things/${encodeURIComponent(id.toWellFormed())}`),
  );
  const token = fc.constantFrom(
    TOKENS.good,
    TOKENS.good,
    TOKENS.reader,
    TOKENS.operator,
    TOKENS.unknown,
    TOKENS.limited,
    null,
  );
  const accept = fc.constantFrom('*/*', 'application/json', 'text/csv', 'text/csv;q=0.1, */*;q=0.2', ';;', 'a/b');
  const json = fc.oneof(
    fc.json(),
    fc
      .record({
        name: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
        amount: fc.oneof(fc.double(), fc.anything()),
      })
      .map((value) => JSON.stringify(value) ?? ''),
    fc.string({ unit: 'binary' }),
  );
  const contentType = fc.constantFrom(
    'application/json',
    'application/json',
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'text/plain',
    'x',
  );

  test('answers generated requests as described', async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
        fc.record({ path, query, token, accept, json, contentType }),
        async (method, input) => {
          const hasBody = method === 'POST' || method === 'PUT';
          const options: CallOptions = {
            token: input.token,
            headers: { Accept: input.accept, ...(hasBody ? { 'Content-Type': input.contentType } : {}) },
            ...(hasBody ? { body: Buffer.from(input.json) } : {}),
          };
          const { status } = await service.call(method, `${input.path}?${input.query}`, options);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          expect(status).toBeLessThan(500);
        },
      ),
      { seed: SEED, numRuns: propertyRuns(1_500) },
    );
    // Valid requests are rare. The full number of runs includes some, but a tenth of the runs may include none.
    const seen = [401, 404, 405, 406, 422, 429, ...(PROPERTY_RUNS >= 1 ? [200] : [])];
    for (const status of seen) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
  });

  const BOUNDARY = 'b';
  const header = fc.constantFrom(
    'Content-Disposition: form-data; name="file"; filename="a.csv"',
    'Content-Disposition: form-data; name="periodYear"',
    'Content-Disposition: form-data; name=periodYear',
    'Content-Disposition: form-data; name="file"; filename*=utf-8\'\'%ff',
    'Content-Disposition: form-data; filename=""',
    'Content-Disposition: attachment',
    'Content-Type: text/plain; charset=utf-16',
    'Content-Type: ;;;',
    ':',
  );
  const partText = fc
    .tuple(fc.array(header, { maxLength: 3 }), fc.string({ unit: 'binary', maxLength: 40 }))
    .map(([headers, content]) => `--${BOUNDARY}\r\n${headers.join('\r\n')}\r\n\r\n${content}\r\n`);
  const formText = fc
    .tuple(
      fc.array(partText, { maxLength: 4 }),
      fc.constantFrom(`--${BOUNDARY}--`, `--${BOUNDARY}--\r\n`, `--${BOUNDARY}`, '', '--'),
    )
    .map(([parts, end]) => parts.join('') + end);

  test('answers generated forms as described', async () => {
    const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
    await fc.assert(
      fc.asyncProperty(formText, async (form) => {
        const { status } = await service.call('POST', '/v1/uploads', { headers, body: Buffer.from(form) });
        expect([202, 400, 422]).toContain(status);
      }),
      { seed: SEED, numRuns: propertyRuns(500) },
    );
  });
});
