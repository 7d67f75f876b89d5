import { describe, expect, test } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import { configOf, mapped, sheet, table, workbook } from './statements.ts';

/** Guarantee: pay on a sheet that is not read is named with its rows and sum, and a summary's net is compared with the lines read. */

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
