import { describe, expect, test } from 'vitest';
import { CELL_CHARACTERS_MAX } from '../../../core/limits/statement-limits.ts';
import { displayedText, legibleText, readId, shortened } from '../../../core/statement/displayed-text.ts';
import type { Cell } from '../../../core/statement/source.ts';
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

describe('line values', () => {
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
      expect(statement.lines.map(({ amount }) => amount / 10_000)).toEqual([5, 6, -7, -1]);
      expect(statement.warnings).toEqual([
        {
          code: 'chargeback_sign_ambiguous',
          detail: expect.stringContaining('1 row says that money goes back ("Chargeback")'),
        },
      ]);
    });

    test('are reversed by `inverted`, which never makes a negative zero', () => {
      const statement = mapped(csv([...rows, ['M5', '0', '']]), configOf({ columns, sign: 'inverted' }));
      expect(statement.lines.map(({ amount }) => amount / 10_000)).toEqual([-5, -6, 7, 1, 0]);
    });

    test('are negative for chargebacks by `by_type`, whatever is printed', () => {
      const statement = mapped(csv(rows), configOf({ columns, sign: 'by_type' }));
      expect(statement.lines.map(({ amount }) => amount / 10_000)).toEqual([5, -6, -7, -1]);
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
      expect(amountsOf(statement)).toEqual(['M1 5', 'M2 -2', 'M3 4']);
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
      expect(amountsOf(statement)).toEqual(['M1 1', 'M1 2', 'M2 3']);
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
      expect(statement.lines.map(({ memberExternalId }) => memberExternalId)).toEqual(['M1', 'M2']);
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
});

describe('displayed text', () => {
  test.each<[Cell, string]>([
    ['plain', 'plain'],
    ['  both ends ', 'both ends'],
    ['\u00a0no-break\u00a0', 'no-break'],
    ['\ufeffmarked\ufeff', 'marked'],
    ['two\nlines', 'two\nlines'],
    ['bell\u0007 and \u009f', 'bell\u0007 and \u009f'],
    ['zero\u200bwidth, soft\u00adhyphen, word\u2060joiner', 'zero\u200bwidth, soft\u00adhyphen, word\u2060joiner'],
    ['\u202eeeL nnA\u200b', '\u202eeeL nnA\u200b'],
    ['nul\0', 'nul\ufffd'],
    ['half \ud800 pair', 'half \ufffd pair'],
    ['Zoë 👩', 'Zoë 👩'],
    [number(123), '123'],
    [number(-5), '-5'],
    [number(-0), '0'],
    [number(0.1 + 0.2), '0.3'],
    [number(123_456_789_012_345), '123456789012345'],
    [number(123_456_789_012), '123456789012'],
    [number(1_234_567_890_123_456), '1234567890123456'],
    [number(1_234_567_890_123_450), '1.23457E+15'],
    [number(123, '00000'), '00123'],
    [number(123_456, '00000'), '123456'],
    [number(0, '00000'), '00000'],
    [number(123_456_789, '000-00-0000'), '123-45-6789'],
    [number(1_234_567, '000-00-0000'), '001-23-4567'],
    [number(123, '"M"00000'), 'M00123'],
    [number(1_234_567, '"M"00000'), 'M1234567'],
    [number(123, '\\A-0000'), 'A-0123'],
    [number(5, '#'), '5'],
    [number(123, '0 "units"'), '123 units'],
    [number(123, '0000;-0000'), '0123'],
    [number(123, '[Red]0000'), '0123'],
    [number(123, '0000_)'), '0123'],
    [number(123_456, '#,##0'), '123456'],
    [number(123, '0.00'), '123'],
    [number(123_457_000_000, '0.00E+00'), '1.23457E+11'],
    [number(12, '##0.0E+0'), '1.20000E+1'],
    [number(12, '"A-"#'), 'A-12'],
    [number(12, '"C-"General'), 'C-12'],
    [number(123_456_789, '[<=99999]00000;00000-0000'), '12345-6789'],
    [number(1234, '[<=99999]00000;00000-0000'), '01234'],
    [number(8_005_551_234, '[<=9999999]###-####;(###) ###-####'), '(800) 555-1234'],
    [number(12, '[$USD] 0'), '12'],
    [number(12, '[$-409]0000'), '0012'],
    [number(123_456_789_012, '"M"General'), 'M123456789012'],
    [number(123_456_789_012, '"General "00'), 'General 123456789012'],
    [number(123_456_789_012, 'General;-General'), '123456789012'],
    [number(123_456_789_012, '[Red]GENERAL_)'), '123456789012'],
    [number(12, '"M"'), '12'],
    [number(0, '00000;-00000;"none"'), 'none'],
    [number(-5, '0000;-0000'), '-0005'],
    [number(123_456.00000000001, '00000000'), '00123456'],
    [number(1_234_567_890_123_456, '0000'), '1234567890123456'],
    [number(12.5, '0000'), '12.5'],
    [number(50, '0%'), '50'],
    [number(5000, '0,'), '5000'],
    [number(5, '# ?/?'), '5'],
    [number(5, '"$"0'), '5'],
    [number(5, 'USD 0'), '5'],
    [number(5, 'bad['), '5'],
    [number(123, '@'), '123'],
    [serial(46_086), '2026-03-05'],
    [serial(-1), '-1'],
  ])('shows %j as %j', (cell, shown) => {
    expect(displayedText(cell)).toBe(shown);
  });

  test.each<[Cell, string]>([
    ['two\r\nlines', 'two lines'],
    [' Grand\u200b Total\ufeff', 'Grand Total'],
    ['\u202eTotal\u0007', 'Total'],
    ['nul\0', 'nul'],
    ['half \ud800 pair', 'half \ufffd pair'],
    ['\u200b\u2060', ''],
    [number(17), '17'],
  ])('compares %j with labels as %j', (cell, legible) => {
    expect(legibleText(cell)).toBe(legible);
  });

  describe('ids', () => {
    test.each<[Cell, string]>([
      ['00123', '00123'],
      ["'00123", '00123'],
      [' A-1 ', 'A-1'],
      ['12E5', '12E5'],
      ['1E5', '1E5'],
      ['A1.5E+3B', 'A1.5E+3B'],
      [number(123, '00000'), '00123'],
      ['', ''],
      ['-', ''],
      ['\u2014', ''],
      ['N/A', ''],
      ['null', ''],
      ['None', ''],
      ['NA12', 'NA12'],
      ['#17', '#17'],
      ['a\u202eb', 'a\u202eb'],
      ['z\u200bz', 'z\u200bz'],
      ['A\u0001', 'A\u0001'],
      ['\u200b', ''],
      ['\u0007\u0085', ''],
    ])('show %j as %j', (cell, id) => {
      expect(readId(cell)).toEqual({ ok: true, id });
    });

    test.each<[Cell, RegExp]>([
      ['1.23457E+11', /lost in Excel/],
      ['1.23457e+11', /lost in Excel/],
      ['1,23457E+11', /lost in Excel/],
      ['1E+11', /lost in Excel/],
      ['########', /lost in Excel.*too narrow/],
      ["'1.23457E+11", /lost in Excel/],
      ['SMITH 1.23457E+11', /lost in Excel/],
      [number(1e15), /lost in Excel/],
      [number(1.234e20), /lost in Excel/],
      [number(123_457_000_000, '0.00E+00'), /lost in Excel/],
      ['#REF!', /spreadsheet error #REF!/],
      ['#N/A', /spreadsheet error #N\/A/],
      ['x'.repeat(201), /longer than 200/],
      ['M\0' + '1', /could not be read/],
      ['M\ufffd1', /could not be read/],
      ['M\udc001', /could not be read/],
    ])('refuse %j', (cell, problem) => {
      expect(readId(cell)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
    });
  });

  /** Guarantee: a text above the cell limit does no harm in an unread column. In a column that is read it fails its row only. */

  const longest = 'x'.repeat(CELL_CHARACTERS_MAX);
  const LONG = shortened(`${longest}y`);
  const HEADER = ['Member ID', 'Commission', 'Name', 'Notes', 'Carrier', 'Type'];
  const NAMED = { member_external_id: 'Member ID', commission_amount: 'Commission', member_name: 'Name' };
  const rowsWith = (cells: readonly string[]) => [HEADER, ['M1', '5'], cells, ['M3', '7']];

  test('ignores an unread note, even the longest that is read completely', () => {
    for (const note of [longest, LONG]) {
      const statement = mapped(csv(rowsWith(['M2', '6', 'Ann', note])), configOf({ columns: NAMED }));
      expect(amountsOf(statement)).toEqual(['M1 5', 'M2 6', 'M3 7']);
      expect(statement.failures).toEqual([]);
    }
  });

  test.each([
    ['the name', ['M2', '6', LONG], 'member_name is longer than 32,767 characters'],
    ['the id', [LONG, '6', 'Ann'], 'member_external_id is longer than 32,767 characters'],
    ['the amount', ['M2', LONG, 'Ann'], 'commission_amount is longer than 32,767 characters'],
  ])('fails only the row for a text in %s', (_, cells, error) => {
    for (const source of [csv(rowsWith(cells)), workbook(sheet('S', rowsWith(cells)))]) {
      const statement = mapped(source, configOf({ fileType: source.fileType, columns: NAMED }));
      expect(amountsOf(statement)).toEqual(['M1 5', 'M3 7']);
      expect(statement.failures).toMatchObject([{ row: 3, errors: [error] }]);
    }
  });

  test('treats a part of a joined name like the name', () => {
    const columns = { ...NAMED, member_name: { concat: ['Name', 'Notes'], separator: ' ' } };
    const statement = mapped(csv(rowsWith(['M2', '6', 'Ann', LONG])), configOf({ columns }));
    expect(statement.failures).toMatchObject([{ row: 3, errors: ['member_name is longer than 32,767 characters'] }]);
  });

  describe('an incompletely read text sets nothing aside', () => {
    test('by a filter', () => {
      const filtered = configOf({ columns: NAMED, filter: [{ column: 'Carrier', equals: 'Acme' }] });
      const rows = [HEADER, ['M1', '5', '', '', 'Acme'], ['M2', '6', '', '', LONG], ['M3', '7', '', '', 'Other']];
      const statement = mapped(csv(rows), filtered);
      expect(statement.failures).toMatchObject([
        { row: 3, errors: ['the column of the filter is longer than 32,767 characters'] },
      ]);
      expect(skippedOf(statement)).toEqual({ filtered: 1 });
    });

    test('by an ignored type', () => {
      const config = configOf({
        columns: { ...NAMED, transaction_type: 'Type' },
        transactionTypes: { ignore: ['/x/'] },
      });
      const statement = mapped(csv(rowsWith(['M2', '6', '', '', '', LONG])), config);
      expect(statement.failures).toMatchObject([
        { row: 3, errors: ['transaction_type is longer than 32,767 characters'] },
      ]);
    });
  });

  test('carries neither a part of a longer text nor the text of the block above down to the rows below', () => {
    const config = configOf({ columns: { ...NAMED, agent_name: 'Notes' }, carryDown: ['agent_name'] });
    const rows = [
      HEADER,
      ['M1', '5', '', 'Ann'],
      ['M2', '6', '', LONG],
      ['M3', '7'],
      ['M4', '8', '', 'Bo'],
      ['M5', '9'],
    ];
    const statement = mapped(csv(rows), config);
    expect(statement.lines.map(({ memberKey, agentName }) => [memberKey, agentName])).toEqual([
      ['M1', 'Ann'],
      ['M3', null],
      ['M4', 'Bo'],
      ['M5', 'Bo'],
    ]);
  });
});
