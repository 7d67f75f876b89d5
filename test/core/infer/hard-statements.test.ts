import { describe, expect, it, test } from 'vitest';
import { openAnyStatement } from '../../../adapters/statement-file/read-statement-file.ts';
import { inferConfig, keepSettings } from '../../../core/infer/infer-config.ts';
import { type StatementConfig, statementConfigSchema } from '../../../core/statement/config.ts';
import type { MappedStatement } from '../../../core/statement/line.ts';
import { memberIdReader } from '../../../core/statement/member-key.ts';
import { csv, mapped, number, sheet, skippedOf, table, workbook } from '../statement/statements.ts';

/** Statements as carriers print them. Guarantee: the inferred format reads them to the cent, without a lost or added member. */
describe('hard statements', () => {
  const LAST = ['Lee', 'Ray', 'Ortiz', 'Smith', 'Nguyen', 'Brown', 'Diaz', 'Khan', 'Wood', 'Reyes'];
  const FIRST = ['Ann', 'Bob', 'Carla', 'Dan', 'Eve', 'Fay', 'Gus'];
  const name = (index: number) => `${LAST[index % 10]}, ${FIRST[index % 7]}`;
  const month = (index: number) => `${String((index % 12) + 1).padStart(2, '0')}/01/2025`;
  const times = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));

  interface Read {
    readonly config: StatementConfig;
    readonly statement: MappedStatement;
    readonly dollars: number;
    readonly members: number;
  }

  function readInferred(source: Parameters<typeof inferConfig>[0]): Read {
    const { config } = inferConfig(source);
    const statement = mapped(source, config);
    const dollars = statement.lines.reduce((sum, { amount }) => sum + amount, 0) / 10_000;
    return { config, statement, dollars, members: new Set(statement.lines.map(({ memberKey }) => memberKey)).size };
  }

  /** 30 members at 26.00 add up to 780.00. */
  const PLAIN = times(30, (index) => [`M${1000 + index}`, name(index), month(index), 'Hill', '26.00']);
  const PLAIN_HEADER = ['Member ID', 'Member Name', 'Eff Date', 'Agent', 'Commission'];

  describe('rows above the lines', () => {
    test('may be a page of titles with dates and sums, 16 rows long', () => {
      const titles = [
        ['Harbor Health Plans'],
        ['Commission Statement'],
        ['Agency:', 'Lakeview Agency'],
        ['Statement Date:', '03/15/2026'],
        ['Period:', '03/01/2026 - 03/31/2026'],
        ...times(6, (index) => [`Address line ${index}`, 'Tampa, FL 33601']),
        ['Total Commission:', '$780.00'],
        ['Prior Balance:', '$0.00'],
        [],
        ['Detail of payments'],
        [],
      ];
      const { statement, dollars } = readInferred(csv([...titles, PLAIN_HEADER, ...PLAIN]));
      expect([statement.lines.length, dollars, statement.failures]).toEqual([30, 780, []]);
      expect(skippedOf(statement)).toEqual({ title: 14, blank: 2 });
    });

    test('may be a summary by agent, with a header of its own', () => {
      const above = [['Agent', 'Members', 'Commission'], ['Hill', '30', '780.00'], ['Total', '30', '780.00'], []];
      expect(readInferred(csv([...above, PLAIN_HEADER, ...PLAIN]))).toMatchObject({ dollars: 780, members: 30 });
    });

    test('may be a band of merged titles over groups of columns', () => {
      const rows = [
        ['Acme Insurance'],
        ['Agent Information', '', 'Member Information', '', 'Payment Information'],
        ['Agent NPN', 'Agent Name', 'Member ID', 'Member Name', 'Commission Paid'],
        ...times(30, (index) => ['1234567', 'Jo Hill', `M${1000 + index}`, name(index), '10.50']),
        ['', '', '', 'Grand Total', '315.00'],
      ];
      const { statement, dollars } = readInferred(workbook(sheet('Statement', rows)));
      expect([dollars, statement.failures, statement.warnings]).toEqual([315, [], []]);
    });

    test('may be two header lines, of which the one with the column names is the header', () => {
      const rows = [
        ['Member', '', '', 'Policy', 'Commission', ''],
        ['ID', 'Last Name', 'First Name', 'Effective', 'Rate', 'Amount'],
        ...times(30, (index) => [
          `M${1000 + index}`,
          LAST[index % 10] ?? '',
          FIRST[index % 7] ?? '',
          month(index),
          '4%',
          '20.10',
        ]),
      ];
      // 30 × 20.10
      expect(readInferred(csv(rows))).toMatchObject({ dollars: 603, members: 30, statement: { failures: [] } });
    });
  });

  describe('rows between the lines', () => {
    test('may be sums of each agent between blank rows, and a grand total', () => {
      // 8 × 20 = 160 for each of three agents, 480 in total.
      const blocks = times(3, (agent) => [
        ...times(8, (index) => ['Agent Hill', `M${agent}${100 + index}`, name(index), '20.00']),
        ['Agent Hill Total', '8', '', '160.00'],
        [],
      ]).flat();
      const rows = [['Agent', 'Member ID', 'Member', 'Commission'], ...blocks, ['Grand Total', '24', '', '480.00']];
      const { statement, dollars, members } = readInferred(csv(rows));
      expect([dollars, members, statement.warnings]).toEqual([480, 24, []]);
      expect(skippedOf(statement)).toEqual({ totals: 4, blank: 3 });
    });

    test('may be headers repeated on every page, with page numbers', () => {
      const header = ['Policy #', 'Insured', 'Issue Date', 'Premium', 'Commission'];
      const pages = times(4, (page) => [
        ['First Life Insurance Co', '', '', '', `Page ${page + 1} of 4`],
        ['Agent Commission Statement'],
        header,
        ...times(10, (index) => [`FL${5000 + page * 10 + index}`, name(index), month(index), '55.00', '44.00']),
      ]).flat();
      // 40 × 44.00
      const rows = [...pages, ['Total', '', '', '2200.00', '1760.00'], ['Report generated 03/31/2026 08:15 AM']];
      expect(readInferred(csv(rows))).toMatchObject({ dollars: 1760, members: 40, statement: { failures: [] } });
    });

    test('may be headings and sums of sections, with the due amount at the end', () => {
      const sections = [
        ['New Business', '50.00', '350.00'],
        ['Renewals', '50.00', '350.00'],
        ['Chargebacks', '(50.00)', '(350.00)'],
      ];
      const rows = sections.flatMap(([title = '', each = '', sum = '']) => [
        [title],
        ['Contract No', 'Customer', 'Product', 'Eff. Date', 'Commission'],
        ...times(7, (index) => [`${title.charAt(0)}${1000 + index}`, name(index), 'Term', month(index), each]),
        [`Total ${title}`, '', '', '', sum],
        [],
      ]);
      // 7 × 50 + 7 × 50 − 7 × 50
      const read = readInferred(csv([...rows, ['Net Commission Due', '', '', '', '350.00']]));
      expect([read.dollars, read.members, read.statement.failures]).toEqual([350, 21, []]);
    });

    test('may be agents in rows of their own above their members', () => {
      const rows = times(3, (agent) => [
        [`Producer: 10${agent}55 - HILL ${'ABC'.charAt(agent)}`],
        ...times(8, (index) => [`M${agent}${100 + index}`, name(index), 'HMO', month(index), '20.00']),
        ['', '', '', 'Subtotal', '160.00'],
      ]).flat();
      const { statement, dollars } = readInferred(
        csv([['Member #', 'Member Name', 'Plan', 'Eff Dt', 'Comm'], ...rows]),
      );
      expect([dollars, statement.failures]).toEqual([480, []]);
      expect(statement.lines.map(({ agentId, agentName }) => `${agentId} ${agentName}`)).toEqual(
        times(24, (index) => `10${Math.floor(index / 8)}55 HILL ${'ABC'.charAt(Math.floor(index / 8))}`),
      );
    });

    test('may leave out repeated ids and names, which are carried down as a guess', () => {
      const rows = times(24, (index) =>
        index % 2 === 0
          ? [`M${1000 + index}`, name(index), 'Medical', '03/2026', '10.25']
          : ['', '', 'Dental', '03/2026', '4.75'],
      );
      const source = csv([['Subscriber ID', 'Subscriber', 'Product', 'Coverage Month', 'Commission'], ...rows]);
      // 12 × (10.25 + 4.75)
      expect(readInferred(source)).toMatchObject({
        config: { carryDown: ['member_external_id', 'member_name'] },
        dollars: 180,
        members: 12,
        statement: { failures: [] },
      });
      expect(inferConfig(source).confidence).toBeLessThan(0.8);
    });

    test('may be a line without an id only, to which nothing is carried down', () => {
      const rows = times(24, (index) => [index % 2 === 0 ? `M${1000 + index}` : '', name(index), '03/2026', '10.25']);
      const { config } = inferConfig(csv([['Subscriber ID', 'Subscriber', 'Coverage Month', 'Commission'], ...rows]));
      expect(config.carryDown).toEqual([]);
    });
  });

  describe('rows below the lines', () => {
    test('may be dates, telephone numbers and counts in a cell of their own, which are skipped, also next month', () => {
      const below = (date: string, count: string) => [
        [],
        [`Statement date: ${date}`],
        [`Record Count: ${count}`],
        ['Questions? Call 800-555-1212'],
        ['Confidential - do not distribute'],
      ];
      const { config, statement } = readInferred(csv([PLAIN_HEADER, ...PLAIN, ...below('03/31/2026', '30')]));
      expect([statement.lines.length, statement.failures]).toEqual([30, []]);
      const next = mapped(csv([PLAIN_HEADER, ...PLAIN, ...below('04/30/2026', '31')]), config);
      expect([next.lines.length, next.failures, skippedOf(next)]).toEqual([30, [], { blank: 1, pattern: 4 }]);
    });

    test('may be an id alone, which fails because its money is missing', () => {
      const { statement } = readInferred(csv([PLAIN_HEADER, ...PLAIN, ['M2000']]));
      expect(statement.failures).toMatchObject([{ row: 32, errors: ['commission_amount is blank'] }]);
    });
  });

  describe('written values', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);

    test('may have semicolons, decimal commas and the day first', async () => {
      const lines = times(
        30,
        (index) => `M${1000 + index};Lee Ann;${13 + (index % 15)}.0${1 + (index % 9)}.2025;1.${100 + index},50;20,75`,
      );
      const { source } = await openAnyStatement(
        bytes(['Member ID;Member Name;Eff Date;Premium;Commission', ...lines].join('\r\n')),
      );
      const { config, dollars, statement } = readInferred(source);
      // 30 × 20.75
      expect([config.amounts.decimal, config.dates.order, dollars]).toEqual([',', 'DMY', 622.5]);
      expect(statement.lines[0]).toMatchObject({ effectiveDate: '2025-01-13', premium: 11_005_000 });
    });

    test('may be UTF-16 with tabs, and ids written as ="00123"', async () => {
      const lines = times(30, (index) => `="00${1000 + index}"\tJosé Núñez\t20.00`);
      const text = `\ufeff${['Member ID\tMember Name\tCommission', ...lines].join('\r\n')}`;
      const { statement, dollars } = readInferred((await openAnyStatement(Buffer.from(text, 'utf16le'))).source);
      expect([dollars, statement.lines[0]?.memberExternalId, statement.lines[0]?.memberName]).toEqual([
        600,
        '001000',
        'José Núñez',
      ]);
    });

    test('may have line breaks inside headers', async () => {
      const lines = times(30, (index) => `M${1000 + index}|${name(index)}|20.00|`);
      const { source } = await openAnyStatement(
        bytes(['"Member\nID"|"Member\nName"|"Commission\nAmount"|', ...lines].join('\n')),
      );
      const { config, dollars } = readInferred(source);
      expect([config.columns.member_external_id, dollars]).toEqual(['Member ID', 600]);
    });

    test("may be a workbook's dates without a format, but sums of that size are no dates", () => {
      const rows = times(12, (index) => [
        `M${100 + index}`,
        name(index),
        number(45_658),
        number(40_000 + index),
        number(20.5),
      ]);
      const header = ['Subscriber MRN', 'Subscriber Name', 'Coverage Start', 'Premium Paid', 'Commission Amount'];
      const { config, statement } = readInferred(workbook(sheet('Detail', [header, ...rows])));
      expect(config.columns).toMatchObject({ effective_date: 'Coverage Start', premium_amount: 'Premium Paid' });
      // 45,658 days after the last day of 1899, including the leap day that Excel adds to 1900.
      expect(statement.lines[0]).toMatchObject({ effectiveDate: '2025-01-01', premium: 400_000_000 });
    });

    test("may be amounts marked CR and DR, which keep the marks' sign", () => {
      const rows = times(30, (index) => [
        `P${1000 + index}`,
        name(index),
        '03/01/2026',
        index % 5 === 0 ? '20.00 DR' : '20.00 CR',
      ]);
      // 24 × 20 − 6 × 20
      const { config, dollars } = readInferred(csv([['Policy No', 'Insured', 'Paid Date', 'Commission'], ...rows]));
      expect([config.sign, config.amounts.creditDebitMark, dollars]).toEqual(['signed', 'cr_positive', 360]);
    });

    test('may be a ledger of debits and credits with a running balance', () => {
      const rows = times(30, (index) =>
        index % 6 === 0
          ? ['03/15/2026', `P${2000 + index}`, name(index), 'Chargeback', '30.00', '', '100.00']
          : ['03/15/2026', `P${2000 + index}`, name(index), 'Renewal commission', '', '25.00', '100.00'],
      );
      const header = ['Date', 'Policy Number', 'Insured Name', 'Description', 'Debit', 'Credit', 'Balance'];
      const source = csv([['Lakeview Agency Commission Ledger'], header, ...rows]);
      // 25 × 25 − 5 × 30
      expect(readInferred(source)).toMatchObject({ dollars: 475, members: 30 });
      expect(inferConfig(source).confidence).toBeGreaterThanOrEqual(0.8);
    });

    test('may be plans called "Total Care" in the first column, which hide no line', () => {
      const rows = times(12, (index) => ['Total Care', `M${100 + index}`, name(index), '20.00']);
      const source = csv([['Plan', 'Member ID', 'Member Name', 'Commission'], ...rows, ['Total', '12', '', '240.00']]);
      expect(readInferred(source)).toMatchObject({ dollars: 240, members: 12, statement: { skipped: { totals: 1 } } });
    });
  });
});

/** Guarantee: the proposal for a carrier's new layout keeps the carrier's settings and nothing of the old layout. */
describe('keep settings', () => {
  const COLUMNS = { member_external_id: 'Old ID', commission_amount: 'Old Amount' };
  const inUse = (settings: object) => statementConfigSchema.parse({ fileType: 'csv', columns: COLUMNS, ...settings });
  const inferred = (columns = '', cells = '') =>
    inferConfig(
      csv(
        table(
          `Member ID|Member Name|Commission${columns}\n${['ANN', 'BO', 'CLEO', 'LUIS'].map((name, at) => `M${20_140 + at}|LEE ${name}|1${at}.50${cells}`).join('\n')}`,
        ),
      ),
    );

  describe('a new layout of a known carrier', () => {
    it('keeps how the carrier pays and delivers its files', () => {
      const current = inUse({
        cadence: [{ months: 6 }],
        policyTerm: true,
        lineKinds: [{ kind: 'bonus', patterns: ['^HRA'] }],
        tolerance: { absolute: 0.05 },
        sftp: { patterns: ['*.csv'] },
        headerRow: 7,
        carryDown: ['agent_name'],
      });
      const { config, notes } = keepSettings(inferred(), current);
      expect(config).toMatchObject({
        cadence: [{ months: 6 }],
        policyTerm: true,
        lineKinds: [{ kind: 'bonus' }],
        tolerance: { absolute: 0.05 },
        sftp: { patterns: ['*.csv'] },
        columns: { member_external_id: 'Member ID', commission_amount: 'Commission' },
        headerRow: 'auto',
        carryDown: [],
      });
      expect(notes.at(-1)).toBe('Taken over from the format in use: cadence, policyTerm, lineKinds, tolerance, sftp.');
    });

    it('reads both file types if the columns are those of the other type', () => {
      const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };
      for (const fileType of ['xlsx', 'auto'] as const) {
        const { config, notes } = keepSettings(inferred(), inUse({ fileType, columns }));
        expect(config.fileType).toBe('auto');
        expect(notes.at(-1)).toContain('reads files of both kinds');
      }
      // Counter-cases: other columns, and the same file type.
      expect(keepSettings(inferred(), inUse({ fileType: 'xlsx' })).config.fileType).toBe('csv');
      expect(keepSettings(inferred(), inUse({ columns })).config.fileType).toBe('csv');
    });

    it('counter-cases: has nothing to keep, or no format in use', () => {
      const proposal = inferred();
      expect(keepSettings(proposal, inUse({}))).toEqual(proposal);
      expect(keepSettings(proposal, null)).toEqual(proposal);
    });
  });

  /** Guarantee: the names of businesses are names of members, also with a number in them. */

  const TRADES = [
    'Roofing',
    'Dental Arts',
    'Freight',
    'Orchards',
    'Machine Works',
    'Florists',
    'Tile & Stone',
    'Marina',
  ];

  function inferredNames(header: string, nameOf: (trade: string, at: number) => string) {
    const rows = TRADES.map((trade, at) => `K${52_310 + at * 7}|${nameOf(trade, at)}|Plan ${at}|${30 + at}.25`);
    return inferConfig(csv(table(`Member ID|${header}|Plan Name|Commission\n${rows.join('\n')}`))).config.columns;
  }

  describe('a column of businesses', () => {
    it.each(['Member Name', 'Subscriber', 'Insured'])('is the name below "%s"', (header) => {
      expect(inferredNames(header, (trade, at) => `Ferris ${trade} Inc. ${at + 11}`).member_name).toBe(header);
    });

    it('counter-case: is none where the texts are numbers with a word', () => {
      expect(inferredNames('Member Name', (_, at) => `Unit ${at + 11}`).member_name).toBeUndefined();
    });
  });

  /** Guarantee: members keep their identity when a spreadsheet drops the leading zeros of one month's ids. */

  const inferredIds = (ids: readonly string[]) =>
    inferConfig(
      csv(
        table(
          `Member ID|Member Name|Commission\n${ids.map((id, at) => `${id}|LEE ${['ANN', 'BO', 'CLEO', 'LUIS'][at]}|1${at}.50`).join('\n')}`,
        ),
      ),
    );
  const PADDED = ['000420140', '000420141', '012420142', '112420143'];

  describe('ids that are numbers filled up with zeros', () => {
    it('are read alike with and without the zeros', () => {
      const { config, notes } = inferredIds(PADDED);
      expect(notes.join(' ')).toContain('Leading zeros of the member id do not count');
      const read = memberIdReader(config.memberId);
      for (const id of PADDED) {
        const withoutZeros = String(Number(id));
        expect(read(id)).toMatchObject({ memberExternalId: id, memberKey: withoutZeros });
        expect(read(withoutZeros)).toMatchObject({ memberKey: withoutZeros });
      }
    });

    it.each([
      ['no id begins with a zero', ['420140', '420141', '420142', '420143']],
      ['the lengths differ, so that two ids may differ by a zero alone', ['0420140', '420140', '420142', '420143']],
      ['an id has a letter', ['000420140', '000420141', '012420142', 'A12420143']],
      ['the ids are short', ['0014', '0015', '0016', '0017']],
    ])('counter-case: zeros count where %s', (_case, ids) => {
      expect(inferredIds(ids).config.memberId.stripLeadingZeros).toBe(false);
    });

    it('keep the rule of the format in use, because another one would rename all members', () => {
      const current = { ...inferredIds(PADDED).config, memberId: { stripLeadingZeros: false, pattern: null } };
      const kept = keepSettings(inferredIds(PADDED), current);
      expect(kept.config.memberId).toEqual(current.memberId);
      expect(kept.notes.at(-1)).toBe('Taken over from the format in use: memberId.');
    });
  });
});
