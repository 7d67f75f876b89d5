import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filePatternProblem, periodsOfName } from '../../../core/intake/match-carrier.ts';
import { isPeriod } from '../../../core/period.ts';
import { propertyRuns } from '../../support/property-runs.ts';

test.each([
  ['ACME_{YYYY}{MM}*.csv', 'ACME_202603.csv', ['2026-03']],
  ['ACME_{YYYY}{MM}*.csv', 'ACME_20260331_final.csv', ['2026-03']],
  ['ACME_{YYYY}{MM}*.csv', 'acme_202603.CSV', ['2026-03']],
  ['*_{MON}-{YY}.xlsx', 'Summit Life_Mar-26.xlsx', ['2026-03']],
  ['{MON}{YYYY}.csv', 'december2025.csv', []],
  ['{MM}{YY}.csv', '0326.csv', ['2026-03']],
  ['Übersicht {YYYY}-{MM}.csv', 'U\u0308bersicht 2026-03.csv', ['2026-03']],
  ['a.b({YYYY}+{MM})$.csv', 'a.b(2026+03)$.csv', ['2026-03']],
  ['a.b{YYYY}{MM}', 'axb202603', []],
  // The pattern must match the whole name.
  ['ACME_{YYYY}{MM}.csv', 'ACME_202603.csv.exe', []],
  ['ACME_{YYYY}{MM}.csv', 'x/../ACME_202603.csv', []],
  ['ACME_{YYYY}{MM}.csv', '\nACME_202603.csv', []],
  ['ACME_{YYYY}{MM}.csv', 'ACME_202613.csv', []],
  ['ACME_{YYYY}{MM}.csv', 'ACME_202600.csv', []],
  ['ACME_{YYYY}{MM}.csv', 'ACME_٢٠٢٦٠٣.csv', []],
  // With a star before the year, the digits of a day can be read in two ways: as 2026-03, and as 2603, which is no year.
  ['*{YYYY}{MM}*', '20260331', ['2026-03']],
  ['*{YYYY}{MM}*', '20200601', ['2006-01', '2020-06']],
  ['*{YYYY}{MM}*', 'from 202601 to 202603', ['2026-01', '2026-03']],
  ['*{YYYY}*{MM}*', '2026-01-02', ['2026-01', '2026-02']],
] as const)('%s reads %s as %j', (pattern, name, periods) => {
  expect(periodsOfName(pattern, name)).toEqual(periods);
});

test('shows two months if a name can be read as several', () => {
  expect(periodsOfName('{YYYY}*{MM}*', '2026 01 02 03 04 05')).toHaveLength(2);
});

test.each([
  ['ACME.csv', /needs \{YYYY\}/],
  ['ACME_{YYYY}.csv', /needs/],
  ['ACME_{YYYY}{YY}{MM}.csv', /once/],
  ['ACME_{YYYY}{MM}{MON}.csv', /once/],
  ['ACME_{YYYY}{DD}{MM}.csv', /\{DD\}/],
  ['in/ACME_{YYYY}{MM}.csv', /slash/],
] as const)('%s is not a pattern, and matches nothing', (pattern, problem) => {
  expect(filePatternProblem(pattern)).toMatch(problem);
  expect(periodsOfName(pattern, 'ACME_202603.csv')).toEqual([]);
});

test('accepts a pattern in any case', () => {
  expect(filePatternProblem('acme {yyyy} {mon}.csv')).toBeNull();
  expect(periodsOfName('acme {yyyy} {mon}.csv', 'ACME 2026 MAR.CSV')).toEqual(['2026-03']);
});

// A backtracking regular expression would try some 10^40 ways to match these names.
test('reads the longest names and patterns with the most possible matches', () => {
  const stars = `${'*1'.repeat(120)}*{YYYY}*{MM}*x`;
  expect(periodsOfName(stars, '1'.repeat(255))).toEqual([]);
  expect(periodsOfName('*{YYYY}*{MM}*', '20'.repeat(127))).toEqual(['2020-02']);
  expect(periodsOfName(`${'*'.repeat(240)}{YYYY}{MM}`, `${'1'.repeat(249)}202603`)).toEqual(['2026-03']);
});

const piece = fc.constantFrom('*', 'a', '1', '0', '2', '-');
const patterns = fc
  .tuple(fc.array(piece, { maxLength: 4 }), fc.array(piece, { maxLength: 3 }), fc.array(piece, { maxLength: 4 }))
  .chain(([before, between, after]) =>
    fc
      .constantFrom(['{YYYY}', '{MM}'], ['{MM}', '{YYYY}'], ['{YY}', '{MON}'], ['{MON}', '{YY}'])
      .map(([first = '', second = '']) => [...before, first, ...between, second, ...after].join('')),
  );
const names = fc
  .array(fc.constantFrom('a', '1', '0', '2', '-', '20', '01', '12', '2012', 'jan', 'Dec'), { maxLength: 9 })
  .map((parts) => parts.join(''));

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Tries every possible month in place of the placeholders. */
function periodsByTrying(pattern: string, name: string): readonly string[] {
  const found = new Set<string>();
  for (const [index, monthName] of MONTH_NAMES.entries()) {
    const month = index + 1;
    for (let year = 1900; year <= 2099; year++) {
      if (pattern.includes('{YY}') && year < 2000) continue;
      const text = pattern
        .replace('{YYYY}', String(year))
        .replace('{YY}', String(year).slice(2))
        .replace('{MM}', String(month).padStart(2, '0'))
        .replace('{MON}', monthName);
      const form = new RegExp(`^${text.replaceAll(/\*+/g, '.*')}$`, 'i');
      if (form.test(name)) found.add(`${year}-${String(month).padStart(2, '0')}`);
    }
  }
  return [...found].sort();
}

test('finds none, one or several months, exactly as if every month were tried', () => {
  fc.assert(
    fc.property(patterns, names, (pattern, name) => {
      const expected = periodsByTrying(pattern, name);
      const actual = periodsOfName(pattern, name);
      expect(actual.every(isPeriod)).toBe(true);
      expect(expected).toEqual(expect.arrayContaining([...actual]));
      expect(actual).toHaveLength(Math.min(2, expected.length));
    }),
    { numRuns: propertyRuns(40) },
  );
});
