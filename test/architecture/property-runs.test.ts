import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Guarantee: PROPERTY_RUNS sets the length of every random test, which ends by a count even on a slow machine. */

it('takes the number of runs of every property from propertyRuns, and ends none by time', async () => {
  const tests = fileURLToPath(new URL('../', import.meta.url));
  const names = (await readdir(tests, { recursive: true })).filter((name) => name.endsWith('.test.ts'));
  let properties = 0;
  const wrong: string[] = [];
  for (const name of names) {
    const text = await readFile(join(tests, name), 'utf8');
    const asserted = text.split(/\bfc\.assert\(/).length - 1;
    if (asserted === 0 || name === 'architecture/property-runs.test.ts') continue;
    properties += asserted;
    const fixed = /(?<!sample\(.*)numRuns: [\d_]+/.test(text);
    const byTime = /interruptAfterTimeLimit|skipAllAfterTimeLimit/.test(text);
    if (fixed || byTime || !text.includes('propertyRuns(')) wrong.push(name);
  }
  expect(wrong).toEqual([]);
  expect(properties).toBeGreaterThan(100);
});
