import { type Reading, SlowReaders } from './send-export.ts';

/** Limits how many memory-intensive jobs run at once. The bodies of waiting requests are in files. */
export interface Slots {
  /** Resolves to null when no slot came free in time; `work` has then not begun. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T | null>;
  /** The number of slots that the owner holds at this moment. */
  heldBy(owner: string): number;
}

interface SlotLimits {
  readonly count: number;
  /** The most slots for one owner. The other slots stay free for other owners. */
  readonly ofOwner: number;
  readonly waitMs: number;
  /** Keeps the last free slot for an owner that has none, so that two slow owners cannot hold all slots. */
  readonly keepsLast?: boolean;
}

export function createSlots({ count, ofOwner, waitMs, keepsLast = false }: SlotLimits): Slots {
  /** The owners of the slots in use. */
  const taken: string[] = [];
  const waiting: { readonly owner: string; readonly begin: () => void }[] = [];

  const heldBy = (owner: string) => taken.filter((each) => each === owner).length;
  const isFree = (owner: string) => {
    const open = count - taken.length - (keepsLast && heldBy(owner) > 0 ? 1 : 0);
    return open > 0 && heldBy(owner) < ofOwner;
  };
  /**
   * Takes a slot for the owner, if the owner's share allows it. No request is overtaken: while a slot is free for this owner, no earlier
   * request of the owner waits.
   */
  const take = (owner: string) => {
    if (isFree(owner)) {
      taken.push(owner);
      return Promise.resolve(true);
    }
    return new Promise<boolean>((resolve) => {
      const waiter = {
        owner,
        begin() {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1);
        resolve(false);
      }, waitMs);
      waiting.push(waiter);
    });
  };
  const release = (owner: string) => {
    taken.splice(taken.indexOf(owner), 1);
    // The owner with the fewest slots comes first, so that two owners with long queues cannot block a third.
    const [next] = waiting
      .filter((waiter) => isFree(waiter.owner))
      .toSorted((a, b) => heldBy(a.owner) - heldBy(b.owner));
    // The slot is handed over at once, so that a new request cannot overtake a waiting one.
    for (const waiter of next === undefined ? [] : waiting.splice(waiting.indexOf(next), 1)) {
      taken.push(waiter.owner);
      waiter.begin();
    }
  };

  return {
    heldBy,
    async run(owner, work) {
      if (!(await take(owner))) return null;
      try {
        return await work();
      } finally {
        release(owner);
      }
    },
  };
}

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
