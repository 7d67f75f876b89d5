import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { breaksOf, description, surfaceOf } from '../../scripts/api-changes.ts';
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

const typed = description.parse({
  paths: {
    '/v1/things': {
      post: {
        operationId: 'addThing',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200 } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { name: { type: ['string', 'null'], minLength: 1, maxLength: 80 } },
              },
            },
            'text/csv': { schema: { type: 'string' } },
          },
        },
        responses: {
          201: {
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Thing' } },
              'text/csv': { schema: { type: 'string' } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: { Thing: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  },
});
const breaksAfter = (text: string | RegExp, changed: string) => {
  const all = JSON.stringify(typed);
  const after = typeof text === 'string' ? all.replace(text, changed) : all.replaceAll(text, changed);
  expect(after).not.toBe(all);
  return breaksOf(surfaceOf(typed), surfaceOf(description.parse(JSON.parse(after))));
};

it.each([
  ['another name of an operation', '"addThing"', '"makeThing"', 'gone: POST /v1/things is addThing'],
  ['another name of an object', /Thing/g, 'Item', 'gone: schema Thing'],
  ['another status', '"201"', '"200"', 'gone: POST /v1/things 201'],
  ['no CSV in its answer', /"text.csv"/g, '"text/plain"', 'gone: POST /v1/things 201 as text/csv'],
  ['no CSV in its request', '"text/csv"', '"text/plain"', 'gone: POST /v1/things body as text/csv'],
  ['another type of a parameter', '"integer"', '"boolean"', 'gone: POST /v1/things query limit takes integer'],
  ['no null in a request', '["string","null"]', '"string"', 'gone: POST /v1/things body.name takes null'],
  [
    'null in an answer',
    '"id":{"type":"string"',
    '"id":{"type":["string","null"]',
    'new type: POST /v1/things 201.id is null',
  ],
  ['an answer whose field may be missing', '"required":["id"]', '"required":[]', 'gone: POST /v1/things 201.id always'],
  ['a smaller maximum', '"maximum":200', '"maximum":100', 'narrower: POST /v1/things query limit maximum'],
  ['a larger minimum', '"minLength":1', '"minLength":2', 'narrower: POST /v1/things body.name minLength'],
])('finds a description with %s', (_, text, changed, found) => {
  expect(breaksAfter(text, changed)).toContain(found);
});

it.each([
  ['null in a request', '"integer"', '["integer","null"]'],
  ['a number where an integer was asked for', '"integer"', '"number"'],
  ['a larger maximum', '"maximum":200', '"maximum":500'],
  ['no maximum', ',"maximum":200', ''],
])('accepts %s', (_, text, changed) => {
  expect(breaksAfter(text, changed)).toEqual([]);
});

it('accepts new operations, parameters, values and fields', () => {
  const after = JSON.stringify(before)
    .replace('["a","b"]', '["a","b","c"]')
    .replace('{"properties":{"name"', '{"properties":{"more":{"required":["x"],"properties":{"x":{}}},"name"')
    .replace('{"properties":{"id"', '{"properties":{"new":{},"id"');
  expect(breaksOf(surfaceOf(before), surfaceOf(description.parse(JSON.parse(after))))).toEqual([]);
});
