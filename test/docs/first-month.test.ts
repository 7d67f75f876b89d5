import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Guarantee: the page for owners names buttons, screens and tiles as the console shows them. */

const page = readFileSync('docs/howto/first-month.md', 'utf8');
const source = globSync('console/**/*.{ts,tsx}')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const labels = [...new Set([...page.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label.trim()))];
const tiles = [...page.matchAll(/^\| ([^|]+) \|/gm)].map(([, label = '']) => label).filter((label) => label !== 'Tile');

describe('the labels of the page', () => {
  test('are read from it', () => {
    expect(labels.length).toBeGreaterThan(10);
    expect(tiles).toContain('Gone');
  });

  test.each([...labels, ...tiles])('%s is in the console', (label) => {
    const beginsWithIt = ['>', "'", '"', '`', '  '].some((before) => source.includes(`${before}${label}`));
    expect(beginsWithIt).toBe(true);
  });
});
