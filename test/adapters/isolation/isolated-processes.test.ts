import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { isolatedProcesses, type ProcessPool } from '../../../adapters/isolation/isolated-processes.ts';
import { readCells, sourceOf } from '../../../app/reading/read-cells.ts';
import { createRunIsolated, type ProcessSlots } from '../../../app/reading/run-isolated.ts';
import { ISOLATED_HEAP_MB, JOB_READING_LIMITS } from '../../../core/limits/statement-limits.ts';
import { statementConfigSchema } from '../../../core/statement/config.ts';
import { type SourceRow, type StatementSource, UnreadableFile } from '../../../core/statement/source.ts';
import { workbook } from '../../../demo/statements/workbook.ts';
import { createSlots } from '../../../lambdas/http/request-places.ts';
import { fileReadingProgram } from '../../../lambdas/runtime/isolation.ts';

const config = statementConfigSchema.parse({
  fileType: 'csv',
  columns: { member_external_id: 'A', commission_amount: 'B' },
});
const program = new URL('misbehaving-program.ts', import.meta.url);
const call = (what: string) => ({ name: 'findMonth', input: { bytes: Buffer.from(what), layouts: [config] } }) as const;

let pool: ProcessPool;
afterEach(() => pool.close());

interface Limits {
  readonly processorSeconds?: number;
  readonly wallSeconds?: number;
  readonly program?: URL;
}

function open(limits: Limits = {}): ProcessPool {
  pool = isolatedProcesses({
    ...{ program, heapMegabytes: 64, idleSeconds: 60, processorSeconds: 60, wallSeconds: 600 },
    ...limits,
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

  const isStopped = async (what: string) => {
    const { run } = open({ processorSeconds: 1 });
    const outcome = run(call(what));
    let turns = 0;
    const ended = outcome.then(() => true);
    while (!(await Promise.race([ended, setImmediate(false)]))) turns += 1;
    expect(await outcome).toEqual({ kind: 'too-long' });
    // This process had time for other work while the job ran.
    expect(turns).toBeGreaterThan(100);
    expect(await run(call('next one'))).toEqual(answered('next one'));
  };
  test('is stopped when its processor time is over, in a loop', () => isStopped('loop'));
  test('is stopped when its processor time is over, in an expression', { tags: ['long'] }, () =>
    isStopped('exponential-expression'),
  );

  test('has processor time of its own for each call of a process', { tags: ['long'] }, async () => {
    const { run } = open({ processorSeconds: 2 });
    const process = await run(call('process'));
    for (let count = 0; count < 4; count += 1) expect(await run(call('works 0.7'))).toEqual(answered('worked'));
    expect(await run(call('process'))).toEqual(process);
  });

  test('is given up when the machine gives it no processor time, which is not the fault of the file', {
    tags: ['long'],
  }, async () => {
    const { run } = open({ processorSeconds: 0.5, wallSeconds: 5 });
    expect(await run(call('blocks'))).toEqual({ kind: 'unfinished' });
    expect(await run(call('next one'))).toEqual(answered('next one'));
  });

  const diesAlone = async (what: string) => {
    const { run } = open();
    const other = run(call('beside it'));
    expect(await run(call(what))).toEqual({ kind: 'died' });
    expect(await other).toEqual(answered('beside it'));
    expect(await run(call('next one'))).toEqual(answered('next one'));
  };
  test('dies alone when it ends', () => diesAlone('exit'));
  test('dies alone when it needs too much memory', { tags: ['long'] }, () => diesAlone('many-objects'));

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
  const runFor = (slots: ProcessSlots, limits: Limits = {}) => createRunIsolated({ processes: open(limits), slots });

  test('never give one account all processes', { tags: ['long'] }, async () => {
    const run = runFor(createSlots({ count: 2, ofOwner: 1, waitMs: 60_000 }), { processorSeconds: 1 });
    const ends: string[] = [];
    const refusals = [run('hostile', call('loop')), run('hostile', call('loop'))].map((each) =>
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
          errors: [{ field: 'file', detail: expect.stringContaining('seconds of processor time') }],
        },
      });
  });

  test('refuse a client that gets no process in time with the time of its next attempt', async () => {
    const run = runFor(createSlots({ count: 1, ofOwner: 1, waitMs: 0 }), { wallSeconds: 5 });
    const first = run('one', call('blocks'));
    expect(await run('two', call('mine'))).toMatchObject({
      refused: { code: 'service_unavailable', headers: { 'Retry-After': expect.any(String) } },
    });
    // A call that waits behind a file of its own account is no failure of the service, because a read-only token could cause it.
    expect(await run('one', call('mine'))).toMatchObject({
      refused: { code: 'rate_limited', headers: { 'Retry-After': expect.any(String) } },
    });
    // Its process got no processor time, so the file is not refused.
    expect(await first).toMatchObject({
      refused: { code: 'service_unavailable', headers: { 'Retry-After': expect.any(String) } },
    });
  });

  test('refuses a file that needs too much memory', async () => {
    const run = runFor(createSlots({ count: 1, ofOwner: 1, waitMs: 0 }));
    expect(await run('one', call('many-objects'))).toMatchObject({
      refused: { code: 'validation_error', errors: [{ field: 'file', detail: expect.stringContaining('memory') }] },
    });
  });
});

/** Guarantee: the worker reads bytes at an odd address, where a message puts them and Node's search for UTF-16 never ends. */
test('an old workbook of many texts is read in a process of its own', { timeout: 120_000 }, async () => {
  const rows = Array.from({ length: 400 }, (_, at) => [`Member ${at}`, 'Endeavour West', at]);
  const bytes = workbook({ Workbook: rows }, 'biff8');
  const processes = isolatedProcesses({
    program: fileReadingProgram(import.meta.url),
    heapMegabytes: ISOLATED_HEAP_MB,
    ...JOB_READING_LIMITS,
    idleSeconds: 60,
  });
  try {
    const options = { fileType: 'auto', encoding: 'auto', delimiter: 'auto' } as const;
    const outcome = await processes.run({ name: 'readCells', input: { bytes, options } });
    expect(outcome).toMatchObject({ kind: 'done', output: { kind: 'read', fileType: 'xlsx' } });
  } finally {
    processes.close();
  }
});

const options = { fileType: 'auto', encoding: 'auto', delimiter: 'auto' } as const;
const input = { bytes: Buffer.from('x'), options };
const format = { code: 'm/d/yyyy', isDate: true, date1904: false };

test('a source is the same on the other side of a message', async () => {
  const rows: readonly SourceRow[] = [
    { row: 1, cells: ['Member ID', '', 'José "Pepe" \ud800'] },
    {
      row: 3,
      cells: [
        { value: 46_027, format },
        { value: -0.1, format },
      ],
      printed: { page: 2, line: 7, isHeading: true },
    },
  ];
  const source: StatementSource = {
    fileType: 'pdf',
    sheets: [{ name: 'Detail', hidden: true, rows: () => rows }],
    document: { pages: 2, notes: ['Total $1.00'], doubts: [] },
  };
  const reading = await readCells({ openStatement: async () => source }, input);
  const { sheets, ...rest } = sourceOf(structuredClone(reading));
  expect(rest).toEqual({ fileType: 'pdf', document: source.document });
  expect(sheets.map(({ name, hidden, rows: all }) => [name, hidden, [...all()]])).toEqual([['Detail', true, rows]]);
});

test('the refusal of a file is thrown on the other side of a message', async () => {
  const openStatement = async () => {
    throw new UnreadableFile('The file is cut off.');
  };
  const reading = structuredClone(await readCells({ openStatement }, input));
  expect(() => sourceOf(reading)).toThrow(new UnreadableFile('The file is cut off.'));
});
