import { expect, test } from 'vitest';
import { KeyExchangeLimit } from '../../local/key-exchange-limit.ts';

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

test('allows one more each time the seconds have passed, for ever', () => {
  const { allow, pass } = limit();
  const answers = Array.from({ length: 50 }, () => {
    pass(10);
    return allow();
  });
  expect(answers).not.toContain(false);
});

test('saves up no more than the allowed number at once', () => {
  const { allow, pass } = limit();
  pass(100_000);
  expect([allow(), allow(), allow(), allow()]).toEqual([true, true, true, false]);
});
