import { FORM_WAIT_SECONDS, FORMS_AT_ONCE, FORMS_OF_ACCOUNT_AT_ONCE } from '../../core/limits/request-limits.ts';

/** Takes turns with what is large in memory: those who wait have their bodies in files. */
export interface Slots {
  /** Null: no slot came free in time, and nothing was begun. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T | null>;
  /** How many slots the owner has at this moment. */
  heldBy(owner: string): number;
}

interface SlotLimits {
  readonly count: number;
  /** Of one owner: the others are left for the rest. */
  readonly ofOwner: number;
  readonly waitMs: number;
  /** The last free slot is for an owner that has none, so that two owners that keep theirs for long can't take them all. */
  readonly keepsLast?: boolean;
}

export function createSlots({ count, ofOwner, waitMs, keepsLast = false }: SlotLimits): Slots {
  /** Whose the slots in use are. */
  const taken: string[] = [];
  const waiting: { readonly owner: string; readonly begin: () => void }[] = [];

  const heldBy = (owner: string) => taken.filter((each) => each === owner).length;
  const isFree = (owner: string) => {
    const open = count - taken.length - (keepsLast && heldBy(owner) > 0 ? 1 : 0);
    return open > 0 && heldBy(owner) < ofOwner;
  };
  /**
   * Nobody is overtaken: who finds a slot free would have found it free for all of the same owner, and those of others
   * wait for their own.
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
  const giveBack = (owner: string) => {
    taken.splice(taken.indexOf(owner), 1);
    // The owner with the fewest slots comes first, so that two with long queues don't keep out a third.
    const [next] = waiting
      .filter((waiter) => isFree(waiter.owner))
      .toSorted((a, b) => heldBy(a.owner) - heldBy(b.owner));
    // Handed on at once, so that whoever comes now can't overtake those who wait.
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
        giveBack(owner);
      }
    },
  };
}

/** Of this process. */
export const formSlots = createSlots({
  count: FORMS_AT_ONCE,
  ofOwner: FORMS_OF_ACCOUNT_AT_ONCE,
  waitMs: FORM_WAIT_SECONDS * 1_000,
});
