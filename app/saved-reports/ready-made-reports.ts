import { z } from 'zod';
import { REPORT_SECONDS_MAX } from '../../core/limits/saved-report-limits.ts';
import type { Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { READY_MADE_REPORTS, type ReadyMadeReport, readyMadeReport } from '../../core/saved-report/ready-made.ts';
import type { ReportResult, RunReport } from './run-saved-report.ts';

const readyMade = z
  .object({
    key: z.string().describe('Names the report; it stays the same over releases.'),
    name: z.string(),
    question: z.string().describe('What it answers, in words.'),
    sql: z.string(),
  })
  .meta({ id: 'ReadyMadeReport' });

export const readyMadeList = z.object({ data: z.array(readyMade).readonly() }).meta({ id: 'ReadyMadeReports' });

/** Lists and runs the reports that need no SQL. They pass the guard and the limits of saved reports. */

export interface ReadyMadeReports {
  readonly runReport: RunReport;
}

/** Lists all ready-made reports. */
export function listReadyMadeReports(): readonly ReadyMadeReport[] {
  return READY_MADE_REPORTS;
}

/** Runs a report now. Refuses an unknown key. */
export async function runReadyMadeReport(
  { runReport }: ReadyMadeReports,
  { accountId, key }: { readonly accountId: string; readonly key: string },
): Promise<ReportResult | Refused> {
  const report = readyMadeReport(key);
  if (report === null) return refuse('not_found', 'There is no report with this key.');
  return (await runReport({ accountId, sql: report.sql, seconds: REPORT_SECONDS_MAX })).result;
}
