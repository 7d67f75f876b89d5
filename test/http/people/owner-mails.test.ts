import { afterAll, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

/** Guarantee: an owner turns the mails to owners on and off for the own account; others read the setting. */

const PATH = '/v1/account/owner-mails';
const service = await startService();
afterAll(() => service.close());

test('an owner turns the mails on, and the audit trail says so', async () => {
  const owner = await service.createAccount({ scopes: ['read', 'write', 'manage'] });
  expect((await owner.call('GET', PATH)).json).toEqual({ isOn: false, owners: 0 });
  const changed = await owner.call('PUT', PATH, { json: { isOn: true } });
  expect(changed).toMatchObject({ status: 200, json: { isOn: true, owners: 0 } });
  expect((await owner.call('GET', PATH)).json).toEqual({ isOn: true, owners: 0 });
  expect((await owner.call('GET', '/v1/audit')).json).toMatchObject({
    data: [{ action: 'account.mails', meta: { isOn: true } }],
  });
});

test('staff reads the setting and changes none; a text is no setting', async () => {
  const staff = await service.createAccount();
  expect((await staff.call('PUT', PATH, { json: { isOn: true } })).status).toBe(403);
  expect((await staff.call('GET', PATH)).json).toEqual({ isOn: false, owners: 0 });
  const owner = await service.createAccount({ scopes: ['read', 'write', 'manage'] });
  expect((await owner.call('PUT', PATH, { json: { isOn: 'yes' } })).status).toBe(422);
});
