import { describe, expect, it, test } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { statementConfigSchema } from '../../../core/statement/config.ts';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import { csv, mapped, rejected, sheet, table, workbook } from '../statement/statements.ts';

/** Guarantee: the inferred format reads the sheets with lines, this month and next, and notes name other sheets with money. */
describe('sheets', () => {
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
});

/** Guarantee: a header in two rows is proposed with the names of both, and the proposal reads every line of the file. */
describe('two row headers', () => {
  const NAMES = ['LEE ANN', 'RAY BO', 'MARSH CLEO', 'CHO LUIS', 'ROE RICHARD'];
  const LINES = NAMES.map((name, at) => `M${20_140 + at}|${name}|01/01/2025|${10 + at}.50|${100 + at}.00`).join('\n');
  const infer = (top: string) => inferConfig(csv(table(`${top}\n${LINES}`)));

  const TWO_ROWS = `Member|Member|Effective|Commission|Premium\nID|Name|Date|Amount|Amount`;

  describe('a header in two rows', () => {
    it('has the names of both', () => {
      const { config } = infer(TWO_ROWS);
      expect(config).toMatchObject({
        headerRows: 2,
        columns: {
          member_external_id: 'Member ID',
          member_name: 'Member Name',
          effective_date: 'Effective Date',
          commission_amount: 'Commission Amount',
          premium_amount: 'Premium Amount',
        },
      });
    });

    it('is found below titles', () => {
      const { config } = infer(`Ridgeline Health Plans||||\nStatement for|March 2026|||\n${TWO_ROWS}`);
      expect(config).toMatchObject({ headerRows: 2, columns: { member_external_id: 'Member ID' } });
    });

    it('is read by the proposal as two header rows and no line', () => {
      const source = csv(table(`Ridgeline Health Plans||||\n${TWO_ROWS}\n${LINES}`));
      const config = statementConfigSchema.parse(inferConfig(source).config);
      const amounts: number[] = [];
      const mapping = mapStatement(source, config, {
        period: '2026-03',
        knownHeaders: null,
        knownSheets: null,
        keep: (line) => {
          amounts.push(line.amount);
          return line;
        },
        clock: () => 0,
      });
      expect(mapping).toMatchObject({ kind: 'mapped', statement: { failures: [] } });
      expect(amounts).toEqual([105_000, 115_000, 125_000, 135_000, 145_000]);
    });

    it('may be repeated on each page', () => {
      const page = `Member||Commission|\nID|Name|Rate|Amount`;
      const rows = (first: number) => NAMES.map((name, at) => `M${first + at}|${name}|10%|${10 + at}.50`).join('\n');
      const source = csv(table(`${page}\n${rows(20_140)}\nPage 1|||\n${page}\n${rows(20_150)}`));
      const { config, confidence } = inferConfig(source);
      const statement = mapped(source, statementConfigSchema.parse(config));
      expect([statement.lines.length, statement.failures]).toEqual([10, []]);
      expect(confidence).toBeGreaterThanOrEqual(0.8);
    });

    it('counter-case: is refused where a page repeats it in another order', () => {
      const rows = NAMES.map((name, at) => `M${20_140 + at}|${name}|10|${10 + at}.50`).join('\n');
      const top = `Member||Commission|\nID|Name|Rate|Amount\n${rows}`;
      const source = csv(table(`${top}\nMember||Commission|\nID|Name|Amount|Rate\n${rows}`));
      const config = statementConfigSchema.parse({ ...inferConfig(csv(table(top))).config });
      expect(rejected(source, config).detail).toMatch(/repeats the header with other columns/);
    });

    it('counter-case: is one row if a cell above holds the captions of two columns, as in a PDF', () => {
      const { config, confidence } = infer('Member Member|Effective|||\nID|Name|Date|Amount|Premium');
      expect(config.headerRows ?? 1).toBe(1);
      expect(confidence).toBeLessThan(0.8);
    });

    it('counter-case: is one row if a complete header has a group title above it', () => {
      const { config } = infer('Enrollment||||Money\nMember ID|Member Name|Effective Date|Commission Amount|Premium');
      expect(config.headerRows ?? 1).toBe(1);
      expect(config.columns).toMatchObject({ member_external_id: 'Member ID', commission_amount: 'Commission Amount' });
    });
  });

  /** Reads twelve rows below a header with merged captions, as spreadsheets save them: a caption in its first cell, blanks beside it. */
  function readCaptioned(header: string, rowOf: (name: string, at: number) => string) {
    const rows = Array.from({ length: 12 }, (_, at) =>
      rowOf(`${NAMES[at % 5] ?? ''} ${String.fromCharCode(65 + at)}`, at),
    ).join('\n');
    const source = csv(table(`Acme Health||\n${header}\n${rows}`));
    const { config, confidence } = inferConfig(source);
    const [first] = mapped(source, statementConfigSchema.parse(config)).lines;
    return { config, confidence, first };
  }

  describe('captions merged over several columns', () => {
    it('tell the id, name and pay of a member', () => {
      const { first, confidence } = readCaptioned(
        'Member||Commission\nID|Name|Amount',
        (name, at) => `M${at}17|${name}|${at}.50`,
      );
      expect(first).toMatchObject({ memberExternalId: 'M017', memberName: 'LEE ANN A', amount: 5_000 });
      expect(confidence).toBeGreaterThanOrEqual(0.8);
    });

    it('tell the paid premium from the paid commission', () => {
      const { first, confidence } = readCaptioned(
        'Member||Premium||Commission|\nID|Name|Billed|Paid|Rate|Paid',
        (name, at) => `M${at}17|${name}|${110 + at}.00|${100 + at}.00|10%|${10 + at}.10`,
      );
      expect(first).toMatchObject({ amount: 101_000, premium: 1_000_000 });
      expect(confidence).toBeGreaterThanOrEqual(0.8);
    });

    it.each([
      [
        'before',
        'Agent||Member||Commission\nID|Name|ID|Name|Amount',
        (own: string, agent: string) => `${agent}|${own}`,
      ],
      ['after', 'Member||Agent||Commission\nID|Name|ID|Name|Amount', (own: string, agent: string) => `${own}|${agent}`],
    ])('tell agents from members when agents stand %s', (_, header, order) => {
      const { first } = readCaptioned(
        header,
        (name, at) => `${order(`M${at}17|${name}`, `A10${at % 2}|HILL JO`)}|${at}.50`,
      );
      expect(first).toMatchObject({
        memberExternalId: 'M017',
        memberName: 'LEE ANN A',
        agentId: 'A100',
        agentName: 'HILL JO',
      });
    });

    it('make a name known that says nothing alone', () => {
      const { config } = readCaptioned(
        'Group||Premium||Commission|\nNo.|Name|Due|Received|%|Earned',
        (name, at) => `G${at}17|${name} INC|${110 + at}.00|${100 + at}.00|10%|${10 + at}.10`,
      );
      expect(config.columns).toMatchObject({ premium_amount: 'Received', commission_amount: 'Earned' });
    });

    it('counter-case: change no name that is clear alone', () => {
      const { config } = readCaptioned(
        'Subscriber||Commission|||\nNo.|Name|PMPM|Amount|Broker|Note',
        (name, at) => `00${at}17|${name}|16.50|${at}6.50|Hill|`,
      );
      expect(config.columns).toMatchObject({
        rate: 'Commission PMPM',
        commission_amount: 'Amount',
        agent_name: 'Broker',
      });
      expect(JSON.stringify(config.columns)).not.toContain('Note');
    });

    it('counter-case: a name merged over both rows is no caption of its neighbour', () => {
      const { config } = readCaptioned(
        'Premium|Member||Commission|\n|ID|Name|Rate|Paid',
        (name, at) => `${100 + at}.00|M${at}17|${name}|10%|${10 + at}.10`,
      );
      expect(config.columns).toMatchObject({ premium_amount: 'Premium', commission_amount: 'Paid' });
    });
  });

  describe('a carrier’s own id beside a Medicare id that is blank in some rows', () => {
    const rows = (carrierIdOf: (at: number) => string) =>
      Array.from({ length: 26 }, (_, at) => {
        const mbi = at % 13 === 12 ? '' : `${1 + (at % 9)}EG4TE5MK${10 + at}`;
        return `${mbi}|${carrierIdOf(at)}|DOE ${String.fromCharCode(65 + at)}NN|01/01/2025|Renewal|${20 + at}.50`;
      }).join('\n');
    const inferRows = (carrierIdOf: (at: number) => string) =>
      inferConfig(csv(table(`Member||||Commission|\nMBI|Carrier ID|Name|Eff Date|Type|Amount\n${rows(carrierIdOf)}`)));

    it('is the id, and the Medicare id the second one', () => {
      const { config, confidence, notes } = inferRows((at) => `PA${4_100_200 + at}`);
      expect(config.columns).toMatchObject({ member_external_id: 'Carrier ID', alternate_member_id: 'Member MBI' });
      expect(confidence).toBeGreaterThanOrEqual(0.8);
      expect(notes.join()).not.toMatch(/can't be read|filter/);
    });

    it('counter-case: identifies nobody if it is the same in all rows, and unreadable rows lower the confidence', () => {
      const { config, confidence, notes } = inferRows(() => 'C100200');
      expect(config.columns.member_external_id).toBe('Member MBI');
      expect(notes.join()).toMatch(/2 of the sampled rows can't be read/);
      expect(confidence).toBeLessThan(0.8);
    });
  });
});
