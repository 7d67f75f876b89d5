import { describe, expect, test } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { readAmount } from '../../../core/statement/amount.ts';
import { amountsOf, configOf, csv, mapped, number, sheet, skippedOf, table, workbook } from './statements.ts';

/** Guarantee: a row with money above the header is read, fails, or causes a warning and a low confidence. Titles cause neither. */

const HEADER = 'Member ID | Member Name | Effective Date | Commission';
const LINES = `1003 | Foe, Cy | 02/01/2026 | 30.00
  1004 | Poe, Di | 02/01/2026 | 40.00`;
const SORTED = `1001 | Lee, Ann | 05/01/2026 | 10.00
  1002 | Ray, Bob | 03/01/2026 | 20.00`;
const config = configOf({ columns: { member_external_id: 'Member ID', commission_amount: 'Commission' } });
const read = (...parts: readonly string[]) => mapped(csv(table(parts.join('\n'))), config);
const infer = (...parts: readonly string[]) => inferConfig(csv(table(parts.join('\n'))));
const codes = (statement: ReturnType<typeof read>) => statement.warnings.map(({ code }) => code);

describe('lines above the header', () => {
  const all = [
    ['1001', 10],
    ['1002', 20],
    ['1003', 30],
    ['1004', 40],
  ];

  test('are read, and the total below counts them', () => {
    const statement = read(SORTED, HEADER, LINES, 'Total | | | 100.00');
    expect(amountsOf(statement)).toEqual(all);
    expect(statement.warnings).toEqual([]);
  });

  test.each<[string, readonly string[]]>([
    ['in a workbook', [SORTED, HEADER, LINES]],
    ['behind titles', ['Acme Health', 'Agent: 12345 | Statement date 03/31/2026', '|', SORTED, HEADER, LINES]],
    [
      'with a repeated header',
      [SORTED, HEADER, '1003 | Foe, Cy | 02/01/2026 | 30.00', HEADER, '1004 | Poe, Di | | 40.00'],
    ],
    ['when all lines are there', [SORTED, LINES, HEADER]],
    ['with a total', [SORTED, 'Total | | | 30.00', HEADER, LINES]],
  ])('are read %s', (_, parts) => {
    expect(amountsOf(read(...parts))).toEqual(all);
  });

  test('of a workbook are read as numbers', () => {
    const rows = [
      ['A1', 'Ann Lee', number(10)],
      ['Member ID', 'Name', 'Commission'],
      ['B2', 'Bob Ray', number(20)],
    ];
    expect(amountsOf(mapped(workbook(sheet('Lines', rows)), configOf({ fileType: 'xlsx' })))).toEqual([
      ['A1', 10],
      ['B2', 20],
    ]);
  });

  test('fail with a reason when their amount is unreadable', () => {
    const { failures } = read(
      '1001 | Lee, Ann | 05/01/2026 | 10.00',
      '1002 | Ray, Bob | 03/01/2026 | 2O.00',
      HEADER,
      LINES,
    );
    expect(failures).toMatchObject([{ row: 2, errors: ['commission_amount "2O.00" is not an amount'] }]);
  });

  test.each(['1001 | Lee, Ann | 05/01/2026 | abc', '1001 | Lee, Ann | 05/01/2026 | 10,00,0 USD?'])(
    'fail alone too: %s',
    (row) => {
      const { failures, lines } = read('Acme Health', row, HEADER, LINES);
      expect(failures).toMatchObject([{ row: 2, errors: [expect.stringContaining('is not an amount')] }]);
      expect(lines).toHaveLength(2);
      expect(infer('Acme Health', row, HEADER, LINES).confidence).toBeLessThan(0.8);
    },
  );

  test('are told by the inference', () => {
    const { notes, preview } = infer('Acme Health', SORTED, HEADER, LINES);
    expect(preview.map(({ row }) => row)).toEqual([2, 3, 5, 6]);
    expect(notes).toContain('Rows of titles above the header: 1.');
    expect(notes).toContain('Rows above the header are written like the lines below it, and are read as lines: 2.');
  });
});

describe('an amount above the header that nothing explains', () => {
  test.each<[string, string]>([
    ['a balance', 'Balance forward from April | | | 25.00'],
    ['a total of other rows', 'Total | | | 75.00'],
    ['an id of another form', 'Ann-7 | Lee, Ann | 05/01/2026 | 10.00'],
    [
      'a row below a header of its own',
      'Agent ID | Agent Name | Date | Paid\n12345 | Smith Agency | 03/31/2026 | 75.00',
    ],
    ['a label and a whole number', 'Bonus | | | 500'],
    ['a label and an amount in one cell', 'Marketing bonus: $25.00'],
    ['an amount taken off in one cell', 'Admin fee (5.00)'],
    ['a label beside an amount elsewhere', 'Marketing bonus | $25.00'],
  ])('causes a warning and a low confidence: %s', (_, above) => {
    const statement = read(above, HEADER, LINES);
    expect(amountsOf(statement)).toHaveLength(2);
    expect(codes(statement)).toEqual(['money_above_header']);
    expect(infer(above, HEADER, LINES).confidence).toBeLessThan(0.8);
  });

  test('is named by its row and amount', () => {
    const [warning] = read('Acme Health', 'Balance forward | | | 25.00', HEADER, LINES).warnings;
    expect(warning?.detail).toContain('row 2 (25.00)');
  });
});

test.each<[string, string]>([
  ['a total in its column', 'Total Commission | | | 70.00'],
  ['a sentence with an amount', 'Total commission: $1,234.56'],
  ['a bonus that a total of the lines contains', 'Bonus: $25.00\nNet commission: $70.00'],
  ['a bonus of the year', 'YTD bonus: $250.00'],
  ['a rate', 'Override 12.5%'],
  ['an agent and a date', 'Agent: 12345 | Statement date 03/31/2026'],
  ['a number of a check', 'Check No | 998877 | | 4412'],
  ['a summary of several amounts', 'Previous balance | | | 5.00\nCommission | | | 70.00\nNet due | | | 75.00'],
  ['amounts that are the total together', 'New business | | | 30.00\nRenewals | | | 40.00'],
  [
    'a table of its own with the total',
    'Agent ID | Agent Name | Date | Paid\n12345 | Smith Agency | 03/31/2026 | 70.00',
  ],
])('a title is no alarm: %s', (_, above) => {
  const statement = read(above, HEADER, LINES);
  expect(statement.warnings).toEqual([]);
  expect(skippedOf(statement)).toEqual({ title: above.split('\n').length });
  expect(infer(above, HEADER, LINES).confidence).toBeGreaterThanOrEqual(0.8);
});

/** Guarantee: a number of a workbook has the sign that a person sees, or its row fails or has a warning. */

const readShown = (
  value: number,
  code: string,
  creditDebitMark: 'negative' | 'cr_positive' | 'ignore' = 'negative',
) => {
  const reading = readAmount(number(value, code), { decimal: '.', creditDebitMark });
  return reading.ok ? reading.amount / 10_000 : reading.problem;
};

describe('a number format', () => {
  test.each(['(0.00)', '-0.00', '"-"0.00', '0.00-', '0.00"-"', '0.00" CR"', '$(0.00)', '[>100]0.00;(0.00)'])(
    'that shows a sign makes a number above zero negative: %s',
    (code) => {
      expect(readShown(10.5, code)).toBe(-10.5);
    },
  );

  test('shows a mark that is read by the rule of marks', () => {
    expect(readShown(10, '0.00" CR";0.00" DR"', 'cr_positive')).toBe(10);
    expect(readShown(-10, '0.00" CR";0.00" DR"', 'cr_positive')).toBe(-10);
    expect(readShown(10, '0.00" CR"', 'ignore')).toBe(10);
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
    expect([readShown(10.5, code), readShown(-10.5, code), readShown(0, code)]).toEqual([10.5, -10.5, 0]);
  });

  test.each(['0.00%', '[$€-407] #,##0.00', '#,##0.00 [$CAD]', '0.0,"K"', '"Paid by "0.00'])(
    'with a unit that no amount has is a problem: %s',
    (code) => {
      expect(readShown(10, code)).toMatch(/is a percentage|is not an amount/);
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
