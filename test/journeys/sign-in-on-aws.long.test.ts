import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { FunctionName } from '../../lambdas/runtime/aws-settings.ts';
import { type GatewayCall, gatewayTo } from '../entry/api-gateway.ts';
import { bundlesOfThisRun } from '../entry/bundle-contents.ts';
import { type DeployedPlatform, OPERATOR_TOKEN, startDeployedPlatform } from '../entry/deployed-platform.ts';
import { type LambdaProcess, startLambda } from '../entry/lambda-process.ts';

/**
 * Tests signing in with the bundles of the API and of mails, their secret, logins and queue, and SES: the operator adds an owner, who signs
 * in with a browser.
 */

const ORIGIN = 'https://api.example.com';

let platform: DeployedPlatform;
let lambda: LambdaProcess;
let mailer: LambdaProcess;
let api: GatewayCall;
let accountId = '';

beforeAll(async () => {
  const [started, { directory }] = await Promise.all([startDeployedPlatform(), bundlesOfThisRun()]);
  platform = started;
  const start = (name: FunctionName) => startLambda(join(directory, name, 'index.mjs'), platform.environmentOf(name));
  const once = async (name: FunctionName, event: object) => {
    const called = await start(name);
    const answer = await called.invoke(event);
    await called.close();
    return answer;
  };
  const google = { GOOGLE_CLIENT_ID: 'id-of-the-client', GOOGLE_CLIENT_SECRET: 'secret-of-the-client' };
  const arn = platform.environmentOf('http-api')['IDENTITY_PROVIDERS_ARN'] ?? '';
  platform.secrets.secrets.set(arn, { current: JSON.stringify(google) });
  await once('migrate-database', {});
  const made = z.object({ accountId: z.string() });
  ({ accountId } = made.parse(await once('bootstrap-operator', { accountName: 'Lakeview' })));
  lambda = await start('http-api');
  mailer = await start('mail-people');
  api = gatewayTo(lambda);
});

afterAll(async () => {
  await lambda?.close();
  await mailer?.close();
  await platform?.close();
});

/** The mails after the function of the queue has had all messages. */
const mailed = async () => {
  const messages = await platform.takePeopleMails();
  if (messages.length > 0)
    await mailer.invoke({ Records: messages.map((body, index) => ({ body, messageId: `message-${index}` })) });
  return (await platform.mail.emails()).map(({ body }) => body.text ?? '');
};

it('lets the operator add an owner, who gets a link by SES and works with a cookie that API Gateway carries', async () => {
  const owner = { accountId, email: 'dana@lakeview.example', name: 'Dana Reyes', role: 'owner' };
  const added = await api('POST', '/v1/admin/users', { token: OPERATOR_TOKEN, body: owner });
  expect(added).toMatchObject({ status: 201, json: { status: 'invited' } });
  expect(await platform.mail.emails()).toEqual([]);
  expect(await mailed()).toEqual([expect.stringContaining(`${ORIGIN}/sign-in `)]);

  const ask = { body: { email: owner.email }, headers: { origin: ORIGIN } };
  expect((await api('POST', '/v1/auth/sign-in/magic-link', ask)).status).toBe(200);
  const stranger = { ...ask, body: { email: 'stranger@lakeview.example' } };
  expect((await api('POST', '/v1/auth/sign-in/magic-link', stranger)).status).toBe(200);
  const links = (await mailed()).flatMap((mail) => /https:\S+\/sign-in\?token=(\S+)/.exec(mail)?.[1] ?? []);
  expect(links).toHaveLength(1);
  const opened = await api('GET', `/v1/auth/magic-link/verify?token=${links[0]}`);
  expect(opened.status).toBe(200);
  expect(opened.cookies).toEqual([
    expect.stringMatching(/^__Host-sign-in.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);

  const cookies = opened.cookies.map((cookie) => cookie.split(';')[0] ?? '');
  expect(await api('GET', '/v1/me', { cookies })).toMatchObject({
    status: 200,
    json: { accountId, person: { email: owner.email, role: 'owner' } },
  });
  const change = { cookies, body: { name: 'North' } };
  const foreign = { ...change, headers: { origin: 'https://evil.example' } };
  expect((await api('POST', '/v1/workspaces', foreign)).status).toBe(403);
  expect((await api('POST', '/v1/workspaces', { ...change, headers: { origin: ORIGIN } })).status).toBe(201);
  const leave = { cookies, body: {}, headers: { origin: ORIGIN } };
  expect((await api('POST', '/v1/auth/sign-out', leave)).status).toBe(200);
  expect((await api('GET', '/v1/me', { cookies })).status).toBe(401);
});

it('leads to Google with the client of the secret, and back to the address of the stage', async () => {
  expect(await api('GET', '/v1/auth/options')).toMatchObject({ status: 200, json: { providers: ['google'] } });
  const body = { provider: 'google', callbackURL: '/sign-in', disableRedirect: true };
  const begun = await api('POST', '/v1/auth/sign-in/social', { body, headers: { origin: ORIGIN } });
  const { url } = z.object({ url: z.string() }).parse(begun.json);
  const asked = new URL(url);
  expect(asked.origin).toBe('https://accounts.google.com');
  expect(asked.searchParams.get('client_id')).toBe('id-of-the-client');
  expect(asked.searchParams.get('redirect_uri')).toBe(`${ORIGIN}/v1/auth/callback/google`);
});

it('offers only links while the secret is invalid, and logs that without the text of the secret', async () => {
  const environment = platform.environmentOf('http-api');
  const arn = environment['IDENTITY_PROVIDERS_ARN'] ?? '';
  platform.secrets.secrets.set(arn, { current: '{"GOOGLE_CLIENT_ID": "half-of-it"}' });
  const { directory } = await bundlesOfThisRun();
  const other = await startLambda(join(directory, 'http-api', 'index.mjs'), environment);
  expect(await gatewayTo(other)('GET', '/v1/auth/options')).toMatchObject({ status: 200, json: { providers: [] } });
  expect(other.output()).toContain('The secret has no GOOGLE_CLIENT_SECRET');
  expect(other.output()).not.toContain('half-of-it');
  await other.close();
});

it('counts the attempts by the address that API Gateway saw', async () => {
  const statuses: number[] = [];
  const headers = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9, 70.132.0.1' };
  for (let tries = 0; tries < 25; tries++)
    statuses.push((await api('GET', '/v1/auth/magic-link/verify?token=guess', { headers })).status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
  const other = { 'x-forwarded-for': '198.51.100.7, 203.0.113.10, 70.132.0.1' };
  expect((await api('GET', '/v1/auth/magic-link/verify?token=guess', { headers: other })).status).not.toBe(429);
});

it('writes no link, cookie or address of a person to the log', () => {
  expect(lambda.output()).toContain('"operationId":"signIn"');
  expect(lambda.output()).not.toMatch(/\?token=|__Host-|dana@lakeview|secret-of-the-client|evil\.example/);
});
