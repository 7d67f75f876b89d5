import { z } from 'zod';
import type { BookKey } from '../../core/book-key.ts';
import {
  type ComparedRow,
  type ComparisonContext,
  comparedStatus,
  compareMember,
  comparisonContext,
  type Granularity,
  type MemberFacts,
  type MemberSides,
  type Span,
  spanOf,
} from '../../core/comparison/compare-member.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuseField } from '../../core/refuse.ts';
import type { RowExport, RowsToExport } from '../../core/row-export.ts';
import type { MemberStatus } from '../../core/scoring/scored-row.ts';
import type { Tolerance } from '../../core/scoring/tolerance.ts';
import {
  agentAndDates,
  delta,
  memberContext,
  memberFlags,
  memberNames,
  memberStatuses,
  provisional,
} from './member-records.ts';
import type { BookFilter } from './read-models.ts';

/** Compares two months, quarters or years of the books, member by member (docs/reference/members-and-comparisons.md#comparisons). */

export const comparisonRow = z
  .object({
    memberRefId: z.string(),
    policyRefId: z.string().nullable(),
    carrierId: z.string(),
    workspaceId: z.string(),
    status: memberStatuses,
    flags: z.array(memberFlags).readonly(),
    commissionAmount: z
      .number()
      .describe('Of the later side, net of chargebacks; 0 for a member of whom it has no line.'),
    prevCommissionAmount: z.number().describe('Of the earlier side; 0 for a new member.'),
    comparedAgainstPeriod: z
      .string()
      .describe('As asked for; for a member who came back, the last month they were present in before.'),
    memberName: z.string().nullable(),
    memberExternalId: z.string(),
    policyNumber: z.string().optional().describe('When known.'),
    provisional,
    carrierName: z.string(),
    ...agentAndDates,
  })
  .meta({ id: 'ComparisonRow' });

export const COMPARISON_ROW_COLUMNS = [
  ...['memberRefId', 'policyRefId', 'carrierId', 'workspaceId', 'status', 'flags', 'commissionAmount'],
  ...['prevCommissionAmount', 'comparedAgainstPeriod', 'memberName', 'memberExternalId', 'policyNumber'],
  ...['provisional', 'carrierName', 'agentId', 'agentName', 'effectiveDate', 'termDate'],
];

export const comparisonDelta = z
  .object({ ...delta.shape, ...memberNames, ...memberContext })
  .meta({ id: 'ComparisonDelta' });

export interface Sides {
  /** The granularity of both sides. */
  readonly granularity: Granularity;
  readonly from: Span;
  readonly to: Span;
}

/** A book with scores in the later side. A member can only be missing from a side that has a statement. */
export interface ComparedBook extends BookKey {
  readonly carrierName: string;
  /** The tolerance that the latest month of the later side was scored with. */
  readonly tolerance: Tolerance;
  /** True when a month of the later side waits for files: members missing from it are missing provisionally. */
  readonly isOpen: boolean;
}

/** The account's books as of one moment. */
export interface ComparisonView {
  /** Returns books with a statement on either side, by carrier, then workspace. Refuses an unknown carrier or workspace. */
  listBooks(filter: BookFilter, sides: Sides): Promise<readonly ComparedBook[] | Refused>;
  /** Yields batches of the members who were present, or paid ahead at the end, in either side, in the order of the member's id. */
  streamMembers(book: ComparedBook, sides: Sides): AsyncIterable<readonly MemberSides[]>;
  /** Loads the remaining fields of the members that are shown. */
  loadFacts(
    book: ComparedBook,
    sides: Sides,
    memberRefIds: readonly string[],
  ): Promise<ReadonlyMap<string, MemberFacts>>;
}

export interface ComparisonReads {
  /** Runs the work on one snapshot. */
  atOneMoment<T>(accountId: string, work: (view: ComparisonView) => Promise<T>): Promise<T>;
  /** Exports rows from one snapshot, a batch at a time. The caller closes the export. */
  exportAtOneMoment<Row>(
    accountId: string,
    open: (view: ComparisonView) => Promise<RowsToExport<Row> | Refused>,
  ): Promise<RowExport<Row> | Refused>;
}

export interface ComparisonReports {
  readonly comparisons: ComparisonReads;
}

export interface ComparisonRequest extends BookFilter {
  readonly from: Period;
  readonly to: Period;
  readonly granularity: Granularity;
  /** Restricts the rows to this status. The summary counts all rows. */
  readonly status?: MemberStatus | undefined;
}

const count = z.int().min(0);

export const comparisonSummary = z
  .object({ green: count, yellow: count, red: count, new: count, reappeared: count, total: count })
  .describe('Of the whole comparison, whatever the page and the status asked for.');
export type ComparisonSummary = z.output<typeof comparisonSummary>;

export interface ComparedMember extends ComparedRow {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  /** True when the member is missing while a month of the later side still waits for files. */
  readonly provisional: boolean;
}

export interface Comparison {
  readonly summary: ComparisonSummary;
  /** Sorted by carrier, workspace and member. */
  readonly page: OffsetPage<ComparedMember>;
}

/**
 * Compares two sides. Reads every member once in a stream, counts all and keeps only those of the page, so summary and page agree and
 * memory is bounded (docs/adr/history.md). Refuses sides that are not one before the other, and an unknown carrier or workspace.
 */
export async function comparePeriods(
  reads: ComparisonReads,
  accountId: string,
  { page, ...request }: ComparisonRequest & { readonly page: OffsetPosition },
): Promise<Comparison | Refused> {
  const sides = sidesOf(request);
  if (isRefused(sides)) return sides;
  return reads.atOneMoment(accountId, async (view) => {
    const books = await view.listBooks(request, sides);
    if (isRefused(books)) return books;
    const counted = await countMembers(view, books, { request, sides, page });
    const { limit, offset } = page;
    const data = await loadComparedMembers(view, sides, counted.chosen);
    return {
      summary: counted.summary,
      page: {
        data,
        pagination: { limit, offset, hasMore: counted.matching > offset + limit },
        total: counted.matching,
      },
    };
  });
}

/** Yields all rows after the first `offset`, in the order of the pages. Refuses the same requests as `comparePeriods`. */
export async function exportComparison(
  reads: ComparisonReads,
  accountId: string,
  { offset, ...request }: ComparisonRequest & { readonly offset: number },
): Promise<RowExport<ComparedMember> | Refused> {
  const sides = sidesOf(request);
  if (isRefused(sides)) return sides;
  return reads.exportAtOneMoment(accountId, async (view) => {
    const books = await view.listBooks(request, sides);
    if (isRefused(books)) return books;
    return { head: null, batches: comparedBatches(view, books, { request, sides, offset }) };
  });
}

function sidesOf({ from, to, granularity }: ComparisonRequest): Sides | Refused {
  const sides: Sides = { granularity, from: spanOf(from, granularity), to: spanOf(to, granularity) };
  return sides.from.last < sides.to.first ? sides : refuseField('to', `must be in a later ${granularity} than from`);
}

async function* comparedBatches(
  view: ComparisonView,
  books: readonly ComparedBook[],
  {
    request: { from, to, status: wanted },
    sides,
    offset,
  }: { readonly request: ComparisonRequest; readonly sides: Sides; readonly offset: number },
): AsyncGenerator<readonly ComparedMember[]> {
  let before = offset;
  for (const book of books) {
    const context = comparisonContext({ from, to, tolerance: book.tolerance });
    for await (const portion of view.streamMembers(book, sides)) {
      const matching = portion.filter((member) => {
        const status = comparedStatus(context, member);
        return status !== null && (wanted === undefined || status === wanted);
      });
      const members = matching.slice(before);
      before -= matching.length - members.length;
      if (members.length > 0) yield await loadComparedMembers(view, sides, [{ book, context, members }]);
    }
  }
}

/** The members of the page that are in one book. */
interface ChosenMembers {
  readonly book: ComparedBook;
  readonly context: ComparisonContext;
  readonly members: readonly MemberSides[];
}

/** Counts all members by status, and collects the members of the page. */
async function countMembers(
  view: ComparisonView,
  books: readonly ComparedBook[],
  {
    request: { from, to, status: wanted },
    sides,
    page: { limit, offset },
  }: { readonly request: ComparisonRequest; readonly sides: Sides; readonly page: OffsetPosition },
) {
  const summary: ComparisonSummary = { green: 0, yellow: 0, red: 0, new: 0, reappeared: 0, total: 0 };
  const chosen: ChosenMembers[] = [];
  let matching = 0;
  for (const book of books) {
    const context = comparisonContext({ from, to, tolerance: book.tolerance });
    const members: MemberSides[] = [];
    for await (const portion of view.streamMembers(book, sides)) {
      for (const member of portion) {
        const status = comparedStatus(context, member);
        if (status === null) continue;
        summary[status] += 1;
        summary.total += 1;
        if (wanted !== undefined && status !== wanted) continue;
        if (matching >= offset && matching < offset + limit) members.push(member);
        matching += 1;
      }
    }
    if (members.length > 0) chosen.push({ book, context, members });
  }
  return { summary, matching, chosen };
}

/** Loads the remaining facts of the chosen members and compares their two sides. */
async function loadComparedMembers(
  view: ComparisonView,
  sides: Sides,
  chosen: readonly ChosenMembers[],
): Promise<ComparedMember[]> {
  const rows: ComparedMember[] = [];
  for (const { book, context, members } of chosen) {
    const facts = await view.loadFacts(
      book,
      sides,
      members.map(({ memberRefId }) => memberRefId),
    );
    for (const member of members) {
      const known = facts.get(member.memberRefId);
      const row = known === undefined ? null : compareMember(context, member, known);
      if (row === null) throw new Error('A member who was counted has a row.');
      const provisional = row.status === 'red' && book.isOpen;
      const { carrierId, carrierName, workspaceId } = book;
      rows.push({ ...row, carrierId, carrierName, workspaceId, provisional });
    }
  }
  return rows;
}
