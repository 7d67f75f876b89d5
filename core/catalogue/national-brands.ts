import { type BrandEntry, brandEntry, HEALTH_YEAR_MIN, newBusinessForYear } from './shared-carrier.ts';

/** Brands that send more than one kind of statement. Each kind is a separate carrier. */
export const NATIONAL_BRANDS: readonly BrandEntry[] = [
  brandEntry('UnitedHealthcare', 'unitedhealthcare', [
    {
      name: 'UnitedHealthcare Medicare and AARP',
      slug: 'unitedhealthcare-medicare',
      productLine: 'medicare',
      config: {
        fileType: 'xlsx',
        // The other sheets are held-back pay and a summary; reading them would count money twice.
        sheets: ['Commission Transactions'],
        columns: {
          // Supplement lines have only the AARP number.
          member_external_id: { firstFilled: ['MedicareID', 'AARP Member ID', 'AARP Member ID / Exchange ID'] },
          commission_amount: 'Commission',
          member_name: 'Member Name',
          policy_number: 'Policy Number',
          plan_code: { concat: ['Contract', 'PBP'], separator: '-' },
          product_type: 'Plan Type',
          premium_amount: 'Prem Amount',
          effective_date: 'Original Effective Date',
          term_date: 'Term Date',
          term_reason: 'Term Reason',
          coverage_month: 'Payment Period',
          paid_date: 'Statement Date',
          transaction_type: 'Commission Action',
          agent_id: 'Writing Agent ID',
          agent_name: 'Writing Agent Name',
          state: 'Member State',
          county: 'Member County',
          description: 'Comp Type',
          alternate_member_id: ['AARP Member ID', 'AARP Member ID / Exchange ID'],
        },
        optionalColumns: ['county'],
        // New supplement business is paid monthly.
        cadence: [
          { type: ['New'], productType: ['/med ?sup/i'], months: 'monthly' },
          ...newBusinessForYear(['New'], { namesProduct: true }),
        ],
        lineKinds: [
          // Health assessments are paid once each.
          { kind: 'bonus', patterns: ['/^HR?A\\b/i'] },
          { kind: 'adjustment', patterns: ['/manual payment/i'] },
        ],
        skipRows: { patterns: ['/Commission Earned & Paid|Applied to balance/i'] },
      },
    },
  ]),
  brandEntry('Humana', 'humana', [
    {
      name: 'Humana (commission data)',
      slug: 'humana-commission-data',
      productLine: 'medicare',
      config: {
        // The carrier's own file is XML named .xls. This format reads it after it is saved as a workbook.
        fileType: 'xlsx',
        columns: {
          member_external_id: 'UMID',
          commission_amount: 'PaidAmount',
          // For individual business the "group" is the member.
          member_name: 'GrpName',
          policy_number: 'GrpNbr',
          plan_name: 'ProdCode',
          plan_code: 'Contract',
          product_type: 'Product',
          premium_amount: 'TotalPremium',
          lives: 'LiveCount',
          rate: 'CommRate',
          effective_date: 'EffDate',
          paid_date: 'CommRunDt',
          transaction_type: 'TxnTypeCd',
          agent_id: 'WaSan',
          agent_name: 'WaName',
          description: { concat: ['Comment', 'MiscDesc'], separator: ' ' },
          split: 'SplitPct',
          alternate_member_id: 'PID',
        },
        cadence: newBusinessForYear(['/^ARCF\\b/i'], { namesProduct: true }),
        lineKinds: [
          { kind: 'bonus', patterns: ['/^HRAP\\b/i'] },
          // MED2 is the second half of the first year's pay.
          { kind: 'true_up', patterns: ['/^MED2\\b/i'] },
        ],
      },
    },
    {
      name: 'Humana (commission details report)',
      slug: 'humana-commission-details',
      productLine: 'medicare',
      config: {
        fileType: 'auto',
        columns: {
          member_external_id: 'Policy #',
          commission_amount: 'Net Comm',
          member_name: 'Name of Insured',
          policy_number: 'Policy #',
          plan_name: 'Product',
          product_type: 'Premium Type',
          effective_date: ['Effective Date', 'Original Effective Date'],
          transaction_type: 'Transaction Type',
          agent_id: { groupRow: '/\\(Agent Number:\\s*([\\w-]+)\\)\\s*$/i' },
          agent_name: { groupRow: '/^(.+?)\\s*\\(Agent Number:\\s*[\\w-]+\\)\\s*$/i' },
          paid_date: { groupRow: '/^Statement Date:\\s*(.*)$/i' },
        },
        cadence: [
          {
            type: ['/^(commission|new|initial)\\b/i'],
            productType: ['/^(first|initial|new)/i'],
            atLeast: HEALTH_YEAR_MIN,
            months: 'calendar_year',
          },
        ],
        // Policy numbers are printed with and without a suffix for the kind of plan.
        memberId: { pattern: '/^([^_]+?)(?:_[A-Z]+)?$/i' },
        skipRows: {
          patterns: ['NEW BUSINESS', 'RENEWAL BUSINESS', 'ADJUSTMENT', 'Commission Summary', '/^Note:/i'],
        },
      },
    },
  ]),
  brandEntry('Aetna', 'aetna', [
    {
      name: 'Aetna Medicare (agency)',
      slug: 'aetna-medicare',
      productLine: 'medicare',
      config: {
        fileType: 'auto',
        columns: {
          member_external_id: 'Member ID',
          commission_amount: 'Payee Amount',
          member_name: 'Member Name',
          plan_code: 'Plan ID',
          product_type: 'Product',
          effective_date: 'Effective Date',
          term_date: 'Term Date',
          coverage_month: 'Coverage Period',
          paid_date: 'Payment Date',
          transaction_type: 'Sales Event',
          agent_id: 'Writing Agent NPN',
          agent_name: 'Writing Agent Name',
          state: 'Member State',
          alternate_member_id: 'Medicare Number',
        },
        // The text file has the month, the workbook the dates.
        optionalColumns: ['coverage_month', 'effective_date', 'term_date'],
        cadence: newBusinessForYear(['New Business', '/^pro-?(new|rata payment)/i'], { namesProduct: true }),
      },
    },
    {
      name: 'Aetna Senior Supplemental',
      slug: 'aetna-senior-supplemental',
      productLine: 'med_supp',
      config: {
        fileType: 'xlsx',
        sheets: ['Commission Details'],
        columns: {
          member_external_id: 'POLICYNUMBER',
          commission_amount: 'COMMISSIONAMOUNT',
          member_name: 'CLIENT',
          policy_number: 'POLICYNUMBER',
          plan_name: 'PRODUCT',
          premium_amount: 'COMMISSIONABLEPREMIUM',
          rate: 'RATE%',
          effective_date: 'EFFECTIVEDATE',
          coverage_month: 'PREMIUMDUEDATE',
          paid_date: 'COMMISSIONPAIDDATE',
          // Months of premium that an advance pays for; 0 for pay as earned.
          months_paid: 'MONTHSADVANCED',
          // The type ends with the premium mode, which is also how often the commission is paid.
          transaction_type: { concat: ['COMMISSIONTYPE', 'MODE'], separator: ' / ' },
          agent_id: 'WRITINGAGENTNUMBER',
          agent_name: 'WRITINGAGENTNAME',
          state: 'STATE',
          description: 'COMMISSIONCATEGORY',
          split: 'SPLIT%',
        },
        lineKinds: [{ kind: 'advance', patterns: ['/^adv/i'] }],
        cadence: [
          { type: ['/\\W(semi.*|sa)$/i'], months: 6 },
          { type: ['/\\W(quarterly|qtr|q)$/i'], months: 3 },
          { type: ['/\\W(annual|annually|a)$/i'], months: 12 },
        ],
      },
    },
  ]),
  brandEntry('Devoted Health', 'devoted', [
    {
      name: 'Devoted Health (agency file, to July 2026)',
      slug: 'devoted-agency',
      productLine: 'medicare',
      // A member on both sheets has two payees, and both amounts are real. The sheet of totals repeats them. Only the sheet's name
      // distinguishes them.
      config: {
        ...devoted(['Agent Portion', 'Override'], ['Base Amount', 'Admin Amount'], {
          description: { sheetName: true },
        }),
        lineKinds: [{ kind: 'override', patterns: ['Override'] }],
      },
    },
    {
      name: 'Devoted Health (agent statement, to July 2026)',
      slug: 'devoted-agent-statement',
      productLine: 'medicare',
      config: devoted(['Detail'], ['Base Amount']),
    },
    {
      name: 'Devoted Health (from August 2026)',
      slug: 'devoted-transactions',
      productLine: 'medicare',
      config: {
        fileType: 'xlsx',
        sheets: ['Transactions'],
        columns: {
          member_external_id: 'MBI',
          commission_amount: 'Amount',
          member_name: 'Member',
          plan_code: 'Contract',
          effective_date: 'Effective Date',
          coverage_month: 'Period',
          transaction_type: 'Type',
          carrier_status: 'Disenroll/Cancel',
          agent_id: 'Agent ID',
          agent_name: 'Agent',
        },
        cadence: newBusinessForYear(['/^initial\\b/i'], { namesProduct: false }),
      },
    },
  ]),
];

type CarrierConfig = Parameters<typeof brandEntry>[2][number]['config'];

function devoted(sheets: string[], amounts: string[], columns: CarrierConfig['columns'] = {}): CarrierConfig {
  return {
    fileType: 'xlsx',
    sheets,
    columns: {
      member_external_id: 'Member ID',
      commission_amount: amounts,
      first_name: 'Member First',
      last_name: 'Member Last',
      plan_code: { concat: ['Contract', 'PBP'], separator: '-' },
      effective_date: 'Effective Date',
      term_date: 'Disenroll Date',
      coverage_month: 'Period',
      paid_date: 'Statement Date',
      transaction_type: 'Commission Type',
      agent_id: 'Agent NPN',
      agent_name: 'Agent Name',
      state: 'Member State',
      alternate_member_id: 'Member HICN',
      ...columns,
    },
    cadence: newBusinessForYear(['/^initial\\b/i'], { namesProduct: false }),
  };
}
