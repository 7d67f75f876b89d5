import { type BrandEntry, brandEntry } from './shared-carrier.ts';

/** Individual and family plans, and reports of field marketing organizations with lines of several carriers. */
export const INDIVIDUAL_BRANDS: readonly BrandEntry[] = [
  brandEntry('Ambetter', 'ambetter', [
    {
      name: 'Ambetter (through an FMO)',
      slug: 'ambetter',
      productLine: 'major_medical',
      config: {
        fileType: 'csv',
        columns: {
          member_external_id: 'Policy Number',
          commission_amount: 'Gross Commission',
          member_name: 'Policyholder Name',
          policy_number: 'Policy Number',
          premium_amount: 'Commissionable',
          effective_date: 'Issue Date',
          paid_through: 'Paid-To Date',
          months_paid: 'Months Paid',
          agent_id: 'Writing Agent ID',
          agent_name: 'Agent Name',
          carrier_status: 'Policy Status',
        },
      },
    },
    {
      name: 'Ambetter (2020 layout)',
      slug: 'ambetter-2020',
      productLine: 'major_medical',
      config: {
        fileType: 'csv',
        // The columns have no headers, so their positions identify them.
        columns: {
          member_external_id: { column: 12 },
          commission_amount: { column: 11 },
          first_name: { column: 2 },
          last_name: { column: 3 },
          policy_number: { column: 12 },
          lives: { column: 7 },
          paid_date: { column: 9 },
        },
      },
    },
  ]),
  brandEntry('Blue Cross Blue Shield', 'bcbs', [
    {
      name: 'Blue Cross NC (individual, per agent)',
      slug: 'bcbs-nc-individual',
      productLine: 'major_medical',
      config: {
        fileType: 'xlsx',
        columns: {
          member_external_id: 'Customer No',
          commission_amount: 'Commission',
          member_name: 'Customer Name',
          policy_number: 'Customer No',
          plan_name: 'Product',
          premium_amount: 'Billed Amount',
          lives: 'Orig Sub Count',
          effective_date: 'Orig Eff Date',
          // "Coverage To" ends a paid month and not a policy.
          paid_through: 'Coverage To',
          coverage_month: 'Premium Period',
          renewal_date: 'Renewal Date',
          transaction_type: 'Group Type',
          agent_id: 'Agent #',
          agent_name: 'Agent Name',
        },
        sftp: { onExisting: 'append' },
      },
    },
  ]),
  brandEntry('Oscar', 'oscar', [
    {
      name: 'Oscar (individual)',
      slug: 'oscar-individual',
      productLine: 'major_medical',
      config: {
        fileType: 'xlsx',
        sheets: 'all',
        columns: {
          member_external_id: ['Policy Number', 'Member ID', 'Subscriber ID'],
          commission_amount: 'Commission',
          member_name: 'Subscriber name',
          policy_number: 'Policy Number',
          effective_date: 'Effective Date',
          coverage_month: 'Commission month',
          carrier_status: 'Block Reason',
        },
        // Each file has one of the three ids.
        optionalColumns: ['policy_number'],
      },
    },
  ]),
  brandEntry('Molina', 'molina', [
    {
      name: 'Molina (marketplace)',
      slug: 'molina-marketplace',
      productLine: 'major_medical',
      config: {
        fileType: 'xlsx',
        columns: {
          member_external_id: ['Policy Number', 'Member ID'],
          commission_amount: ['Commission', 'Amount'],
          member_name: ['Member Name', 'Subscriber Name', 'Client Name'],
          policy_number: 'Policy Number',
          effective_date: ['Effective Date', 'Policy Effective'],
          coverage_month: ['Period', 'Statement Period', 'Commission Period'],
          agent_name: ['Agent Name', 'Agent'],
          // Commission is paid per person. Without the number of people a birth or a child who leaves would look like another rate.
          lives: ['Members', 'Member Count', 'Members Count', 'Lives', 'Subscriber Count'],
        },
        optionalColumns: ['policy_number', 'lives'],
      },
    },
  ]),
  brandEntry('FMO reports', 'marketing-organisations', [
    {
      name: 'Agent Report of an FMO',
      slug: 'fmo-agent-report',
      productLine: null,
      config: {
        fileType: 'xlsx',
        columns: {
          member_external_id: 'Policy',
          commission_amount: 'Amount',
          member_name: 'Insured',
          policy_number: 'Policy',
          plan_name: 'Carrier',
          lives: 'Member Count',
          effective_date: 'Effective Date',
          paid_date: 'Payment Date',
          transaction_type: 'Carrier Transaction Type',
          agent_name: 'Writing Agent Name',
          description: 'Transaction Type',
        },
        optionalColumns: ['lives', 'paid_date'],
        lineKinds: [{ kind: 'override', patterns: ['Override'] }],
        // Skips a second total, which is the paid part of the first.
        skipRows: { patterns: ['/^Payment Amount:/i'] },
      },
    },
    {
      name: 'NHP (agency, several carriers)',
      slug: 'nhp-agency',
      productLine: null,
      config: {
        fileType: 'xlsx',
        columns: {
          member_external_id: 'Policy Number',
          commission_amount: { sum: ['Commission', 'Override'] },
          member_name: 'Subscriber',
          policy_number: 'Policy Number',
          plan_name: 'Carrier / Statement Month',
          product_type: 'LOB',
          lives: 'Members',
          effective_date: 'Policy Effective',
          transaction_type: 'Comm Class',
          agent_name: 'Agent Name',
          description: 'Commission Type',
        },
        lineKinds: [{ kind: 'override', patterns: ['Override'] }],
        // In rows without a line of business all values are one cell to the left; a name in the id's cell must fail.
        memberId: { pattern: '/^(\\S*\\d\\S*)$/' },
      },
    },
  ]),
];

/** Types of lines that pay the commission of a term at a property and casualty carrier. Endorsements, changes and audits change a term. */
const TERM_BEGINS = ['/^(new|ren|re-?writ|reissue)/i'];
const TERM_CHANGES = [{ kind: 'adjustment' as const, patterns: ['/^(end|chg|change|audit)/i'] }];

/** Life, supplemental and property carriers, which list policies instead of members and pay percentages of premiums. */
export const LIFE_AND_PROPERTY_BRANDS: readonly BrandEntry[] = [
  brandEntry('Mutual of Omaha', 'mutual-of-omaha', [
    {
      name: 'Mutual of Omaha',
      slug: 'mutual-of-omaha',
      productLine: 'med_supp',
      config: {
        fileType: 'xlsx',
        sheets: ['DETAILS'],
        columns: {
          member_external_id: 'Policy',
          commission_amount: 'Comm Amt',
          member_name: 'Insureds Name',
          policy_number: 'Policy',
          premium_amount: 'Comm Premium',
          effective_date: ['Issue Date', 'Activity Date'],
          paid_date: 'Activity Date',
          transaction_type: 'Activity Type',
          agent_id: 'Prod Num',
        },
        // A new issue is paid in advance. The statement does not say whether for 9 or 12 months; a reversal shows an earlier end.
        cadence: [{ type: ['NEW ISS', 'NEW COV ISS', 'REISS'], months: 12 }],
        lineKinds: [{ kind: 'advance', patterns: ['NEW ISS', 'NEW COV ISS', 'REISS'] }],
      },
    },
  ]),
  brandEntry('Transamerica', 'transamerica', [
    {
      name: 'Transamerica Life',
      slug: 'transamerica-life',
      productLine: 'ancillary',
      config: {
        fileType: 'auto',
        columns: {
          member_external_id: 'Policy Number',
          // The net is paid; advance and commission are parts of it.
          commission_amount: 'Net Commission Amount',
          first_name: 'Insured First Name',
          last_name: 'Insured Last Name',
          policy_number: 'Policy Number',
          premium_amount: 'Commission Premium',
          rate: 'Commission %',
          paid_date: 'Transaction Date',
          // The advanced share of the first year determines the number of months.
          transaction_type: { concat: ['Description', 'Adv %'], separator: ' / ' },
          agent_id: 'Writing Agent Number',
          agent_name: { concat: ['Writing Agent First Name', 'Writing Agent Last Name'], separator: ' ' },
          split: 'Split %',
        },
        cadence: [
          { type: ['/placed adv.* (50|0?\\.50?)(\\.0+)?%?$/i'], months: 6 },
          { type: ['/placed adv.* (75|0?\\.75)(\\.0+)?%?$/i'], months: 9 },
          { type: ['/placed adv/i'], months: 12 },
        ],
        lineKinds: [
          { kind: 'override', patterns: ['/^OW\\b/i'] },
          { kind: 'advance', patterns: ['/^placed adv/i'] },
          { kind: 'commission', patterns: ['/^as earned/i'] },
        ],
      },
    },
  ]),
  brandEntry('American Public Life', 'american-public-life', [
    {
      name: 'American Public Life',
      slug: 'american-public-life',
      productLine: 'ancillary',
      config: {
        fileType: 'csv',
        columns: {
          member_external_id: 'CertificateId',
          commission_amount: 'PaidAmount',
          policy_number: 'CertificateId',
          rate: 'CommissionRate',
          effective_date: 'CertEffectiveDate',
          // Premiums, and so commissions, are paid monthly, quarterly or yearly. The date belongs to the next premium; as coverage month
          // it would be an unpaid month.
          paid_through: 'PaidToDate',
          paid_date: 'PmtPostedDate',
          transaction_type: 'TransActionType',
          agent_id: 'SplitBrokerId',
        },
        // The carrier sends one file for each half of a month.
        sftp: { onExisting: 'append' },
      },
    },
  ]),
  brandEntry('Progressive', 'progressive', [
    {
      name: 'Progressive',
      slug: 'progressive',
      productLine: null,
      config: {
        fileType: 'auto',
        columns: {
          member_external_id: 'Policy Number',
          // "Net Due Agent" is premium minus commission.
          commission_amount: 'Gross Comm',
          member_name: 'Insured Name',
          policy_number: 'Policy Number',
          product_type: 'Prod',
          premium_amount: 'Gross Premium',
          effective_date: 'Policy Effective Date',
          // The commission of a term is paid at once. The end of the term is not the end of the policy, which is renewed.
          paid_through: 'Policy Expiration Date',
          coverage_month: 'Month End',
          paid_date: 'Tran Date',
          transaction_type: 'Tran Code',
          agent_id: 'Agent Code',
          agent_name: 'Prod Name',
        },
        policyTerm: true,
        lineKinds: [{ kind: 'adjustment', patterns: ['/^(end|chg|aud)/i'] }],
      },
    },
  ]),
  brandEntry('Grange', 'grange', [
    {
      name: 'Grange',
      slug: 'grange',
      productLine: null,
      config: {
        fileType: 'csv',
        columns: {
          member_external_id: 'Policy Number',
          commission_amount: 'Commission Amount',
          member_name: 'Policyholder Name or Description',
          policy_number: 'Policy Number',
          premium_amount: 'Premium Amount',
          rate: 'Comm %',
          effective_date: 'Date',
          paid_date: 'Date Entered',
          transaction_type: 'Transaction Description',
          agent_id: 'NPN',
          agent_name: 'Producer Name',
          state: 'Risk State',
        },
        policyTerm: true,
        // The end of the term is not printed. The longest term is assumed, so that a policy of a year is not missed after half of it.
        cadence: [{ type: TERM_BEGINS, months: 12 }],
        lineKinds: TERM_CHANGES,
        // An id of zeros only is a fee without a policy: a row for a person to check and not a member.
        memberId: { pattern: '/^((?:[A-Z]+\\s+)?[A-Z0-9]*[1-9][A-Z0-9]*)$/i' },
      },
    },
  ]),
  brandEntry('National General', 'national-general', [
    {
      name: 'National General',
      slug: 'national-general',
      productLine: null,
      config: {
        fileType: 'xlsx',
        columns: {
          member_external_id: 'Policy',
          commission_amount: 'Commission Paid',
          member_name: 'Insured',
          policy_number: 'Policy',
          plan_name: 'Product',
          // Joins the term to the product type, because the cadence below recognises a term of six months by the end of this text.
          product_type: { concat: ['Sub Product', 'Term'], separator: ' / ' },
          premium_amount: 'Written Premium',
          rate: 'Rate',
          effective_date: 'Eff Date',
          transaction_type: 'Trans Type',
          agent_name: 'Selling Producer',
          state: 'State',
        },
        policyTerm: true,
        cadence: [
          { type: TERM_BEGINS, productType: ['/(^|\\D)0?6( ?mo?n?t?h?s?)?$/i'], months: 6 },
          { type: TERM_BEGINS, months: 12 },
        ],
        lineKinds: TERM_CHANGES,
        // The number after the policy number counts the policy's changes.
        memberId: { pattern: '/^(\\S+)(?:\\s+\\d+)?$/' },
      },
    },
  ]),
];
