import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { isolatedProcesses, type ProcessPool } from '../../../adapters/isolation/isolated-processes.ts';
import { createRunIsolated, type ProcessSlots } from '../../../app/jobs/run-isolated.ts';
import { statementConfigSchema } from '../../../core/statement/config.ts';
import { createSlots } from '../../../lambdas/http/form-slots.ts';

const config = statementConfigSchema.parse({
  fileType: 'csv',
  columns: { member_external_id: 'A', commission_amount: 'B' },
});
const program = new URL('misbehaving-program.ts', import.meta.url);
const call = (what: string) => ({ name: 'findMonth', input: { bytes: Buffer.from(what), config } }) as const;

let pool: ProcessPool;
afterEach(() => pool.close());

function open(limits: { readonly seconds?: number; readonly program?: URL } = {}): ProcessPool {
  pool = isolatedProcesses({
    program: limits.program ?? program,
    heapMegabytes: 64,
    idleSeconds: 60,
    get seconds() {
      return limits.seconds ?? 60;
    },
  });
  return pool;
}

const answered = (reason: string) => ({ kind: 'done', output: { kind: 'unclear', reason } });

describe('a job in a process of its own', () => {
  test('gets its bytes and answers; the process is kept for the next job', async () => {
    const { run } = open();
    expect(await run(call('as it is'))).toEqual(answered('as it is'));
    const first = await run(call('process'));
    expect(await run(call('process'))).toEqual(first);
    expect(first).not.toEqual(answered(String(process.pid)));
  });

  test.each(['loop', 'exponential-expression'])('is stopped when its time is over: %s', async (what) => {
    // The time counts from the start of an existing process, so a second is more than the job needs to begin.
    const limits = { seconds: 60 };
    const { run } = open(limits);
    await run(call('as it is'));
    limits.seconds = 1;
    const outcome = run(call(what));
    let turns = 0;
    const ended = outcome.then(() => true);
    while (!(await Promise.race([ended, setImmediate(false)]))) turns += 1;
    expect(await outcome).toEqual({ kind: 'too-long' });
    // This process had time for other work while the job ran.
    expect(turns).toBeGreaterThan(100);
    limits.seconds = 60;
    expect(await run(call('next one'))).toEqual(answered('next one'));
  });

  test.each(['many-objects', 'exit'])('dies alone: %s', async (what) => {
    const { run } = open();
    const other = run(call('beside it'));
    expect(await run(call(what))).toEqual({ kind: 'died' });
    expect(await other).toEqual(answered('beside it'));
    expect(await run(call('next one'))).toEqual(answered('next one'));
  });

  test("rethrows the job's error, and continues", async () => {
    const { run } = open();
    await expect(run(call('throw'))).rejects.toThrow('a fault of ours');
    expect(await run(call('next one'))).toEqual(answered('next one'));
  });

  test("has none of the service's settings, which contain secrets", async () => {
    process.env['ADMIN_TOKEN'] = 'secret';
    const outcome = await open().run(call('environment'));
    delete process.env['ADMIN_TOKEN'];
    expect(outcome).toMatchObject({ kind: 'done', output: { reason: expect.not.stringContaining('ADMIN_TOKEN') } });
  });

  test('fails with an error of the service if the program does not start', async () => {
    await expect(open({ program: new URL('missing.ts', import.meta.url) }).run(call('x'))).rejects.toThrow(
      'ended at its start',
    );
  });
});

describe('the turns of accounts', () => {
  const runFor = (slots: ProcessSlots, seconds: number) => createRunIsolated({ processes: open({ seconds }), slots });

  test('never give one account all processes', async () => {
    const run = runFor(createSlots({ count: 2, ofOwner: 1, waitMs: 60_000 }), 5);
    const ends: string[] = [];
    const refusals = [run('hostile', call('blocks')), run('hostile', call('blocks'))].map((each) =>
      each.finally(() => ends.push('hostile')),
    );
    expect(await run('honest', call('mine')).finally(() => ends.push('honest'))).toEqual({
      kind: 'unclear',
      reason: 'mine',
    });
    expect(ends).toEqual(['honest']);
    for (const refused of await Promise.all(refusals))
      expect(refused).toMatchObject({
        refused: {
          code: 'validation_error',
          errors: [{ field: 'file', detail: expect.stringContaining('took longer than') }],
        },
      });
  });

  test('refuse a client that gets no process in time with the time of its next attempt', async () => {
    const run = runFor(createSlots({ count: 1, ofOwner: 1, waitMs: 0 }), 5);
    const first = run('one', call('blocks'));
    expect(await run('two', call('mine'))).toMatchObject({
      refused: { code: 'service_unavailable', headers: { 'Retry-After': expect.any(String) } },
    });
    // A call that waits behind a file of its own account is no failure of the service, because a read-only token could cause it.
    expect(await run('one', call('mine'))).toMatchObject({
      refused: { code: 'rate_limited', headers: { 'Retry-After': expect.any(String) } },
    });
    expect(await first).toMatchObject({ refused: { code: 'validation_error' } });
  });

  test('refuses a file that needs too much memory', async () => {
    const run = runFor(createSlots({ count: 1, ofOwner: 1, waitMs: 0 }), 60);
    expect(await run('one', call('many-objects'))).toMatchObject({
      refused: { code: 'validation_error', errors: [{ field: 'file', detail: expect.stringContaining('memory') }] },
    });
  });
});
