import { hash } from 'node:crypto';
import type { FieldDelta } from '../../../core/scoring/compare-profiles.ts';
import type { ScoredRow } from '../../../core/scoring/scored-row.ts';
import { scoredRows } from '../../../schema/scores.ts';
import { uuid } from './column-types.ts';
import { DELTA, SCORED_ROW } from './score-records.ts';
import { type Cell, required, type WrittenField } from './stored-record.ts';

const hexHash = (text: string) => hash('sha256', text).slice(0, 32);

/** Hash of the column names. It is part of each fingerprint, so that a new column makes all rows be written again. */
const COLUMNS = hexHash([...SCORED_ROW.columns, ...DELTA.columns].map(({ name }) => name).join());

const FINGERPRINT = required(scoredRows.digest, uuid);

/** A scored row in its stored form. */
export interface EncodedRow {
  readonly memberRefId: string;
  readonly deltas: readonly FieldDelta[];
  /** Cells in the order of the columns of SCORED_ROW. */
  readonly cells: readonly Cell[];
  /** Hash of the cells and the deltas, as 32 hexadecimal digits. A stored row with the same fingerprint is not written again. */
  readonly fingerprint: string;
}

export function encodeRows(rows: readonly ScoredRow[]): readonly EncodedRow[] {
  const columns = [...SCORED_ROW.encode(rows)];
  return rows.map(({ memberRefId, deltas }, index) => {
    const cells = columns.map((column) => column[index] ?? null);
    const fingerprint = hexHash(JSON.stringify([COLUMNS, cells, deltas]));
    return { memberRefId, deltas, cells, fingerprint };
  });
}

export const ENCODED_ROW: WrittenField<EncodedRow> = {
  columns: [...SCORED_ROW.columns, ...FINGERPRINT.columns],
  *encode(rows) {
    for (const index of SCORED_ROW.columns.keys()) yield rows.map(({ cells }) => cells[index] ?? null);
    yield* FINGERPRINT.encode(rows.map(({ fingerprint }) => fingerprint));
  },
};
