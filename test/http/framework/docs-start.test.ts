import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { START_SOURCE } from '../../../lambdas/http/own-page.ts';

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
