import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonestMonth, findPeriod } from '../../../core/intake/find-period.ts';
import { propertyRuns } from '../../support/property-runs.ts';

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
