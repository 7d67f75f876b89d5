import type { Exported, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import {
  type BookRate,
  type CarrierOwed,
  type EvidenceLine,
  type OwedWorksheet,
  type SheetNameOf,
  type UnderpaidMember,
  worksheetHead,
  worksheetPage,
  worksheetRange,
  worksheetRows,
} from '../../core/report/owed-worksheet.ts';
import type { WorksheetHead, WorksheetRow } from '../../core/report/worksheet-table.ts';
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

/** Reports the owed amount of each underpaid member and month. The sums cover all rows on every page. */

export interface WorksheetReports {
  readonly worksheets: WorksheetReads;
}

/** Returns a page of rows, most owed first. Refuses an unknown book and an invalid range. */
export function reportOwedWorksheet(
  reads: WorksheetReads,
  accountId: string,
  { limit, offset, ...filter }: WorksheetFilter & OffsetPosition,
): Promise<OwedWorksheet | Refused> {
  return reads.read(accountId, filter, async (facts) => {
    const worksheet = await openWorksheet(facts, filter);
    if (isRefused(worksheet)) return worksheet;
    const rows: WorksheetRow[] = [];
    for await (const batch of worksheet.rows({ limit, offset })) rows.push(...batch);
    return worksheetPage(worksheet.head, rows, { limit, offset });
  });
}

/** Exports all rows after the first `offset`. Refuses an unknown book and an invalid range. */
export function exportOwedWorksheet(
  reads: WorksheetReads,
  accountId: string,
  { offset, ...filter }: WorksheetFilter & Pick<OffsetPosition, 'offset'>,
): Exported<WorksheetRow, WorksheetHead> {
  return reads.exportRows<WorksheetRow, WorksheetHead>(accountId, filter, async (facts) => {
    const worksheet = await openWorksheet(facts, filter);
    if (isRefused(worksheet)) return worksheet;
    return { head: worksheet.head, batches: worksheet.rows({ limit: null, offset }) };
  });
}

/** A worksheet whose rows have not been read yet. */
interface OpenWorksheet {
  readonly head: WorksheetHead;
  readonly rows: (page: Parameters<WorksheetFacts['underpaid']>[1]) => AsyncGenerator<readonly WorksheetRow[]>;
}

async function openWorksheet(facts: WorksheetFacts, filter: WorksheetFilter): Promise<OpenWorksheet | Refused> {
  const [latest, rates] = await Promise.all([facts.latest(), facts.rates()]);
  const range = worksheetRange(filter, latest);
  if (isRefused(range)) return range;
  const head = worksheetHead(range, range === null ? [] : await facts.owedByCarrier(range));
  const rowsOf = worksheetRows(rates);
  return {
    head,
    async *rows(page) {
      if (range === null) return;
      for await (const { members, ...evidence } of facts.underpaid(range, page)) yield rowsOf(members, evidence);
    },
  };
}
