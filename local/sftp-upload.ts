import { FILE_BYTES_MAX } from '../core/limits.ts';

/**
 * How an upload begins. `anew`: nothing of what was there counts. `over`: the client says by its first byte whether it goes on
 * where the cut upload ended or begins again at 0, as scp does, which never asks for an empty file. `on`: it can only go on.
 * `cut` is what came of the cut upload.
 */
export type UploadStart = { readonly how: 'anew' } | { readonly how: 'over' | 'on'; readonly cut: Uint8Array };

/**
 * The bytes of one upload while it is under way. Clients send pieces in any order, several at a time; it is whole when the
 * pieces leave no gap. What an earlier upload left counts only where the pieces begin exactly at its end: in anything else
 * bytes of two statements would be mixed.
 */
export class SftpUpload {
  #how: UploadStart['how'];
  #bytes: Buffer;
  #cutBytes: number;
  /** What has been written, as ranges that neither touch nor overlap, in order. */
  #written: (readonly [from: number, to: number])[] = [];

  /** As many bytes as it would have had when that became too many. */
  #tooManyBytes: number | null = null;

  constructor(start: UploadStart) {
    this.#how = start.how;
    this.#bytes = Buffer.from(start.how === 'anew' ? [] : start.cut);
    this.#cutBytes = this.#bytes.byteLength;
  }

  /** Before anything is written that of the cut upload, as that is where clients go on. */
  get byteSize(): number {
    return this.#tooManyBytes ?? this.#written.at(-1)?.[1] ?? this.#cutBytes;
  }

  /** Nothing was asked of it: it changes nothing of what is there. */
  get isUntouched(): boolean {
    return this.#how !== 'anew' && this.#written.length === 0 && !this.isTooLarge;
  }

  /** Larger than a statement may be: it is over, and nothing of it is kept. */
  get isTooLarge(): boolean {
    return this.#tooManyBytes !== null;
  }

  /** False once it is too large. */
  write(offset: number, piece: Uint8Array): boolean {
    const end = offset + piece.byteLength;
    if (end > FILE_BYTES_MAX && !this.isTooLarge) {
      this.#tooManyBytes = end;
      this.#bytes = Buffer.alloc(0);
      this.#written = [];
    }
    if (this.isTooLarge) return false;
    if (end > this.#bytes.byteLength) {
      const larger = Buffer.alloc(Math.min(FILE_BYTES_MAX, Math.max(end, 2 * this.#bytes.byteLength)));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(piece, offset);
    if (piece.byteLength > 0) this.#cover(offset, end);
    return true;
  }

  /** Cuts off what is behind so many bytes. False when it has fewer: bytes that nobody sent are none of a statement. */
  shorten(byteSize: number): boolean {
    if (this.isTooLarge || byteSize > this.byteSize) return false;
    if (byteSize === 0) this.#how = 'anew';
    this.#cutBytes = Math.min(this.#cutBytes, byteSize);
    this.#written = this.#written
      .filter(([from]) => from < byteSize)
      .map(([from, to]) => [from, Math.min(to, byteSize)] as const);
    return true;
  }

  /** All of it, or null when a piece is missing. */
  whole(): Uint8Array | null {
    if (this.#how === 'anew' && this.#written.length === 0) return new Uint8Array();
    return this.#written.length === 1 && this.#isBeginningThere ? this.#bytes.subarray(0, this.byteSize) : null;
  }

  /** As far as there is no gap: what an upload can be taken up from. Nothing when nothing was written. */
  beginning(): Uint8Array {
    return this.#isBeginningThere ? this.#bytes.subarray(0, this.#written[0]?.[1]) : new Uint8Array();
  }

  get #isBeginningThere(): boolean {
    const from = this.#written[0]?.[0];
    return from === this.#cutBytes || (from === 0 && this.#how !== 'on');
  }

  #cover(from: number, to: number): void {
    const apart = this.#written.filter(([start, end]) => end < from || start > to);
    const touching = this.#written.filter(([start, end]) => end >= from && start <= to);
    const merged = [
      Math.min(from, ...touching.map(([start]) => start)),
      Math.max(to, ...touching.map(([, end]) => end)),
    ] as const;
    this.#written = [...apart, merged].sort(([a], [b]) => a - b);
  }
}
