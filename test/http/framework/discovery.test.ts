import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { PROBLEM_CODES } from '../../../core/problem.ts';
import { START_SOURCE } from '../../../lambdas/http/own-page.ts';
import { type SampleService, startSampleService, TOKENS } from './sample-service.ts';

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

test('answers health without a token', async () => {
  expect((await service.call('GET', '/v1/health', { token: null })).json).toEqual({
    status: 'ok',
    service: 'commission-statement-service',
    version: '0.1.0',
  });
});

describe('addresses where people look for the reference', () => {
  const get = (path: string, accept: string, method = 'GET') =>
    fetch(new URL(path, service.url), { method, headers: { Accept: accept }, redirect: 'manual' });

  test.each(['/', '/docs', '/docs/', '/v1/docs/'])('include %s', async (path) => {
    for (const accept of ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', '*/*']) {
      for (const method of ['GET', 'HEAD']) {
        const response = await get(path, accept, method);
        expect([response.status, response.headers.get('location')]).toEqual([302, '/v1/docs']);
      }
    }
    expect((await fetch(new URL(path, service.url))).url).toBe(`${service.url}/v1/docs`);
    const asked = await get(path, 'application/json');
    expect(asked.status).toBe(404);
    expect(await asked.json()).toMatchObject({ code: 'not_found', detail: expect.stringContaining('/v1/docs') });
    expect((await get(path, '*/*', 'POST')).status).toBe(404);
  });

  test('lead to the reference under the public address', async () => {
    const behind = await startSampleService({ publicUrl: 'https://api.example.com/base' });
    const response = await fetch(behind.url, { redirect: 'manual' });
    expect(response.headers.get('location')).toBe('https://api.example.com/base/v1/docs');
    await behind.close();
  });

  test.each(['/v1/doc', '/docs/index.html', '/v1/', '/index.html'])('do not include %s', async (path) => {
    expect((await get(path, 'text/html')).status).toBe(404);
  });
});

describe('the link map', () => {
  const links = z.object({ _links: z.record(z.string(), z.object({ href: z.url() })) });

  test('has only links that work', async () => {
    const { _links } = links.parse((await service.call('GET', '/v1')).json);
    expect(Object.keys(_links).toSorted()).toEqual(['docs', 'health', 'me', 'openapi', 'self', 'things']);
    for (const { href } of Object.values(_links)) {
      const response = await fetch(href, { headers: { Authorization: `Bearer ${TOKENS.good}` } });
      expect(response.status).toBe(200);
      await response.body?.cancel();
    }
  });

  test('has absolute links under the public address', async () => {
    const behind = await startSampleService({ publicUrl: 'https://api.example.com/base' });
    const { _links } = links.parse((await behind.call('GET', '/v1')).json);
    expect(_links['me']?.href).toBe('https://api.example.com/base/v1/me');
    await behind.close();
  });

  test('requires a token', async () => {
    expect((await service.call('GET', '/v1', { token: null })).status).toBe(401);
    expect((await service.call('GET', '/v1/openapi.json', { token: null })).status).toBe(401);
  });
});

describe('the description', () => {
  const operation = z.looseObject({
    operationId: z.string(),
    summary: z.string(),
    description: z.string(),
    security: z.array(z.record(z.string(), z.array(z.string()))),
    responses: z.record(z.string(), z.record(z.string(), z.unknown())),
  });
  const description = z.object({
    openapi: z.string(),
    info: z.object({ version: z.string() }),
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({
      schemas: z.object({
        Problem: z.object({ properties: z.object({ code: z.object({ enum: z.array(z.string()) }) }) }),
      }),
      responses: z.record(
        z.string(),
        z.object({ content: z.record(z.string(), z.object({ examples: z.record(z.string(), z.unknown()) })) }),
      ),
    }),
  });
  const read = async () => description.parse((await service.call('GET', '/v1/openapi.json')).json);

  test('is OpenAPI 3.1 and has a closed list of codes', async () => {
    const document = await read();
    expect(document.openapi).toBe('3.1.0');
    expect(document.components.schemas.Problem.properties.code.enum).toEqual(PROBLEM_CODES);
  });

  test('has every documented route, each operationId once', async () => {
    const { paths } = await read();
    const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    const declared = service.routes.filter(({ definition }) => !definition.undocumented);
    expect(ids.toSorted()).toEqual(declared.map(({ definition }) => definition.operationId).toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has a schema and an example for every response with a body', async () => {
    const { paths, components } = await read();
    for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
      for (const [status, response] of Object.entries(responses)) {
        if (status === '204' || status === '304') continue;
        if ('$ref' in response) {
          const shared = components.responses[String(response['$ref']).split('/').at(-1) ?? ''];
          expect(Object.keys(shared?.content['application/problem+json']?.examples ?? {})).not.toHaveLength(0);
        } else {
          const content = z.record(z.string(), z.looseObject({ schema: z.unknown() })).parse(response['content']);
          for (const form of Object.values(content)) expect(form).toHaveProperty('example');
        }
      }
    }
  });

  test('describes CSV after JSON, with the rows of the same example', async () => {
    const { paths } = await read();
    const list = z
      .looseObject({
        responses: z.object({
          200: z.object({ content: z.record(z.string(), z.looseObject({ example: z.unknown() })) }),
        }),
      })
      .parse(paths['/v1/things']?.['get']);
    const { content } = list.responses[200];
    expect(Object.keys(content)).toEqual(['application/json', 'text/csv']);
    expect(content['text/csv']).toEqual({
      schema: { $ref: '#/components/schemas/Csv' },
      example: 'id,name,amount,tags,kind\r\n1,Thing,1.5,[],a\r\n',
    });
    expect(list['x-other-media-types']).toEqual(['text/csv']);
    expect(list['description']).toContain('`Accept: text/csv` for CSV');
    expect(paths['/v1/me']?.['get']).not.toHaveProperty('x-other-media-types');
  });

  test('has no dangling reference', async () => {
    const { body } = await service.call('GET', '/v1/openapi.json');
    const document: unknown = JSON.parse(body);
    for (const [, pointer] of body.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = pointer?.split('/').reduce<unknown>((node, step) => Object(node)[step], document);
      expect(found, pointer).toBeDefined();
    }
  });

  test('says who may call each route', async () => {
    const { paths } = await read();
    expect(paths['/v1/health']?.['get']?.security).toEqual([]);
    expect(paths['/v1/me']?.['get']?.security).toEqual([{ accountToken: [] }]);
    expect(paths['/v1/admin/things']?.['post']?.security).toEqual([{ operatorToken: [] }]);
  });

  test('is sent again only when it has changed', async () => {
    const first = await service.call('GET', '/v1/openapi.json');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/".{22}"$/);
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await service.call('GET', '/v1/openapi.json', { headers: { 'If-None-Match': known } });
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await service.call('GET', '/v1/openapi.json', { headers: { 'If-None-Match': '"other"' } })).status).toBe(
      200,
    );
  });
});

describe('the reference page', () => {
  const get = async (path: string) => {
    const response = await fetch(service.url + path);
    return { status: response.status, headers: response.headers, body: await response.text() };
  };

  test('loads everything from this service, without a token', async () => {
    const page = await get('/v1/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.body).not.toMatch(/https?:\/\//);
    const parts = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part]) => `/v1/${part}`);
    expect(parts).toHaveLength(3);
    for (const part of parts) {
      const { status, headers, body } = await get(part);
      expect([part, status]).toEqual([part, 200]);
      expect(headers.get('content-type')).toMatch(/^text\/(css|javascript)/);
      expect(body.length).toBeGreaterThan(50);
    }
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('shows the same description', async () => {
    expect((await get('/v1/docs/openapi.json')).body).toBe((await service.call('GET', '/v1/openapi.json')).body);
  });

  test.each(['package.json', '..%2fpackage.json', 'index.html', 'constructor'])('does not serve %s', async (asset) => {
    expect((await get(`/v1/docs/${asset}`)).status).toBe(404);
  });
});

/** Guarantee: the forms of the reference page send what the reader filled in, and errors are collapsed. */

/** The methods of the maps of Swagger UI that the script calls, on a plain object. */
class FakeMap {
  readonly #entries: ReadonlyMap<string, unknown>;
  constructor(entries: Iterable<readonly [string, unknown]>) {
    this.#entries = new Map(entries);
  }
  get = (key: string) => this.#entries.get(key);
  has = (key: string) => this.#entries.has(key);
  set = (key: string, value: unknown) => new FakeMap([...this.#entries, [key, value]]);
  update = (key: string, change: (value: unknown) => unknown) => this.set(key, change(this.get(key)));
  map = (change: (value: unknown, key: string) => unknown) =>
    new FakeMap([...this.#entries].map(([key, value]) => [key, change(value, key)]));
  filter = (keep: (value: unknown, key: string) => boolean) =>
    new FakeMap([...this.#entries].filter(([key, value]) => keep(value, key)));
  updateIn = ([key = '', ...rest]: readonly string[], change: (value: unknown) => unknown): FakeMap =>
    this.update(key, (value) =>
      value instanceof FakeMap && rest.length > 0 ? value.updateIn(rest, change) : change(value),
    );
  toJSON = () => Object.fromEntries(this.#entries);
}

const immutable = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : new FakeMap(Object.entries(value).map(([key, child]) => [key, immutable(child)]));
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const element = z.object({ type: z.unknown(), props: z.record(z.string(), z.unknown()).nullable() });
const React = {
  createElement: (type: unknown, props: unknown, ...children: readonly unknown[]) => ({ type, props, children }),
  useMemo: (make: () => unknown) => make(),
};
const component = z.function({ input: [z.unknown()], output: z.unknown() });
const plugin = z.function({
  input: [z.unknown()],
  output: z.object({ wrapComponents: z.record(z.string(), z.function({ input: [z.unknown()], output: component })) }),
});
const options = z.looseObject({ persistAuthorization: z.boolean(), url: z.string(), plugins: z.array(plugin) });

let started: z.output<typeof options>;
const wrapped = (name: string, props: unknown) => {
  const [wrap] = started.plugins.flatMap((one) => one({ React }).wrapComponents[name] ?? []);
  return wrap?.('original')(props);
};

beforeAll(() => {
  let received: unknown;
  runInNewContext(START_SOURCE, {
    SwaggerUIBundle: (options: unknown) => {
      received = options;
    },
    URL,
    window: { location: { href: 'https://agency.example.com/base/v1/docs' } },
  });
  started = options.parse(received);
});

it('keeps the token, and reads the description beside the page', () => {
  expect(started.persistAuthorization).toBe(true);
  expect(started.url).toBe('https://agency.example.com/base/v1/docs/openapi.json');
});

describe('a body', () => {
  const shown = (mediaType: string, schema: unknown, getSampleSchema: (sampled: unknown) => unknown = () => null) => {
    const requestBody = immutable({ content: { [mediaType]: { schema } } });
    const { props } = element.parse(wrapped('RequestBody', { requestBody, fn: { getSampleSchema } }));
    return plain(props?.['requestBody']);
  };
  const file = { type: 'string', format: 'binary' };

  it('that is a form starts with empty optional fields and texts', () => {
    const schema = {
      required: ['file', 'carrierId'],
      properties: { file, carrierId: { type: 'string' }, append: { type: 'boolean' }, webhookUrl: { type: 'string' } },
    };
    expect(shown('multipart/form-data', schema)).toMatchObject({
      content: {
        'multipart/form-data': {
          schema: {
            properties: { file, carrierId: { example: '' }, append: { example: '' }, webhookUrl: { example: '' } },
          },
        },
      },
    });
  });

  it('that is JSON starts with a sample of the required fields, at every depth, and with no invented text', () => {
    const name = { type: 'string' };
    const kind = { type: 'string', enum: ['a', 'b'] };
    const period = { type: 'string', example: '2026-03' };
    const empty = { type: 'string', example: '' };
    const rows = { items: { required: ['id'], properties: { id: name, note: name } } };
    const schema = {
      required: ['name', 'rows', 'kind', 'period'],
      properties: { name, rows, kind, period, tier: name },
    };
    let sampled: unknown;
    shown('application/json', schema, (one) => {
      sampled = plain(one);
      return null;
    });
    expect(sampled).toEqual({
      required: ['name', 'rows', 'kind', 'period'],
      properties: { name: empty, rows: { items: { required: ['id'], properties: { id: empty } } }, kind, period },
    });
  });

  it('has no box that would send empty fields', () => {
    expect(wrapped('ParameterIncludeEmpty', {})).toBeNull();
  });
});

it('collapses errors, and no success', () => {
  const row = (code: string) =>
    element.parse(wrapped('response', { code, response: immutable({ description: 'x' }) })).props;
  expect(row('422')).toEqual({ className: 'collapsed-error' });
  expect(row('202')).toMatchObject({ code: '202' });
});
