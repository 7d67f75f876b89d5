import { describe, expect, test } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import { type Cell, UnreadableFile } from '../../../core/statement/source.ts';
import { amountsOf, configOf, mapped, number, rejected, sheet, skippedOf, table, workbook } from './statements.ts';

describe('passed over sheets', () => {
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
      expect(amountsOf(statement)).toEqual(['M1 5']);
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
      expect(amountsOf(statement)).toEqual(['M1 5']);
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
});

/** Guarantee: pay on a sheet that is not read is named with its rows and sum, and a summary's net is compared with the lines read. */
describe('unread sheets', () => {
  const COLUMNS = { member_external_id: 'Member ID', member_name: 'Member Name', commission_amount: 'Commission' };
  const LINES = sheet(
    'Commissions',
    table(`Member ID | Member Name | Commission | Agent
  M1001 | LEE, ANN | 400.00 | DOE
  M1002 | RAY, BOB | 330.00 | DOE`),
  );
  const OVERRIDES = sheet(
    'Overrides',
    table(`Policy Number | Insured | Override Amount
  P7001 | POE, CY | 150.00
  P7002 | ROE, DI | 120.00
  Total | | 270.00`),
  );
  const summary = (text: string) => sheet('Summary', table(text));
  const NET = summary('Commissions | 730.00\nOverrides | 270.00\nNet payment | 1000.00');
  const first = configOf({ fileType: 'xlsx', sheets: 'first', columns: COLUMNS });
  const named = configOf({ fileType: 'xlsx', sheets: ['Commissions'], columns: COLUMNS });
  const codes = (statement: ReturnType<typeof mapped>) => statement.warnings.map(({ code }) => code);

  describe('a sheet with other pay', () => {
    test.each([
      ['first', first],
      ['a list', named],
    ])('is named with its rows and sum when `sheets` is %s', (_, config) => {
      const statement = mapped(workbook(LINES, OVERRIDES), config);
      expect(statement.warnings).toEqual([
        {
          code: 'header_drift',
          detail:
            'Sheet "Overrides" looks like lines, and is not read ("sheets" in the configuration): 2 rows with 270.00 in "Override Amount".',
        },
      ]);
      expect(statement.unreadSheets).toEqual([
        { name: 'Overrides', rows: 2, sum: 2_700_000, column: 'Override Amount', isDoubtful: true },
      ]);
    });

    test.each([
      ['first', first],
      ['a list', named],
      ['all', configOf({ fileType: 'xlsx', sheets: 'all', columns: COLUMNS })],
    ])('is named when it is hidden and has members, and `sheets` is %s', (_, config) => {
      const hidden = sheet(
        'Overrides',
        [...OVERRIDES.rows()].map(({ cells }) => cells),
        true,
      );
      const [warning] = mapped(workbook(LINES, hidden), config).warnings;
      expect(warning?.detail).toMatch(/^Hidden sheet "Overrides" .* 2 rows with 270\.00 in "Override Amount"\.$/);
      const { confidence, notes } = inferConfig(workbook(LINES, hidden));
      expect(confidence).toBeLessThan(0.8);
      expect(notes.join('\n')).toContain('Hidden sheet "Overrides"');
    });

    test.each([
      [
        'repeats the lines',
        'All',
        'Member ID | Member Name | Commission\nM1001 | LEE, ANN | 400.00\nM1002 | RAY, BOB | 330.00',
      ],
      ['has no members', 'Rates', 'Plan | Rate | Fee\nGold | 12.50 | 3.00'],
    ])('is not named when it is hidden and %s', (_, name, rows) => {
      expect(mapped(workbook(LINES, sheet(name, table(rows), true)), first).warnings).toEqual([]);
    });

    test('is named when it is of nobody', () => {
      const bonus = sheet('Bonus', table('Rep | Note | Month | Bonus\nDOE | Q1 | March | 25.00'));
      expect(mapped(workbook(LINES, bonus), first).warnings[0]?.detail).toBe(
        'Sheet "Bonus" has amounts, and is not read ("sheets" in the configuration): 1 row with 25.00 in "Bonus".',
      );
    });

    test('is named when all sheets are read and it has none of the columns', () => {
      const all = configOf({ fileType: 'xlsx', sheets: 'all', columns: COLUMNS });
      const [warning] = mapped(workbook(LINES, OVERRIDES), all).warnings;
      expect(warning?.detail).toContain('Sheet "Overrides" was passed over');
      expect(warning?.detail).toContain('2 rows with 270.00 in "Override Amount"');
    });

    test('lowers the confidence of the inferred format, with a note', () => {
      const { confidence, notes } = inferConfig(workbook(LINES, OVERRIDES, NET));
      expect(confidence).toBeLessThan(0.8);
      expect(notes.join('\n')).toContain('2 rows with 270.00 in "Override Amount"');
      expect(notes.join('\n')).toContain('states a net of $1,000.00; the rows accepted come to $730.00');
    });

    test.each<[string, string, string]>([
      ['repeats the sum of the lines', 'By policy', 'Policy Number | Paid\nP1 | 400.00\nP2 | 330.00'],
      ['lists pay that is held', 'Pending', 'Policy Number | Insured | Paid\nP1 | LEE, ANN | 12.00'],
      ['has no amounts', 'Codes', 'Code | Meaning\nR | Renewal'],
      ['adds up by agent', 'Summary', 'Agent | Members | Commission\nDOE | 2 | 730.00'],
    ])('causes no warning if it %s', (_, name, rows) => {
      const source = workbook(LINES, sheet(name, table(rows)));
      expect(mapped(source, first).warnings).toEqual([]);
      expect(inferConfig(source).confidence).toBeGreaterThanOrEqual(name === 'By policy' ? 0.7 : 0.8);
    });
  });

  describe('the net that a summary states', () => {
    test('is compared with the lines, and is the printed total', () => {
      const statement = mapped(workbook(LINES, OVERRIDES, NET), first);
      expect(codes(statement)).toEqual(['header_drift', 'footer_variance']);
      expect(statement.printedTotal).toBe(10_000_000);
    });

    test('is compared when a person left the other sheet out of the format long ago', () => {
      const mapping = mapStatement(workbook(LINES, OVERRIDES, NET), named, {
        period: '2026-02',
        knownSheets: ['Commissions', 'Overrides', 'Summary'],
      });
      expect(mapping.kind === 'mapped' ? codes(mapping.statement) : mapping).toEqual(['footer_variance']);
    });

    test('proves that the other sheets are not paid', () => {
      const statement = mapped(workbook(LINES, OVERRIDES, summary('Net payment | 730.00')), first);
      expect(statement.warnings).toEqual([]);
      expect(statement.printedTotal).toBe(7_300_000);
    });

    test.each<[string, string, readonly string[]]>([
      ['another amount', 'Total commission | 800.00', ['footer_variance']],
      ['fees taken off the sum of the lines', 'Commissions | 730.00\nE&O fee | -30.00\nNet payment | 700.00', []],
      ['a sum of the year', 'Total commission | 730.00\nTotal YTD | 9000.00', []],
      ['a premium', 'Total commission | 730.00\nTotal premium | 9000.00', []],
    ])('may be %s', (_, rows, expected) => {
      expect(codes(mapped(workbook(LINES, summary(rows)), first))).toEqual(expected);
    });
  });
});
