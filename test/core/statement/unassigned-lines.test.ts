import { describe, expect, test } from 'vitest';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import { amountsOf, configOf, csv, mapped, number, rejected, sheet, skippedOf, table, workbook } from './statements.ts';

/** Guarantee: money without a member is kept to the cent, is not a member's line, and fails no row and no file. */
describe('unassigned lines', () => {
  const columns = {
    member_external_id: 'Member ID',
    member_name: 'Name',
    transaction_type: 'Type',
    agent_name: 'Agent',
    commission_amount: 'Commission',
  };
  const HEADER = 'Member ID | Name | Type | Agent | Plan | Commission';
  const read = (rows: string, more: Parameters<typeof configOf>[0] = {}) =>
    mapped(csv(table(`${HEADER}\n${rows}`)), configOf({ columns, ...more }));

  describe('a row with money and a description but no member', () => {
    test.each([
      [' | | Production Bonus | DOE | | 250.00', 'bonus', 2_500_000],
      [' | | Override | DOE | | 12.34', 'override', 123_400],
      [' | | E&O | DOE | | -45.10', 'fee', -451_000],
      [' | | Advance Repayment | | | -100', 'advance', -1_000_000],
      [' | | Marketing allowance | | | 75', 'bonus', 750_000],
      [' | | Interest | | | 0.07', 'interest', 700],
      [' | | Chargeback | | | -20', 'chargeback', -200_000],
      [' | | Manual adj | | | -3', 'adjustment', -30_000],
      [' | C/B | | | | -20', 'chargeback', -200_000],
      [' | Balance Forward | | | | -50', 'balance_forward', -500_000],
      ['Balance Forward | | | | | -50', 'balance_forward', -500_000],
      ['Previous Balance | | | | | 8.25', 'balance_forward', 82_500],
      ['Amount carried forward | | | | | 8.25', 'balance_forward', 82_500],
      ['Q1 Production Bonus | | | | | 60', 'bonus', 600_000],
      [' | | | | Bonus | 60', 'bonus', 600_000],
      ['0000000 | Growth Bonus | | | | 250', 'bonus', 2_500_000],
      ['N/A | | Bonus | | | 5', 'bonus', 50_000],
      [' | Production Award | | | | 50', 'bonus', 500_000],
      [' | Profit Sharing 2025 | Bonus | | | 1830', 'bonus', 18_300_000],
      [' | Contingency | | DOE | | 1830', 'bonus', 18_300_000],
      [' | Lead cost | | | | -12.50', 'adjustment', -125_000],
      [' | | Garnishment | | | -100', 'adjustment', -1_000_000],
    ])('%s is %s', (row, kind, amount) => {
      const statement = read(`M1 | DOE ANN | New | DOE | Gold | 10.00\n${row}`);
      expect(amountsOf(statement)).toEqual(['M1 10']);
      expect(statement.unassigned).toMatchObject([{ row: 3, kind, amount, isCounted: true }]);
      expect(statement.failures).toEqual([]);
    });

    test("keeps its agent and month, with the configuration's signs and kinds", () => {
      const config = configOf({
        columns: { ...columns, coverage_month: 'Month' },
        sign: 'by_type',
        transactionTypes: { chargeback: ['Clawback'] },
        lineKinds: [{ kind: 'true_up', patterns: ['Settlement'] }],
      });
      const rows = table(`
      Member ID | Name | Type | Agent | Month | Commission
      | | Clawback | DOE | 2026-02 | 20.00
      | | Settlement | ROE | | 5.00`);
      expect(mapped(csv(rows), config).unassigned).toEqual([
        {
          ...{ sheet: 0, row: 2, amount: -200_000, kind: 'chargeback', text: 'Clawback', isCounted: true },
          ...{ agentId: null, agentName: 'DOE', coverageMonth: '2026-02' },
        },
        {
          ...{ sheet: 0, row: 3, amount: 50_000, kind: 'true_up', text: 'Settlement', isCounted: true },
          ...{ agentId: null, agentName: 'ROE', coverageMonth: null },
        },
      ]);
    });
  });

  describe('a row remains failed', () => {
    test.each([
      ['money without a word for its kind', ' | | Renewal | DOE | | 10.00'],
      ['money that names somebody', ' | DOE ANN | Bonus | DOE | | 10.00'],
      ['the pay of a group with "Profit Sharing" in its name', ' | Roe Profit Sharing Plan | Renewal | DOE | | 10.00'],
      ['the pay of somebody called Fee', ' | Fee, Anna | Renewal | DOE | | 10.00'],
      ['the pay of an agency with "Marketing" in its name', ' | | Renewal | Senior Marketing | | 10.00'],
      ['the pay for a plan with "Bonus" in its name', ' | | Renewal | DOE | Bonus Plan Gold | 10.00'],
      ['money without an amount', ' | | Bonus | DOE | | '],
      ['money with an unreadable amount', ' | | Bonus | DOE | | 1,2'],
      ['money of an id that Excel has lost', '1.2E+11 | | Bonus | DOE | | 10.00'],
    ])('if it is %s', (_, row) => {
      const config = { columns: { ...columns, plan_name: 'Plan' } };
      const statement = read(`M1 | DOE ANN | New | DOE | Gold | 10.00\n${row}`, config);
      expect(statement.unassigned).toEqual([]);
      expect(statement.failures).toMatchObject([{ row: 3 }]);
    });

    test('if it is a year-to-date total, which is split by member', () => {
      const statement = read('M1 | DOE ANN | New | | | 10.00\n | | Bonus | | | 5.00', { statementMode: 'ytd' });
      expect([statement.unassigned, statement.failures.length]).toEqual([[], 1]);
    });

    test('if it is money without a month in a rolling statement, which repeats it each month', () => {
      const config = { columns: { ...columns, paid_date: 'Plan' }, statementMode: 'rolling' } as const;
      const statement = read(
        'M1 | DOE ANN | New | | 2026-03-01 | 10\n | | Bonus | | | 5\n | | Bonus | | 2026-02-01 | 6\n | | Bonus | | 2026-03-02 | 7',
        config,
      );
      expect(statement.unassigned).toMatchObject([{ row: 5, amount: 70_000 }]);
      expect(statement.failures).toMatchObject([{ row: 3 }]);
      expect(skippedOf(statement)).toEqual({ outsidePeriod: 1 });
    });
  });

  test('treats a word such as "bonus" as a member if it has a name beside it or a digit in it', () => {
    const statement = read('BONUS | DOE ANN | New | | | 10\nFEE-1 | ROE | New | | | 5');
    expect(amountsOf(statement)).toEqual(['BONUS 10', 'FEE-1 5']);
  });

  test('does not carry a text in the place of the id down to the rows below', () => {
    const rows = 'M1 | DOE ANN | New | | | 10\nBonus | | | | | 5\n | DOE ANN | New | | | 3';
    const statement = read(rows, { carryDown: ['member_external_id'] });
    expect(amountsOf(statement)).toEqual(['M1 10', 'M1 3']);
    expect(statement.unassigned).toMatchObject([{ amount: 50_000 }]);
  });

  describe('a balance carried forward', () => {
    const LINES = 'M1 | DOE ANN | New | | | 120.00\nM2 | ROE BOB | New | | | 80.00';
    const balances = (rows: string) => {
      const { unassigned, warnings } = read(rows);
      return [unassigned.map(({ amount, isCounted }) => [amount / 10_000, isCounted]), warnings];
    };

    test.each([
      ['above the lines', `Balance Forward | | | | | -50.00\n${LINES}\nTotal | | | | | 150.00`],
      [
        'below the lines',
        `${LINES}\nTotal | | | | | 200.00\nBalance Forward | | | | | -50.00\nNet Due | | | | | 150.00`,
      ],
      ['without a total', `${LINES}\nBalance Forward | | | | | -50.00`],
    ])('counts if the total below includes it: %s', (_, rows) => {
      expect(balances(rows)).toEqual([[[-50, true]], []]);
    });

    test.each([
      ['above the lines', `Balance Forward | | | | | -50.00\n${LINES}\nTotal | | | | | 200.00`],
      ['below the lines', `${LINES}\nBalance Forward | | | | | -50.00\nTotal | | | | | 200.00`],
    ])('is listed and does not count if the total below leaves it out: %s', (_, rows) => {
      expect(balances(rows)).toEqual([[[-50, false]], []]);
    });

    test('is the total of the lines above', () => {
      expect(balances(`${LINES}\nBalance carried forward | | | | | 200.00`)).toEqual([[], []]);
      expect(balances(`M1 | DOE ANN | New | | | 120.00\nBalance carried forward | | | | | 120.00`)).toEqual([[], []]);
    });
  });

  test('includes money without a member in the comparison with a printed total', () => {
    const rows = 'M1 | DOE ANN | New | | | 10.00\n | | Bonus | | | 5.25\nTotal | | | | | 15.25';
    expect(read(rows).warnings).toEqual([]);
  });

  describe('a file without a line of a member', () => {
    test.each([
      ['only money without a member', ' | | Bonus | | | 5.00', 1],
      ['no rows', '', 0],
      ['a total of nothing', 'Total | | | | | 0.00', 0],
      ['a notice', 'No activity this period | | | | |', 0],
      ['another notice', 'There were no commission payments to report. | | | | |', 0],
      ['a notice beside an agent', ' | | | DOE | | No commissions due', 0],
    ])('is complete: %s', (_, rows, unassigned) => {
      const statement = read(rows);
      expect([statement.lines.length, statement.failures.length, statement.unassigned.length]).toEqual([
        0,
        0,
        unassigned,
      ]);
    });

    test.each([
      ['a row that cannot be read', ' | | Bonus | | | 5.00\n | DOE ANN | New | | | 3.00', {}],
      ['a total that says there were lines', 'Total | | | | | 5.00', {}],
      [
        'rows that the configuration sets aside',
        'M1 | DOE | MEMO | | | 5.00',
        { transactionTypes: { ignore: ['MEMO'] } },
      ],
    ])('is refused: %s', (_, rows, more) => {
      expect(rejected(csv(table(`${HEADER}\n${rows}`)), configOf({ columns, ...more }))).toMatchObject({
        code: 'no_valid_rows',
      });
    });
  });
});

describe('statement warnings', () => {
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
});
