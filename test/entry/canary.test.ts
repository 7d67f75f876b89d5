import { expect, test } from 'vitest';
import { createCanary } from '../../lambdas/smoke/smoke-suite.ts';

/** Guarantee: the canary counts every run, and says in the log which step failed and why. */

async function runWith(faults: readonly (string | null)[]) {
  const counted: unknown[] = [];
  const lines: unknown[] = [];
  const canary = createCanary({
    run: async () => faults.map((fault, index) => ({ name: `step ${index}`, fault, elapsedMs: 7 })),
    count: (name, value) => counted.push([name, value]),
    log: (...line) => lines.push(line),
  });
  return { result: await canary(), counted, lines };
}

test('counts a run without a fault as zero', async () => {
  expect(await runWith([null, null])).toEqual({ result: { failed: [] }, counted: [['CanaryFailed', 0]], lines: [] });
});

test('counts a run with faults once and logs each step', async () => {
  expect(await runWith([null, 'It answered 500.', 'It is gone.'])).toEqual({
    result: { failed: ['step 1', 'step 2'] },
    counted: [['CanaryFailed', 1]],
    lines: [
      ['error', 'canary_step_failed', { step: 'step 1', fault: 'It answered 500.', elapsedMs: 7 }],
      ['error', 'canary_step_failed', { step: 'step 2', fault: 'It is gone.', elapsedMs: 7 }],
    ],
  });
});
