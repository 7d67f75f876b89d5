import { isRefused, type Refused } from '../../core/problem.ts';
import { rebuildBook } from '../book/rebuild-book.ts';
import type {
  ConfirmedEstimate,
  NewRate,
  RatePreview,
  RateSet,
  RateStore,
  RatesCommand,
  RatesSet,
  Rescore,
} from '../carriers/carrier-ports.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';

/**
 * Contracted rates (docs/reference/scoring.md#changes-of-rates): what is owed is scored again with them, at once or, in
 * large books, by jobs.
 */

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

export async function confirmEstimate(
  { rates, relayOutbox }: RateChanges,
  command: ConfirmedEstimate,
): Promise<RateSet | Refused> {
  const set = await rates.confirm(command, rescoreBooks);
  if (!isRefused(set) && set.jobIds.length > 0) await relayOutbox();
  return set;
}

export async function setRates(
  { rates, relayOutbox }: RateChanges,
  command: RatesCommand,
): Promise<RatesSet | Refused> {
  const set = await rates.setMany(command, rescoreBooks);
  if (!isRefused(set) && set.jobIds.length > 0) await relayOutbox();
  return set;
}

/** What the rate would change; nothing is stored. */
export async function previewRate(
  { rates }: Pick<RateChanges, 'rates'>,
  command: { readonly accountId: string; readonly rate: NewRate; readonly origin: RequestOrigin },
): Promise<RatePreview | Refused> {
  return rates.preview(command, rescoreBooks);
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
