import { describe, expect, test } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { readAmount } from '../../../core/statement/amount.ts';
import { headerKey, readHeader } from '../../../core/statement/header.ts';
import { locateHeader } from '../../../core/statement/locate-header.ts';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import type { Cell } from '../../../core/statement/source.ts';
import { amountsOf, configOf, csv, mapped, number, rejected, sheet, skippedOf, table, workbook } from './statements.ts';

describe('header', () => {
  describe('column names', () => {
    test.each([
      ['Member ID', 'MEMBERID'],
      ['Member ID', ' member_id '],
      ['Member ID', 'Member\nID:'],
      ['Payment Amt', 'PaymentAmt'],
      ['Commission Eff. Date', 'commission-eff-date'],
      ['Policy #', 'policy'],
      ['\uff2dember', 'Member'],
    ])('are equal for %j and %j', (one, other) => {
      expect(headerKey(one)).toBe(headerKey(other));
    });

    test('separate a rate from the money by a percent sign', () => {
      expect(headerKey('Commission %')).not.toBe(headerKey('Commission'));
      expect(readHeader(['Commission %']).find('Commission')).toBeNull();
      expect(readHeader(['Commission %', 'Commission']).find('commission')).toBe(1);
      expect(readHeader(['RATE%']).find('Rate %')).toBe(0);
    });

    test('prefer the exact spelling to a similar one', () => {
      const header = readHeader(['Agent #', 'Agent', 'Commission ($)', 'Commission']);
      expect(header.find('Agent')).toBe(1);
      expect(header.find('agent#')).toBe(0);
      expect(header.find('Commission')).toBe(3);
      expect(readHeader(['Agent #']).find('Agent')).toBe(0);
    });

    test('are found by their number when repeated', () => {
      const header = readHeader(['Agent Name', 'Amount', 'AGENT NAME', 'agent  name']);
      expect(header.find('Agent Name')).toBe(0);
      expect(header.find('Agent Name#2')).toBe(2);
      expect(header.find('Agent Name #3')).toBe(3);
      expect(header.find('Agent Name #4')).toBeNull();
      expect(readHeader(['A', 'A#2', 'A']).find('A#2')).toBe(1);
    });

    test('are never found if blank', () => {
      expect(readHeader(['', ' ', 'X']).find('')).toBeNull();
      expect(readHeader(['#', 'X']).find('#')).toBe(0);
    });
  });

  function locate(rows: readonly (readonly Cell[])[], config = configOf({})) {
    return locateHeader(
      rows.map((cells, index) => ({ row: index + 1, cells })),
      config,
    );
  }

  describe('the header row', () => {
    test('is found below titles', () => {
      const rows = table(`
      ACME HEALTH
      Statement Date: 03/31/2026

      Member ID | Commission
      M1 | 5.00`);
      expect(locate(rows)).toMatchObject({ kind: 'found', headerRow: 4 });
    });

    test('is the row with the most configured names, the first of equals', () => {
      const config = configOf({
        columns: { member_external_id: 'Member ID', commission_amount: 'Commission', member_name: 'Name' },
      });
      const rows = table(`
      Member ID | Commission
      Totals | 12.00
      Member ID | Name | Commission
      M1 | ANN | 5.00
      Member ID | Name | Commission`);
      expect(locate(rows, config)).toMatchObject({ kind: 'found', headerRow: 3 });
    });

    test('is searched in thirty rows and no further', () => {
      const titles = Array.from({ length: 29 }, () => ['title']);
      expect(locate([...titles, ['Member ID', 'Commission']])).toMatchObject({ kind: 'found', headerRow: 30 });
      expect(locate([...titles, ['title'], ['Member ID', 'Commission']])).toMatchObject({ kind: 'missing' });
    });

    test('is the configured row if there is one', () => {
      const rows = table(`
      Member ID | Commission
      Member ID | Commission
      M1 | 5`);
      expect(locate(rows, configOf({ headerRow: 2 }))).toMatchObject({ kind: 'found', headerRow: 2 });
      expect(locate(rows, configOf({ headerRow: 3 }))).toMatchObject({ kind: 'missing' });
      expect(locate(rows, configOf({ headerRow: 9 }))).toMatchObject({ kind: 'missing' });
    });

    test('uses synonyms in order, whatever the order of the columns', () => {
      const config = configOf({
        columns: { member_external_id: ['Subscriber', 'Member ID'], commission_amount: ['Commission', 'Amount'] },
      });
      const found = locate(table('Amount | Member ID | Subscriber'), config);
      expect(found).toMatchObject({
        bound: { columns: { member_external_id: { index: 2 }, commission_amount: { index: 0 } } },
      });
    });

    test('has a missing column named, with the found ones', () => {
      const rows = table(`
      Member ID | Name | Comm
      M1 | ANN LEE | 5.00`);
      expect(locate(rows)).toMatchObject({
        kind: 'missing',
        detail:
          'No column for commission_amount (looked for "Commission"). Columns found in row 1: "Member ID", "Name", "Comm". Nearest to "Commission": "Comm".',
      });
    });

    test('is never a row of data in messages about found columns', () => {
      const found = locate([
        ['M1', 'ANN LEE', '5.00'],
        ['M2', 'BOB RAY', number(6)],
        ['M3', 'CAT FOX', '3/5/2026'],
      ]);
      expect(found).toMatchObject({ kind: 'missing', detail: expect.not.stringContaining('ANN') });
      expect(found).toMatchObject({ detail: expect.stringContaining('No row looks like a header') });
      expect(locate([['Foo', 'Bar']])).toMatchObject({ detail: expect.stringContaining('"Foo", "Bar"') });
      expect(locate([])).toMatchObject({ detail: expect.stringContaining('The sheet is empty') });
    });

    test('must have filter columns, debit and credit', () => {
      const config = configOf({
        columns: { member_external_id: 'Member ID' },
        sign: { debit: 'Debit', credit: 'Credit' },
        filter: [{ column: 'Carrier', equals: 'Acme' }],
      });
      expect(locate([['Member ID', 'Debit', 'Carriers']], config)).toMatchObject({
        detail: expect.stringMatching(/credit amounts \(looked for "Credit"\); the filter \(looked for "Carrier"\)/),
      });
    });

    test('must have transaction types if they decide the sign or what is ignored', () => {
      const columns = { member_external_id: 'ID', commission_amount: 'Amt', transaction_type: 'Type' };
      const kindOf = (input: object) => locate([['ID', 'Amt']], configOf({ columns, ...input })).kind;
      expect(kindOf({})).toBe('found');
      expect(kindOf({ sign: 'by_type' })).toBe('missing');
      expect(kindOf({ transactionTypes: { ignore: ['Held'] } })).toBe('missing');
    });

    test('must have every part of a concatenation or sum, and one of several alternatives', () => {
      const columns = {
        member_external_id: { firstFilled: ['MBI', 'AARP ID'] },
        commission_amount: { sum: ['Comm', 'Fee'] },
      };
      expect(locate([['AARP ID', 'Fee', 'Comm']], configOf({ columns })).kind).toBe('found');
      expect(locate([['AARP ID', 'Comm']], configOf({ columns })).kind).toBe('missing');
    });
  });

  describe('columns by position', () => {
    const config = configOf({ columns: { member_external_id: { column: 1 }, commission_amount: { column: 3 } } });

    test('are read below a header whose names mean nothing', () => {
      const rows = table(`
      Acme
      id | who | x
      M1 | ANN | 5.00`);
      expect(locate(rows, config)).toMatchObject({ kind: 'found', headerRow: 2 });
    });

    test('do not make a data row with an unreadable amount the header; it fails as a row', () => {
      const rows = table(`
      Acme | March
      id | who | x
      M1 | ANN | N/A
      M2 | BOB | 5.00`);
      expect(locate(rows, config)).toMatchObject({ kind: 'found', headerRow: 2 });
      const { lines, failures } = mapped(csv(rows), config);
      expect([lines.length, failures.map(({ row }) => row)]).toEqual([1, [3]]);
    });

    test('make the first row data if there is no header', () => {
      expect(locate(table('M1 | ANN | 5.00'), config)).toMatchObject({ kind: 'found', headerRow: null });
    });

    test('may be mixed with names, which find the header', () => {
      const mixed = configOf({ columns: { member_external_id: 'Member ID', commission_amount: { column: 3 } } });
      expect(locate(table('Member ID | Name |'), mixed)).toMatchObject({ kind: 'found', headerRow: 1 });
    });
  });

  const config = configOf({
    columns: {
      member_external_id: 'Member ID',
      commission_amount: 'Commission',
      plan_name: 'Plan Name',
      agent_name: 'Agent Name',
    },
  });

  function driftOf(header: string, knownHeaders: readonly string[] | null = null): readonly string[] {
    const row = header.split('|').map((name) => (/comm/i.test(name) ? '1.00' : 'X1'));
    const source = csv([...table(header), row]);
    const mapping = mapStatement(source, config, { period: '2026-03', knownHeaders });
    if (mapping.kind === 'rejected') throw new Error(mapping.rejection.detail);
    return mapping.statement.warnings.filter(({ code }) => code === 'header_drift').map(({ detail }) => detail);
  }

  const KNOWN = ['Member ID', 'Commission', 'Plan Name', 'Agent Name', 'Region'];

  describe('a changed header', () => {
    test('causes no warning while every column is there', () => {
      expect(driftOf('Member ID | Commission | Plan Name | Agent Name | Region', KNOWN)).toEqual([]);
      expect(driftOf('region | agent_name | PLAN NAME | Member-ID | commission', KNOWN)).toEqual([]);
      expect(driftOf('Member ID | Commission | Plan Name | Agent Name | Anything')).toEqual([]);
    });

    test('names the new name of a renamed column', () => {
      expect(driftOf('Member ID | Commission | PlanNm | Agent Name')).toEqual([
        'No column for plan_name (looked for "Plan Name"). It may be "PlanNm" now.',
      ]);
    });

    test('reports a lost column', () => {
      expect(driftOf('Member ID | Commission | Plan Name')).toEqual([
        'No column for agent_name (looked for "Agent Name").',
      ]);
      expect(driftOf('Member ID | Commission | Plan Name | Agent Name', KNOWN)).toEqual(['Column "Region" is gone.']);
    });

    test('names a new column with the nearest known name, in one warning', () => {
      expect(driftOf('Member ID | Commission | Plan Name | Agent Name | Region | Agent Name 2 | Zebra', KNOWN)).toEqual(
        ['New column "Agent Name 2", nearest known name "Agent Name". New column "Zebra".'],
      );
    });

    test('causes no warning if it varies between sheets every month', () => {
      const columns = { member_external_id: 'Member ID', commission_amount: ['Admin Amount', 'Base Amount'] };
      const names = ['Member ID', 'Admin Amount', 'Region'];
      const source = workbook(
        sheet('Override', [names, ['M1', '1.00', 'West']]),
        sheet('Agent Portion', [
          ['Member ID', 'Base Amount', 'Level'],
          ['M2', '2.00', 'A'],
        ]),
      );
      const read = configOf({ fileType: 'xlsx', sheets: 'all', columns });
      const mapping = mapStatement(source, read, { period: '2026-03', knownHeaders: names });
      expect(mapping).toMatchObject({ statement: { lines: [{}, {}], warnings: [] } });
      expect(mapped(source, read).warnings).toEqual([]);
    });

    test('is summarised if everything differs', () => {
      const names = Array.from({ length: 40 }, (_, index) => `Extra ${index}`).join(' | ');
      const [detail = ''] = driftOf(`Member ID | Commission | Plan Name | Agent Name | Region | ${names}`, KNOWN);
      expect(detail).toContain('And 34 more differences.');
      expect(detail.length).toBeLessThan(600);
    });

    test('fails without a required column, and names the nearest', () => {
      const detail = rejected(csv(table('Member ID | Comm Paid | Plan Name\nX1 | 1.00 | HMO')), config).detail;
      expect(detail).toContain('No column for commission_amount (looked for "Commission")');
      expect(detail).toContain('Nearest to "Commission": "Comm Paid".');
    });
  });
});

/** Guarantee: a row with money above the header is read, fails, or causes a warning and a low confidence. Titles cause neither. */
describe('rows above header', () => {
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
    const all = ['1001 10', '1002 20', '1003 30', '1004 40'];

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
        'A1 10',
        'B2 20',
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
});
