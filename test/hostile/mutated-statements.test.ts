import { fork } from 'node:child_process';
import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../support/property-runs.ts';
import { FUZZ_SEED } from './fuzz-settings.ts';
import { mutated, mutations, oddFiles } from './mutations.ts';
import { CONFIGS, inferFormat, readStatement } from './read-statement.ts';

/** Guarantee: any damaged file gives a plain message, or a statement of which every row is accounted for. */

const files = oddFiles().map(({ bytes }) => bytes);
const file = fc.nat(files.length - 1).map((index) => files[index] ?? Buffer.alloc(0));
const PLAIN = /^[A-Z][\s\S]{10,2500}\.$/;

describe('damaged statements', () => {
  test('are read or refused, and no row is lost', () => {
    const outcomes = { refused: 0, mapped: 0 };
    const damaged = fc.tuple(file, mutations, file, fc.constantFrom(...CONFIGS));
    fc.assert(
      fc.property(damaged, ([original, changes, donor, config]) => {
        const reading = readStatement(mutated(original, changes, donor), config);
        outcomes[reading.kind] += 1;
        if (reading.kind === 'refused') expect(reading.message).toMatch(PLAIN);
      }),
      { seed: FUZZ_SEED, numRuns: propertyRuns(4_000) },
    );
    expect(Math.min(outcomes.refused, outcomes.mapped)).toBeGreaterThan(0);
  });

  test('give a format or the reason why none fits', async () => {
    await fc.assert(
      fc.asyncProperty(file, mutations, file, async (original, changes, donor) => {
        const message = await inferFormat(mutated(original, changes, donor));
        if (message !== null) expect(message).toMatch(PLAIN);
      }),
      { seed: FUZZ_SEED, numRuns: propertyRuns(1_000) },
    );
  });

  test('give the same result twice', () => {
    fc.assert(
      fc.property(file, mutations, file, fc.constantFrom(...CONFIGS), (original, changes, donor, config) => {
        const bytes = mutated(original, changes, donor);
        expect(readStatement(bytes, config)).toEqual(readStatement(bytes, config));
      }),
      { seed: FUZZ_SEED + 1, numRuns: propertyRuns(300) },
    );
  });
});

test('reads the largest and the worst files within 256 MB of heap', async () => {
  const child = fork(new URL('./large-statements.ts', import.meta.url), {
    execArgv: ['--max-old-space-size=256'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(String(chunk)));
  const [code] = await once(child, 'exit');
  expect([code, output.join('')]).toEqual([0, 'read: 9\n']);
});
