import type { Exported, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import {
  type OwedWorksheet,
  type WorksheetHead,
  type WorksheetRow,
  worksheetHead,
  worksheetPage,
  worksheetRange,
  worksheetRows,
} from '../../core/report/owed-worksheet.ts';
import type { WorksheetFacts, WorksheetFilter, WorksheetReads } from './worksheet-reads.ts';

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
