import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { sharedService, statement, type TestAccount, type TestService } from '../../support/service.ts';
import { journeyOf, memberOf } from './journeys.ts';

let service: TestService;
let account: TestAccount;
let foreign: { readonly member: string; readonly policy: string };
beforeAll(async () => {
  service = await sharedService();
  account = await service.createAccount();
  const stranger = await service.createAccount();
  const carrierId = await service.createCarrier();
  await stranger.upload({ carrierId, period: '2026-01', file: statement([['A', 1, { Policy: 'P-1' }]]) });
  await service.runJobs();
  const { memberRefId } = await memberOf(stranger, 'A');
  const { periods } = await journeyOf(stranger, `/v1/members/${memberRefId}`);
  foreign = { member: memberRefId, policy: periods[0]?.policies[0]?.policyRefId ?? '' };
  expect(foreign.policy).not.toBe('');
  expect((await journeyOf(stranger, `/v1/policies/${foreign.policy}`)).periodCount).toBe(1);
});

test.each([
  ['member', '/v1/members/ID/last-seen'],
  ['member', '/v1/members/ID/journey'],
  ['policy', '/v1/policies/ID/journey'],
] as const)('answers 404 for an unknown, malformed and foreign %s alike: %s', async (kind, path) => {
  const bodies = [];
  for (const id of [randomUUID(), 'not-an-id', foreign[kind]]) {
    const response = await account.call('GET', path.replace('ID', id));
    expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
    bodies.push(response.body.replaceAll(id, '').replace(/"requestId":"[^"]*"/, ''));
  }
  expect(new Set(bodies).size).toBe(1);
});

test("answers 404 for a member's id as a policy, and the other way round", async () => {
  for (const path of [`/v1/policies/${foreign.member}/journey`, `/v1/members/${foreign.policy}/journey`]) {
    expect(await account.call('GET', path)).toMatchObject({ status: 404 });
  }
});

test('refuses an unknown parameter with 422', async () => {
  const response = await account.call('GET', `/v1/members/${randomUUID()}/journey?limit=5`);
  expect(response).toMatchObject({ status: 422, json: { code: 'validation_error', errors: [{ field: 'limit' }] } });
});
