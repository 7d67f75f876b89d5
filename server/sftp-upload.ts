import { FILE_BYTES_MAX } from '../core/limits/statement-limits.ts';

/**
 * The start of an upload. `anew`: an earlier part is ignored. `on`: the client can only resume the part. `over`: the first byte shows
 * whether the client resumes or begins again at 0, as scp does without truncating the file. `cutBytes`: the size of the earlier part, at
 * the beginning of the draft.
 */
export type UploadStart = { readonly how: 'anew' } | { readonly how: 'over' | 'on'; readonly cutBytes: number };

/** The file that receives the bytes of the upload. */
export interface UploadDraft {
  write(offset: number, bytes: Uint8Array): Promise<void>;
  keepAs(key: string, byteSize: number): Promise<void>;
  discard(): Promise<void>;
}

/** The room that the account has left for the upload. */
export interface UploadRoom {
  /** Grows the reservation to the size in bytes. Returns a sentence for the client when it does not fit; null when it does. */
  growTo(byteSize: number): string | null;
  /** Ends the reservation: the bytes are stored, or gone. */
  release(): void;
}

/**
 * The most separate ranges of an upload. A client sends 64 pieces at a time, and a longer list would have to be searched for every piece.
 */
const RANGES_MAX = 256;

const TOO_LARGE = `A statement has at most ${FILE_BYTES_MAX} bytes; the upload was ended when it passed that.`;
const NOT_STORED = 'A piece of the file could not be stored. Put the file again later.';
const TOO_MANY_GAPS = 'The pieces of the file leave too many gaps. Put it from its beginning to its end.';

/**
 * One upload in progress; its bytes are in a draft on disk. Clients send pieces in any order, several at a time; the upload is complete
 * when the pieces leave no gap. A part of an earlier upload counts only if the pieces begin exactly at its end; otherwise bytes of two
 * statements would be mixed.
 */
export class SftpUpload {
  readonly #draft: UploadDraft;
  readonly #room: UploadRoom;
  #how: UploadStart['how'];
  #cutBytes: number;
  /** The written ranges in order; they neither touch nor overlap. */
  #written: (readonly [from: number, to: number])[] = [];
  #ended: { readonly reason: string; readonly byteSize: number; readonly receivedBytes: number } | null = null;

  constructor(start: UploadStart, draft: UploadDraft, room: UploadRoom) {
    this.#draft = draft;
    this.#room = room;
    this.#how = start.how;
    this.#cutBytes = start.how === 'anew' ? 0 : start.cutBytes;
  }

  /** The size of the upload so far. Before the first write it is the size of the interrupted part, because clients resume there. */
  get byteSize(): number {
    return this.#ended?.byteSize ?? this.#written.at(-1)?.[1] ?? this.#cutBytes;
  }

  /** The number of received bytes without gaps: less than `byteSize` if pieces are missing. The refused piece counts too. */
  get receivedBytes(): number {
    if (this.#ended !== null) return this.#ended.receivedBytes;
    const isContinued = this.#written.length === 0 || this.#written[0]?.[0] === this.#cutBytes;
    return bytesIn(this.#written) + (isContinued ? this.#cutBytes : 0);
  }

  /** True when an upload that may resume an earlier part got no write and has not ended. Closing it changes nothing in the folder. */
  get isUntouched(): boolean {
    return this.#how !== 'anew' && this.#written.length === 0 && this.#ended === null;
  }

  /** The reason why the upload was discarded; null while it goes on. */
  get endedBecause(): string | null {
    return this.#ended?.reason ?? null;
  }

  /** Returns a sentence for the client when the upload has ended; null when the piece was written. */
  async write(offset: number, piece: Uint8Array): Promise<string | null> {
    if (this.#ended !== null) return this.#ended.reason;
    const end = offset + piece.byteLength;
    const problem = this.#problemOf(end) ?? this.#cover(offset, end);
    if (problem !== null) {
      await this.#end(problem, { from: offset, end });
      return problem;
    }
    try {
      await this.#draft.write(offset, piece);
    } catch (error) {
      // The range counts as written by now, and a client that closes after an error would leave a file with a hole.
      await this.#end(NOT_STORED, { from: offset, end });
      throw error;
    }
    return null;
  }

  /**
   * Truncates the upload to the size. Returns false when the upload is shorter, because bytes that nobody sent must not become part of a
   * statement.
   */
  shorten(byteSize: number): boolean {
    if (this.#ended !== null || byteSize > this.byteSize) return false;
    if (byteSize === 0) this.#how = 'anew';
    this.#cutBytes = Math.min(this.#cutBytes, byteSize);
    this.#written = this.#written
      .filter(([from]) => from < byteSize)
      .map(([from, to]) => [from, Math.min(to, byteSize)] as const);
    return true;
  }

  /** The size of the complete upload; null when a piece is missing. */
  get wholeBytes(): number | null {
    if (this.#how === 'anew' && this.#written.length === 0) return 0;
    return this.#written.length === 1 && this.#isBeginningThere ? this.byteSize : null;
  }

  /** The size of the gapless beginning, at which a client can resume. 0 when nothing was written. */
  get beginningBytes(): number {
    return this.#isBeginningThere ? (this.#written[0]?.[1] ?? 0) : 0;
  }

  /** Stores the first bytes of the draft, up to the size, as the object of this key. */
  async keepAs(key: string, byteSize: number): Promise<void> {
    await this.#draft.keepAs(key, byteSize);
    this.#room.release();
  }

  async discard(): Promise<void> {
    this.#room.release();
    await this.#draft.discard();
  }

  #problemOf(end: number): string | null {
    return end > FILE_BYTES_MAX ? TOO_LARGE : this.#room.growTo(Math.max(end, this.byteSize));
  }

  async #end(reason: string, { from, end }: { readonly from: number; readonly end: number }): Promise<void> {
    const cameBefore = this.#written.map(([start, stop]) => [Math.max(start, from), Math.min(stop, end)] as const);
    this.#ended = {
      reason,
      byteSize: Math.max(end, this.byteSize),
      receivedBytes: this.receivedBytes + end - from - bytesIn(cameBefore),
    };
    this.#written = [];
    await this.discard();
  }

  get #isBeginningThere(): boolean {
    const from = this.#written[0]?.[0];
    return from === this.#cutBytes || (from === 0 && this.#how !== 'on');
  }

  #cover(from: number, to: number): string | null {
    if (from === to) return null;
    const apart = this.#written.filter(([start, end]) => end < from || start > to);
    if (apart.length >= RANGES_MAX) return TOO_MANY_GAPS;
    const touching = this.#written.filter(([start, end]) => end >= from && start <= to);
    const merged = [
      Math.min(from, ...touching.map(([start]) => start)),
      Math.max(to, ...touching.map(([, end]) => end)),
    ] as const;
    this.#written = [...apart, merged].sort(([a], [b]) => a - b);
    return null;
  }
}

function bytesIn(ranges: readonly (readonly [from: number, to: number])[]): number {
  return ranges.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0);
}
