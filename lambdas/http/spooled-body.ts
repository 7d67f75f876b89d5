import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BODY_LIMITS } from '../../core/limits/request-limits.ts';

/** The number of bytes to read back at once. */
const READ_BYTES = 256 * 1024;

/**
 * A body from its arrival until it is parsed. The first bytes are in memory and the rest in a file, so that slow and waiting bodies cost
 * little memory. The file has no name, so it disappears with the process in any case.
 */
export class SpooledBody {
  readonly #directory: string;
  #memory: Buffer<ArrayBuffer>;
  #inMemory = 0;
  #file: FileHandle | null = null;
  #inFile = 0;

  /** `announcedBytes` is the length that the client announced; a short body takes less memory. */
  constructor(directory = tmpdir(), announcedBytes = Number.POSITIVE_INFINITY) {
    this.#directory = directory;
    this.#memory = Buffer.allocUnsafeSlow(Math.max(1, Math.min(announcedBytes, BODY_LIMITS.memoryBytes)));
  }

  get length(): number {
    return this.#inFile + this.#inMemory;
  }

  /** Appends bytes; calls must not overlap. The bytes are copied, because a chunk of one byte may keep a large buffer alive. */
  async write(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.byteLength; ) {
      if (this.#inMemory === this.#memory.byteLength) await this.#makeRoom();
      const part = chunk.subarray(from, from + this.#memory.byteLength - this.#inMemory);
      this.#memory.set(part, this.#inMemory);
      this.#inMemory += part.byteLength;
      from += part.byteLength;
    }
  }

  /** Yields the whole body in order. */
  async *chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (let position = 0; position < this.#inFile; ) {
      const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, this.#inFile - position));
      const bytesRead = (await this.#file?.read(buffer, 0, buffer.byteLength, position))?.bytesRead ?? 0;
      if (bytesRead === 0) throw new Error('A spooled body is shorter than what was written of it.');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    if (this.#inMemory > 0) yield this.#memory.subarray(0, this.#inMemory);
  }

  async discard(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }

  async #makeRoom(): Promise<void> {
    if (this.#memory.byteLength === BODY_LIMITS.memoryBytes) return this.#flush();
    // The body is longer than announced, so the memory grows to its full size.
    const memory = Buffer.allocUnsafeSlow(BODY_LIMITS.memoryBytes);
    memory.set(this.#memory);
    this.#memory = memory;
  }

  async #flush(): Promise<void> {
    this.#file ??= await openUnnamed(this.#directory);
    for (let from = 0; from < this.#inMemory; ) {
      const { bytesWritten } = await this.#file.write(this.#memory, from, this.#inMemory - from, this.#inFile);
      from += bytesWritten;
      this.#inFile += bytesWritten;
    }
    this.#inMemory = 0;
  }
}

async function openUnnamed(directory: string): Promise<FileHandle> {
  const path = join(directory, `body-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
