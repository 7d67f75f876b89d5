import { describe, expect, test } from 'vitest';
import { readAmount } from '../../../core/statement/amount.ts';
import { configOf, mapped, number, sheet, workbook } from './statements.ts';

/** Guarantee: a number of a workbook has the sign that a person sees, or its row fails or has a warning. */

const read = (value: number, code: string, creditDebitMark: 'negative' | 'cr_positive' | 'ignore' = 'negative') => {
  const reading = readAmount(number(value, code), { decimal: '.', creditDebitMark });
  return reading.ok ? reading.amount / 10_000 : reading.problem;
};

describe('a number format', () => {
  test.each(['(0.00)', '-0.00', '"-"0.00', '0.00-', '0.00"-"', '0.00" CR"', '$(0.00)', '[>100]0.00;(0.00)'])(
    'that shows a sign makes a number above zero negative: %s',
    (code) => {
      expect(read(10.5, code)).toBe(-10.5);
    },
  );

  test('shows a mark that is read by the rule of marks', () => {
    expect(read(10, '0.00" CR";0.00" DR"', 'cr_positive')).toBe(10);
    expect(read(-10, '0.00" CR";0.00" DR"', 'cr_positive')).toBe(-10);
    expect(read(10, '0.00" CR"', 'ignore')).toBe(10);
  });

  test.each([
    '0.00',
    '0.00;0.00',
    '0.00;[Red]0.00',
    '#,##0.00_);(#,##0.00)',
    '#,##0.00_);[Red]\\(#,##0.00\\)',
    '_($* #,##0.00_);_($* \\(#,##0.00\\);_($* "-"??_);_(@_)',
    '_-* #,##0.00_-;\\-* #,##0.00_-;_-* "-"??_-;_-@_-',
    '$#,##0.00;-$#,##0.00',
    '[$$-409]#,##0.00',
    '#,##0.00\\ "USD"',
    '0.00E+00',
    '# ?/?',
    '0.00;0.00-',
    '@',
  ])('of usual amounts changes nothing: %s', (code) => {
    expect([read(10.5, code), read(-10.5, code), read(0, code)]).toEqual([10.5, -10.5, 0]);
  });

  test.each(['0.00%', '[$€-407] #,##0.00', '#,##0.00 [$CAD]', '0.0,"K"', '"Paid by "0.00'])(
    'with a unit that no amount has is a problem: %s',
    (code) => {
      expect(read(10, code)).toMatch(/is a percentage|is not an amount/);
    },
  );

  test.each([
    ['0.00;0.00', 1],
    ['General;General', 1],
    ['0.00;[Red]0.00', 0],
    ['#,##0.00_);(#,##0.00)', 0],
  ])('that hides a minus causes a warning of the row: %s', (code, warnings) => {
    const rows = [
      ['Member ID', 'Commission'],
      ['M1', number(5, code)],
      ['M2', number(-5, code)],
    ];
    const statement = mapped(workbook(sheet('Lines', rows)), configOf({ fileType: 'xlsx' }));
    expect(statement.lines.map(({ amount }) => amount)).toEqual([50_000, -50_000]);
    expect(statement.rowWarnings.map(({ row }) => row)).toEqual(Array.from({ length: warnings }, () => 3));
  });
});
