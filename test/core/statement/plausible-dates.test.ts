import { describe, expect, test } from 'vitest';
import { configOf, csv, mapped, serial, sheet, workbook } from './statements.ts';

/** Guarantee: no cover begins decades ahead or ends before it begins, unless a warning of the row says so. */

const COLUMNS = {
  member_external_id: 'Member ID',
  commission_amount: 'Commission',
  effective_date: 'Effective',
  term_date: 'Term',
};
const HEADER = ['Member ID', 'Commission', 'Effective', 'Term'];

function read(effective: string, term: string) {
  const statement = mapped(csv([HEADER, ['M1', '5.00', effective, term]]), configOf({ columns: COLUMNS }));
  const [line] = statement.lines;
  return [line?.effectiveDate, line?.termDate, statement.rowWarnings.map(({ detail }) => detail.split(' ')[0])];
}

describe('the dates of a line', () => {
  test.each<[string, string, string | null, string | null, readonly string[]]>([
    ['1/1/69', '', null, null, ['effective_date']],
    ['1/1/45', '', null, null, ['effective_date']],
    ['1/1/2069', '', null, null, ['effective_date']],
    ['5/1/26', '6/30/70', '2026-05-01', null, ['term_date']],
    ['5/1/26', '30-Jun-75', '2026-05-01', null, ['term_date']],
    ['1/1/05', '12/31/98', '2005-01-01', null, ['term_date']],
    ['5/1/2026', '12/31/1930', '2026-05-01', null, ['term_date']],
    ['5/1/26', '12/31/23', '2026-05-01', '2023-12-31', ['term_date']],
  ])('%s to %s cause a warning', (effective, term, begin, end, warnings) => {
    expect(read(effective, term)).toEqual([begin, end, warnings]);
  });

  test.each<[string, string, string, string | null]>([
    ['7/1/98', '', '1998-07-01', null],
    ['7/1/98', '6/30/98', '1998-07-01', '1998-06-30'],
    ['1/1/2026', '12/31/2025', '2026-01-01', '2025-12-31'],
    ['4/1/26', '12/31/68', '2026-04-01', '2068-12-31'],
    ['1/1/31', '', '2031-01-01', null],
  ])('%s to %s cause none', (effective, term, begin, end) => {
    expect(read(effective, term)).toEqual([begin, end, []]);
  });

  test('are judged in a trial, too, which knows no month', () => {
    const source = csv([HEADER, ['M1', '5.00', '1/1/69', ''], ['M2', '5.00', '1/1/31', '']]);
    const { lines } = mapped(source, configOf({ columns: COLUMNS }), '');
    expect(lines.map(({ effectiveDate }) => effectiveDate)).toEqual([null, '2031-01-01']);
  });

  test('of a spreadsheet that took a year of two figures for the last century are found, too', () => {
    const rows = [HEADER, ['M1', '5.00', serial(46_143), serial(11_323)]];
    const statement = mapped(workbook(sheet('Lines', rows)), configOf({ fileType: 'xlsx', columns: COLUMNS }));
    expect(statement.lines[0]).toMatchObject({ effectiveDate: '2026-05-01', termDate: null });
    expect(statement.rowWarningCount).toBe(1);
  });
});
