import { exactToDecimal, millionthsToDecimal, moneyToDecimal } from '../../core/money.ts';
import type { Period } from '../../core/period.ts';
import type { FieldDelta } from '../../core/scoring/compare-profiles.ts';
import { NO_HISTORY } from '../../core/scoring/member-history.ts';
import type { PriorRow, ScoredRow } from '../../core/scoring/score-member.ts';
import { type RowPlace, type SetColumn, textArrayLiteral } from './row-set.ts';
import type { Sql } from './sql.ts';

/** A row with what tells it from another score of the same member (row-digest.ts). */
export interface DigestedRow {
  readonly row: ScoredRow;
  /** As it is stored, JSON. */
  readonly signals: string;
  readonly digest: string;
}

/** One that is stored already, though not as it is to be. */
export interface StoredRow extends DigestedRow {
  readonly place: RowPlace;
}

const text = (name: string, value: SetColumn<DigestedRow>['value']): SetColumn<DigestedRow> => ({
  name,
  type: 'text',
  value,
});

export const SCORED_ROW_COLUMNS: readonly SetColumn<DigestedRow>[] = [
  { name: 'member_ref_id', type: 'uuid', value: ({ row }) => row.memberRefId },
  text('status', ({ row }) => row.status),
  { name: 'counted', type: 'boolean', value: ({ row }) => String(row.counted) },
  // An array of arrays must be square; each row's own array travels as text and is cast where it is inserted.
  { name: 'flags', type: 'text', cast: 'text[]', value: ({ row }) => textArrayLiteral(row.flags) },
  { name: 'signals', type: 'jsonb', value: ({ signals }) => signals },
  text('reason', ({ row }) => row.reason),
  { name: 'commission_amount', type: 'numeric', value: ({ row }) => moneyToDecimal(row.commissionAmount) },
  { name: 'prev_commission_amount', type: 'numeric', value: ({ row }) => moneyToDecimal(row.prevCommissionAmount) },
  text('compared_against_period', ({ row }) => row.comparedAgainstPeriod),
  {
    name: 'expected_amount',
    type: 'numeric',
    value: ({ row }) => (row.expectedAmount === null ? null : exactToDecimal(row.expectedAmount)),
  },
  {
    name: 'commission_owed',
    type: 'numeric',
    value: ({ row }) => (row.commissionOwed === null ? null : exactToDecimal(row.commissionOwed)),
  },
  { name: 'owed_estimated', type: 'boolean', value: ({ row }) => String(row.owedEstimated) },
  { name: 'chargeback_amount', type: 'numeric', value: ({ row }) => moneyToDecimal(row.chargebackAmount) },
  text('member_external_id', ({ row }) => row.memberExternalId),
  text('member_name', ({ row }) => row.profile.memberName),
  text('email', ({ row }) => row.profile.email),
  { name: 'policy_ref_id', type: 'uuid', value: ({ row }) => row.profile.policyRefId },
  text('policy_number', ({ row }) => row.profile.policyNumber),
  text('plan_name', ({ row }) => row.profile.planName),
  text('plan_code', ({ row }) => row.profile.planCode),
  text('product_type', ({ row }) => row.profile.productType),
  {
    name: 'premium_amount',
    type: 'numeric',
    value: ({ row }) => (row.profile.premium === null ? null : moneyToDecimal(row.profile.premium)),
  },
  { name: 'lives', type: 'numeric', value: ({ row }) => (row.profile.lives === null ? null : row.profile.lives / 100) },
  text('agent_id', ({ row }) => row.profile.agentId),
  text('agent_name', ({ row }) => row.profile.agentName),
  { name: 'effective_date', type: 'date', value: ({ row }) => row.profile.effectiveDate },
  { name: 'term_date', type: 'date', value: ({ row }) => row.profile.termDate },
  text('state', ({ row }) => row.profile.state),
  text('carrier_status', ({ row }) => row.profile.carrierStatus),
  text('first_seen_period', ({ row }) => row.firstSeenPeriod),
  text('last_present_period', ({ row }) => row.lastPresentPeriod),
  { name: 'last_present_amount', type: 'numeric', value: ({ row }) => moneyToDecimal(row.lastPresentAmount) },
  { name: 'paid_through', type: 'date', value: ({ row }) => row.paidThrough },
  { name: 'paid_months', type: 'smallint', value: ({ row }) => row.history.paidMonths },
  {
    name: 'rate',
    type: 'numeric',
    value: ({ row }) => (row.history.rate === null ? null : millionthsToDecimal(row.history.rate)),
  },
  { name: 'paid_total', type: 'numeric', value: ({ row }) => moneyToDecimal(row.history.paidTotal) },
  { name: 'clawed_total', type: 'numeric', value: ({ row }) => moneyToDecimal(row.history.clawedTotal) },
  { name: 'clawed_open', type: 'numeric', value: ({ row }) => moneyToDecimal(row.history.clawedOpen) },
  text('last_paid_period', ({ row }) => row.history.lastPaidPeriod),
  { name: 'last_paid_amount', type: 'numeric', value: ({ row }) => moneyToDecimal(row.history.lastPaidAmount) },
  { name: 'extra_months', type: 'smallint', value: ({ row }) => row.history.extraMonths },
  { name: 'extra_amount', type: 'numeric', value: ({ row }) => moneyToDecimal(row.history.extraAmount) },
  text('unpaid_since', ({ row }) => row.history.unpaidSince),
  { name: 'plan_year', type: 'smallint', value: ({ row }) => row.history.planYear },
  { name: 'plan_year_paid', type: 'numeric', value: ({ row }) => moneyToDecimal(row.history.planYearPaid) },
  {
    name: 'chargebacks_seen',
    type: 'text',
    cast: 'text[]',
    value: ({ row }) => textArrayLiteral(row.history.chargebacksSeen),
  },
  { name: 'rapid_told_for', type: 'date', value: ({ row }) => row.history.rapidToldFor },
  { name: 'file_id', type: 'uuid', value: ({ row }) => row.fileId },
  { name: 'digest', type: 'uuid', value: ({ digest }) => digest },
];

/** What is owed and what was found, said of a row whose standing is the same: all that another rate changes. */
const EXPLAINING = ['signals', 'reason', 'expected_amount', 'commission_owed', 'owed_estimated', 'digest'];

export const EXPLAINING_COLUMNS = SCORED_ROW_COLUMNS.filter(({ name }) => EXPLAINING.includes(name));

/** A delta with the member it belongs to. */
export interface MemberDelta extends FieldDelta {
  readonly memberRefId: string;
}

export const DELTA_COLUMNS: readonly SetColumn<MemberDelta>[] = [
  { name: 'member_ref_id', type: 'uuid', value: (delta) => delta.memberRefId },
  { name: 'field', type: 'text', value: (delta) => delta.field },
  { name: 'prev_value', type: 'text', value: (delta) => delta.prevValue },
  { name: 'curr_value', type: 'text', value: (delta) => delta.currValue },
  { name: 'change_type', type: 'text', value: (delta) => delta.changeType },
];

/** What scoring reads of an earlier row; integers as in line-columns.ts. */
export const priorRowColumns = (sql: Sql) => sql`
  s.member_ref_id, s.member_external_id, s.status, s.member_name, s.email, s.policy_ref_id, s.policy_number, s.plan_name,
  s.plan_code, s.product_type, (s.premium_amount * 10000)::float8 as premium, (s.lives * 100)::float8 as lives, s.agent_id,
  s.agent_name, s.effective_date, s.term_date, s.state, s.carrier_status, s.first_seen_period, s.last_present_period,
  (s.last_present_amount * 10000)::float8 as last_present_amount, s.paid_through, s.paid_months, (s.rate * 1000000)::float8 as rate,
  (s.paid_total * 10000)::float8 as paid_total, (s.clawed_total * 10000)::float8 as clawed_total,
  (s.clawed_open * 10000)::float8 as clawed_open, s.last_paid_period,
  (s.last_paid_amount * 10000)::float8 as last_paid_amount, s.extra_months,
  (s.extra_amount * 10000)::float8 as extra_amount, s.unpaid_since, s.plan_year,
  (s.plan_year_paid * 10000)::float8 as plan_year_paid, nullif(s.chargebacks_seen, '{}') as chargebacks_seen,
  s.rapid_told_for`;

export interface PriorRowRow {
  member_ref_id: string;
  member_external_id: string;
  status: PriorRow['status'];
  member_name: string | null;
  email: string | null;
  policy_ref_id: string | null;
  policy_number: string | null;
  plan_name: string | null;
  plan_code: string | null;
  product_type: string | null;
  premium: number | null;
  lives: number | null;
  agent_id: string | null;
  agent_name: string | null;
  effective_date: string | null;
  term_date: string | null;
  state: string | null;
  carrier_status: string | null;
  first_seen_period: Period;
  last_present_period: Period;
  last_present_amount: number;
  paid_through: string | null;
  paid_months: number;
  rate: number | null;
  paid_total: number;
  clawed_total: number;
  clawed_open: number;
  last_paid_period: Period | null;
  last_paid_amount: number;
  extra_months: number;
  extra_amount: number;
  unpaid_since: Period | null;
  plan_year: number | null;
  plan_year_paid: number;
  /** Null for none: hardly anybody has one, and an array costs reading. */
  chargebacks_seen: readonly string[] | null;
  rapid_told_for: string | null;
}

export function priorRowFrom(row: PriorRowRow): PriorRow {
  return {
    memberRefId: row.member_ref_id,
    memberExternalId: row.member_external_id,
    status: row.status,
    profile: {
      memberName: row.member_name,
      email: row.email,
      policyRefId: row.policy_ref_id,
      policyNumber: row.policy_number,
      planName: row.plan_name,
      planCode: row.plan_code,
      productType: row.product_type,
      premium: row.premium,
      lives: row.lives,
      agentId: row.agent_id,
      agentName: row.agent_name,
      effectiveDate: row.effective_date,
      termDate: row.term_date,
      state: row.state,
      carrierStatus: row.carrier_status,
    },
    firstSeenPeriod: row.first_seen_period,
    lastPresentPeriod: row.last_present_period,
    lastPresentAmount: row.last_present_amount,
    paidThrough: row.paid_through,
    history: {
      paidMonths: row.paid_months,
      rate: row.rate,
      paidTotal: row.paid_total,
      clawedTotal: row.clawed_total,
      clawedOpen: row.clawed_open,
      lastPaidPeriod: row.last_paid_period,
      lastPaidAmount: row.last_paid_amount,
      extraMonths: row.extra_months,
      extraAmount: row.extra_amount,
      unpaidSince: row.unpaid_since,
      planYear: row.plan_year,
      planYearPaid: row.plan_year_paid,
      chargebacksSeen: row.chargebacks_seen ?? NO_HISTORY.chargebacksSeen,
      rapidToldFor: row.rapid_told_for,
    },
  };
}
