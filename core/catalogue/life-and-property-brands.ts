import { type BrandEntry, brandEntry } from './shared-carrier.ts';

/** Life, supplemental and property carriers: policies rather than members, and percentages of premium. */
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
          // Of advance, commission and net, the net is what is paid.
          commission_amount: 'Net Commission Amount',
          first_name: 'Insured First Name',
          last_name: 'Insured Last Name',
          policy_number: 'Policy Number',
          premium_amount: 'Commission Premium',
          rate: 'Commission %',
          paid_date: 'Transaction Date',
          transaction_type: 'Description',
          agent_id: 'Writing Agent Number',
          agent_name: { concat: ['Writing Agent First Name', 'Writing Agent Last Name'], separator: ' ' },
        },
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
          coverage_month: 'PaidToDate',
          paid_date: 'PmtPostedDate',
          transaction_type: 'TransActionType',
          agent_id: 'SplitBrokerId',
        },
        // Two half-months make a period.
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
          // "Net Due Agent" is premium less commission.
          commission_amount: 'Gross Comm',
          member_name: 'Insured Name',
          policy_number: 'Policy Number',
          product_type: 'Prod',
          premium_amount: 'Gross Premium',
          effective_date: 'Policy Effective Date',
          term_date: 'Policy Expiration Date',
          coverage_month: 'Month End',
          paid_date: 'Tran Date',
          transaction_type: 'Tran Code',
          agent_id: 'Agent Code',
          agent_name: 'Prod Name',
        },
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
        // Nothing but zeros is a fee without a policy: a row for a person to look at, not a member.
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
          premium_amount: 'Written Premium',
          rate: 'Rate',
          effective_date: 'Eff Date',
          transaction_type: 'Trans Type',
          agent_name: 'Selling Producer',
          state: 'State',
        },
        // What follows the number counts the policy's changes.
        memberId: { pattern: '/^(\\S+)(?:\\s+\\d+)?$/' },
      },
    },
  ]),
];
