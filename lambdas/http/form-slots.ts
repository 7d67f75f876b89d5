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
