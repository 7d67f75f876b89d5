import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readOpenMetrics } from '../server/metrics/open-metrics-parser.ts';
import { type Agency, createAgency, statementOf } from '../support/agency-client.ts';
import { OPERATOR_TOKEN, type RunningService, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Guarantee: the access log shows who requested what and the metrics show the machine's state. Neither shows any data of the books. */

let directory: string;
let service: RunningService;
let agency: Agency;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'access-log-'));
  await copyStartedData(directory);
  const environment = { ACCESS_LOG: 'stdout', METRICS_PORT: '0', TRUSTED_PROXY: '127.0.0.0/8' };
  service = await startRunningService({ dataDirectory: directory, environment });
  agency = await createAgency(service.url);
  const { jobId } = await agency.upload({ period: '2026-01', csv: statementOf([['SECRET-MEMBER', '50']]) });
  await agency.ended(jobId);
});
afterAll(async () => {
  await service.stop('SIGKILL');
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const line = z.strictObject({
  time: z.iso.datetime(),
  method: z.string(),
  route: z.string().nullable(),
  status: z.number(),
  ms: z.number(),
  bytes: z.number(),
  isComplete: z.boolean(),
  client: z.string(),
  requestId: z.string(),
  accountId: z.string().nullable(),
});

function lineOf(requestId: string) {
  const found = service
    .output()
    .split('\n')
    .find((each) => each.startsWith('{"time"') && each.includes(requestId));
  return found === undefined ? null : line.parse(JSON.parse(found));
}

it('writes a line about each request, with the address that the proxy saw and no secret', async () => {
  const headers = { Authorization: `Bearer ${agency.token}`, 'X-Forwarded-For': '198.51.100.1, 203.0.113.9' };
  const ask = (path: string, requestId: string) =>
    fetch(`${service.url}${path}`, { headers: { ...headers, 'X-Request-Id': requestId } });
  const listed = await ask('/v1/members?q=SECRET-QUERY', 'request-listed');
  const bytes = (await listed.arrayBuffer()).byteLength;
  await (await ask('/v1/members/SECRET-ID/timeline', 'request-missing')).arrayBuffer();
  await (await ask('/v1/SECRET-PATH', 'request-nowhere')).arrayBuffer();
  await expect.poll(() => lineOf('request-nowhere')).not.toBeNull();

  expect(lineOf('request-listed')).toMatchObject({
    ...{ method: 'GET', route: '/v1/members', isComplete: true, client: '203.0.113.9' },
    accountId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(lineOf('request-listed')?.bytes).toBeGreaterThan(bytes);
  expect(lineOf('request-missing')).toMatchObject({ route: '/v1/members/{memberRefId}/timeline' });
  expect(lineOf('request-nowhere')).toMatchObject({ route: null, status: 404, accountId: null });
  expect(service.output()).not.toMatch(/SECRET|Bearer/);
  expect(service.output()).not.toContain(agency.token);
  expect(service.output()).not.toContain(OPERATOR_TOKEN);
});

it('serves metrics on a separate port', async () => {
  const [, url = ''] = /Metrics\s+(\S+)/.exec(service.output()) ?? [];
  const response = await fetch(url);
  expect(response.headers.get('Content-Type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  const text = await response.text();
  const families = readOpenMetrics(text);
  const uploads = families.get('http_requests')?.samples.find(({ labels }) => labels['route'] === '/v1/files');
  expect(uploads).toMatchObject({ labels: { method: 'POST', status: '202' }, value: 1 });
  expect(families.get('jobs')?.samples).toContainEqual({ name: 'jobs', labels: { state: 'completed' }, value: 1 });
  expect(families.get('database_up')?.samples[0]?.value).toBe(1);
  expect(text).not.toMatch(/SECRET|[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect((await fetch(new URL('/v1/ready', url))).status).toBe(404);
});
