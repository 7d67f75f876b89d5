import { afterAll, expect, test } from 'vitest';
import { OPERATOR_TOKEN } from '../../support/http-service.ts';
import { startOperatedService } from '../../support/operated-service.ts';
import {
  sweepAccess,
  sweepCreations,
  sweepDetails,
  sweepKeys,
  sweepMethods,
  sweepRequests,
  sweptRoutes,
} from '../../support/route-sweep.ts';

const service = await startOperatedService();
const account = await service.createAccount();
afterAll(() => service.close());

const tokens = () => ({ account: account.token, operator: OPERATOR_TOKEN });

test('covers at least one route', () => {
  expect(sweptRoutes(service.routes).length).toBeGreaterThanOrEqual(30);
});

test('every route requires its kind of token', () => sweepAccess(service.routes, account.call, tokens()));

test('every route refuses unknown parameters and fields', () => sweepRequests(service.routes, account.call, tokens()));

test('every path answers methods it does not support with 405 and an Allow header', () =>
  sweepMethods(service.routes, account.call));

test('every route that creates something takes an Idempotency-Key', async () => {
  expect(sweepCreations(service.routes)).toBeGreaterThanOrEqual(10);
  await sweepKeys(service.routes, account.call, tokens());
});

test('every detail of a wrong request is a sentence', async () => {
  expect(await sweepDetails(service.routes, account.call, tokens())).toBeGreaterThan(200);
});

test('a read-only token changes nothing', async () => {
  const path = `/v1/admin/accounts/${account.accountId}/tokens`;
  const { json } = await service.operate('POST', path, { json: { scopes: ['read'] } });
  const token = String(Object(json).token);
  for (const { route, method, path: swept } of sweptRoutes(service.routes)) {
    if (route.access !== 'account:write') continue;
    const response = await account.call(method, swept, { token });
    expect([method, swept, response.status]).toEqual([method, swept, 403]);
    expect(response.json).toMatchObject({ code: 'forbidden' });
  }
});
