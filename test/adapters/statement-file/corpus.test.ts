import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from './reading.ts';

const CORPUS = '../shared/corpus';
const present = existsSync(CORPUS);

/** Public test files of other projects, if they are available; the fixtures of the other tests cover the same faults. */
describe.runIf(present)('real irregular files', () => {
  const files = present
    ? readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((name) =>
        statSync(`${CORPUS}/${name}`).isFile(),
      )
    : [];

  it('are enough to be meaningful', () => {
    expect(files.length).toBeGreaterThan(100);
  });

  it.each(files)('include %s, which ends in rows or a plain refusal with any declared type', (name) => {
    const bytes = readFileSync(`${CORPUS}/${name}`);
    const outcomes = [outcomeOf(bytes, 'csv'), outcomeOf(bytes, 'xlsx')];
    for (const outcome of outcomes) if (typeof outcome === 'string') expect(outcome).toMatch(/^[A-Z].{10,300}\.$/s);
    expect(outcomes.filter((outcome) => typeof outcome === 'number').length).toBeLessThanOrEqual(1);
  });
});
