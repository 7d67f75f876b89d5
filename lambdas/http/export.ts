import { csvLine, csvRow, type RowExport } from '../../core/row-export.ts';

/** A file with all rows of a list, made while it is sent. */
export interface ExportedFile {
  /** Facts about the list as a whole. Its months name the file. */
  readonly head?: unknown;
  /** Yields pieces that each end with a whole row, or compressed pieces. It ends early when `room` is full. */
  pieces(room: Room): AsyncIterable<string | Uint8Array>;
  /** Frees the resources of the export. The caller must always call it. */
  readonly close: () => Promise<void>;
}

/** The amount of an export that the host can send. */
export interface Room {
  /** True when one more row with this text fits. After the first row that does not fit, no row fits. */
  takes(row: string): boolean;
}

/** The room of a streamed export, which is unlimited. */
export const ENDLESS: Room = { takes: () => true };

/** The room of a host that sends a response in one piece. It records how much of it was used. */
export interface LimitedRoom extends Room {
  /** Records the size of each piece of a compressed file, which is known only after the piece was made. */
  countPacked(piece: Uint8Array): void;
  readonly rows: number;
  /** True when a row was left out. */
  readonly isCut: boolean;
}

export interface ExportLimits {
  readonly bytes: number;
  readonly seconds: number;
}

/** The compressed bytes that may still be in the compressor when the room is checked for a row. */
const PACKED_BYTES_AHEAD = 512 * 1024;

/**
 * Limits an export by its bytes and its time. A text counts as the host carries it, inside JSON. A compressed file travels as base64 (four
 * bytes for three) and its size is known late, so its rows count as empty texts, which never fill the room.
 */
export function limitedRoom({ bytes, seconds }: ExportLimits): LimitedRoom {
  const packedMax = Math.max(0, (bytes / 4) * 3 - PACKED_BYTES_AHEAD);
  const until = performance.now() + seconds * 1_000;
  let textBytes = 0;
  let packedBytes = 0;
  let rows = 0;
  let isCut = false;
  return {
    takes(row) {
      textBytes += Buffer.byteLength(JSON.stringify(row));
      isCut ||= textBytes > bytes || packedBytes > packedMax || performance.now() > until;
      if (!isCut) rows += 1;
      return !isCut;
    },
    countPacked(piece) {
      packedBytes += piece.length;
    },
    get rows() {
      return rows;
    },
    get isCut() {
      return isCut;
    },
  };
}

/** Makes a CSV file with a header row. The cells are taken by column name. */
export function csvFile<Row extends object>(
  columns: readonly string[],
  { head, batches, close }: RowExport<Row, unknown>,
): ExportedFile {
  return { head, pieces: (room) => csvPieces(columns, batches, room), close };
}

async function* csvPieces(
  columns: readonly string[],
  batches: AsyncIterable<readonly object[]>,
  room: Room,
): AsyncGenerator<string> {
  let text = csvLine(columns);
  for await (const batch of batches) {
    for (const row of batch) {
      const line = csvRow(columns, row);
      if (!room.takes(line)) {
        yield text;
        return;
      }
      text += line;
    }
    yield text;
    text = '';
  }
  // A list without rows still has its header.
  if (text !== '') yield text;
}

/** Yields the batches of a compressed file as long as there is room for them. */
export async function* withinRoom<Row>(
  batches: AsyncIterable<readonly Row[]>,
  room: Room,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches) {
    const fitting = batch.findIndex(() => !room.takes(''));
    if (fitting === -1) yield batch;
    else {
      if (fitting > 0) yield batch.slice(0, fitting);
      return;
    }
  }
}
