import type { StatementConfig } from '../../core/statement/config.ts';
import { type RowPlace, type ShownRow, showRow } from '../../core/statement/show-row.ts';
import { UnreadableFile } from '../../core/statement/source.ts';
import type { OpenStatement } from './test-config.ts';

export interface RowReading {
  readonly bytes: Uint8Array;
  readonly config: StatementConfig;
  readonly place: RowPlace;
}

/** Finds a row in the bytes of a file. Returns null when the file has no such row, or its bytes can not be read. */
export async function readFileRow(
  { openStatement }: { readonly openStatement: OpenStatement },
  { bytes, config, place }: RowReading,
): Promise<ShownRow | null> {
  try {
    return showRow(await openStatement(bytes, config), config, place);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return null;
  }
}
