import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  breaksOf,
  CHANGES_PAGE,
  changesSection,
  description,
  nextVersion,
  pageSince,
  readDescriptions,
  surfaceOf,
  versioned,
  withSection,
} from '../../scripts/api-changes.ts';
import { OPENAPI_FILE } from '../../scripts/describe-api.ts';

/**
 * Guarantee: programs that were written for the last release go on working (docs/reference/versions.md). `npm run release-api` stores the
 * present description as the released one.
 */
describe('released api', async () => {
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
    [
      'an answer whose field may be missing',
      '"required":["id"]',
      '"required":[]',
      'gone: POST /v1/things 201.id always',
    ],
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
});

/** Guarantee: the version follows what changed since the last release, and the page of changes names all of it. */
describe('api changes', async () => {
  const { released, present } = await readDescriptions();

  it('has a version that is due for what has changed', () => {
    const least = nextVersion(released, present);
    expect(present.info.version.localeCompare(least, undefined, { numeric: true })).toBeGreaterThanOrEqual(0);
  });

  it('names all changes since the last release; `npm run openapi` writes them', async () => {
    const page = await readFile(CHANGES_PAGE, 'utf8');
    const isCurrent = pageSince(page, released, present) === page;
    expect(isCurrent, 'The API has changed: run `npm run openapi` and commit docs/reference/api-changes.md').toBe(true);
  });

  const before = versioned.parse({
    info: { version: '1.4.2' },
    paths: {
      '/v1/things': {
        get: {
          parameters: [{ name: 'mode', in: 'query', schema: { enum: ['a'] } }],
          responses: { 200: { content: { 'application/json': { schema: { properties: { id: {} } } } } } },
        },
      },
    },
    components: { schemas: {} },
  });
  const changed = (text: string, other: string) =>
    versioned.parse(JSON.parse(JSON.stringify(before).replace(text, other)));

  it.each([
    ['nothing', changed('x', 'x'), '1.4.2'],
    ['a field of an answer', changed('"id":{}', '"id":{},"size":{}'), '1.5.0'],
    ['an accepted value', changed('["a"]', '["a","b"]'), '1.5.0'],
    ['an operation that is gone', changed('"/v1/things"', '"/v1/others"'), '2.0.0'],
  ])('needs for %s the version %#', (_, after, version) => {
    expect(nextVersion(before, after)).toBe(version);
  });

  it('writes new operations once, and of other operations the outermost of what is new', () => {
    const after = changed('"id":{}', '"id":{},"parts":{"items":{"properties":{"size":{}}}}');
    const more = { ...after, paths: { ...after.paths, '/v1/new': after.paths['/v1/things'] ?? {} } };
    expect(changesSection(before, more, '2027-01-31')).toBe(
      '## 1.4.2, 2027-01-31\n\nNew:\n\n- `GET /v1/new`\n\nExtended:\n\n- `GET /v1/things`: `parts`',
    );
    const values = changed('["a"]', '["a","b"]');
    expect(changesSection(before, values, null)).toContain('- `GET /v1/things`: `mode = "b"` (sent)');
    expect(changesSection(before, before, null)).toBe('## 1.4.2, not released\n\nNothing has changed.');
  });

  it('adds nothing right after a release, and the next change as a section of its own', () => {
    const page = '# Changes\n\n## 1.4.2, 2027-01-31\n\nNew.\n\nNext: [x](x.md).\n';
    expect(pageSince(page, before, before)).toBe(page);
    const later = { ...changed('"id":{}', '"id":{},"size":{}'), info: { version: '1.5.0' } };
    expect(pageSince(page, before, later)).toContain(
      '## 1.5.0, not released\n\nExtended:\n\n- `GET /v1/things`: `size`\n\n## 1.4.2, 2027',
    );
  });

  it('replaces the section of what is not released, and puts a new one before those that are', () => {
    const page = '# Changes\n\n## 1.1.0, not released\n\nOld.\n\n## 1.0.0, 2026-01-01\n\nFirst.\n\nNext: [x](x.md).\n';
    const dated = withSection(page, '## 1.1.0, 2026-02-01\n\nNew.');
    expect(dated).toBe(page.replace('not released\n\nOld.', '2026-02-01\n\nNew.'));
    expect(withSection(dated, '## 1.2.0, not released\n\nNewer.')).toContain('Newer.\n\n## 1.1.0, 2026-02-01\n\nNew.');
  });
});
