import { hasRoom, refuseStorage, type StorageUse, storageLimit, storedBytes } from '../core/storage-quota.ts';
import type { UploadRoom } from './sftp-upload.ts';

/** Ended uploads of an account that are written down with their reason. The client is told the reason of all. */
const REJECTIONS_PER_HOUR = 100;
const HOUR_MS = 3_600_000;

/** Of one account, over all its connections: bytes of uploads that are under way, and turns with storing them. */
export class AccountUploads {
  readonly #findUse: () => Promise<StorageUse>;
  readonly #nowMs: () => number;
  #openBytes = 0;
  #rejections = { sinceMs: Number.NEGATIVE_INFINITY, count: 0 };
  #storing: Promise<unknown> = Promise.resolve();

  constructor(findUse: () => Promise<StorageUse>, nowMs: () => number = () => performance.now()) {
    this.#findUse = findUse;
    this.#nowMs = nowMs;
  }

  /** Whether one more upload that was ended is written down. Each is a row and a file, and a client can make thousands a minute. */
  mayRecordRejection(): boolean {
    const nowMs = this.#nowMs();
    if (nowMs - this.#rejections.sinceMs >= HOUR_MS) this.#rejections = { sinceMs: nowMs, count: 0 };
    this.#rejections.count += 1;
    return this.#rejections.count <= REJECTIONS_PER_HOUR;
  }

  /** Room for one more upload beside those under way. A sentence for the client when there is none. */
  async open(byteSize: number): Promise<UploadRoom | string> {
    const use = await this.#findUse();
    let held = 0;
    const room: UploadRoom = {
      growTo: (bytes) => {
        const more = Math.max(0, bytes - held);
        const needed = this.#openBytes + more;
        if (needed > storageLimit(use) - storedBytes(use)) return sentenceOf(use, needed);
        held += more;
        this.#openBytes += more;
        return null;
      },
      release: () => {
        this.#openBytes -= held;
        held = 0;
      },
    };
    return room.growTo(Math.max(1, byteSize)) ?? room;
  }

  /** A sentence for the client when there is no room for so many more bytes; null when there is. */
  async refuse(bytes: number): Promise<string | null> {
    if (bytes <= 0) return null;
    const use = await this.#findUse();
    return hasRoom(use, bytes) ? null : sentenceOf(use, bytes);
  }

  /** One after the other, so that what one stores is counted before the next is looked at. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#storing.then(work);
    this.#storing = done.catch(() => {});
    return done;
  }
}

const sentenceOf = (use: StorageUse, bytes: number): string => refuseStorage(use, bytes).refused.detail ?? '';
