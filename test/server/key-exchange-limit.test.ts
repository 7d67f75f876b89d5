import { expect, test } from 'vitest';
import { KeyExchangeLimit } from '../../server/sftp-session.ts';

function limit() {
  let nowMs = 0;
  const exchanges = new KeyExchangeLimit({ atOnce: 3, secondsEach: 10 }, () => nowMs);
  return {
    allow: () => exchanges.allow(),
    pass: (seconds: number) => {
      nowMs += seconds * 1000;
    },
  };
}

test('allows a few key exchanges at once, and no more', () => {
  const { allow } = limit();
  expect([allow(), allow(), allow(), allow()]).toEqual([true, true, true, false]);
});

test('allows one more exchange each time the seconds have passed, without a final limit', () => {
  const { allow, pass } = limit();
  const answers = Array.from({ length: 50 }, () => {
    pass(10);
    return allow();
  });
  expect(answers).not.toContain(false);
});

test('never allows more than the set number at once, however long none was used', () => {
  const { allow, pass } = limit();
  pass(100_000);
  expect([allow(), allow(), allow(), allow()]).toEqual([true, true, true, false]);
});
