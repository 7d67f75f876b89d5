import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IsDiskFull } from '../../app/operations/check-readiness.ts';
import { clientNetworkOf } from '../../core/client-network.ts';
import { isNoSpaceError, STORAGE_FULL } from '../../core/disk-room.ts';
import { BODY_LIMITS, UNAVAILABLE_RETRY_SECONDS } from '../../core/limits/request-limits.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';

/** The sender of a body; the bounds apply to each account separately. */
export interface BodySender {
  /** The id of the account, or "operator". */
  readonly account: string;
  readonly address: string;
}

interface PlaceLimits {
  readonly ofAccount: number;
  readonly ofAddress: number;
  readonly atOnce: number;
  /** The age in milliseconds from which a body can lose its place even to an account that has as many bodies as its own. */
  readonly settledMs: number;
}

/** The place of a body that is arriving, or that has arrived and waits for its turn. */
export interface BodyPlace {
  count(bytes: number): void;
  /** Marks the body as complete: from now on it cannot lose its place. */
  arrived(): void;
  leave(): void;
}

interface Entry extends BodySender {
  readonly startedAt: number;
  readonly onLost: () => void;
  bytes: number;
  isArriving: boolean;
}

/**
 * Bounds the bodies that arrive at one process at the same time. When a bound is reached, a new body replaces the slowest body of the
 * account that has the most. Slow senders therefore cannot block the others, however many accounts they use.
 */
export class BodyPlaces {
  readonly #limits: PlaceLimits;
  readonly #now: () => number;
  readonly #entries = new Set<Entry>();

  constructor(limits: PlaceLimits = BODY_LIMITS, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Returns null when there is no place and no slow body to replace. `onLost` is called at most once, and only before the body has
   * arrived.
   */
  enter({ account, address }: BodySender, onLost: () => void): BodyPlace | null {
    const sender = { account, address: clientNetworkOf(address) };
    const { ofAccount, ofAddress, atOnce } = this.#limits;
    const groups = [
      [ofAccount, (other: BodySender) => other.account === account],
      [ofAddress, (other: BodySender) => other.address === sender.address],
      [atOnce, () => true],
    ] as const;
    for (const [limit, belongs] of groups) {
      const members = [...this.#entries].filter(belongs);
      if (members.length >= limit && !this.#makeRoom(members, sender)) return null;
    }
    const entry: Entry = { ...sender, startedAt: this.#now(), onLost, bytes: 0, isArriving: true };
    this.#entries.add(entry);
    return {
      count: (bytes) => {
        entry.bytes += bytes;
      },
      arrived: () => {
        entry.isArriving = false;
      },
      leave: () => {
        this.#entries.delete(entry);
      },
    };
  }

  /** True when the account has as many bodies as one account may have. */
  isFull(account: string): boolean {
    return [...this.#entries].filter((entry) => entry.account === account).length >= this.#limits.ofAccount;
  }

  #makeRoom(members: readonly Entry[], newcomer: BodySender): boolean {
    const now = this.#now();
    const ofAccount = Map.groupBy(members, ({ account }) => account);
    const held = ({ account }: BodySender) => ofAccount.get(account)?.length ?? 0;
    const rate = ({ bytes, startedAt }: Entry) => bytes / (now - startedAt + 1);
    const mayGo = (entry: Entry) => held(entry) > held(newcomer) + 1 || now - entry.startedAt >= this.#limits.settledMs;
    const [first] = members
      .filter((entry) => entry.isArriving && mayGo(entry))
      .toSorted((a, b) => held(b) - held(a) || rate(a) - rate(b));
    if (first === undefined) return false;
    this.#entries.delete(first);
    first.onLost();
    return true;
  }
}

export interface ReceiveOptions {
  readonly sender: BodySender;
  readonly bytesMax: number;
  /** The refusal of a body that is larger than the limit. */
  readonly tooLarge: Refused;
  /** The directory for bodies that do not fit in memory; by default the system's directory for temporary files. */
  readonly directory?: string | undefined;
  readonly places: BodyPlaces;
  /** Asks for the disk of the directory, for each chunk: many bodies on their way can fill a disk that had room for each. */
  readonly isDiskFull?: IsDiskFull | undefined;
}

/** A complete body. It keeps its place until it is discarded, so that waiting bodies are bounded too. */
export interface ReceivedBody {
  readonly length: number;
  /** Null when the request has no body. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  discard(): Promise<void>;
}

/**
 * Receives a whole body before anything else happens. A client that sends more slowly than the limits allow, or whose place another body
 * needs, gets 408.
 */
export async function receiveBody(
  { body, headers }: Pick<Request, 'body' | 'headers'>,
  { sender, bytesMax, tooLarge, directory, places, isDiskFull }: ReceiveOptions,
): Promise<ReceivedBody | Refused> {
  if (body === null) return NO_BODY;
  const arrival = new Arrival(body);
  const place = places.enter(sender, () => arrival.interrupt('lost'));
  if (place === null) return places.isFull(sender.account) ? FULL_ACCOUNT : NO_PLACE;
  const announced = Number(headers.get('content-length') ?? Number.NaN);
  const spooled = new SpooledBody(directory, Number.isInteger(announced) ? announced : undefined);
  const discard = async () => {
    place.leave();
    await spooled.discard();
  };
  let isWhole = false;
  try {
    const refused = await spool(arrival, { spooled, place, bytesMax, tooLarge, isDiskFull });
    if (refused !== null) return refused;
    isWhole = true;
    return { length: spooled.length, stream: ReadableStream.from(spooled.chunks()), discard };
  } catch (error) {
    if (isNoSpaceError(error)) return STORAGE_FULL;
    throw error;
  } finally {
    if (!isWhole) await discard();
  }
}

interface Spooling extends Pick<ReceiveOptions, 'bytesMax' | 'tooLarge' | 'isDiskFull'> {
  readonly spooled: SpooledBody;
  readonly place: BodyPlace;
}

async function spool(
  arrival: Arrival,
  { spooled, place, bytesMax, tooLarge, isDiskFull }: Spooling,
): Promise<Refused | null> {
  for (;;) {
    const chunk = await arrival.next();
    if (chunk === null) {
      place.arrived();
      return null;
    }
    if (isRefused(chunk)) return chunk;
    place.count(chunk.byteLength);
    if (spooled.length + chunk.byteLength > bytesMax) return tooLarge;
    if (spooled.length + chunk.byteLength > BODY_LIMITS.memoryBytes && (await isDiskFull?.())) return STORAGE_FULL;
    await spooled.write(chunk);
  }
}

type ReadResult = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;
type Interruption = 'slow' | 'lost' | 'broken';

/**
 * Reads the chunks of a body as long as they arrive fast enough. The client has a credit of time: each byte earns some, up to the longest
 * pause, and only time spent waiting for the client is deducted.
 */
class Arrival {
  // A reader is used instead of `for await`: leaving that loop early would cancel the stream and close the connection before the refusal is
  // sent.
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #creditMs: number = BODY_LIMITS.stallMs;
  /**
   * Ends the wait for the next chunk. Each wait has a function of its own, because reactions to one promise for the whole body would pile
   * up.
   */
  #interrupt: ((reason: Interruption) => void) | null = null;
  #interruption: Interruption | null = null;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  interrupt(reason: Interruption): void {
    this.#interruption ??= reason;
    this.#interrupt?.(reason);
  }

  /** Reads the next chunk. Returns a refusal when the body stops arriving, and null at its end. */
  async next(): Promise<Uint8Array | Refused | null> {
    if (this.#interruption !== null) return REFUSALS[this.#interruption];
    const startedAt = performance.now();
    const result = await this.#wait();
    this.#interrupt = null;
    if (typeof result === 'string') return REFUSALS[result];
    if (result.done) return null;
    const earnedMs = (result.value.byteLength / BODY_LIMITS.bytesPerSecond) * 1_000;
    const leftMs = Math.max(0, this.#creditMs - (performance.now() - startedAt));
    this.#creditMs = Math.min(BODY_LIMITS.stallMs, leftMs + earnedMs);
    return result.value;
  }

  #wait(): Promise<ReadResult | Interruption> {
    const { promise, resolve } = Promise.withResolvers<ReadResult | Interruption>();
    this.#interrupt = resolve;
    // The timer runs twice: if this process was busy for long, the data that arrived meanwhile is read between the two runs.
    let timer = setTimeout(() => {
      timer = setTimeout(() => this.interrupt('slow'), SECOND_LOOK_MS);
    }, this.#creditMs);
    this.#reader.read().then(resolve, () => resolve('broken'));
    return promise.finally(() => clearTimeout(timer));
  }
}

const SECOND_LOOK_MS = 250;

export const NO_BODY: ReceivedBody = { length: 0, stream: null, discard: async () => {} };

/**
 * The refusal when the account has too many bodies on their way. The status is not one of a service failure, because the account causes
 * this by itself.
 */
const FULL_ACCOUNT = refuse('rate_limited', {
  detail: 'Too many request bodies of this account are on their way. Nothing of this one was taken in.',
  headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
});
const NO_PLACE = refuse('service_unavailable', {
  detail: 'Too many request bodies are on their way. Nothing of this one was taken in.',
  headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
});

const REFUSALS: Readonly<Record<Interruption, Refused>> = {
  slow: refuse(
    'request_timeout',
    `The body came too slowly: at least ${BODY_LIMITS.bytesPerSecond} bytes a second, without a pause of ${BODY_LIMITS.stallMs / 1_000} seconds.`,
  ),
  lost: refuse('request_timeout', 'The body came slowly while its place was needed for others.'),
  broken: refuse('bad_request', 'The body broke off.'),
};

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
