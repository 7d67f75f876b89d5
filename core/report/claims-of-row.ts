import type { Exact } from '../money.ts';
import { addMonths, monthIndex, type Period } from '../period.ts';
import { CERTAINTIES, type SignalCode } from '../scoring/signal.ts';
import {
  amountOf,
  type ClaimedMoney,
  type ClaimKind,
  type ClaimLine,
  type ClaimRow,
  claimedMoney,
  disputedCutOf,
  owedCertainty,
  owedClaim,
} from './claim.ts';
import { type ClaimDraft, draftClaim, lesserOf, missedSpan, openAmount } from './claim-draft.ts';

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

type FoundClaim = Pick<ClaimDraft, 'kind' | 'certainty' | 'basis' | 'claimed' | 'proof'> &
  Partial<Pick<ClaimDraft, 'coverage'>>;

/**
 * Claims an underpaid month. Each month of a cut is a claim of its own. What only the earlier pay or a person's dispute says is to be
 * checked, because a carrier may change its pay.
 */
function underpaid(row: ClaimRow, { linesOf }: MemberSoFar): FoundClaim | null {
  const { owed } = row;
  const found = row.signals.find(({ code }) => code === 'UNDERPAID');
  const proof = linesOf(row.period).filter(({ amount }) => amount >= 0n);
  const named = coverageOf(proof);
  const rest = { kind: 'underpaid', proof, coverage: named.size === 0 ? new Set([row.period]) : named } as const;
  const cut = disputedCutOf(row);
  if (cut !== null) return { ...rest, certainty: 'to_check', basis: 'earlier_pay', claimed: cut.amount };
  if (found === undefined || owed === null || owed <= 0n) {
    const lost = claimedMoney(row, 'UNDERPAID') ?? claimedCut(row);
    return lost === null ? null : { ...rest, certainty: 'to_check', basis: 'earlier_pay', claimed: lost.amount };
  }
  const basis = owedCertainty(found, row.owedEstimated);
  // A finding of many members may be how the carrier pays, unless a contract says otherwise or a person disputes it.
  const isShared = found.event !== undefined && !row.disputedEvents.includes(found.event);
  const certainty = isShared && basis !== 'contracted' ? 'to_check' : owedClaim(found, basis);
  return { ...rest, certainty, basis, claimed: owed };
}

/** Returns the money of a cut in its first month; null for less pay that the finding does not ask about. */
function claimedCut(row: ClaimRow): ClaimedMoney | null {
  const isAsked = row.signals.some(({ code, claim }) => code === 'COMMISSION_REDUCED' && claim !== undefined);
  return isAsked ? claimedMoney(row, 'COMMISSION_REDUCED') : null;
}

/**
 * Claims missed months. A month that was already claimed as underpaid by a rate is deducted. Any other claim of such a
 * month is superseded.
 */
function missedMonths(row: ClaimRow, { claims, linesOf }: MemberSoFar): FoundClaim | null {
  const { paidBefore, period } = row;
  // Without a first unpaid month, a whole statement was skipped after the last pay.
  const unpaidSince = row.unpaidSince ?? (paidBefore === null ? null : addMonths(paidBefore, 1));
  const found = claimedMoney(row, 'MISSED_MONTHS');
  if (found === null || unpaidSince === null) return null;
  let claimed = found.amount;
  const known = claims.filter(
    (claim) => claim.kind === 'underpaid' && claim.row.period >= unpaidSince && claim.row.period < period,
  );
  for (const claim of known) if (!isByRate(claim)) claim.isSuperseded = true;
  const byRate = known.filter(isByRate);
  const months = monthIndex(period) - monthIndex(unpaidSince);
  // Without a catch-up payment, all missed months have the same amount. A month that a catch-up payment paid in part is not deducted.
  claimed -=
    amountOf(row, 'CATCH_UP_PAYMENT') === 0n
      ? (claimed * BigInt(byRate.length)) / BigInt(months)
      : sumOf(byRate.filter(({ recovered }) => recovered === 0n).map(openAmount));
  if (claimed <= 0n) return null;
  const proof = linesOf(period).filter(({ amount }) => amount >= 0n);
  const from = missedSpan(row, proof)?.from ?? unpaidSince;
  const coverage = new Set(Array.from({ length: months }, (_, index) => addMonths(from, index)));
  return { kind: 'missed_months', certainty: found.certainty, basis: 'statements', claimed, proof, coverage };
}

/**
 * Claims the chargebacks of a reinstated member since the last payment, less earlier claims on these chargebacks. Earlier claims that are
 * less sure are superseded.
 */
function notRepaid(row: ClaimRow, { claims, linesUntil }: MemberSoFar): FoundClaim | null {
  const since = row.paidBefore ?? '';
  const known = claims.filter(
    (claim) => isChargeback(claim) && claim.row.period > since && claim.row.period < row.period,
  );
  const found = claimedMoney(row, 'REINSTATED_NOT_REPAID');
  if (found === null) return null;
  for (const claim of known) if (isSurer(found, claim)) claim.isSuperseded = true;
  const claimed = found.amount - sumOf(known.map(openAmount));
  if (claimed <= 0n) return null;
  const taken = linesUntil(row.period).filter(
    ({ amount, period }) => amount < 0n && period > since && period < row.period,
  );
  const proof = [
    ...taken,
    ...linesUntil(row.period).filter(({ amount, period }) => amount > 0n && period === row.period),
  ];
  const { certainty } = found;
  return { kind: 'not_repaid', certainty, basis: 'statements', claimed, proof, coverage: coverageOf(taken) };
}

const CHARGEBACK_KINDS: readonly (readonly [SignalCode, ClaimKind])[] = [
  ['CHARGEBACK_DUPLICATE', 'double_chargeback'],
  ['CHARGEBACK_ON_ACTIVE', 'wrong_chargeback'],
  ['CHARGEBACK_UNMATCHED', 'unmatched_chargeback'],
  ['CHARGEBACK_EXCEEDS_PAID', 'unmatched_chargeback'],
];

/** Claims the chargebacks of one statement. Several findings about them make one claim: the surest, then the largest amount. */
function chargeback(row: ClaimRow, member: MemberSoFar): FoundClaim | null {
  const found = CHARGEBACK_KINDS.flatMap(([code, kind]) => {
    const money = claimedMoney(row, code);
    if (money === null) return [];
    const claimed = code === 'CHARGEBACK_EXCEEDS_PAID' ? newExcess(money.amount, row, member) : money.amount;
    return claimed <= 0n ? [] : { kind, claimed, certainty: money.certainty };
  });
  const [surest] = found.toSorted((a, b) => {
    if (a.certainty !== b.certainty) return isSurer(a, b) ? -1 : 1;
    return a.claimed === b.claimed ? 0 : a.claimed > b.claimed ? -1 : 1;
  });
  if (surest === undefined) return null;
  const proof = member.linesOf(row.period).filter(({ amount }) => amount < 0n);
  return { ...surest, basis: 'statements', proof, coverage: coverageOf(proof) };
}

/**
 * Returns the new excess of chargebacks over payments. The finding covers all statements, so earlier claims are
 * deducted, and it is at most this month's chargeback.
 */
function newExcess(excess: Exact, row: ClaimRow, { claims }: MemberSoFar): Exact {
  return lesserOf(excess - sumOf(claims.filter(isChargeback).map(openAmount)), row.chargeback);
}

function isSurer(one: Pick<ClaimDraft, 'certainty'>, other: Pick<ClaimDraft, 'certainty'>): boolean {
  return CERTAINTIES.indexOf(one.certainty) < CERTAINTIES.indexOf(other.certainty);
}

/** Returns whether an underpaid claim rests on a rate: a contracted one, or one that the statement prints. */
function isByRate({ basis }: ClaimDraft): boolean {
  return basis === 'contracted' || basis === 'statement_rate';
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
 * Claims a missing true-up, less the open underpaid claims of the same month, of which those without a rate are superseded. Only CMS knows
 * whether the year is the first one, so the claim is never certain. A statement that says "renewal" or "not new" makes none, unless
 * comparable members got one.
 */
function trueUp(row: ClaimRow, { claims, linesUntil }: MemberSoFar): FoundClaim | null {
  const found = amountOf(row, 'TRUE_UP_MISSING');
  if (found === 0n) return null;
  const advance = row.lastPaidPeriod ?? row.period;
  const proof = linesUntil(row.period).filter(({ amount, period }) => amount > 0n && period === advance);
  const texts = proof.flatMap(({ transactionType, description }) => [transactionType ?? [], description ?? []].flat());
  const isUsual = row.signals.some(({ code, claim }) => code === 'TRUE_UP_MISSING' && claim === 'likely');
  if (!isUsual && texts.some((text) => NO_FIRST_YEAR.test(text))) return null;
  const known = claims.filter((claim) => claim.kind === 'underpaid' && claim.row.period === advance);
  for (const claim of known) if (!isByRate(claim)) claim.isSuperseded = true;
  const claimed = found - sumOf(known.map(openAmount));
  if (claimed <= 0n) return null;
  const certainty = isUsual || texts.some((text) => FIRST_YEAR.test(text)) ? 'likely' : 'to_check';
  return { kind: 'true_up_missing', certainty, basis: isUsual ? 'statements' : 'cms', claimed, proof };
}

function coverageOf(lines: readonly ClaimLine[]): ReadonlySet<Period> {
  return new Set(lines.flatMap(({ coverageMonth }) => (coverageMonth === null ? [] : [coverageMonth])));
}

function sumOf(amounts: readonly Exact[]): Exact {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
