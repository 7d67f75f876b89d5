import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeSlug, SLUG_CHARACTERS_MAX, SLUG_FORM, slugOf } from '../../core/csv-text.ts';
import { propertyRuns } from '../support/property-runs.ts';

test.each([
  ['Summit Senior Life', 'summit-senior-life'],
  ['  Béla & Söhne (PPO) ', 'bela-sohne-ppo'],
  ['Ａ１ Health', 'a1-health'],
  ['光', 'carrier'],
  ['--', 'carrier'],
])('turns %s into %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('gives a taken slug the first free number', () => {
  expect(freeSlug('a', new Set())).toBe('a');
  expect(freeSlug('a', new Set(['a', 'a-2', 'a-4']))).toBe('a-3');
});

test('makes a valid slug from any name, which is short enough and free', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 0, max: 20 }), (name, others) => {
      const taken = new Set<string>();
      for (let made = 0; made <= others; made++) {
        const slug = freeSlug(slugOf(name), taken);
        expect(slug).toMatch(SLUG_FORM);
        expect(slug.length).toBeLessThanOrEqual(SLUG_CHARACTERS_MAX);
        expect(taken.has(slug)).toBe(false);
        taken.add(slug);
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});
