import { describe, expect, test } from 'vitest';
import {
  amountsOf,
  configOf,
  csv,
  mapped,
  number,
  rejected,
  serial,
  sheet,
  skippedOf,
  table,
  workbook,
} from './statements.ts';

const NAMED = { member_external_id: 'Member ID', commission_amount: 'Commission', member_name: 'Name' };

describe('signs', () => {
  const rows = table(`
    Member ID | Commission | Type
    M1 | 5.00 | Renewal
    M2 | 6.00 | Chargeback
    M3 | -7.00 | Chargeback
    M4 | -1.00 | Adjustment`);
  const columns = { member_external_id: 'Member ID', commission_amount: 'Commission', transaction_type: 'Type' };

  test('are kept by `signed`, with a warning for positive chargebacks', () => {
    const statement = mapped(csv(rows), configOf({ columns }));
    expect(amountsOf(statement).map(([, amount]) => amount)).toEqual([5, 6, -7, -1]);
    expect(statement.warnings).toEqual([
      {
        code: 'chargeback_sign_ambiguous',
        detail: expect.stringContaining('1 row says that money goes back ("Chargeback")'),
      },
    ]);
  });

  test('are reversed by `inverted`, which never makes a negative zero', () => {
    const statement = mapped(csv([...rows, ['M5', '0', '']]), configOf({ columns, sign: 'inverted' }));
    expect(amountsOf(statement).map(([, amount]) => amount)).toEqual([-5, -6, 7, 1, 0]);
  });

  test('are negative for chargebacks by `by_type`, whatever is printed', () => {
    const statement = mapped(csv(rows), configOf({ columns, sign: 'by_type' }));
    expect(amountsOf(statement).map(([, amount]) => amount)).toEqual([5, -6, -7, -1]);
    expect(statement.warnings).toEqual([]);
  });

  test('follow from debit and credit columns, which are subtracted; a column with its own sign is refused', () => {
    const config = configOf({ columns: { member_external_id: 'Member ID' }, sign: { debit: 'Dr', credit: 'Cr' } });
    const statement = mapped(
      csv(
        table(`
      Member ID | Dr | Cr
      M1 | | 5.00
      M2 | 2.00 |
      M3 | 1.00 | 5.00
      M4 | |
      M5 | (2.00) |
      M6 | x | 1.00
      Total | 3.00 | 10.00`),
      ),
      config,
    );
    expect(amountsOf(statement)).toEqual([
      ['M1', 5],
      ['M2', -2],
      ['M3', 4],
    ]);
    expect(statement.failures.map(({ errors }) => errors)).toEqual([
      ['commission_amount is blank'],
      ['commission_amount has a negative debit or credit'],
      ['commission_amount is not an amount'],
    ]);
    expect(statement.warnings).toEqual([]);
  });
});

describe('values from several sources', () => {
  test('may be constants, concatenations, alternatives, sums and positions', () => {
    const config = configOf({
      columns: {
        member_external_id: { firstFilled: ['MBI', 'AARP ID'] },
        commission_amount: { sum: ['Comm', 'Override'] },
        member_name: { concat: ['Last', 'First'], separator: ', ' },
        product_type: { constant: 'MA' },
        state: { column: 7 },
      },
    });
    const statement = mapped(
      csv(
        table(`
      MBI | AARP ID | Comm | Override | Last | First |
      B1 | | 5.00 | 1.50 | LEE | ANN | TX
       | A2 | 6.00 | | RAY | |
      B3 | A3 | | | FOX | CAT | NY
      B4 | A4 | 1.00 | abc | FOX | CAT | NY`),
      ),
      config,
    );
    expect(statement.lines).toMatchObject([
      { memberKey: 'B1', amount: 65_000, memberName: 'LEE, ANN', productType: 'MA', state: 'TX' },
      { memberKey: 'A2', amount: 60_000, memberName: 'RAY', state: null },
    ]);
    expect(statement.failures.map(({ errors }) => errors)).toEqual([
      ['commission_amount is blank'],
      ['commission_amount is not an amount'],
    ]);
  });

  test('include a name from first and last if there is no other', () => {
    const config = configOf({
      columns: { member_external_id: 'ID', commission_amount: 'Amt', first_name: 'First', last_name: 'Last' },
    });
    const statement = mapped(
      csv(
        table(`
      ID | Amt | Last | First
      M1 | 1 | LEE | ANN
      M2 | 1 | | BOB
      M3 | 1 | |`),
      ),
      config,
    );
    expect(statement.lines.map(({ memberName }) => memberName)).toEqual(['ANN LEE', 'BOB', null]);
  });

  test('are carried down if printed once per block, even from a row of their own, but not from totals', () => {
    const config = configOf({
      columns: { ...NAMED, agent_name: 'Agent', plan_name: 'Plan' },
      carryDown: ['agent_name', 'plan_name'],
    });
    const statement = mapped(
      csv(
        table(`
      Agent | Plan | Member ID | Name | Commission
      DOE | Gold | M1 | A | 1.00
       | | M2 | B | 1.00
       | Silver | M3 | C | 1.00
      Total DOE | | | | 3.00
       | | M4 | D | 1.00
      ROE | | | |
       | | M5 | E | 1.00`),
      ),
      config,
    );
    expect(statement.lines.map(({ agentName, planName }) => `${agentName} ${planName}`)).toEqual([
      'DOE Gold',
      'DOE Gold',
      'DOE Silver',
      'DOE Silver',
      'ROE Silver',
    ]);
    expect(skippedOf(statement)).toEqual({ totals: 1, groupRow: 1 });
  });

  test('may be a carried down member id, but not an amount', () => {
    const statement = mapped(
      csv(
        table(`
      Member ID | Name | Commission
      M1 | ANN | 1.00
       | | 2.00
      M2 | BOB |
       | | 3.00`),
      ),
      configOf({ columns: NAMED, carryDown: ['member_external_id', 'member_name'] }),
    );
    expect(amountsOf(statement)).toEqual([
      ['M1', 1],
      ['M1', 2],
      ['M2', 3],
    ]);
    expect(statement.lines[2]?.memberName).toBe('BOB');
    expect(() => configOf({ carryDown: ['commission_amount'] })).toThrow(/can not carry/);
  });

  test('are not carried down from a title above the header', () => {
    const rows = [['ACME'], ['Agent', 'Member ID', 'Commission'], ['', 'M1', '1']];
    const config = configOf({ columns: { ...NAMED, agent_name: 'Agent' }, carryDown: ['agent_name'] });
    expect(mapped(csv(rows), config).lines).toMatchObject([{ agentName: null }]);
  });

  test('are carried down to the end of the sheet', () => {
    const header = ['Agent', 'Member ID', 'Commission'];
    const source = workbook(sheet('A', [header, ['DOE', 'M1', '1']]), sheet('B', [header, ['', 'M2', '1']]));
    const config = configOf({
      fileType: 'xlsx',
      sheets: 'all',
      columns: { ...NAMED, agent_name: 'Agent' },
      carryDown: ['agent_name'],
    });
    expect(mapped(source, config).lines.map(({ agentName }) => agentName)).toEqual(['DOE', null]);
  });
});

describe('rolling statements', () => {
  const columns = { ...NAMED, coverage_month: 'Month', paid_date: 'Paid' };

  test('have lines only from rows of the period; a row without a month fails', () => {
    const statement = mapped(
      csv(
        table(`
      Member ID | Name | Commission | Month | Paid
      M1 | A | 1.00 | Mar-26 | 4/2/2026
      M2 | B | 1.00 | Feb-26 | 3/2/2026
      M3 | C | abc | Feb-26 | 2/2/2026
      M4 | D | 1.00 | Jan-26 |
      M5 | E | 1.00 | |`),
      ),
      configOf({ columns, statementMode: 'rolling' }),
    );
    expect(amountsOf(statement).map(([id]) => id)).toEqual(['M1', 'M2']);
    expect(skippedOf(statement)).toEqual({ outsidePeriod: 2 });
    expect(statement.failures).toMatchObject([
      { row: 6, errors: ['coverage_month and paid_date say nothing of the month the row is for'] },
    ]);
  });

  test('need one of the two columns', () => {
    expect(() => configOf({ statementMode: 'rolling' })).toThrow(/needs a coverage_month/);
    const config = configOf({ columns, statementMode: 'rolling' });
    expect(
      rejected(
        csv([
          ['Member ID', 'Commission', 'Name'],
          ['M1', '1', 'A'],
        ]),
        config,
      ),
    ).toMatchObject({
      code: 'missing_columns',
      detail: expect.stringContaining('coverage_month or paid_date'),
    });
  });
});

test('reads workbook cells: serial dates, zero-padded ids, fractions', () => {
  const source = workbook(
    sheet('S', [
      ['Member ID', 'Commission', 'Eff', 'Rate', 'Month'],
      [number(123, '00000'), number(0.1 + 0.2), serial(46_086), number(0.05, '0%'), serial(46_082)],
    ]),
  );
  const config = configOf({
    fileType: 'xlsx',
    columns: { ...NAMED, effective_date: 'Eff', rate: 'Rate', coverage_month: 'Month' },
  });
  expect(mapped(source, config).lines).toMatchObject([
    { memberExternalId: '00123', amount: 3000, effectiveDate: '2026-03-05', rate: 50_000, coverageMonth: '2026-03' },
  ]);
});

describe('further values of a statement', () => {
  const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };
  const shown = ({ lines }: ReturnType<typeof mapped>) =>
    lines.map(({ description, split, alternateMemberId }) => [description, split, alternateMemberId]);

  test('include a description, a share and a second id, null if absent', () => {
    const rows = table(`
      Member ID | Commission | What for | Share | MBI
      M1 | 5.00 | Broker Level | 50% | 1EG4-TE5
      M2 | 6.00 | | |`);
    const config = configOf({
      columns: { ...columns, description: 'What for', split: 'Share', alternate_member_id: 'MBI' },
    });
    expect(shown(mapped(csv(rows), config))).toEqual([
      ['Broker Level', 500_000, '1EG4-TE5'],
      [null, null, null],
    ]);
    expect(shown(mapped(csv(rows), configOf({ columns })))).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
  });

  test("include the name of a row's sheet", () => {
    const rows = table(`
      Member ID | Commission
      M1 | 5.00`);
    const config = configOf({
      fileType: 'xlsx',
      sheets: 'all',
      columns: { ...columns, description: { sheetName: true } },
    });
    const statement = mapped(workbook(sheet('Agent Portion', rows), sheet('Override', rows)), config);
    expect(statement.lines.map(({ description }) => description)).toEqual(['Agent Portion', 'Override']);
  });
});
