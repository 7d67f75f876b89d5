import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MappedStatement, StatementLine } from '../../../core/statement/line.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { configOf, csv, mapped, table } from './statements.ts';

const EMPTY = {
  email: null,
  planCode: null,
  productType: null,
  premium: null,
  lives: null,
  rate: null,
  termReason: null,
  paidThrough: null,
  monthsPaid: null,
  agentId: null,
  state: null,
  county: null,
  carrierStatus: null,
  description: null,
  split: null,
  alternateMemberId: null,
  renewalDate: null,
};

/** Guarantee: every row of an irregular statement, calculated by hand, is accounted for to the cent. */
test('accounts for every row of the golden statement', () => {
  const rows = table(`
    ACME MUTUAL OF NOWHERE;
    Commission statement for March 2026|||||||
    |||||||
    Agent:|SUBSCRIBER #|Subscriber  Name|Plan|Eff. Date|Thru|Type|Cov Mo|Net Amt ($)
    DOE, JANE|00 123-a|ROE,  RICHARD|Gold|1/1/24|12/31/9999|Renewal|MAR-26|$1,234.50
    |00123-A|Roe, Richard|Gold|01-JAN-2024||Chargeback|Feb-26|(34.50)
    |0124|POE, EDGAR|Silver|2024-02-30||Renewal|Mar-26|12.34-
    Sub-Total DOE||||||||1,187.66
    Page 1 of 2||||||||
    Agent:|Subscriber #|Subscriber Name|Plan|Eff. Date|Thru|Type|Cov Mo|Net Amt ($)
    COE, JOHN|0125|TOTAL, ANNE|Total Care|3/1/2026||Initial|Mar-26|.005
    |1.25E+09|LOST, EXCEL|Gold|3/1/2026||Initial|Mar-26|5.00
    |0126|RAGGED|ROW|Gold|3/1/2026||Initial|Mar-26|6.00
    |0127|NO, AMOUNT|Gold|3/1/2026||Initial|Mar-26|N/A
    |0128|MEMO, ONLY|Gold|3/1/2026||Memo|Mar-26|99.00
    |0129|DASH, ZERO|Gold|3/1/2026||Renewal|Mar-26|-
    Sub-Total COE||||||||99.01
    Grand Total||||||||1,286.67
    ** End of statement **||||||||`);
  const config = configOf({
    columns: {
      member_external_id: ['Member ID', 'Subscriber #'],
      commission_amount: 'Net Amt',
      member_name: 'Subscriber Name',
      plan_name: 'Plan',
      effective_date: 'Eff Date',
      term_date: 'Thru',
      transaction_type: 'Type',
      coverage_month: 'Cov Mo',
      policy_number: 'Subscriber #',
      agent_name: 'Agent',
    },
    carryDown: ['agent_name'],
    transactionTypes: { ignore: ['memo'] },
    skipRows: { patterns: ['/^\\*\\*/'] },
  });
  const statement = mapped(csv(rows), config);

  const line = (values: Partial<StatementLine>): Partial<StatementLine> => ({
    ...EMPTY,
    sheet: 0,
    paidDate: null,
    termDate: null,
    ...values,
  });
  expect(statement.lines).toEqual([
    line({
      row: 5,
      memberKey: '00123-A',
      memberExternalId: '00 123-a',
      amount: 12_345_000,
      policyNumber: '00 123-a',
      memberName: 'ROE,  RICHARD',
      planName: 'Gold',
      effectiveDate: '2024-01-01',
      coverageMonth: '2026-03',
      transactionType: 'Renewal',
      agentName: 'DOE, JANE',
    }),
    line({
      row: 6,
      memberKey: '00123-A',
      memberExternalId: '00123-A',
      amount: -345_000,
      policyNumber: '00123-A',
      memberName: 'Roe, Richard',
      planName: 'Gold',
      effectiveDate: '2024-01-01',
      coverageMonth: '2026-02',
      transactionType: 'Chargeback',
      agentName: 'DOE, JANE',
    }),
    line({
      row: 7,
      memberKey: '0124',
      memberExternalId: '0124',
      amount: -123_400,
      policyNumber: '0124',
      memberName: 'POE, EDGAR',
      planName: 'Silver',
      effectiveDate: null,
      coverageMonth: '2026-03',
      transactionType: 'Renewal',
      agentName: 'DOE, JANE',
    }),
    line({
      row: 11,
      memberKey: '0125',
      memberExternalId: '0125',
      amount: 50,
      policyNumber: '0125',
      memberName: 'TOTAL, ANNE',
      planName: 'Total Care',
      effectiveDate: '2026-03-01',
      coverageMonth: '2026-03',
      transactionType: 'Initial',
      agentName: 'COE, JOHN',
    }),
    line({
      row: 16,
      memberKey: '0129',
      memberExternalId: '0129',
      amount: 0,
      policyNumber: '0129',
      memberName: 'DASH, ZERO',
      planName: 'Gold',
      effectiveDate: '2026-03-01',
      coverageMonth: '2026-03',
      transactionType: 'Renewal',
      agentName: 'COE, JOHN',
    }),
  ]);
  expect(statement.failures.map(({ row, errors }) => [row, errors])).toEqual([
    [12, ['member_external_id "1.25E+09" was lost in Excel: the id has been turned into a rounded number']],
    [13, ['the row has 10 cells, the header has 9', 'commission_amount "Mar-26" is not an amount']],
    [14, ['commission_amount "N/A" is not an amount']],
  ]);
  expect(statement.skipped).toEqual({
    title: 2,
    blank: 1,
    repeatedHeader: 1,
    totals: 4,
    pattern: 1,
    ignoredType: 1,
    filtered: 0,
    groupRow: 0,
    outsidePeriod: 0,
    otherSheet: 0,
  });
  expect(statement.rowWarnings).toEqual([{ sheet: 0, row: 7, detail: 'effective_date "2024-02-30" is not a date' }]);
  // 1,234.50 − 34.50 − 12.34 + 0.005 + 0 = 1,187.665 accepted; with the memo row of 99.00 it matches the printed 1,286.67.
  expect(statement.warnings).toEqual([]);
  expect(accountedFor(statement)).toBe(rows.length - 1);
});

function accountedFor(statement: MappedStatement): number {
  const skipped = Object.values(statement.skipped).reduce((sum, count) => sum + count, 0);
  return statement.lines.length + statement.failures.length + skipped;
}

const NAMES = ['Member ID', 'Commission', 'Name'];

test('accounts for every row of any file as a line, a failure, or skipped and counted; mapping twice gives the same', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      'Total',
      'Member ID',
      'Commission',
      'Page 1 of 2',
      '5.00',
      '(1.25)',
      '1.2E+11',
      '#REF!',
      '\0',
    ),
    fc.string({ maxLength: 6 }),
  );
  const row = fc
    .oneof(
      fc.array(cell, { maxLength: 5 }),
      fc.tuple(fc.stringMatching(/^M\d{1,3}$/), fc.constantFrom('1.00', '-2.50', '$3'), cell),
    )
    // A repeated header with other columns ends the file.
    .filter((cells) => cells.every((text, at) => !NAMES.includes(text) || NAMES[at] === text));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.boolean(), (rows, carries) => {
      const config = configOf({
        columns: { member_external_id: 'Member ID', commission_amount: 'Commission', member_name: 'Name' },
        carryDown: carries ? ['member_name'] : [],
      });
      const all = [NAMES, ['M0', '1.00', 'ANN'], ...rows];
      const statement = mapped(csv(all), config);
      expect(accountedFor(statement)).toBe(all.length - 1);
      const places = [...statement.lines, ...statement.failures].map(({ row: at }) => at);
      expect(new Set(places).size).toBe(places.length);
      expect(mapped(csv(all), config)).toEqual(statement);
    }),
    { seed: 20260309, numRuns: propertyRuns(500) },
  );
});
