import { describe, expect, test } from 'vitest';
import { amountsOf, configOf, csv, mapped, rejected, sheet, skippedOf, table, workbook } from './statements.ts';

const NAMED = { member_external_id: 'Member ID', commission_amount: 'Commission', member_name: 'Name' };

describe('rows without data are skipped and counted', () => {
  test('including blank rows, titles, repeated headers, totals and page footers', () => {
    const statement = mapped(
      csv(
        table(`
      ACME HEALTH
      Statement Date: 03/31/2026

      Member ID | Name | Commission
      M1 | ANN | 5.00
      Page 1 of 2

      MEMBER ID | NAME | COMMISSION
      M2 | BOB | 6.00
      Sub-total: | | 11.00
      M3 | CAT | 1.00
       | Total for CAT | 1.00
      Grand Total | | 12.00
       | | Page 2 of 2`),
      ),
      configOf({ columns: NAMED }),
    );
    expect(amountsOf(statement)).toEqual(['M1 5', 'M2 6', 'M3 1']);
    expect(skippedOf(statement)).toEqual({ title: 2, blank: 2, repeatedHeader: 1, totals: 5 });
    expect(statement.failures).toEqual([]);
    expect(statement.warnings).toEqual([]);
  });

  test('until a repeated header with moved columns ends the file, because later rows would be read wrongly', () => {
    const rows = table(`
      Member ID | Name | Plan | Premium | Commission
      M1 | ANN | Gold | 500.00 | 10.00
      Member ID | Name | Plan | Commission | Premium
      M2 | BOB | Gold | 10.00 | 500.00`);
    const config = configOf({ columns: NAMED });
    expect(rejected(csv(rows), config)).toEqual({
      code: 'unreadable_file',
      detail:
        'Row 3 repeats the header with other columns: "Commission" stands elsewhere. Send what is below it as a file of its own.',
    });
    const inWorkbook = rejected(workbook(sheet('March', rows)), configOf({ fileType: 'xlsx', columns: NAMED }));
    expect(inWorkbook.detail).toContain('Row 3 of sheet "March"');
  });

  test.each([
    [['Member ID', 'Name', 'Commission', 'Premium'], '"Commission" stands elsewhere'],
    [['Member ID', 'Name', 'Premium', 'YTD Commission'], '"YTD Commission" stands where "Commission" stood'],
    [['Group ID', 'Name', 'Premium', 'Commission'], '"Group ID" stands where "Member ID" stood'],
  ])(
    'until a header with half of its columns moved, or other names for members or money, ends the file: %j',
    (again, why) => {
      const header = ['Member ID', 'Name', 'Premium', 'Commission'];
      const source = csv([header, ['M1', 'ANN', '500.00', '10.00'], again, ['M2', 'BOB', '10.00', '500.00']]);
      expect(rejected(source, configOf({ columns: NAMED })).detail).toContain(why);
    },
  );

  test('but a file is refused if it has lines between a header and a later header with more columns: the lines would be skipped as titles', () => {
    const rows = table(`
      ACME | HEALTH | March
      Member ID | Commission |
      M1 | 5.00 |
      Member ID | Commission | Name
      M2 | 6.00 | BOB`);
    const config = configOf({ columns: NAMED });
    expect(rejected(csv(rows), config).detail).toBe(
      'Row 3 is a line below another header than that of row 4. Send the two parts as files of their own.',
    );
    expect(skippedOf(mapped(csv(rows), configOf({ columns: NAMED, headerRow: 4 })))).toEqual({ title: 3 });
    const withoutLines = rows.filter(([id]) => id !== 'M1');
    expect(skippedOf(mapped(csv(withoutLines), config))).toEqual({ title: 2 });
  });

  test('although a repeated header moves unread columns, or omits one of them', () => {
    const statement = mapped(
      csv(
        table(`
      Member ID | Name | Plan | Premium | Commission
      M1 | ANN | Gold | 500.00 | 10.00
      Member ID | Name | Premium | Plan | Commission
      Member ID |  | Plan | Premium | Commission
      M2 | BOB | Gold | 500.00 | 11.00`),
      ),
      configOf({ columns: NAMED }),
    );
    expect(amountsOf(statement)).toEqual(['M1 10', 'M2 11']);
    expect(skippedOf(statement)).toEqual({ repeatedHeader: 2 });
  });

  test.each([
    ['Total', '', '9.00'],
    ['TOTALS:', '', '9.00'],
    ['Subtotal', '', '9.00'],
    ['Sub Total', '', '9.00'],
    ['Grand Total', '', ''],
    ['Total Payee Amount: $9.00', '', ''],
    ['M1 Total', '', '9.00'],
    ['', 'Agent Total', '9.00'],
    ['', 'Total', '9.00'],
    ['', 'LEE, ANN Subtotal', '9.00'],
  ])('as totals: %j %j %j', (id, name, amount) => {
    const rows = [
      ['Member ID', 'Name', 'Commission'],
      ['M1', 'ANN', '9.00'],
      [id, name, amount],
    ];
    expect(skippedOf(mapped(csv(rows), configOf({ columns: NAMED })))).toEqual({ totals: 1 });
  });

  test('as a total with counts under the policies and names', () => {
    const config = configOf({ columns: { ...NAMED, policy_number: 'Policy' } });
    const rows = table(`
      Member ID | Policy | Name | Commission
      M1 | P1 | ANN | 9.00
      Total | 1 | 1 member | 9.00`);
    expect(skippedOf(mapped(csv(rows), config))).toEqual({ totals: 1 });
  });

  test('but members and plans with a totals word are data', () => {
    const config = configOf({ columns: { ...NAMED, plan_name: 'Plan', effective_date: 'Eff' } });
    const statement = mapped(
      csv(
        table(`
      Plan | Name | Member ID | Commission | Eff
      Total Care HMO | TOTAL, ANNE | M1 | 5.00 | 1/1/2026
      Total | Total | TOTALLY-1 | 5.00 | 1/1/2026
      Total | Total | X-TOTAL | 5.00 | 1/1/2026
      Total Care HMO | LEE, ANN | | 5.00 | 1/1/2026`),
      ),
      config,
    );
    expect(statement.lines.map(({ memberExternalId }) => memberExternalId)).toEqual(['M1', 'TOTALLY-1', 'X-TOTAL']);
    expect(statement.failures).toMatchObject([{ row: 5, errors: ['member_external_id is blank'] }]);
  });

  test.each(['csv', 'xlsx'] as const)('as a total with its label in an unread column (%s)', (fileType) => {
    const read = (text: string, columns: Record<string, string> = NAMED) => {
      const rows = table(text);
      const source = fileType === 'csv' ? csv(rows) : workbook(sheet('Detail', rows));
      return mapped(
        source,
        configOf({
          fileType,
          columns: { member_external_id: 'Member ID', commission_amount: 'Commission', ...columns },
        }),
      );
    };
    const lines = `Label | Member ID | Commission | Name
       | A1 | 50.00 | Total, Anna
       | B1 | 20.00 | Lee, Bo`;
    for (const total of ['Total', 'Grand Total', 'TOTALS:']) {
      expect(skippedOf(read(`${lines}\n${total} | 2 | 99.00 |`))).toEqual({ totals: 1 });
    }
    // A name beside "Total" may be that of a plan, so the sum must match.
    expect(skippedOf(read(`${lines}\nHill Total | 2 | 70.00 |`))).toEqual({ totals: 1 });
    expect(amountsOf(read(`${lines}\nTotal Care | C1 | 30.00 |`))).toHaveLength(3);
    // Without a column of names, plain "Total" may be a kind of line.
    expect(skippedOf(read(`${lines}\nTotal | 2 | 70.00 |`, {}))).toEqual({ totals: 1 });
    expect(amountsOf(read(`${lines}\nTotal | C1 | 30.00 |`, {}))).toHaveLength(3);
    expect(amountsOf(read(`${lines}\nTotal | C1 | 70.00 | Lee, Cy`))).toHaveLength(3);
  });

  test('as sums of one agent after another, if they match', () => {
    const statement = mapped(
      csv(
        table(`
      Agent | Member ID | Name | Commission
      Hill | M1 | ANN | 5.00
      Hill | M2 | BOB | 6.00
      Hill Total | 2 | | 11.00
      Ray | M3 | CAT | 7.00
      Ray | M4 | DAN | 8.00
      Ray Total | 2 | | 15.00
      All agents total | 4 | | 26.00`),
      ),
      configOf({ columns: NAMED }),
    );
    expect(amountsOf(statement)).toEqual(['M1 5', 'M2 6', 'M3 7', 'M4 8']);
    expect(skippedOf(statement)).toEqual({ totals: 3 });
    expect(statement.warnings).toEqual([]);
  });

  describe('a count of the rows above under the ids', () => {
    const columns = { ...NAMED, policy_number: 'Policy' };
    const idsOf = (rows: string) =>
      mapped(csv(table(`Agent | Policy | Member ID | Name | Commission\n${rows}`)), configOf({ columns })).lines.map(
        ({ memberExternalId }) => memberExternalId,
      );

    test.each([
      [
        'makes a totals row with the sum, even for a single member, and the next sum begins below it',
        `Hill | P1 | M1 | ANN | 1.50
         Hill | P2 | M2 | BOB | 2.00
         Hill Total | | 2 | | 3.50
         Ray | P3 | M3 | CAT | 1.00
         Ray Total | | 1 | | 1.00
         Zed | P4 | M4 | DAN | 4.00
         Zed | P5 | M5 | EVE | 4.00
         Zed Total | | 2 | | 8.00`,
        ['M1', 'M2', 'M3', 'M4', 'M5'],
      ],
      [
        'makes a totals row whose label is under the policy',
        `Hill | P1 | M1 | ANN | 1.50
          | Hill Total: | 1 | | 1.50`,
        ['M1'],
      ],
      [
        'makes no member below a row that fails, if the sum contains its amount',
        `Hill | P1 | M1 | ANN | 1.50
         Hill | | | BONUS | 100.00
         Hill Total | | 9 | | 101.50`,
        ['M1'],
      ],
      [
        'makes no member below a row whose amount cannot be read',
        `Hill | P1 | M1 | ANN | 1.50
         Hill | P2 | M2 | BOB | about 2
         Hill Total | | 2 | | 3.50`,
        ['M1'],
      ],
      [
        'makes no member beside a total under the name',
        `Hill | P1 | M1 | ANN | 1.50
         Hill | P2 | M2 | BOB | 2.00
          | | 2 | Grand Total | 3.50`,
        ['M1', 'M2'],
      ],
      [
        'makes no member beside another amount than that of the row above, and fails',
        `Hill | P1 | M1 | ANN | 1.50
         Care Total | | 1 | | 2.00`,
        ['M1'],
      ],
      [
        'makes a totals row without the sum if the label ends in "Total", not if it begins so',
        `Hill | P1 | M1 | ANN | 1.50
         Hill | P2 | M2 | BOB | 2.00
         Hill Total | | 2 | | 3.60
         Ray | P3 | M3 | CAT | 1.00
         Ray | P4 | M4 | DAN | 1.00
         Total Care | | 2 | | 2.10`,
        ['M1', 'M2', 'M3', 'M4', '2'],
      ],
      [
        'is an id beside a policy',
        `Hill | P1 | M1 | ANN | 1.50
         Hill Total | P2 | 1 | | 1.50`,
        ['M1', '1'],
      ],
      [
        'is an id if neither the number nor the sum of the rows above equals it and its amount',
        `Hill | P1 | M1 | ANN | 1.50
         Hill | P2 | M2 | BOB | 2.00
         Care Total | | 3 | | 2.50
          | | 12 | Total | 2.50`,
        ['M1', 'M2', '3', '12'],
      ],
    ])('%s', (_, rows, expected) => expect(idsOf(rows)).toEqual(expected));
  });

  describe('pay of a member is no total, whatever its name', () => {
    const idsOf = (header: string, rows: string, config: Parameters<typeof configOf>[0]) => {
      const { lines, failures } = mapped(csv(table(`${header}\n${rows}`)), configOf(config));
      return [...lines.map(({ memberExternalId }) => memberExternalId), ...failures.map(() => 'failed')];
    };
    const carried = { columns: NAMED, carryDown: ['member_external_id', 'member_name'] as const };
    const byLast = {
      columns: {
        member_external_id: 'Member ID',
        commission_amount: 'Commission',
        last_name: 'Last',
        first_name: 'First',
      },
    };
    const joined = {
      columns: {
        member_external_id: 'Member ID',
        commission_amount: 'Commission',
        member_name: { concat: ['Last', 'First'] },
      },
    };

    test.each<[string, string, string, Parameters<typeof configOf>[0], readonly string[]]>([
      [
        'if a plan is named like a total and the id is carried down',
        'Plan | Member ID | Name | Commission',
        'Gold | M1 | DOE | 10\nTotal Care | | | 12.5\nGold | M2 | ROE | 11',
        { ...carried, carryDown: [...carried.carryDown] },
        ['M1', 'M1', 'M2'],
      ],
      [
        'if a kind of line is named like a sum and the id is carried down',
        'Type | Member ID | Name | Commission',
        'Commission Payment | M1 | DOE | 10\nPrior Period Commission | | | 12.5\nTotal | | | 22.5',
        { ...carried, carryDown: [...carried.carryDown] },
        ['M1', 'M1'],
      ],
      [
        'if a plan is named like a total and the id is on a row above',
        'Plan | Months | Commission',
        'Member: M1\nGold | 1 | 10\nTotal Care | 1 | 12.5',
        { columns: { member_external_id: { groupRow: 'Member: (\\S+)' }, commission_amount: 'Commission' } },
        ['M1', 'M1'],
      ],
      [
        'if the row has a name and no id, so that it fails',
        'Plan | Member ID | Name | Commission',
        'Gold | M1 | DOE | 25\nTotal Care | | POE, AL | 25\nCommission Payment | | POE, AL | 25\n | | Total, Anna | 25',
        { columns: NAMED },
        ['M1', 'failed', 'failed', 'failed'],
      ],
      [
        'if the last name is Total',
        'Last | First | Member ID | Commission',
        'Doe | Jo | M1 | 10\nRoe | Al | M2 | 10\nTotal | Anna | M3 | 20\nTotal | Ed | 3 | 40',
        byLast,
        ['M1', 'M2', 'M3', '3'],
      ],
      [
        'if the id is no count',
        'Disability | Member ID | Name | Commission',
        'Partial | M1 | DOE | 10\nTotal | M2 | | 12\nTotal | M3 | | 22',
        { columns: NAMED },
        ['M1', 'M2', 'M3'],
      ],
      [
        'if the row has a name in two columns',
        'Disability | Member ID | Last | First | Commission',
        'Partial | M1 | Doe | Jo | 10\nPartial | M2 | Roe | Al | 10\nTotal | 2 | Poe | Ed | 20',
        joined,
        ['M1', 'M2', '2'],
      ],
      [
        'if the id begins or ends like a total and the row has a name',
        'Member ID | Name | Commission',
        'Total Care-123 | DOE | 10\nGRP1.TOTAL | ROE | 11\nTotal, Anna | POE | 12',
        { columns: NAMED },
        ['Total Care-123', 'GRP1.TOTAL', 'Total, Anna'],
      ],
    ])('%s', (_, header, rows, config, expected) => expect(idsOf(header, rows, config)).toEqual(expected));

    test.each<[string, string, string, Parameters<typeof configOf>[0], readonly string[]]>([
      [
        'with names in two columns',
        'Agent | Member ID | Last | First | Commission',
        'Hill | M1 | Doe | Jo | 1.5\nHill | M2 | Roe | Al | 2\nHill Total | 2 | | | 3.5\nRay | M3 | Poe | Ed | 4\nRay Total | 1 member | | | 4',
        joined,
        ['M1', 'M2', 'M3'],
      ],
      ['without names', 'Agent | Member ID | Commission', 'Hill | M1 | 1.5\nHill Total | 1 | 1.5', {}, ['M1']],
      [
        'of agents within agencies',
        'Agent | Member ID | Name | Commission',
        'A | M1 | DOE | 1\nA Total | 1 | | 1\nB | M2 | ROE | 2\nB Total | 1 | | 2\nNorth Total | 2 | | 3\nC | M3 | POE | 4\nC Total | 1 | | 4\nD | M4 | LEE | 5\nD Total | 1 | | 5\nSouth Total | 2 | | 9\nGrand Total | 4 | | 12',
        { columns: NAMED },
        ['M1', 'M2', 'M3', 'M4'],
      ],
      [
        'without the lines of an ignored type',
        'Agent | Type | Member ID | Name | Commission',
        'A | PAY | M1 | DOE | 10\nA | MEMO | M1 | DOE | 3\nA Total | | 1 | | 10',
        { columns: { ...NAMED, transaction_type: 'Type' }, transactionTypes: { ignore: ['MEMO'] } },
        ['M1'],
      ],
    ])('but a sum of such pay is a total: %s', (_, header, rows, config, expected) =>
      expect(idsOf(header, rows, config)).toEqual(expected),
    );
  });

  test.each([
    'Net Commission Due',
    'Amount Payable:',
    'Prior Balance',
    'Balance Carried Forward',
    'Commission Paid This Period',
  ])('but a row at the end of a statement is no member: %s', (label) => {
    const rows = [
      ['Member ID', 'Name', 'Commission'],
      ['M1', 'ANN', '9.00'],
      [label, '', '9.00'],
    ];
    expect(skippedOf(mapped(csv(rows), configOf({ columns: NAMED })))).toEqual({ totals: 1 });
  });

  test.each(['Net', 'DUE', 'Paid-1', 'Net Commission 17', 'Amount A1'])(
    'but an id of one word of such a row, or of more than its words, is data: %s',
    (id) => {
      const rows = [
        ['Member ID', 'Name', 'Commission'],
        [id, 'ANN', '9.00'],
      ];
      expect(amountsOf(mapped(csv(rows), configOf({ columns: NAMED })))).toEqual([`${id} 9`]);
    },
  );

  test.each(['Page 3 of 7', 'End of report', '*** END OF STATEMENT ***'])(
    'including the foot of a page: %s',
    (foot) => {
      const rows = [
        ['Member ID', 'Name', 'Commission'],
        ['M1', 'ANN', '9.00'],
        ['', foot, ''],
      ];
      expect(skippedOf(mapped(csv(rows), configOf({ columns: NAMED })))).toEqual({ totals: 1 });
    },
  );

  test('but totals are data if the configuration says so', () => {
    const rows = table(`
      Member ID | Commission
      Total | 5.00`);
    const statement = mapped(csv(rows), configOf({ skipRows: { totals: false } }));
    expect(amountsOf(statement)).toEqual(['Total 5']);
  });

  test('by patterns that match the whole text of a row', () => {
    const config = configOf({ columns: NAMED, skipRows: { patterns: ['Adjustment', '/^note:/i', '/held/i'] } });
    const statement = mapped(
      csv(
        table(`
      Member ID | Name | Commission
      Adjustment | |
      M1 | Adjustment | 5.00
      Note: see page 2 | |
      M2 | BOB | 6.00
      M3 | (held) CAT | 7.00`),
      ),
      config,
    );
    expect(statement.lines.map(({ memberExternalId }) => memberExternalId)).toEqual(['M1', 'M2']);
    expect(skippedOf(statement)).toEqual({ pattern: 3 });
  });

  test('by filters without regard to case, which must all match', () => {
    const config = configOf({
      filter: [
        { column: 'Carrier', equals: 'acme' },
        { column: 'Type', equals: 'Commission' },
      ],
    });
    const statement = mapped(
      csv(
        table(`
      Carrier | Type | Member ID | Commission
      ACME | Commission | M1 | 5.00
      Other | Commission | M2 | abc
      Acme | Override | M3 | 5.00`),
      ),
      config,
    );
    expect(amountsOf(statement)).toEqual(['M1 5']);
    expect(skippedOf(statement)).toEqual({ filtered: 2 });
    expect(statement.failures).toEqual([]);
  });

  test('by ignored transaction types', () => {
    const config = configOf({
      columns: { ...NAMED, transaction_type: 'Type' },
      transactionTypes: { ignore: ['Held', '/^memo/i'] },
    });
    const statement = mapped(
      csv(
        table(`
      Member ID | Name | Commission | Type
      M1 | A | 5.00 | Renewal
      M2 | B | 5.00 | HELD
      M3 | C | 5.00 | Memo only`),
      ),
      config,
    );
    expect(skippedOf(statement)).toEqual({ ignoredType: 2 });
  });
});
