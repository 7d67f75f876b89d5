import { describe, expect, test } from 'vitest';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import { type SourceRow, type StatementSource, UnreadableFile } from '../../../core/statement/source.ts';
import { amountsOf, configOf, csv, mapped, number, rejected, sheet, skippedOf, table, workbook } from './statements.ts';

const NAMED = { member_external_id: 'Member ID', commission_amount: 'Commission', member_name: 'Name' };

describe('required fields', () => {
  test('that are blank or invalid fail their row, which is reported with every reason and its cells; other rows are unaffected', () => {
    const statement = mapped(
      csv(
        table(`
      Member ID | Commission
      M1 | 5.00
       | abc
      M3 |
      1.23457E+11 | 5.00
      M5 | 1,23.45
      M6 | 7.00`),
      ),
      configOf({}),
    );
    expect(amountsOf(statement)).toEqual(['M1 5', 'M6 7']);
    expect(statement.failures).toEqual([
      {
        sheet: 0,
        row: 3,
        errors: ['member_external_id is blank', 'commission_amount "abc" is not an amount'],
        cells: ['', 'abc'],
      },
      { sheet: 0, row: 4, errors: ['commission_amount is blank'], cells: ['M3', ''] },
      {
        sheet: 0,
        row: 5,
        errors: ['member_external_id "1.23457E+11" was lost in Excel: the id has been turned into a rounded number'],
        cells: ['1.23457E+11', '5.00'],
      },
      { sheet: 0, row: 6, errors: ['commission_amount "1,23.45" is not an amount'], cells: ['M5', '1,23.45'] },
    ]);
  });

  test('do not include an unreadable optional field, which is null with a warning on the row', () => {
    const config = configOf({
      columns: { ...NAMED, effective_date: 'Eff', premium_amount: 'Prem', lives: 'Lives', policy_number: 'Policy' },
    });
    const statement = mapped(
      csv(
        table(`
      Member ID | Commission | Name | Eff | Prem | Lives | Policy
      M1 | 5.00 | ANN | 2/30/2026 | x | two | 1.5E+12
      M2 | 5.00 | #REF! | | | | -`),
      ),
      config,
    );
    expect(statement.lines).toMatchObject([
      { memberName: 'ANN', effectiveDate: null, premium: null, lives: null, policyNumber: null },
      { memberName: null, effectiveDate: null, premium: null, lives: null, policyNumber: null },
    ]);
    expect(statement.rowWarnings.map(({ row, detail }) => `${row}: ${detail}`)).toEqual([
      '2: policy_number "1.5E+12" was lost in Excel: the id has been turned into a rounded number',
      '2: premium_amount "x" is not an amount',
      '2: lives "two" is not a number',
      '2: effective_date "2/30/2026" is not a date',
      '3: member_name is the spreadsheet error #REF!',
    ]);
    expect(statement.rowWarningCount).toBe(5);
  });

  test('have the first thousand of many row warnings kept and all counted', () => {
    const rows = Array.from({ length: 1500 }, (_, index) => [`M${index}`, '1', 'never']);
    const config = configOf({ columns: { ...NAMED, term_date: 'Term' } });
    const statement = mapped(csv([['Member ID', 'Commission', 'Term'], ...rows]), config);
    expect(statement.lines).toHaveLength(1500);
    expect(statement.rowWarnings).toHaveLength(1000);
    expect(statement.rowWarningCount).toBe(1500);
  });

  test('never bring NUL and unpaired surrogates to the database', () => {
    const statement = mapped(
      csv([
        ['Member ID', 'Commission', 'Na\0me'],
        ['M\0 1', '1', 'x'],
        ['M2', '\0 \ud800', 'x'],
        ['M3', '1', 'A\0nn'],
      ]),
      configOf({}),
    );
    expect(statement.headers[2]).not.toContain('\0');
    expect(statement.lines.map(({ memberKey }) => memberKey)).toEqual(['M3']);
    // An id with an unreadable character may be anybody's.
    expect(statement.failures[0]?.errors[0]).toContain('could not be read');
    expect(statement.failures[1]?.cells[1]).toBe('\ufffd \ufffd');
  });
});

describe('ragged rows', () => {
  const rows = table(`
    Member ID | Name | Commission | State
    M1 | LEE | ANN | 5.00 | TX
    M2 | BOB RAY | 6.00
    M3 | CAT | 7.00 | TX | |`);

  test('fail alone in CSV, where a surplus cell may have moved the others; missing cells are blank', () => {
    const statement = mapped(csv(rows), configOf({ columns: { ...NAMED, state: 'State' } }));
    expect(statement.failures).toMatchObject([
      { row: 2, errors: ['the row has 5 cells, the header has 4', 'commission_amount "ANN" is not an amount'] },
    ]);
    expect(statement.lines).toMatchObject([
      { memberKey: 'M2', state: null },
      { memberKey: 'M3', state: 'TX' },
    ]);
  });

  test('fail for a missing cell in the middle if a value is in an impossible place', () => {
    const shifted = table(`
      Member ID | Name | Agent | Effective | Commission | Override | Fee
      M1 | ANN DOE | BAKER | 03/15/2024 | 10.00 | 1.00 | 0.50
      BOB ROE | BAKER | 03/15/2024 | 20.00 | 2.00 | 0.50
      M3 | 03/15/2024 | BAKER | 03/15/2024 | 30.00 | 3.00
      M4 | CAT DOE | BAKER | 03/15/2024 | 40.00`);
    const dated = configOf({ columns: { ...NAMED, effective_date: 'Effective' } });
    const statement = mapped(csv(shifted), dated);
    expect(statement.lines.map(({ memberKey }) => memberKey)).toEqual(['M1', 'M4']);
    expect(statement.failures).toMatchObject([
      { row: 3, errors: ['the row has 6 cells, the header has 7', 'effective_date "20.00" is not a date'] },
      { row: 4, errors: ['the row has 6 cells, the header has 7', 'member_name "03/15/2024" is a number or a date'] },
    ]);
  });

  test('may have a note beside the table in a workbook', () => {
    const source = workbook(
      sheet('S', [
        ['Member ID', 'Commission'],
        ['M1', number(5), '', 'checked by Ann'],
      ]),
    );
    expect(mapped(source, configOf({ fileType: 'xlsx' })).lines).toHaveLength(1);
  });
});

describe('sheets', () => {
  const header = ['Member ID', 'Commission'];
  const source = workbook(
    sheet('Hidden', [header, ['H1', '1']], true),
    sheet('Summary', [
      ['Item', 'Value'],
      ['Earned', '3'],
      ['', ''],
    ]),
    sheet('Detail', [header, ['M1', '1']]),
    sheet('Legacy', [['Old'], header, ['M2', number(2)]]),
  );
  const read = (sheets: 'first' | 'all' | string[]) => configOf({ fileType: 'xlsx', sheets });

  test('are the first visible one for `first`, which must have the columns', () => {
    expect(rejected(source, read('first'))).toEqual({
      code: 'missing_columns',
      detail: expect.stringMatching(/^Sheet "Summary": No column .*"Item", "Value"/),
    });
  });

  test('without the columns are skipped for `all`, and their rows counted', () => {
    const statement = mapped(source, read('all'));
    expect(statement.lines.map(({ sheet: at, row, memberKey }) => [at, row, memberKey])).toEqual([
      [1, 2, 'M1'],
      [2, 3, 'M2'],
    ]);
    expect(statement.headers).toEqual(header);
    expect(skippedOf(statement)).toEqual({ otherSheet: 2, blank: 1, title: 1 });
  });

  test('that are named are read even if hidden, in workbook order; a missing one is named', () => {
    expect(mapped(source, read(['detail', 'HIDDEN'])).lines.map(({ memberKey }) => memberKey)).toEqual(['H1', 'M1']);
    expect(rejected(source, read(['Detail', 'Misc']))).toEqual({
      code: 'missing_columns',
      detail: 'The workbook has no sheet named "Misc". Sheets found: "Hidden" (hidden), "Summary", "Detail", "Legacy".',
    });
    expect(rejected(source, read(['Detail', 'Summary'])).detail).toContain('Sheet "Summary"');
  });

  test('are listed with their columns if none has the needed ones', () => {
    const others = workbook(sheet('A', [['x', 'y']]), sheet('B', []));
    expect(rejected(others, read('all')).detail).toMatch(/Sheet "A": .*"x", "y".*Sheet "B": .*empty/);
    expect(rejected(workbook(sheet('A', [header], true)), read('all')).detail).toContain('no visible sheet');
  });
});

describe('a file without lines', () => {
  const many = (count: number): StatementSource & { read: number } => {
    const source = {
      fileType: 'csv' as const,
      read: 0,
      sheets: [
        {
          name: '',
          hidden: false,
          *rows(): Generator<SourceRow> {
            yield { row: 1, cells: ['Member ID', 'Commission'] };
            for (let index = 0; index < count; index += 1) {
              source.read += 1;
              yield { row: index + 2, cells: index % 50 === 0 ? ['', 'abc'] : [`M${index}`, '1.00'] };
              if (index % 100 === 0) yield { row: index + 2, cells: [''] };
            }
          },
        },
      ],
    };
    return source;
  };

  test('stops at 40,001 data rows, including failed but not skipped ones; 40,000 pass', () => {
    const statement = mapped(many(40_000), configOf({}));
    expect(statement.lines.length + statement.failures.length).toBe(40_000);
    const over = many(60_000);
    expect(rejected(over, configOf({}))).toEqual({
      code: 'too_many_rows',
      detail: expect.stringContaining('more than 40,000 data rows'),
    });
    expect(over.read).toBe(40_001);
  });

  test('has no member in a grand total with a count under the ids, but one on a line called Total', () => {
    const columns = { member_external_id: 'ID', commission_amount: 'Comm', member_name: 'Name' };
    const statement = mapped(
      csv(
        table(`
        Label | ID | Comm | Name
         | A1 | 50 | LEE ANN
        Total | B1 | 50 | RAY BOB
        Grand Total | 150 | 100 | `),
      ),
      configOf({ columns }),
    );
    expect(statement.lines.map(({ memberKey }) => memberKey)).toEqual(['A1', 'B1']);
    expect(statement.skipped.totals).toBe(1);
    const unnamed = mapped(
      csv(
        table(`
        Label | ID | Comm
        Total | A1 | 50
        Grand Total: | 150 | 50`),
      ),
      configOf({ columns: { member_external_id: 'ID', commission_amount: 'Comm' } }),
    );
    expect(unnamed.lines.map(({ memberKey }) => memberKey)).toEqual(['A1']);
  });

  test('is refused without data rows, and without a readable one', () => {
    expect(rejected(csv([['Member ID', 'Commission'], [''], ['Total', '7']]), configOf({}))).toEqual({
      code: 'no_valid_rows',
      detail: 'The statement has no data rows. Rows skipped: blank 1, totals 1. Columns found: Member ID, Commission.',
    });
    const bad = table(`
      Member ID | Commission
      SECRET1 | abc
      SECRET2 | xyz
       | 5.00`);
    const mapping = mapStatement(csv(bad), configOf({}), { period: '2026-03' });
    expect(mapping).toMatchObject({
      kind: 'rejected',
      rejection: {
        code: 'no_valid_rows',
        detail: 'None of the 3 data rows could be read. Most often: commission_amount is not an amount (2 of them).',
      },
      exceptions: { headers: ['Member ID', 'Commission'], failures: [{ row: 2 }, { row: 3 }, { row: 4 }] },
    });
  });

  test('is rejected for a refusal of the reader; other errors are thrown', () => {
    const throwing = (error: Error): StatementSource => ({
      fileType: 'csv',
      sheets: [
        {
          name: '',
          hidden: false,
          *rows() {
            yield { row: 1, cells: ['Member ID', 'Commission'] };
            throw error;
          },
        },
      ],
    });
    expect(rejected(throwing(new UnreadableFile('Row 2 has an unclosed quote.')), configOf({}))).toEqual({
      code: 'unreadable_file',
      detail: 'Row 2 has an unclosed quote.',
    });
    expect(() => rejected(throwing(new TypeError('bug')), configOf({}))).toThrow('bug');
  });

  test('reports progress every thousand rows', () => {
    const seen: number[] = [];
    mapStatement(many(2500), configOf({}), { period: '2026-03', onProgress: (rows) => seen.push(rows) });
    expect(seen).toEqual([1000, 2000]);
  });
});
