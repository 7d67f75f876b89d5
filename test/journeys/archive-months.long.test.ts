import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createAgency } from '../support/agency-client.ts';
import { startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Guarantee: `npm run archive-months` moves old months of an agency of a running service to files, and brings them back. */

const MINUTES_MS = 400_000;
const dataDirectory = await mkdtemp(join(tmpdir(), 'cas archive '));
await copyStartedData(dataDirectory);
const service = await startRunningService({ dataDirectory });
afterAll(async () => {
  await service.stop('SIGKILL');
  await rm(dataDirectory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function run(words: readonly string[]): Promise<{ readonly code: unknown; readonly output: string }> {
  const all = ['scripts/archive-months.ts', ...words];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, output };
}

const accepted = z.object({ jobId: z.string() });
const me = z.object({ accountId: z.string() });

it(
  'archives the years before the months to keep, and brings them back',
  async () => {
    const agency = await createAgency(service.url);
    const { accountId } = me.parse(await agency.get('/v1/me'));
    const headers = { Authorization: `Bearer ${agency.token}` };
    for (const period of ['2022-10', '2022-11', '2022-12', '2023-01', '2025-03']) {
      const form = new FormData();
      const [periodYear = '', periodMonth = ''] = period.split('-');
      const fields = { carrierId: agency.carrierId, periodYear, periodMonth: String(Number(periodMonth)) };
      for (const [key, value] of Object.entries(fields)) form.set(key, value);
      form.set('file', new Blob(['Member ID,Commission\nA1,10.00\nB2,20.00\n']), 'statement.csv');
      const response = await fetch(`${service.url}/v1/files`, { method: 'POST', body: form, headers });
      expect((await agency.ended(accepted.parse(await response.json()).jobId)).status).toBe('completed');
    }
    const changes = () =>
      fetch(`${service.url}/v1/comparisons?carrierId=${agency.carrierId}&from=2022-11&to=2022-12`, { headers });
    const before = await (await changes()).text();
    const place = ['--account', accountId, '--in', dataDirectory];
    expect(await run([...place, '--keep', '12'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('at least 24'),
    });
    const archived = await run([...place, '--keep', '24']);
    expect(archived).toMatchObject({
      code: 0,
      output: expect.stringMatching(/[1-9]\d* rows of 1 carriers were archived/),
    });
    expect((await changes()).status).toBe(409);
    expect(await readdir(join(dataDirectory, 'objects', 'archive'))).toEqual([accountId]);
    const back = await run([...place, '--back']);
    expect(back).toMatchObject({ code: 0, output: expect.stringContaining('came back') });
    expect(await (await changes()).text()).toBe(before);
  },
  MINUTES_MS,
);
