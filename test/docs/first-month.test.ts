import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Guarantee: the page for owners names buttons, screens and parts as the console shows them. */

const page = readFileSync('docs/howto/first-month.md', 'utf8');
const source = globSync('console/**/*.{ts,tsx}')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const labels = [...new Set([...page.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label.trim()))];
const parts = [...page.matchAll(/^\| ([^|]+) \|/gm)].map(([, label = '']) => label).filter((label) => label !== 'Part');

describe('the labels of the page', () => {
  test('are read from it', () => {
    expect(labels.length).toBeGreaterThan(10);
    expect(parts).toContain('Gone');
  });

  test.each([...labels, ...parts])('%s is in the console', (label) => {
    const beginsWithIt = ['>', "'", '"', '`', '  '].some((before) => source.includes(`${before}${label}`));
    expect(beginsWithIt).toBe(true);
  });
});
