import type { Exact } from '../../core/money.ts';
import type { Exported } from '../../core/page.ts';
import { type OffsetPosition, offsetPage } from '../../core/page.ts';
import { addMonths, FIRST_PERIOD, type Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import type { AskedClaim, Claim, MemberFindings } from '../../core/report/claim.ts';
import type { RequestedRange } from '../../core/report/cumulative.ts';
import { worksheetRange } from '../../core/report/owed-worksheet.ts';
import { memberClaims, recoverableSums } from '../../core/report/recoverable.ts';
import type {
  ClaimFacts,
  RecoverableExport,
  RecoverableFilter,
  RecoverablePage,
  RecoverableRange,
  RecoverableReads,
} from './recoverable-reads.ts';

/** Reports the money to ask carriers for. Claims are made from findings; memory holds one batch of members. */

export interface RecoverableReports {
  readonly recoverable: RecoverableReads;
}

/** Returns a page of the open claims by carrier, member and month, with the totals of all. Refuses an unknown book and an invalid range. */
export function reportRecoverable(
  reads: RecoverableReads,
  accountId: string,
  { limit, offset, ...filter }: RecoverableFilter & OffsetPosition,
): Promise<RecoverablePage | Refused> {
  return reads.read(accountId, filter, async (facts) => {
    const range = await rangeOf(facts, filter);
    if (isRefused(range)) return range;
    const sums = recoverableSums();
    const shown: AskedClaim[] = [];
    let position = 0;
    for await (const claims of askedClaims(facts, { ...filter, ...range })) {
      for (const claim of claims) {
        sums.add(claim);
        // One claim more than the page has shows whether more follow.
        if (position >= offset && position <= offset + limit) shown.push(claim);
        position += 1;
      }
    }
    return { ...range, totals: sums.totals(), page: { ...offsetPage(shown, { limit, offset }), total: position } };
  });
}

/** Exports all open claims after the first `offset`. Refuses an unknown book and an invalid range. */
export function exportRecoverable(
  reads: RecoverableReads,
  accountId: string,
  { offset, ...filter }: RecoverableFilter & Pick<OffsetPosition, 'offset'>,
): Exported<AskedClaim, RecoverableExport> {
  return reads.exportRows<AskedClaim, RecoverableExport>(accountId, filter, async (facts) => {
    const range = await rangeOf(facts, filter);
    if (isRefused(range)) return range;
    const sums = recoverableSums();
    const batches = async function* () {
      let position = 0;
      for await (const claims of askedClaims(facts, { ...filter, ...range })) {
        for (const claim of claims) sums.add(claim);
        yield claims.slice(Math.max(0, offset - position));
        position += claims.length;
      }
    };
    return { head: { ...range, totals: sums.totals }, batches: batches() };
  });
}

/** Adds up open claims that are certain, in ten-billionths of a dollar by carrier. */
export async function recoverableByCarrier(
  facts: Pick<ClaimFacts, 'findings'>,
  { from = FIRST_PERIOD, to = LAST_PERIOD }: RequestedRange,
): Promise<ReadonlyMap<string, Exact>> {
  const sums = new Map<string, Exact>();
  for await (const claims of openClaims(facts, { from, to })) {
    for (const { carrierId, certainty, amount } of claims) {
      if (certainty === 'certain') sums.set(carrierId, (sums.get(carrierId) ?? 0n) + amount);
    }
  }
  return sums;
}

/** The upper bound of an unbounded range, later than every statement. */
const LAST_PERIOD: Period = '9999-12';

async function rangeOf(facts: ClaimFacts, filter: RecoverableFilter): Promise<RecoverableRange | Refused> {
  return worksheetRange(filter, await facts.latest()) ?? { from: null, to: null };
}

/** Findings of this many earlier months are read too, because a claim of theirs may contain the same money. */
const MONTHS_BEFORE = 12;

type ClaimsWanted = Pick<RecoverableFilter, 'certainty' | 'kind'> & RecoverableRange;

/** Yields open claims with the disputes that ask for them. */
async function* askedClaims(facts: ClaimFacts, wanted: ClaimsWanted): AsyncGenerator<readonly AskedClaim[]> {
  const disputes = await facts.disputesByClaim();
  for await (const claims of openClaims(facts, wanted)) {
    yield claims.map((claim) => ({ ...claim, disputeId: disputes.get(claim.claimId) ?? null }));
  }
}

/** Yields claims of the range that statements have not fully paid, judged by all statements up to the latest. */
async function* openClaims(
  facts: Pick<ClaimFacts, 'findings'>,
  { from, to, certainty, kind }: ClaimsWanted,
): AsyncGenerator<readonly Claim[]> {
  if (from === null || to === null) return;
  for await (const members of facts.findings(addMonths(from, -MONTHS_BEFORE))) {
    yield members
      .flatMap(claimsOf)
      .filter(
        (claim) =>
          claim.amount > 0n &&
          claim.period >= from &&
          claim.period <= to &&
          (certainty === undefined || claim.certainty === certainty) &&
          (kind === undefined || claim.kind === kind),
      );
  }
}

/** Makes all claims of a member, paid ones included. */
export const claimsOf = ({ rows, lines }: MemberFindings): readonly Claim[] => memberClaims(rows, lines);
