import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { Route } from '../../../lambdas/http/route.ts';
import { discoveryRoutes } from '../../../lambdas/http/routes/discovery-routes.ts';
import { createRoutes } from '../../../lambdas/runtime/http-app.ts';
import { platformOf } from '../../support/people-service.ts';
import { peopleForTests } from '../../support/person-browser.ts';
import { createTestDatabase } from '../../support/postgres.ts';

/** Guarantee: the page of roles names every route that agents may read and that only owners may call, and no other. */

const database = await createTestDatabase();
const settings = { publicUrl: null, operatorTokenHashes: () => [], rateLimitPerMinute: 1, thisMachine: null };
let routes: readonly Route[] = createRoutes({
  ...platformOf(database.database),
  people: peopleForTests(database.database, () => 'http://localhost'),
  settings: { ...settings, proxyHops: 0 },
  log: () => {},
});
const described = { service: '', version: '', publicUrl: null };
routes = [...routes, ...discoveryRoutes(described, () => [])];
afterAll(() => database.drop());

const page = readFileSync('docs/reference/people.md', 'utf8');

/** Returns the routes that a section of the page names, sorted. */
function namedIn(heading: string): readonly string[] {
  const section = page.split(`### ${heading}\n`)[1]?.split(/\n#{2,3} /)[0] ?? '';
  return [...section.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/v1[^` ]*)`/g)]
    .flatMap(([, name]) => name ?? [])
    .sort();
}

const namesOf = (chosen: readonly Route[]) =>
  chosen.map(({ definition: { method, path } }) => `${method.toUpperCase()} ${path}`).sort();

test('the section of agents names every route that an agent may call', () => {
  expect(namedIn('Agents')).toEqual(namesOf(routes.filter(({ definition }) => definition.agents !== undefined)));
});

test('the section of owners names every route that only an owner may call', () => {
  expect(namedIn('Owners')).toEqual(namesOf(routes.filter(({ access }) => access === 'account:manage')));
});
