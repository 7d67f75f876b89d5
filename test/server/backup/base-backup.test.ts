import { expect, test } from 'vitest';
import { isLeftOutOfBackup, segmentsBetween } from '../../../server/backup/take-backup.ts';

/** Guarantee: a backup has the whole write-ahead log that it needs, and no file that only the running server needs. */

test('includes all segments from the first to the last, also where their log number changes', () => {
  const names = ['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000000'];
  const others = ['0000000100000000000000FD', '000000010000000100000001', 'archive_status', '00000001.history'];
  expect(segmentsBetween([...others, ...names].toReversed(), names[0] ?? '', names[2] ?? '')).toEqual(names);
  expect(segmentsBetween(names, names[1] ?? '', names[1] ?? '')).toEqual([names[1]]);
});

test('refuses a log with a missing segment', () => {
  const [first, last] = ['0000000100000000000000FE', '000000010000000100000000'];
  expect(() => segmentsBetween([first, last], first, last)).toThrow('Take it again');
  expect(() => segmentsBetween(['0000000100000000000000FF', last], first, last)).toThrow('Take it again');
});

test.each([
  ['postmaster.pid', true],
  ['server.log', true],
  ['backup_label', true],
  ['pg_wal', false],
  ['pg_wal/000000010000000000000001', true],
  ['pg_replslot/backup_7/state', true],
  ['base/pgsql_tmp/pgsql_tmp7.0', true],
  ['base/5/t3_16384', true],
  ['base/5/16384', false],
  ['base/5/16384_fsm', false],
  ['global/pg_control', false],
  ['pg_xact/0000', false],
  ['postgresql.auto.conf', false],
])('%s is left out: %s', (path, isLeftOut) => {
  expect(isLeftOutOfBackup(path)).toBe(isLeftOut);
});
