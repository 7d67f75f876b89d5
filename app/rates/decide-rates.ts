import type { z } from 'zod';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownRate } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import { compareOwed, type EvaluatedMember } from '../../core/report/rate-preview.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import {
  boundsRank,
  boundsText,
  firstPeriodReached,
  isAmbiguous,
  isSameBounds,
  keyWithoutBounds,
  NO_BOUNDS,
} from '../../core/scoring/rate-bounds.ts';
import type { LockedBook, RescoredBooks } from '../book/book-store.ts';
import { rebuildBook } from '../book/rebuild-book.ts';
import type { newRate } from './new-rate.ts';
import type { OwedComparison, RatePreview, RateRecord } from './rate-records.ts';

/** A contracted rate as the account states it (docs/reference/scoring.md#owed). */
export type NewRate = Readonly<z.output<typeof newRate>>;

/** Rescores books from a period on after a change of rates. Returns the number of rescored periods. */
export type Rescore = (from: Period, books: readonly LockedBook[]) => Promise<number>;

/** An estimate or a contracted rate that an account asks to confirm. */
export interface RateToConfirm extends RateRecord {
  /** `rateValue` as plain decimal text with all its places. */
  readonly decimalValue: string;
}

/** Decisions about a change of contracted rates, made under the lock of the carrier's rates. */
export interface RateRules {
  readonly rescore: Rescore;
  /**
   * Returns the first period that a change reaches. `changesEstimates`: the change makes the carrier's first contracted rate or removes
   * its last.
   */
  readonly firstPeriodReached: (change: {
    readonly effectiveFrom: string | null;
    readonly changesEstimates: boolean;
  }) => Period;
  /**
   * Decides which rate is replaced. `alike`: contracted rates that differ only in bounds, value and last day. Refuses overlapping bounds.
   */
  readonly decideReplaced: (
    rate: NewRate,
    alike: readonly RateRecord[],
  ) => { readonly replaced: RateRecord | null } | Refused;
  /** Refuses rates whose bounds overlap those of a stored rate, unless they replace it. */
  readonly refuseOverlaps: (rates: readonly NewRate[], stored: readonly RateRecord[]) => Refused | null;
  /** Refuses an unknown rate and a contracted one. */
  readonly decideConfirmed: (
    found: RateToConfirm | null,
    fromPeriod: Period | null,
  ) => { readonly rate: NewRate } | Refused;
  /**
   * Decides whether the confirmed rate fits contracted rates of the same members from its first day on. An identical rate is kept; any
   * other is refused.
   */
  readonly decideContracted: (
    rate: NewRate,
    contracted: readonly RateRecord[],
  ) => { readonly same: RateRecord | null } | Refused;
  /** Refuses an estimate. */
  readonly refuseRemoval: (rate: RateRecord) => Refused | null;
}

export interface RateSet extends RescoredBooks {
  readonly rate: RateRecord;
  readonly created: boolean;
}

/** An estimate that becomes a contracted rate. */
export interface ConfirmedEstimate {
  readonly accountId: string;
  /** Id of the estimate. */
  readonly rateId: string;
  /** The first month the rate holds for; null means the month the estimate was made from. */
  readonly fromPeriod: Period | null;
  readonly origin: RequestOrigin;
}

/** Contracted rates of one carrier. No two of them have the same plan, tier, state and first day. */
export interface RatesCommand {
  readonly accountId: string;
  readonly carrierId: string;
  readonly rates: readonly NewRate[];
  /** When true, the call returns what would change and stores nothing. */
  readonly dryRun: boolean;
  readonly origin: RequestOrigin;
}

export interface RatesSet extends RescoredBooks {
  readonly created: number;
  /** How many stored rates were replaced by a different rate. */
  readonly replaced: number;
  readonly unchanged: number;
  /** Set only by a dry run. */
  readonly owed: OwedComparison | null;
}

/** The members with an expected amount in the books that a change of rates reaches, before and after the change. */
export interface ReachedOwed {
  /** Scored periods that the change reaches, oldest first. */
  readonly periods: readonly Period[];
  readonly before: readonly EvaluatedMember[];
  readonly after: readonly EvaluatedMember[];
  readonly periodsLeftOut: number;
}

export interface RatePreviewFacts {
  readonly replacedRateId: string | null;
  readonly owed: ReachedOwed;
}

export type RatesSetFacts = Omit<RatesSet, 'owed'> & { readonly owed: ReachedOwed | null };

/**
 * Stores contracted rates. A change of rates and the rescores that follow are one transaction under the locks of the carrier's books, so
 * amounts owed always match the stored rates. In large books they match once the jobs stored in that transaction have ended.
 */
export interface RateStore {
  /** Returns rates by carrier, contracted ones first. */
  list(
    accountId: string,
    filter: { readonly carrierId?: string | undefined },
    page: OffsetPosition,
  ): Promise<OffsetPage<RateRecord> | Refused>;
  /**
   * Replaces the rate of the same carrier, plan, tier, state, first day and bounds. Refuses a rate that would be ambiguous with another.
   */
  set(
    command: { readonly accountId: string; readonly rate: NewRate; readonly origin: RequestOrigin },
    rules: RateRules,
  ): Promise<RateSet | Refused>;
  /** Sets all of the rates or none, and rescores once. A rate that is stored already is left unchanged. */
  setMany(command: RatesCommand, rules: RateRules): Promise<RatesSetFacts | Refused>;
  /** Returns what setting the rate would change, and stores nothing. */
  preview(
    command: { readonly accountId: string; readonly rate: NewRate; readonly origin: RequestOrigin },
    rules: RateRules,
  ): Promise<RatePreviewFacts | Refused>;
  /** Makes a contracted rate from a book's estimate. A repeat returns the same rate and rescores nothing. */
  confirm(command: ConfirmedEstimate, rules: RateRules): Promise<RateSet | Refused>;
  /** Removes a contracted rate. */
  remove(
    command: { readonly accountId: string; readonly rateId: string; readonly origin: RequestOrigin },
    rules: RateRules,
  ): Promise<RescoredBooks | Refused>;
}

/** Decisions about contracted rates (docs/reference/scoring.md#changes-of-rates). The store calls them under its locks. */

/** Rescores books, one after the other. Returns the number of periods. */
const rescoreBooks: Rescore = async (from, books) => {
  let periods = 0;
  for (const book of books) periods += (await rebuildBook(book, from)).length;
  return periods;
};

export const RATE_RULES: RateRules = {
  rescore: rescoreBooks,
  firstPeriodReached,
  decideReplaced(rate, alike) {
    const replaced = alike.find((other) => isSameBounds(rate, other)) ?? null;
    const ambiguous = alike.find((other) => other !== replaced && isAmbiguous(rate, other));
    return ambiguous === undefined ? { replaced } : refuseAmbiguous(rate, ambiguous);
  },
  refuseOverlaps(rates, stored) {
    const alike = Map.groupBy(stored, keyWithoutBounds);
    for (const rate of rates.filter((one) => boundsRank(one) > 0)) {
      const other = alike
        .get(keyWithoutBounds(rate))
        ?.find((one) => !isSameBounds(rate, one) && isAmbiguous(rate, one));
      if (other !== undefined) return refuseAmbiguous(rate, other);
    }
    return null;
  },
  decideConfirmed(found, fromPeriod) {
    if (found === null) return unknownRate();
    if (found.source === 'contracted') return refuse('conflict', 'The rate is contracted already.');
    const month = fromPeriod ?? found.basisPeriod;
    if (month === null) throw new Error('An estimate has the period it was made from.');
    return { rate: rateOf(found, `${month}-01`) };
  },
  decideContracted(rate, contracted) {
    const same = contracted.find((other) => isSameRate(other, rate)) ?? null;
    if (same !== null || contracted.length === 0) return { same };
    return refuse(
      'conflict',
      `A contracted rate holds for the same members in ${rate.effectiveFrom?.slice(0, 7)} or later: change or delete it first.`,
    );
  },
  refuseRemoval({ source }) {
    if (source === 'contracted') return null;
    return refuse('conflict', 'The rate is estimated from a statement; a contracted rate takes its place.');
  },
};

function refuseAmbiguous(rate: NewRate, other: RateRecord): Refused {
  const [own, others] = [boundsText(rate), boundsText(other)];
  return refuse(
    'conflict',
    `The bounds of the rate (${own}) overlap those of the rate ${other.id} (${others}), which has the same plan, tier, state and first day.`,
  );
}

/** Makes a contracted rate with the estimate's values, from the given day on. */
function rateOf({ decimalValue, ...found }: RateToConfirm, firstDay: string): NewRate {
  const { carrierId, planCode, planName, productType, maxLives, rateType, tier, state } = found;
  const limits = { planCode, planName, productType, maxLives, tier, state };
  return {
    carrierId,
    ...limits,
    ...NO_BOUNDS,
    rateType,
    rateValue: decimalValue,
    effectiveFrom: firstDay,
    effectiveTo: null,
  };
}

function isSameRate(contracted: RateRecord, rate: NewRate): boolean {
  const { rateType, rateValue, tier, maxLives, effectiveFrom, effectiveTo } = contracted;
  return (
    rateType === rate.rateType &&
    rateValue === Number(rate.rateValue) &&
    tier === rate.tier &&
    maxLives === rate.maxLives &&
    effectiveFrom === rate.effectiveFrom &&
    effectiveTo === null
  );
}

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
