import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type GatewayCall, gatewayTo } from '../entry/api-gateway.ts';
import { bundlesOfThisRun } from '../entry/bundle-contents.ts';
import { type DeployedPlatform, secretArn, startDeployedPlatform } from '../entry/deployed-platform.ts';
import { type LambdaProcess, startLambda } from '../entry/lambda-process.ts';
import { asOwner } from '../support/postgres.ts';

/**
 * Guarantee: the rotation of a database login fails no request, at whichever step it stops. The bundled functions run in their own
 * processes, with a server that answers like Secrets Manager.
 */

const NAMES = ['migrate-database', 'bootstrap-operator', 'http-api', 'rotate-login'] as const;
const SECRETS = ['service', 'system', 'scheduler', 'report', 'owner'] as const;

let platform: DeployedPlatform;
let directory: string;
let api: GatewayCall;
let token: string;
const functions = new Map<string, LambdaProcess>();

const invoke = (name: (typeof NAMES)[number], event: unknown) => {
  const lambda = functions.get(name);
  if (lambda === undefined) throw new Error(`${name} does not run`);
  return lambda.invoke(event);
};

beforeAll(async () => {
  [platform, { directory }] = await Promise.all([startDeployedPlatform(), bundlesOfThisRun()]);
  for (const name of NAMES) {
    if (name === 'http-api') await invoke('migrate-database', {});
    functions.set(name, await startLambda(join(directory, name, 'index.mjs'), platform.environmentOf(name)));
  }
  const made = await invoke('bootstrap-operator', { accountName: 'Lakeview', email: 'owner@lakeview.example' });
  token = z.object({ token: z.string() }).parse(made).token;
  const gateway = functions.get('http-api');
  if (gateway !== undefined) api = gatewayTo(gateway);
}, 240_000);

afterAll(async () => {
  await Promise.all([...functions.values()].map((lambda) => lambda.close()));
  await platform.close();
});

type Name = (typeof SECRETS)[number];
type Step = 'createSecret' | 'setSecret' | 'testSecret' | 'finishSecret';

const rotate = async (name: Name, version: string, ...steps: readonly Step[]) => {
  for (const Step of steps) {
    await invoke('rotate-login', { SecretId: secretArn(name), ClientRequestToken: version, Step });
  }
};

/** Ends the connections, so that the next caller has to log in again with the password that it knows. */
async function hangUp(): Promise<void> {
  const { address } = platform.postgres;
  if (address.kind !== 'socket') throw new TypeError('The server has a socket');
  await asOwner(
    { ...address, database: 'service' },
    (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'cas%'`,
  );
}

const ask = async () => (await api('GET', '/v1/carriers', { token })).status;

/**
 * Matches a refused password in a log. A request may fail because its connection is being closed, but not for its password. The last test
 * checks that such a failure would be logged.
 */
const REFUSED = /28P01|28000/;
const isAnswered = async () => {
  await hangUp();
  await expect.poll(ask, { timeout: 10_000 }).toBe(200);
  expect(functions.get('http-api')?.output()).not.toMatch(REFUSED);
};

test.each(SECRETS)(
  '%s: gets another password, and every request succeeds before, between and after the steps',
  async (name) => {
    const before = platform.secrets.secrets.get(secretArn(name))?.current;
    const version = randomUUID();
    await isAnswered();
    for (const step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const) {
      await rotate(name, version, step);
      await isAnswered();
    }
    const after = platform.secrets.secrets.get(secretArn(name));
    expect(after?.current).not.toBe(before);
    expect(after?.pending).toBeUndefined();
    // A deployment works with the new password too.
    await invoke('migrate-database', {});
  },
);

test('keeps serving when a rotation stops after the database has the new password, and the next attempt completes it', async () => {
  const arn = secretArn('service');
  const version = randomUUID();
  await rotate('service', version, 'createSecret');
  const { current, pending } = platform.secrets.secrets.get(arn) ?? { current: '', pending: undefined };
  expect(pending).toBeDefined();
  await rotate('service', version, 'setSecret');
  // Restores the state as if the last call had not arrived.
  platform.secrets.secrets.set(arn, { current, ...(pending === undefined ? {} : { pending }) });
  await isAnswered();
  await rotate('service', version, 'createSecret', 'setSecret', 'testSecret', 'finishSecret');
  expect(platform.secrets.secrets.get(arn)).toEqual({ current: pending });
  await isAnswered();
});

test('leaves a secret alone that is not a login, and logs no password', async () => {
  const key = platform.secrets.secrets.get(secretArn('key'));
  await expect(
    invoke('rotate-login', { SecretId: secretArn('key'), ClientRequestToken: randomUUID(), Step: 'createSecret' }),
  ).rejects.toThrow('rotate-login failed');
  expect(platform.secrets.secrets.get(secretArn('key'))).toEqual(key);
  const written = functions.get('rotate-login')?.output() ?? '';
  for (const name of SECRETS) {
    const { password } = z
      .object({ password: z.string() })
      .parse(JSON.parse(platform.secrets.secrets.get(secretArn(name))?.current ?? ''));
    expect(written).not.toContain(password);
  }
});

test('counter-case: a password that the database refuses is logged', async () => {
  const current = JSON.stringify({ username: 'cas_service_login', password: 'another' });
  platform.secrets.secrets.set(secretArn('service'), { current });
  const fresh = await startLambda(join(directory, 'http-api', 'index.mjs'), platform.environmentOf('http-api'));
  functions.set('fresh', fresh);
  expect((await gatewayTo(fresh)('GET', '/v1/carriers', { token })).status).toBe(500);
  expect(fresh.output()).toMatch(REFUSED);
});
