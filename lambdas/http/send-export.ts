import { EXPORT_PACE, EXPORT_SECONDS_MAX, EXPORT_STALL_SECONDS } from '../../core/limits/request-limits.ts';
import { ENDLESS, type ExportedFile, type ExportLimits, limitedRoom } from './export.ts';

export interface PaceLimits {
  readonly bytesPerSecond: number;
  readonly stallMs: number;
}

/** The milliseconds below which a wait says nothing about the client, because buffers in between accept the first megabytes at once. */
const FILLING_MS = 100;

/** Milliseconds of a monotonic clock. */
type Now = () => number;
const monotonic: Now = () => performance.now();

/**
 * Measures how fast a client reads a response. Only time in which the service waits for the client counts. The client has a credit of
 * time: waiting uses it, each byte earns some, and it never exceeds the longest pause.
 */
export class ReaderPace {
  readonly #limits: PaceLimits;
  readonly #now: Now;
  #creditMs: number;
  #waitingSince: number | null = null;
  #waitedMs = 0;
  /** True once the client has made the service wait. Until then pieces only fill the buffers in between. */
  #hasMadeWait = false;
  #bytes = 0;
  #bytesOnTheirWay = 0;

  constructor(limits: PaceLimits, now: Now = monotonic) {
    this.#limits = limits;
    this.#now = now;
    this.#creditMs = limits.stallMs;
  }

  /** Records that a piece waits for the client. Returns the milliseconds within which the client has to read it. */
  offer(bytes: number): number {
    this.#bytesOnTheirWay = bytes;
    this.#waitingSince = this.#now();
    return this.#creditMs;
  }

  /** Records that the client has read the last offered piece. */
  took(): void {
    if (this.#waitingSince === null) return;
    const { stallMs, bytesPerSecond } = this.#limits;
    const waitedMs = this.#now() - this.#waitingSince;
    const earnedMs = (this.#bytesOnTheirWay / bytesPerSecond) * 1_000;
    this.#creditMs = Math.min(stallMs, Math.max(0, this.#creditMs - waitedMs) + earnedMs);
    this.#hasMadeWait ||= waitedMs >= FILLING_MS;
    if (this.#hasMadeWait) {
      this.#waitedMs += waitedMs;
      this.#bytes += this.#bytesOnTheirWay;
    }
    this.#waitingSince = null;
  }

  /** The milliseconds that the service has waited for the client. */
  get waitedMs(): number {
    return this.#waitedMs + (this.#waitingSince === null ? 0 : this.#now() - this.#waitingSince);
  }

  /** Bytes per second of the time that the service has waited for the client. */
  get bytesPerSecond(): number {
    return (this.#bytes / Math.max(1, this.waitedMs)) * 1_000;
  }
}

/** A response that a client is reading. */
export interface Reading {
  readonly owner: string;
  readonly pace: Pick<ReaderPace, 'waitedMs' | 'bytesPerSecond'>;
  /** Ends the response early. Called at most once. */
  readonly cut: () => void;
}

interface YieldLimits {
  readonly settledMs: number;
  readonly yieldsBelowBytesPerSecond: number;
}

/** Responses that hold a place while they are read. The slowest one is ended when its place is needed. */
export class SlowReaders {
  readonly #limits: YieldLimits;
  readonly #readings = new Set<Reading>();

  constructor(limits: YieldLimits = EXPORT_PACE) {
    this.#limits = limits;
  }

  /** Registers a response. Returns the function that removes the response. */
  enter(reading: Reading): () => void {
    this.#readings.add(reading);
    return () => void this.#readings.delete(reading);
  }

  /**
   * Ends the slowest response of the owner with the most responses. Returns false when no client is slow, or none has been measured long
   * enough.
   */
  makeRoom(): boolean {
    const { settledMs, yieldsBelowBytesPerSecond } = this.#limits;
    const readings = [...this.#readings];
    const held = Map.groupBy(readings, ({ owner }) => owner);
    const heldBy = ({ owner }: Reading) => held.get(owner)?.length ?? 0;
    const [slowest] = readings
      .filter(({ pace }) => pace.waitedMs >= settledMs && pace.bytesPerSecond < yieldsBelowBytesPerSecond)
      .toSorted((a, b) => heldBy(b) - heldBy(a) || a.pace.bytesPerSecond - b.pace.bytesPerSecond);
    if (slowest === undefined) return false;
    this.#readings.delete(slowest);
    slowest.cut();
    return true;
  }
}

/** The host's settings for sending exports. */
export interface ExportSettings {
  /** The limits of a response on a host that sends it in one piece. When absent, exports are streamed. */
  readonly inOnePiece?: ExportLimits | undefined;
  readonly stallMs?: number | undefined;
  readonly totalMs?: number | undefined;
  /** The slowest allowed average speed of a client, in bytes per second. */
  readonly bytesPerSecond?: number | undefined;
}

export interface ExportSending {
  readonly headers: Headers;
  readonly settings: ExportSettings;
  /**
   * Returns the address of the rest of a list that was cut after the given number of rows, for the Link header. Null for a list that cannot
   * begin at a row.
   */
  readonly nextHref: (rows: number) => string | null;
  /**
   * Closes the connection before the end of the file, so that the client notices the missing rows. When absent, the stream ends with an
   * error.
   */
  readonly cutOff: (() => void) | undefined;
  /** Called with a stream that a client reads; returns the function to call at its end. */
  readonly onReading?: (reading: Omit<Reading, 'owner'>) => () => void;
  /** Reports why the export broke off. The response has begun by then, so only the log can say why. */
  readonly onBroken: (error: unknown) => void;
}

export interface SentExport {
  readonly response: Response;
  /** True when the size is unknown and the body must not be read into memory. */
  readonly isStreamed: boolean;
}

/** Sends a file of rows and always closes it. Throws only while nothing has been sent. */
export async function sendExport(file: ExportedFile, sending: ExportSending): Promise<SentExport> {
  try {
    return await (sending.settings.inOnePiece === undefined
      ? startStream(file, sending)
      : sendInOnePiece(file, sending, sending.settings.inOnePiece));
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function sendInOnePiece(
  file: ExportedFile,
  { headers, nextHref }: ExportSending,
  limits: ExportLimits,
): Promise<SentExport> {
  const room = limitedRoom(limits);
  const pieces: Uint8Array[] = [];
  for await (const piece of file.pieces(room)) {
    if (typeof piece !== 'string') room.countPacked(piece);
    pieces.push(bytesOf(piece));
  }
  await file.close();
  if (room.isCut) {
    headers.set('X-Truncated', 'true');
    // After no rows, the address would lead to the same answer for ever.
    const next = room.rows === 0 ? null : nextHref(room.rows);
    if (next !== null) headers.set('Link', `<${next}>; rel="next"`);
  }
  return { response: new Response(new Uint8Array(Buffer.concat(pieces)), { headers }), isStreamed: false };
}

/** Begins a streamed response with its first pieces. A fault of the list appears then, and a short list needs no stream. */
async function startStream(file: ExportedFile, sending: ExportSending): Promise<SentExport> {
  const pieces = file.pieces(ENDLESS)[Symbol.asyncIterator]();
  const ahead: Uint8Array<ArrayBuffer>[] = [];
  for (let count = 0; count < 2; count += 1) {
    const next = await pieces.next();
    if (next.done === true) {
      await file.close();
      const body = new Uint8Array(Buffer.concat(ahead));
      return { response: new Response(body, { headers: sending.headers }), isStreamed: false };
    }
    ahead.push(bytesOf(next.value));
  }
  const body = streamOf({ ahead, pieces, close: file.close }, sending);
  return { response: new Response(body, { headers: sending.headers }), isStreamed: true };
}

interface Begun extends Pick<ExportedFile, 'close'> {
  readonly ahead: Uint8Array<ArrayBuffer>[];
  readonly pieces: AsyncIterator<string | Uint8Array>;
}

/**
 * Makes pieces at the client's pace. A client is cut off if it pauses too long, is too slow on average, or takes too long in total, or if
 * it is slow and its place is needed.
 */
function streamOf(
  { ahead, pieces, close }: Begun,
  { settings, cutOff, onBroken, onReading }: ExportSending,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { stallMs = EXPORT_STALL_SECONDS * 1_000, totalMs = EXPORT_SECONDS_MAX * 1_000 } = settings;
  const pace = new ReaderPace({ stallMs, bytesPerSecond: settings.bytesPerSecond ?? EXPORT_PACE.bytesPerSecond });
  let leave: (() => void) | undefined;
  let stall: NodeJS.Timeout | undefined;
  let total: NodeJS.Timeout | undefined;
  let isOver = false;
  const end = async () => {
    isOver = true;
    leave?.();
    clearTimeout(stall);
    clearTimeout(total);
    await close();
  };
  const breakOff = (controller: ReadableStreamDefaultController, error: unknown) => {
    if (isOver) return;
    onBroken(error);
    void end();
    if (cutOff === undefined) controller.error(error);
    else cutOff();
  };
  return new ReadableStream(
    {
      start(controller) {
        leave = onReading?.({
          pace,
          cut: () => breakOff(controller, new SlowClient('The client was slow while its place was needed')),
        });
        total = setTimeout(() => breakOff(controller, new SlowClient('The client did not take all in time')), totalMs);
      },
      async pull(controller) {
        clearTimeout(stall);
        pace.took();
        try {
          const first = ahead.shift();
          const next = first === undefined ? await pieces.next() : { done: false, value: first };
          if (isOver) return;
          if (next.done === true) {
            await end();
            controller.close();
            return;
          }
          const bytes = bytesOf(next.value);
          controller.enqueue(bytes);
          stall = setTimeout(
            () => breakOff(controller, new SlowClient('The client took too little for too long')),
            pace.offer(bytes.byteLength),
          );
        } catch (error) {
          breakOff(controller, error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  );
}

/** The client read too slowly. The service has not failed. */
export class SlowClient extends Error {
  override readonly name = 'SlowClient';
}

// A byte view may share its buffer with other data; a response must own the bytes that it sends.
function bytesOf(piece: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(typeof piece === 'string' ? Buffer.from(piece) : piece);
}
