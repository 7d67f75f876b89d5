import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedHeaders } from '../../core/webhook/event-body.ts';
import { runJobsDuring } from '../support/run-jobs.ts';
import { sharedService, statement, type TestAccount } from '../support/service.ts';

/** Guarantee: the program of the Python page uploads, waits, reads changes and verifies webhooks. Without python3 the test is left out. */

const hasPython = spawnSync('python3', ['--version']).status === 0;
const run = promisify(execFile);
const service = await sharedService();
let folder: string;
let account: TestAccount;
let carrierId: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier({ account, name: 'Pinnacle Life' });
  folder = await mkdtemp(join(tmpdir(), 'other languages-'));
  env = { ...process.env, COMMISSION_STATEMENTS_URL: service.url, COMMISSION_STATEMENTS_TOKEN: account.token };
  const page = await readFile('docs/howto/use-python.md', 'utf8');
  await writeFile(join(folder, 'statements.py'), /^```python\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const python = (...words: readonly string[]) =>
  runJobsDuring(service, run('python3', [...words], { cwd: folder, env }));

describe.runIf(hasPython)('the Python program of the how-to, which needs python3', () => {
  it('uploads, waits and prints what changed', async () => {
    const april = [
      ['M-1', '40.00'],
      ['M-2', '50.00'],
    ] as const;
    await writeFile(join(folder, 'april.csv'), statement(april));
    await writeFile(join(folder, 'may.csv'), statement([['M-1', '30.00']]));
    await python('statements.py', 'april.csv', carrierId, '2026-04');
    const { stdout } = await python('statements.py', 'may.csv', carrierId, '2026-05');
    expect(stdout.trim().split('\n').toSorted()).toEqual(['M-1 paid_less 40 30', 'M-2 gone 50 0', 'completed 1']);
  });

  it('raises the problem of a refusal', async () => {
    const line = `import statements
try: statements.upload("may.csv", carrierId="${carrierId}", period="2026-05")
except statements.Problem as problem: print(problem.code, problem)`;
    expect((await python('-c', line)).stdout).toMatch(/^period_exists \w/);
  });

  it('repeats a request whose connection broke, under the same key', async () => {
    const keys: unknown[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      if (keys.length < 3) request.socket.destroy();
      else response.end('{"id":"one"}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    const line = `import statements
statements.URL, statements.time.sleep = "${url}", lambda seconds: print(seconds)
print(statements.call("POST", "/v1/carriers", b"{}"))`;
    expect((await python('-c', line)).stdout).toBe("1\n2\n{'id': 'one'}\n");
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    server.close();
  });

  it('uploads a file whose name has quotes', async () => {
    await writeFile(join(folder, 'the "new" may.csv'), statement([['M-1', '30.00']]));
    await python('statements.py', 'the "new" may.csv', carrierId, '2026-03');
    const { json } = await account.call('GET', '/v1/files?period=2026-03');
    expect(json).toMatchObject({ data: [{ originalFilename: 'the %22new%22 may.csv' }] });
  });

  it('takes webhooks of the service and no others', async () => {
    const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
    const body = '{"event":"job.completed"}';
    const attempt = { deliveryId: 'one', event: 'job.completed', requestId: null, body, secrets: [secret] };
    const headers = JSON.stringify(signedHeaders({ ...attempt, attemptedAt: new Date('2026-06-01T00:00:00Z') }));
    const now = Date.parse('2026-06-01T00:04:00Z') / 1000;
    const line = `import json, statements
headers = json.loads('${headers}')
for body, now in [(b'${body}', ${now}), (b'${body} ', ${now}), (b'${body}', ${now + 120})]:
    print(statements.verify_webhook("${secret}", headers, body, now))`;
    expect((await python('-c', line)).stdout.trim().split('\n')).toEqual([
      "{'event': 'job.completed'}",
      'None',
      'None',
    ]);
  });
});
