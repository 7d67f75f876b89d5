import { commonestMonth, type PeriodFinding } from '../../core/intake/find-period.ts';
import { keepingAllMonths, type StatementConfig } from '../../core/statement/config.ts';
import { type Mapping, mapStatement } from '../../core/statement/map-statement.ts';
import { UnreadableFile } from '../../core/statement/source.ts';
import type { TrialReading } from './test-config.ts';

const ROWS_DECIDE = 'The month is the one most of its rows are for.';

/**
 * Finds the month that most rows of a statement are for. The first of the layouts whose columns the file has reads it, as in a job. Returns
 * the reason when the rows do not tell, or the file can not be read.
 */
export async function monthOfRows(
  reading: TrialReading,
  { bytes, layouts }: { readonly bytes: Uint8Array; readonly layouts: readonly StatementConfig[] },
): Promise<PeriodFinding> {
  let reason = NO_LAYOUT;
  for (const [index, config] of layouts.entries()) {
    const mapping = await mapAllMonths(reading, bytes, config);
    if (mapping.kind === 'mapped')
      return completeReason(commonestMonth(mapping.statement.lines), { source: 'The statement', advice: ROWS_DECIDE });
    const { code, detail } = mapping.rejection;
    if (index > 0) continue;
    reason = detail;
    if (code !== 'missing_columns') break;
  }
  return { kind: 'unclear', reason };
}

const NO_LAYOUT = 'The carrier has no statement format.';

async function mapAllMonths(
  { openStatement, clock }: TrialReading,
  bytes: Uint8Array,
  config: StatementConfig,
): Promise<Mapping> {
  const unfiltered = keepingAllMonths(config);
  try {
    return mapStatement(await openStatement(bytes, unfiltered), unfiltered, { period: '', clock });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'rejected', rejection: { code: 'unreadable_file', detail: error.message } };
  }
}

/** Completes the reason of an unclear finding for the sender of the statement: where the month was looked for, and what to do. */
export function completeReason(
  finding: PeriodFinding,
  { source, advice }: { readonly source: string; readonly advice: string },
): PeriodFinding {
  return finding.kind === 'found' ? finding : { kind: 'unclear', reason: `${source} ${finding.reason}. ${advice}` };
}
