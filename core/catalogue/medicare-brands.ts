import { type BrandEntry, brandEntry, newBusinessForYear } from './shared-carrier.ts';

/** Kinds of lines of two carriers that print the agent's commission and the agency's share under one type, with different descriptions. */
const AGENCY_SHARE = [
  { kind: 'override' as const, patterns: ['Override', 'Service Fee'] },
  { kind: 'commission' as const, patterns: ['Broker Level'] },
];

/** Medicare Advantage, Part D and supplement carriers whose statements are workbooks with one line for each member and month. */
export const MEDICARE_BRANDS: readonly BrandEntry[] = [
  brandEntry('Centene', 'centene', [
    {
      name: 'Wellcare (Centene)',
      slug: 'wellcare',
      productLine: 'medicare',
      config: {
        fileType: 'xlsx',
        sheets: ['Detail'],
        columns: {
          member_external_id: 'Centene ID',
          commission_amount: 'Payment Amount',
          member_name: 'Member Name',
          plan_name: 'Plan Name',
          plan_code: { concat: ['CMS Contract', 'PBP'], separator: '-' },
          product_type: 'Plan Type',
          effective_date: 'Effective Date',
          term_date: 'Member Term Date',
          coverage_month: 'Pay Period',
          transaction_type: 'Payment Type',
          agent_id: 'Writing Broker NPN',
          agent_name: 'Writing Broker Name',
          state: 'Policy State',
          description: 'Payment Description',
          alternate_member_id: 'Medicare Beneficiary Identifier (MBI)',
        },
        cadence: newBusinessForYear(['/^initial\\b/i'], { namesProduct: true }),
        lineKinds: [...AGENCY_SHARE],
      },
    },
  ]),
  brandEntry('Cigna', 'cigna', [
    {
      name: 'HealthSpring (formerly Cigna Medicare)',
      slug: 'healthspring',
      productLine: 'medicare',
      config: {
        fileType: 'xlsx',
        // Two sheets have lines, and the summary has no members. The second sheet is missing in some batches.
        sheets: 'all',
        columns: {
          member_external_id: 'Member ID',
          commission_amount: 'Payment Amount',
          member_name: 'Member Name',
          plan_name: 'Plan Name',
          plan_code: { concat: ['CMS Contract', 'PBP'], separator: '-' },
          product_type: 'Plan Type',
          effective_date: ['Original Effective Date', 'Effective Date'],
          term_date: 'Member Term Date',
          coverage_month: 'Pay Period',
          transaction_type: 'Payment Type',
          agent_id: 'Writing Broker NPN',
          agent_name: 'Writing Broker Name',
          description: 'Payment Description',
          alternate_member_id: 'Medicare Beneficiary Identifier (MBI)',
        },
        cadence: newBusinessForYear(['/^initial\\b/i'], { namesProduct: true }),
        lineKinds: [...AGENCY_SHARE],
      },
    },
  ]),
  brandEntry('EmblemHealth', 'emblemhealth', [
    {
      name: 'EmblemHealth',
      slug: 'emblemhealth',
      productLine: 'medicare',
      config: {
        fileType: 'xlsx',
        sheets: ['Detail'],
        columns: {
          member_external_id: 'Member ID',
          commission_amount: 'Payment',
          first_name: 'Member First Name',
          last_name: 'Member Last Name',
          plan_name: 'Plan',
          product_type: 'Plan Group Name',
          effective_date: 'Effective Date',
          term_date: 'Term Date',
          agent_id: 'Rep ID',
          agent_name: 'Rep Name',
          alternate_member_id: 'Member HIC',
        },
      },
    },
  ]),
  brandEntry('Gold Kidney', 'gold-kidney', [
    {
      name: 'Gold Kidney Health Plan',
      slug: 'gold-kidney',
      productLine: 'medicare',
      config: {
        fileType: 'xlsx',
        sheets: ['Detail'],
        columns: {
          member_external_id: 'Member ID',
          commission_amount: 'Payment',
          first_name: 'Member First Name',
          last_name: 'Member Last Name',
          product_type: 'Plan Group Name',
          effective_date: 'Effective Date',
          agent_id: 'NPN',
          agent_name: 'Rep Name',
          // The column says whether the line pays the agent or the agency.
          description: 'Level',
          alternate_member_id: 'Member HIC',
        },
        lineKinds: [{ kind: 'override', patterns: ['/^(agency|fmo|m?ga|override)\\b/i'] }],
      },
    },
  ]),
  brandEntry('Healthfirst', 'healthfirst', [
    {
      name: 'Healthfirst New York',
      slug: 'healthfirst',
      productLine: 'medicare',
      config: {
        fileType: 'xlsx',
        columns: {
          member_external_id: 'Member ID',
          commission_amount: 'Amount',
          member_name: 'Member Name',
          plan_name: 'Product',
          effective_date: 'Member Effective Date',
          term_date: 'Disenrolled Date',
          // The carrier's misspelling, and the correct spelling in case the carrier corrects it.
          term_reason: ['Disenrollement Reason', 'Disenrollment Reason'],
          coverage_month: 'Period',
          transaction_type: 'Enrollment Type',
          agent_name: 'Producer Name',
          description: { concat: ['Producer Type', 'Adjustment Description'], separator: ' ' },
        },
        cadence: newBusinessForYear(['Initial'], { namesProduct: false }),
        lineKinds: [
          // Adjustments are paid only once, to the agent or to the FMO, so they are recognized before the FMO's regular share.
          { kind: 'adjustment', patterns: ['Adjustment'] },
          { kind: 'override', patterns: ['/^FMO\\b/i'] },
        ],
      },
    },
  ]),
  brandEntry('HealthSun', 'healthsun', [
    {
      name: 'HealthSun (Elevance)',
      slug: 'healthsun',
      productLine: 'medicare',
      config: {
        fileType: 'auto',
        columns: {
          member_external_id: 'Member ID',
          commission_amount: 'PaidAmount',
          member_name: 'Member Name',
          plan_name: 'Product Plan Name',
          product_type: 'Product Type',
          effective_date: 'Effective Date',
          coverage_month: 'Compensation Month',
          transaction_type: 'Commission Type',
          agent_name: 'Agent Name',
          description: 'Initial / Renewal',
        },
        cadence: newBusinessForYear(['Initial'], { namesProduct: true }),
        lineKinds: [{ kind: 'adjustment', patterns: ['/audit/i'] }],
      },
    },
  ]),
  brandEntry('Solis', 'solis', [ledger('Solis Health Plans', 'solis-health-plans')]),
  brandEntry('Doctors HealthCare Plans', 'doctors', [ledger('Doctors HealthCare Plans', 'doctors-healthcare-plans')]),
];

/** Builds a carrier with the commission ledger that two carriers send. One of the carriers omits the spaces in its headers. */
function ledger(name: string, slug: string): Parameters<typeof brandEntry>[2][number] {
  return {
    name,
    slug,
    productLine: 'medicare',
    config: {
      fileType: 'xlsx',
      columns: {
        member_external_id: 'Plan Member ID',
        commission_amount: ['Payment Amt', 'Payment Amount'],
        member_name: 'Member Name',
        effective_date: 'Member Enrollment Date',
        coverage_month: ['Commission Eff. Date', 'Commission Effective Date'],
        transaction_type: 'Payment Type',
        agent_name: 'Agent Name',
      },
      cadence: newBusinessForYear(['/^(agent )?initial\\b/i'], { namesProduct: false }),
      // A retention payment is paid in addition to the renewal. It counts as a fee, because a fee is the regular pay of a member who gets
      // nothing else.
      lineKinds: [{ kind: 'fee', patterns: ['/retention/i'] }],
    },
  };
}
