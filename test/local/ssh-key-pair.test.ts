import ssh2 from 'ssh2';
import { expect, test } from 'vitest';
import { createSshKeyPair } from '../../local/ssh-key-pair.ts';

/** Guarantee: a key that is kept can be read at the next start. Made straight by ssh2, six of these would not. */
test('no key pair of three thousand is unreadable', () => {
  const pairs = Array.from({ length: 3_000 }, createSshKeyPair);
  const unreadable = pairs
    .flatMap((pair) => [pair.private, pair.public])
    .filter((half) => ssh2.utils.parseKey(half) instanceof Error);
  expect(unreadable).toEqual([]);
});
