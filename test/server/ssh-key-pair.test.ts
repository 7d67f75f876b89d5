import ssh2 from 'ssh2';
import { expect, test } from 'vitest';
import { createSshKeyPair } from '../../server/drop-offs.ts';

/** Guarantee: a stored key can be read at the next start. Of three thousand keys made directly by ssh2, some cannot be read. */
test('makes no unreadable key pair among three thousand', () => {
  const pairs = Array.from({ length: 3_000 }, createSshKeyPair);
  const unreadable = pairs
    .flatMap((pair) => [pair.private, pair.public])
    .filter((half) => ssh2.utils.parseKey(half) instanceof Error);
  expect(unreadable).toEqual([]);
});
