import { createSlots, type Slots } from './form-slots.ts';
import { type Reading, SlowReaders } from './send-export.ts';

interface ExportPlaceLimits {
  readonly count: number;
  readonly ofOwner: number;
  readonly waitMs: number;
  readonly lookMs: number;
  readonly settledMs: number;
  readonly yieldsBelowBytesPerSecond: number;
}

/** The place of one export. */
export interface ExportPlace {
  /** Registers the client that reads the export. Returns the function to call when the client has read everything. */
  reading(reading: Omit<Reading, 'owner'>): () => void;
  free(): void;
}

/**
 * Limits the exports of one process, because each holds a database connection until its client has read everything. While an owner
 * without exports waits, the slowest client is cut off, so that slow clients of several accounts cannot hold all places.
 */
export class ExportPlaces {
  readonly #limits: ExportPlaceLimits;
  readonly #slots: Slots;
  readonly #slowReaders: SlowReaders;

  constructor(limits: ExportPlaceLimits) {
    this.#limits = limits;
    this.#slots = createSlots({ ...limits, keepsLast: true });
    this.#slowReaders = new SlowReaders(limits);
  }

  hasAny(owner: string): boolean {
    return this.#slots.heldBy(owner) > 0;
  }

  /** Resolves to null when no place came free in time. */
  take(owner: string): Promise<ExportPlace | null> {
    const taken = Promise.withResolvers<ExportPlace | null>();
    const held = this.#slots.run(
      owner,
      () =>
        new Promise<void>((free) => {
          const reading: ExportPlace['reading'] = (read) => this.#slowReaders.enter({ owner, ...read });
          taken.resolve({ reading, free });
        }),
    );
    // Without a free place, `run` resolves at once and nothing else has resolved the promise.
    void held.then(() => taken.resolve(null));
    const looking = setInterval(() => {
      // An owner that has exports waits for one of them to end.
      if (!this.hasAny(owner)) this.#slowReaders.makeRoom();
    }, this.#limits.lookMs);
    return taken.promise.finally(() => clearInterval(looking));
  }
}
