import { describe, expect, test } from 'vitest';
import { amountsOf, configOf, csv, mapped, number, serial, sheet, skippedOf, table, workbook } from './statements.ts';

/** Guarantee: a configuration can describe the headers and habits of real carriers. The rows are invented. */

test('Centene / Wellcare: amounts as text, dates as cells, several lines per member', () => {
  const header = table(
    'Payment Type|Payment Description|Writing Broker NPN|Writing Broker Name|Earner NPN|Earner Name|Pay Period|Payment Amount|Medicare Beneficiary Identifier (MBI)|Member Name|Signed Date|Effective Date|Cycle Year|Prior Plan Type|Policy State|Plan Type|Plan Name|Original Effective Date|Member Term Date|CMS Contract|PBP|Description|Centene ID|QIS Level',
  );
  const row = (id: string, amount: string, period: number) => [
    'Renewal',
    'Legacy',
    number(1234567),
    'DOE JANE',
    number(7654321),
    'AGENCY',
    serial(period),
    amount,
    '1EG4TE5MK73',
    'ROE RICHARD',
    '2023-10-20 00:00:00',
    serial(45_292),
    'Pending',
    '',
    'TX',
    'MAPD',
    'Giveback',
    serial(44_927),
    '',
    'H1234',
    '14',
    '',
    id,
    '',
  ];
  const config = configOf({
    fileType: 'xlsx',
    sheets: ['Detail'],
    columns: {
      member_external_id: ['Centene ID', 'Medicare Beneficiary Identifier (MBI)'],
      commission_amount: 'Payment Amount',
      member_name: 'Member Name',
      coverage_month: 'Pay Period',
      effective_date: 'Effective Date',
      agent_id: 'Writing Broker NPN',
      plan_code: { concat: ['CMS Contract', 'PBP'], separator: '-' },
    },
  });
  const source = workbook(
    sheet('Summary', [['Total', number(1)]]),
    sheet('Detail', [...header, row('C001', '26.17', 46_082), row('C001', '-200', 46_054)]),
  );
  expect(mapped(source, config).lines).toMatchObject([
    {
      memberKey: 'C001',
      amount: 261_700,
      coverageMonth: '2026-03',
      effectiveDate: '2024-01-01',
      agentId: '1234567',
      planCode: 'H1234-14',
    },
    { memberKey: 'C001', amount: -2_000_000, coverageMonth: '2026-02' },
  ]);
});

test('UnitedHealthcare: the id is in one of two columns, held rows and summaries are in other places', () => {
  const rows = table(`
    Party ID|Agent Name|Member Name|MedicareID|AARP Member ID|Policy Number|Original Effective Date|Commission Action|Payment Period|Prem Amount|Commission|Term Reason|Term Date
    1|DOE|ROE RICHARD|1EG4TE5MK73||P1|1/1/2025|Renewal|202603|0.00|$26.17||
    1|DOE|POE EDGAR||0123456789|P2|5/1/2024|Renewal Chargeback|202602|150.00|($12.00)|Death|2/28/2026
    1|DOE|Commission Earned & Paid||||||||14.17||
    1|DOE|||||| HA payment LEE ANN|||100.00||`);
  const config = configOf({
    fileType: 'xlsx',
    sheets: ['Commission Transactions'],
    columns: {
      member_external_id: { firstFilled: ['MedicareID', 'AARP Member ID / Exchange ID', 'AARP Member ID'] },
      commission_amount: 'Commission',
      member_name: 'Member Name',
      coverage_month: 'Payment Period',
      premium_amount: 'Prem Amount',
      term_date: 'Term Date',
      transaction_type: 'Commission Action',
    },
    skipRows: { patterns: ['/Commission Earned & Paid|Applied to balance/'] },
  });
  const statement = mapped(workbook(sheet('Commission Transactions', rows)), config);
  expect(statement.lines).toMatchObject([
    { memberKey: '1EG4TE5MK73', amount: 261_700, coverageMonth: '2026-03' },
    { memberKey: '0123456789', amount: -120_000, termDate: '2026-02-28', premium: 1_500_000 },
  ]);
  expect(skippedOf(statement)).toEqual({ pattern: 1 });
  expect(statement.failures).toEqual([]);
  expect(statement.unassigned).toMatchObject([{ row: 5, amount: 1_000_000, text: 'HA payment LEE ANN' }]);
});

test('Humana through an FMO portal: a title block, agents and kinds of business in rows of their own', () => {
  const rows = table(`
    SUNRISE AGENCY|||||||
    Statement Date: 03/15/2026|||||||
    Policy #|Name of Insured|Transaction Type|Premium Type|Product|Effective Date|Original Effective Date|Net Comm
    JANE DOE (Agent Number: 1007)|||||||
    NEW BUSINESS|||||||
    N00012345A_HMO|ROE RICHARD|Commission|First Year|MA|03/01/2026|03/01/2026|300.00
    RENEWAL BUSINESS|||||||
    N00054321B_PPO|POE EDGAR|Commission|Renewal|MA|01/01/2024|01/01/2024|26.17
    JOHN COE (Agent Number: 1008)|||||||
    ADJUSTMENT|||||||
    N00054321B_PPO|POE EDGAR|Adjustment|Renewal|MA|01/01/2024|01/01/2024|(12.34)
    Total|||||||313.83
    Note: figures are subject to audit|||||||`);
  const config = configOf({
    columns: {
      member_external_id: 'Policy #',
      policy_number: 'Policy #',
      commission_amount: 'Net Comm',
      member_name: 'Name of Insured',
      transaction_type: 'Transaction Type',
      effective_date: ['Effective Date', 'Original Effective Date'],
      agent_name: { groupRow: '^(.+) \\(Agent Number: \\w+\\)$' },
      agent_id: { groupRow: '\\(Agent Number: (\\w+)\\)$' },
      paid_date: { groupRow: '^Statement Date: (.*)$' },
    },
    memberId: { pattern: '/^(\\w+?)(?:_[A-Z]+)?$/' },
    skipRows: { patterns: ['NEW BUSINESS', 'RENEWAL BUSINESS', 'ADJUSTMENT', '/^Note:/'] },
  });
  const statement = mapped(csv(rows), config);
  expect(statement.lines).toMatchObject([
    { memberKey: 'N00012345A', amount: 3_000_000, agentName: 'JANE DOE', agentId: '1007', paidDate: '2026-03-15' },
    { memberKey: 'N00054321B', amount: 261_700, agentName: 'JANE DOE', policyNumber: 'N00054321B_PPO' },
    { memberKey: 'N00054321B', amount: -123_400, agentName: 'JOHN COE', agentId: '1008' },
  ]);
  expect(skippedOf(statement)).toEqual({ title: 2, groupRow: 2, pattern: 4, totals: 1 });
  expect(statement.failures).toEqual([]);
  expect(statement.warnings).toEqual([]);
});

test('Ambetter through an FMO: apostrophes before figures, a repeated header, several months in a line', () => {
  const rows = table(`
    Database|Policy Number|Policyholder Name|Agent Name|Writing Agent ID|Agent Name|Policy Status|Issue Date|Commissionable|Gross Commission|Paid-To Date|Months Paid
    FL|'00123456|ROE, RICHARD|AGENCY|'0077|DOE, JANE|Active|1/1/2026|'1200.00|'-36.00|3/31/2026|3`);
  const config = configOf({
    columns: {
      member_external_id: 'Policy Number',
      commission_amount: 'Gross Commission',
      premium_amount: 'Commissionable',
      agent_name: 'Agent Name#2',
      agent_id: 'Writing Agent ID',
      paid_through: 'Paid-To Date',
      months_paid: 'Months Paid',
      carrier_status: 'Policy Status',
    },
  });
  expect(mapped(csv(rows), config).lines).toMatchObject([
    {
      memberExternalId: '00123456',
      amount: -360_000,
      premium: 12_000_000,
      agentName: 'DOE, JANE',
      agentId: '0077',
      paidThrough: '2026-03-31',
      monthsPaid: 300,
      carrierStatus: 'Active',
    },
  ]);
});

test('older Ambetter files: columns by position', () => {
  const config = configOf({
    columns: {
      member_external_id: { column: 12 },
      commission_amount: { column: 11 },
      first_name: { column: 2 },
      last_name: { column: 3 },
      lives: { column: 7 },
      paid_date: { column: 9 },
    },
  });
  const data = 'x|RICHARD|ROE|||| 2 ||03/15/2026||18.00|U123';
  const expected = [
    { memberKey: 'U123', amount: 180_000, memberName: 'RICHARD ROE', lives: 200, paidDate: '2026-03-15' },
  ];
  expect(mapped(csv(table(`a|b|c|d|e|f|g|h|i|j|k|l\n${data}`)), config).lines).toMatchObject(expected);
  expect(mapped(csv(table(data)), config).lines).toMatchObject(expected);
});

test('Devoted: the same members on two sheets that are both money, and a sheet of totals that is not', () => {
  const config = configOf({
    fileType: 'xlsx',
    sheets: ['Agent Portion', 'Override'],
    columns: {
      member_external_id: ['Member ID', 'MBI'],
      commission_amount: ['Base Amount', 'Admin Amount'],
      first_name: 'Member First',
      last_name: 'Member Last',
      coverage_month: 'Period',
    },
  });
  const source = workbook(
    sheet('Total', [
      ['Member ID', 'Base Amount'],
      ['D1', number(40)],
    ]),
    sheet('Override', [
      ['Member ID', 'Member First', 'Member Last', 'Period', 'Admin Amount'],
      ['D1', 'Ann', 'Lee', 'Mar 26', number(14)],
    ]),
    sheet('Agent Portion', [
      ['Member ID', 'Member First', 'Member Last', 'Period', 'Base Amount'],
      ['D1', 'Ann', 'Lee', 'Mar 26', number(26)],
    ]),
  );
  expect(mapped(source, config).lines).toMatchObject([
    { sheet: 0, row: 2, amount: 140_000, coverageMonth: '2026-03', memberName: 'Ann Lee' },
    { sheet: 1, row: 2, amount: 260_000 },
  ]);
});

test('an FMO statement: one carrier of several, footers with the label in the count column', () => {
  const rows = table(`
    Generated From|Payee ID|Carrier|Policy|Insured|Member Count|Transaction Type|Amount
    TMG|9|Acme|A-1|LEE ANN|1|Commission|10.00
    TMG|9|Other|A-1|LEE ANN|1|Commission|20.00
     | | | | |Total Amount:||30.00
     | | | | |Payment Amount:||20.10`);
  const config = configOf({
    columns: { member_external_id: 'Policy', commission_amount: 'Amount', lives: 'Member Count' },
    filter: [{ column: 'Carrier', equals: 'Acme' }],
    skipRows: { patterns: ['/^Payment Amount:/'] },
  });
  const statement = mapped(csv(rows), config);
  expect(amountsOf(statement)).toEqual(['A-1 10']);
  expect(skippedOf(statement)).toEqual({ filtered: 1, totals: 1, pattern: 1 });
  expect(statement.warnings).toEqual([]);
});

describe('one configuration for two carriers with the same table', () => {
  const config = configOf({
    columns: {
      member_external_id: 'Plan Member ID',
      commission_amount: 'Payment Amt',
      member_name: 'Member Name',
      effective_date: 'Member Enrollment Date',
      paid_date: ['Commission Eff. Date', 'Commission Effective Date'],
      transaction_type: 'Payment Type',
    },
  });
  const line = { memberKey: 'S1', effectiveDate: '2026-03-05', paidDate: '2026-03-01' };

  test('reads Solis: spaces in the header, serial dates as text', () => {
    const rows = table(`
      Commissions Ledger
      Member Name|Plan Member ID|Agent Name|Member Enrollment Date|Commission Eff. Date|Payment Type|Payment Amt
      LEE ANN|S1|DOE|46086|46082|agent retention|10.00`);
    expect(mapped(csv(rows), config).lines).toMatchObject([line]);
  });

  test('reads Doctors HealthCare: no spaces, and YYYYMMDD', () => {
    const rows = table(`
      MemberName|PlanMemberID|AgentName|MemberEnrollmentDate|CommissionEffectiveDate|PaymentType|PaymentAmt
      LEE ANN|S1|DOE|20260305|20260301|renewal chargeback|-10.00`);
    expect(mapped(csv(rows), config).lines).toMatchObject([line]);
  });
});

test('NHP: two kinds of pay in two columns, and a clawback without a member is kept', () => {
  const rows = table(`
    NHP AGENCY
    LOB|Carrier / Statement Month|Agency|Agent Name|Policy Number|Subscriber|Members|Commission|Override|Fee
    MA|Humana - March 2026|NHP|DOE|P1|LEE ANN|1|10.00|2.50|
    MA|Humana - March 2026|NHP|DOE|P2|RAY BOB|1||2.50|1.00
    C/B|Charge Backs||||||-40.00||
    TOTAL|||||||-30.00|5.00|1.00`);
  const config = configOf({
    columns: {
      member_external_id: 'Policy Number',
      commission_amount: { sum: ['Commission', 'Override', 'Fee'] },
      member_name: 'Subscriber',
      lives: 'Members',
    },
  });
  const statement = mapped(csv(rows), config);
  expect(amountsOf(statement)).toEqual(['P1 12.5', 'P2 3.5']);
  expect(statement.failures).toEqual([]);
  expect(statement.unassigned).toMatchObject([
    { row: 5, amount: -400_000, kind: 'chargeback', text: 'C/B · Charge Backs' },
  ]);
  expect(statement.warnings).toEqual([]);
});

test('National General and Grange: the id is only a part of the policy cell', () => {
  const rows = table(`
    Policy|Commission Paid|Rate
    2033396050 00|12.00|10%
    2033396050 01|13.00|0.1
    Adjustment fee|1.00|`);
  const config = configOf({
    columns: {
      member_external_id: 'Policy',
      policy_number: 'Policy',
      commission_amount: 'Commission Paid',
      rate: 'Rate',
    },
    memberId: { pattern: '^(\\d{6,})\\b' },
  });
  const statement = mapped(csv(rows), config);
  expect(statement.lines).toMatchObject([
    { memberKey: '2033396050', policyNumber: '2033396050 00', rate: 100_000 },
    { memberKey: '2033396050', policyNumber: '2033396050 01', rate: 100_000 },
  ]);
  expect(statement.failures).toEqual([]);
  expect(statement.unassigned).toMatchObject([{ row: 4, amount: 10_000, kind: 'fee', text: 'Adjustment fee' }]);
});

test('Mutual of Omaha: a minus after the figure, leading zeros only in some files', () => {
  const config = configOf({
    columns: { member_external_id: 'Policy', commission_amount: 'Comm Amt', agent_id: 'Prod Num' },
    memberId: { stripLeadingZeros: true },
  });
  const rows = table(`
    Company|Prod Num|Policy|Comm Amt
    UNITED|000123|0044556|12.34-
    UNITED|123|44556|12.34`);
  expect(mapped(csv(rows), config).lines).toMatchObject([
    { memberKey: '44556', memberExternalId: '0044556', amount: -123_400 },
    { memberKey: '44556', memberExternalId: '44556', amount: 123_400 },
  ]);
});
