import { commonestMonth, type PeriodFinding } from '../../core/intake/find-period.ts';
import { keepingAllMonths, type StatementConfig } from '../../core/statement/config.ts';
import { mapStatement } from '../../core/statement/map-statement.ts';
import { UnreadableFile } from '../../core/statement/source.ts';
import type { TrialReading } from '../carriers/test-config.ts';

const ROWS_DECIDE = 'The month is the one most of its rows are for.';

/** Finds the month that most rows of a statement are for. Returns the reason when the rows do not tell, or the file can not be read. */
export async function monthOfRows(
  { openStatement, clock }: TrialReading,
  { bytes, config }: { readonly bytes: Uint8Array; readonly config: StatementConfig },
): Promise<PeriodFinding> {
  const unfiltered = keepingAllMonths(config);
  try {
    const mapping = mapStatement(await openStatement(bytes, unfiltered), unfiltered, { period: '', clock });
    if (mapping.kind === 'rejected') return { kind: 'unclear', reason: mapping.rejection.detail };
    return completeReason(commonestMonth(mapping.statement.lines), { source: 'The statement', advice: ROWS_DECIDE });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'unclear', reason: error.message };
  }
}

/** Completes the reason of an unclear finding for the sender of the statement: where the month was looked for, and what to do. */
export function completeReason(
  finding: PeriodFinding,
  { source, advice }: { readonly source: string; readonly advice: string },
): PeriodFinding {
  return finding.kind === 'found' ? finding : { kind: 'unclear', reason: `${source} ${finding.reason}. ${advice}` };
}
