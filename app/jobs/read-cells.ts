import { type ReadOptions, type SourceRow, type StatementSource, UnreadableFile } from '../../core/statement/source.ts';
import type { OpenStatement } from '../carriers/test-config.ts';

/** The sheets of a file as plain values, which a process can send to another one. */
export type CellsReading =
  | {
      readonly kind: 'read';
      readonly fileType: StatementSource['fileType'];
      readonly sheets: readonly PlainSheet[];
      readonly document?: StatementSource['document'];
    }
  | { readonly kind: 'unreadable'; readonly detail: string };

interface PlainSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly rows: readonly SourceRow[];
}

/** Reads all rows of a file. Returns the reason, for the sender, when it can't be read. */
export async function readCells(
  { openStatement }: { readonly openStatement: OpenStatement },
  { bytes, options }: { readonly bytes: Uint8Array; readonly options: ReadOptions },
): Promise<CellsReading> {
  try {
    const { fileType, sheets, ...rest } = await openStatement(bytes, options);
    const plain = sheets.map(({ name, hidden, rows }) => ({ name, hidden, rows: [...rows()] }));
    return { kind: 'read', fileType, sheets: plain, ...rest };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'unreadable', detail: error.message };
  }
}

/** Makes a source of the sheets that another process read. Throws UnreadableFile where the other process could not read them. */
export function sourceOf(reading: CellsReading): StatementSource {
  if (reading.kind === 'unreadable') throw new UnreadableFile(reading.detail);
  const { fileType, sheets, document } = reading;
  const opened = sheets.map(({ name, hidden, rows }) => ({ name, hidden, rows: () => rows }));
  return { fileType, sheets: opened, ...(document === undefined ? {} : { document }) };
}
