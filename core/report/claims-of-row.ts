import type { Exact } from '../money.ts';
import { addMonths, monthIndex, type Period } from '../period.ts';
import type { SignalCode } from '../scoring/signal.ts';
import type { ClaimKind, ClaimLine, ClaimRow } from './claim.ts';
import { type ClaimDraft, draftClaim, lesserOf, openAmount } from './claim-draft.ts';
import { amountOf, disputedCutOf, owedCertainty, warnedAmountOf } from './claim-signal.ts';

/** What a row of a member adds to the member's earlier claims, each dollar once. */

export interface MemberSoFar {
  readonly claims: readonly ClaimDraft[];
  readonly linesOf: (period: Period) => readonly ClaimLine[];
  /** All lines up to the row's month, oldest first. */
  readonly linesUntil: (period: Period) => readonly ClaimLine[];
}

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

/** Each month of a cut is a claim of its own. */
function underpaid(row: ClaimRow, { linesOf }: MemberSoFar): FoundClaim | null {
  const { owed } = row;
  const found = row.signals.find(({ code }) => code === 'UNDERPAID');
  const proof = linesOf(row.period).filter(({ amount }) => amount >= 0n);
  const told = coverageOf(proof);
  const rest = { kind: 'underpaid', proof, coverage: told.size === 0 ? new Set([row.period]) : told } as const;
  const cut = disputedCutOf(row);
  if (cut !== null) return { ...rest, certainty: 'estimated', claimed: cut.amount };
  if (owed === null || owed <= 0n || found === undefined) return null;
  return { ...rest, certainty: owedCertainty(found, row.owedEstimated), claimed: owed };
}

/** A month on a statement that paid nothing may be claimed already, as underpaid; an estimate of it gives way. */
function missedMonths(row: ClaimRow, { claims, linesOf }: MemberSoFar): FoundClaim | null {
  const { unpaidSince, period } = row;
  let claimed = warnedAmountOf(row, 'MISSED_MONTHS');
  if (claimed === 0n || unpaidSince === null) return null;
  const known = claims.filter(
    (claim) => claim.kind === 'underpaid' && claim.row.period >= unpaidSince && claim.row.period < period,
  );
  for (const claim of known) if (claim.certainty === 'estimated') claim.isSuperseded = true;
  const certain = known.filter(({ certainty }) => certainty !== 'estimated');
  const months = monthIndex(period) - monthIndex(unpaidSince);
  // Without a catch-up the amount is the same for each month.
  claimed -=
    amountOf(row, 'CATCH_UP_PAYMENT') === 0n
      ? (claimed * BigInt(certain.length)) / BigInt(months)
      : sumOf(certain.map(openAmount));
  if (claimed <= 0n) return null;
  const coverage = new Set(Array.from({ length: months }, (_, index) => addMonths(unpaidSince, index)));
  const proof = linesOf(period).filter(({ amount }) => amount >= 0n);
  return { kind: 'missed_months', certainty: 'statement_rate', claimed, proof, coverage };
}

/** Of a reinstated member: what was taken back since the last payment, without what is claimed of it already. */
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

/** Several findings about the chargebacks of one statement are one claim: the largest. */
function chargeback(row: ClaimRow, member: MemberSoFar): FoundClaim | null {
  const found = CHARGEBACK_KINDS.map(([code, kind]) => ({ kind, claimed: warnedAmountOf(row, code) }));
  found.push({ kind: 'unmatched_chargeback', claimed: newExcess(row, member) });
  const [largest] = found.toSorted((a, b) => (a.claimed === b.claimed ? 0 : a.claimed > b.claimed ? -1 : 1));
  if (largest === undefined || largest.claimed <= 0n) return null;
  const proof = member.linesOf(row.period).filter(({ amount }) => amount < 0n);
  return { ...largest, certainty: 'statement_rate', proof, coverage: coverageOf(proof) };
}

/** The excess is told of all statements together: what earlier months claim of it is not claimed again, and no more than was taken now. */
function newExcess(row: ClaimRow, { claims }: MemberSoFar): Exact {
  const excess = warnedAmountOf(row, 'CHARGEBACK_EXCEEDS_PAID') - sumOf(claims.filter(isChargeback).map(openAmount));
  return lesserOf(excess, row.chargeback);
}

function isChargeback({ kind }: ClaimDraft): boolean {
  return kind.endsWith('_chargeback');
}

/** How statements name a payment for the first year: "Initial - New to CMS", but neither "Initial - NOT New to CMS" nor "Renewal". */
const FIRST_YEAR = /\b(?:initial|first|new)\b|first_year/i;
const NO_FIRST_YEAR = /\bnot\b|\brenew/i;

/**
 * Only a statement that says so makes it the first year; else it is a question, and an estimate. The same money may be claimed
 * already, as underpaid.
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
