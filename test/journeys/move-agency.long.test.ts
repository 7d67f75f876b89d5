import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agency, agencyOf, createAgency } from '../support/agency-client.ts';
import { startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/**
 * Guarantee: `npm run move-agency` moves an agency between two running services with a PostgreSQL each, while statements of it and of
 * another agency keep arriving. Every accepted statement counts once, and the other agency notices nothing.
 */

const MINUTES_MS = 400_000;
const YEAR = 2026;
/** Uploads to a month before the next one begins. A month takes a hundred files. */
const UPLOADS_OF_MONTH = 60;
const monthOf = (member: number): number => 1 + Math.floor(member / UPLOADS_OF_MONTH);
const folder = await mkdtemp(join(tmpdir(), 'cas move '));
const directories = [join(folder, 'one'), join(folder, 'two')] as const;
for (const directory of directories) {
  await mkdir(directory);
  await copyStartedData(directory);
}
const [one, two] = await Promise.all(directories.map((dataDirectory) => startRunningService({ dataDirectory })));
if (one === undefined || two === undefined) throw new Error('The services did not start');
afterAll(async () => {
  await Promise.all([one.stop('SIGKILL'), two.stop('SIGKILL')]);
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

interface Load {
  readonly accepted: string[];
  /** Codes of refusals, in their order. */
  readonly refusals: string[];
  stop(): Promise<void>;
}

const problem = z.object({ code: z.string(), detail: z.string().optional() });
const upload = z.object({ jobId: z.string() });

/** Uploads one member after the other, month by month, two at a time. A refused upload is sent again, after a move to the new address. */
function startLoad({ token, carrierId }: Agency, name: string): Load {
  const load = { accepted: [] as string[], refusals: [] as string[] };
  let isOver = false;
  let members = 0;
  let url = one?.url ?? '';
  const uploadOne = async (number: number): Promise<void> => {
    const form = new FormData();
    const member = `${name}-${number}`;
    const fields = { carrierId, periodYear: `${YEAR}`, periodMonth: `${monthOf(number)}`, append: 'true' };
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    form.set('file', new Blob([`Member ID,Commission\n${member},10.00\n`]), `${member}.csv`);
    const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': member };
    const response = await fetch(`${url}/v1/files`, { method: 'POST', body: form, headers });
    const json: unknown = await response.json();
    if (response.ok) return void load.accepted.push(upload.parse(json).jobId);
    const { code, detail = '' } = problem.parse(json);
    load.refusals.push(code);
    url = / to (http:\S+?)\.$/.exec(detail)?.[1] ?? url;
    return uploadOne(number);
  };
  const work = async () => {
    while (!isOver) {
      members += 1;
      await uploadOne(members);
    }
  };
  const working = Promise.all([work(), work()]);
  return {
    ...load,
    async stop() {
      isOver = true;
      await working;
    },
  };
}

async function runMove(words: readonly string[]): Promise<{ readonly code: unknown; readonly output: string }> {
  const child = spawn(process.execPath, ['scripts/move-agency.ts', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, output };
}

const me = z.object({ accountId: z.string() });
const rollup = z.object({ totals: z.object({ memberCount: z.number(), paidNet: z.number() }) });

it(
  'loses nothing and counts nothing twice',
  async () => {
    const [moving, staying] = [await createAgency(one.url), await createAgency(one.url)];
    const { accountId } = me.parse(await moving.get('/v1/me'));
    const loads = [startLoad(moving, 'MOVING'), startLoad(staying, 'STAYING')] as const;
    await expect.poll(() => loads.every(({ accepted }) => accepted.length >= 10), { timeout: MINUTES_MS }).toBe(true);
    const words = ['--account', accountId, '--from', directories[0], '--to', directories[1], '--address', two.url];
    const { code, output } = await runMove(words);
    expect(output).toContain('with the same sums');
    expect(code).toBe(0);
    const atMove = loads.map(({ accepted }) => accepted.length);
    await expect
      .poll(() => loads.every(({ accepted }, at) => accepted.length >= (atMove[at] ?? 0) + 5), { timeout: MINUTES_MS })
      .toBe(true);
    for (const load of loads) await load.stop();

    const arrived = agencyOf(two.url, moving.token, moving.carrierId);
    for (const [agency, load] of [
      [arrived, loads[0]],
      [staying, loads[1]],
    ] as const) {
      for (const jobId of load.accepted) expect((await agency.ended(jobId)).status).toBe('completed');
      expect(new Set(load.accepted).size).toBe(load.accepted.length);
      const sums = { memberCount: 0, paidNet: 0 };
      for (let month = 1; month <= monthOf(load.accepted.length); month++) {
        const period = `${YEAR}-${String(month).padStart(2, '0')}`;
        const { totals } = rollup.parse(await agency.get(`/v1/reports/rollup?period=${period}`));
        sums.memberCount += totals.memberCount;
        sums.paidNet += totals.paidNet;
      }
      expect(sums).toEqual({ memberCount: load.accepted.length, paidNet: load.accepted.length * 10 });
    }
    expect(loads[0].refusals).toContain('account_moved');
    expect(loads[0].refusals.filter((each) => !['account_moving', 'account_moved'].includes(each))).toEqual([]);
    expect(loads[1].refusals).toEqual([]);
    expect(await runMove(words)).toMatchObject({ code: 0, output: expect.stringContaining('has moved already') });
  },
  MINUTES_MS,
);
