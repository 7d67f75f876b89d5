import { describe, expect, test } from 'vitest';
import { createReadinessCheck, type WorkState } from '../../app/operations/check-readiness.ts';
import { diskFigures, isDiskFull, neededDiskBytes, tightestDisk } from '../../core/disk-room.ts';
import { READY_ANSWER_SECONDS, READY_KEPT_SECONDS } from '../../core/limits/request-limits.ts';

describe('check readiness', () => {
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
});

describe('disk room', () => {
  const MIB = 1024 * 1024;

  test.each([
    { walMib: 0, neededMib: 2_560, what: 'an empty log may still grow to max_wal_size' },
    { walMib: 1_024, neededMib: 1_536, what: 'the present log is on the disk already' },
    { walMib: 2_048, neededMib: 512, what: 'a full log leaves the margin' },
    { walMib: 5_000, neededMib: 512, what: 'a log above its soft limit does not lower the margin' },
    { walMib: null, neededMib: 512, what: 'the log is on another machine' },
  ])('needs $neededMib MiB when the log has $walMib: $what', ({ walMib, neededMib }) => {
    expect(neededDiskBytes(walMib === null ? null : walMib * MIB)).toBe(neededMib * MIB);
  });

  test('a disk is full with one byte less than it needs', () => {
    const disk = { totalBytes: 10_000, neededBytes: 500 };
    expect(isDiskFull({ ...disk, freeBytes: 500 })).toBe(false);
    expect(isDiskFull({ ...disk, freeBytes: 499 })).toBe(true);
  });

  test('of two disks the one with less room above its need counts', () => {
    const data = { freeBytes: 900, totalBytes: 1_000, neededBytes: 500 };
    const log = { freeBytes: 2_000, totalBytes: 9_000, neededBytes: 1_900 };
    expect(tightestDisk(data, log)).toBe(log);
    expect(tightestDisk({ ...data, freeBytes: 599 }, log)).toEqual({ ...data, freeBytes: 599 });
  });

  test('the figures never say that there is as much as needed', () => {
    expect(diskFigures({ freeBytes: 1_999_999, neededBytes: 2_000_001 })).toBe(
      '1 MB are free, and the service needs 3 MB',
    );
  });
});
