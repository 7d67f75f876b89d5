import { commonestMonth, type PeriodFinding } from '../../core/intake/find-period.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import { mapStatement } from '../../core/statement/map-statement.ts';
import { UnreadableFile } from '../../core/statement/source.ts';
import type { TrialReading } from '../carriers/test-config.ts';

const ROWS_DECIDE = 'The month is the one most of its rows are for.';

/** The month of a statement by its rows. */
export function monthOfRows(
  { openStatement, clock }: TrialReading,
  { bytes, config }: { readonly bytes: Uint8Array; readonly config: StatementConfig },
): PeriodFinding {
  // A rolling statement is cut down to its period, which is what we are looking for.
  const uncut: StatementConfig = config.statementMode === 'rolling' ? { ...config, statementMode: 'period' } : config;
  try {
    const mapping = mapStatement(openStatement(bytes, uncut), uncut, { period: '', clock });
    if (mapping.kind === 'rejected') return { kind: 'unclear', reason: mapping.rejection.detail };
    return inWords(commonestMonth(mapping.statement.lines), { source: 'The statement', advice: ROWS_DECIDE });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'unclear', reason: error.message };
  }
}

/** The finding as the sender is told it. */
export function inWords(
  finding: PeriodFinding,
  { source, advice }: { readonly source: string; readonly advice: string },
): PeriodFinding {
  return finding.kind === 'found' ? finding : { kind: 'unclear', reason: `${source} ${finding.reason}. ${advice}` };
}
