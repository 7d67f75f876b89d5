import { commonestMonth, type PeriodFinding } from '../../core/intake/find-period.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import { mapStatement } from '../../core/statement/map-statement.ts';
import { UnreadableFile } from '../../core/statement/source.ts';
import type { TrialReading } from '../carriers/test-config.ts';

const ROWS_DECIDE = 'The month is the one most of its rows are for.';

/** Finds the month of a statement from its rows. */
export async function monthOfRows(
  { openStatement, clock }: TrialReading,
  { bytes, config }: { readonly bytes: Uint8Array; readonly config: StatementConfig },
): Promise<PeriodFinding> {
  // A rolling statement is filtered by its period, but the period is not known yet.
  const uncut: StatementConfig = config.statementMode === 'rolling' ? { ...config, statementMode: 'period' } : config;
  try {
    const mapping = mapStatement(await openStatement(bytes, uncut), uncut, { period: '', clock });
    if (mapping.kind === 'rejected') return { kind: 'unclear', reason: mapping.rejection.detail };
    return inWords(commonestMonth(mapping.statement.lines), { source: 'The statement', advice: ROWS_DECIDE });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'unclear', reason: error.message };
  }
}

/** Writes the finding for the sender of the statement. */
export function inWords(
  finding: PeriodFinding,
  { source, advice }: { readonly source: string; readonly advice: string },
): PeriodFinding {
  return finding.kind === 'found' ? finding : { kind: 'unclear', reason: `${source} ${finding.reason}. ${advice}` };
}
