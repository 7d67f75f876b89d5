import type { Exact, Money } from '../money.ts';
import type { Period } from '../period.ts';
import { compareCommission, compareProfiles, type FieldDelta } from './compare-profiles.ts';
import { type MemberMonth, type MemberProfile, principalRecord, totalPremium } from './member-month.ts';
import { type Tolerance, toleratedDifference } from './tolerance.ts';

/** The status engine (contract 6): one member's baseline and its lines of this period become one scored row. */

export type MemberStatus = 'green' | 'yellow' | 'red' | 'new' | 'reappeared';
export type Flag =
  | 'NEW'
  | 'COMMISSION_CHANGED'
  | 'DATA_CHANGED'
  | 'DROPPED'
  | 'REAPPEARED'
  | 'REAPPEARED_WITH_DELTA'
  | 'CHARGEBACK';

/** A finer finding than a status or a flag (contract 6). */
export interface Signal {
  readonly code: string;
  readonly severity: 'info' | 'warn' | 'critical';
  readonly amount?: number;
  readonly detail: string;
}

/** A member's latest scored row before this period, as far as scoring needs it. */
export interface PriorRow {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  /** Only red matters: of a member who isn't red the latest row is always the baseline's. */
  readonly status: MemberStatus | 'carried';
  readonly profile: MemberProfile;
  readonly firstSeenPeriod: Period;
  readonly lastPresentPeriod: Period;
  readonly lastPresentAmount: Money;
  readonly paidThrough: string | null;
}

export interface ScoredRow {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly status: MemberStatus | 'carried';
  /** False for a chargeback after the drop (row 7 of the table): shown, but in no count. */
  readonly counted: boolean;
  readonly flags: readonly Flag[];
  readonly signals: readonly Signal[];
  readonly reason: string | null;
  readonly commissionAmount: Money;
  readonly prevCommissionAmount: Money;
  readonly comparedAgainstPeriod: Period | null;
  readonly expectedAmount: Exact | null;
  readonly commissionOwed: Exact | null;
  readonly owedEstimated: boolean;
  readonly chargebackAmount: Money;
  readonly profile: MemberProfile;
  readonly firstSeenPeriod: Period;
  readonly lastPresentPeriod: Period;
  readonly lastPresentAmount: Money;
  readonly paidThrough: string | null;
  readonly fileId: string;
  readonly deltas: readonly FieldDelta[];
}

export interface ScoringContext {
  readonly period: Period;
  /** Null in the first period of a book: then nobody has anything to be compared with. */
  readonly baselinePeriod: Period | null;
  readonly tolerance: Tolerance;
  /** Where a member who is missing is missing from: the newest file of the period. */
  readonly newestFileId: string;
}

/**
 * Rows 1 to 8 of the status table. Null when the member has no row this period: dropped before and still away.
 * Expected and owed are not decided here; they depend on rates, not on the month before.
 */
export function scoreMember(
  context: ScoringContext,
  prior: PriorRow | undefined,
  month: MemberMonth | undefined,
): ScoredRow | null {
  if (month === undefined) {
    return prior === undefined || prior.status === 'red' ? null : droppedRow(context, prior);
  }
  if (prior === undefined) return newRow(context, month);
  if (prior.status !== 'red') return comparedRow(context, prior, month);
  return month.hasPayment ? reappearedRow(context, prior, month) : chargedBackRow(context, prior, month);
}

function droppedRow(context: ScoringContext, prior: PriorRow): ScoredRow {
  return {
    ...carriedState(prior),
    ...unscored(0),
    status: 'red',
    counted: true,
    flags: ['DROPPED'],
    commissionAmount: 0,
    prevCommissionAmount: prior.lastPresentAmount,
    comparedAgainstPeriod: context.baselinePeriod,
    fileId: context.newestFileId,
    deltas: compareCommission(prior.lastPresentAmount, null),
  };
}

/**
 * A chargeback after the drop is not presence: the member stays red and the last present amount stays what it was. The
 * profile is of the lines it is made from, so that the chargeback is shown with the policy it was taken from.
 */
function chargedBackRow(context: ScoringContext, prior: PriorRow, month: MemberMonth): ScoredRow {
  const principal = principalRecord(month);
  return {
    ...carriedState(prior),
    ...unscored(month.chargeback),
    profile: profileOf(principal, totalPremium(month)),
    status: 'red',
    counted: false,
    flags: ['CHARGEBACK'],
    commissionAmount: 0,
    prevCommissionAmount: 0,
    comparedAgainstPeriod: context.baselinePeriod,
    fileId: principal.fileId,
    deltas: [],
  };
}

function newRow(context: ScoringContext, month: MemberMonth): ScoredRow {
  return {
    ...presentState(context, undefined, month),
    status: 'new',
    flags: withChargeback(['NEW'], month),
    prevCommissionAmount: 0,
    comparedAgainstPeriod: context.baselinePeriod,
    deltas: context.baselinePeriod === null ? [] : compareCommission(null, month.amount),
  };
}

function comparedRow(context: ScoringContext, prior: PriorRow, month: MemberMonth): ScoredRow {
  const row = presentState(context, prior, month);
  const difference = month.amount - prior.lastPresentAmount;
  const changed = Math.abs(difference) > toleratedDifference(context.tolerance, prior.lastPresentAmount);
  const fieldDeltas = compareProfiles(prior.profile, row.profile);
  const flags: Flag[] = [];
  if (changed) flags.push('COMMISSION_CHANGED');
  if (fieldDeltas.length > 0) flags.push('DATA_CHANGED');
  return {
    ...row,
    status: changed && difference < 0 ? 'yellow' : 'green',
    flags: withChargeback(flags, month),
    prevCommissionAmount: prior.lastPresentAmount,
    comparedAgainstPeriod: context.baselinePeriod,
    deltas: [...compareCommission(prior.lastPresentAmount, month.amount), ...fieldDeltas],
  };
}

function reappearedRow(context: ScoringContext, prior: PriorRow, month: MemberMonth): ScoredRow {
  const difference = Math.abs(month.amount - prior.lastPresentAmount);
  const flags: Flag[] = ['REAPPEARED'];
  if (difference > toleratedDifference(context.tolerance, prior.lastPresentAmount)) flags.push('REAPPEARED_WITH_DELTA');
  return {
    ...presentState(context, prior, month),
    status: 'reappeared',
    flags: withChargeback(flags, month),
    prevCommissionAmount: prior.lastPresentAmount,
    comparedAgainstPeriod: prior.lastPresentPeriod,
    deltas: compareCommission(null, month.amount),
  };
}

function withChargeback(flags: Flag[], month: MemberMonth): Flag[] {
  return month.chargeback > 0 ? [...flags, 'CHARGEBACK'] : flags;
}

/** The parts of a row that signals, rates and sentences fill in later. */
function unscored(chargebackAmount: Money) {
  return {
    signals: [],
    reason: null,
    expectedAmount: null,
    commissionOwed: null,
    owedEstimated: false,
    chargebackAmount,
  };
}

function carriedState(prior: PriorRow) {
  const { memberRefId, memberExternalId, profile, firstSeenPeriod, lastPresentPeriod, lastPresentAmount, paidThrough } =
    prior;
  return { memberRefId, memberExternalId, profile, firstSeenPeriod, lastPresentPeriod, lastPresentAmount, paidThrough };
}

function presentState(context: ScoringContext, prior: PriorRow | undefined, month: MemberMonth) {
  const principal = principalRecord(month);
  return {
    ...unscored(month.chargeback),
    memberRefId: month.memberRefId,
    // The first spelling seen stays the one displayed (contract 1).
    memberExternalId: prior?.memberExternalId ?? month.memberExternalId,
    counted: true,
    commissionAmount: month.amount,
    profile: { ...profileOf(principal, totalPremium(month)), policyNumber: displayedPolicy(prior, principal) },
    firstSeenPeriod: prior?.firstSeenPeriod ?? context.period,
    lastPresentPeriod: context.period,
    lastPresentAmount: month.amount,
    paidThrough: null,
    fileId: principal.fileId,
  };
}

/** Of a policy's spellings, too, the first one seen stays. */
function displayedPolicy(prior: PriorRow | undefined, { policyRefId, policyNumber }: MemberProfile): string | null {
  const isSame = policyRefId !== null && prior?.profile.policyRefId === policyRefId;
  return isSame ? prior.profile.policyNumber : policyNumber;
}

function profileOf(record: MemberProfile, premium: Money | null): MemberProfile {
  return {
    memberName: record.memberName,
    email: record.email,
    policyRefId: record.policyRefId,
    policyNumber: record.policyNumber,
    planName: record.planName,
    planCode: record.planCode,
    productType: record.productType,
    premium,
    lives: record.lives,
    agentId: record.agentId,
    agentName: record.agentName,
    effectiveDate: record.effectiveDate,
    termDate: record.termDate,
    state: record.state,
    carrierStatus: record.carrierStatus,
  };
}
