import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { runCommandLine } from '../../cli/run-command-line.ts';
import type { Terminal } from '../../cli/terminal.ts';
import { approve, halfForAgents } from '../support/pay-agency.ts';
import { type OwnService, startService, type TestAccount } from '../support/service.ts';

/** Guarantee: the command line opens a pay run, shows it to the cent and saves the statements of its agents. */

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
