import { expect, test } from 'vitest';
import { diskFigures, isDiskFull, neededDiskBytes, tightestDisk } from '../../core/disk-room.ts';

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
