import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { propertyRuns } from '../support/property-runs.ts';
import { FUZZ_SEED } from './fuzz-settings.ts';
import { createCarrier, startHostileService } from './hostile-service.ts';
import { mutated, mutations } from './mutations.ts';
import { generatedRequest, operationsOf } from './request-arbitraries.ts';

/**
 * Guarantee: generated requests to every operation are answered as the OpenAPI description says. Neither they nor damaged requests cause a
 * status of 500 or above or a logged warning.
 */

const service = await startHostileService();
const account = await service.createAccount('Harbor Benefits');
const ids = await seed();
afterAll(() => service.close());

/** Creates data for every kind of id. */
async function seed(): Promise<readonly string[]> {
  const columns = { member_external_id: 'Member ID', commission_amount: 'Commission', policy_number: 'Policy' };
  const carrierId = await createCarrier(account, 'Summit Senior Life', { fileType: 'csv', columns });
  const jobs: string[] = [];
  for (const [period, amount] of [
    ['2026-01', 5],
    ['2026-02', -3],
    ['2026-03', 7],
  ] as const) {
    const file = `Member ID,Commission,Policy\r\nM-1,${amount}.00,P-1\r\nM-2,x,P-2\r\n`;
    const reply = await account.upload({ file, carrierId, period });
    const { jobId, fileId } = z.object({ jobId: z.string(), fileId: z.string() }).parse(reply.json);
    jobs.push(jobId, fileId);
  }
  await service.runJobs();
  const { json } = await account.call('GET', `/v1/jobs/${jobs[0]}/results`);
  const row = z
    .object({ data: z.array(z.object({ memberRefId: z.string(), policyRefId: z.string().nullable() })) })
    .parse(json).data[0];
  const rate = { carrierId, rateType: 'flat_per_member', rateValue: 5 };
  const made = z
    .object({ id: z.string() })
    .parse((await account.call('POST', '/v1/expected-rates', { json: rate })).json);
  return [carrierId, ...jobs, row?.memberRefId ?? '', row?.policyRefId ?? '', made.id].filter((id) => id !== '');
}

test('answers generated requests to every operation as described', async () => {
  const operations = operationsOf(service.document);
  expect(operations.length).toBeGreaterThan(40);
  const tokens = {
    operator: service.operatorToken,
    account: account.token,
    none: null,
    unknown: `cas_${'0'.repeat(43)}`,
  };
  const statuses = new Map<number, number>();
  let sentCount = 0;
  await fc.assert(
    fc.asyncProperty(generatedRequest(operations, ids), async ({ method, path, token, headers, body }) => {
      const options = { token: tokens[token], headers, ...(body === null ? {} : { body }) };
      const { status } = await account.call(method, path, options);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
      expect(service.faults).toEqual([]);
      sentCount += 1;
      if (sentCount % 100 === 0) await service.runJobs();
    }),
    { seed: FUZZ_SEED, numRuns: propertyRuns(2_000) },
  );
  for (const status of [200, 401, 404, 422]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
  await service.runJobs();
  expect(service.faults).toEqual([]);
});

/** A request as bytes, to be damaged below HTTP. */
function wire(): fc.Arbitrary<Buffer> {
  const json = '{"name":"Summit"}';
  const lines = [
    ['GET /v1/members?limit=5 HTTP/1.1', ''],
    ['POST /v1/carriers HTTP/1.1', `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`],
    [
      'POST /v1/carriers HTTP/1.1',
      `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n11\r\n${json}\r\n0\r\n\r\n`,
    ],
    [
      'GET /v1/health HTTP/1.0',
      'Connection: keep-alive\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\nabcd',
    ],
    ['GET /v1/files HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['GET http://other.example/v1/health HTTP/1.1', 'Accept: */*\r\nAccept: text/csv\r\n\r\n'],
    ['GET http://[::1/v1/health HTTP/1.1', ''],
    ['GET http://a:99999/v1/health HTTP/1.1', ''],
    ['OPTIONS * HTTP/1.1', 'Expect: 100-continue\r\n\r\n'],
    ['GET //v1//files/../members HTTP/1.1', 'Host: second\r\n\r\n'],
  ] as const;
  return fc
    .constantFrom(...lines)
    .map(([first, rest]) =>
      Buffer.from(
        `${first}\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${account.token}\r\n${rest === '' ? '\r\n' : rest}`,
      ),
    );
}

test('answers requests damaged in transit without a status of 500 or above', async () => {
  const { hostname, port } = new URL(service.url);
  await fc.assert(
    fc.asyncProperty(wire(), fc.oneof(mutations, fc.constant([])), async (whole, changes) => {
      const answer = await sendRaw(
        { hostname, port: Number(port) },
        mutated(whole, changes, Buffer.from('\r\nX: y\r\n\r\nGET / HTTP/1.1\r\n')),
      );
      for (const [, status] of answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) expect(Number(status)).toBeLessThan(500);
      expect(service.faults).toEqual([]);
    }),
    { seed: FUZZ_SEED, numRuns: propertyRuns(300) },
  );
});

test('is healthy afterwards and still has its data', async () => {
  expect((await account.call('GET', '/v1/health')).status).toBe(200);
  // Files may have been retracted meanwhile, but jobs stay.
  const jobs = await account.call('GET', '/v1/jobs?limit=200');
  expect(jobs.status).toBe(200);
  expect(z.object({ data: z.array(z.unknown()) }).parse(jobs.json).data.length).toBeGreaterThanOrEqual(3);
});

/** Sends the bytes and ends the sending half of the connection. Returns everything that the server answers before it closes. */
async function sendRaw(to: { readonly hostname: string; readonly port: number }, bytes: Uint8Array): Promise<string> {
  const socket = connect(to.port, to.hostname);
  const chunks: Buffer[] = [];
  let hasHung = false;
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // The server may close while our bytes are still in transit.
  socket.on('error', () => {});
  socket.setTimeout(20_000, () => {
    hasHung = true;
    socket.destroy();
  });
  socket.end(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  expect(hasHung).toBe(false);
  return Buffer.concat(chunks).toString('latin1');
}
