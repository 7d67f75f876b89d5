import type { Exact } from '../money.ts';
import type { Period } from '../period.ts';
import type { OwedCertainty, Signal } from '../scoring/signal.ts';

/** A claim is money that a carrier owes for one member and one statement month (docs/howto/ask-for-the-money-back.md). */

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
 * What the amount rests on: a contracted rate, the carrier's own statements, the CMS maximum, or a guess. Guesses are in no headline sum.
 */
export const CERTAINTIES = ['contracted', 'statement_rate', 'cms', 'estimated'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** The scored row of a member and month that has a finding about money. */
export interface ClaimRow {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  readonly period: Period;
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly signals: readonly (Pick<Signal, 'code' | 'severity'> & {
    readonly amount?: number | undefined;
    readonly certainty?: OwedCertainty | undefined;
  })[];
  /** Null where no rate told what to expect. */
  readonly expected: Exact | null;
  readonly owed: Exact | null;
  readonly owedEstimated: boolean;
  readonly chargeback: Exact;
  /** The latest month with regular pay, this one included, and what it came to. */
  readonly lastPaidPeriod: Period | null;
  readonly lastPaidAmount: Exact;
  /** What the member's row before said: since when it was unpaid, and the latest month with regular pay. */
  readonly unpaidSince: Period | null;
  readonly paidBefore: Period | null;
  /** What an event that the agency disputes takes from the member this month, and the sentence that tells it. */
  readonly disputedCut: { readonly amount: Exact; readonly detail: string } | null;
}

/** A statement line of a member who has a claim. */
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
  /** The coverage it pays for, as far as the line says it. */
  readonly planCode: string | null;
  readonly planName: string | null;
  readonly productType: string | null;
  /** The amount is a total of the year and not a payment: it proves what was printed, and repays nothing. */
  readonly isYearTotal: boolean;
}

/** A row of a statement that proves a claim, or that paid it back. */
export interface ClaimEvidence {
  readonly period: Period;
  readonly fileId: string;
  readonly fileName: string;
  readonly sheet: number;
  readonly rowNumber: number;
  readonly amount: Exact;
  readonly what: 'paid' | 'charged_back' | 'recovered';
}

export interface Claim
  extends Pick<
    ClaimRow,
    | 'carrierId'
    | 'carrierName'
    | 'workspaceId'
    | 'period'
    | 'memberRefId'
    | 'memberExternalId'
    | 'memberName'
    | 'policyNumber'
    | 'planName'
  > {
  /** The same after every new scoring, as long as the member's month has a claim of this group. */
  readonly claimId: string;
  readonly kind: ClaimKind;
  readonly certainty: Certainty;
  /** Still open. Zero once later statements have paid it. */
  readonly amount: Exact;
  /** What later statements have paid of it. */
  readonly recovered: Exact;
  /** The first rows only, where there are very many. */
  readonly evidence: readonly ClaimEvidence[];
  /** What to write to the carrier, in one sentence. */
  readonly ask: string;
}

/** A row makes at most one claim of each group. */
const GROUP_OF: Readonly<Record<ClaimKind, string>> = {
  underpaid: 'underpaid',
  missed_months: 'missed',
  wrong_chargeback: 'chargeback',
  double_chargeback: 'chargeback',
  unmatched_chargeback: 'chargeback',
  not_repaid: 'not-repaid',
  true_up_missing: 'true-up',
};

/** Built from the member, the month and the group, so that a claim keeps its id although its kind or amount is corrected. */
export function claimIdOf(row: Pick<ClaimRow, 'memberRefId' | 'period'>, kind: ClaimKind): string {
  return `${row.memberRefId}.${row.period}.${GROUP_OF[kind]}`;
}

const CLAIM_ID = new RegExp(
  `^([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})\\.\\d{4}-\\d{2}\\.(?:${[...new Set(Object.values(GROUP_OF))].join('|')})$`,
);

/** The member whose claim it is; null for a text that is no claim id. */
export function memberOfClaimId(claimId: string): string | null {
  return CLAIM_ID.exec(claimId)?.[1] ?? null;
}
