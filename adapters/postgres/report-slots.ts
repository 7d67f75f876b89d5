// How many reports run at once, and how many of one account.

export interface ReportSlots {
  /** Waits for a free place. `busy`: there was none for so long. `stuck`: an earlier run of the account won't end. */
  take(accountId: string, waitMs: number): Promise<ReportSlot | 'busy' | 'stuck'>;
}

/** A place that is taken. */
export interface ReportSlot {
  /** To be called once the server's process is gone, however the run ended: until then it costs as much as before. */
  free(): void;
  /** The run has ended and its process does not: until it does, the account gets no further place. */
  markStuck(): void;
}

interface Place {
  readonly accountId: string;
  isStuck: boolean;
}

interface Waiter {
  readonly accountId: string;
  readonly answer: (slot: ReportSlot | 'busy' | 'stuck') => void;
}

/** First come, first served, except that an account with all its places taken lets others pass. */
export function reportSlots({ total, ofAccount }: { readonly total: number; readonly ofAccount: number }): ReportSlots {
  const taken = new Set<Place>();
  const waiters = new Set<Waiter>();

  const placesOf = (accountId: string) => [...taken].filter((place) => place.accountId === accountId);
  const isStuck = (accountId: string) => placesOf(accountId).some((place) => place.isStuck);
  const hasRoom = (accountId: string) => taken.size < total && placesOf(accountId).length < ofAccount;
  const answer = (waiter: Waiter, slot: ReportSlot | 'busy' | 'stuck') => {
    waiters.delete(waiter);
    waiter.answer(slot);
  };
  const occupy = (accountId: string): ReportSlot => {
    const place: Place = { accountId, isStuck: false };
    taken.add(place);
    return {
      free() {
        if (!taken.delete(place)) return;
        const next = [...waiters].find((waiter) => hasRoom(waiter.accountId));
        if (next !== undefined) answer(next, occupy(next.accountId));
      },
      markStuck() {
        place.isStuck = taken.has(place);
        for (const waiter of [...waiters]) {
          if (isStuck(waiter.accountId)) answer(waiter, 'stuck');
        }
      },
    };
  };

  return {
    async take(accountId, waitMs) {
      if (isStuck(accountId)) return 'stuck';
      if (hasRoom(accountId)) return occupy(accountId);
      return new Promise((resolve) => {
        const waiter: Waiter = {
          accountId,
          answer: (slot) => {
            clearTimeout(timer);
            resolve(slot);
          },
        };
        const timer = setTimeout(() => answer(waiter, 'busy'), waitMs);
        waiters.add(waiter);
      });
    },
  };
}
