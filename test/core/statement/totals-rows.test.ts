import { describe, expect, test } from 'vitest';
import { footerTotals } from '../../../core/statement/footer-totals.ts';
import { totalsLabel } from '../../../core/statement/totals-label.ts';
import { amountsOf, configOf, csv, mapped, table } from './statements.ts';

describe("the meaning of a row's text", () => {
  test.each([
    'Total',
    'TOTALS:',
    'Sub-Total',
    '*** Grand Total ***',
    '(Total)',
    'Grand_Total',
    'Hill, Bob - Total',
    'Agent Total (25)',
    'Agent Totals - 25',
    'Agent Total: 25',
    'Agent Total $500.00',
    'Agency Totals for ACME',
    'Commission Total USD',
    'Page Total 3',
    'Statement Total $',
    'Total: HILL',
    'Total for',
    'Sub-total Agent 77',
    'Grand Total (2 agents)',
    'Total Policies:',
    'Total Payee Amount: $9.00',
    'TOTAL COMMISSION DUE',
    'Total Chargebacks',
    'Payment Amount:',
  ])('is only a total: %s', (text) => expect(totalsLabel(text)).toBe('sure'));

  test.each([
    'Total Care',
    'Total Care-123',
    'Total 17',
    'Total-2',
    'Total Quality Logistics',
    'TOTAL ANNA M',
    'GRP1.TOTAL',
    'X-TOTAL',
    'HILL Total Life',
  ])('may be a total: %s', (text) => expect(totalsLabel(text)).toBe('doubtful'));

  test.each(['Net Commission Paid', 'Prior Balance', 'Net Pay', 'Ending Debit Balance', 'Balance Fwd'])(
    'is the end of the statement: %s',
    (text) => expect(totalsLabel(text)).toBe('end'),
  );

  test.each(['Commission Payment', 'Current Period', 'Check Amount', 'YTD Commission', '2 Policies', 'Count: 2'])(
    'may be a kind of line: %s',
    (text) => expect(totalsLabel(text)).toBe('kind'),
  );

  test.each([
    '',
    'M1',
    '10234',
    '1/31/2026',
    'Total, Anna',
    'TOTALLY-1',
    'Subtotaling',
    'Net',
    'Net Commission 17',
    'Ann',
  ])('is no label: %s', (text) => expect(totalsLabel(text)).toBeNull());

  test('is no label if it is longer than any label, which would be slow to search', () => {
    expect(totalsLabel(`${'-'.repeat(100_000)}a Total`)).toBeNull();
  });
});

type Columns = Parameters<typeof configOf>[0];

/** Returns the lines as "M1:10", and the failed rows as "row 3". */
function read(rows: string, config: Columns): readonly string[] {
  const statement = mapped(csv(table(rows)), configOf(config));
  expect(statement.warnings).toEqual([]);
  const lines = amountsOf(statement).map((text) => text.replace(' ', ':'));
  return [...lines, ...statement.failures.map(({ row }) => `row ${row}`)];
}

const AMOUNT = { commission_amount: 'Comm' };
const NAMED = { ...AMOUNT, member_external_id: 'ID', member_name: 'Name' };
const EVERYTHING = { ...NAMED, policy_number: 'Policy', effective_date: 'Effective' };

describe('a total is not a member', () => {
  test.each([
    'Subtotal for Agent | HILL, BOB',
    'Total for Agent | HILL, BOB',
    'Grand Total (USD) | 2 members',
    'Total Commission | 2',
    'TOTAL COMMISSION DUE | HILL AGENCY LLC',
    'Total Amount Paid | Direct deposit',
    'Agent Total for John Smith |',
    'TOTAL-AGENT 5 |',
    '2 Policies |',
    'Page 1 of 2 | Page Total',
    'Total Hill |',
    'X-TOTAL |',
    'Current Period |',
  ])('by its label in the place of the id: %s', (total) => {
    const rows = `ID | Name | Comm\nM1 | Ann | 10\nM2 | Bob | 20\n${total} | 30`;
    expect(read(rows, { columns: NAMED })).toEqual(['M1:10', 'M2:20']);
  });

  test.each([
    'Grand Total | 2 | 2 | |',
    'Total | 2 | 2 | |',
    'Grand Total | 2 | 2 | 2 |',
    'Grand Total | 2 | | | 2',
    'Grand Total | 2 | | 2 members |',
    'Hill Total | | 2 | |',
    'Total for Hill | | | 2 members |',
  ])('even with counts of the rows above in other places: %s', (total) => {
    const rows = `Agent | ID | Policy | Name | Effective | Comm
      Hill | M1 | P1 | Ann | 1/1/2026 | 10
      Hill | M2 | P2 | Bob | 1/1/2026 | 20
      ${total} | 30`;
    expect(read(rows, { columns: EVERYTHING })).toEqual(['M1:10', 'M2:20']);
  });

  test('if the policy number is the id', () => {
    const columns = { ...AMOUNT, member_external_id: 'Policy', policy_number: 'Policy', member_name: 'Name' };
    const rows = `Agent | Policy | Name | Comm
      Hill | 100231 | Ann | 10
      Hill | 101233 | Bob | 20
      Hill Total | 2 | | 30
      Grand Total | 2 | | 30`;
    expect(read(rows, { columns })).toEqual(['100231:10', '101233:20']);
  });

  test('behind its group or a date that every row prints', () => {
    const rows = `Date | Agency | Agent | ID | Name | Comm
      1/31/2026 | North | Hill | M1 | Ann | 10
      1/31/2026 | North | Hill | M2 | Bob | 20
      1/31/2026 | North | Hill Total | 2 | | 30
      1/31/2026 | North Total | | 2 | | 30
      1/31/2026 | Grand Total | | 2 | | 30`;
    expect(read(rows, { columns: NAMED })).toEqual(['M1:10', 'M2:20']);
  });

  test('if ids are carried down, even for a single line', () => {
    const columns = { ...AMOUNT, member_external_id: 'ID', agent_name: 'Agent' };
    const rows = `Agent | ID | Plan | Comm
      Hill | 1001 | A | 20
      Subtotal for Hill | | | 20
      Mann | 1002 | A | 30
       | | B | 10
      Total: Mann | | | 40
      Grand Total (2 agents) | | | 60
      Total Commission | | | 60`;
    expect(read(rows, { columns, carryDown: ['member_external_id', 'agent_name'] })).toEqual([
      '1001:20',
      '1002:30',
      '1002:10',
    ]);
  });
});

describe('a total is recognized by its sum', () => {
  const PLAIN = { ...AMOUNT, member_external_id: 'ID' };

  test('even if it counts members, of which one has several lines', () => {
    const rows = `Agent | Policy | ID | Name | Comm
      Mann | P1 | M1 | Ann | 10
      Mann | P1 | M1 | Ann | 20
      Mann | P2 | M2 | Bob | 20
      Total Mann | | 2 | | 50
      Hill Total | 2 | | | 50
      Total All Agents | 2 | 2 | | 50`;
    expect(read(rows, { columns: { ...NAMED, policy_number: 'Policy' } })).toEqual(['M1:10', 'M1:20', 'M2:20']);
  });

  test.each([
    ['the agent', 'ID | Agent | Name | Comm\nM1 | Hill | Ann | 10\nM2 | Hill | Bob | 20\n2 | Grand Total | | 30'],
    ['the product', 'ID | Name | Product | Comm\nM1 | Ann | X | 10\nM2 | Bob | X | 20\n2 | | Total | 30'],
  ])('even if its label is behind the ids, for %s', (_, rows) => {
    expect(read(rows, { columns: NAMED })).toEqual(['M1:10', 'M2:20']);
  });

  test('even if no names are read, or ids are carried down', () => {
    const counted = 'Agent | ID | Comm\nHill | M1 | 10\nHill | M2 | 20\nTotal Hill | 2 | 30\nTotal All Agents | 2 | 30';
    expect(read(counted, { columns: PLAIN })).toEqual(['M1:10', 'M2:20']);
    const behind = 'Agent | ID | Plan | Comm\nHill | M1 | A | 10\nHill | | B | 20\nHill | | Total | 30';
    expect(read(behind, { columns: PLAIN, carryDown: ['member_external_id'] })).toEqual(['M1:10', 'M1:20']);
  });

  test("for one line by that line's text: Total Hill below a line of Hill", () => {
    const rows = `Agent | ID | Plan | Comm
      Hill | M1 | A | 20
      Total Hill | | | 20
      Mann | M2 | A | 30
      Total Mann | | | 30
      Grand Total | | | 50`;
    expect(read(rows, { columns: PLAIN, carryDown: ['member_external_id'] })).toEqual(['M1:20', 'M2:30']);
  });

  test.each(['Total Chargebacks', 'Total Advances', 'Total New Business'])('for a part by its words: %s', (label) => {
    const rows = `Agent | ID | Name | Comm\nHill | M1 | Ann | 10\n | | | -3\n${label} | | | -3\nGrand Total | | | 7`;
    expect(read(rows, { columns: NAMED, carryDown: ['member_external_id'] })).toEqual(['M1:10', 'M1:-3']);
  });

  test.each(['Total Hill', 'Hill Total', 'Hill Total (2)'])('and fails if the sum differs: %s', (label) => {
    const rows = `Agent | ID | Comm\nHill | M1 | 10\nHill | M2 | 20\n${label} | 2 | 31`;
    const { lines, failures } = mapped(csv(table(rows)), configOf({ columns: PLAIN }));
    expect([lines.length, failures.length]).toEqual([2, 1]);
  });

  test('and the end of a statement with another sum fails instead of being a line of the last member', () => {
    const rows = 'Agent | ID | Comm\nHill | M1 | 10\n | | 20\nPrior Balance | | 7';
    expect(read(rows, { columns: PLAIN, carryDown: ['member_external_id'] })).toEqual(['M1:10', 'M1:20', 'row 4']);
  });
});

describe('a line is no total', () => {
  const amounts = [20, 20, 40, 20, 20, 40, -20, 20, 0];
  const lines = amounts.map((amount, at) => `${10234 + at}:${amount}`);

  test.each(['Current Period', 'Commission Payment', 'Prior Period', 'Total Care', 'Total Benefits Group'])(
    'although its amount happens to be a sum and it begins with: %s',
    (label) => {
      const rows = amounts.map((amount, at) => `${label} | ${10234 + at} | ${amount}`).join('\n');
      expect(read(`Kind | ID | Comm\n${rows}`, { columns: { ...AMOUNT, member_external_id: 'ID' } })).toEqual(lines);
    },
  );

  test.each<[string, string, readonly string[], Columns]>([
    [
      'a kind of line, the ids carried down',
      'Kind | ID | Name | Comm\nCommission Due | M1 | Ann | 20\nCommission Due | | | 5\nCommission Due | M2 | Bob | 7',
      ['M1:20', 'M1:5', 'M2:7'],
      { columns: NAMED, carryDown: ['member_external_id', 'member_name'] },
    ],
    [
      'a kind of line, the ids on rows above',
      'Kind | Name | Comm\nMember: M1 | |\nCommission Due | Ann | 20\nCommission Due | Ann | 5',
      ['M1:20', 'M1:5'],
      { columns: { ...AMOUNT, member_name: 'Name', member_external_id: { groupRow: 'Member: (\\S+)' } } },
    ],
    [
      'an agency, though the sum is right',
      'Agency | ID | Name | Comm\nTotal Insurance | M1 | Ann | 10\nTotal Insurance | | | 10\nTotal Insurance | | | 20',
      ['M1:10', 'M1:10', 'M1:20'],
      { columns: NAMED, carryDown: ['member_external_id', 'member_name'] },
    ],
    [
      'a kind of line, the ids numbers',
      'Kind | ID | Comm\nBalance Due | 10234 | 20\nBalance Due | 10235 | 20\nBalance Due | 10236 | 40',
      ['10234:20', '10235:20', '10236:40'],
      { columns: { ...AMOUNT, member_external_id: 'ID' } },
    ],
  ])('because it has values that other lines have too: %s', (_, rows, expected, config) => {
    expect(read(rows, config)).toEqual(expected);
  });

  test.each([
    'ID | Name | Line | Comm\nAcme | Lee | Med | 10\nTotal Wine & More | | Med | 25',
    'ID | Name | Line | Comm\nAcme | Acme | Med | 10\nTotal Wine & More | Total Wine & More | Med | 25',
  ])('but a group that may be one fails instead of being skipped: %s', (rows) => {
    expect(read(rows, { columns: NAMED })).toEqual(['Acme:10', 'row 3']);
  });

  test('if its kind is called Total, whatever the source of names', () => {
    const rows = `Disability | ID | Comm\nPartial | 101 | 10\nTotal | 102 | 12\nTotal | 103 | 13`;
    const columns = { ...AMOUNT, member_external_id: 'ID' };
    const expected = ['101:10', '102:12', '103:13'];
    expect(read(rows, { columns })).toEqual(expected);
    expect(read(rows, { columns: { ...columns, member_name: { constant: 'Group' } } })).toEqual(expected);
    expect(read(rows, { columns: { ...columns, policy_number: 'ID' } })).toEqual(expected);
  });

  test('for a group whose name begins with the word, if ids are carried down', () => {
    const rows = 'ID | Name | Line | Comm\n5002 | Total Wine & More | Medical | 50\n | Total Wine & More | Dental | 20';
    expect(read(rows, { columns: NAMED, carryDown: ['member_external_id'] })).toEqual(['5002:50', '5002:20']);
  });

  test.each([
    ['a name', 'ID | Name | Comm\n5002 | DOE | 50\n | TOTAL ANNA M | 20', NAMED],
    [
      'a group',
      'Group | ID | Comm\nAcme | 5002 | 50\nTotal Benefits Group | | 20',
      { ...AMOUNT, member_external_id: 'ID' },
    ],
  ])('but fails without its id: %s', (_, rows, columns) => {
    expect(read(rows, { columns })).toEqual(['5002:50', 'row 3']);
  });
});

test('decides by the sum if the id may be a label without a name beside it, and otherwise fails the row with the reason', () => {
  const columns = { ...AMOUNT, member_external_id: 'Group' };
  const lines = 'Group | Line | Comm\nAcme | Medical | 8\nZenith | Medical | 12';
  expect(read(`${lines}\nTotal Hill | | 20`, { columns })).toEqual(['Acme:8', 'Zenith:12']);
  const statement = mapped(csv(table(`${lines}\nTotal Quality Logistics | Medical | 15`)), configOf({ columns }));
  expect(statement.failures).toMatchObject([
    {
      row: 4,
      errors: [
        'member_external_id "Total Quality Logistics" may belong to a total, and nothing on the row says whether it does',
      ],
    },
  ]);
  const asData = configOf({ columns, skipRows: { totals: false } });
  expect(mapped(csv(table(`${lines}\nTotal Quality Logistics | Medical | 15`)), asData).lines).toHaveLength(3);
});

describe('a text without a digit where all ids have one', () => {
  const columns = { ...AMOUNT, member_external_id: 'ID', member_name: 'Name', effective_date: 'Date' };
  const lines = 'ID | Name | Date | Comm\nM1 | Ann | 03/15/2024 | 50\nM2 | Bob | 03/15/2024 | 40';
  test.each(['Sum', 'TTL', 'T O T A L', 'Overall', 'All Members', 'Agency Net'])(
    'fails if it sums up the lines above and names nobody: %s',
    (text) => {
      expect(read(`${lines}\n${text} | | | 90`, { columns })).toEqual(['M1:50', 'M2:40', 'row 4']);
    },
  );

  test('is normal money if it sums up nothing, or names somebody', () => {
    expect(read(`${lines}\nHouse | | | 100`, { columns })).toEqual(['M1:50', 'M2:40', 'House:100']);
    expect(read(`${lines}\nPending | Cat | | 90`, { columns })).toEqual(['M1:50', 'M2:40', 'Pending:90']);
  });

  test('means nothing if ids are words', () => {
    const words = 'ID | Name | Date | Comm\nANN | Ann | | 50\nM2 | Bob | | 40';
    expect(read(`${words}\nCat | | | 90`, { columns })).toEqual(['ANN:50', 'M2:40', 'Cat:90']);
  });
});

test('keeps the last total that was printed, or null without a printed total', () => {
  const totals = footerTotals();
  totals.addRow(10_000, 10_000);
  expect(totals.printedTotal()).toBeNull();
  totals.addTotal(10_000);
  totals.addRow(20_000, 20_000);
  totals.addTotal(30_000);
  expect(totals.printedTotal()).toBe(30_000);
});
