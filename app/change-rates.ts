import { isRefused, type Refused } from '../core/problem.ts';
import type { NewRate, RateSet, RateStore, Rescore } from './carrier-ports.ts';
import type { RequestOrigin } from './ports.ts';
import { rebuildBook } from './rebuild-book.ts';

/** Contracted rates (contract 6, Owed): what is owed is scored again with them, at once or, in large books, by jobs. */

export interface RateChanges {
  readonly rates: RateStore;
  readonly relayOutbox: () => Promise<void>;
}

export async function setRate(
  { rates, relayOutbox }: RateChanges,
  command: { readonly accountId: string; readonly rate: NewRate; readonly origin: RequestOrigin },
): Promise<RateSet | Refused> {
  const set = await rates.set(command, rescoreBooks);
  if (!isRefused(set) && set.jobIds.length > 0) await relayOutbox();
  return set;
}

/** Null: done. */
export async function removeRate(
  { rates, relayOutbox }: RateChanges,
  command: { readonly accountId: string; readonly rateId: string; readonly origin: RequestOrigin },
): Promise<Refused | null> {
  const removed = await rates.remove(command, rescoreBooks);
  if (isRefused(removed)) return removed;
  if (removed.jobIds.length > 0) await relayOutbox();
  return null;
}

/** Scores books again, one after the other. */
export const rescoreBooks: Rescore = async (from, books) => {
  let periods = 0;
  for (const book of books) periods += (await rebuildBook(book, from)).length;
  return periods;
};
