import { EXPORT_PACE } from '../../core/limits/request-limits.ts';

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
