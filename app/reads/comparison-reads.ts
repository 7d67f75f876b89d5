import type { BookKey } from '../../core/book-key.ts';
import type { MemberFacts, MemberSides } from '../../core/comparison/compare-member.ts';
import type { Granularity, Span } from '../../core/comparison/span.ts';
import type { Refused } from '../../core/problem.ts';
import type { RowExport, RowsToExport } from '../../core/row-export.ts';
import type { Tolerance } from '../../core/scoring/tolerance.ts';
import type { BookFilter } from './read-models.ts';

/** The reads for comparing two sides of the books (docs/reference/members-and-comparisons.md#comparisons). */

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
