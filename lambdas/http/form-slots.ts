import { FORM_WAIT_SECONDS, FORMS_AT_ONCE, FORMS_OF_ACCOUNT_AT_ONCE } from '../../core/limits.ts';

/** Takes turns with what is large in memory: those who wait have their bodies unread. */
export interface Slots {
  /** Null: no slot came free in time, and nothing was begun. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T | null>;
}

interface SlotLimits {
  readonly count: number;
  /** Of one owner: whoever sends slowly, or never to the end, holds no more, and the others are for the rest. */
  readonly ofOwner: number;
  readonly waitMs: number;
}

export function createSlots({ count, ofOwner, waitMs }: SlotLimits): Slots {
  /** Whose the slots in use are. */
  const taken: string[] = [];
  const waiting: { readonly owner: string; readonly begin: () => void }[] = [];

  const isFree = (owner: string) => taken.length < count && taken.filter((each) => each === owner).length < ofOwner;
  /** Nobody is overtaken: who finds a slot free would have found it free for all of the same owner, and those of others wait for their own. */
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
    const next = waiting.findIndex((waiter) => isFree(waiter.owner));
    // Handed on at once, so that whoever comes now can't overtake those who wait.
    for (const waiter of next < 0 ? [] : waiting.splice(next, 1)) {
      taken.push(waiter.owner);
      waiter.begin();
    }
  };

  return {
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
