import type { BookLine } from '../../../app/book/book-ports.ts';
import { millionthsToDecimal, moneyToDecimal } from '../../../core/money.ts';
import type { ScorableLine } from '../../../core/scoring/member-month.ts';
import { memoize } from '../../../core/statement/memoize.ts';
import { dateOf, dayNumber } from '../connection/day-number.ts';
import type { BulkColumn } from './bulk-writer.ts';
import type { Read, Selection } from './columnar-read.ts';

/** How a line is stored: scaled integers become numeric, everything else is text. */
const hundredths = (value: number | null) => (value === null ? null : value / 100);
const millionths = (value: number | null) => (value === null ? null : millionthsToDecimal(value));

export const LINE_COLUMNS: readonly BulkColumn<BookLine>[] = [
  { name: 'sheet', type: 'smallint', value: (line) => line.sheet },
  { name: 'row_number', type: 'integer', value: (line) => line.row },
  { name: 'member_ref_id', type: 'uuid', value: (line) => line.memberRefId },
  { name: 'member_external_id', type: 'text', value: (line) => line.memberExternalId },
  { name: 'amount', type: 'numeric', value: (line) => moneyToDecimal(line.amount) },
  { name: 'policy_ref_id', type: 'uuid', value: (line) => line.policyRefId },
  { name: 'policy_number', type: 'text', value: (line) => line.policyNumber },
  { name: 'member_name', type: 'text', value: (line) => line.memberName },
  { name: 'email', type: 'text', value: (line) => line.email },
  { name: 'plan_name', type: 'text', value: (line) => line.planName },
  { name: 'plan_code', type: 'text', value: (line) => line.planCode },
  { name: 'product_type', type: 'text', value: (line) => line.productType },
  { name: 'premium', type: 'numeric', value: (line) => (line.premium === null ? null : moneyToDecimal(line.premium)) },
  { name: 'lives', type: 'numeric', value: (line) => hundredths(line.lives) },
  { name: 'rate', type: 'numeric', value: (line) => millionths(line.rate) },
  { name: 'effective_date', type: 'date', value: (line) => line.effectiveDate },
  { name: 'term_date', type: 'date', value: (line) => line.termDate },
  { name: 'term_reason', type: 'text', value: (line) => line.termReason },
  { name: 'coverage_month', type: 'text', value: (line) => line.coverageMonth },
  { name: 'paid_date', type: 'date', value: (line) => line.paidDate },
  { name: 'paid_through', type: 'date', value: (line) => line.paidThrough },
  { name: 'months_paid', type: 'numeric', value: (line) => hundredths(line.monthsPaid) },
  { name: 'transaction_type', type: 'text', value: (line) => line.transactionType },
  { name: 'agent_id', type: 'text', value: (line) => line.agentId },
  { name: 'agent_name', type: 'text', value: (line) => line.agentName },
  { name: 'state', type: 'text', value: (line) => line.state },
  { name: 'carrier_status', type: 'text', value: (line) => line.carrierStatus },
  { name: 'renewal_date', type: 'date', value: (line) => line.renewalDate },
  { name: 'description', type: 'text', value: (line) => line.description },
  { name: 'split', type: 'numeric', value: (line) => millionths(line.split) },
  { name: 'alternate_member_id', type: 'text', value: (line) => line.alternateMemberId },
];

/** Only of files with a line that an alias files under another member. */
export const OWN_MEMBER_COLUMN: BulkColumn<BookLine> = {
  name: 'own_member_ref_id',
  type: 'uuid',
  value: (line) => line.ownMemberRefId,
};

/** What scoring reads of a stored line. Amounts are scaled back to integers by the server, so that no fraction is ever rounded here. */
export const SCORABLE_LINE: Selection<ScorableLineRow> = {
  sheet: 'l.sheet',
  row_number: 'l.row_number',
  member_ref_id: 'l.member_ref_id',
  member_external_id: 'l.member_external_id',
  amount: 'l.amount * 10000',
  policy_ref_id: 'l.policy_ref_id',
  policy_number: 'l.policy_number',
  member_name: 'l.member_name',
  email: 'l.email',
  plan_name: 'l.plan_name',
  plan_code: 'l.plan_code',
  product_type: 'l.product_type',
  premium: 'l.premium * 10000',
  lives: 'l.lives * 100',
  effective_date: dayNumber('l.effective_date'),
  term_date: dayNumber('l.term_date'),
  months_paid: 'l.months_paid * 100',
  agent_id: 'l.agent_id',
  agent_name: 'l.agent_name',
  state: 'l.state',
  carrier_status: 'l.carrier_status',
  rate: 'l.rate * 1000000',
  coverage_month: 'l.coverage_month',
  paid_through: dayNumber('l.paid_through'),
  transaction_type: 'l.transaction_type',
  description: 'l.description',
  split: 'l.split * 1000000',
};

/** Dates are days since 1970 (day-number.ts). */
export interface ScorableLineRow {
  sheet: number;
  row_number: number;
  member_ref_id: string;
  member_external_id: string;
  amount: number;
  policy_ref_id: string | null;
  policy_number: string | null;
  member_name: string | null;
  email: string | null;
  plan_name: string | null;
  plan_code: string | null;
  product_type: string | null;
  premium: number | null;
  lives: number | null;
  effective_date: number | null;
  term_date: number | null;
  months_paid: number | null;
  agent_id: string | null;
  agent_name: string | null;
  state: string | null;
  carrier_status: string | null;
  rate: number | null;
  coverage_month: string | null;
  paid_through: number | null;
  transaction_type: string | null;
  description: string | null;
  split: number | null;
}

/**
 * Makes the lines of one reading. What stands in many of them is kept once: thousands of equal texts would be moved about until
 * the book is scored.
 */
export function scorableLineReader(): (fileId: string, read: Read<ScorableLineRow>) => ScorableLine {
  const shared = memoize<string | null, string | null>((text) => text);
  return (fileId, read) => ({
    fileId,
    memberRefId: read('member_ref_id'),
    memberExternalId: read('member_external_id'),
    amount: read('amount'),
    policyRefId: read('policy_ref_id'),
    policyNumber: read('policy_number'),
    memberName: read('member_name'),
    email: read('email'),
    planName: shared(read('plan_name')),
    planCode: shared(read('plan_code')),
    productType: shared(read('product_type')),
    premium: read('premium'),
    lives: read('lives'),
    effectiveDate: dateOf(read('effective_date')),
    termDate: dateOf(read('term_date')),
    monthsPaid: read('months_paid'),
    agentId: shared(read('agent_id')),
    agentName: shared(read('agent_name')),
    state: shared(read('state')),
    carrierStatus: shared(read('carrier_status')),
    rate: read('rate'),
    coverageMonth: shared(read('coverage_month')),
    paidThrough: dateOf(read('paid_through')),
    transactionType: shared(read('transaction_type')),
    description: shared(read('description')),
    split: read('split'),
  });
}
