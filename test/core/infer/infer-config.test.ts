import { describe, expect, test } from 'vitest';
import { openStatementFile } from '../../../adapters/statement-file/open-statement-file.ts';
import { SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import type { ColumnName } from '../../../core/statement/config.ts';
import { readHeader } from '../../../core/statement/header.ts';
import { type Layout, layoutStatement, readOptions } from '../../support/layout-statements.ts';
import { SHARED_LAYOUTS } from '../../support/shared-layouts.ts';
import { csv, mapped, sheet, table, workbook } from '../statement/statements.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { US_CARRIERS } from './us-carriers.ts';

/** The carriers with complete headers, which must be inferred without doubt. */
const COMPLETE = [
  'wellcare',
  'emblemhealth',
  'healthfirst',
  'humana-commission-data',
  'devoted-agency',
  'devoted-agent-statement',
  'bcbs-nc-individual',
  'american-public-life',
  'progressive',
  'grange',
  'national-general',
];
/**
 * The formats whose paid amount cannot be recognized among several amounts, and two with money of other kinds on a sheet of its own, which
 * a person has to decide about.
 */
const DOUBTFUL = ['transamerica-life', 'ambetter-2020', 'devoted-agency', 'national-general'];
/** The fields that must equal those of the tested configuration, if it has them. */
const CHECKED: readonly ColumnName[] = [
  'member_external_id',
  'commission_amount',
  'member_name',
  'first_name',
  'last_name',
  'policy_number',
  'effective_date',
  'agent_id',
  'agent_name',
  'premium_amount',
  'lives',
];

function open(layout: Layout, seed = 5) {
  const statement = layoutStatement(layout, { seed });
  return { statement, source: openStatementFile(statement.bytes, readOptions(layout.fileType)) };
}

describe.each(SHARED_CARRIERS)('the layout of $slug', ({ slug }) => {
  const layout = SHARED_LAYOUTS[slug];
  if (layout === undefined) throw new Error(`${slug} has no layout`);
  const { statement, source } = open(layout);
  const inference = inferConfig(source);

  test('is read to the cent by its inferred format', () => {
    const read = mapped(source, inference.config);
    expect(read.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(statement.totalCents * 100);
    expect(read.failures).toEqual([]);
    expect(new Set(read.lines.map(({ memberKey }) => memberKey)).size).toBe(320);
  });

  test('is inferred with the confidence that it deserves', () => {
    if (DOUBTFUL.includes(slug)) expect(inference.confidence).toBeLessThan(0.8);
    else expect(inference.confidence).toBeGreaterThanOrEqual(0.8);
  });
});

test.each(SHARED_CARRIERS.filter(({ slug }) => COMPLETE.includes(slug)))(
  "maps every important column of $slug's whole header like the tested configuration",
  ({ slug, config }) => {
    const { statement, source } = open(SHARED_LAYOUTS[slug] ?? raise());
    const inference = inferConfig(source);
    const header = readHeader(statement.header);
    for (const name of CHECKED) {
      const wanted = config.columns[name];
      if (typeof wanted !== 'string') continue;
      const found = inference.config.columns[name];
      expect([name, typeof found === 'string' ? header.find(found) : found]).toEqual([name, header.find(wanted)]);
    }
  },
);

describe.each([...LOOK_ALIKES, ...US_CARRIERS])('an unknown header: $name', ({ layout, expected }) => {
  const { statement, source } = open(layout);
  const inference = inferConfig(source);

  test('is mapped as a person would map it', () => {
    for (const [target, header] of Object.entries(expected)) {
      const found = inference.mapped.filter((one) => one.target === target).map((one) => one.header);
      expect([target, found]).toEqual([target, [header]]);
    }
    expect(inference.confidence).toBeGreaterThanOrEqual(0.8);
  });

  test('is read to the cent', () => {
    const read = mapped(source, inference.config);
    expect(read.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(statement.totalCents * 100);
    expect(read.lines.length).toBe(statement.lines.length);
    expect(inference.preview).toEqual(read.lines.slice(0, 20));
  });

  test('has a note for every column', () => {
    const headers = new Set([...inference.mapped, ...inference.unmapped].map(({ header }) => header));
    expect(headers).toEqual(new Set(statement.header));
    for (const { reason } of inference.unmapped) expect(reason).not.toBe('');
  });
});

describe('written values', () => {
  const byName = (name: string) => {
    const found = LOOK_ALIKES.find((one) => one.name === name);
    if (found === undefined) throw new Error(`No look-alike is called ${name}`);
    return inferConfig(open(found.layout).source);
  };

  test('decide dates, decimal marks and signs', () => {
    expect(byName('dates day first').config.dates.order).toBe('DMY');
    expect(byName('reordered, amount first').config.dates.order).toBe('MDY');
    expect(byName('semicolons and decimal commas').config.amounts.decimal).toBe(',');
    expect(byName('chargebacks without a sign').config.sign).toBe('by_type');
    expect(byName('gross, net and rate side by side').config.sign).toBe('signed');
  });

  test('decide the header row and the sheet', () => {
    expect(byName('a title block and a total').headerRow).toBe(5);
    const second = byName('lines on the second sheet, a summary on the first');
    expect(second).toMatchObject({ sheets: ['Member Detail'], config: { sheets: ['Member Detail'] } });
  });

  test('may have a star that marks members and is no note, and notes with figures that their words identify', () => {
    const rows = `Member Name | Member ID | Effective Date | Commission
      Lee, Ann | M100231 | 1/1/2026 | 10.00
      *Ray, Bob | M101233 | 1/1/2026 | 20.00
      Foe, Cy | M102233 | 1/1/2026 | 5.00
      *Doe, Di | M102234 | 1/1/2026 | -15.00
      * Denotes retroactive adjustment
      * Paid within 30 days
      Note: statements of 2026 ${'are final and '.repeat(20)}not to be appealed`;
    const { config } = inferConfig(csv(table(rows)));
    const next = rows.replace('30 days', '45 days').replace('*Doe', '* Doe');
    const { lines, failures, skipped } = mapped(csv(table(next)), config);
    expect({ lines: lines.length, failures, skipped: skipped.pattern }).toEqual({ lines: 4, failures: [], skipped: 3 });
  });

  test('may come from one sheet: if it is the first, its name may change; otherwise the format names it', () => {
    const lines = table('Member ID | Name | Commission\nM1001 | ANN LEE | 5.00\nM1002 | RAY FOX | 6.00');
    const cover = sheet('Cover', [['Acme'], ['Thank you']]);
    expect(inferConfig(workbook(sheet('March', lines), cover)).config.sheets).toBe('first');
    expect(inferConfig(workbook(cover, sheet('March', lines))).config.sheets).toEqual(['March']);
    expect(inferConfig(workbook(sheet('March', lines), sheet('Held', lines))).config.sheets).toEqual(['March']);
  });

  test('may be debits and credits, which make the amount', () => {
    const rows = table(`
      Agent Name | Member ID | Member Name | Debit | Credit
      DOE | M1001 | ROE RICHARD |  | 25.50
      DOE | M1002 | POE EDGAR | 12.00 |
      DOE | M1003 | LEE ANN |  | 31.25`);
    const { config } = inferConfig(csv(rows));
    expect(config.sign).toEqual({ debit: 'Debit', credit: 'Credit' });
    expect(mapped(csv(rows), config).lines.map(({ amount }) => amount)).toEqual([255_000, -120_000, 312_500]);
  });

  test('may be commission and override, which are added as a guess with a note', () => {
    const rows = table(`
      Agent Name | Policy Number | Insured | Commission | Override
      DOE | P1001 | ROE RICHARD | 25.50 | 2.00
      DOE | P1002 | POE EDGAR |  | 3.00
      DOE | P1003 | LEE ANN | 31.25 | 4.00`);
    const inference = inferConfig(csv(rows));
    expect(inference.config.columns.commission_amount).toEqual({ sum: ['Commission', 'Override'] });
    expect(inference.confidence).toBeLessThan(0.8);
  });

  test("may be a count of subscribers, which is not an id; the group's number is", () => {
    const header = [
      'Group Number',
      'Group Name',
      'Billing Period',
      'Subscribers',
      'Premium Paid',
      'Commission %',
      'Commission Due',
    ];
    const groups = Array.from({ length: 25 }, (_, index) => [
      `G${20_140 + index * 7}`,
      `Harbor Works ${index}`,
      '04/2026',
      String(3 + (index % 9)),
      `${(index + 3) * 110}.50`,
      '5.0',
      `${(index + 3) * 5}.52`,
    ]);
    const { config, confidence } = inferConfig(csv([header, ...groups]));
    expect(config.columns.member_external_id).toBe('Group Number');
    expect(confidence).toBeLessThan(0.8);
    expect(new Set(mapped(csv([header, ...groups]), config).lines.map(({ memberKey }) => memberKey)).size).toBe(25);
  });

  test('of a ledger are entries and numbers of paid modes', () => {
    const rows = Array.from({ length: 12 }, (_, index) => [
      `CX${4_120_077 + index * 31}`,
      ['FYC', 'RNL', 'OVR'][index % 3] ?? '',
      ['1', '3', '6'][index % 3] ?? '',
      `${12 + index}.58`,
    ]);
    const { columns } = inferConfig(csv([['Certificate', 'Entry', 'Modes Paid', 'Commission'], ...rows])).config;
    expect(columns).toMatchObject({ transaction_type: 'Entry', months_paid: 'Modes Paid' });
  });

  test("may be the statement's own month, which is not the month that is paid unless the rows differ", () => {
    const withMonths = (header: string, month: (index: number) => string) => [
      ['Beneficiary ID', 'Beneficiary', header, 'Effective Date', 'Commission'],
      ...Array.from({ length: 20 }, (_, index) => [
        `CX${4_120_077 + index * 31}`,
        `Wilma Harlow${index}`,
        month(index),
        `0${1 + (index % 9)}/01/2024`,
        '4.58',
      ]),
    ];
    const columnsOf = (rows: readonly (readonly string[])[]) => inferConfig(csv(rows)).config.columns;
    for (const header of ['Statement Month', 'Stmt Period', 'Commission Cycle', 'Accounting Month']) {
      expect(columnsOf(withMonths(header, () => '10/01/2025')).coverage_month).toBeUndefined();
      expect(columnsOf(withMonths(header, (index) => (index === 7 ? '09/01/2025' : '10/01/2025'))).coverage_month).toBe(
        header,
      );
    }
    // Dates within one month, as weekly statements have them, name no other month.
    expect(
      columnsOf(withMonths('Statement Period', (index) => `10/0${1 + (index % 7)}/2025`)).coverage_month,
    ).toBeUndefined();
    expect(columnsOf(withMonths('Coverage Month', () => '10/01/2025')).coverage_month).toBe('Coverage Month');
    const both = withMonths('Statement Month', () => '10/01/2025').map((row, index) => [
      ...row,
      index === 0 ? 'Due Date' : `${index % 2 === 0 ? '10' : '09'}/01/2025`,
    ]);
    expect(columnsOf(both).coverage_month).toBe('Due Date');
  });

  test("may be equal effective dates of another month than the statement's, which stay effective dates", () => {
    const rows = [
      ['Member ID', 'Member Name', 'Statement Month', 'Effective Date', 'Commission'],
      ...Array.from({ length: 20 }, (_, index) => [
        `M${5000 + index}`,
        `Jo Dunn${index}`,
        '04/2026',
        '03/01/2026',
        '9.00',
      ]),
    ];
    expect(inferConfig(csv(rows)).config.columns.effective_date).toBe('Effective Date');
  });

  test('may be the first and the last day of a bill', () => {
    const rows = [
      ['Group No', 'Group Name', 'Bill From', 'Bill To', 'Premium Received', 'Commission'],
      ...Array.from({ length: 20 }, (_, index) => [
        String(410_233 + index * 17),
        `Harbor Works ${index}`,
        '09/01/2025',
        index % 2 === 0 ? '11/30/2025' : '09/30/2025',
        `${1200 + index}.00`,
        `${36 + index}.00`,
      ]),
    ];
    expect(inferConfig(csv(rows)).config.columns).toMatchObject({
      coverage_month: 'Bill From',
      paid_through: 'Bill To',
    });
  });

  test('may be all negative, which means pay; only a type that explains them makes it certain', () => {
    const rows = (type: string) =>
      Array.from(
        { length: 6 },
        (_, index) => `M100${index} | LEE ANN ${'ABCDEF'.charAt(index)} | -${index + 10}.00${type}`,
      ).join('\n');
    const bare = inferConfig(csv(table(`Member ID | Member Name | Commission\n${rows('')}`)));
    expect(bare).toMatchObject({
      config: { sign: 'inverted' },
      notes: [expect.stringContaining('Every amount is negative')],
    });
    expect(bare.confidence).toBeLessThan(0.8);
    const typed = inferConfig(csv(table(`Member ID | Member Name | Commission | Type\n${rows(' | Renewal')}`)));
    expect(typed.config.sign).toBe('inverted');
    expect(typed.confidence).toBeGreaterThanOrEqual(0.8);
    const charged = inferConfig(csv(table(`Member ID | Member Name | Commission | Type\n${rows(' | Chargeback')}`)));
    expect(charged.config.sign).toBe('signed');
  });

  test('may be four negative amounts, which stay unchanged because they may be chargebacks of a quiet month', () => {
    const rows = 'Member ID | Commission\nM1001 | -5.00\nM1002 | -6.00\nM1003 | -7.00\nM1004 | -8.00';
    expect(inferConfig(csv(table(rows))).config.sign).toBe('signed');
  });

  test('may be missing, so that a header is read by its names, with a note', () => {
    const inference = inferConfig(csv([['Member ID', 'Commission', 'Agent Name']]));
    expect(inference.config.columns).toMatchObject({
      member_external_id: 'Member ID',
      commission_amount: 'Commission',
    });
    expect(inference.confidence).toBeLessThan(0.8);
    expect(inference.notes).toEqual([expect.stringContaining('no rows below the header to judge by')]);
  });

  test('may be debits and credits of commissions, which are certain if the rows describe themselves', () => {
    const rows = Array.from({ length: 12 }, (_, index) =>
      index % 4 === 0
        ? `KM50${index + 10} | Harbor ${index} | TS0${index} | 03/15/2026 | 12.50 |  | Commission reversal`
        : `KM50${index + 10} | Harbor ${index} | TS0${index} | 03/15/2026 |  | 80.25 | Commission`,
    );
    const header = 'Customer No. | Customer Name | Policy No | Transaction Date | Debit | Credit | Description';
    const inference = inferConfig(csv(table([header, ...rows].join('\n'))));
    expect(inference.config).toMatchObject({
      sign: { debit: 'Debit', credit: 'Credit' },
      columns: { member_external_id: 'Customer No.' },
    });
    expect(inference.confidence).toBeGreaterThanOrEqual(0.8);
  });

  test('may have several ids for one name, but not several names for one id', () => {
    const rows = (id: (index: number) => string, name: (index: number) => string) =>
      Array.from({ length: 24 }, (_, index) => `${id(index)} | ${name(index)} | ${index + 10}.50 | DOE`);
    const header = 'Client ID | Client Name | Commission Amount | Broker';
    const fewNames = rows(
      (index) => `C${3000 + index}`,
      (index) => ['LEE LLC', 'RAY LLC', 'FOX LLC'][index % 3] ?? '',
    );
    const fewIds = rows(
      (index) => `C300${index % 3}`,
      (index) => `HARBOR ${'ABCDEFGHIJKLMNOPQRSTUVWX'.charAt(index)}`,
    );
    expect(inferConfig(csv(table([header, ...fewNames].join('\n')))).confidence).toBeGreaterThanOrEqual(0.8);
    expect(inferConfig(csv(table([header, ...fewIds].join('\n')))).confidence).toBeLessThan(0.8);
  });

  test('may have one of two ids in each row, so that both are used', () => {
    const rows = table(`
      Agent Name | MedicareID | AARP Member ID | Member Name | Commission
      DOE | 1EG4TE5MK73 |  | ROE RICHARD | 25.50
      DOE |  | 0123456789 | POE EDGAR | 12.00
      DOE | 1EG4TE5MK74 |  | LEE ANN | 31.25`);
    const { config } = inferConfig(csv(rows));
    expect(config.columns.member_external_id).toMatchObject({
      firstFilled: expect.arrayContaining(['MedicareID', 'AARP Member ID']),
    });
    expect(mapped(csv(rows), config).lines).toHaveLength(3);
  });
});

describe('a file that is no commission statement', () => {
  test.each([
    [
      'a bank export',
      'Date | Description | Reference | Amount | Balance\n1/2/2026 | Deposit | 4411223 | 100.00 | 900.00\n1/3/2026 | Rent | 4411224 | -50.00 | 850.00',
    ],
    [
      'a roster',
      'Member ID | First Name | Last Name | Plan | Effective Date\nM1001 | Ann | Lee | HMO | 1/1/2026\nM1002 | Ray | Fox | PPO | 2/1/2026',
    ],
    [
      'a premium invoice',
      'Member ID | Member Name | Premium Amount\nM1001 | ANN LEE | 100.00\nM1002 | RAY FOX | 120.50',
    ],
    [
      'a claims report',
      'Member ID | Claim Number | Service Date | Provider | Billed Amount | Paid Amount\nM1001 | C1 | 1/1/2026 | DR FOX | 100.00 | 80.00\nM1002 | C2 | 1/2/2026 | DR LEE | 120.00 | 95.50',
    ],
    [
      'a payroll',
      'Employee ID | Employee Name | Hours | Gross Pay | Net Pay\nE1001 | ANN LEE | 40 | 1000.00 | 800.25\nE1002 | RAY FOX | 38 | 900.00 | 700.75',
    ],
    [
      'an order list',
      'Order ID | Customer ID | Customer Name | SKU | Quantity | Amount\nO1 | C1001 | ANN LEE | X1 | 2 | 10.50\nO2 | C1002 | RAY FOX | X2 | 1 | 11.25',
    ],
  ])('gets no confident answer: %s', (_, rows) => {
    const inference = inferConfig(csv(table(rows)));
    expect(inference.confidence).toBeLessThan(0.65);
    expect(inference.notes).not.toEqual([]);
  });

  test('may be empty', () => {
    expect(inferConfig(csv([]))).toMatchObject({ confidence: 0, headerRow: null, mapped: [] });
    expect(inferConfig(csv([['hello'], ['world']]))).toMatchObject({ confidence: 0, headerRow: null });
  });

  test('may lack the named sheet', () => {
    const source = workbook(sheet('Detail', [['Member ID', 'Commission']]));
    expect(inferConfig(source, { sheetNames: ['Other'] }).notes[0]).toContain('no sheet named "Other"');
  });
});

test.each([
  ['Adj Type', 'transaction_type'],
  ['Remarks', 'description'],
  ['Comments', 'description'],
])('maps "%s" while it is blank: a later month fills it', (header, target) => {
  const rows = `Member ID | Member Name | Commission | ${header}\nM1001 | ANN LEE | 18.00 |\nM1002 | RAY FOX | 36.00 |`;
  const { config, confidence } = inferConfig(csv(table(rows)));
  expect(config.columns).toMatchObject({ [target]: header });
  expect(confidence).toBeGreaterThan(0.8);
});

test.each([
  ['Member', [expect.stringContaining('Members have no names: "Member" reads like member_name')]],
  ['Group', []],
])('says that members have no names where values below "%s" are no names: %j', (header, notes) => {
  const rows = ['A1', 'B2', 'C3'].map((part, at) => `M100${at} | Member ${part} 7 | 1${at}.00`);
  const inference = inferConfig(csv(table(`Member ID | ${header} | Commission\n${rows.join('\n')}`)));
  expect(inference.config.columns).not.toHaveProperty('member_name');
  expect(inference.notes).toEqual(notes);
});

test('gives the same answer for the same file', () => {
  const { source } = open(SHARED_LAYOUTS['wellcare'] ?? raise());
  expect(inferConfig(source)).toEqual(inferConfig(source));
});

function raise(): never {
  throw new Error('no such layout');
}
