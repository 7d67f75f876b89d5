import type { RowExport } from '../../app/reads/export-read-models.ts';
import { csvLine, csvRow } from '../../core/csv-text.ts';

/** A file of all rows of a list, made while it is sent. */
export interface ExportedFile {
  /** Pieces that each end with a whole row, or are packed. Ends early where `room` says so. */
  pieces(room: Room): AsyncIterable<string | Uint8Array>;
  /** Frees what the export holds. To be called in any case. */
  readonly close: () => Promise<void>;
}

/** How much of an export the host lets through. */
export interface Room {
  /** Whether one more row, of this text, may be sent. After the first that may not, none may. */
  takes(row: string): boolean;
}

/** Where the export is streamed, all of it. */
export const ENDLESS: Room = { takes: () => true };

/** The room of a host that hands on an answer in one piece, with what became of it. */
export interface LimitedRoom extends Room {
  /** Of a packed file each piece, as its size is known only once it was made. */
  sent(piece: Uint8Array): void;
  readonly rows: number;
  /** A row was left out. */
  readonly isCut: boolean;
}

export interface ExportLimits {
  readonly bytes: number;
  readonly seconds: number;
}

/** Packed bytes that may still be on their way when a row is asked for. */
const PACKED_BYTES_AHEAD = 512 * 1024;

/**
 * Counts a text as the host carries it, which is inside JSON. A packed file travels as base64, four bytes for three, and its size is
 * known with delay; its rows count as empty texts, which never fill the room.
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
    sent(piece) {
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

/** CSV with a header row, the cells taken by column name. */
export function csvFile<Row extends object>(
  columns: readonly string[],
  { batches, close }: RowExport<Row, unknown>,
): ExportedFile {
  return { pieces: (room) => csvPieces(columns, batches, room), close };
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
  // Of a list without rows: the header.
  if (text !== '') yield text;
}

/** The batches of a packed file, as far as there is room for them. */
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
