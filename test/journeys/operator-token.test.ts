import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRunningService } from '../support/running-service.ts';

/** Guarantee: `npm start` prints the operator's token at the start that creates it, and at no later one. */

let dataDirectory: string;
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'operator-token-'));
});
afterAll(() => rm(dataDirectory, { recursive: true, force: true }));

const start = () => startRunningService({ dataDirectory, environment: { ADMIN_TOKEN: '' } });

async function statusWith(token: string, url: string): Promise<number> {
  const response = await fetch(`${url}/v1/admin/accounts`, { headers: { Authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
}

test('prints the token once, and accepts it at the next start', async () => {
  const first = await start();
  const token = /Operator token (\S{43})\n/.exec(first.output())?.[1] ?? '';
  expect(await statusWith(token, first.url)).toBe(200);
  await first.stop('SIGTERM');

  const second = await start();
  expect(await statusWith(token, second.url)).toBe(200);
  expect(second.output()).toContain('Operator token as shown when it was made.');
  expect(second.output()).not.toContain(token);
  await second.stop('SIGTERM');
});
