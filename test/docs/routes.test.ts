import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { OPENAPI_FILE } from '../../scripts/describe-api.ts';

/** Guarantee: every route that a page names, with its method, is a route of the service. */

/** The page that describes how to make an endpoint. Its example endpoint does not exist. */
const ABOUT_CODE = 'docs/howto/add-an-endpoint.md';

const pages = new Map<string, string>();

for (const path of await readdir('docs', { recursive: true })) {
  if (path.endsWith('.md')) pages.set(join('docs', path), await readFile(join('docs', path), 'utf8'));
}
pages.set('README.md', await readFile('README.md', 'utf8'));
expect(pages.has(ABOUT_CODE)).toBe(true);

/** Finds every match in every page, with the page, so that a failure names the place. */
const findIn = (pattern: RegExp) =>
  [...pages].flatMap(([page, text]) => [...text.matchAll(pattern)].map((match) => ({ page, match })));

const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
/** The prefixes of routes outside the API description: its own page, the operator's routes, and those of the sign-in library. */
const UNDOCUMENTED = ['/v1/docs', '/v1/admin', '/v1/auth'];

const paths = description.parse(JSON.parse(await readFile(OPENAPI_FILE, 'utf8'))).paths;

/** Replaces each parameter of a route by a star, because pages use any name for it: `{id}`, `$JOB`. */
const shapeOf = (path: string) => path.replaceAll(/\{\w+\}|\$\w+/g, '*').replace(/[/.]+$/, '');

it('has the routes that a page names', () => {
  const known = new Set([...Object.keys(paths), ...UNDOCUMENTED].map(shapeOf));
  const named = findIn(/(?<![\w.])\/v1\/[\w{}$/.-]+/g).filter(({ page }) => page !== ABOUT_CODE);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ match }) => !known.has(shapeOf(match[0]))).map(whereItIs)).toEqual([]);
});

it('has the methods that a page names with them', () => {
  const known = new Set(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`),
    ),
  );
  const named = findIn(/\b(GET|POST|PUT|PATCH|DELETE)\s+(\/v1\/[\w{}$/.-]+)/g);
  expect(named.length).toBeGreaterThan(30);
  const unknown = named.filter(({ match: [, method, path = ''] }) => !known.has(`${method} ${shapeOf(path)}`));
  expect(unknown.map(whereItIs)).toEqual([]);
});

function whereItIs({ page, match }: { readonly page: string; readonly match: RegExpExecArray }): string {
  return `${page}: ${match[0]}`;
}
