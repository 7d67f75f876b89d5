import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { compareOwed } from '../../core/report/rate-preview.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import {
  type ConfirmedEstimate,
  type NewRate,
  RATE_RULES,
  type RateSet,
  type RateStore,
  type RatesCommand,
  type RatesSet,
  type ReachedOwed,
} from './decide-rates.ts';
import type { RatePreview, RateRecord } from './rate-records.ts';

/**
 * Changes contracted rates (docs/reference/scoring.md#changes-of-rates). Amounts owed are rescored in the request or, in large books, by
 * jobs.
 */

export interface RateChanges {
  readonly rates: RateStore;
  readonly relayOutbox: () => Promise<void>;
}

/** Lists rates by carrier, contracted ones first. Refuses an unknown carrier. */
export function listRates(
  { rates }: Pick<RateChanges, 'rates'>,
  accountId: string,
  { limit, offset, ...filter }: OffsetPosition & { readonly carrierId?: string | undefined },
): Promise<OffsetPage<RateRecord> | Refused> {
  return rates.list(accountId, filter, { limit, offset });
}

/** Stores a contracted rate and rescores the periods it reaches. Refuses an unknown carrier and overlapping or ambiguous rates. */
export async function setRate(
  { rates, relayOutbox }: RateChanges,
  command: { readonly accountId: string; readonly rate: NewRate; readonly origin: RequestOrigin },
): Promise<RateSet | Refused> {
  const set = await rates.set(command, RATE_RULES);
  if (!isRefused(set) && set.jobIds.length > 0) await relayOutbox();
  return set;
}

/** Makes a contracted rate from an estimate and rescores. Refuses an unknown rate, a contracted one and a conflicting contract. */
export async function confirmEstimate(
  { rates, relayOutbox }: RateChanges,
  command: ConfirmedEstimate,
): Promise<RateSet | Refused> {
  const set = await rates.confirm(command, RATE_RULES);
  if (!isRefused(set) && set.jobIds.length > 0) await relayOutbox();
  return set;
}

/** Stores several contracted rates, or none of them in a dry run. Refuses all of them if `setRate` would refuse one. */
export async function setRates(
  { rates, relayOutbox }: RateChanges,
  command: RatesCommand,
): Promise<RatesSet | Refused> {
  const set = await rates.setMany(command, RATE_RULES);
  if (isRefused(set)) return set;
  if (set.jobIds.length > 0) await relayOutbox();
  return { ...set, owed: set.owed === null ? null : compareReached(set.owed) };
}

/** Returns the effect that a rate would have on amounts owed, and stores nothing. Refuses every rate that `setRate` refuses. */
export async function previewRate(
  { rates }: Pick<RateChanges, 'rates'>,
  command: { readonly accountId: string; readonly rate: NewRate; readonly origin: RequestOrigin },
): Promise<RatePreview | Refused> {
  const found = await rates.preview(command, RATE_RULES);
  return isRefused(found) ? found : { replacedRateId: found.replacedRateId, ...compareReached(found.owed) };
}

/** Removes a contracted rate. Returns null when done; refuses an unknown rate and an estimate. */
export async function removeRate(
  { rates, relayOutbox }: RateChanges,
  command: { readonly accountId: string; readonly rateId: string; readonly origin: RequestOrigin },
): Promise<Refused | null> {
  const removed = await rates.remove(command, RATE_RULES);
  if (isRefused(removed)) return removed;
  if (removed.jobIds.length > 0) await relayOutbox();
  return null;
}

function compareReached({ periodsLeftOut, periods, before, after }: ReachedOwed): NonNullable<RatesSet['owed']> {
  return { periodsLeftOut, ...compareOwed(periods, before, after) };
}
