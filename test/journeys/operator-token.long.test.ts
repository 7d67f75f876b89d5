import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { replaceOperatorToken } from '../../server/operator-token.ts';
import { startRunningService } from '../support/running-service.ts';

/** Guarantee: `npm start` prints the operator's token at the start that creates it, and at no later start. */

let dataDirectory: string;
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'operator-token-'));
});
afterAll(() => rm(dataDirectory, { recursive: true, force: true }));

/** Polls slowly, because wrong tokens are counted and too many would be refused. */
const POLL = { timeout: 30_000, interval: 500 };

const start = () => startRunningService({ dataDirectory, environment: { ADMIN_TOKEN: '' } });

async function statusWith(token: string, url: string): Promise<number> {
  const response = await fetch(`${url}/v1/admin/accounts`, { headers: { Authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
}

test('prints the token once, accepts it at the next start, and takes a replacement while running', async () => {
  const first = await start();
  const token = /Operator token (\S{43})\n/.exec(first.output())?.[1] ?? '';
  expect(await statusWith(token, first.url)).toBe(200);
  await first.stop('SIGTERM');

  const second = await start();
  expect(await statusWith(token, second.url)).toBe(200);
  expect(second.output()).toContain('Operator token as shown when it was made.');
  expect(second.output()).not.toContain(token);

  const replacement = await replaceOperatorToken(dataDirectory, 3600, new Date());
  await vi.waitFor(async () => expect(await statusWith(replacement, second.url)).toBe(200), POLL);
  expect(await statusWith(token, second.url)).toBe(200);
  const last = await replaceOperatorToken(dataDirectory, 0, new Date());
  await vi.waitFor(async () => expect(await statusWith(last, second.url)).toBe(200), POLL);
  expect([await statusWith(token, second.url), await statusWith(replacement, second.url)]).toEqual([401, 401]);
  await second.stop('SIGTERM');
}, 180_000);
