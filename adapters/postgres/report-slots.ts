// How many reports run at once, and how many of one account.

export interface ReportSlots {
  /** Waits for a free place; null when there was none for so long. Returns how to give it back. */
  take(accountId: string, waitMs: number): Promise<(() => void) | null>;
}

interface Waiter {
  readonly accountId: string;
  readonly admit: () => void;
}

/** First come, first served, except that an account with all its places taken lets others pass. */
export function reportSlots({ total, ofAccount }: { readonly total: number; readonly ofAccount: number }): ReportSlots {
  const taken: string[] = [];
  const waiters: Waiter[] = [];

  const hasRoom = (accountId: string) =>
    taken.length < total && taken.filter((other) => other === accountId).length < ofAccount;
  const occupy = (accountId: string) => {
    taken.push(accountId);
    return () => {
      taken.splice(taken.indexOf(accountId), 1);
      const next = waiters.find((waiter) => hasRoom(waiter.accountId));
      next?.admit();
    };
  };
  const leave = (waiter: Waiter) => {
    const place = waiters.indexOf(waiter);
    if (place >= 0) waiters.splice(place, 1);
  };

  return {
    async take(accountId, waitMs) {
      if (hasRoom(accountId)) return occupy(accountId);
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          leave(waiter);
          resolve(null);
        }, waitMs);
        const waiter = {
          accountId,
          admit: () => {
            clearTimeout(timer);
            leave(waiter);
            resolve(occupy(accountId));
          },
        };
        waiters.push(waiter);
      });
    },
  };
}
