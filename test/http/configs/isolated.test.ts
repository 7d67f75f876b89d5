import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createIsolation, fileReadingProgram } from '../../../lambdas/runtime/isolation.ts';
import { STATEMENT_CONFIG, startService, statement } from '../../support/service.ts';

/** Guarantee: files that a client waits for are read in a process of their own, as with `npm start`. */

const isolation = createIsolation({
  program: fileReadingProgram(import.meta.url),
  heapMegabytes: 512,
  wallSeconds: 120,
});
const service = await startService({ runIsolated: isolation.runIsolated });
const account = await service.createAccount({ scopes: ['read'] });
const carrierId = await service.createCarrier({ account, config: null });
afterAll(async () => {
  isolation.close();
  await service.close();
});

const CONFIG = { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Commission' } };
const rows = (count: number, note = '') =>
  `Member ID,Commission,Note\n${Array.from({ length: count }, (_, at) => `M-${at},${at}.50,${note}`).join('\n')}`;

function send(path: string, file: string, config?: object) {
  const body = new FormData();
  if (config !== undefined) body.set('config', JSON.stringify(config));
  body.set('file', new Blob([file]), 'statement.csv');
  return account.call('POST', path, { body });
}

test('answers other requests while a file is read, however long that takes', async () => {
  let isRead = false;
  const large = send(`/v1/carriers/${carrierId}/configs/test`, rows(15_000, 'x'.repeat(300)), CONFIG).finally(() => {
    isRead = true;
  });
  let answers = 0;
  while (!isRead) {
    expect((await fetch(`${service.url}/v1/health`)).status).toBe(200);
    answers += 1;
  }
  expect(await large).toMatchObject({ status: 200, json: { mapped: 15_000 } });
  expect(answers).toBeGreaterThan(20);
});

test('gives the same answers and refusals as a single process', async () => {
  const inferred = await send(`/v1/carriers/${carrierId}/configs/infer`, rows(30));
  expect(inferred).toMatchObject({ status: 200, json: { config: { columns: { member_external_id: 'Member ID' } } } });
  expect(await send(`/v1/carriers/${carrierId}/configs/infer`, 'PK\u0003\u0004 no archive')).toMatchObject({
    status: 422,
    json: { code: 'validation_error', errors: [{ field: 'file' }] },
  });
});

// Patterns that would block the process of all requests for seconds if their cost were not limited.
test.each([
  ['skipRows.patterns[0]', { skipRows: { patterns: ['/((a?b?){100}){10}$Z/'] } }],
  ['memberId.pattern', { memberId: { pattern: `(${'(?:a?b?){100}'.repeat(9)})` } }],
  ['columns.agent_id.groupRow', { columns: { ...CONFIG.columns, agent_id: { groupRow: '((\\pL?){300}){3}' } } }],
])('names the pattern that is too expensive with 422: %s', async (place, options) => {
  const { status, json } = await send(`/v1/carriers/${carrierId}/configs/test`, rows(3), { ...CONFIG, ...options });
  expect(status).toBe(422);
  expect(json).toMatchObject({ errors: [{ field: expect.stringContaining(place.split('[')[0] ?? '') }] });
  expect(JSON.stringify(json)).toMatch(/is too (?:large|much)/);
});

test('fails a job for good, with the reason, for a pattern that was stored before there were limits', async () => {
  const owner = await service.createAccount();
  const config = { ...STATEMENT_CONFIG, skipRows: { patterns: ['Page', '/((a?b?){100}){10}$Z/'] } };
  const carrier = await service.createCarrier({ account: owner, config });
  const accepted = await owner.upload({ file: statement([['M-1', 10]]), carrierId: carrier, period: '2026-03' });
  expect(accepted.status).toBe(202);
  await service.services.outbox.relayOutbox();
  expect(await service.runJobs()).toBe(1);
  const { jobId } = z.object({ jobId: z.string() }).parse(accepted.json);
  expect((await owner.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({
    status: 'failed',
    attempts: 1,
    errorCode: 'unusable_patterns',
    error: expect.stringMatching(/skipRows\.patterns\.1 is too much: .* 9\d{3} steps/),
  });
  // The pattern is still shown, and a simpler version replaces it.
  expect((await owner.call('GET', `/v1/carriers/${carrier}/configs`)).status).toBe(200);
  expect((await owner.call('POST', `/v1/carriers/${carrier}/configs`, { json: STATEMENT_CONFIG })).status).toBe(201);
  expect((await owner.call('POST', `/v1/jobs/${jobId}/retry`)).status).toBe(202);
  await service.services.outbox.relayOutbox();
  await service.runJobs();
  expect((await owner.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({ status: 'completed', errorCode: null });
});
