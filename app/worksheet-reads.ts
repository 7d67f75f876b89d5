import type { Period } from '../core/period.ts';
import type { Refused } from '../core/problem.ts';
import type { OwedWorksheet } from '../core/report/owed-worksheet.ts';
import type { BookFilter } from './read-models.ts';

export interface WorksheetFilter extends BookFilter {
  /** Both included. Absent: the latest period with data of what the filter allows, and a year up to it. */
  readonly from?: Period | undefined;
  readonly to?: Period | undefined;
}

export interface WorksheetReads {
  /** Refused when it would rest on more statement rows than one answer can hold. */
  owed(accountId: string, filter: WorksheetFilter): Promise<OwedWorksheet | Refused>;
}
