import { type Period, periodOfDate } from '../core/period.ts';
import { isRefused, type Refused } from '../core/problem.ts';
import type { NewRate, RateRecord, RateStore, StoredRateChange } from './carrier-ports.ts';
import type { BookStore, RequestOrigin } from './ports.ts';
import { rebuildBook } from './rebuild-book.ts';

/**
 * Contracted rates and what follows from them (contract 6, Owed). The rate is stored first, then every book of the carrier
 * is scored again from the first period the rate can reach, one transaction each under the book's lock. Should that break
 * off, sending the rate again finishes it; after a deletion, the next job of each book from its first period on does.
 */

export interface ExpectedRates {
  readonly rates: RateStore;
  readonly books: BookStore;
}

export interface RateSet {
  readonly rate: RateRecord;
  readonly created: boolean;
  /** Periods scored again, over all books. */
  readonly rescoredPeriods: number;
}

export async function setExpectedRate(
  { rates, books }: ExpectedRates,
  { accountId, rate }: { readonly accountId: string; readonly rate: NewRate },
  origin: RequestOrigin,
): Promise<RateSet | Refused> {
  const stored = await rates.set(accountId, rate, origin);
  if (isRefused(stored)) return stored;
  const rescoredPeriods = await rescore({ rates, books }, accountId, stored);
  return { rate: stored.rate, created: stored.created, rescoredPeriods };
}

/** Null: done. */
export async function deleteExpectedRate(
  { rates, books }: ExpectedRates,
  { accountId, rateId }: { readonly accountId: string; readonly rateId: string },
  origin: RequestOrigin,
): Promise<Refused | null> {
  const removed = await rates.remove(accountId, rateId, origin);
  if (isRefused(removed)) return removed;
  await rescore({ rates, books }, accountId, removed);
  return null;
}

/** No statement is for an earlier month. */
const FIRST_PERIOD: Period = '2000-01';

/** A book whose first statement is being scored at this moment is waited for: it may have begun without the rate. */
async function rescore(
  { rates, books }: ExpectedRates,
  accountId: string,
  { rate, changesEstimates }: StoredRateChange,
): Promise<number> {
  const from = changesEstimates || rate.effectiveFrom === null ? FIRST_PERIOD : periodOfDate(rate.effectiveFrom);
  let periods = 0;
  for (const key of await rates.listBooks(accountId, rate.carrierId)) {
    const rebuilt = await books.withBook(key, (book) => rebuildBook(book, from));
    periods += rebuilt.length;
  }
  return periods;
}
