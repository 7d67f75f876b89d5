import { expect, test } from 'vitest';
import { createDiskReport } from '../../server/disk-space.ts';

/** Guarantee: the log of one machine says when the disk becomes full and when it has room again, once each. */

test('writes one line for each change between a full disk and one with room', () => {
  const lines: string[] = [];
  const report = createDiskReport((level, event, { freeBytes }) =>
    lines.push(`${level} ${event} ${String(freeBytes)}`),
  );
  for (const freeBytes of [300, 99, 40, 100, 250, 0]) report({ freeBytes, totalBytes: 1_000, neededBytes: 100 });
  expect(lines).toEqual(['warn disk_full 99', 'warn disk_has_room 100', 'warn disk_full 0']);
});
