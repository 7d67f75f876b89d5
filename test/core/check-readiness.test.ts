import { expect, test } from 'vitest';
import { createReadinessCheck, type WorkState } from '../../app/operations/check-readiness.ts';
import { READY_ANSWER_SECONDS, READY_KEPT_SECONDS } from '../../core/limits/request-limits.ts';

const STATE: WorkState = { queue: { waiting: 0, processing: 0, oldestWaitingSeconds: null }, tasks: [] };

/** Makes a database that answers on demand, and a clock that the test sets. */
function setUp() {
  const reads: PromiseWithResolvers<WorkState>[] = [];
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = [];
  const errors: unknown[] = [];
  const clock = { ms: 0 };
  const check = createReadinessCheck({
    readState: () => {
      const read = Promise.withResolvers<WorkState>();
      reads.push(read);
      return read.promise;
    },
    readDisk: null,
    onError: (error) => errors.push(error),
    elapsedMs: () => clock.ms,
    pause: (milliseconds) => new Promise((end) => pauses.push({ milliseconds, end })),
  });
  return { check, reads, pauses, errors, clock };
}

test('shares one read between callers at the same time and within a second of the answer', async () => {
  const { check, reads, clock } = setUp();
  const asked = [check(), check(), check()];
  clock.ms = 30;
  reads[0]?.resolve(STATE);
  for (const answer of await Promise.all(asked)) {
    expect(answer).toEqual({ faults: [], state: { ...STATE, databaseMs: 30 }, disk: null });
  }
  clock.ms = 30 + READY_KEPT_SECONDS * 1000 - 1;
  await check();
  expect(reads).toHaveLength(1);
  clock.ms += 1;
  void check();
  expect(reads).toHaveLength(2);
});

test('reports a silent database as not ready after some seconds, and sends no second read meanwhile', async () => {
  const { check, reads, pauses, clock } = setUp();
  for (let round = 0; round < 3; round++) {
    const asked = check();
    expect(pauses[round]?.milliseconds).toBe(READY_ANSWER_SECONDS * 1000);
    pauses[round]?.end();
    expect(await asked).toMatchObject({ faults: [{ part: 'database', detail: expect.stringMatching('answered') }] });
    clock.ms += READY_KEPT_SECONDS * 1000;
  }
  expect(reads).toHaveLength(1);
  // The database answers again: the next answer comes from a new read.
  reads[0]?.resolve(STATE);
  const asked = check();
  expect((await asked).faults).toEqual([]);
});

test('reports a failing database as not ready, logs it once, and asks again', async () => {
  const { check, reads, errors, clock } = setUp();
  const failed = check();
  const lost = new Error('lost');
  reads[0]?.reject(lost);
  expect((await failed).faults).toEqual([
    { part: 'database', detail: 'The database can not be asked.', isFull: false },
  ]);
  expect(errors).toEqual([lost]);
  clock.ms = READY_KEPT_SECONDS * 1000;
  const asked = check();
  reads[1]?.resolve(STATE);
  expect((await asked).faults).toEqual([]);
});
