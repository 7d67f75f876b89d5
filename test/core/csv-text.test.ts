import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeSlug, SLUG_CHARACTERS_MAX, SLUG_FORM, slugOf } from '../../core/catalogue/shared-carrier.ts';
import { foldName } from '../../core/folded-text.ts';
import { csvLine, escapeFormula } from '../../core/row-export.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Guarantee: no exported cell is a formula, whatever delimiter the reader's spreadsheet uses. */

const SIGNS = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20'];
const DELIMITERS = [',', ';', '\t', '|'];

test.each([
  ['a;=1+1', "a;'=1+1"],
  ['a;=1+1;', "a;'=1+1;"],
  ['a\t=1+1', "a\t'=1+1"],
  ['a,@SUM(A1)', "a,'@SUM(A1)"],
  ['a\n+1', "a\n'+1"],
  ['a\r-2+3', "a\r'-2+3"],
  ['a;"=1+1;', 'a;"\'=1+1;'],
  ['a;""=1+1', 'a;""\'=1+1'],
  ['=1;=2', "'=1;'=2"],
  ['a;＝1+1', "a;'＝1+1"],
  ['1,-2.50,-.5,4', '1,-2.50,-.5,4'],
  ['[1,-2]', '[1,-2]'],
  ['["-5","-6"]', '["-5","-6"]'],
  ['a;-5,1+cmd', "a;'-5,1+cmd"],
  // A spreadsheet that splits at semicolons would read -2 and the next cell of the line as one formula.
  ['a;-2', "a;'-2"],
  ['a;-2+cmd', "a;'-2+cmd"],
  ['a; b = c, d - e', 'a; b = c, d - e'],
  ["O'Hara; Ann", "O'Hara; Ann"],
  ['a=1;b=2', 'a=1;b=2'],
])('writes %j as %j', (text, shown) => {
  expect(escapeFormula(text)).toBe(shown);
});

/** Splits a line like a spreadsheet: quotes count only at the start of a cell, and a doubled quote is one. */
function cellsOf(csv: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < csv.length; at++) {
    const character = csv.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (csv[at + 1] === '"') cell += csv.charAt(at++);
      else isQuoted = false;
    } else if (character === '"' && cell === '' && isCellStart(csv, at, delimiter)) isQuoted = true;
    else if (character === delimiter || character === '\r' || character === '\n') {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}

function isCellStart(csv: string, at: number, delimiter: string): boolean {
  return at === 0 || [delimiter, '\r', '\n'].includes(csv.charAt(at - 1));
}

const piece = fc.constantFrom(...SIGNS, ...DELIMITERS, '"', "'", '\r', '\n', 'a', '1', '.', ' ', '[', ']');
const cell = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

test('writes no formula for any cells and any delimiter', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), fc.constantFrom(...DELIMITERS), (cells, delimiter) => {
      for (const shown of cellsOf(csvLine(['id', ...cells]), delimiter)) {
        if (SIGNS.some((sign) => shown.startsWith(sign))) expect(shown).toMatch(/^-[\d.]+"*(?:$|[\]}])/);
      }
    }),
    { numRuns: propertyRuns(5_000) },
  );
});

describe('a slug', () => {
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
});

/** Guarantee: two names that a person cannot tell apart are one name. */
describe('a folded name', () => {
  test.each([
    'Cedar Mutual',
    ' CEDAR  mutual ',
    'Cedar\u00A0Mutual',
    'Cedar\u200B Mutual',
    'Ｃedar Mutual',
    'Ce\u00ADdar Mutual',
  ])('the name %j', (name) => {
    expect(foldName(name)).toBe(foldName('Cedar Mutual'));
  });

  test('a name with another sign', () => {
    expect(foldName('Cedar-Mutual')).not.toBe(foldName('Cedar Mutual'));
  });
});
