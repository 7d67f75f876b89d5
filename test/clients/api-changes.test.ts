import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  CHANGES_PAGE,
  changesSection,
  nextVersion,
  pageSince,
  readDescriptions,
  versioned,
  withSection,
} from '../../scripts/api-changes.ts';

/** Guarantee: the version follows what changed since the last release, and the page of changes names all of it. */

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
