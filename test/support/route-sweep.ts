import { expect } from 'vitest';
import { z } from 'zod';
import type { Route } from '../../lambdas/http/route.ts';
import type { ApiClient } from './api-client.ts';

/** Checks guarantees for every route of the route table, so that no new route can be forgotten. */

interface SweptRoute {
  readonly route: Route;
  readonly method: string;
  /** The path with an unknown id in place of each parameter. */
  readonly path: string;
}

export function sweptRoutes(routes: readonly Route[]): readonly SweptRoute[] {
  return routes
    .filter(({ definition }) => definition.undocumented !== true)
    .map((route) => ({
      route,
      method: route.definition.method.toUpperCase(),
      path: route.definition.path.replaceAll(/\{\w+\}/g, 'none'),
    }));
}

/** Expects 401 without a token and with an unknown or wrong kind, or 403 for an account's token at an operator's endpoint. */
export async function sweepAccess(
  routes: readonly Route[],
  call: ApiClient,
  tokens: { readonly account: string; readonly operator: string },
) {
  for (const { route, method, path } of sweptRoutes(routes)) {
    if (route.access === 'public') continue;
    const unknown = `cas_${'0'.repeat(43)}`;
    const wrongKind = route.access === 'operator' ? tokens.account : tokens.operator;
    const statuses = [];
    for (const token of [null, unknown, wrongKind]) {
      const response = await call(method, path, { token });
      statuses.push(response.status);
      if (response.status === 401) expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect([method, path, ...statuses]).toEqual([method, path, 401, 401, route.access === 'operator' ? 403 : 401]);
  }
}

/** Expects that every route refuses an unknown parameter and media type, and that a route for people refuses every token. */
export async function sweepRequests(
  routes: readonly Route[],
  call: ApiClient,
  tokens: { readonly account: string; readonly operator: string },
) {
  for (const { route, method, path } of sweptRoutes(routes)) {
    const token = route.access === 'operator' ? tokens.operator : tokens.account;
    if (route.access === 'account:manage') {
      expect([method, path, (await call(method, path, { token })).status]).toEqual([method, path, 403]);
      continue;
    }
    const picky = await call(method, path, { token, headers: { Accept: 'image/png' } });
    expect([method, path, picky.status]).toEqual([method, path, 406]);
    if (route.definition.request?.json !== undefined || route.definition.request?.form !== undefined) {
      const unreadable = await call(method, path, { token, body: 'x', headers: { 'Content-Type': 'application/pdf' } });
      expect([method, path, unreadable.status]).toEqual([method, path, 415]);
    } else {
      const mistyped = await call(method, `${path}?noSuchParameter=1`, { token });
      expect([method, path, mistyped.status]).toEqual([method, path, 422]);
      expect(mistyped.body).toContain('noSuchParameter');
      if (method === 'POST') await refusesFields(call, { method, path, token });
    }
    for (const field of monthsAskedFor(route)) {
      for (const month of ['1999-12', '2999-01', '2026-13']) {
        const outside = await call(method, `${path}?${field}=${month}`, { token });
        expect([method, path, month, outside.status]).toEqual([method, path, month, 422]);
        expect(outside.json).toMatchObject({
          errors: expect.arrayContaining([expect.objectContaining({ field })]),
        });
      }
    }
  }
}

/** Expects that a route without a body refuses any field, and accepts an empty body. */
async function refusesFields(
  call: ApiClient,
  { method, path, token }: { readonly method: string; readonly path: string; readonly token: string },
) {
  const headers = { 'Content-Type': 'application/json' };
  const unexpected = [
    ['{"noSuchField":1}', 'noSuchField'],
    ['[1]', 'body'],
    ['no JSON', 'body'],
  ] as const;
  for (const [body, field] of unexpected) {
    const response = await call(method, path, { token, headers, body });
    expect([method, path, body, response.status]).toEqual([method, path, body, 422]);
    expect(response.json).toMatchObject({ errors: [expect.objectContaining({ field })] });
  }
  for (const body of ['', '{}']) {
    const response = await call(method, path, { token, headers, body });
    expect([method, path, body, response.status]).not.toEqual([method, path, body, 422]);
  }
}

/** Returns the parameters that are months. No statement can be for a month before 2000-01 or far ahead. */
function monthsAskedFor({ definition }: Route): readonly string[] {
  const query = definition.request?.query;
  if (!(query instanceof z.ZodObject)) return [];
  return ['period', 'from', 'to'].filter((name) => name in query.shape);
}

/** Expects 405 with Allow for any other method, and 204 with the same Allow for OPTIONS. */
export async function sweepMethods(routes: readonly Route[], call: ApiClient) {
  for (const [path, onPath] of Map.groupBy(sweptRoutes(routes), (swept) => swept.path)) {
    const allowed = onPath.map(({ method }) => method);
    const options = await call('OPTIONS', path, { token: null });
    expect(options.status).toBe(204);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => !allowed.includes(other))) {
      const response = await call(method, path, { token: null });
      expect([method, path, response.status]).toEqual([method, path, 405]);
      expect(response.headers.get('allow')).toBe(options.headers.get('allow'));
    }
    for (const method of allowed) expect(options.headers.get('allow')?.split(', ')).toContain(method);
  }
}

/**
 * Returns whether a route creates another object with each request: a POST route that answers 201 or 202, such as an upload, or that
 * makes a new secret.
 */
const isRepeatable = ({ method, path, responses }: Route['definition']) =>
  method === 'post' && ('201' in responses || '202' in responses || /rotate|callback-secret/.test(path));

/** Expects that every request that creates an object recognises a repeat by its key, and declares the header in the description. */
export function sweepCreations(routes: readonly Route[]): number {
  const creating = routes.filter(({ definition }) => isRepeatable(definition));
  for (const { definition } of creating) {
    const headers = definition.request?.headers;
    const names = headers instanceof z.ZodObject ? Object.keys(headers.shape) : [];
    expect([definition.operationId, names]).toEqual([definition.operationId, ['Idempotency-Key']]);
  }
  return creating.length;
}

/** Expects that a malformed key is refused, which shows that the header is read. */
export async function sweepKeys(
  routes: readonly Route[],
  call: ApiClient,
  tokens: { readonly account: string; readonly operator: string },
) {
  for (const { route, method, path } of sweptRoutes(routes)) {
    if (!isRepeatable(route.definition)) continue;
    const token = route.access === 'operator' ? tokens.operator : tokens.account;
    const json = route.definition.request?.json === undefined ? {} : { json: {} };
    const reply = await call(method, path, { token, ...json, headers: { 'Idempotency-Key': 'two words' } });
    // A malformed id is answered with 404 before other faults are reported.
    if (reply.status === 404 && path.includes('/none')) continue;
    expect([method, path, reply.status]).toEqual([method, path, 422]);
    expect(reply.body).toContain('Idempotency-Key');
  }
}

const WRONG_VALUES = [null, 1, -1, 'x', true, [], [1], {}] as const;

/** Expects that every detail of a 400 or 422 is a sentence of the service, and not a default text of the validation library. */
export async function sweepDetails(
  routes: readonly Route[],
  call: ApiClient,
  tokens: { readonly account: string; readonly operator: string },
): Promise<number> {
  let checked = 0;
  for (const { route, method, path: noneFound } of sweptRoutes(routes)) {
    const token = route.access === 'operator' ? tokens.operator : tokens.account;
    // Ids of the right form are looked up after the fields are checked.
    const path = noneFound.replaceAll('/none', '/00000000-0000-0000-0000-000000000000');
    for (const request of wrongRequests(route.definition)) {
      const { status, json } = await call(method, `${path}${request.query}`, { token, ...request.body });
      if (status !== 400 && status !== 422) continue;
      for (const detail of detailsOf(json)) {
        checked += 1;
        expect([method, path, detail]).toEqual([method, path, expect.stringMatching(/^["\p{Lu}].*[.!?]$/su)]);
        expect(detail).not.toMatch(/Invalid (input|option|key)|Too (small|big)|expected |Unrecognized/);
      }
    }
  }
  return checked;
}

const problem = z.object({
  detail: z.string().optional(),
  errors: z.array(z.object({ detail: z.string() })).default([]),
});

function detailsOf(json: unknown): readonly string[] {
  const { detail, errors } = problem.parse(json);
  return [...(detail === undefined ? [] : [detail]), ...errors.map((error) => error.detail)];
}

interface WrongRequest {
  readonly query: string;
  readonly body: { readonly json?: unknown; readonly body?: FormData };
}

/** Makes a request for each wrong value in every field. */
function wrongRequests({ request = {} }: Route['definition']): readonly WrongRequest[] {
  const fieldsOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
  const queries = ['?', '', '-1', 'x y'].map((value) =>
    new URLSearchParams(fieldsOf(request.query).map((name): [string, string] => [name, value])).toString(),
  );
  const requests: WrongRequest[] = queries.map((query) => ({ query: `?${query}&noSuchParameter=1`, body: {} }));
  if (request.json !== undefined) {
    const whole = WRONG_VALUES.map((json): WrongRequest => ({ query: '', body: { json } }));
    const byField = WRONG_VALUES.map((value): WrongRequest => {
      const json = Object.fromEntries(fieldsOf(request.json).map((name) => [name, value]));
      return { query: '', body: { json } };
    });
    requests.push(...whole, ...byField);
  }
  if (request.form !== undefined) {
    const form = new FormData();
    for (const name of fieldsOf(request.form)) form.set(name, '?');
    requests.push({ query: '', body: { body: form } }, { query: '', body: { body: new FormData() } });
  }
  return requests;
}
