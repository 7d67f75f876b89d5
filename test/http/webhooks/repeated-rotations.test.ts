import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedService, type TestAccount } from '../../support/service.ts';
import { addWebhook } from './delivery-rows.ts';

/** Guarantee: a request that was repeated because no answer came creates no second secret and no second delivery. */

let account: TestAccount;
const service = await sharedService();
beforeEach(async () => {
  account = await service.createAccount();
});

const newKey = () => ({ 'Idempotency-Key': randomUUID() });

describe('a request that answers 200 or 202 and creates one more thing each time', () => {
  const webhook = async () => `/v1/webhooks/${await addWebhook(account)}`;

  test.each(['rotate-secret', 'test'])('runs %s once under a key', async (action) => {
    const path = `${await webhook()}/${action}`;
    const headers = newKey();
    const first = await account.call('POST', path, { headers });
    const again = await account.call('POST', path, { headers });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await account.call('POST', path, { headers: newKey() });
    expect([other.status, other.body === first.body]).toEqual([first.status, false]);
  });

  test('creates a new secret for callbacks once', async () => {
    const headers = newKey();
    const path = '/v1/webhooks/callback-secret';
    const first = await account.call('POST', path, { headers });
    expect(first.status).toBe(200);
    expect((await account.call('POST', path, { headers })).body).toBe(first.body);
    expect((await account.call('POST', path, {})).body).not.toBe(first.body);
  });

  test('keeps the previous secret after a repeated rotation', async () => {
    const path = `${await webhook()}/rotate-secret`;
    const headers = newKey();
    for (let repeat = 0; repeat < 3; repeat++) await account.call('POST', path, { headers });
    const rotations = await service.database.system(
      (sql) => sql`select from audit_entries where account_id = ${account.accountId} and action like '%rotat%'`,
    );
    expect(rotations).toHaveLength(1);
  });
});
