import { expect, test } from 'vitest';
import { sharedService } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

const service = await sharedService();
const account = await service.createAccount();
const book = await loadWorkedExample(service, account, { carrierId: await service.createCarrier() });

test('finds nothing with the largest numbers of a list, without an error', async () => {
  const outcome = `/v1/jobs/${book.jobIds['2026-01']}`;
  for (const path of ['/v1/members', '/v1/jobs', `${outcome}/results`, `${outcome}/deltas`]) {
    const response = await account.call('GET', `${path}?limit=99999999999999999999&offset=999999999999999`);
    expect(response).toMatchObject({ status: 200, json: { data: [], pagination: { limit: 200, hasMore: false } } });
  }
  expect((await account.call('GET', '/v1/jobs?periodYear=9999&periodMonth=12')).json).toMatchObject({ data: [] });
  expect(await account.call('GET', '/v1/members?period=9999-12')).toMatchObject({ status: 422 });
  expect(await account.call('GET', '/v1/reports/rollup?period=0000-01')).toMatchObject({ status: 422 });
});

test('finds texts in every script, and nothing else', async () => {
  for (const q of ['𝔘𝔫𝔦', 'ﷺ', '\u202Eabc', "' or 1=1 --", '\\', '\\\\', '%%', '__', '{"a":1}', 'ǅ', '🦆']) {
    const response = await account.call('GET', `/v1/members?q=${encodeURIComponent(q)}`);
    expect([q, response.status, response.json]).toEqual([q, 200, expect.objectContaining({ data: [] })]);
  }
});
