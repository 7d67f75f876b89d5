import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  commonestMonth,
  fileNameProblem,
  findPeriod,
  isUnfinishedName,
  purgedName,
  storableName,
  withEnding,
} from '../../../core/intake/find-period.ts';
import { filePatternProblem, matchCarrier, periodsOfName } from '../../../core/intake/match-carrier.ts';
import { isPeriod } from '../../../core/period.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('find period', () => {
  const found = (text: string, patterns: readonly string[] = []) => {
    const finding = findPeriod(text, patterns);
    return finding.kind === 'found' ? finding.period : null;
  };

  describe('the month of a file name or a subject', () => {
    test.each([
      ['acme-2026-03.csv', '2026-03'],
      ['acme_202603.csv', '2026-03'],
      ['03.2026.xlsx', '2026-03'],
      ['Commission 03-2026', '2026-03'],
      ['March 2026 statement', '2026-03'],
      ['mar 2026', '2026-03'],
      ['Acme_MARCH_2026.csv', '2026-03'],
      ['Sept. 2026', '2026-09'],
      ['September, 2026', '2026-09'],
      ['Statement 2026-03 (March 2026)', '2026-03'],
      ['acme-12345-2026-03-final.csv', '2026-03'],
      ['RE: your May 2026 commissions', '2026-05'],
    ])('is read from %s: %s', (text, period) => {
      expect(found(text)).toBe(period);
    });

    test.each([
      ['a name without a month', 'statement.csv'],
      ['an empty text', ''],
      ['a date, which may be of the month after', 'acme-2026-04-02.csv'],
      ['a date without separators', 'acme_20260402.csv'],
      ['a date with the day first', 'acme-02-04-2026.csv'],
      ['a date with dots', '02.04.2026'],
      ['a date in words', 'sent 2 April 2026'],
      ['a date with an ordinal', 'sent 2nd April 2026'],
      ['a day between', 'April 2, 2026'],
      ['a month 13', 'acme-2026-13.csv'],
      ['a month 00', 'acme-202600'],
      ['a longer number', 'policy 1202603'],
      ['a month with more digits behind it', 'policy 2026031'],
      ['a year alone', 'statement 2026'],
      ['a month alone', 'March statement'],
      ['a word that begins like a month', 'marching 2026, Mayor 2026'],
      ['a word that ends like a month', 'dismay 2026'],
      ['a year of the last century', 'acme-1926-03'],
      ['two months', '2026-02 2026-03'],
      ['a span', 'January 2026 to March 2026'],
      ['two forms that differ', '2026-03 (April 2026)'],
      ['two readings of the same digits', '01-2026-02'],
      ['more text than is searched', `2026-03 ${'x'.repeat(250)}`],
    ])('is never guessed: %s', (_, text) => {
      expect(found(text)).toBeNull();
    });

    test("comes from the carrier's own pattern first, in a subject as in a name", () => {
      expect(found('ACME 0326 for 2026-01', ['ACME {MM}{YY}*'])).toBe('2026-03');
      expect(found('Other 2026-01', ['ACME {MM}{YY}*'])).toBe('2026-01');
    });

    test('is not found if the patterns find two months, because the text is not searched then', () => {
      expect(found('0326.csv', ['{MM}{YY}.csv', '{YY}{MM}.csv'])).toBe('2026-03');
      expect(found('0312 2026-05.csv', ['{MM}{YY}*', '{YY}{MM}*'])).toBeNull();
    });

    test('is found in any form between any words', () => {
      const forms = [
        (year: string, month: string) => `${year}-${month}`,
        (year: string, month: string) => `${year}${month}`,
        (year: string, month: string) => `${month}.${year}`,
        (year: string, month: string) => `${month}-${year}`,
      ];
      const word = fc.stringMatching(/^[b-c]{0,8}$/);
      fc.assert(
        fc.property(
          fc.tuple(
            fc.integer({ min: 2000, max: 2099 }),
            fc.integer({ min: 1, max: 12 }),
            fc.constantFrom(...forms),
            word,
            word,
          ),
          ([year, month, form, before, after]) => {
            const shown = String(month).padStart(2, '0');
            expect(found(`${before} ${form(String(year), shown)} ${after}`)).toBe(`${year}-${shown}`);
          },
        ),
        { seed: 20_260_601, numRuns: propertyRuns(100) },
      );
    });
  });

  describe('the month of the rows', () => {
    const rows = (...months: (string | null)[]) => months.map((coverageMonth) => ({ coverageMonth }));

    test('is the one of most rows', () => {
      expect(commonestMonth(rows('2026-02', '2026-03', '2026-03', null, null, null))).toEqual({
        kind: 'found',
        period: '2026-03',
      });
    });

    test.each([
      ['no row names a month', rows(null, null)],
      ['there is no row', rows()],
      ['two months are equally frequent', rows('2026-02', '2026-03', null)],
    ])('is none when %s', (_, lines) => {
      expect(commonestMonth(lines).kind).toBe('unclear');
    });
  });

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
});

describe('match carrier', () => {
  const acme = { carrierName: 'Acme', patterns: ['ACME_{YYYY}{MM}*.csv', 'acme-{MON}-{YYYY}.csv'] };
  const summit = { carrierName: 'Summit', patterns: ['summit {MM}.{YYYY}.xlsx'] };

  test('finds one carrier and one month', () => {
    const carriers = [acme, summit];
    expect(matchCarrier('ACME_202603.csv', carriers)).toEqual({ kind: 'matched', carrier: acme, period: '2026-03' });
    expect(matchCarrier('summit 12.2025.xlsx', carriers)).toEqual({
      kind: 'matched',
      carrier: summit,
      period: '2025-12',
    });
  });

  test('accepts two patterns of one carrier that agree', () => {
    const carrier = { carrierName: 'Acme', patterns: ['ACME_{YYYY}{MM}*.csv', '*_{YYYY}{MM}.csv'] };
    expect(matchCarrier('ACME_202603.csv', [carrier])).toMatchObject({ kind: 'matched', period: '2026-03' });
  });

  test('calls two carriers unclear although they agree on the month, and names both', () => {
    const other = { carrierName: 'Acme Dental', patterns: ['ACME_*{YYYY}{MM}.csv'] };
    const match = matchCarrier('ACME_202603.csv', [acme, other]);
    expect(match).toMatchObject({ kind: 'unclear', reason: expect.stringContaining('Acme, Acme Dental') });
  });

  test('treats two carriers with one name as two', () => {
    expect(matchCarrier('ACME_202603.csv', [acme, { ...acme }])).toMatchObject({ kind: 'unclear' });
  });

  test('calls two months unclear, and names both', () => {
    const carrier = { carrierName: 'Acme', patterns: ['{YYYY}{MM}*.csv', '*{YYYY}{MM}.csv'] };
    const match = matchCarrier('202601-202603.csv', [carrier]);
    expect(match).toMatchObject({ kind: 'unclear', reason: expect.stringContaining('2026-01, 2026-03') });
  });

  test('finds nothing, and says what it looked for or that there is nothing to look for', () => {
    const unknown = matchCarrier('statement.csv', [acme, summit]);
    expect(unknown).toMatchObject({ kind: 'unclear', reason: expect.stringContaining('ACME_{YYYY}{MM}*.csv') });
    expect(matchCarrier('a.csv', [])).toMatchObject({ kind: 'unclear', reason: expect.stringContaining('No carrier') });
    const many = { carrierName: 'Acme', patterns: Array.from({ length: 50 }, (_, n) => `${n}_{YYYY}{MM}.csv`) };
    expect(matchCarrier('a.csv', [many])).toMatchObject({ reason: expect.stringContaining('…') });
  });
});
