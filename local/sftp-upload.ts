import { FILE_BYTES_MAX } from '../core/limits/statement-limits.ts';

/**
 * How an upload begins. `anew`: nothing of what was there counts. `over`: the client says by its first byte whether it goes on
 * where the cut upload ended or begins again at 0, as scp does, which never asks for an empty file. `on`: it can only go on.
 * `cutBytes`: how many bytes the draft begins with, those of the cut upload.
 */
export type UploadStart = { readonly how: 'anew' } | { readonly how: 'over' | 'on'; readonly cutBytes: number };

/** Where its bytes go. */
export interface UploadDraft {
  write(offset: number, bytes: Uint8Array): Promise<void>;
  keepAs(key: string, byteSize: number): Promise<void>;
  discard(): Promise<void>;
}

/** What the account has left for it. */
export interface UploadRoom {
  /** It now has so many bytes. A sentence for the client when they do not fit; null when they do. */
  growTo(byteSize: number): string | null;
  /** Its bytes are stored, or gone. */
  release(): void;
}

/** Pieces apart from each other: a client sends 64 at a time. More would be a list to search for every piece. */
const RANGES_MAX = 256;

const TOO_LARGE = `A statement has at most ${FILE_BYTES_MAX} bytes; the upload was ended when it passed that.`;
const TOO_MANY_GAPS = 'The pieces of the file leave too many gaps. Put it from its beginning to its end.';

/**
 * One upload while it is under way; its bytes are in a draft on the disk. Clients send pieces in any order, several at a time; it is
 * whole when the pieces leave no gap. What an earlier upload left counts only where the pieces begin exactly at its end: in anything
 * else bytes of two statements would be mixed.
 */
export class SftpUpload {
  readonly #draft: UploadDraft;
  readonly #room: UploadRoom;
  #how: UploadStart['how'];
  #cutBytes: number;
  /** What has been written, as ranges that neither touch nor overlap, in order. */
  #written: (readonly [from: number, to: number])[] = [];
  #ended: { readonly reason: string; readonly byteSize: number; readonly receivedBytes: number } | null = null;

  constructor(start: UploadStart, draft: UploadDraft, room: UploadRoom) {
    this.#draft = draft;
    this.#room = room;
    this.#how = start.how;
    this.#cutBytes = start.how === 'anew' ? 0 : start.cutBytes;
  }

  /** Before anything is written that of the cut upload, as that is where clients go on. */
  get byteSize(): number {
    return this.#ended?.byteSize ?? this.#written.at(-1)?.[1] ?? this.#cutBytes;
  }

  /** How many of its bytes came, gaps left out: less than `byteSize` where pieces are missing. The refused piece came too. */
  get receivedBytes(): number {
    if (this.#ended !== null) return this.#ended.receivedBytes;
    const isContinued = this.#written.length === 0 || this.#written[0]?.[0] === this.#cutBytes;
    return bytesIn(this.#written) + (isContinued ? this.#cutBytes : 0);
  }

  /** Nothing was asked of it: it changes nothing of what is there. */
  get isUntouched(): boolean {
    return this.#how !== 'anew' && this.#written.length === 0 && this.#ended === null;
  }

  /** Why it is over, with nothing of it kept; null while it goes on. */
  get endedBecause(): string | null {
    return this.#ended?.reason ?? null;
  }

  /** A sentence for the client once it is over; null when the piece was written. */
  async write(offset: number, piece: Uint8Array): Promise<string | null> {
    if (this.#ended !== null) return this.#ended.reason;
    const end = offset + piece.byteLength;
    const problem = this.#problemOf(end) ?? this.#cover(offset, end);
    if (problem !== null) {
      await this.#end(problem, { from: offset, end });
      return problem;
    }
    await this.#draft.write(offset, piece);
    return null;
  }

  /** Cuts off what is behind so many bytes. False when it has fewer: bytes that nobody sent are none of a statement. */
  shorten(byteSize: number): boolean {
    if (this.#ended !== null || byteSize > this.byteSize) return false;
    if (byteSize === 0) this.#how = 'anew';
    this.#cutBytes = Math.min(this.#cutBytes, byteSize);
    this.#written = this.#written
      .filter(([from]) => from < byteSize)
      .map(([from, to]) => [from, Math.min(to, byteSize)] as const);
    return true;
  }

  /** How many bytes it has when none is missing; null when a piece is. */
  get wholeBytes(): number | null {
    if (this.#how === 'anew' && this.#written.length === 0) return 0;
    return this.#written.length === 1 && this.#isBeginningThere ? this.byteSize : null;
  }

  /** As far as there is no gap: what an upload can be taken up from. 0 when nothing was written. */
  get beginningBytes(): number {
    return this.#isBeginningThere ? (this.#written[0]?.[1] ?? 0) : 0;
  }

  /** Its first so many bytes become the object of this key. */
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
