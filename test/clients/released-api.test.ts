import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { breaksOf, description, surfaceOf } from '../../scripts/api-surface.ts';
import { OPENAPI_FILE } from '../../scripts/describe-api.ts';

/**
 * Guarantee: programs that were written for the last release go on working (docs/reference/versions.md). `npm run release-api` stores the
 * present description as the released one.
 */

const released = description.parse(
  JSON.parse(gunzipSync(await readFile(new URL('released-api.json.gz', import.meta.url))).toString()),
);
const present = description.parse(JSON.parse(await readFile(OPENAPI_FILE, 'utf8')));

it('keeps every operation, parameter, field and accepted value, and requires nothing new', () => {
  expect(surfaceOf(released).kept.length).toBeGreaterThan(5000);
  expect(breaksOf(surfaceOf(released), surfaceOf(present))).toEqual([]);
});

const before = description.parse({
  paths: {
    '/v1/things': {
      post: {
        parameters: [{ name: 'mode', in: 'query', schema: { enum: ['a', 'b'] } }],
        requestBody: { content: { 'application/json': { schema: { properties: { name: {} } } } } },
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
    },
  },
  components: { schemas: { Thing: { properties: { id: {}, parts: { items: { properties: { size: {} } } } } } } },
});
const things = '"/v1/things"';

it.each([
  ['an operation', things, '"/v1/others"', 'gone: POST /v1/things'],
  ['a parameter', '"name":"mode"', '"name":"kind"', 'gone: POST /v1/things query mode'],
  ['an accepted value', '["a","b"]', '["a"]', 'gone: POST /v1/things query mode = "b"'],
  ['a field of an answer', '"size"', '"length"', 'gone: POST /v1/things 200.parts[].size'],
  [
    'an optional field',
    '{"properties":{"name"',
    '{"required":["name"],"properties":{"name"',
    'required: POST /v1/things body.name',
  ],
  [
    'no new field',
    '{"properties":{"name"',
    '{"required":["day"],"properties":{"day":{},"name"',
    'required: POST /v1/things body.day',
  ],
  ['an optional parameter', '"in":"query"', '"in":"query","required":true', 'required: POST /v1/things query mode'],
])('finds a description that lacks or requires %s', (_, text, changed, found) => {
  const after = JSON.stringify(before).replace(text, changed);
  expect(breaksOf(surfaceOf(before), surfaceOf(description.parse(JSON.parse(after))))).toContain(found);
});

it('accepts new operations, parameters, values and fields', () => {
  const after = JSON.stringify(before)
    .replace('["a","b"]', '["a","b","c"]')
    .replace('{"properties":{"name"', '{"properties":{"more":{"required":["x"],"properties":{"x":{}}},"name"')
    .replace('{"properties":{"id"', '{"properties":{"new":{},"id"');
  expect(breaksOf(surfaceOf(before), surfaceOf(description.parse(JSON.parse(after))))).toEqual([]);
});
