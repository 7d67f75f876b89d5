import type { BookLine } from '../../app/ports.ts';
import { millionthsToDecimal, moneyToDecimal } from '../../core/money.ts';
import type { ScorableLine } from '../../core/scoring/member-month.ts';
import { remembering } from '../../core/statement/remembering.ts';
import type { SetColumn } from './row-set.ts';
import type { Sql } from './sql.ts';

/** How a line is stored: scaled integers become numeric, everything else is text. */
const hundredths = (value: number | null) => (value === null ? null : value / 100);
const millionths = (value: number | null) => (value === null ? null : millionthsToDecimal(value));

export const LINE_COLUMNS: readonly SetColumn<BookLine>[] = [
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
];

/** What scoring reads of a stored line. Scaled back to integers by the server; float8 holds these integers exactly. */
export const scorableLineColumns = (sql: Sql) => sql`
  l.member_ref_id, l.member_external_id, (l.amount * 10000)::float8 as amount, l.policy_ref_id, l.policy_number,
  l.member_name, l.email, l.plan_name, l.plan_code, l.product_type, (l.premium * 10000)::float8 as premium,
  (l.lives * 100)::float8 as lives, l.effective_date, l.term_date, (l.months_paid * 100)::float8 as months_paid,
  l.agent_id, l.agent_name, l.state, l.carrier_status, (l.rate * 1000000)::float8 as rate, l.coverage_month, l.paid_through,
  l.transaction_type`;

export interface ScorableLineRow {
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
  effective_date: string | null;
  term_date: string | null;
  months_paid: number | null;
  agent_id: string | null;
  agent_name: string | null;
  state: string | null;
  carrier_status: string | null;
  rate: number | null;
  coverage_month: string | null;
  paid_through: string | null;
  transaction_type: string | null;
}

/**
 * Makes the lines of one reading. What stands in many of them is kept once: thousands of equal texts would be moved about until
 * the book is scored.
 */
export function scorableLineReader(): (fileId: string, row: ScorableLineRow) => ScorableLine {
  const shared = remembering<string | null, string | null>((text) => text);
  return (fileId, row) => ({
    fileId,
    memberRefId: row.member_ref_id,
    memberExternalId: row.member_external_id,
    amount: row.amount,
    policyRefId: row.policy_ref_id,
    policyNumber: row.policy_number,
    memberName: row.member_name,
    email: row.email,
    planName: shared(row.plan_name),
    planCode: shared(row.plan_code),
    productType: shared(row.product_type),
    premium: row.premium,
    lives: row.lives,
    effectiveDate: shared(row.effective_date),
    termDate: shared(row.term_date),
    monthsPaid: row.months_paid,
    agentId: shared(row.agent_id),
    agentName: shared(row.agent_name),
    state: shared(row.state),
    carrierStatus: shared(row.carrier_status),
    rate: row.rate,
    coverageMonth: shared(row.coverage_month),
    paidThrough: shared(row.paid_through),
    transactionType: shared(row.transaction_type),
  });
}
