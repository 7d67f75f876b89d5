import { CLAIM_EVIDENCE_ROWS_MAX } from '../limits/saved-report-limits.ts';
import { type Exact, exactFromMoney, wholeCents } from '../money.ts';
import { addMonths, type MonthSpan, monthIndex, type Period, periodYear } from '../period.ts';
import { isSameCoverage } from '../scoring/member-month.ts';
import type { Certainty } from '../scoring/signal.ts';
import { exactDollars, monthName, monthRange } from '../wording.ts';
import {
  amountOf,
  type Basis,
  type Claim,
  type ClaimEvidence,
  type ClaimKind,
  type ClaimLine,
  type ClaimRow,
  claimIdOf,
  disputedCutOf,
} from './claim.ts';

/** A claim that later months of the member may still repay or supersede. */
export interface ClaimDraft {
  readonly kind: ClaimKind;
  readonly certainty: Certainty;
  readonly basis: Basis;
  readonly row: ClaimRow;
  /** Amount of the claim when it arose. */
  readonly claimed: Exact;
  /** Coverage months of the claim. A payment for one of them pays the claim. */
  readonly coverage: ReadonlySet<Period>;
  /** The member's policies when the claim arose. A payment on any other policy does not pay the claim. */
  readonly policies: ReadonlySet<string>;
  readonly proof: readonly ClaimLine[];
  /** Lines of later statements that paid the claim. */
  readonly repaidBy: { readonly line: ClaimLine; readonly amount: Exact }[];
  /** Amount that later statements have paid. */
  recovered: Exact;
  /** True when another claim holds the same money. */
  isSuperseded: boolean;
}

/** Smallest open amount: one cent. A smaller difference is rounding. */
export const CENT: Exact = exactFromMoney(100);

/** Returns the whole cents that a claim asks for, because a carrier pays no less; zero for less than a cent. */
export const claimCents = (open: Exact): Exact => (open < CENT ? 0n : wholeCents(open));

/** Returns the smaller amount; Math.min does not take a bigint. */
export function lesserOf(a: Exact, b: Exact): Exact {
  if (a < b) return a;
  return b;
}

/** Returns the amount that no later statement has paid; zero for a superseded claim and for less than a cent. */
export function openAmount({ claimed, recovered, isSuperseded }: ClaimDraft): Exact {
  const open = claimed - recovered;
  return isSuperseded || open < CENT ? 0n : open;
}

/** Starts a claim that nothing has repaid yet. */
export function draftClaim(
  parts: Pick<ClaimDraft, 'kind' | 'certainty' | 'basis' | 'row' | 'claimed' | 'proof' | 'policies'> & {
    readonly coverage?: ReadonlySet<Period>;
  },
): ClaimDraft {
  return {
    ...parts,
    coverage: parts.coverage ?? new Set(),
    repaidBy: [],
    recovered: 0n,
    isSuperseded: false,
  };
}

/**
 * Turns a draft into a claim with its open amount, its evidence and its sentence. The amount is in whole cents, so that the rows of a
 * letter add up to its sum.
 */
export function claimFrom(draft: ClaimDraft): Claim {
  const { kind, certainty, basis, row, recovered } = draft;
  const amount = claimCents(openAmount(draft));
  const { carrierId, carrierName, workspaceId, period, memberRefId, memberExternalId, memberName } = row;
  return {
    claimId: claimIdOf(row, kind),
    kind,
    certainty,
    basis,
    amount,
    recovered,
    ...{ period, carrierId, carrierName, workspaceId, memberRefId, memberExternalId, memberName },
    policyNumber: row.policyNumber,
    planName: row.planName,
    evidence: [
      ...draft.proof
        .slice(0, CLAIM_EVIDENCE_ROWS_MAX)
        .map((line) => evidenceOf(line, line.amount < 0n ? 'charged_back' : 'paid')),
      ...draft.repaidBy.slice(0, CLAIM_EVIDENCE_ROWS_MAX).map(({ line }) => evidenceOf(line, 'recovered')),
    ],
    ask: askFor(draft, row, amount === 0n ? draft.claimed : amount),
  };
}

function evidenceOf(line: ClaimLine, what: ClaimEvidence['what']): ClaimEvidence {
  const { period, fileId, fileName, sheet, rowNumber, amount } = line;
  return { period, fileId, fileName, sheet, rowNumber, amount, what };
}

/**
 * Writes the sentence for a carrier about a claim's money, which says no more than is known: a demand where the claim is certain, a request
 * to check it where it is likely, and else a question. `amount` is the open part of the claim.
 */
function askFor(claim: Asked & { readonly kind: ClaimKind }, row: ClaimRow, amount: Exact): string {
  const { kind, certainty, proof } = claim;
  const money = exactDollars(amount);
  const back = `${money} charged back in ${chargedBackText(row, proof)}`;
  switch (kind) {
    case 'underpaid':
      return underpaidAsk(claim, row, money);
    case 'missed_months':
      return `Nothing was paid for ${missedMonthsText(row, proof)}, although the member was paid before and after. Please check, and pay the ${money} that the last paid month gives, or tell us why nothing was due.`;
    case 'wrong_chargeback':
      if (row.lastPaidPeriod !== row.period)
        return `Please check the chargeback in ${chargedBackText(row, proof)}, and return ${money} of it: so much was earned before the coverage ended.`;
      return certainty === 'to_check'
        ? `Please tell which months the ${back} takes back: the member is still being paid, and no statement that we hold covers them.`
        : `Please check the ${back}, and return it if nothing ended: the member is still being paid.`;
    case 'double_chargeback':
      return certainty === 'to_check'
        ? `Please tell which months the ${back} takes back: an equal chargeback came before, and neither names its months.`
        : `Please return ${back}: the same commission had been charged back before.`;
    case 'unmatched_chargeback':
      return certainty === 'to_check'
        ? `Please name the payment that the ${back} takes back: no statement that we hold covers its months, so that we cannot tell whether it is right.`
        : `Please return ${back}, or name the payment that it takes back: our statements show none.`;
    case 'not_repaid':
      return notRepaidAsk(claim, row, money);
    case 'true_up_missing':
      return trueUpAsk(claim, row, money);
  }
}

interface Asked {
  readonly certainty: Certainty;
  readonly basis: Basis;
  readonly proof: readonly ClaimLine[];
}

/** Formats "Mar 2026 (MED $30.00 and DEN $20.00)". */
function chargedBackText({ period }: ClaimRow, proof: readonly ClaimLine[]): string {
  const coverages = coveragesText(proof);
  return coverages === null ? monthName(period) : `${monthName(period)} (${coverages})`;
}

/** Names of rates in a sentence to the carrier. */
const RATE_NAMES: Readonly<Record<Basis, string>> = {
  contracted: 'the contracted rate',
  statement_rate: 'the rate that your statement shows',
  statements: 'your statements',
  cms: 'the CMS maximum',
  earlier_pay: 'what was paid before',
  estimated: 'what you pay for comparable members',
};

/** Asks about the missing part of a payment: by a disputed cut, by the pay before, by coverages, or by the whole month. */
function underpaidAsk({ certainty, basis, proof }: Asked, row: ClaimRow, money: string): string {
  const { expected, owed } = row;
  const month = paidMonth(row, proof);
  const cut = disputedCutOf(row);
  if (cut !== null) {
    const change = cut.detail.replace(/^The carrier pays/, 'You pay').replace(/\.$/, '');
    return `Please pay the ${money} missing for ${month} by what was paid before. ${change}; we have not agreed to it.`;
  }
  if (basis === 'earlier_pay') {
    const found = row.signals.find(({ code }) => code === 'UNDERPAID' || code === 'COMMISSION_REDUCED');
    return `Please tell why ${money} less is paid for ${month} than before. ${found?.detail ?? ''}`.trimEnd();
  }
  // An overpaid coverage does not offset another, so the sentence names no difference of sums.
  const coverages = coveragesText(proof);
  const paid =
    coverages !== null
      ? `${coverages} were paid, and each coverage is due by itself`
      : expected === null || owed === null
        ? null
        : `${exactDollars(expected - owed)} was paid, and ${exactDollars(expected)} is due`;
  if (certainty === 'certain') {
    if (coverages !== null) return `Please pay the ${money} missing for ${month} by ${RATE_NAMES[basis]}: ${paid}.`;
    return `Please pay the ${money} missing for ${month}${paid === null ? '' : `: ${paid} by ${RATE_NAMES[basis]}`}.`;
  }
  const short = `By ${RATE_NAMES[basis]}, ${money} is missing for ${month}${paid === null ? '' : `: ${paid.replace('is due', 'would be due')}`}.`;
  return certainty === 'likely'
    ? `${short} Please check, and pay what is missing.`
    : `${short} Please tell whether it will follow, or why it is not due.`;
}

/** Formats the month that the lines pay for, with the statement where the two differ: "Jan 2026 on the Feb 2026 statement". */
function paidMonth({ period }: ClaimRow, proof: readonly ClaimLine[]): string {
  const [month, ...others] = new Set(proof.map(({ coverageMonth }) => coverageMonth ?? period));
  if (month === undefined || month === period || others.length > 0) return monthName(period);
  return `${monthName(month)} on the ${monthName(period)} statement`;
}

function missedMonthsText(row: ClaimRow, paid: readonly ClaimLine[]): string {
  const missed = missedSpan(row, paid);
  if (missed === null) return `the months before ${monthName(row.period)}`;
  return missed.from === missed.to ? monthName(missed.to) : `the unpaid months of ${monthRange(missed)}`;
}

function notRepaidAsk({ certainty }: Asked, { period }: ClaimRow, money: string): string {
  const since = `the member has been paid again since ${monthName(period)}`;
  switch (certainty) {
    case 'certain':
      return `Please repay ${money}: it was charged back, and ${since}.`;
    case 'likely':
      return `Please check the ${money} that was charged back and is not earned again by our count, and repay it: ${since}.`;
    case 'to_check':
      return `Please tell whether the ${money} that was charged back will be repaid: ${since}, and no statement that we hold covers all of its months.`;
  }
}

function trueUpAsk({ certainty, basis }: Asked, { period }: ClaimRow, money: string): string {
  const year = periodYear(period);
  if (basis === 'statements')
    return `Please check the true-up of ${money}: most members who began on the same day at the same pay got it.`;
  return certainty === 'to_check'
    ? `Please tell whether ${year} is the member's first year of enrollment; if it is, a true-up of ${money} is due.`
    : `Please check the true-up of ${money}: your statement calls ${year} the first year, and only the renewal amount was paid.`;
}

/** A coverage of a claim's rows, such as medical or dental, with its total. */
interface Coverage extends Pick<ClaimLine, 'planCode' | 'planName' | 'productType'> {
  amount: Exact;
}

/** Largest number of coverages that a letter names. Further coverages are only counted. */
const NAMED_MAX = 6;

/**
 * Formats "MED $96.00 and DEN $10.00", without signs, for policies with several coverages. Null when each policy has
 * one.
 */
function coveragesText(lines: readonly ClaimLine[]): string | null {
  const policies = Map.groupBy(lines, ({ policyRefId }) => policyRefId);
  const coverages = [...policies.values()]
    .map(coveragesOf)
    .filter((own) => own.length > 1)
    .flat();
  if (coverages.length === 0) return null;
  const isTypeUnique = new Set(coverages.map(({ productType }) => productType)).size === coverages.length;
  const named = coverages
    .slice(0, NAMED_MAX)
    .map((coverage) => `${nameOf(coverage, isTypeUnique)} ${amountText(coverage.amount)}`);
  const others = coverages.length - NAMED_MAX;
  return joined(others > 0 ? [...named, others === 1 ? '1 other coverage' : `${others} other coverages`] : named);
}

function coveragesOf(lines: readonly ClaimLine[]): readonly Coverage[] {
  const coverages: Coverage[] = [];
  for (const line of lines) {
    const known = coverages.find((coverage) => isSameCoverage(coverage, line));
    if (known === undefined) coverages.push({ ...partsOf(line), amount: line.amount });
    else known.amount += line.amount;
  }
  return coverages;
}

const partsOf = ({ planCode, planName, productType }: ClaimLine) => ({ planCode, planName, productType });

/** Returns the product type when each coverage has its own, or else the plan. */
function nameOf({ planCode, planName, productType }: Coverage, isTypeUnique: boolean): string {
  const plan = planName ?? planCode;
  const name = isTypeUnique ? (productType ?? plan) : (plan ?? productType);
  return name ?? 'another coverage';
}

const amountText = (amount: Exact) => exactDollars(amount < 0n ? -amount : amount);

function joined(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/**
 * Returns the unpaid months before a row, as coverage months; null when there are none. `paid` has the row's payments. The carrier pays in
 * arrears when these payments are for an earlier month and are no catch-up payment (docs/reference/signals.md#pay-in-arrears).
 */
export function missedSpan(row: ClaimRow, paid: readonly ClaimLine[]): MonthSpan | null {
  const { period, unpaidSince } = row;
  if (unpaidSince === null || unpaidSince >= period) return null;
  const lag = lagOf(row, paid);
  return { from: addMonths(unpaidSince, -lag), to: addMonths(period, -lag - 1) };
}

/** Returns the months from the latest paid coverage month to the row; 0 for a carrier that does not pay in arrears. */
function lagOf(row: ClaimRow, paid: readonly ClaimLine[]): number {
  if (amountOf(row, 'CATCH_UP_PAYMENT') !== 0n) return 0;
  const latest = paid.reduce<Period | null>(
    (last, { coverageMonth }) =>
      coverageMonth !== null && (last === null || coverageMonth > last) ? coverageMonth : last,
    null,
  );
  return latest === null || latest >= row.period ? 0 : monthIndex(row.period) - monthIndex(latest);
}
