import type { components } from '../../client/generated/api-types.ts';

export type Preview = components['schemas']['FilePreview'];
export type PreviewColumn = components['schemas']['PreviewColumn'];
export type Role = NonNullable<PreviewColumn['role']>;

/** The meanings of a column, in the order in which people look for them. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  member_external_id: 'Member number',
  commission_amount: 'Commission paid',
  member_name: 'Name of the member',
  first_name: 'First name',
  last_name: 'Last name',
  policy_number: 'Policy number',
  plan_name: 'Plan',
  plan_code: 'Plan code',
  product_type: 'Product',
  agent_name: 'Agent',
  agent_id: 'Agent number',
  premium_amount: 'Premium',
  rate: 'Commission rate',
  lives: 'Number of lives',
  effective_date: 'Start of the policy',
  term_date: 'End of the policy',
  term_reason: 'Reason of the end',
  coverage_month: 'Month that is paid for',
  months_paid: 'Number of months paid',
  paid_through: 'Paid until',
  paid_date: 'Date of the payment',
  renewal_date: 'Date of the renewal',
  transaction_type: 'Kind of payment',
  carrier_status: 'Status at the carrier',
  state: 'State',
  county: 'County',
  email: 'Email',
  split: "Agent's share",
  description: 'Remark',
  alternate_member_id: 'Second member number',
};

export const NOT_READ = 'Not needed';

const isRole = (text: string): text is Role => Object.hasOwn(ROLE_LABELS, text);

/** Reads the value of a select: a role, or null for a column that is not needed. */
export function roleOf(value: string): Role | null {
  return isRole(value) ? value : null;
}
