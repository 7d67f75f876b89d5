import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runCommandLine } from '../../cli/run-command-line.ts';
import type { Terminal } from '../../cli/terminal.ts';
import { approve, halfForAgents } from '../support/pay-agency.ts';
import { type OwnService, startService, type TestAccount } from '../support/service.ts';

/** Guarantee: a command that is canceled or loses the service ends soon, with its exit code, and says what was sent before. */
describe('interrupted commands', () => {
  const PROGRAM = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interrupted-'));
    file = join(folder, 'may.csv');
    await writeFile(file, 'Member ID,Commission\nM-1,1.00\n');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Starts a command whose service is the listener. */
  async function start(words: readonly string[], listener: RequestListener) {
    const server = createServer(listener);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const env = {
      ...process.env,
      COMMISSION_STATEMENTS_URL: `http://127.0.0.1:${port}`,
      COMMISSION_STATEMENTS_TOKEN: 'cas_x',
    };
    const child = spawn(process.execPath, [PROGRAM, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const result = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
      ([[exitCode], printed, told]) => ({ exitCode, printed, told }),
    );
    const close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { child, result, close };
  }

  it.each([
    ['changes'],
    ['worksheet', '-o', 'owed.xlsx'],
    ['pay-runs', 'list'],
    ['listen', '--forward-to', 'http://localhost:9/hooks'],
    ['login'],
  ])('ends with 130 at the first Ctrl-C: %s', async (...words) => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    // The service takes the request and never answers.
    const { child, result, close } = await start(words, () => resolve());
    await asked;
    child.kill('SIGINT');
    expect(await result).toMatchObject({ exitCode: 130, printed: '', told: expect.stringContaining('Canceled.') });
    close();
  });

  const CARRIER = '6f1f2c8e-3f4e-4a5b-9c1d-2b7a8e9f0a1b';
  const carriers = {
    data: [{ id: CARRIER, name: 'Pinnacle Life', slug: 'pinnacle-life' }],
    pagination: { limit: 200, offset: 0, hasMore: false },
  };

  it('ends with 130 while it sends a file', async () => {
    const { promise: sending, resolve } = Promise.withResolvers<void>();
    const { child, result, close } = await start(
      ['upload', '--carrier', CARRIER, '--period', '2026-05', file],
      (request, response) => {
        if (request.method === 'POST') resolve();
        else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(carriers));
      },
    );
    await sending;
    child.kill('SIGINT');
    expect(await result).toMatchObject({ exitCode: 130, told: expect.stringContaining('Canceled.') });
    close();
  });

  it('prints as JSON what was sent before the token ended', async () => {
    let uploads = 0;
    const words = ['upload', '--json', '--no-wait', '--carrier', CARRIER, '--period', '2026-05', file, file];
    const { result, close } = await start(words, (request, response) => {
      request.resume();
      if (request.method === 'POST') uploads += 1;
      const isEnded = uploads > 1;
      const problem = { title: 'Unauthorized', status: 401, code: 'unauthorized', requestId: '12345678' };
      const body = request.method === 'GET' ? carriers : isEnded ? problem : { jobId: 'the-first', _links: {} };
      response.writeHead(isEnded ? 401 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
    const { exitCode, printed } = await result;
    expect({ exitCode, sentBefore: JSON.parse(printed) }).toMatchObject({
      exitCode: 3,
      sentBefore: [{ status: 'accepted', jobId: 'the-first' }],
    });
    close();
  });
});

/** Guarantee: the command line opens a pay run, shows it to the cent and saves the statements of its agents. */
describe('pay runs command', () => {
  let service: OwnService;
  let account: TestAccount;
  let folder: string;
  beforeAll(async () => {
    service = await startService();
    account = await service.createAccount();
    folder = await mkdtemp(join(tmpdir(), 'pay-runs-'));
    const carrierId = await service.createCarrier({ account });
    const { runId } = await halfForAgents({ account, carrierId });
    expect((await account.call('DELETE', `/v1/pay-runs/${runId}`)).status).toBe(204);
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const notAsked = () => Promise.reject(new Error('The command asked.'));

  async function run(...line: readonly string[]) {
    const printed: string[] = [];
    const told: string[] = [];
    const terminal: Terminal = {
      environment: {
        ...{ XDG_CONFIG_HOME: folder, COMMISSION_STATEMENTS_URL: service.url },
        COMMISSION_STATEMENTS_TOKEN: account.token,
      },
      isInteractive: false,
      print: (text) => void printed.push(text),
      tell: (text) => void told.push(text),
      ...{ ask: notAsked, confirm: notAsked, choose: notAsked },
      progressBar: () => ({ show: () => {}, end: () => {} }),
      signal: new AbortController().signal,
    };
    const exitCode = await runCommandLine(['pay-runs', ...line], terminal);
    return { exitCode, printed: printed.join('\n'), told: told.join('\n') };
  }

  it('opens a draft, shows and lists it, and saves the statements', async () => {
    expect(await run('show')).toMatchObject({ exitCode: 2, told: 'There is no pay run yet.' });
    const created = await run('create', '--pay-date', '2026-02-15', '--months', '2026-01', '--json');
    expect(created.exitCode, created.told).toBe(0);
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(created.printed));
    const again = await run('create', '--pay-date', '2026-02-15', '--months', '2026-01');
    expect(again.told).toContain('Another pay run is open.');
    const shown = await run('show');
    expect(shown.printed).toContain(
      'Pay of 2026-02-15, draft: $230.25 received, $115.12 to agents, $115.13 house, $0.00 held.',
    );
    expect(shown.printed).toMatch(/Dana Whitfield +\$75\.12 +\$0\.00 +\$0\.00 +\$75\.12/);
    expect((await run('list')).printed).toMatch(new RegExp(`2026-02-15 +draft +2026-01 .*${id}`));
    expect((await run('payables')).printed).toMatch(/In all +\$0\.00/);
    await approve(service.database, account, id);
    expect((await run('payables')).printed).toMatch(/Dana Whitfield +\$75\.12 +\$0\.00 +\$0\.00 +\$0\.00 +\$75\.12/);
    const saved = await run('statements', id, '-o', join(folder, 'statements'), '--form', 'xlsx');
    expect(saved).toMatchObject({ exitCode: 0, printed: expect.stringContaining('2 statements') });
    const files = (await readdir(join(folder, 'statements'))).sort();
    expect(files).toEqual(['dana-whitfield-2026-02-15.xlsx', 'lee-park-2026-02-15.xlsx']);
    const bytes = await readFile(join(folder, 'statements', files[0] ?? ''));
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
  });
});
