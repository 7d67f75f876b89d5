import { FILE_BYTES_MAX } from '../core/limits.ts';

/**
 * The bytes of one upload while it is under way. Clients send pieces in any order, several at a time; it is whole when the
 * pieces leave no gap.
 */
export class SftpUpload {
  #bytes: Buffer;
  /** What has been written, as ranges that neither touch nor overlap, in order. */
  #written: (readonly [from: number, to: number])[] = [];

  /** As many bytes as it would have had when that became too many. */
  #tooManyBytes: number | null = null;

  constructor(start: Uint8Array) {
    this.#bytes = Buffer.from(start);
    if (start.byteLength > 0) this.#written = [[0, start.byteLength]];
  }

  get byteSize(): number {
    return this.#tooManyBytes ?? this.#written.at(-1)?.[1] ?? 0;
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

  /** All of it, or null when a piece is missing. */
  whole(): Uint8Array | null {
    const isWhole = this.#written.length <= 1 && (this.#written[0]?.[0] ?? 0) === 0;
    return isWhole ? this.#bytes.subarray(0, this.byteSize) : null;
  }

  /** As far as there is no gap: what an upload can be taken up from. */
  beginning(): Uint8Array {
    const [first] = this.#written;
    return first?.[0] === 0 ? this.#bytes.subarray(0, first[1]) : new Uint8Array();
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
