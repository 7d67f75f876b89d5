import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DateOptions, readDate, readMonth, serialDate } from '../../../core/statement/calendar-date.ts';
import type { Cell } from '../../../core/statement/source.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { configOf, csv, mapped, number, serial, sheet, workbook } from './statements.ts';

const OPEN_ENDED = ['9999-12-31', '2078-12-31', '1900-01-01'];
const MDY: DateOptions = { order: 'MDY', openEnded: OPEN_ENDED };
const DMY: DateOptions = { order: 'DMY', openEnded: OPEN_ENDED };
const YMD: DateOptions = { order: 'YMD', openEnded: OPEN_ENDED };

function date(cell: Cell, options = MDY): string | null {
  const reading = readDate(cell, options);
  return reading.ok ? reading.date : `problem: ${reading.problem}`;
}

const NO_DATE = 'problem: is not a date';

describe('forms of one day', () => {
  test.each([
    '3/5/2026',
    '03/05/2026',
    '3-5-2026',
    '3.5.2026',
    '3/5/26',
    '03/05/26',
    '2026-03-05',
    '2026-3-5',
    '2026/03/05',
    '2026.03.05',
    '2026-03-05T00:00:00',
    '2026-03-05T00:00:00.000',
    '2026-03-05T00:00:00Z',
    '2026-03-05T23:59:59.999+05:00',
    '2026-03-05 00:00:00',
    '3/5/2026 12:00:00 AM',
    '3/5/2026 0:00',
    '20260305',
    '03052026',
    '5-Mar-2026',
    '05-MAR-2026',
    '5-Mar-26',
    '05 March 2026',
    '05MAR2026',
    'Mar 5, 2026',
    'March 5, 2026',
    'March 5th, 2026',
    'Mar. 5, 2026',
    'Mar 5 2026',
    'mar-05-2026',
    '2026-Mar-05',
    "'3/5/2026",
    ' 3/5/2026 ',
    '\u00a03/5/2026',
    '46086',
  ])('include %j', (text) => {
    expect(date(text)).toBe('2026-03-05');
  });

  test('are read in the configured order, whatever the figures suggest', () => {
    expect(date('3/5/2026', DMY)).toBe('2026-05-03');
    expect(date('05032026', DMY)).toBe('2026-03-05');
    expect(date('26/3/5', YMD)).toBe('2026-03-05');
    expect(date('3/5/2026', YMD)).toBe(NO_DATE);
    expect(date('2026-03-05', DMY)).toBe('2026-03-05');
    expect(date('15/03/2026', MDY)).toBe(NO_DATE);
    expect(date('03/15/2026', DMY)).toBe(NO_DATE);
  });

  test('may have two digits of a year', () => {
    expect(date('1/1/00')).toBe('2000-01-01');
    expect(date('1/1/69')).toBe('2069-01-01');
    expect(date('1/1/70')).toBe('1970-01-01');
  });
});

describe('a month stands for its first day', () => {
  test.each([
    'Mar-26',
    'MAR-26',
    'Mar 26',
    'Mar-2026',
    'March 2026',
    'march, 2026',
    "Mar '26",
    'MAR26',
    '3-2026',
    '03/2026',
    '3.2026',
    '2026-03',
    '2026/3',
    '202603',
    '2026-Mar',
  ])('in the form %j', (text) => {
    expect(date(text)).toBe('2026-03-01');
    expect(readMonth(text, MDY)).toEqual({ ok: true, month: '2026-03' });
  });

  test.each<[Cell, string]>([
    ['6/1/26', '2026-06'],
    ['2026-06-01 00:00:00', '2026-06'],
    ['46174', '2026-06'],
    [serial(46_174), '2026-06'],
    [number(202_606), '2026-06'],
    ['Sept 2026', '2026-09'],
  ])('of %j is %s', (cell, month) => {
    expect(readMonth(cell, MDY)).toEqual({ ok: true, month });
  });

  test.each(['JAN', '13/2026', '2026-00', 'Mar', '3', 'Q1 2026', 'Humana - March 2026'])('is not %j', (text) => {
    expect(readMonth(text, MDY)).toEqual({ ok: false, problem: 'is not a month' });
  });

  test('is null when blank', () => {
    expect(readMonth('', MDY)).toEqual({ ok: true, month: null });
  });
});

test.each([
  '2/30/2026',
  '2/29/2026',
  '2/29/1900',
  '4/31/2026',
  '13/1/2026',
  '0/1/2026',
  '1/0/2026',
  '3/5/026',
  '3/5/12026',
  '3/5-2026',
  '3/5',
  '32-Jan-2026',
  '5-Foo-2026',
  '1-Mar',
  '2026',
  '1234567',
  '3152026',
  '20261301',
  '203013',
  'soon',
  'N/A',
  '#REF!',
  '0001-01-01',
  '1799-12-31',
  '00060',
  '1'.repeat(61),
])('refuses %j as a date', (text) => {
  expect(date(text)).toBe(NO_DATE);
});

test('accepts 29 February in leap years only', () => {
  expect(date('2/29/2024')).toBe('2024-02-29');
  expect(date('2/29/2000')).toBe('2000-02-29');
  expect(date('2/29/2100')).toBe(NO_DATE);
});

test.each(['', '  ', '-', '\u2014', '0', '00/00/0000', '0000-00-00', '0000-00-00 00:00:00'])(
  'reads %j as a missing date',
  (text) => {
    expect(date(text)).toBeNull();
  },
);

test('reads open-ended dates as missing, even with two digits of a year', () => {
  for (const text of [
    '12/31/9999',
    '9999-12-31',
    '99991231',
    '31-DEC-9999',
    '2078-12-31',
    '1/1/1900',
    '12/31/99',
    '12/31/78',
  ]) {
    expect(date(text)).toBeNull();
  }
  expect(date(serial(2_958_465))).toBeNull();
  expect(date(serial(1))).toBeNull();
  expect(date('12/31/9999', { order: 'MDY', openEnded: [] })).toBe('9999-12-31');
  expect(date('12/31/99', { order: 'MDY', openEnded: [] })).toBe('1999-12-31');
});

describe('serial numbers', () => {
  test.each([
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [60, false, null],
    [61, false, '1900-03-01'],
    [46_086, false, '2026-03-05'],
    [46_086.75, false, '2026-03-05'],
    [46_085.999_999_999, false, '2026-03-05'],
    [2_958_465, false, '9999-12-31'],
    [2_958_466, false, null],
    [-1, false, null],
    [Number.NaN, false, null],
    [0, true, '1904-01-01'],
    [44_624, true, '2026-03-05'],
  ])('turn %d (1904: %s) into %s', (value, date1904, expected) => {
    expect(serialDate(value, date1904)).toBe(expected);
  });

  test('are read without a date format in a date column', () => {
    expect(date(number(46_086))).toBe('2026-03-05');
    expect(date(number(46_086.5))).toBe('2026-03-05');
    expect(date(number(20_260_305))).toBe('2026-03-05');
    expect(date(number(202_603))).toBe('2026-03-01');
    expect(date(number(3_052_026, '00000000'))).toBe('2026-03-05');
    expect(date(number(3_052_026))).toBe(NO_DATE);
    expect(date(number(0))).toBeNull();
    expect(date(number(2026))).toBe(NO_DATE);
    expect(date(number(-46_086))).toBe(NO_DATE);
    expect(date(number(1.5))).toBe(NO_DATE);
    expect(date({ value: 44_624, format: { code: 'General', isDate: false, date1904: true } })).toBe('2026-03-05');
  });

  test('returns every day of the calendar from its serial number and every form', () => {
    const epoch = Date.UTC(1899, 11, 30) / 86_400_000;
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 2_958_464 }), (day) => {
        const iso = new Date((epoch + day) * 86_400_000).toISOString().slice(0, 10);
        const [year, month, dayOfMonth] = iso.split('-').map(Number);
        const none: DateOptions = { order: 'MDY', openEnded: [] };
        expect(serialDate(day, false)).toBe(iso);
        expect(date(serial(day - 1462, true), none)).toBe(day > 1462 ? iso : day === 1462 ? null : NO_DATE);
        expect(date(`${month}/${dayOfMonth}/${year}`, none)).toBe(iso);
        expect(date(`${dayOfMonth}/${month}/${year}`, { order: 'DMY', openEnded: [] })).toBe(iso);
        expect(date(iso.replaceAll('-', ''), none)).toBe(iso);
        expect(date(`${iso}T12:34:56.789Z`, none)).toBe(iso);
      }),
      { seed: 20260304, numRuns: propertyRuns(1000) },
    );
  });

  test('never throws, or returns an invalid day, for any text', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-/. ,0-9JanFebMrT:Z]{0,24}$/));
    fc.assert(
      fc.property(texts, fc.constantFrom(MDY, DMY, YMD), (text, options) => {
        const reading = readDate(text, options);
        if (!reading.ok || reading.date === null) return;
        expect(new Date(`${reading.date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(reading.date);
      }),
      { seed: 20260305, numRuns: propertyRuns(3000) },
    );
  });
});

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
