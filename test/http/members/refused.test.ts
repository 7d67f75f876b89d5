import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement, type TestAccount, type TestService } from '../../support/service.ts';

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await sharedService();
  account = await service.createAccount();
});

test.each([
  ['limit=0', ['limit']],
  ['offset=-1', ['offset']],
  ['status=carried', ['status']],
  ['flag=RED', ['flag']],
  ['period=202601', ['period']],
  ['q=', ['q']],
  [`q=${'x'.repeat(201)}`, ['q']],
  ['q=a%00b', ['q']],
  ['periodYear=2026', ['periodMonth']],
  ['periodMonth=1', ['periodYear']],
  ['period=2026-01&periodMonth=1', ['periodYear']],
  ['period=2026-01&periodYear=2026&periodMonth=2', ['period']],
  ['statsu=red&limit=x', ['limit', 'statsu']],
])('refuses with 422: %s', async (query, fields) => {
  const response = await account.call('GET', `/v1/members?${query}`);
  expect(response).toMatchObject({ status: 422, json: { code: 'validation_error' } });
  const { errors } = z.object({ errors: z.array(z.object({ field: z.string() })) }).parse(response.json);
  expect(errors.map(({ field }) => field).sort()).toEqual(fields);
});

test.each(['carrierId', 'workspaceId'])('answers 404 for an unknown %s, with and without a period', async (name) => {
  for (const query of [`${name}=${randomUUID()}`, `${name}=x&period=2026-01`]) {
    const response = await account.call('GET', `/v1/members?${query}`);
    expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
  }
});

test('answers 404 for unknown, malformed and foreign members alike', async () => {
  const stranger = await service.createAccount();
  const carrierId = await service.createCarrier();
  await stranger.upload({ carrierId, period: '2026-01', file: statement([['A', 1]]) });
  await service.runJobs();
  const list = await stranger.call('GET', '/v1/members');
  const { data } = z.object({ data: z.array(z.looseObject({ id: z.string() })) }).parse(list.json);
  const foreign = data[0]?.id ?? '';
  expect(foreign).not.toBe('');
  for (const suffix of ['', '/timeline']) {
    const bodies = [];
    for (const id of [randomUUID(), 'not-an-id', foreign]) {
      const response = await account.call('GET', `/v1/members/${id}${suffix}`);
      expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
      bodies.push(response.body.replaceAll(id, '').replace(/"requestId":"[^"]*"/, ''));
    }
    expect(new Set(bodies).size).toBe(1);
  }
});
