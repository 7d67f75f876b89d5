import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSftpFolderStore } from '../../../adapters/postgres/intake/sftp-store.ts';
import { createAuthorizeUser } from '../../../lambdas/sftp/authorize-user.ts';
import { createSshKeyPair } from '../../../server/drop-offs.ts';
import { startSftpService } from '../../journeys/sftp-service.ts';
import { type OperatedService, startOperatedService } from '../../support/operated-service.ts';

describe('sftp users', async () => {
  const service = await startOperatedService();
  afterAll(() => service.close());

  type Account = Awaited<ReturnType<OperatedService['createAccount']>>;

  async function enterprise(): Promise<Account> {
    const account = await service.createAccount();
    await service.operate('PATCH', `/v1/admin/accounts/${account.accountId}`, { json: { tier: 'enterprise' } });
    return account;
  }

  const newKey = () => createSshKeyPair().public.trim();
  const newName = () => `agency-${randomUUID().slice(0, 8)}`;
  const made = z.object({ id: z.string(), username: z.string() });

  async function makeUser({ call }: Account, fields: object = {}) {
    const json = { username: newName(), publicKey: newKey(), ...fields };
    const response = await call('POST', '/v1/sftp/users', { json });
    expect(response.status).toBe(201);
    return made.parse(response.json);
  }

  async function makeCarrier({ call }: Account): Promise<string> {
    const response = await call('POST', '/v1/carriers', { json: { name: `Carrier ${randomUUID()}` } });
    return z.object({ id: z.string() }).parse(response.json).id;
  }

  test('returns the key as it is stored, with its fingerprint: 201', async () => {
    const account = await enterprise();
    const carrierId = await makeCarrier(account);
    const username = newName();
    const publicKey = newKey();
    const json = { username, publicKey: `${publicKey} jane@office\n`, carrierIds: [carrierId, carrierId] };
    const response = await account.call('POST', '/v1/sftp/users', { json });
    expect(response).toMatchObject({ status: 201 });
    expect(response.json).toEqual({
      id: expect.any(String),
      username,
      publicKey: publicKey.split(' ').slice(0, 2).join(' '),
      fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
      carrierIds: [carrierId],
      workspaceId: null,
      createdAt: expect.stringMatching(/Z$/),
    });
    const { id } = made.parse(response.json);
    expect((await account.call('GET', `/v1/sftp/users/${id}`)).json).toEqual(response.json);
    const audit = await account.call('GET', '/v1/audit?action=sftp_user.create');
    expect(audit.json).toMatchObject({ data: [{ target: id, meta: { username, carrierIds: [carrierId] } }] });
  });

  test('admits nobody below the Enterprise tier (403 tier_required), but lets existing users be seen and deleted', async () => {
    const account = await enterprise();
    const user = await makeUser(account);
    await service.operate('PATCH', `/v1/admin/accounts/${account.accountId}`, { json: { tier: 'standard' } });
    const json = { username: newName(), publicKey: newKey() };
    const refused = await account.call('POST', '/v1/sftp/users', { json });
    expect(refused).toMatchObject({ status: 403, json: { code: 'tier_required' } });
    expect((await account.call('GET', '/v1/sftp/users')).json).toMatchObject({ data: [{ id: user.id }] });
    expect((await account.call('DELETE', `/v1/sftp/users/${user.id}`)).status).toBe(204);
  });

  test('lists users newest first, in pages, and as CSV', async () => {
    const account = await enterprise();
    const users = [await makeUser(account), await makeUser(account), await makeUser(account)].reverse();
    const all = await account.call('GET', '/v1/sftp/users');
    expect(all.json).toMatchObject({
      data: users.map(({ id }) => ({ id })),
      pagination: { limit: 200, offset: 0, hasMore: false },
    });
    const page = await account.call('GET', '/v1/sftp/users?limit=1&offset=1');
    expect(page.json).toMatchObject({ data: [{ id: users[1]?.id }], pagination: { hasMore: true } });
    const csv = await account.call('GET', '/v1/sftp/users?limit=1', { headers: { Accept: 'text/csv' } });
    expect(csv.body).toContain(users[0]?.username);
  });

  test('removes a user from every answer with 204; a second deletion gets 404', async () => {
    const account = await enterprise();
    const { id } = await makeUser(account);
    expect((await account.call('DELETE', `/v1/sftp/users/${id}`)).status).toBe(204);
    expect((await account.call('DELETE', `/v1/sftp/users/${id}`)).status).toBe(404);
    expect((await account.call('GET', `/v1/sftp/users/${id}`)).status).toBe(404);
    expect((await account.call('GET', '/v1/sftp/users')).json).toMatchObject({ data: [] });
    const audit = await account.call('GET', '/v1/audit?action=sftp_user.delete');
    expect(audit.json).toMatchObject({ data: [{ target: id }] });
  });

  test('removes a deleted carrier from its users, and gives a user of only that carrier no access to others', async () => {
    const account = await enterprise();
    const [gone, kept] = [await makeCarrier(account), await makeCarrier(account)];
    const ofBoth = await makeUser(account, { carrierIds: [gone, kept] });
    const ofOne = await makeUser(account, { carrierIds: [gone] });
    const ofAll = await makeUser(account);
    expect((await account.call('DELETE', `/v1/carriers/${gone}`)).status).toBe(204);
    const carriersOf = async ({ id }: { id: string }) => (await account.call('GET', `/v1/sftp/users/${id}`)).json;
    expect(await carriersOf(ofBoth)).toMatchObject({ carrierIds: [kept] });
    expect(await carriersOf(ofOne)).toMatchObject({ carrierIds: [] });
    expect(await carriersOf(ofAll)).toMatchObject({ carrierIds: null });
  });

  test('refuses a name that any account uses with 409, even for two concurrent requests', async () => {
    const [one, two] = [await enterprise(), await enterprise()];
    const username = newName();
    const ask = ({ call }: Account) => call('POST', '/v1/sftp/users', { json: { username, publicKey: newKey() } });
    const both = await Promise.all([ask(one), ask(two)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.json).toMatchObject({ code: 'conflict' });
    expect((await ask(one)).status).toBe(409);
  });

  test('returns a deleted name to its own account with a new key, and to no other account', async () => {
    const [owner, other] = [await enterprise(), await enterprise()];
    const user = await makeUser(owner);
    await owner.call('DELETE', `/v1/sftp/users/${user.id}`);
    const json = { username: user.username, publicKey: newKey() };
    expect((await other.call('POST', '/v1/sftp/users', { json })).status).toBe(409);
    const again = await owner.call('POST', '/v1/sftp/users', { json });
    expect(again).toMatchObject({ status: 201, json: { id: user.id, publicKey: json.publicKey } });
  });

  test("answers 404 for another account's user, carrier or workspace as for an unknown one", async () => {
    const [owner, other] = [await enterprise(), await enterprise()];
    const { id } = await makeUser(owner);
    for (const method of ['GET', 'DELETE']) {
      expect((await other.call(method, `/v1/sftp/users/${id}`)).json).toMatchObject({ code: 'not_found' });
    }
    const carrierId = await makeCarrier(owner);
    const { json } = await owner.call('GET', '/v1/workspaces');
    const { workspaces } = z.object({ workspaces: z.array(z.object({ id: z.string() })) }).parse(json);
    for (const fields of [
      { carrierIds: [carrierId] },
      { workspaceId: workspaces[0]?.id },
      { carrierIds: [randomUUID()] },
    ]) {
      const body = { username: newName(), publicKey: newKey(), ...fields };
      const refused = await other.call('POST', '/v1/sftp/users', { json: body });
      expect(refused).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
  });

  test('reports every fault of the fields with 422', async () => {
    const account = await enterprise();
    const good = { username: newName(), publicKey: newKey() };
    for (const [field, value] of [
      ['username', 'ab'],
      ['username', 'UPPER'],
      ['username', '-rf'],
      ['username', 'a/../b'],
      ['username', 'a'.repeat(33)],
      ['publicKey', ''],
      ['publicKey', 'ssh-dss AAAA'],
      ['publicKey', createSshKeyPair().private],
      ['carrierIds', []],
      ['carrierIds', 'all'],
      ['password', 'secret'],
    ] as const) {
      const response = await account.call('POST', '/v1/sftp/users', { json: { ...good, [field]: value } });
      expect(response).toMatchObject({ status: 422, json: { errors: [{ field: expect.stringContaining(field) }] } });
    }
  });

  test('reports all of them in one answer with 422', async () => {
    const account = await enterprise();
    const json = { username: 'UPPER', publicKey: 'ssh-dss AAAA', carrierIds: [] };
    const response = await account.call('POST', '/v1/sftp/users', { json });
    expect(response).toMatchObject({ status: 422, json: { code: 'validation_error' } });
    const { errors } = z
      .object({ errors: z.array(z.object({ field: z.string(), detail: z.string() })) })
      .parse(response.json);
    expect(errors.map(({ field }) => field)).toEqual(['username', 'publicKey', 'carrierIds']);
    expect(errors[1]?.detail).toMatch(/^The field publicKey must begin with one of/);
  });

  test('allows at most two hundred users: 409', async () => {
    const account = await enterprise();
    await service.database.system(
      (sql) => sql`
      insert into sftp_users (user_id, account_id, username, public_key)
      select gen_random_uuid(), ${account.accountId}, 'many-' || substr(${account.accountId}, 1, 8) || '-' || n, 'ssh-ed25519 AAAA'
      from generate_series(1, 200) n`,
    );
    const full = await account.call('POST', '/v1/sftp/users', { json: { username: newName(), publicKey: newKey() } });
    expect(full).toMatchObject({ status: 409, json: { code: 'conflict' } });
  });
});

/** Tests the answers to the events of AWS Transfer Family, which itself is not available to tests. */
describe('authorize user', async () => {
  const service = await startSftpService();
  const access = { bucket: 'drops', roleArn: 'arn:aws:iam::1:role/sftp' };
  const authorize = createAuthorizeUser({ folders: createSftpFolderStore(service.database), access });
  afterAll(() => service.close());

  const signIn = (username: string, more: object = {}) =>
    authorize({
      username,
      password: '',
      protocol: 'SFTP',
      serverId: 's-1234567890abcdef0',
      sourceIp: '203.0.113.7',
      ...more,
    });

  test('returns a user of the Enterprise tier with its key, its three folders, and a policy limited to them', async () => {
    const account = await service.createAccount({ tier: 'enterprise' });
    const { username, publicKey } = await service.createUser(account);
    const answer = await signIn(username);
    expect(answer).toMatchObject({
      Role: 'arn:aws:iam::1:role/sftp',
      HomeDirectoryType: 'LOGICAL',
      PublicKeys: [publicKey],
    });
    if (!('Policy' in answer)) throw new Error('Nobody was let in');
    expect(JSON.parse(answer.HomeDirectoryDetails)).toEqual(
      ['incoming', 'processed', 'rejected'].map((folder) => ({
        Entry: `/${folder}`,
        Target: `/drops/sftp/${username}/${folder}`,
      })),
    );
    const { Statement } = JSON.parse(answer.Policy);
    const writing = /^s3:(?:Put|Delete|Abort)/;
    for (const { Action, Resource } of Statement) {
      if (Action.some((action: string) => writing.test(action))) {
        expect(Resource).toBe(`arn:aws:s3:::drops/sftp/${username}/incoming/*`);
      }
      if (Action.includes('s3:ListBucket')) expect(Resource).toBe('arn:aws:s3:::drops');
      else if (Resource !== '*') expect(Resource).toContain(`/sftp/${username}/`);
      if (Resource === '*') expect(Action.every((action: string) => action.startsWith('kms:'))).toBe(true);
      expect(Action).not.toContain('s3:*');
    }
    // AWS accepts a session policy of at most 2,048 characters.
    expect(answer.Policy.length).toBeLessThan(2048);
  });

  test('returns a policy that AWS accepts even for the longest name', async () => {
    const account = await service.createAccount({ tier: 'enterprise' });
    const { username } = await service.createUser(account, { username: `z${'9'.repeat(31)}` });
    const answer = await signIn(username);
    expect('Policy' in answer && answer.Policy.length).toBeLessThan(2048);
  });

  test('answers everybody else with the same empty object', async () => {
    const account = await service.createAccount({ tier: 'enterprise' });
    const { username, id } = await service.createUser(account);
    const below = await service.createUser(await service.createAccount({ tier: 'standard' }));
    const suspended = await service.createAccount({ tier: 'enterprise' });
    const stopped = await service.createUser(suspended);
    await service.database.system(
      (sql) => sql`update accounts set status = 'suspended' where account_id = ${suspended.accountId}`,
    );
    for (const name of [
      'nobody',
      '',
      username.toUpperCase(),
      `${username} `,
      `${username}\u0000`,
      below.username,
      stopped.username,
    ]) {
      expect(await signIn(name)).toEqual({});
    }
    expect(await signIn(username, { password: 'secret' })).toEqual({});
    expect(await signIn(username, { protocol: 'FTP' })).toEqual({});
    await service.database.system((sql) => sql`update sftp_users set disabled_at = now() where user_id = ${id}`);
    expect(await signIn(username)).toEqual({});
  });
});
