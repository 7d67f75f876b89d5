import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createAgency } from '../support/agency-client.ts';
import { type RunningService, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/**
 * Guarantee: webhooks reach programs on the service's own machine only if allowed, never the service itself, and reveal nothing about its
 * ports.
 */

let dataDirectory: string;
let service: RunningService;
const servers: Server[] = [];
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'webhooks-to-localhost-'));
  await copyStartedData(dataDirectory);
});
afterAll(async () => {
  await service.stop('SIGTERM');
  for (const server of servers) server.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return port;
}

const created = z.object({ id: z.string() });
const problem = z.object({ code: z.string(), errors: z.array(z.object({ field: z.string(), detail: z.string() })) });
const attempted = z.object({
  status: z.string(),
  attempts: z.array(
    z.object({ durationMs: z.number(), responseStatus: z.number().nullable(), error: z.string().nullable() }),
  ),
});

async function post(token: string, path: string, body?: object) {
  const response = await fetch(`${service.url}/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

const setUp = (token: string, port: number) =>
  post(token, '/webhooks', { url: `http://localhost:${port}/hook`, events: ['job.completed'] });

test('refuses webhooks to this machine unless the setting allows them', async () => {
  service = await startRunningService({ dataDirectory, environment: { WEBHOOK_LOCALHOST: '' } });
  const { token, carrierId } = await createAgency(service.url);
  const refused = await setUp(token, await closedPort());
  expect(refused.status).toBe(422);
  expect(problem.parse(refused.json)).toMatchObject({ code: 'validation_error', errors: [{ field: 'url' }] });
  const form = new FormData();
  const fields = { carrierId, periodYear: '2026', periodMonth: '1', webhookUrl: 'http://127.0.0.1:9/' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob(['Member ID,Commission\nM-1,1.00\n']), 'a.csv');
  const response = await fetch(`${service.url}/v1/files`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  expect(response.status).toBe(422);
  expect(problem.parse(await response.json()).errors).toMatchObject([{ field: 'webhookUrl' }]);
  await service.stop('SIGTERM');
});

test('calls receivers if allowed, but not the service itself, and reveals nothing about open ports', async () => {
  const [sftpPort, smtpPort] = [await closedPort(), await closedPort()];
  service = await startRunningService({
    dataDirectory,
    environment: { WEBHOOK_LOCALHOST: 'allow', SFTP_PORT: String(sftpPort), SMTP_PORT: String(smtpPort) },
  });
  const { token, get } = await createAgency(service.url);
  for (const own of [Number(new URL(service.url).port), sftpPort, smtpPort]) {
    const refused = await setUp(token, own);
    expect(refused.status).toBe(422);
    expect(problem.parse(refused.json).errors).toEqual([
      { field: 'url', detail: 'The field url must not lead to a port of the service itself.' },
    ]);
  }

  const deliver = async (port: number) => {
    const { id } = created.parse((await setUp(token, port)).json);
    const { id: deliveryId } = created.parse((await post(token, `/webhooks/${id}/test`)).json);
    const read = async () => attempted.parse(await get(`/v1/webhooks/deliveries/${deliveryId}`));
    await expect.poll(async () => (await read()).attempts.length, { timeout: 20_000 }).toBe(1);
    return read();
  };
  const receiver = await listening(createHttpServer((_request, response) => response.writeHead(204).end()));
  expect(await deliver(receiver)).toMatchObject({ status: 'delivered', attempts: [{ responseStatus: 204 }] });

  const silentEnd = createServer((socket) => socket.end());
  const reset = createServer((socket) => socket.resetAndDestroy());
  const otherProtocol = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
  const ports = [
    await closedPort(),
    await listening(silentEnd),
    await listening(reset),
    await listening(otherProtocol),
  ];
  for (const port of ports) {
    const { status, attempts } = await deliver(port);
    expect(status).toBe('pending');
    expect(attempts).toEqual([{ durationMs: 0, responseStatus: null, error: 'connect_failed' }]);
  }
});
