import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { expressionSize } from '../../../core/statement/pattern.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Returns the size of RE2's program, or null for a broken pattern. */
function programSize(expression: string): number | null {
  try {
    return RE2JS.compile(expression).programSize();
  } catch {
    return null;
  }
}

const LEAVES = [
  'a',
  'bc',
  '.',
  '\\d',
  '\\pL',
  '\\x{41}',
  '[a-z]',
  '[^]x]',
  '[[:alpha:](]',
  '[)\\]{2}]',
  '\\Q(]{3}\\E',
  '\\(',
  '^',
  '$',
  '\\b',
  '',
];
const REPETITIONS = ['*', '+', '?', '*?', '{0}', '{1}', '{3}', '{2,}', '{0,}', '{0,4}', '{2,5}', '{3}?'];

const { expression } = fc.letrec<{ expression: string; group: string; item: string }>((tie) => ({
  expression: fc.array(tie('item'), { maxLength: 4 }).map((items) => items.join('')),
  group: fc
    .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?P<n>'), fc.array(tie('expression'), { minLength: 1, maxLength: 3 }))
    .map(([open, branches]) => `${open}${branches.join('|')})`),
  item: fc
    .tuple(
      fc.oneof({ depthSize: 'small' }, fc.constantFrom(...LEAVES), tie('group')),
      fc.constantFrom('', ...REPETITIONS),
    )
    .map((parts) => parts.join('')),
}));

describe('the size estimated from the text', () => {
  test('is never less than the program, whatever is nested and quoted', () => {
    let compiled = 0;
    fc.assert(
      fc.property(expression, (text) => {
        const size = programSize(text);
        if (size !== null) compiled += 1;
        expect(expressionSize(text).instructions, text).toBeGreaterThanOrEqual(size ?? 0);
      }),
      { numRuns: propertyRuns(3_000) },
    );
    expect(compiled).toBeGreaterThan(propertyRuns(1_000));
  });

  test('counts a repetition after an empty quotation for the part before it', () => {
    for (const text of ['-{9}\\Q\\E{9}', 'a\\Q\\E{9}', '(ab)\\Q\\E\\Q\\E{9}']) {
      expect(expressionSize(text).instructions, text).toBeGreaterThanOrEqual(programSize(text) ?? 0);
    }
  });

  test('is never less for any characters in any order', () => {
    const signs = fc.array(fc.constantFrom(...'()[]{}|*+?\\^$:-,019aQEpP', '(?', '{9}', '{0,9}', '\\Q', '\\E', '[^'), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(
        signs.map((parts) => parts.join('')),
        (text) => {
          expect(expressionSize(text).instructions, text).toBeGreaterThanOrEqual(programSize(text) ?? 0);
        },
      ),
      { numRuns: propertyRuns(20_000) },
    );
  });

  test('is close to the program for typical formats', () => {
    for (const text of [
      'chargeback|chgbck|clawback|recoup',
      '^(\\d{3})-(\\d{2})-(\\d{4})$',
      'page \\d+ of \\d+',
      '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    ]) {
      expect(expressionSize(text).instructions).toBeLessThan(2 * (programSize(text) ?? 0) + 10);
    }
  });
});
