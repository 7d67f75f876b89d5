import type { Exact } from '../money.ts';
import type { Period } from '../period.ts';
import type { Certainty, OwedCertainty, Signal, SignalCode } from '../scoring/signal.ts';

type FoundSignal = ClaimRow['signals'][number];

/** Exact units in a cent. Amounts of signals are rounded to cents. */
const EXACT_PER_CENT = 100_000_000n;

/** Returns the amount of a row's signal; zero without the signal. */
export function amountOf(row: Pick<ClaimRow, 'signals'>, code: SignalCode): Exact {
  return exactAmount(row.signals.find((signal) => signal.code === code));
}

function exactAmount(signal: FoundSignal | undefined): Exact {
  return signal?.amount === undefined ? 0n : BigInt(Math.round(signal.amount * 100)) * EXACT_PER_CENT;
}

/**
 * Returns the amount that a disputed carrier event took from the member. Null when a rate other than an estimate
 * already gives the owed amount, so that no dollar is claimed twice.
 */
export function disputedCutOf(
  row: Pick<ClaimRow, 'signals' | 'owed' | 'owedEstimated' | 'disputedCut'>,
): ClaimRow['disputedCut'] {
  return row.disputedCut === null || isOwedByRate(row) ? null : row.disputedCut;
}

function isOwedByRate({ signals, owed, owedEstimated }: Pick<ClaimRow, 'signals' | 'owed' | 'owedEstimated'>) {
  const underpaid = signals.find(({ code }) => code === 'UNDERPAID');
  return (
    owed !== null && owed > 0n && underpaid !== undefined && owedCertainty(underpaid, owedEstimated) !== 'estimated'
  );
}

/** Returns the basis of the owed amount. Rows of older releases do not store it, so it is derived. */
export function owedCertainty({ certainty }: Pick<FoundSignal, 'certainty'>, owedEstimated: boolean): OwedCertainty {
  return certainty ?? (owedEstimated ? 'estimated' : 'contracted');
}

/** The money that a row's signal claims, and how sure it is. */
export interface ClaimedMoney {
  readonly amount: Exact;
  readonly certainty: Certainty;
}

/**
 * Returns the money that a row's signal claims; null when it claims nothing. An info claims only what is to be checked. A signal that many
 * members share claims nothing until a person disputes its event.
 */
export function claimedMoney(row: Pick<ClaimRow, 'signals' | 'disputedEvents'>, code: SignalCode): ClaimedMoney | null {
  const signal = row.signals.find((found) => found.code === code);
  if (signal === undefined) return null;
  const isDisputed = signal.event !== undefined && row.disputedEvents.includes(signal.event);
  const isQuestion = signal.event === undefined && signal.claim === 'to_check';
  if (signal.severity === 'info' && !isDisputed && !isQuestion) return null;
  const amount = exactAmount(signal);
  return amount === 0n ? null : { amount, certainty: certaintyOf(signal) };
}

/** Returns how sure a signal's claim is. Rows of older releases do not store it; only a repeated chargeback proves itself. */
function certaintyOf({ code, claim }: FoundSignal): Certainty {
  return claim ?? (code === 'CHARGEBACK_DUPLICATE' ? 'certain' : code === 'MISSED_MONTHS' ? 'likely' : 'to_check');
}

/** Returns how sure an owed amount is, by its signal and its basis. */
export function owedClaim({ severity, claim }: FoundSignal, basis: OwedCertainty): Certainty {
  if (claim !== undefined) return claim;
  if (basis === 'estimated') return 'likely';
  return severity === 'info' ? 'to_check' : 'certain';
}

/**
 * A claim is money that a carrier owes for one member and one statement month (docs/howto/ask-for-the-money-back.md).
 */

export const CLAIM_KINDS = [
  'underpaid',
  'missed_months',
  'wrong_chargeback',
  'double_chargeback',
  'unmatched_chargeback',
  'not_repaid',
  'true_up_missing',
] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/**
 * Basis of a claimed amount: a contracted rate, the rate that the statement prints, the payments and chargebacks of the
 * statements, the CMS maximum, the member's own earlier pay, or an estimate from comparable members.
 */
export const BASES = ['contracted', 'statement_rate', 'statements', 'cms', 'earlier_pay', 'estimated'] as const;
export type Basis = (typeof BASES)[number];

/** Scored row of a member and month with a finding about money. */
export interface ClaimRow extends ReportedMember {
  readonly signals: readonly (Pick<Signal, 'code' | 'severity' | 'detail'> & {
    readonly amount?: number | undefined;
    readonly certainty?: OwedCertainty | undefined;
    readonly claim?: Certainty | undefined;
    readonly event?: string | undefined;
  })[];
  /** Null when no rate applies. */
  readonly expected: Exact | null;
  readonly owed: Exact | null;
  readonly owedEstimated: boolean;
  readonly chargeback: Exact;
  /** Latest month with regular pay, up to this month. */
  readonly lastPaidPeriod: Period | null;
  /** Regular pay of `lastPaidPeriod`. */
  readonly lastPaidAmount: Exact;
  /** First unpaid month, from the member's previous row. */
  readonly unpaidSince: Period | null;
  /** Latest month with regular pay, from the member's previous row. */
  readonly paidBefore: Period | null;
  /** Amount that a disputed carrier event took from the member this month, with the event's sentence. */
  readonly disputedCut: { readonly amount: Exact; readonly detail: string } | null;
  /** The shared findings of the month that a person disputed, in the form of a signal's `event`. */
  readonly disputedEvents: readonly string[];
}

/** A statement line of a member with a claim. */
export interface ClaimLine {
  readonly memberRefId: string;
  readonly period: Period;
  readonly fileId: string;
  readonly fileName: string;
  /** Counted from 1. */
  readonly sheet: number;
  readonly rowNumber: number;
  readonly amount: Exact;
  readonly coverageMonth: Period | null;
  readonly policyRefId: string | null;
  readonly transactionType: string | null;
  readonly description: string | null;
  /** Coverage of the line, as far as the line names it. */
  readonly planCode: string | null;
  readonly planName: string | null;
  readonly productType: string | null;
  /** True for a year's total instead of a payment. It is evidence, but repays no claim. */
  readonly isYearTotal: boolean;
}

/** Findings about the money of one member of one book, with the statement lines they are based on. */
export interface MemberFindings {
  readonly rows: readonly ClaimRow[];
  /** Lines in order of acceptance, from the first month of `rows` or the last payment before it. */
  readonly lines: readonly ClaimLine[];
}

/** A statement row that proves or repaid a claim. */
export interface ClaimEvidence {
  readonly period: Period;
  readonly fileId: string;
  readonly fileName: string;
  readonly sheet: number;
  readonly rowNumber: number;
  readonly amount: Exact;
  readonly what: 'paid' | 'charged_back' | 'recovered';
}

export interface Claim extends ReportedMember {
  /** Stable id. It survives rescoring while the member's month has a claim of this group (`GROUP_OF`). */
  readonly claimId: string;
  readonly kind: ClaimKind;
  readonly certainty: Certainty;
  readonly basis: Basis;
  /** Open amount; zero once later statements have paid it. */
  readonly amount: Exact;
  /** Amount paid by later statements. */
  readonly recovered: Exact;
  /** The first CLAIM_EVIDENCE_ROWS_MAX rows. */
  readonly evidence: readonly ClaimEvidence[];
  /** The sentence that asks the carrier for the money. */
  readonly ask: string;
}

/** A claim with the open dispute that asks for it. */
export interface AskedClaim extends Claim {
  /** Null while no open dispute holds the claim. */
  readonly disputeId: string | null;
}

/** Groups of kinds. A row makes at most one claim of each group. */
const GROUP_OF: Readonly<Record<ClaimKind, string>> = {
  underpaid: 'underpaid',
  missed_months: 'missed',
  wrong_chargeback: 'chargeback',
  double_chargeback: 'chargeback',
  unmatched_chargeback: 'chargeback',
  not_repaid: 'not-repaid',
  true_up_missing: 'true-up',
};

/** The groups of claims that a disputed shared finding makes, by its code. Other codes make none. */
const GROUP_OF_CODE: Partial<Record<SignalCode, string>> = {
  COMMISSION_REDUCED: GROUP_OF.underpaid,
  UNDERPAID: GROUP_OF.underpaid,
  RATE_CHANGED: GROUP_OF.underpaid,
  ZERO_COMMISSION: GROUP_OF.underpaid,
  MISSED_MONTHS: GROUP_OF.missed_months,
  CHARGEBACK_DUPLICATE: GROUP_OF.double_chargeback,
  CHARGEBACK_EXCEEDS_PAID: GROUP_OF.unmatched_chargeback,
  CHARGEBACK_UNMATCHED: GROUP_OF.unmatched_chargeback,
  CHARGEBACK_ON_ACTIVE: GROUP_OF.wrong_chargeback,
  NEGATIVE_NET: GROUP_OF.wrong_chargeback,
  REINSTATED_NOT_REPAID: GROUP_OF.not_repaid,
};

/** Returns whether a claim is about the event that a person disputes. `code`: of a shared finding; null for an event of less pay. */
export function isClaimOfEvent(kind: ClaimKind, code: SignalCode | null): boolean {
  return GROUP_OF[kind] === GROUP_OF_CODE[code ?? 'COMMISSION_REDUCED'];
}

/** Builds the id from member, month and group. A claim keeps its id when its kind or amount is corrected. */
export function claimIdOf(row: Pick<ClaimRow, 'memberRefId' | 'period'>, kind: ClaimKind): string {
  return `${row.memberRefId}.${row.period}.${GROUP_OF[kind]}`;
}

const CLAIM_ID = new RegExp(
  `^([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})\\.\\d{4}-\\d{2}\\.(?:${[...new Set(Object.values(GROUP_OF))].join('|')})$`,
);

/** Returns the member of a claim id; null for any other text. */
export function memberOfClaimId(claimId: string): string | null {
  return CLAIM_ID.exec(claimId)?.[1] ?? null;
}

/** Member and month of a report's row, with carrier and workspace. Ids and names are written as in the book. */
export interface ReportedMember {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  readonly period: Period;
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
}
