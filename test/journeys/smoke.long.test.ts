import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import { bundlesOfThisRun } from '../entry/bundle-contents.ts';
import { type DeployedPlatform, startDeployedPlatform } from '../entry/deployed-platform.ts';
import { startLambda } from '../entry/lambda-process.ts';
import { createAgency } from '../support/agency-client.ts';
import { type RunningService, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Guarantee: `npm run smoke` passes on a service that works, and names the step that does not. */
describe('smoke', () => {
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
});

/**
 * Tests the bundle of the upload container as a process with only its own variables and TLS to its database, from the start to the SIGTERM
 * with which ECS ends it. The image itself is not built here.
 */
describe('bundled upload service', () => {
  let platform: DeployedPlatform;
  let directory: string;
  let container: ChildProcess;
  let output = '';
  let url = '';
  let token = '';

  beforeAll(async () => {
    [platform, { directory }] = await Promise.all([startDeployedPlatform(), bundlesOfThisRun()]);
    await invoke('migrate-database', { source: 'aws.scheduler' });
    const made = await invoke('bootstrap-operator', { accountName: 'Lakeview', email: 'owner@lakeview.example' });
    token = z.object({ token: z.string() }).parse(made).token;
    container = spawn(process.execPath, [join(directory, 'upload-service', 'index.mjs')], {
      env: {
        PATH: process.env['PATH'],
        ...platform.environmentOf('upload-service'),
        UPLOADS: 'fargate',
        POWERTOOLS_LOG_LEVEL: 'INFO',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [container.stdout, container.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  }, 120_000);

  afterAll(async () => {
    container.kill('SIGKILL');
    await platform.close();
  });

  async function invoke(name: 'migrate-database' | 'bootstrap-operator', event: object): Promise<unknown> {
    const lambda = await startLambda(join(directory, name, 'index.mjs'), platform.environmentOf(name));
    try {
      return await lambda.invoke(event);
    } finally {
      await lambda.close();
    }
  }

  const listening = /"listening".*"url":"http:\/\/[^"]*:(\d+)"/;

  test('starts and prints its address', async () => {
    await expect.poll(() => output).toMatch(listening);
    url = `http://127.0.0.1:${listening.exec(output)?.[1]}`;
    const health = await fetch(`${url}/v1/health`);
    expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ status: 'ok' })]);
  });

  const call = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    return { status: response.status, json: z.record(z.string(), z.unknown()).parse(await response.json()) };
  };

  /** Makes a statement of exactly the given number of bytes. */
  function statementForm(carrierId: string, bytes: number): FormData {
    const head = 'Member ID,Commission,Notes\nM-1,50,';
    const form = new FormData();
    for (const [name, value] of Object.entries({ carrierId, periodYear: '2026', periodMonth: '1' }))
      form.set(name, value);
    // Cells have a size limit too, so several lines with notes make up the size.
    const line = `M-2,1,${'x'.repeat(1000)}\n`;
    const text = `${head}\n${line.repeat(Math.floor((bytes - head.length - 1) / line.length))}`;
    form.set('file', new Blob([text, ' '.repeat(bytes - text.length)]), 'statement.csv');
    return form;
  }

  test('accepts a statement of 15 MiB, which is too large for Lambda, and refuses one more byte', async () => {
    const carrier = await call('POST', '/v1/carriers', { name: 'Harbor First' });
    const carrierId = z.string().parse(carrier.json['id']);
    const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };
    const config = await call('POST', `/v1/carriers/${carrierId}/configs`, { fileType: 'csv', columns });
    expect(config.status).toBe(201);

    const refused = await call('POST', '/v1/files', statementForm(carrierId, FILE_BYTES_MAX + 1));
    expect(refused).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
    const accepted = await call('POST', '/v1/files', statementForm(carrierId, FILE_BYTES_MAX));
    expect(accepted.status).toBe(202);
    const messages = await platform.queue.receive('statements', { max: 10, visibilitySeconds: 60 });
    expect(messages.map(({ body }) => JSON.parse(body))).toEqual([{ jobId: accepted.json['jobId'] }]);
  });

  test('reads a file in a separate process while the client waits', async () => {
    const carrier = await call('POST', '/v1/carriers', { name: 'Summit First' });
    const form = new FormData();
    form.set('file', new Blob(['Member ID,Commission\nM-1,50.10\nM-2,20.00']), 'statement.csv');
    const inferred = await call('POST', `/v1/carriers/${z.string().parse(carrier.json['id'])}/configs/infer`, form);
    expect(inferred).toMatchObject({ status: 200, json: { config: { columns: { commission_amount: 'Commission' } } } });
  });

  test('ends on SIGTERM without an error message', async () => {
    const ended = once(container, 'exit');
    container.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(output).not.toMatch(/"level":"(ERROR|CRITICAL)"/);
  });
});
