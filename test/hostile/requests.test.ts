import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { OpenApiDocument } from '../support/openapi.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { FUZZ_SEED } from './fuzz-settings.ts';
import { createCarrier, startHostileService } from './hostile-service.ts';
import { mutated, mutations } from './mutations.ts';
import { NAUGHTY_STRINGS } from './naughty-strings.ts';

/** A request to an operation of the description: nearly valid, partly valid or invalid. */
interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly token: 'account' | 'operator' | 'none' | 'unknown';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

const parameter = z.object({ name: z.string(), in: z.string() });
const media = z.object({ example: z.unknown().optional(), schema: z.unknown().optional() });
const operation = z.object({
  parameters: z.array(parameter).optional(),
  requestBody: z.object({ content: z.record(z.string(), media) }).optional(),
});
const paths = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

interface Operation {
  readonly method: string;
  readonly template: string;
  readonly query: readonly string[];
  readonly body: 'json' | 'form' | null;
  /** The names of its fields, as far as the schema shows them. */
  readonly fields: readonly string[];
}

function operationsOf(document: OpenApiDocument): readonly Operation[] {
  return Object.entries(paths.parse(document).paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      template,
      query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      body: bodyKind(Object.keys(requestBody?.content ?? {})),
      fields: fieldNames(JSON.stringify(requestBody ?? {}), JSON.stringify(document['components'] ?? {})),
    })),
  );
}

function bodyKind(mediaTypes: readonly string[]): Operation['body'] {
  if (mediaTypes.includes('application/json')) return 'json';
  return mediaTypes.includes('multipart/form-data') ? 'form' : null;
}

/** Every property name in the body or in the schema it refers to. */
function fieldNames(body: string, components: string): readonly string[] {
  const isReference = /"\$ref":"#\/components\/schemas\/(\w+)"/.exec(body)?.[1];
  const source = isReference === undefined ? body : components.slice(components.indexOf(`"${isReference}":`), 20_000);
  return [
    ...new Set([...source.matchAll(/"(\w+)":\{"(?:type|anyOf|enum|\$ref|description)"/g)].map(([, name = '']) => name)),
  ].slice(0, 60);
}

const naughty = fc.constantFrom(...NAUGHTY_STRINGS.filter((text) => text.isWellFormed() && text.length < 2_000));
const scalarText = fc.oneof(
  naughty,
  fc.constantFrom(
    '0',
    '1',
    '-1',
    '200',
    '201',
    '1e9',
    '2026-03',
    '2026-13',
    '2026',
    '3',
    'true',
    'false',
    'red',
    'active',
    '9007199254740993',
    '99999999999999999999',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => text.isWellFormed()),
);
const json = fc.oneof(
  scalarText,
  fc.constantFrom<unknown>(null, true, 0, -0, 1.005, 1e21, -1, [], {}, '', [[[[]]]], { a: { b: {} } }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('.', '%2E');
}

function pathOf(template: string, ids: readonly string[]): fc.Arbitrary<string> {
  const id = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('1', '0', '00000000-0000-0000-0000-000000000000', 'summary', '%', '%ff', '%00'),
    },
    { weight: 1, arbitrary: naughty.filter((text) => text !== '').map(encoded) },
  );
  const parts = template.split(/\{\w+\}/);
  return fc
    .array(id, { minLength: parts.length - 1, maxLength: parts.length - 1 })
    .map((values) => parts.map((part, index) => `${part}${values[index] ?? ''}`).join(''));
}

function queryOf(names: readonly string[], ids: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(names.length === 0 ? ['limit'] : names)) },
    { weight: 1, arbitrary: fc.constantFrom('limit', 'offset', 'cursor', '__proto__', 'q[]', '') },
  );
  const value = fc.oneof(scalarText, fc.constantFrom(...ids));
  return fc
    .array(fc.tuple(name, value), { maxLength: 3 })
    .map((pairs) => pairs.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`).join('&'));
}

const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((text) => text.trim());
const headers = fc.dictionary(
  fc.constantFrom(
    'Accept',
    'Accept-Encoding',
    'X-Request-Id',
    'Idempotency-Key',
    'X-Replace-Period',
    'If-None-Match',
    'Range',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'Forwarded',
    'X-HTTP-Method-Override',
    'Cookie',
    'Origin',
    'Prefer',
  ),
  fc.oneof(
    headerText,
    fc.constantFrom(
      '*/*',
      'text/csv',
      'application/json',
      'text/csv;q=0.5,*/*',
      'gzip',
      'br',
      'true',
      'bytes=0-1',
      'a,b;q=x',
      '"*"',
    ),
  ),
  { maxKeys: 3 },
);

function jsonBody({ fields }: Operation, ids: readonly string[]): fc.Arbitrary<Buffer<ArrayBuffer>> {
  const name = fields.length === 0 ? fc.constant('name') : fc.constantFrom(...fields);
  const object = fc.dictionary(name, fc.oneof(json, fc.constantFrom(...ids)), { maxKeys: 6, noNullPrototype: true });
  const text = fc.oneof(
    { weight: 6, arbitrary: object.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json() },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        'null',
        '[]',
        '{"a":1,"a":2}',
        '{"__proto__":{}}',
        `${'['.repeat(1_000)}${']'.repeat(1_000)}`,
        '{"name":"\\ud800"}',
        '1e999',
        `{"name":"${'x'.repeat(100_000)}"}`,
      ),
    },
  );
  const damaged = fc
    .tuple(text, mutations)
    .map(([whole, changes]) => Buffer.from(mutated(Buffer.from(whole), changes, Buffer.from('{"a":[1]}'))));
  return fc.oneof({ weight: 4, arbitrary: text.map((whole) => Buffer.from(whole)) }, { weight: 1, arbitrary: damaged });
}

const STATEMENT = 'Member ID,Commission,Name\r\nM-1,5.00,Ann\r\nM-2,abc,Bob\r\n';
const DISPOSITIONS = [
  'form-data; name="',
  "form-data; name='",
  'attachment; name="',
  'form-data; filename="x"; name="',
];

function formBody({ fields }: Operation, ids: readonly string[]): fc.Arbitrary<Buffer<ArrayBuffer>> {
  const name = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom('file', 'carrierId', 'periodYear', 'periodMonth', 'config', 'groupId', ...fields),
    },
    { weight: 1, arbitrary: fc.constantFrom('', '__proto__', 'FILE', 'file[]', 'x'.repeat(200)) },
  );
  const value = fc.oneof(
    fc.constantFrom(
      ...ids,
      '2026',
      '3',
      STATEMENT,
      '{"fileType":"csv","columns":{}}',
      'https://127.0.0.1/',
      'javascript:1',
    ),
    // The service would look up the host name of a URL, so URLs are excluded.
    scalarText.filter((text) => !text.includes('://')),
  );
  const part = fc.record({
    name,
    value,
    isFile: fc.boolean(),
    disposition: fc.oneof(
      { weight: 9, arbitrary: fc.constant(DISPOSITIONS[0] ?? '') },
      { weight: 1, arbitrary: fc.constantFrom(...DISPOSITIONS) },
    ),
  });
  const form = fc
    .tuple(fc.array(part, { maxLength: 6 }), fc.constantFrom('--b--\r\n', '--b--\r\n', '--b--', '--b\r\n', ''))
    .map(([parts, end]) => {
      const texts = parts.map(
        (one) =>
          `--b\r\nContent-Disposition: ${one.disposition}${one.name}"${one.isFile || one.name === 'file' ? '; filename="a.csv"' : ''}\r\n\r\n${one.value}\r\n`,
      );
      return Buffer.from(texts.join('') + end);
    });
  const damaged = fc
    .tuple(form, mutations)
    .map(([whole, changes]) => Buffer.from(mutated(whole, changes, Buffer.from('--b\r\n\r\n--b--'))));
  return fc.oneof(
    { weight: 3, arbitrary: form },
    { weight: 1, arbitrary: damaged.filter((bytes) => !/webhookUrl/i.test(bytes.toString('latin1'))) },
  );
}

/** Generates a request to any of the operations. `ids` are existing ids, so that requests pass the first check. */
function generatedRequest(operations: readonly Operation[], ids: readonly string[]): fc.Arbitrary<GeneratedRequest> {
  return fc.constantFrom(...operations).chain((one) => {
    const body: fc.Arbitrary<Buffer<ArrayBuffer> | null> =
      one.body === 'json' ? jsonBody(one, ids) : one.body === 'form' ? formBody(one, ids) : fc.constant(null);
    const rightType = one.body === 'json' ? 'application/json' : 'multipart/form-data; boundary=b';
    const type = fc.oneof(
      { weight: 12, arbitrary: fc.constant(rightType) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'text/plain',
          'application/json; charset=utf-16',
          'multipart/form-data',
          'multipart/form-data; boundary=""',
          'a',
        ),
      },
    );
    const isAdmin = one.template.startsWith('/v1/admin');
    const token = fc.oneof(
      { weight: 12, arbitrary: fc.constant(isAdmin ? ('operator' as const) : ('account' as const)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('account' as const, 'operator' as const, 'none' as const, 'unknown' as const),
      },
    );
    return fc
      .record({ path: pathOf(one.template, ids), query: queryOf(one.query, ids), headers, body, type, token })
      .map((input) => ({
        method: one.method,
        path: input.query === '' ? input.path : `${input.path}?${input.query}`,
        token: input.token,
        headers: { ...input.headers, ...(input.body === null ? {} : { 'Content-Type': input.type }) },
        body: input.body,
      }));
  });
}

/**
 * Guarantee: generated requests to every operation are answered as the OpenAPI description says. Neither they nor damaged requests cause a
 * status of 500 or above or a logged warning.
 */

const service = await startHostileService();
const account = await service.createAccount('Harbor Benefits');
const ids = await seed();
afterAll(() => service.close());

/** Creates data for every kind of id. */
async function seed(): Promise<readonly string[]> {
  const columns = { member_external_id: 'Member ID', commission_amount: 'Commission', policy_number: 'Policy' };
  const carrierId = await createCarrier(account, 'Summit Senior Life', { fileType: 'csv', columns });
  const jobs: string[] = [];
  for (const [period, amount] of [
    ['2026-01', 5],
    ['2026-02', -3],
    ['2026-03', 7],
  ] as const) {
    const file = `Member ID,Commission,Policy\r\nM-1,${amount}.00,P-1\r\nM-2,x,P-2\r\n`;
    const reply = await account.upload({ file, carrierId, period });
    const { jobId, fileId } = z.object({ jobId: z.string(), fileId: z.string() }).parse(reply.json);
    jobs.push(jobId, fileId);
  }
  await service.runJobs();
  const { json } = await account.call('GET', `/v1/jobs/${jobs[0]}/results`);
  const row = z
    .object({ data: z.array(z.object({ memberRefId: z.string(), policyRefId: z.string().nullable() })) })
    .parse(json).data[0];
  const rate = { carrierId, rateType: 'flat_per_member', rateValue: 5 };
  const made = z
    .object({ id: z.string() })
    .parse((await account.call('POST', '/v1/expected-rates', { json: rate })).json);
  return [carrierId, ...jobs, row?.memberRefId ?? '', row?.policyRefId ?? '', made.id].filter((id) => id !== '');
}

test('answers generated requests to every operation as described', async () => {
  const operations = operationsOf(service.document);
  expect(operations.length).toBeGreaterThan(40);
  const tokens = {
    operator: service.operatorToken,
    account: account.token,
    none: null,
    unknown: `cas_${'0'.repeat(43)}`,
  };
  const statuses = new Map<number, number>();
  let sentCount = 0;
  await fc.assert(
    fc.asyncProperty(generatedRequest(operations, ids), async ({ method, path, token, headers, body }) => {
      const options = { token: tokens[token], headers, ...(body === null ? {} : { body }) };
      const { status } = await account.call(method, path, options);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
      expect(service.faults).toEqual([]);
      sentCount += 1;
      if (sentCount % 100 === 0) await service.runJobs();
    }),
    { seed: FUZZ_SEED, numRuns: propertyRuns(2_000) },
  );
  for (const status of [200, 401, 404, 422]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
  await service.runJobs();
  expect(service.faults).toEqual([]);
});

/** A request as bytes, to be damaged below HTTP. */
function wire(): fc.Arbitrary<Buffer> {
  const json = '{"name":"Summit"}';
  const lines = [
    ['GET /v1/members?limit=5 HTTP/1.1', ''],
    ['POST /v1/carriers HTTP/1.1', `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`],
    [
      'POST /v1/carriers HTTP/1.1',
      `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n11\r\n${json}\r\n0\r\n\r\n`,
    ],
    [
      'GET /v1/health HTTP/1.0',
      'Connection: keep-alive\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\nabcd',
    ],
    ['GET /v1/files HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['GET http://other.example/v1/health HTTP/1.1', 'Accept: */*\r\nAccept: text/csv\r\n\r\n'],
    ['GET http://[::1/v1/health HTTP/1.1', ''],
    ['GET http://a:99999/v1/health HTTP/1.1', ''],
    ['OPTIONS * HTTP/1.1', 'Expect: 100-continue\r\n\r\n'],
    ['GET //v1//files/../members HTTP/1.1', 'Host: second\r\n\r\n'],
  ] as const;
  return fc
    .constantFrom(...lines)
    .map(([first, rest]) =>
      Buffer.from(
        `${first}\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${account.token}\r\n${rest === '' ? '\r\n' : rest}`,
      ),
    );
}

test('answers requests damaged in transit without a status of 500 or above', async () => {
  const { hostname, port } = new URL(service.url);
  await fc.assert(
    fc.asyncProperty(wire(), fc.oneof(mutations, fc.constant([])), async (whole, changes) => {
      const answer = await sendRaw(
        { hostname, port: Number(port) },
        mutated(whole, changes, Buffer.from('\r\nX: y\r\n\r\nGET / HTTP/1.1\r\n')),
      );
      for (const [, status] of answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) expect(Number(status)).toBeLessThan(500);
      expect(service.faults).toEqual([]);
    }),
    { seed: FUZZ_SEED, numRuns: propertyRuns(300) },
  );
});

test('is healthy afterwards and still has its data', async () => {
  expect((await account.call('GET', '/v1/health')).status).toBe(200);
  // Files may have been retracted meanwhile, but jobs stay.
  const jobs = await account.call('GET', '/v1/jobs?limit=200');
  expect(jobs.status).toBe(200);
  expect(z.object({ data: z.array(z.unknown()) }).parse(jobs.json).data.length).toBeGreaterThanOrEqual(3);
});

/** Sends the bytes and ends the sending half of the connection. Returns everything that the server answers before it closes. */
async function sendRaw(to: { readonly hostname: string; readonly port: number }, bytes: Uint8Array): Promise<string> {
  const socket = connect(to.port, to.hostname);
  const chunks: Buffer[] = [];
  let hasHung = false;
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // The server may close while our bytes are still in transit.
  socket.on('error', () => {});
  socket.setTimeout(20_000, () => {
    hasHung = true;
    socket.destroy();
  });
  socket.end(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  expect(hasHung).toBe(false);
  return Buffer.concat(chunks).toString('latin1');
}
