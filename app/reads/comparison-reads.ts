import type { MemberFacts, MemberSides } from '../../core/comparison/compare-member.ts';
import type { Granularity, Span } from '../../core/comparison/span.ts';
import type { Refused } from '../../core/problem.ts';
import type { Tolerance } from '../../core/scoring/tolerance.ts';
import type { BookKey } from '../jobs/job-ports.ts';
import type { RowExport, RowsToExport } from './export-read-models.ts';
import type { BookFilter } from './read-models.ts';

/** What comparing two sides of the books needs to read (docs/reference/members-and-comparisons.md#comparisons). */

export interface Sides {
  /** What both spans are. */
  readonly granularity: Granularity;
  readonly from: Span;
  readonly to: Span;
}

/** A book with scores in the later side. Without a statement there nobody can be told to be missing from it. */
export interface ComparedBook extends BookKey {
  /** As the latest month of the later side was scored with. */
  readonly tolerance: Tolerance;
  /** A month of the later side still waits for files: who is missing from it is so provisionally. */
  readonly isOpen: boolean;
}

/** The account's books as they are at one moment. */
export interface ComparisonView {
  /** With a statement on either side, by carrier, then workspace. Refused when the filter names what the account does not have. */
  listBooks(filter: BookFilter, sides: Sides): Promise<readonly ComparedBook[] | Refused>;
  /** Everybody who was present, or paid ahead at the end, in either side; in the order of the member's id, a portion at a time. */
  streamMembers(book: ComparedBook, sides: Sides): AsyncIterable<readonly MemberSides[]>;
  /** The rest of what is shown of some members. */
  loadFacts(
    book: ComparedBook,
    sides: Sides,
    memberRefIds: readonly string[],
  ): Promise<ReadonlyMap<string, MemberFacts>>;
}

export interface ComparisonReads {
  /** Everything the work reads is of the same moment. */
  atOneMoment<T>(accountId: string, work: (view: ComparisonView) => Promise<T>): Promise<T>;
  /** The same for rows that are taken a batch at a time, by whoever closes the export. */
  exportAtOneMoment<Row>(
    accountId: string,
    open: (view: ComparisonView) => Promise<RowsToExport<Row> | Refused>,
  ): Promise<RowExport<Row> | Refused>;
}
