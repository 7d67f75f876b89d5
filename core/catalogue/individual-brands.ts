import { type BrandEntry, brandEntry } from './shared-carrier.ts';

/** Individual and family plans, and reports of field marketing organisations with lines of several carriers. */
export const INDIVIDUAL_BRANDS: readonly BrandEntry[] = [
  brandEntry('Ambetter', 'ambetter', [
    {
      name: 'Ambetter (through a marketing organisation)',
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
  brandEntry('Marketing organisations', 'marketing-organisations', [
    {
      name: 'Agent Report of a marketing organisation',
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
