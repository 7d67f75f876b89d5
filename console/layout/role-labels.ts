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

/** Sentences of the service that tell an integrator what to change in a format, and what an owner does in the console instead. */
const INSTEAD: readonly (readonly [forIntegrators: string, forOwners: string])[] = [
  ['The file is the same, byte for byte, as', 'The file is exactly the same as'],
  [' under another id, by name and date, policy, id, plan or amount.', ' under another number.'],
  // The card asks about each pair itself.
  [' See /v1/members/alias-proposals.', ''],
  [
    ', and is not read ("sheets" in the configuration)',
    ', and is not read. If it has pay, choose it among the sheets to read',
  ],
  ['name those with lines in the configuration ("sheets")', 'choose the sheets with lines'],
  [
    '; if they were taken back, set sign to "by_type".',
    '. If they were taken back, the total is too high: compare it with your payment.',
  ],
];

/** Matches names of fields: after "No column for", at the beginning of a fault of a row, and all that have an underscore. */
const FIELDS = Object.keys(ROLE_LABELS).join('|');
const FIELD = new RegExp(`(?<=^|No column for |; )(?:${FIELDS})\\b|\\b(?:${FIELDS})(?<=_\\w+)(?!\\w)`, 'g');

/** Returns a warning or a fault of a row without the names of a format's options and fields. */
export function inOwnersWords(detail: string): string {
  const sentence = INSTEAD.reduce((text, [found, instead]) => text.replaceAll(found, instead), detail);
  return sentence.replace(FIELD, (field) => {
    const label = Object.entries(ROLE_LABELS).find(([role]) => role === field)?.[1];
    return label === undefined ? field : `"${label}"`;
  });
}

/** Recognises the reason that the service gives for ids that Excel has changed. */
export const saysLost = (text: string): boolean => text.includes('was lost in Excel');

export const LOST_IDS_TITLE = 'Excel has damaged member numbers';

/** Says how to open the carrier's file so that Excel does not change its ids. */
export const LOST_IDS =
  'Opening and saving a file in Excel turns numbers such as 3-12 into dates and rounds long ones; they cannot be ' +
  'restored. Add the file as the carrier sent it, without opening it first. To look into it, open an empty workbook, ' +
  'choose "Data", "From Text/CSV", and set the column of the numbers to "Text".';
