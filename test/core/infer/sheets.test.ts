import { describe, expect, test } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { mapped, sheet, table, workbook } from '../statement/statements.ts';

/** Guarantee: the inferred format reads the sheets with lines, this month and next, and notes name other sheets with money. */

const LINES = table(`Member ID | Member Name | Commission | Agent
  M1001 | ANN LEE | 5.00 | DOE
  M1002 | RAY FOX | 6.00 | DOE`);
const SUMMARY = [['Acme Health'], ['Total Commission', '11.00']];
const MISC = table('Rep Name | Rep ID | Amount | Note\nDOE | 17 | 25.00 | HRA\nDOE | 17 | 25.00 | HRA');

describe('unread sheets', () => {
  const inferred = inferConfig(
    workbook(
      sheet('Summary', SUMMARY),
      sheet('Detail', LINES),
      sheet('Misc', MISC),
      sheet('Old', [['x', '7.50']], true),
      sheet('Codes', [['R', 'Renewal']]),
    ),
  );

  test.each(['"Misc"', '"Summary"', '"Old" (hidden)'])('are named if they have money: %s', (name) => {
    expect(inferred.notes).toContainEqual(
      expect.stringMatching(`^Not read, although there are amounts: .*${name.replace(/[()]/g, '\\$&')}`),
    );
  });

  test('are not named without money, or if one sheet is chosen', () => {
    expect(inferred.notes.join('\n')).not.toContain('Codes');
    const named = inferConfig(workbook(sheet('Detail', LINES), sheet('Misc', MISC)), { sheetNames: ['Detail'] });
    expect(named.notes.join('\n')).not.toContain('Misc');
  });

  test('lower the confidence if they have lines of another kind', () => {
    const other = table(`Policy Number | Insured | Paid Amount | Product | Writing Agent
      P1001 | ANN LEE | 5.00 | LIFE | DOE
      P1002 | RAY FOX | 6.00 | LIFE | DOE`);
    const { confidence, notes } = inferConfig(workbook(sheet('Detail', LINES), sheet('Life', other)));
    expect(confidence).toBeLessThan(0.8);
    expect(notes.join('\n')).toContain('Not read, although they look like lines: "Life"');
  });

  test('are read together when several are chosen, each by its own names of columns', () => {
    const overrides = sheet('Overrides', table('Policy Number | Insured | Override Amount\nP7 | POE, CY | 15.50'));
    const source = workbook(sheet('Detail', LINES), overrides, sheet('Misc', MISC));
    const { config } = inferConfig(source, { sheetNames: ['Detail', 'Overrides'] });
    expect(config.sheets).toEqual(['Detail', 'Overrides']);
    expect(mapped(source, config).lines.map(({ amount }) => amount / 10_000)).toEqual([5, 6, 15.5]);
  });

  test('may be more than the number that is examined', () => {
    const many = Array.from({ length: 20 }, (_, index) => sheet(`Codes ${index}`, [['R', 'Renewal']]));
    const { confidence, notes } = inferConfig(workbook(sheet('Detail', LINES), ...many, sheet('More', LINES)));
    expect(confidence).toBeLessThan(0.8);
    expect(notes.join('\n')).toContain('Not looked at, for there are too many sheets: "Codes 19", "More"');
  });
});

describe('a sheet named after its month', () => {
  test.each([
    'Jan 2026',
    'January 2026',
    'JAN-26',
    "Feb '26",
    '2026-01',
    '01-2026',
    '202601',
    '2026 Jan',
    'Statement Jan 2026',
    'Q1 2026',
  ])('%s behind a summary makes the format read all sheets, so that it reads the next month’s file too', (name) => {
    const { config, notes, confidence } = inferConfig(workbook(sheet('Summary', SUMMARY), sheet(name, LINES)));
    expect(config.sheets).toBe('all');
    expect(notes.join('\n')).toContain(`called otherwise in the next file: "${name}"`);
    expect(confidence).toBeGreaterThanOrEqual(0.8);
    const next = mapped(workbook(sheet('Summary', SUMMARY), sheet('Feb 2026', LINES)), config);
    expect(next.lines.map(({ amount }) => amount / 10_000)).toEqual([5, 6]);
  });

  test('keeps the list of sheets with a note if another sheet would be read as lines too', () => {
    const source = workbook(sheet('Held', LINES), sheet('Jan 2026', LINES));
    const { config, notes } = inferConfig(source);
    expect(config.sheets).toEqual(['Jan 2026']);
    expect(notes.join('\n')).toContain('The name seems to change every month: "Jan 2026"');
  });

  test('keeps the list with a note if the month has no year and may be a person’s name', () => {
    const { config, notes } = inferConfig(workbook(sheet('Summary', SUMMARY), sheet('April', LINES)));
    expect(config.sheets).toEqual(['April']);
    expect(notes.join('\n')).toContain('The name seems to change every month: "April"');
  });

  test.each(['Detail', 'Marketplace 2', 'Mayo 2026 plans', 'Plan 2026', 'Agent 12-200'])(
    'is not found in %s',
    (name) => {
      const { config, notes } = inferConfig(workbook(sheet('Summary', SUMMARY), sheet(name, LINES)));
      expect(config.sheets).toEqual([name]);
      expect(notes.join('\n')).not.toContain('month');
    },
  );
});
