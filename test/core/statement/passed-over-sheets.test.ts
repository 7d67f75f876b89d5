import { describe, expect, test } from 'vitest';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import { type Cell, UnreadableFile } from '../../../core/statement/source.ts';
import { amountsOf, configOf, mapped, number, rejected, sheet, skippedOf, workbook } from './statements.ts';

const COLUMNS = {
  member_external_id: 'Member ID',
  member_name: 'Name',
  commission_amount: 'Commission',
  term_date: 'Term Date',
  agent_id: 'Agent',
};
const all = configOf({ fileType: 'xlsx', sheets: 'all', columns: COLUMNS });
const HEADER = ['Member ID', 'Name', 'Commission', 'Term Date', 'Agent'];
const lineOf = (id: string): Cell[] => [id, 'ANN LEE', number(5, '0.00'), '', 'A1'];
const medical = sheet('Medical', [HEADER, lineOf('M1')]);
const withSecond = (rows: readonly (readonly Cell[])[]) => workbook(medical, sheet('Dental', rows));

describe('a sheet with money is not skipped', () => {
  test.each<[string, readonly (readonly Cell[])[], string]>([
    [
      'its amounts have another name',
      [['Member ID', 'Name', 'Comm', 'Term Date', 'Agent'], lineOf('M2')],
      'No column for commission_amount (looked for "Commission")',
    ],
    [
      'its members have another name, and all else is there',
      [['Person', 'Name', 'Commission', 'Term Date', 'Agent'], lineOf('M2')],
      'No column for member_external_id',
    ],
    [
      'its header stands below the rows that are searched',
      [...Array.from({ length: 31 }, (): Cell[] => []), HEADER, lineOf('M2')],
      'its header is row 32, where none is looked for',
    ],
  ])('%s: the file is refused with the reason', (_, rows, why) => {
    const { code, detail } = rejected(withSecond(rows), all);
    expect(code).toBe('missing_columns');
    expect(detail).toMatch(/^Sheet "Dental": .*name those with lines in the configuration \("sheets"\)\.$/);
    expect(detail).toContain(why);
  });

  test('a header in another row than the configured one is detected', () => {
    const source = withSecond([['Dental'], HEADER, lineOf('M2')]);
    const config = configOf({ fileType: 'xlsx', sheets: 'all', columns: COLUMNS, headerRow: 1 });
    expect(rejected(source, config).detail).toContain('its header is row 2');
  });

  test('in any order of sheets', () => {
    const renamed = sheet('Dental', [['Member ID', 'Name', 'Comm', 'Term Date', 'Agent'], lineOf('M2')]);
    expect(rejected(workbook(renamed, medical), all).detail).toContain('Sheet "Dental"');
  });

  test('with only the two required columns, if the members match', () => {
    const config = configOf({ fileType: 'xlsx', sheets: 'all' });
    const first = sheet('A', [
      ['Member ID', 'Commission'],
      ['M1', number(1)],
    ]);
    const lost = sheet('B', [
      ['Member ID', 'Pay'],
      ['M2', number(1.5)],
    ]);
    const summary = sheet('C', [
      ['Agent', 'Commission'],
      ['Total', number(1)],
    ]);
    expect(rejected(workbook(first, lost), config).detail).toContain('Sheet "B"');
    const summaryOfTwo = sheet('C', [
      ['Agent', 'Commission', 'Type'],
      ['A1', number(1), 'Renewal'],
    ]);
    expect(mapped(workbook(first, summaryOfTwo), config).warnings).toEqual([]);
    expect(mapped(workbook(first, summary), config).warnings).toEqual([]);
  });
});

describe('a skipped sheet', () => {
  test.each<[string, readonly (readonly Cell[])[]]>([
    ['a cover', [['Acme Health'], ['Statement', 'March 2026']]],
    [
      'a summary with some of the columns',
      [
        ['Agent', 'Commission'],
        ['A1', number(5)],
      ],
    ],
    ['totals without a header', [['Total commission', '', number(5)]]],
    ['an empty sheet', []],
    [
      'a summary by agent, with its total and other amounts',
      [
        ['Agent', 'Due', 'Balance'],
        ['A1', number(2, '0.00'), number(7.5)],
        ['A2', number(3, '0.00'), number(1.25)],
        ['All', number(5, '0.00'), number(8.75)],
      ],
    ],
    [
      'numbers that are no money',
      [
        ['Cycle', number(202_603)],
        ['Members', number(12)],
      ],
    ],
    [
      'shares, years in another language, and telephone numbers',
      [
        ['Renewal', number(0.05, '0.0%')],
        ['Year', number(2026, '[$-409]0')],
        ['Telephone', number(5_551_234, '000"."0000')],
      ],
    ],
  ])('causes no message: %s', (_, rows) => {
    const statement = mapped(withSecond(rows), all);
    expect(amountsOf(statement)).toEqual([['M1', 5]]);
    expect(statement.warnings).toEqual([]);
    expect(skippedOf(statement)).toEqual(rows.length === 0 ? {} : { otherSheet: rows.length });
  });

  test.each<[string, readonly (readonly Cell[])[], string]>([
    [
      'members without amounts, and few of the columns',
      [
        ['Member ID', 'Reason'],
        ['M2', 'Moved'],
      ],
      'Sheet "Dental" was passed over: No column for commission_amount',
    ],
    [
      'members with all of the columns but no money',
      [
        ['Member ID', 'Name', 'Term Date', 'Agent'],
        ['M2', 'BOB RAY', '3/31/2026', number(1_234_567)],
      ],
      'Sheet "Dental" was passed over: No column for commission_amount',
    ],
    [
      'names and amounts, and few of the columns',
      [
        ['Name', 'Pay'],
        ['BOB RAY', number(5.5)],
      ],
      'Sheet "Dental" was passed over: No column for member_external_id',
    ],
    [
      'amounts of nobody, under another name',
      [
        ['Rep', 'Amount', 'Note'],
        ['ANN LEE', number(100.5), 'bonus'],
      ],
      'Sheet "Dental" was passed over: it has amounts, but no members, and the total of the lines is not among them.',
    ],
    [
      'amounts of nobody, under the name of the commission',
      [
        ['Agent', 'Commission', 'Note'],
        ['A1', '-250.00', 'clawback'],
      ],
      'it has amounts, but no members',
    ],
    [
      'lines without a header, of which one says what a column is called',
      [['M2', 'Commission', number(5), '', 'A1'], lineOf('M3')],
      'Sheet "Dental" was passed over: it has no header',
    ],
    [
      'lines without a header under a title of two cells',
      [['Dental payments', 'March 2026'], lineOf('M2')],
      'Sheet "Dental" was passed over: it has no header',
    ],
    [
      'lines without a header',
      [lineOf('M2'), lineOf('M3')],
      'Sheet "Dental" was passed over: it has no header, but begins like the lines of the others.',
    ],
  ])('causes a warning: %s', (_, rows, why) => {
    const { warnings } = mapped(withSecond(rows), all);
    expect(warnings).toEqual([{ code: 'header_drift', detail: expect.stringContaining(why) }]);
  });
});

const dental = sheet('Dental', [['Dental payments'], HEADER, lineOf('M2')]);
const said =
  'Sheet "Dental" has the columns of lines, and is not read ("sheets" in the configuration): 1 row with 5.00 in "Commission".';

describe('if only the first sheet is read', () => {
  const first = configOf({ fileType: 'xlsx', sheets: 'first', columns: COLUMNS });

  test('another sheet with the columns of lines causes a warning; covers and hidden sheets do not', () => {
    const statement = mapped(workbook(medical, sheet('Cover', [['Acme']]), dental), first);
    expect(amountsOf(statement)).toEqual([['M1', 5]]);
    expect(statement.warnings).toEqual([{ code: 'header_drift', detail: said }]);
    expect(mapped(workbook(medical, { ...dental, hidden: true }), first).warnings).toEqual([]);
  });

  test.each<[string, readonly (readonly Cell[])[]]>([
    ['another name for the money', [['Dental'], ['Member ID', 'Name', 'Comm', 'Term Date', 'Agent'], lineOf('M2')]],
    ['no header', [lineOf('M2'), lineOf('M3')]],
    ['its header further down', [...Array.from({ length: 31 }, (): Cell[] => []), HEADER, lineOf('M2')]],
  ])('a sheet that looks like lines causes a warning, with %s', (_, rows) => {
    const { warnings } = mapped(workbook(medical, sheet('Dental', rows)), first);
    expect(warnings).toEqual([
      {
        code: 'header_drift',
        detail: expect.stringContaining(
          'Sheet "Dental" looks like lines, and is not read ("sheets" in the configuration)',
        ),
      },
    ]);
  });

  test('a first sheet with only a header names the sheet with the lines', () => {
    const { code, detail } = rejected(workbook(sheet('Medical', [HEADER]), dental), first);
    expect(code).toBe('no_valid_rows');
    expect(detail).toContain(said);
  });

  test('columns by position cause no warning, because every sheet has them', () => {
    const config = configOf({
      fileType: 'xlsx',
      sheets: 'first',
      headerRow: 1,
      columns: { member_external_id: { column: 1 }, commission_amount: { column: 3 } },
    });
    const notes = sheet('Notes', [
      ['Note', 'Call us', 'x'],
      ['a', 'b', 'c'],
    ]);
    expect(mapped(workbook(medical, notes), config).warnings).toEqual([]);
  });

  test('an unreadable sheet is ignored', () => {
    const broken = {
      ...dental,
      rows: () => {
        throw new UnreadableFile('Sheet "Dental" is damaged.');
      },
    };
    expect(mapped(workbook(medical, broken), first).warnings).toEqual([]);
  });

  test('a first sheet without the columns names the sheet that has them', () => {
    const { code, detail } = rejected(workbook(sheet('Cover', [['Acme']]), dental), first);
    expect(code).toBe('missing_columns');
    expect(detail).toMatch(/^Sheet "Cover": .* Sheet "Dental" has the columns of lines/);
  });
});

describe('if sheets are named', () => {
  test('a sheet with lines that earlier files did not have causes a warning; a known one does not', () => {
    const named = configOf({ fileType: 'xlsx', sheets: ['Medical'], columns: COLUMNS });
    const later = workbook(medical, sheet('Cover', [['Acme']]), dental, { ...dental, name: 'Held', hidden: true });
    const told = (knownSheets: readonly string[]) => {
      const mapping = mapStatement(later, named, { period: '2026-02', knownSheets });
      return mapping.kind === 'mapped' ? mapping.statement : null;
    };
    expect(told(['Medical'])).toMatchObject({
      sheets: ['Medical', 'Cover', 'Dental'],
      warnings: [{ code: 'header_drift', detail: said }],
    });
    expect(told(['medical', 'DENTAL'])).toMatchObject({ warnings: [] });
  });
});
