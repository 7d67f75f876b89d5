import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { outcomeCells, verdictOn } from '../../measure/speed/outcome.ts';
import { performancePage, type Results, readResults } from '../../measure/speed/performance-page.ts';

/** Guarantee: docs/performance.md states exactly the measured results, and marks every exceeded bar. */

it('is what the bench writes of docs/performance.json to docs/performance.md', async () => {
  const kept = await readResults();
  expect(Object.keys(kept).length).toBeGreaterThan(0);
  expect(readFileSync('docs/performance.md', 'utf8')).toBe(performancePage(kept));
});

const outcome = (ratio: number | null, barMax: number | null) => ({
  what: 'POST | GET',
  measured: '2.00 s',
  compared: '1.00 s',
  ratio,
  barMax,
});

describe('a figure and its bar', () => {
  it.each([
    [1.5, 1.5, 'pass'],
    [1.500001, 1.5, 'over'],
    [0.2, null, ''],
    [null, 1, 'not compared'],
    [Number.NaN, 1, 'over'],
  ])('%s of %s: %s', (ratio, barMax, verdict) => {
    expect(verdictOn({ ratio, barMax })).toBe(verdict);
  });

  it('are shown with two decimals', () => {
    expect(outcomeCells(outcome(1.006, 1))).toEqual(['POST | GET', '1.01', '≤ 1', 'over', '2.00 s', '1.00 s']);
    expect(outcomeCells(outcome(null, null))).toEqual(['POST | GET', '–', '', 'not compared', '2.00 s', '1.00 s']);
  });
});

describe('the page', () => {
  const result = (title: string, ...outcomes: readonly ReturnType<typeof outcome>[]): Results[string] => ({
    section: { title, about: 'One against the other.', outcomes },
    machine: 'a machine',
    measuredOn: '2026-11-21',
    seed: 7,
  });
  const page = performancePage({
    one: result('Into the database', outcome(2, 5), outcome(5.5, 5), outcome(9, null)),
    two: result('Reports', outcome(1, 2)),
  });

  it('counts the met bars of each section, and names the worst figure', () => {
    expect(page).toContain('| [Into the database](#into-the-database) | 1 of 2 | POST \\| GET: 5.50 of ≤ 5 |');
    expect(page).toContain('| [Reports](#reports) | 1 of 1 | POST \\| GET: 1.00 of ≤ 2 |');
  });

  it('has each section with its machine, day and seed', () => {
    expect(page).toContain('## Reports\n\nOne against the other. Measured on 2026-11-21, with seed 7.\n');
    expect(page.match(/Measured on a machine\./g)).toHaveLength(1);
    expect(page.match(/^\| POST/gm)).toHaveLength(4);
  });
});
