import { z } from 'zod';
import type { Exact } from '../../core/money.ts';
import { type Exported, type OffsetPage, type OffsetPosition, offsetPage } from '../../core/page.ts';
import { addMonths, FIRST_PERIOD, type Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import type { RequestedRange } from '../../core/report/carrier-month.ts';
import {
  type AskedClaim,
  BASES,
  CLAIM_KINDS,
  type Claim,
  type ClaimKind,
  type MemberFindings,
} from '../../core/report/claim.ts';
import { worksheetRange } from '../../core/report/owed-worksheet.ts';
import { memberClaims, type RecoverableTotals, recoverableSums } from '../../core/report/recoverable.ts';
import type { RowsToExport } from '../../core/row-export.ts';
import { CERTAINTIES, type Certainty } from '../../core/scoring/signal.ts';
import type { BookFilter } from './read-models.ts';

/** Claims: money that carriers owe. */

export const claimKind = z.enum(CLAIM_KINDS).describe('Why the money is due.');

export const claimCertainty = z
  .enum(CERTAINTIES)
  .describe(`certain: a contract, the statement's own rate, or the chargebacks themselves prove it. likely: the book's habits or comparable
members say so. to_check: all else, which is worth a question. Only certain claims are in headline sums.`);

const claimBasis = z
  .enum(BASES)
  .describe(`What the amount rests on: a contracted rate, the rate that the statement prints, the payments and chargebacks of the
statements, the CMS maximum, the member's own earlier pay, or an estimate from comparable members.`);

const evidence = z
  .array(
    z
      .object({
        period: z.string(),
        fileId: z.string(),
        fileName: z.string(),
        sheet: z.int().describe('Counted from 1 among the sheets that were read; 1 for CSV; the page of a PDF.'),
        rowNumber: z.int().describe('As a spreadsheet numbers it; the line of its page for a PDF.'),
        amount: z.number(),
        what: z.enum(['paid', 'charged_back', 'recovered']),
      })
      .meta({ id: 'ClaimEvidence' }),
  )
  .readonly()
  .describe('The statement rows that prove the claim, and those that paid a part of it; at most 50 of each.');

export const claim = z
  .object({
    claimId: z.string().describe('Stays the same as long as the month of the member has this claim.'),
    kind: claimKind,
    certainty: claimCertainty,
    basis: claimBasis,
    amount: z.number().describe('Dollars still open.'),
    recoveredAmount: z.number().describe('Dollars that later statements have paid of it.'),
    period: z.string().describe('The statement month that shows it.'),
    carrierId: z.string(),
    carrierName: z.string(),
    workspaceId: z.string(),
    memberRefId: z.string(),
    memberExternalId: z.string(),
    memberName: z.string().nullable(),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    evidence,
    ask: z.string().describe('What to write to the carrier, in one sentence.'),
    disputeId: z
      .string()
      .nullable()
      .describe('The open dispute that asks for it; a claim is in one at most. Null while it was not asked for.'),
  })
  .meta({ id: 'Claim' });

const carrierSums = z.object({
  carrierId: z.string(),
  carrierName: z.string(),
  claims: z.int(),
  recoverable: z.number(),
  estimated: z.number(),
  likely: z.number(),
  toCheck: z.number(),
});

export const recoverableTotals = z
  .object({
    recoverable: z.number().meta({ description: 'The headline: all open claims that are certain.' }),
    estimated: z.number().meta({ description: 'likely and toCheck together.' }),
    likely: z.number().meta({ description: 'Open claims that are likely.' }),
    toCheck: z.number().meta({ description: 'Open claims to check, which are worth a question and no more.' }),
    asked: z.number().meta({ description: 'The part of all claims that open disputes ask for.' }),
    claims: z.int().meta({ description: 'All open claims.' }),
    byKind: z
      .array(z.object({ kind: claimKind, certainty: claimCertainty, claims: z.int(), amount: z.number() }))
      .readonly(),
    byCarrier: z.array(carrierSums).readonly().meta({ description: 'Most recoverable first.' }),
  })
  .meta({ description: 'Summed exactly over all pages, then rounded.' });

export const ofAllCertainties = recoverableTotals
  .pick({ recoverable: true, likely: true, toCheck: true })
  .meta({ description: 'The sums of the claims that match the filter apart from its certainty.' });

export interface RecoverableFilter extends BookFilter {
  /** The first and the last statement month, both included. Absent: the year up to the latest month with data that matches the filter. */
  readonly from?: Period | undefined;
  readonly to?: Period | undefined;
  readonly certainty?: Certainty | undefined;
  readonly kind?: ClaimKind | undefined;
  /** Only claims of these members. */
  readonly memberRefIds?: readonly string[] | undefined;
  /** Only claims that an open dispute asks for, or only the others. */
  readonly asked?: boolean | undefined;
}

export interface RecoverableRange {
  /** Null when there is no data at all. */
  readonly from: Period | null;
  readonly to: Period | null;
}

export interface RecoverablePage extends RecoverableRange {
  /** Totals of all claims that match the filter, on every page. */
  readonly totals: RecoverableTotals;
  /** Sums of the claims that match the filter apart from its certainty. */
  readonly ofAllCertainties: z.output<typeof ofAllCertainties>;
  readonly page: OffsetPage<AskedClaim>;
}

export interface RecoverableExport extends RecoverableRange {
  /** Returns totals of the claims read so far; complete after the last batch. */
  readonly totals: () => RecoverableTotals;
}

/** Facts about the books of a filter, as of one moment. */
export interface ClaimFacts {
  /** Returns the latest month with data; null without data. */
  latest(): Promise<Period | null>;
  /** Returns the id of the open dispute that holds a claim, by claim id. */
  disputesByClaim(): Promise<ReadonlyMap<string, string>>;
  /**
   * Yields members with a finding about money in `since` or later, by carrier and member. The read streams, so no other read may run
   * meanwhile.
   */
  findings(since: Period, memberRefIds?: readonly string[]): AsyncIterable<readonly MemberFindings[]>;
}

/** Both methods run `compose` in one snapshot, and refuse a filter that names an unknown carrier or workspace. */
export interface RecoverableReads {
  read<R>(accountId: string, filter: BookFilter, compose: (facts: ClaimFacts) => Promise<R>): Promise<R | Refused>;
  /** Keeps the snapshot until the export is closed. */
  exportRows<Row, Head>(
    accountId: string,
    filter: BookFilter,
    compose: (facts: ClaimFacts) => Promise<RowsToExport<Row, Head> | Refused>,
  ): Exported<Row, Head>;
}

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
    const { certainty, ...others } = filter;
    const [sums, all] = [recoverableSums(), recoverableSums()];
    const shown: AskedClaim[] = [];
    let position = 0;
    for await (const claims of askedClaims(facts, { ...others, ...range })) {
      for (const claim of claims) {
        all.add(claim);
        if (certainty !== undefined && claim.certainty !== certainty) continue;
        sums.add(claim);
        // One claim more than the page has shows whether more follow.
        if (position >= offset && position <= offset + limit) shown.push(claim);
        position += 1;
      }
    }
    const { recoverable, likely, toCheck } = all.totals();
    const page = { ...offsetPage(shown, { limit, offset }), total: position };
    return { ...range, totals: sums.totals(), ofAllCertainties: { recoverable, likely, toCheck }, page };
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

type ClaimsWanted = Pick<RecoverableFilter, 'certainty' | 'kind' | 'memberRefIds' | 'asked'> & RecoverableRange;

/** Yields open claims with the disputes that ask for them. */
async function* askedClaims(facts: ClaimFacts, wanted: ClaimsWanted): AsyncGenerator<readonly AskedClaim[]> {
  const disputes = await facts.disputesByClaim();
  for await (const claims of openClaims(facts, wanted)) {
    yield claims
      .map((claim) => ({ ...claim, disputeId: disputes.get(claim.claimId) ?? null }))
      .filter(({ disputeId }) => wanted.asked === undefined || wanted.asked === (disputeId !== null));
  }
}

/** Yields claims of the range that statements have not fully paid, judged by all statements up to the latest. */
async function* openClaims(
  facts: Pick<ClaimFacts, 'findings'>,
  { from, to, certainty, kind, memberRefIds }: ClaimsWanted,
): AsyncGenerator<readonly Claim[]> {
  if (from === null || to === null) return;
  for await (const members of facts.findings(addMonths(from, -MONTHS_BEFORE), memberRefIds)) {
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
