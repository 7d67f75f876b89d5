import { describe, expect, test } from 'vitest';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import { configOf, csv, mapped, number, sheet, table, workbook } from './statements.ts';

const NAMED = { member_external_id: 'Member ID', commission_amount: 'Commission', member_name: 'Name' };

describe('warnings', () => {
  test('include high_reject_rate over ten percent of ten rows or more', () => {
    const rows = (good: number, bad: number) => [
      ['Member ID', 'Commission'],
      ...Array.from({ length: good }, (_, index) => [`M${index}`, '1']),
      ...Array.from({ length: bad }, () => ['', '1']),
    ];
    const codes = (good: number, bad: number) =>
      mapped(csv(rows(good, bad)), configOf({})).warnings.map(({ code }) => code);
    expect(codes(9, 1)).toEqual([]);
    expect(codes(8, 2)).toEqual(['high_reject_rate']);
    expect(codes(5, 4)).toEqual([]);
    expect(codes(90, 10)).toEqual([]);
    expect(codes(89, 11)).toEqual(['high_reject_rate']);
  });

  test('include header_drift with configured columns that the file lacks', () => {
    const config = configOf({ columns: { ...NAMED, plan_name: ['Plan', 'Plan Name'] } });
    expect(
      mapped(
        csv([
          ['Member ID', 'Commission', 'Name'],
          ['M1', '1', 'A'],
        ]),
        config,
      ).warnings,
    ).toEqual([{ code: 'header_drift', detail: 'No column for plan_name (looked for "Plan", "Plan Name").' }]);
  });

  test('include no header_drift for a column that only some files have, until an earlier file had it', () => {
    const config = configOf({
      columns: { ...NAMED, lives: ['Members', 'Lives'], plan_name: 'Plan' },
      optionalColumns: ['lives'],
    });
    const said = (header: string[], knownHeaders: string[] | null = null) => {
      const read = mapStatement(csv([header, ['M1', '1', 'A', 'Gold', '2'].slice(0, header.length)]), config, {
        period: '2026-03',
        knownHeaders,
      });
      return read.kind === 'mapped' ? read.statement.warnings.map(({ detail }) => detail) : [read.rejection.code];
    };
    expect(said(['Member ID', 'Commission', 'Name', 'Plan'])).toEqual([]);
    expect(said(['Member ID', 'Commission', 'Name'])).toEqual(['No column for plan_name (looked for "Plan").']);
    const before = ['Member ID', 'Commission', 'Name', 'Plan', 'Lives'];
    expect(said(before, before)).toEqual([]);
    expect(said(['Member ID', 'Commission', 'Name', 'Plan'], before)).toEqual(['Column "Lives" is gone.']);
  });

  const totalled = (rows: string) => mapped(csv(table(`Member ID | Commission\n${rows}`)), configOf({})).warnings;

  test.each([
    ['a grand total', 'M1 | 1.00\nM2 | 2.00\nTotal | 3.00'],
    ['a grand total within a cent', 'M1 | 1.004\nM2 | 2.004\nTotal | 3.00'],
    ['sub-totals and a grand total', 'M1 | 1\nSubtotal | 1\nM2 | 2\nSubtotal | 2\nGrand Total | 3'],
    ['running totals', 'M1 | 1\nTotal | 1\nM2 | 2\nTotal | 3'],
    ['totals of totals', 'M1 | 1\nTotal | 1\nM2 | 2\nTotal | 2\nM3 | 4\nTotal | 4\nRegion Total | 6'],
    ['a total without an amount', 'M1 | 1\nTotal |'],
    ['a wrong sub-total below which all is well', 'M1 | 1\nSubtotal | 9\nM2 | 2\nGrand Total | 3'],
  ])('include no footer_variance for %s', (_, rows) => {
    expect(totalled(rows)).toEqual([]);
  });

  test('include footer_variance with both figures', () => {
    expect(totalled('M1 | 1.00\nM2 | 2.00\nTotal | 3.02')).toEqual([
      {
        code: 'footer_variance',
        detail: 'The statement prints a total of $3.02; the rows accepted come to $3.00.',
      },
    ]);
    expect(totalled('M1 | 1.00\n | 2.00\nTotal | 3.00')).toMatchObject([{ code: 'footer_variance' }]);
  });

  test("count rows set aside by a filter towards the carrier's total", () => {
    const config = configOf({ filter: [{ column: 'Carrier', equals: 'Acme' }] });
    const statement = mapped(
      csv(
        table(`
      Carrier | Member ID | Commission
      Acme | M1 | 1.00
      Other | M2 | 2.00
       | Total | 3.00`),
      ),
      config,
    );
    expect(statement.warnings).toEqual([]);
  });

  test('compare each sheet with its own total', () => {
    const header = ['Member ID', 'Commission'];
    const source = workbook(
      sheet('A', [header, ['M1', number(1)], ['Total', number(1)]]),
      sheet('B', [header, ['M2', number(2)], ['Total', number(5)]]),
      sheet('C', [header, ['M3', number(4)], ['Total', number(4)], ['Grand Total', number(7)]]),
    );
    const { warnings } = mapped(source, configOf({ fileType: 'xlsx', sheets: 'all' }));
    expect(warnings).toMatchObject([{ detail: expect.stringContaining('total of $5.00') }]);
  });
});
