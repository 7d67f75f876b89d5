import { afterAll, expect, test } from 'vitest';
import { createSftpFolderStore } from '../../../adapters/postgres/intake/sftp-store.ts';
import { createAuthorizeUser } from '../../../lambdas/sftp/authorize-user.ts';
import { startSftpService } from '../../journeys/sftp-service.ts';

/** Tests the answers to the events of AWS Transfer Family, which itself is not available to tests. */

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
