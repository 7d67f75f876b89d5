import type { OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type {
  BookRate,
  CarrierOwed,
  EvidenceLine,
  SheetNameOf,
  UnderpaidMember,
} from '../../core/report/owed-worksheet.ts';
import type { RowsToExport } from './export-read-models.ts';
import type { BookFilter, Exported } from './read-models.ts';

export interface WorksheetFilter extends BookFilter {
  /** Both included. Absent: the latest period with data that matches the filter, and the year up to it. */
  readonly from?: Period | undefined;
  readonly to?: Period | undefined;
}

export interface WorksheetRange {
  readonly from: Period;
  readonly to: Period;
}

/** Underpaid members, few enough to be in memory together with the lines that show what was paid. */
export interface UnderpaidMembers {
  readonly members: readonly UnderpaidMember[];
  /** In order of acceptance. */
  readonly lines: readonly EvidenceLine[];
  readonly sheetNameOf: SheetNameOf;
}

/** What the books of a filter say at one moment. */
export interface WorksheetFacts {
  /** Latest month with data; null without data. */
  latest(): Promise<Period | null>;
  /** All rates of the account, whichever books are asked for. */
  rates(): Promise<readonly BookRate[]>;
  /** Most owed first. */
  owedByCarrier(range: WorksheetRange): Promise<readonly CarrierOwed[]>;
  /** Most owed first. A null limit takes all behind the offset, and streams: it is to be read alone. */
  underpaid(
    range: WorksheetRange,
    page: Pick<OffsetPosition, 'offset'> & { readonly limit: number | null },
  ): AsyncIterable<UnderpaidMembers>;
}

/** Both run `compose` in one snapshot, and refuse a filter that names an unknown carrier or workspace. */
export interface WorksheetReads {
  read<R>(accountId: string, filter: BookFilter, compose: (facts: WorksheetFacts) => Promise<R>): Promise<R | Refused>;
  /** The snapshot lasts until the export is closed. */
  exportRows<Row, Head>(
    accountId: string,
    filter: BookFilter,
    compose: (facts: WorksheetFacts) => Promise<RowsToExport<Row, Head> | Refused>,
  ): Exported<Row, Head>;
}
