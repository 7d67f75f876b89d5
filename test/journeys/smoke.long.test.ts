import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgency } from '../support/agency-client.ts';
import { type RunningService, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Guarantee: `npm run smoke` passes on a service that works, and names the step that does not. */

let dataDirectory: string;
let service: RunningService;
let token: string;
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'smoke-'));
  await copyStartedData(dataDirectory);
  service = await startRunningService({ dataDirectory, environment: { WEBHOOK_LOCALHOST: 'allow' } });
  token = (await createAgency(service.url)).token;
});
afterAll(async () => {
  await service.stop('SIGTERM');
  await rm(dataDirectory, { recursive: true, force: true });
});

async function smoke(words: readonly string[], ownToken = token) {
  const child = spawn(process.execPath, ['scripts/smoke.ts', ...words], {
    env: { ...process.env, SMOKE_TOKEN: ownToken },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  return { code, output, failed: [...output.matchAll(/^FAIL {2}(.*) \(/gm)].map(([, name]) => name) };
}

test('passes twice on a working service, with a webhook whose signature it checks', async () => {
  const words = [service.url, '--without-pages', '--webhook', 'here'];
  const first = await smoke(words);
  expect(first.failed, first.output).toEqual([]);
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('ok    the webhook is sent') });
  expect(await smoke(words)).toMatchObject({ code: 0, failed: [] });
});

test('names a webhook without an answer, and leaves no webhook behind, also none of a run that broke off', async () => {
  const url = 'http://localhost:9';
  const webhooks = (init?: RequestInit) =>
    fetch(`${service.url}/v1/webhooks`, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
  const left = await webhooks({ method: 'POST', body: JSON.stringify({ url, events: ['job.completed'] }) });
  expect(left.status).toBe(201);
  const { code, failed, output } = await smoke([service.url, '--without-pages', '--webhook', url]);
  expect([code, failed], output).toEqual([1, ['the webhook is sent']]);
  expect(output).toContain('had no answer: connect_failed');
  expect(await (await webhooks()).json()).toMatchObject({ data: [] });
});

test('names what an unknown token cannot do', async () => {
  const refused = await smoke([service.url, '--without-pages'], `cas_${'0'.repeat(43)}`);
  expect(refused.code).toBe(1);
  expect(refused.failed).toContain('a statement is scored');
  expect(refused.output).toContain('answered 401');
});

test('sees one wrong cent in what comes back', async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...headers } = request.headers;
    const right = await fetch(`${service.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      body: chunks.length === 0 ? null : Buffer.concat(chunks),
    });
    response.writeHead(right.status, { 'Content-Type': 'application/json' });
    response.end((await right.text()).replaceAll('23.06', '23.07'));
  };
  const wrong = createServer((request, response) => void answer(request, response));
  wrong.listen(0, '127.0.0.1');
  await once(wrong, 'listening');
  const address = wrong.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, failed, output } = await smoke([`http://127.0.0.1:${port}`, '--without-pages']);
  wrong.close();
  expect([code, failed]).toEqual([1, ['its members come back to the cent']]);
  expect(output).toContain('SMOKE-2 came back with 23.07, and 23.06 was sent.');
});
