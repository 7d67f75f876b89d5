import { expect, test } from 'vitest';
import { createRequestMetrics, workFamilies, writeOpenMetrics } from '../../server/observe-machine.ts';
import { readOpenMetrics } from './open-metrics-parser.ts';

/** Guarantee: a reader of OpenMetrics accepts the metrics, and a client cannot create labels. */

const disk = { freeBytes: 1, totalBytes: 2, neededBytes: 3 };
const machine = { version: '1.2.3', disk, memoryBytes: 3, startedAtSeconds: 1.5 };
const answered = {
  requestId: 'request-1',
  method: 'GET',
  route: '/v1/jobs/{jobId}',
  operationId: 'getJob',
  accountId: 'account-1',
  clientAddress: '203.0.113.9',
  status: 200,
  durationMs: 250,
  bytes: 10,
  isComplete: true,
};

test('writes every family so that a strict reader accepts it', () => {
  const requests = createRequestMetrics();
  requests.count(answered);
  requests.count({ ...answered, durationMs: 750 });
  requests.count({ ...answered, status: 404 });
  const work = {
    jobs: [{ status: 'failed', count: 3 }],
    oldestWaitingSeconds: 12,
    queues: [{ queue: 'webhooks-dead', messages: 2, oldestSeconds: 60 }],
    deliveries: [{ status: 'pending', count: 4 }],
    tasks: [{ task: 'recover_jobs', lastRanAtSeconds: 1_780_000_000.25, durationMs: 1500 }],
  };
  const families = readOpenMetrics(writeOpenMetrics([...workFamilies({ ...machine, work }), ...requests.families()]));
  const sampleValue = (family: string, name: string, labels: Record<string, string>) =>
    families
      .get(family)
      ?.samples.find((each) => each.name === name && expect.objectContaining(labels).asymmetricMatch(each.labels))
      ?.value;
  const route = { method: 'GET', route: '/v1/jobs/{jobId}' };
  expect(sampleValue('http_requests', 'http_requests_total', { ...route, status: '200' })).toBe(2);
  expect(sampleValue('http_requests', 'http_requests_total', { ...route, status: '404' })).toBe(1);
  expect(sampleValue('http_request_duration_seconds', 'http_request_duration_seconds_sum', route)).toBe(1.25);
  expect(sampleValue('jobs', 'jobs', { state: 'failed' })).toBe(3);
  expect(sampleValue('jobs', 'jobs', { state: 'queued' })).toBe(0);
  expect(sampleValue('queue_messages', 'queue_messages', { queue: 'webhooks-dead' })).toBe(2);
  expect(sampleValue('webhook_deliveries_recent', 'webhook_deliveries_recent', { state: 'pending' })).toBe(4);
  expect(
    sampleValue('task_last_run_duration_seconds', 'task_last_run_duration_seconds', { task: 'recover_jobs' }),
  ).toBe(1.5);
  expect(sampleValue('service', 'service_info', { version: '1.2.3' })).toBe(1);
  expect(sampleValue('database_up', 'database_up', {})).toBe(1);
});

test('shows that the database does not answer, and still shows the figures of the machine', () => {
  const families = readOpenMetrics(writeOpenMetrics(workFamilies({ ...machine, work: null })));
  expect(families.get('database_up')?.samples[0]?.value).toBe(0);
  expect(families.get('disk_free_bytes')?.samples[0]?.value).toBe(1);
  expect(families.has('jobs')).toBe(false);
});

test('puts paths and methods of no route under one label, and no account into any label', () => {
  const requests = createRequestMetrics();
  for (const method of ['PROPFIND', 'X-1', 'X-2']) requests.count({ ...answered, method, route: null, status: 404 });
  const text = writeOpenMetrics(requests.families());
  expect(readOpenMetrics(text).get('http_requests')?.samples).toEqual([
    { name: 'http_requests_total', labels: { method: 'other', route: 'none', status: '404' }, value: 3 },
  ]);
  expect(text).not.toMatch(/account-1|203\.0\.113|request-1/);
});

test('escapes labels', () => {
  const value = 'a "quoted" \\ back\nslash';
  const text = writeOpenMetrics([
    { name: 'x', type: 'gauge', help: 'Two\nlines.', samples: [{ labels: { value }, value: 1 }] },
  ]);
  expect(readOpenMetrics(text).get('x')?.samples).toEqual([{ name: 'x', labels: { value }, value: 1 }]);
});
