import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
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
import { STATEMENT_CONFIG } from '../../support/service.ts';
import { words } from '../../support/words.ts';

describe('tenants', async () => {
  const created = z.object({ id: z.string() });
  const RATE = { rateType: 'flat_per_member', rateValue: 50 };

  const service = await startOperatedService();
  const account = await service.createAccount();
  const stranger = await service.createAccount('Stranger');
  const add = async (path: string, json: object) =>
    created.parse((await stranger.call('POST', path, { json })).json).id;
  /** The stranger's carrier. */
  const carrierId = await add('/v1/carriers', { name: 'Foreign Mutual' });
  await add(`/v1/carriers/${carrierId}/configs`, STATEMENT_CONFIG);
  const rateId = await add('/v1/expected-rates', { carrierId, ...RATE });
  const policies = [{ id: 'Foreign policy' }];
  await stranger.call('PUT', `/v1/policies?carrierId=${carrierId}`, { json: { policies } });
  await stranger.call('POST', '/v1/workspaces', { json: { name: 'Foreign workspace' } });
  const eventId = randomUUID();
  await service.database.system(
    (sql) => sql`
    insert into carrier_events (event_id, account_id, workspace_id, carrier_id, period, kind, scope_field, scope_value, scope_key,
      members, compared, ratio, amount, rate_type, rate_value, detail)
    select ${eventId}, account_id, workspace_id, ${carrierId}, '2026-01', 'pay_reduced', 'plan_name', 'Foreign plan', 'FOREIGN PLAN',
      10, 10, 0.8, 20, 'flat_per_member', 8, 'Foreign'
    from workspaces where account_id = ${stranger.accountId} limit 1`,
  );
  afterAll(() => service.close());

  const trial = () => {
    const form = new FormData();
    form.set('config', JSON.stringify(STATEMENT_CONFIG));
    form.set('file', new Blob(['Member ID,Commission\nM1,5\n']), 'a.csv');
    return form;
  };

  interface Ids {
    readonly carrier: string;
    readonly rate: string;
    readonly event: string;
  }

  const requests = (ids: Ids) =>
    [
      ['GET', `/v1/carriers/${ids.carrier}`],
      ['PATCH', `/v1/carriers/${ids.carrier}`, { json: { name: 'Mine' } }],
      ['DELETE', `/v1/carriers/${ids.carrier}`],
      ['PUT', `/v1/carriers/${ids.carrier}/expected-files`, { json: { expectedFiles: 2 } }],
      ['GET', `/v1/carriers/${ids.carrier}/drop-offs`],
      ['PUT', `/v1/carriers/${ids.carrier}/drop-offs`, { json: { sftp: { onExisting: 'append' } } }],
      ['GET', `/v1/carriers/${ids.carrier}/configs`],
      ['GET', `/v1/carriers/${ids.carrier}/configs/1`],
      ['POST', `/v1/carriers/${ids.carrier}/configs`, { json: STATEMENT_CONFIG }],
      ['POST', `/v1/carriers/${ids.carrier}/configs/test`, { body: trial() }],
      ['GET', `/v1/expected-rates?carrierId=${ids.carrier}`],
      ['POST', '/v1/expected-rates', { json: { carrierId: ids.carrier, ...RATE } }],
      ['POST', '/v1/expected-rates/preview', { json: { carrierId: ids.carrier, ...RATE } }],
      ['POST', `/v1/expected-rates/${ids.rate}/confirm`, { json: {} }],
      ['POST', `/v1/expected-rates/bulk?carrierId=${ids.carrier}`, { json: { rates: [] } }],
      ['DELETE', `/v1/expected-rates/${ids.rate}`],
      ['GET', `/v1/policies?carrierId=${ids.carrier}`],
      ['PUT', `/v1/policies?carrierId=${ids.carrier}`, { json: { policies: [] } }],
      ['GET', `/v1/carrier-events?carrierId=${ids.carrier}`],
      ['POST', `/v1/carrier-events/${ids.event}/accept`],
      ['POST', `/v1/carrier-events/${ids.event}/dispute`],
      ['PUT', '/v1/months/2026-01', { json: { state: 'closed', carrierId: ids.carrier } }],
      ...(['accept', 'undo', 'redo'] as const).map(
        (change) =>
          [
            'POST',
            `/v1/members/alias-proposals/${change}`,
            { json: { carrierId: ids.carrier, period: '2026-01' } },
          ] as const,
      ),
      ...LISTS_OF_A_CARRIER.map((list) => ['GET', `/v1/${list}carrierId=${ids.carrier}`] as const),
    ] as const;

  const LISTS_OF_A_CARRIER = words(`
    unassigned-lines? reports/recoverable? reports/policies? disputes? months? months/2026-01?
    members/alias-proposals?period=2026-01& changes? home?
  `);

  /** The responses as the client sees them, without the parts that name the request itself. */
  async function answers(ids: Ids): Promise<string[]> {
    const seen = [];
    for (const [method, path, options] of requests(ids)) {
      const { status, body } = await account.call(method, path, options);
      seen.push(`${method} ${status} ${body.replace(/"(requestId|instance)":"[^"]*"/g, '')}`);
    }
    return seen;
  }

  test("answers 404 for another account's ids, exactly as for unknown and malformed ones", async () => {
    const foreign = await answers({ carrier: carrierId, rate: rateId, event: eventId });
    for (const line of foreign) expect(line).toMatch(/^\w+ 404 .*"code":"not_found"/);
    expect(await answers({ carrier: randomUUID(), rate: randomUUID(), event: randomUUID() })).toEqual(foreign);
    expect(await answers({ carrier: 'x', rate: "'", event: '0' })).toEqual(foreign);
  });

  test('shows nothing of another account in any list, and changes nothing of it', async () => {
    const lists = words(`
      carriers carriers/groups expected-rates carrier-events policies disputes months unassigned-lines workspaces
      audit
    `);
    for (const path of lists.map((name) => `/v1/${name}`)) {
      const { status, body } = await account.call('GET', path);
      expect(status).toBe(200);
      for (const secret of ['Foreign', carrierId, rateId, eventId, stranger.accountId])
        expect(body).not.toContain(secret);
    }
    expect((await stranger.call('GET', `/v1/carriers/${carrierId}`)).json).toMatchObject({
      name: 'Foreign Mutual',
      activeConfigVersion: 1,
    });
    expect((await stranger.call('GET', '/v1/expected-rates')).json).toMatchObject({ data: [{ id: rateId }] });
    expect((await stranger.call('GET', '/v1/policies')).json).toMatchObject({ data: [{ policyId: 'Foreign policy' }] });
    expect((await stranger.call('GET', '/v1/carrier-events')).json).toMatchObject({
      data: [{ id: eventId, state: 'open' }],
    });
  });

  test('keeps the names, slugs and rates of two accounts independent', async () => {
    const own = await account.call('POST', '/v1/carriers', { json: { name: 'Foreign Mutual' } });
    expect(own).toMatchObject({ status: 201, json: { slug: 'foreign-mutual' } });
    const workspace = await account.call('POST', '/v1/workspaces', { json: { name: 'Foreign workspace' } });
    expect(workspace.status).toBe(201);
  });
});

describe('sweep', async () => {
  const service = await startOperatedService();
  const account = await service.createAccount();
  afterAll(() => service.close());

  const tokens = () => ({ account: account.token, operator: OPERATOR_TOKEN });

  test('covers at least one route', () => {
    expect(sweptRoutes(service.routes).length).toBeGreaterThanOrEqual(30);
  });

  test('every route requires its kind of token', () => sweepAccess(service.routes, account.call, tokens()));

  test('every route refuses unknown parameters and fields', () =>
    sweepRequests(service.routes, account.call, tokens()));

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
});
