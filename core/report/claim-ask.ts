import type { Exact } from '../money.ts';
import { periodYear } from '../period.ts';
import { exactDollars, monthName, monthRange } from '../scoring/wording.ts';
import type { Certainty, ClaimKind, ClaimLine, ClaimRow } from './claim.ts';
import { coveragesText } from './claim-coverages.ts';
import { disputedCutOf } from './claim-signal.ts';
import { missedSpan } from './missed-span.ts';

/** Writes the sentence that asks a carrier for a claim's money. `amount` is the open part of the claim. */
export function askFor(
  {
    kind,
    certainty,
    proof,
  }: { readonly kind: ClaimKind; readonly certainty: Certainty; readonly proof: readonly ClaimLine[] },
  row: ClaimRow,
  amount: Exact,
): string {
  const money = exactDollars(amount);
  switch (kind) {
    case 'underpaid':
      return underpaidAsk(row, { certainty, money, coverages: coveragesText(proof) });
    case 'missed_months':
      return `Please pay ${money} for ${missedMonthsText(row, proof)}: the member was paid before and after, and what is missing is counted by the last month paid.`;
    case 'wrong_chargeback':
      return `Please return ${money} charged back in ${chargedBackText(row, proof)}: the member is active and is still being paid.`;
    case 'double_chargeback':
      return `Please return ${money} charged back in ${chargedBackText(row, proof)}: the same commission had been charged back before.`;
    case 'unmatched_chargeback':
      return `Please return ${money} charged back in ${chargedBackText(row, proof)}, or name the payment that it takes back: our statements show none.`;
    case 'not_repaid':
      return `Please repay ${money}: it was charged back, and the member has been paid again since ${monthName(row.period)}.`;
    case 'true_up_missing':
      return trueUpAsk(row, certainty, money);
  }
}

/** Formats "Mar 2026 (MED $30.00 and DEN $20.00)". */
function chargedBackText({ period }: ClaimRow, proof: readonly ClaimLine[]): string {
  const coverages = coveragesText(proof);
  return coverages === null ? monthName(period) : `${monthName(period)} (${coverages})`;
}

/** Names of rates in a sentence to the carrier. */
const RATE_NAMES: Readonly<Record<Certainty, string>> = {
  contracted: 'the contracted rate',
  statement_rate: 'the rate that your statement shows',
  cms: 'the CMS maximum',
  estimated: 'the rate of earlier statements',
};

interface Shortfall {
  readonly certainty: Certainty;
  readonly money: string;
  /** Amount paid for each coverage; null for a single coverage. */
  readonly coverages: string | null;
}

/** Asks for the missing part of a payment: by a disputed cut, by coverages, or by the whole month. */
function underpaidAsk(row: ClaimRow, { certainty, money, coverages }: Shortfall): string {
  const { period, expected, owed } = row;
  const cut = disputedCutOf(row);
  if (cut !== null) {
    const change = cut.detail.replace(/^The carrier pays/, 'You pay').replace(/\.$/, '');
    return `Please pay the ${money} missing for ${monthName(period)} by what was paid before. ${change}; we have not agreed to it.`;
  }
  // An overpaid coverage does not offset another, so the sentence names no difference of sums.
  if (coverages !== null) {
    return `Please pay the ${money} missing for ${monthName(period)} by ${RATE_NAMES[certainty]}: ${coverages} were paid, and each coverage is due by itself.`;
  }
  const paid =
    expected === null || owed === null
      ? ''
      : `: ${exactDollars(expected - owed)} was paid, and ${exactDollars(expected)} is due by ${RATE_NAMES[certainty]}`;
  return `Please pay the ${money} missing for ${monthName(period)}${paid}.`;
}

function missedMonthsText(row: ClaimRow, paid: readonly ClaimLine[]): string {
  const missed = missedSpan(row, paid);
  if (missed === null) return `the months before ${monthName(row.period)}`;
  return missed.from === missed.to ? monthName(missed.to) : `the unpaid months of ${monthRange(missed)}`;
}

function trueUpAsk({ period }: ClaimRow, certainty: Certainty, money: string): string {
  const year = periodYear(period);
  return certainty === 'cms'
    ? `Please pay the true-up of ${money}: for the first year ${year} only the renewal amount was paid.`
    : `Please tell whether ${year} is the member's first year of enrollment; if it is, a true-up of ${money} is due.`;
}
