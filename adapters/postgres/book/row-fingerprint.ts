import { hash } from 'node:crypto';
import type { ScoredRow } from '../../../core/scoring/scored-row.ts';
import { DELTA_COLUMNS, SCORED_ROW_COLUMNS } from './score-columns.ts';

/** Changes with the stored columns, so that rows which lack a new column are written again. */
const COLUMNS = [...SCORED_ROW_COLUMNS, ...DELTA_COLUMNS].map(({ name }) => name).join();

/**
 * Fingerprint of a scored row and its deltas as they are stored, as 32 hexadecimal digits. Two scores of a member with the same
 * fingerprint are stored alike, so the second need not be written.
 */
export function fingerprintOf(row: ScoredRow): string {
  const values = SCORED_ROW_COLUMNS.map(({ value }) => value(row));
  return hash('sha256', JSON.stringify([COLUMNS, values, row.deltas])).slice(0, 32);
}
