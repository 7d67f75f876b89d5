import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATOR_TOKEN, type RunningService, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Guarantee: the service that `npm start` runs mails an account, and never its test account, although both have an address. */

let dataDirectory: string;
let service: RunningService;
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'test-account-mail-'));
  await copyStartedData(dataDirectory);
  service = await startRunningService({ dataDirectory, environment: { WEBHOOK_LOCALHOST: 'allow' } });
});
afterAll(async () => {
  await service.stop('SIGTERM');
  await rm(dataDirectory, { recursive: true, force: true });
});

async function call<T>(
  shape: z.ZodType<T>,
  token: string,
  [method, path, body]: [string, string, object?],
): Promise<T> {
  const response = await fetch(`${service.url}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return shape.parse(await response.json());
}

const withId = z.object({ id: z.string() });

/** Makes a webhook whose receiver is gone, which ends it with a mail to the account, and waits for that end. */
async function endWebhook(token: string, url: string): Promise<void> {
  const { id } = await call(withId, token, ['POST', '/webhooks', { url, events: ['job.completed'] }]);
  await call(withId, token, ['POST', `/webhooks/${id}/test`]);
  const state = z.object({ enabled: z.boolean() });
  await expect
    .poll(async () => (await call(state, token, ['GET', `/webhooks/${id}`])).enabled, { timeout: 20_000 })
    .toBe(false);
}

async function mailed(): Promise<string> {
  const folder = join(dataDirectory, 'mail');
  const files = await readdir(folder, { recursive: true });
  const texts = files.filter((file) => file.endsWith('.eml')).map((file) => readFile(join(folder, file), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

test('a webhook that ends is mailed to the account, and to nobody in a test account', async () => {
  const gone = createServer((_, response) => response.writeHead(410).end());
  await once(gone.listen(0, '127.0.0.1'), 'listening');
  const address = gone.address();
  const url = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}/hook`;
  const { id } = await call(withId, OPERATOR_TOKEN, [
    'POST',
    '/admin/accounts',
    { name: 'Harbor', email: 'live@harbor.example' },
  ]);
  const issued = z.object({ token: z.string() });
  const tokenOf = (isTest: boolean) =>
    call(issued, OPERATOR_TOKEN, ['POST', `/admin/accounts/${id}/tokens`, { isTest }]);
  const [live, test] = [await tokenOf(false), await tokenOf(true)];
  const me = await call(z.object({ accountId: z.string(), isTest: z.literal(true) }), test.token, ['GET', '/me']);
  await call(withId, OPERATOR_TOKEN, ['PATCH', `/admin/accounts/${me.accountId}`, { email: 'test@harbor.example' }]);

  await endWebhook(test.token, url);
  await endWebhook(live.token, url);
  await expect.poll(mailed, { timeout: 20_000 }).toContain('live@harbor.example');
  // Stopping finishes what is under way, such as a mail that is just being written.
  await service.stop('SIGTERM');
  expect(await mailed()).not.toContain('test@harbor.example');
  gone.close();
});
