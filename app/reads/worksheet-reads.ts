import type { Exported, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type {
  BookRate,
  CarrierOwed,
  EvidenceLine,
  SheetNameOf,
  UnderpaidMember,
} from '../../core/report/owed-worksheet.ts';
import type { RowsToExport } from '../../core/row-export.ts';
import type { BookFilter } from './read-models.ts';

export interface WorksheetFilter extends BookFilter {
  /** The first and the last period, both included. Absent: the year up to the latest period with data that matches the filter. */
  readonly from?: Period | undefined;
  readonly to?: Period | undefined;
}

export interface WorksheetRange {
  readonly from: Period;
  readonly to: Period;
}

/** Underpaid members, few enough to be in memory together with the lines that show their payments. */
export interface UnderpaidMembers {
  readonly members: readonly UnderpaidMember[];
  /** Lines in order of acceptance. */
  readonly lines: readonly EvidenceLine[];
  readonly sheetNameOf: SheetNameOf;
}

/** Facts about the books of a filter, as of one moment. */
export interface WorksheetFacts {
  /** Returns the latest month with data; null without data. */
  latest(): Promise<Period | null>;
  /** Returns all rates of the account, whatever the filter. */
  rates(): Promise<readonly BookRate[]>;
  /** Returns carriers, most owed first. */
  owedByCarrier(range: WorksheetRange): Promise<readonly CarrierOwed[]>;
  /**
   * Yields underpaid members, most owed first. With a null limit it yields all after the offset and streams, so no other read may run
   * meanwhile.
   */
  underpaid(
    range: WorksheetRange,
    page: Pick<OffsetPosition, 'offset'> & { readonly limit: number | null },
  ): AsyncIterable<UnderpaidMembers>;
}

/** Both methods run `compose` in one snapshot, and refuse a filter that names an unknown carrier or workspace. */
export interface WorksheetReads {
  read<R>(accountId: string, filter: BookFilter, compose: (facts: WorksheetFacts) => Promise<R>): Promise<R | Refused>;
  /** Keeps the snapshot until the export is closed. */
  exportRows<Row, Head>(
    accountId: string,
    filter: BookFilter,
    compose: (facts: WorksheetFacts) => Promise<RowsToExport<Row, Head> | Refused>,
  ): Exported<Row, Head>;
}
