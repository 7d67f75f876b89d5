import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAccess, sweepMethods, sweepRequests, sweptRoutes } from '../../support/route-sweep.ts';
import { type SampleService, startSampleService, TOKENS } from './sample-service.ts';

let service: SampleService;
const tokens = { account: TOKENS.good, operator: TOKENS.operator };
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

test('there is something to sweep over', () => {
  expect(sweptRoutes(service.routes).length).toBeGreaterThanOrEqual(12);
});

test('every route asks for its kind of token', () => sweepAccess(service.routes, service.call, tokens));

test('every route refuses what it does not know', () => sweepRequests(service.routes, service.call, tokens));

test('every path answers other methods with Allow', () => sweepMethods(service.routes, service.call));
