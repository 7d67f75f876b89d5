import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openDiskObjectStore } from '../../adapters/object-store/disk-object-store.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { createHttpApp } from '../../lambdas/runtime/http-app.ts';
import { createServices } from '../../lambdas/runtime/services.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { webhookPlatform } from '../support/webhook-platform.ts';

/** Guarantee: every route that a page names, with its method, is a route of the service. */

/** Tells how to make an endpoint that there is not. */
const ABOUT_CODE = 'docs/howto/add-an-endpoint.md';

const pages = new Map<string, string>();

beforeAll(async () => {
  for (const path of await readdir('docs', { recursive: true })) {
    if (path.endsWith('.md')) pages.set(join('docs', path), await readFile(join('docs', path), 'utf8'));
  }
  pages.set('README.md', await readFile('README.md', 'utf8'));
  expect(pages.has(ABOUT_CODE)).toBe(true);
});

/** Every match in every page, with the page, so that a failure says where. */
const findIn = (pattern: RegExp) =>
  [...pages].flatMap(([page, text]) => [...text.matchAll(pattern)].map((match) => ({ page, match })));

const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
let paths: z.output<typeof description>['paths'];
/** The description to read. */
const UNDOCUMENTED = ['/v1/docs'];

beforeAll(async () => {
  const { database, drop } = await createTestDatabase();
  const objects = await openDiskObjectStore(await mkdtemp(join(tmpdir(), 'objects-')));
  const queue = createPostgresQueue(database);
  const app = createHttpApp({
    database,
    services: createServices({ database, objects, queue, log: () => {}, ...webhookPlatform }),
    settings: {
      publicUrl: null,
      operatorTokenHash: 'x',
      rateLimitPerMinute: 100,
      thisMachine: { isOwnPort: () => false },
      proxyHops: 0,
      emailDomain: 'in.example',
    },
    log: () => {},
  });
  const response = await app.fetch(new Request('http://127.0.0.1/v1/docs/openapi.json'));
  paths = description.parse(await response.json()).paths;
  return drop;
});

/** A parameter of a route has any name in the pages: `{id}`, `$JOB`. */
const shapeOf = (path: string) => path.replaceAll(/\{\w+\}|\$\w+/g, '*').replace(/[/.]+$/, '');

it('routes that a page names are there', () => {
  const known = new Set([...Object.keys(paths), ...UNDOCUMENTED].map(shapeOf));
  const named = findIn(/(?<![\w.])\/v1\/[\w{}$/.-]+/g).filter(({ page }) => page !== ABOUT_CODE);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ match }) => !known.has(shapeOf(match[0]))).map(whereItIs)).toEqual([]);
});

it('they have the methods that a page names with them', () => {
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
