import { afterAll, beforeAll, expect, test } from 'vitest';
import { conformityProblems, expectDocumented } from '../../support/openapi.ts';
import { type SampleService, startSampleService } from './sample-service.ts';

/** Tests the conformity checker itself, which must find every deviation from the description. */
let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

const headers = new Headers({
  'Content-Type': 'application/json',
  'X-Request-Id': '12345678',
  RateLimit: '"default";r=1;t=1',
  'RateLimit-Policy': '"default";q=1;w=1',
});
const me = {
  ...{ accountId: 'a', name: 'n', status: 'active', tier: 'standard' },
  ...{ scopes: ['read'], person: null, accounts: [] },
};
const recorded = { method: 'GET', path: '/v1/me', status: 200, headers, body: JSON.stringify(me) };
const problemsWith = (changes: Partial<typeof recorded>) =>
  conformityProblems({ ...recorded, ...changes }, service.document);

test('accepts a response as described', () => {
  expect(problemsWith({})).toEqual([]);
  expect(() => expectDocumented(recorded, service.document)).not.toThrow();
});

test.each([
  ['an undocumented status', { status: 202 }],
  ['a missing property', { body: JSON.stringify({ ...me, name: undefined }) }],
  ['a wrong type', { body: JSON.stringify({ ...me, name: 1 }) }],
  ['a value outside the list', { body: JSON.stringify({ ...me, tier: 'gold' }) }],
  ['an undocumented property', { body: JSON.stringify({ ...me, secret: 1 }) }],
  ['no JSON', { body: '<html>' }],
  ['another media type', { headers: new Headers([...headers, ['Content-Type', 'text/html']]) }],
  ['a missing header', { headers: new Headers([...headers].filter(([name]) => name !== 'ratelimit')) }],
  ['success on an unknown path', { path: '/v1/nowhere' }],
  [
    'a problem with an unknown code',
    {
      status: 422,
      headers: new Headers(
        [...headers].map(([name, value]) => [name, name === 'content-type' ? 'application/problem+json' : value]),
      ),
      body: JSON.stringify({
        type: 'about:blank',
        title: 't',
        status: 422,
        instance: '/',
        code: 'oops',
        requestId: 'r',
      }),
    },
  ],
  ['a body in the reply to HEAD', { method: 'HEAD' }],
])('finds %s', (_name, changes) => {
  expect(problemsWith(changes)).not.toEqual([]);
});

test('accepts another form of a body where the operation names it, and nowhere else', () => {
  const csv = { headers: new Headers({ ...Object.fromEntries(headers), 'content-type': 'text/csv' }), body: 'id\r\n' };
  expect(problemsWith({ ...csv, path: '/v1/things' })).toEqual([]);
  expect(problemsWith({ ...csv, path: '/v1/health' })).not.toEqual([]);
});
