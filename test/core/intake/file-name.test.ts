import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fileNameProblem,
  isUnfinishedName,
  purgedName,
  storableName,
  withEnding,
} from '../../../core/intake/find-period.ts';
import { propertyRuns } from '../../support/property-runs.ts';

test.each([
  'ACME_202603.csv',
  'März 2026.xlsx',
  '三月.csv',
  '-rf.csv',
  'a..b.csv',
  '$(id).csv',
  "o'brien; drop table.csv",
  'a'.repeat(255),
])('accepts %s', (name) => {
  expect(fileNameProblem(name)).toBeNull();
});

test.each([
  '',
  '.',
  '..',
  ' a.csv',
  'a.csv ',
  'folder/a.csv',
  '../a.csv',
  '..\\a.csv',
  'a\u0000.csv',
  'a\nb.csv',
  // After U+202E, the right-to-left override, the ending would be displayed as "vsc.jpg".
  'a\u202Egpj.csv',
  'a\u200B.csv',
  'a\uD800.csv',
  // U+FFFD replaces bytes that are not UTF-8.
  'a\uFFFD.csv',
  'ü'.repeat(128),
])('refuses %j', (name) => {
  expect(fileNameProblem(name)).toEqual(expect.any(String));
});

test.each(['.a.csv', '.DS_Store', 'a.csv.filepart', 'a.csv.PART', 'a.tmp'])('treats %s as unfinished', (name) => {
  expect(isUnfinishedName(name)).toBe(true);
});

test.each(['a.csv', 'part.csv', 'a.part.csv', 'tmp', 'a.csv.temp'])('does not treat %s as unfinished', (name) => {
  expect(isUnfinishedName(name)).toBe(false);
});

const anyName = fc.string({ unit: 'binary', maxLength: 300 });

test('makes a name from any name that can be stored and shown', () => {
  fc.assert(
    fc.property(anyName, (name) => {
      expect(fileNameProblem(storableName(name))).toBeNull();
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('keeps an acceptable name unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }), (name) => {
      fc.pre(fileNameProblem(name) === null);
      expect(storableName(name)).toBe(name);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('adds an ending to every name and shortens the name to keep the length limit', () => {
  fc.assert(
    fc.property(anyName, (name) => {
      const ended = withEnding(storableName(name), '.reason.txt');
      expect(ended.endsWith('.reason.txt')).toBe(true);
      expect(Buffer.byteLength(ended)).toBeLessThanOrEqual(255);
    }),
    { numRuns: propertyRuns(100) },
  );
  expect(withEnding('ü'.repeat(127), '.part')).toBe(`${'ü'.repeat(125)}.part`);
});

test.each([
  ['Jane Doe.csv', 'purged.csv'],
  ['JANE.XLSX', 'purged.xlsx'],
  ['a.csv.xlsm', 'purged.xlsm'],
  ['statement.JaneDoe', 'purged'],
  ['Jane Doe', 'purged'],
  ['', 'purged'],
  ['purged.csv', 'purged.csv'],
])('renames %s to %s, and keeps only an ending that names the kind of file', (name, neutral) => {
  expect(purgedName(name)).toBe(neutral);
});
