import type { OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { OwedWorksheet, WorksheetHead, WorksheetRow } from '../../core/report/owed-worksheet.ts';
import type { RowExport } from './export-ports.ts';
import type { BookFilter } from './read-models.ts';

export interface WorksheetFilter extends BookFilter {
  /** Both included. Absent: the latest period with data of what the filter allows, and a year up to it. */
  readonly from?: Period | undefined;
  readonly to?: Period | undefined;
}

export interface WorksheetReads {
  /** Most owed first; the sums are those of all rows. */
  owed(accountId: string, filter: WorksheetFilter, page: OffsetPosition): Promise<OwedWorksheet | Refused>;
  /** All rows behind the first `offset`. */
  exportOwed(
    accountId: string,
    filter: WorksheetFilter,
    offset: number,
  ): Promise<RowExport<WorksheetRow, WorksheetHead> | Refused>;
}
