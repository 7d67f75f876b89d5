/** The words by which carriers head their columns and call their payments. */

export type Field =
  | 'id'
  | 'policy'
  | 'name'
  | 'last'
  | 'first'
  | 'plan'
  | 'product'
  | 'agent'
  | 'agent_id'
  | 'coverage'
  | 'effective'
  | 'term'
  | 'type'
  | 'premium'
  | 'rate'
  | 'lives'
  | 'months'
  | 'state'
  | 'status'
  | 'age'
  | 'cms_new'
  | 'amount';

export type PayType = 'first_year' | 'renewal' | 'chargeback' | 'override' | 'advance' | 'true_up';

export interface Vocabulary {
  readonly headers: Readonly<Record<Field, string>>;
  readonly types: Readonly<Record<PayType, string>>;
  readonly dates: 'us' | 'iso';
  readonly months: 'us_date' | 'iso_month' | 'us_month';
  readonly money: 'plain' | 'dollar' | 'brackets';
  readonly names: 'one' | 'two';
  readonly title: boolean;
  readonly footer: boolean;
}

const PLAIN: Vocabulary = {
  headers: {
    id: 'Member ID',
    policy: 'Policy Number',
    name: 'Member Name',
    last: 'Last Name',
    first: 'First Name',
    plan: 'Plan Name',
    product: 'Product Type',
    agent: 'Agent Name',
    agent_id: 'Agent ID',
    coverage: 'Coverage Month',
    effective: 'Effective Date',
    term: 'Term Date',
    type: 'Transaction Type',
    premium: 'Premium Amount',
    rate: 'Commission Rate',
    lives: 'Lives',
    months: 'Months Paid',
    state: 'State',
    status: 'Member Status',
    age: 'Attained Age',
    cms_new: 'New to Medicare',
    amount: 'Commission Amount',
  },
  types: {
    first_year: 'First Year',
    renewal: 'Renewal',
    chargeback: 'Chargeback',
    override: 'Override',
    advance: 'Advance',
    true_up: 'True-Up',
  },
  dates: 'us',
  months: 'us_date',
  money: 'plain',
  names: 'one',
  title: false,
  footer: false,
};

export const VOCABULARIES: Readonly<Record<string, Vocabulary>> = {
  plain: PLAIN,
  medicare: {
    headers: {
      ...PLAIN.headers,
      id: 'MBI',
      policy: 'Contract No',
      last: 'Beneficiary Last Name',
      first: 'Beneficiary First Name',
      plan: 'Plan',
      agent: 'Writing Agent',
      agent_id: 'Writing Agent NPN',
      coverage: 'Commission Period',
      effective: 'Coverage Effective Date',
      term: 'Disenrollment Date',
      type: 'Payment Type',
      premium: 'Monthly Premium',
      state: 'ST',
      status: 'Enrollment Status',
      cms_new: 'CMS New',
      amount: 'Payment Amount',
    },
    types: {
      first_year: 'Initial',
      renewal: 'Renewal',
      chargeback: 'Recoupment',
      override: 'Override',
      advance: 'Initial Advance',
      true_up: 'Initial True Up',
    },
    dates: 'us',
    months: 'us_month',
    money: 'brackets',
    names: 'two',
    title: false,
    footer: false,
  },
  broker: {
    headers: {
      ...PLAIN.headers,
      id: 'Subscriber ID',
      name: 'Subscriber',
      last: 'Subscriber Last',
      first: 'Subscriber First',
      plan: 'Product',
      product: 'Line of Coverage',
      agent: 'Broker',
      agent_id: 'Broker Code',
      coverage: 'Paid For Month',
      effective: 'Original Effective',
      term: 'Cancel Date',
      type: 'Activity',
      premium: 'Premium Paid',
      rate: 'Comm %',
      lives: 'Enrolled',
      months: 'Number of Months',
      state: 'Issue State',
      status: 'Policy Status',
      amount: 'Comm Paid',
    },
    types: {
      first_year: 'New Business',
      renewal: 'Renewal Business',
      chargeback: 'Cancellation',
      override: 'Agency Override',
      advance: 'Advance',
      true_up: 'Adjustment Up',
    },
    dates: 'iso',
    months: 'iso_month',
    money: 'dollar',
    names: 'one',
    title: true,
    footer: true,
  },
  ledger: {
    headers: {
      ...PLAIN.headers,
      id: 'Certificate',
      name: 'Insured',
      last: 'Insured Last',
      first: 'Insured First',
      plan: 'Plan Description',
      product: 'Coverage',
      agent: 'Producer',
      agent_id: 'Producer No',
      coverage: 'Due Month',
      effective: 'Issue Date',
      term: 'Lapse Date',
      type: 'Entry',
      premium: 'Premium',
      rate: 'Rate',
      lives: 'Contracts',
      months: 'Modes Paid',
      state: 'Resident State',
      status: 'Status',
      amount: 'Commission',
    },
    types: {
      first_year: 'FYC',
      renewal: 'RNL',
      chargeback: 'REV',
      override: 'OVR',
      advance: 'ADV',
      true_up: 'ADJ',
    },
    dates: 'us',
    months: 'us_date',
    money: 'plain',
    names: 'one',
    title: true,
    footer: false,
  },
  terse: {
    headers: {
      ...PLAIN.headers,
      id: 'Cust No',
      policy: 'Pol',
      name: 'Name',
      last: 'LName',
      first: 'FName',
      plan: 'Plan Cd',
      product: 'Cov',
      agent: 'Agt',
      agent_id: 'Agt No',
      coverage: 'Cov Mo',
      effective: 'Eff Dt',
      term: 'Term Dt',
      type: 'Tran',
      premium: 'Prem',
      rate: 'Pct',
      lives: 'Cnt',
      months: 'Mos',
      state: 'St',
      status: 'Stat',
      age: 'Age',
      amount: 'Comm Amt',
    },
    types: {
      first_year: 'NEW',
      renewal: 'REN',
      chargeback: 'CB',
      override: 'OR',
      advance: 'ADV',
      true_up: 'TU',
    },
    dates: 'iso',
    months: 'iso_month',
    money: 'plain',
    names: 'two',
    title: false,
    footer: true,
  },
};

/** The names of the service for the fields, as a person who corrects a format would choose them. */
export const CANONICAL: Readonly<Partial<Record<Field, string>>> = {
  id: 'member_external_id',
  policy: 'policy_number',
  name: 'member_name',
  last: 'last_name',
  first: 'first_name',
  plan: 'plan_name',
  product: 'product_type',
  agent: 'agent_name',
  agent_id: 'agent_id',
  coverage: 'coverage_month',
  effective: 'effective_date',
  term: 'term_date',
  type: 'transaction_type',
  premium: 'premium_amount',
  rate: 'rate',
  lives: 'lives',
  months: 'months_paid',
  state: 'state',
  status: 'carrier_status',
  amount: 'commission_amount',
};
