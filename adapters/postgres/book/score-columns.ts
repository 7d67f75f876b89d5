import { exactToDecimal, millionthsToDecimal, moneyToDecimal } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import type { FieldDelta } from '../../../core/scoring/compare-profiles.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import type { PriorRow, ScoredRow } from '../../../core/scoring/scored-row.ts';
import { dateOf, dayNumber } from '../connection/day-number.ts';
import { type BulkColumn, textArrayLiteral } from './bulk-writer.ts';
import type { Read, Selection } from './columnar-read.ts';

const text = (name: string, value: BulkColumn<ScoredRow>['value']): BulkColumn<ScoredRow> => ({
  name,
  type: 'text',
  value,
});

export const SCORED_ROW_COLUMNS: readonly BulkColumn<ScoredRow>[] = [
  { name: 'member_ref_id', type: 'uuid', value: (row) => row.memberRefId },
  text('status', (row) => row.status),
  { name: 'counted', type: 'boolean', value: (row) => String(row.counted) },
  // An array of arrays must be square; each row's own array travels as text and is cast where it is inserted.
  { name: 'flags', type: 'text', cast: 'text[]', value: (row) => textArrayLiteral(row.flags) },
  { name: 'signals', type: 'jsonb', value: (row) => JSON.stringify(row.signals) },
  text('reason', (row) => row.reason),
  { name: 'commission_amount', type: 'numeric', value: (row) => moneyToDecimal(row.commissionAmount) },
  { name: 'prev_commission_amount', type: 'numeric', value: (row) => moneyToDecimal(row.prevCommissionAmount) },
  text('compared_against_period', (row) => row.comparedAgainstPeriod),
  {
    name: 'expected_amount',
    type: 'numeric',
    value: (row) => (row.expectedAmount === null ? null : exactToDecimal(row.expectedAmount)),
  },
  {
    name: 'commission_owed',
    type: 'numeric',
    value: (row) => (row.commissionOwed === null ? null : exactToDecimal(row.commissionOwed)),
  },
  { name: 'owed_estimated', type: 'boolean', value: (row) => String(row.owedEstimated) },
  { name: 'chargeback_amount', type: 'numeric', value: (row) => moneyToDecimal(row.chargebackAmount) },
  text('member_external_id', (row) => row.memberExternalId),
  text('member_name', (row) => row.profile.memberName),
  text('email', (row) => row.profile.email),
  { name: 'policy_ref_id', type: 'uuid', value: (row) => row.profile.policyRefId },
  text('policy_number', (row) => row.profile.policyNumber),
  text('plan_name', (row) => row.profile.planName),
  text('plan_code', (row) => row.profile.planCode),
  text('product_type', (row) => row.profile.productType),
  {
    name: 'premium_amount',
    type: 'numeric',
    value: (row) => (row.profile.premium === null ? null : moneyToDecimal(row.profile.premium)),
  },
  { name: 'lives', type: 'numeric', value: (row) => (row.profile.lives === null ? null : row.profile.lives / 100) },
  text('agent_id', (row) => row.profile.agentId),
  text('agent_name', (row) => row.profile.agentName),
  { name: 'effective_date', type: 'date', value: (row) => row.profile.effectiveDate },
  { name: 'term_date', type: 'date', value: (row) => row.profile.termDate },
  text('state', (row) => row.profile.state),
  text('carrier_status', (row) => row.profile.carrierStatus),
  text('first_seen_period', (row) => row.firstSeenPeriod),
  text('last_present_period', (row) => row.lastPresentPeriod),
  { name: 'last_present_amount', type: 'numeric', value: (row) => moneyToDecimal(row.lastPresentAmount) },
  { name: 'paid_through', type: 'date', value: (row) => row.paidThrough },
  { name: 'paid_months', type: 'smallint', value: (row) => row.history.paidMonths },
  {
    name: 'rate',
    type: 'numeric',
    value: (row) => (row.history.rate === null ? null : millionthsToDecimal(row.history.rate)),
  },
  { name: 'paid_total', type: 'numeric', value: (row) => moneyToDecimal(row.history.paidTotal) },
  { name: 'clawed_total', type: 'numeric', value: (row) => moneyToDecimal(row.history.clawedTotal) },
  { name: 'clawed_open', type: 'numeric', value: (row) => moneyToDecimal(row.history.clawedOpen) },
  text('last_paid_period', (row) => row.history.lastPaidPeriod),
  { name: 'last_paid_amount', type: 'numeric', value: (row) => moneyToDecimal(row.history.lastPaidAmount) },
  { name: 'extra_months', type: 'smallint', value: (row) => row.history.extraMonths },
  { name: 'extra_amount', type: 'numeric', value: (row) => moneyToDecimal(row.history.extraAmount) },
  text('unpaid_since', (row) => row.history.unpaidSince),
  { name: 'plan_year', type: 'smallint', value: (row) => row.history.planYear },
  { name: 'plan_year_paid', type: 'numeric', value: (row) => moneyToDecimal(row.history.planYearPaid) },
  {
    name: 'chargebacks_seen',
    type: 'text',
    cast: 'text[]',
    value: (row) => textArrayLiteral(row.history.chargebacksSeen),
  },
  {
    name: 'coverages_paid',
    type: 'text',
    cast: 'text[]',
    value: (row) => (row.history.coveragesPaid.length === 0 ? null : textArrayLiteral(row.history.coveragesPaid)),
  },
  { name: 'rapid_told_for', type: 'date', value: (row) => row.history.rapidToldFor },
  { name: 'not_new_year', type: 'smallint', value: (row) => row.history.notNewYear },
  {
    name: 'full_pay',
    type: 'numeric',
    value: (row) => (row.history.cutFrom === null ? null : moneyToDecimal(row.history.cutFrom.amount)),
  },
  text('full_pay_period', (row) => row.history.cutFrom?.period ?? null),
  text('missed_since', (row) => row.history.missedOpen?.since ?? null),
  { name: 'missed_months', type: 'smallint', value: (row) => row.history.missedOpen?.months ?? null },
  { name: 'file_id', type: 'uuid', value: (row) => row.fileId },
];

/** A scored row with the fingerprint of what is stored of it. */
export interface FingerprintedRow extends ScoredRow {
  readonly fingerprint: string;
}

export const FINGERPRINT_COLUMN: BulkColumn<FingerprintedRow> = {
  name: 'digest',
  type: 'uuid',
  value: (row) => row.fingerprint,
};

/** A delta with the member it belongs to. */
export interface MemberDelta extends FieldDelta {
  readonly memberRefId: string;
}

export const DELTA_COLUMNS: readonly BulkColumn<MemberDelta>[] = [
  { name: 'member_ref_id', type: 'uuid', value: (delta) => delta.memberRefId },
  { name: 'field', type: 'text', value: (delta) => delta.field },
  { name: 'prev_value', type: 'text', value: (delta) => delta.prevValue },
  { name: 'curr_value', type: 'text', value: (delta) => delta.currValue },
  { name: 'change_type', type: 'text', value: (delta) => delta.changeType },
];

/** The columns of an earlier row that scoring reads. Integers and dates are read as in line-columns.ts. */
export const PRIOR_ROW: Selection<StoredPriorRow> = {
  member_ref_id: 's.member_ref_id',
  member_external_id: 's.member_external_id',
  status: 's.status',
  member_name: 's.member_name',
  email: 's.email',
  policy_ref_id: 's.policy_ref_id',
  policy_number: 's.policy_number',
  plan_name: 's.plan_name',
  plan_code: 's.plan_code',
  product_type: 's.product_type',
  premium: 's.premium_amount * 10000',
  lives: 's.lives * 100',
  agent_id: 's.agent_id',
  agent_name: 's.agent_name',
  effective_date: dayNumber('s.effective_date'),
  term_date: dayNumber('s.term_date'),
  state: 's.state',
  carrier_status: 's.carrier_status',
  first_seen_period: 's.first_seen_period',
  last_present_period: 's.last_present_period',
  last_present_amount: 's.last_present_amount * 10000',
  paid_through: dayNumber('s.paid_through'),
  paid_months: 's.paid_months',
  rate: 's.rate * 1000000',
  paid_total: 's.paid_total * 10000',
  clawed_total: 's.clawed_total * 10000',
  clawed_open: 's.clawed_open * 10000',
  last_paid_period: 's.last_paid_period',
  last_paid_amount: 's.last_paid_amount * 10000',
  extra_months: 's.extra_months',
  extra_amount: 's.extra_amount * 10000',
  unpaid_since: 's.unpaid_since',
  plan_year: 's.plan_year',
  plan_year_paid: 's.plan_year_paid * 10000',
  chargebacks_seen: "nullif(s.chargebacks_seen, '{}')",
  coverages_paid: 's.coverages_paid',
  rapid_told_for: dayNumber('s.rapid_told_for'),
  not_new_year: 's.not_new_year',
  full_pay: 's.full_pay * 10000',
  full_pay_period: 's.full_pay_period',
  missed_since: 's.missed_since',
  missed_months: 's.missed_months',
};

export interface StoredPriorRow {
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
  effective_date: number | null;
  term_date: number | null;
  state: string | null;
  carrier_status: string | null;
  first_seen_period: Period;
  last_present_period: Period;
  last_present_amount: number;
  paid_through: number | null;
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
  /** Null for a member with one coverage. */
  coverages_paid: readonly string[] | null;
  rapid_told_for: number | null;
  not_new_year: number | null;
  full_pay: number | null;
  full_pay_period: Period | null;
  missed_since: Period | null;
  missed_months: number | null;
}

export function priorRowFrom(read: Read<StoredPriorRow>): PriorRow {
  return {
    memberRefId: read('member_ref_id'),
    memberExternalId: read('member_external_id'),
    status: read('status'),
    profile: {
      memberName: read('member_name'),
      email: read('email'),
      policyRefId: read('policy_ref_id'),
      policyNumber: read('policy_number'),
      planName: read('plan_name'),
      planCode: read('plan_code'),
      productType: read('product_type'),
      premium: read('premium'),
      lives: read('lives'),
      agentId: read('agent_id'),
      agentName: read('agent_name'),
      effectiveDate: dateOf(read('effective_date')),
      termDate: dateOf(read('term_date')),
      state: read('state'),
      carrierStatus: read('carrier_status'),
    },
    firstSeenPeriod: read('first_seen_period'),
    lastPresentPeriod: read('last_present_period'),
    lastPresentAmount: read('last_present_amount'),
    paidThrough: dateOf(read('paid_through')),
    history: {
      paidMonths: read('paid_months'),
      rate: read('rate'),
      paidTotal: read('paid_total'),
      clawedTotal: read('clawed_total'),
      clawedOpen: read('clawed_open'),
      lastPaidPeriod: read('last_paid_period'),
      lastPaidAmount: read('last_paid_amount'),
      extraMonths: read('extra_months'),
      extraAmount: read('extra_amount'),
      unpaidSince: read('unpaid_since'),
      planYear: read('plan_year'),
      planYearPaid: read('plan_year_paid'),
      chargebacksSeen: read('chargebacks_seen') ?? NO_HISTORY.chargebacksSeen,
      coveragesPaid: read('coverages_paid') ?? NO_HISTORY.coveragesPaid,
      rapidToldFor: dateOf(read('rapid_told_for')),
      notNewYear: read('not_new_year'),
      cutFrom: cutFrom(read('full_pay'), read('full_pay_period')),
      missedOpen: missedOpen(read('missed_since'), read('missed_months')),
    },
  };
}

function cutFrom(amount: number | null, period: Period | null): PriorRow['history']['cutFrom'] {
  return amount === null || period === null ? null : { amount, period };
}

function missedOpen(since: Period | null, months: number | null): PriorRow['history']['missedOpen'] {
  return since === null || months === null ? null : { since, months };
}
