/**
 * The columns of statements (docs/reference/carriers-and-formats.md#configurations): the name by which configurations map a column, and
 * the field of a line that has its value. Columns are shown in this order.
 */
export const COLUMN_FIELDS = {
  member_external_id: 'memberExternalId',
  commission_amount: 'amount',
  member_name: 'memberName',
  /** First and last name make up the name where a statement has no column of whole names. */
  first_name: 'memberName',
  last_name: 'memberName',
  email: 'email',
  policy_number: 'policyNumber',
  plan_name: 'planName',
  plan_code: 'planCode',
  product_type: 'productType',
  premium_amount: 'premium',
  lives: 'lives',
  rate: 'rate',
  effective_date: 'effectiveDate',
  term_date: 'termDate',
  term_reason: 'termReason',
  coverage_month: 'coverageMonth',
  paid_date: 'paidDate',
  paid_through: 'paidThrough',
  months_paid: 'monthsPaid',
  transaction_type: 'transactionType',
  agent_id: 'agentId',
  agent_name: 'agentName',
  state: 'state',
  county: 'county',
  carrier_status: 'carrierStatus',
  renewal_date: 'renewalDate',
  /** Description of the payment beside its type, such as "Override" or "Broker Level". */
  description: 'description',
  /** Agent's share of the commission. */
  split: 'split',
  /** Second id of the same member, such as the Medicare id beside the carrier's own. */
  alternate_member_id: 'alternateMemberId',
} as const;

export type ColumnName = keyof typeof COLUMN_FIELDS;

const isColumnName = (text: string): text is ColumnName => Object.hasOwn(COLUMN_FIELDS, text);

export const COLUMN_NAMES: readonly ColumnName[] = Object.keys(COLUMN_FIELDS).filter(isColumnName);

const NUMBER_FIELDS = ['premium', 'lives', 'rate', 'monthsPaid', 'split'] as const;

/** Fields with numbers that a row may leave out. */
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** Fields with texts that a row may leave out. Dates are ISO dates. */
export type TextField = Exclude<(typeof COLUMN_FIELDS)[ColumnName], NumberField | 'memberExternalId' | 'amount'>;

/** Tells fields with numbers from fields with texts. */
export const isNumberField = (field: string): field is NumberField => NUMBER_FIELDS.some((number) => number === field);

/** The columns that a row may leave out, each with its field. First and last name are part of `member_name`. */
export const OPTIONAL_COLUMNS = COLUMN_NAMES.flatMap((column): [ColumnName, NumberField | TextField][] => {
  const field = COLUMN_FIELDS[column];
  const isPartOfName = column === 'first_name' || column === 'last_name';
  return isPartOfName || field === 'memberExternalId' || field === 'amount' ? [] : [[column, field]];
});
