import type { Exact } from '../money.ts';
import { addMonths, monthIndex, type Period } from '../period.ts';
import type { SignalCode } from '../scoring/signal.ts';
import type { ClaimKind, ClaimLine, ClaimRow } from './claim.ts';
import { type ClaimDraft, draftClaim, lesserOf, openAmount } from './claim-draft.ts';
import { amountOf, disputedCutOf, owedCertainty, warnedAmountOf } from './claim-signal.ts';
import { missedSpan } from './missed-span.ts';

/** The claims of a member's earlier rows, and the member's lines. */
export interface MemberSoFar {
  readonly claims: readonly ClaimDraft[];
  readonly linesOf: (period: Period) => readonly ClaimLine[];
  /** All lines up to the period, oldest first. */
  readonly linesUntil: (period: Period) => readonly ClaimLine[];
}

/** Returns the new claims of a row, without money that the member's earlier claims hold already. */
export function claimsOfRow(row: ClaimRow, member: MemberSoFar): readonly ClaimDraft[] {
  const found = [
    underpaid(row, member),
    missedMonths(row, member),
    notRepaid(row, member),
    chargeback(row, member),
    trueUp(row, member),
  ].filter((claim) => claim !== null);
  if (found.length === 0) return [];
  const policies = new Set(member.linesUntil(row.period).flatMap(({ policyRefId }) => policyRefId ?? []));
  return found.map((claim) => draftClaim({ ...claim, row, policies }));
}

type FoundClaim = Pick<ClaimDraft, 'kind' | 'certainty' | 'claimed' | 'proof'> & Partial<Pick<ClaimDraft, 'coverage'>>;

/** Claims an underpaid month. Each month of a cut is a claim of its own. */
function underpaid(row: ClaimRow, { linesOf }: MemberSoFar): FoundClaim | null {
  const { owed } = row;
  const found = row.signals.find(({ code }) => code === 'UNDERPAID');
  const proof = linesOf(row.period).filter(({ amount }) => amount >= 0n);
  const named = coverageOf(proof);
  const rest = { kind: 'underpaid', proof, coverage: named.size === 0 ? new Set([row.period]) : named } as const;
  const cut = disputedCutOf(row);
  if (cut !== null) return { ...rest, certainty: 'estimated', claimed: cut.amount };
  if (owed === null || owed <= 0n || found === undefined) return null;
  const certainty = owedCertainty(found, row.owedEstimated);
  // A finding of many members may be how the carrier pays, unless a contract says otherwise or a person disputes it.
  const isShared = found.event !== undefined && !row.disputedEvents.includes(found.event);
  return { ...rest, certainty: isShared && certainty !== 'contracted' ? 'estimated' : certainty, claimed: owed };
}

/**
 * Claims missed months. A month that was already claimed as underpaid is deducted, unless that claim is an estimate,
 * which is then superseded.
 */
function missedMonths(row: ClaimRow, { claims, linesOf }: MemberSoFar): FoundClaim | null {
  const { paidBefore, period } = row;
  // Without a first unpaid month, a whole statement was skipped after the last pay.
  const unpaidSince = row.unpaidSince ?? (paidBefore === null ? null : addMonths(paidBefore, 1));
  let claimed = warnedAmountOf(row, 'MISSED_MONTHS');
  if (claimed === 0n || unpaidSince === null) return null;
  const known = claims.filter(
    (claim) => claim.kind === 'underpaid' && claim.row.period >= unpaidSince && claim.row.period < period,
  );
  for (const claim of known) if (claim.certainty === 'estimated') claim.isSuperseded = true;
  const certain = known.filter(({ certainty }) => certainty !== 'estimated');
  const months = monthIndex(period) - monthIndex(unpaidSince);
  // Without a catch-up payment, all missed months have the same amount. A month that a catch-up payment paid in part is not deducted.
  claimed -=
    amountOf(row, 'CATCH_UP_PAYMENT') === 0n
      ? (claimed * BigInt(certain.length)) / BigInt(months)
      : sumOf(certain.filter(({ recovered }) => recovered === 0n).map(openAmount));
  if (claimed <= 0n) return null;
  const proof = linesOf(period).filter(({ amount }) => amount >= 0n);
  const from = missedSpan(row, proof)?.from ?? unpaidSince;
  const coverage = new Set(Array.from({ length: months }, (_, index) => addMonths(from, index)));
  return { kind: 'missed_months', certainty: 'statement_rate', claimed, proof, coverage };
}

/** Claims the chargebacks of a reinstated member since the last payment, less earlier claims on these chargebacks. */
function notRepaid(row: ClaimRow, { claims, linesUntil }: MemberSoFar): FoundClaim | null {
  const since = row.paidBefore ?? '';
  const known = claims.filter(
    (claim) => isChargeback(claim) && claim.row.period > since && claim.row.period < row.period,
  );
  const claimed = warnedAmountOf(row, 'REINSTATED_NOT_REPAID') - sumOf(known.map(openAmount));
  if (claimed <= 0n) return null;
  const taken = linesUntil(row.period).filter(
    ({ amount, period }) => amount < 0n && period > since && period < row.period,
  );
  const proof = [
    ...taken,
    ...linesUntil(row.period).filter(({ amount, period }) => amount > 0n && period === row.period),
  ];
  return { kind: 'not_repaid', certainty: 'statement_rate', claimed, proof, coverage: coverageOf(taken) };
}

const CHARGEBACK_KINDS: readonly (readonly [SignalCode, ClaimKind])[] = [
  ['CHARGEBACK_DUPLICATE', 'double_chargeback'],
  ['CHARGEBACK_ON_ACTIVE', 'wrong_chargeback'],
  ['CHARGEBACK_UNMATCHED', 'unmatched_chargeback'],
];

/** Claims the chargebacks of one statement. Several findings about them make one claim, with the largest amount. */
function chargeback(row: ClaimRow, member: MemberSoFar): FoundClaim | null {
  const found = CHARGEBACK_KINDS.map(([code, kind]) => ({ kind, claimed: warnedAmountOf(row, code) }));
  found.push({ kind: 'unmatched_chargeback', claimed: newExcess(row, member) });
  const [largest] = found.toSorted((a, b) => (a.claimed === b.claimed ? 0 : a.claimed > b.claimed ? -1 : 1));
  if (largest === undefined || largest.claimed <= 0n) return null;
  const proof = member.linesOf(row.period).filter(({ amount }) => amount < 0n);
  return { ...largest, certainty: 'statement_rate', proof, coverage: coverageOf(proof) };
}

/**
 * Returns the new excess of chargebacks over payments. The finding covers all statements, so earlier claims are
 * deducted, and it is at most this month's chargeback.
 */
function newExcess(row: ClaimRow, { claims }: MemberSoFar): Exact {
  const excess = warnedAmountOf(row, 'CHARGEBACK_EXCEEDS_PAID') - sumOf(claims.filter(isChargeback).map(openAmount));
  return lesserOf(excess, row.chargeback);
}

function isChargeback({ kind }: ClaimDraft): boolean {
  return kind.endsWith('_chargeback');
}

/**
 * Words for a first-year payment. Together with NO_FIRST_YEAR they accept "Initial - New to CMS", but neither "Initial - NOT New to CMS"
 * nor "Renewal".
 */
const FIRST_YEAR = /\b(?:initial|first|new)\b|first_year/i;
const NO_FIRST_YEAR = /\bnot\b|\brenew/i;

/**
 * Claims a missing true-up, less the open underpaid claims of the same month. Estimated ones among them are superseded. The claim is an
 * estimate unless a statement says that the payment is for the first year.
 */
function trueUp(row: ClaimRow, { claims, linesUntil }: MemberSoFar): FoundClaim | null {
  const advance = row.lastPaidPeriod ?? row.period;
  const proof = linesUntil(row.period).filter(({ amount, period }) => amount > 0n && period === advance);
  const texts = proof.flatMap(({ transactionType, description }) => [transactionType ?? [], description ?? []].flat());
  const isFirstYear = texts.some((text) => FIRST_YEAR.test(text)) && !texts.some((text) => NO_FIRST_YEAR.test(text));
  const found = amountOf(row, 'TRUE_UP_MISSING');
  if (found === 0n) return null;
  const known = claims.filter((claim) => claim.kind === 'underpaid' && claim.row.period === advance);
  for (const claim of known) if (claim.certainty === 'estimated') claim.isSuperseded = true;
  const claimed = found - sumOf(known.map(openAmount));
  if (claimed <= 0n) return null;
  return { kind: 'true_up_missing', certainty: isFirstYear ? 'cms' : 'estimated', claimed, proof };
}

function coverageOf(lines: readonly ClaimLine[]): ReadonlySet<Period> {
  return new Set(lines.flatMap(({ coverageMonth }) => (coverageMonth === null ? [] : [coverageMonth])));
}

function sumOf(amounts: readonly Exact[]): Exact {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
