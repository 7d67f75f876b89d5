import { z } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { describeRoutes } from '../../../lambdas/http/openapi.ts';
import { publicRoute } from '../../../lambdas/http/route.ts';
import { createSampleApp, sampleDeps } from './sample-service.ts';

/** Guarantee: every answer of a deprecated operation says since when, and until when it is there; no other answer does. */

const old = publicRoute({
  method: 'get',
  path: '/v1/old-things',
  operationId: 'listOldThings',
  tag: 'Things',
  summary: 'Old things',
  description: 'Of before.',
  deprecated: { since: '2026-12-01', sunset: '2028-01-01' },
  responses: { 200: { description: 'The things.', schema: z.object({ name: z.string() }) } },
}).handle(() => ({ status: 200, body: { name: 'old' } }));

test('has the headers Deprecation and Sunset, and is described as deprecated', async () => {
  const app = createSampleApp({}, [old]);
  const { headers } = await app.request('/v1/old-things');
  // 1 December 2026 is 20,788 days after 1970.
  expect(headers.get('Deprecation')).toBe(`@${20_788 * 86_400}`);
  expect(headers.get('Sunset')).toBe('Sat, 01 Jan 2028 00:00:00 GMT');
  const other = await app.request('/v1/health');
  expect([other.headers.get('Deprecation'), other.headers.get('Sunset')]).toEqual([null, null]);
  expect(JSON.stringify(describeRoutes([old], sampleDeps))).toContain(
    '"operationId":"listOldThings","deprecated":true',
  );
});
