import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAccess, sweepMethods, sweepRequests, sweptRoutes } from '../../support/route-sweep.ts';
import { type SampleService, startSampleService, TOKENS } from './sample-service.ts';

let service: SampleService;
const tokens = { account: TOKENS.good, operator: TOKENS.operator };
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

test('covers at least one route', () => {
  expect(sweptRoutes(service.routes).length).toBeGreaterThanOrEqual(12);
});

test('requires its kind of token on every route', () => sweepAccess(service.routes, service.call, tokens));

test('refuses unknown parameters and fields on every route', () => sweepRequests(service.routes, service.call, tokens));

test('answers other methods with Allow on every path', () => sweepMethods(service.routes, service.call));
