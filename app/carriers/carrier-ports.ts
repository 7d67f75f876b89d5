import type { FilesKnown, MonthSituation, StoredMonth } from '../../core/month/month-state.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import { type Refused, refuse } from '../../core/problem.ts';
import type { ProductLine } from '../../core/product-line.ts';
import type { EvaluatedMember, OwedComparison } from '../../core/report/rate-preview.ts';
import type { RateTier, RateType } from '../../core/scoring/expected.ts';
import type { RateBounds } from '../../core/scoring/rate-bounds.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { LockedBook } from '../book/book-ports.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';

/**
 * What the use cases around carriers, their statement formats and their rates need from the database
 * (docs/reference/carriers-and-formats.md, docs/reference/scoring.md#owed). An account sees its own carriers and those
 * of the shared catalogue; another account's is unknown to it. Ids are UUIDs in lower case.
 */

export interface Carrier {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly productLine: ProductLine | null;
  readonly groupId: string | null;
  /** A statement format is known: the account's own or the shared one. */
  readonly configured: boolean;
  readonly activeConfigVersion: number | null;
  /** Files that a month has, and how that is known; both null when it is not. */
  readonly expectedFiles: number | null;
  readonly expectedFilesKnown: FilesKnown | null;
}

/** A carrier with what tells how many files its months have. */
export interface StoredCarrier extends Omit<Carrier, 'expectedFiles' | 'expectedFilesKnown'> {
  /** As the account set it; null when it is not set. */
  readonly setFiles: number | null;
  /** By workspace, the number of active files in each of the latest months, newest first. */
  readonly fileCounts: readonly (readonly number[])[];
}

/** A brand with the carriers that trade under it. */
export interface CarrierGroup {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly members: readonly Pick<Carrier, 'id' | 'name' | 'slug'>[];
}

export interface NewCarrier {
  readonly name: string;
  /** Absent: made from the name, and unlike every slug the account sees. */
  readonly slug?: string | undefined;
  readonly productLine: ProductLine | null;
}

/** What is absent stays as it is. */
export interface CarrierChange {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly productLine?: ProductLine | null | undefined;
}

export interface ExpectedFilesSetting {
  readonly accountId: string;
  readonly carrierId: string;
  /** Null: not set any more. */
  readonly files: number | null;
}

export interface CarrierStore {
  /** By name. `configured` restricts the list to carriers with, or without, a statement format. */
  list(
    accountId: string,
    filter: { readonly configured?: boolean | undefined },
    page: OffsetPosition,
  ): Promise<OffsetPage<StoredCarrier>>;
  find(accountId: string, carrierId: string): Promise<StoredCarrier | null>;
  listGroups(accountId: string, page: OffsetPosition): Promise<OffsetPage<CarrierGroup>>;
  create(accountId: string, carrier: NewCarrier, origin: RequestOrigin): Promise<StoredCarrier | Refused>;
  update(
    key: { readonly accountId: string; readonly carrierId: string },
    change: CarrierChange,
    origin: RequestOrigin,
  ): Promise<StoredCarrier | Refused>;
  /** How many files a month of the carrier has, in this account; null: not set any more. For carriers of the catalogue too. */
  setExpectedFiles(
    setting: ExpectedFilesSetting,
    origin: RequestOrigin,
    /** Asked for the latest month and for open ones, under the lock of their book. Null: nothing says how many files the month has. */
    decideMonth: (situation: Omit<MonthSituation, 'isFirst'>) => StoredMonth | null,
  ): Promise<StoredCarrier | Refused>;
  /** With its formats and rates; refused once a file of it was accepted. Null: done. */
  delete(
    key: { readonly accountId: string; readonly carrierId: string },
    origin: RequestOrigin,
  ): Promise<Refused | null>;
}

/** One version of a carrier's statement format, as one account sees it. */
export interface ConfigVersion {
  readonly id: string;
  readonly carrierId: string;
  readonly version: number;
  /** The one that statements are read with. */
  readonly active: boolean;
  /** Of the shared catalogue, not of the account. */
  readonly shared: boolean;
  readonly createdAt: string;
  readonly config: StatementConfig;
}

export interface AddedConfig {
  readonly id: string;
  readonly version: number;
}

/** Null: the account sees no such carrier, or the carrier has no such version. */
export interface ConfigStore {
  /** Newest first. A version of the account's own hides a shared one of the same number. */
  list(accountId: string, carrierId: string, page: OffsetPosition): Promise<OffsetPage<ConfigVersion> | null>;
  find(accountId: string, carrierId: string, version: number): Promise<ConfigVersion | null>;
  /** The next version after the highest one the account sees; active from now on. */
  add(
    key: { readonly accountId: string; readonly carrierId: string },
    config: StatementConfig,
    origin: RequestOrigin,
  ): Promise<AddedConfig | Refused | null>;
}

export interface NewSharedCarrier {
  readonly name: string;
  readonly slug: string;
  readonly productLine: ProductLine | null;
  readonly groupId: string | null;
}

/** The shared catalogue, as the operator keeps it. */
export interface CatalogueStore {
  createCarrier(carrier: NewSharedCarrier, origin: RequestOrigin): Promise<StoredCarrier | Refused>;
  createGroup(
    group: { readonly name: string; readonly slug: string },
    origin: RequestOrigin,
  ): Promise<Pick<CarrierGroup, 'id' | 'name' | 'slug'> | Refused>;
  /** Null: there is no such carrier in the catalogue. */
  addConfig(carrierId: string, config: StatementConfig, origin: RequestOrigin): Promise<AddedConfig | null>;
}

export const unknownCarrier = (): Refused => refuse('not_found', 'There is no carrier with this id.');
export const sharedCarrier = (): Refused =>
  refuse('forbidden', 'The carrier belongs to the shared catalogue, which only the operator can change.');
export const slugTaken = (slug: string): Refused => refuse('conflict', `The slug "${slug}" is in use.`);

/** A contracted rate, as the account gives it (docs/reference/scoring.md#owed). */
export interface NewRate extends RateBounds {
  readonly carrierId: string;
  readonly planCode: string | null;
  /** These two only of a confirmed estimate. */
  readonly planName: string | null;
  readonly productType: string | null;
  readonly rateType: RateType;
  /** Plain decimal text with up to six places: dollars a month, or a fraction of the premium. */
  readonly rateValue: string;
  readonly tier: RateTier | null;
  readonly state: string | null;
  /** First and last day, both included; null is open. */
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
  /** Of a flat rate: a household is paid for so many lives at most. */
  readonly maxLives: number | null;
}

/** A rate as it is shown: contracted, or estimated from a book. */
export interface RateRecord extends Omit<NewRate, 'rateValue'> {
  readonly id: string;
  readonly source: 'contracted' | 'estimated';
  readonly rateValue: number;
  /** Of estimates: the book they were made from, its earliest period, and how many records that had. */
  readonly workspaceId: string | null;
  readonly basisPeriod: string | null;
  readonly sampleSize: number | null;
  readonly createdAt: string;
}

/** Scores books again from a period on, after a change of rates; the number of periods this took. */
export type Rescore = (from: Period, books: readonly LockedBook[]) => Promise<number>;

/** An estimate or a contracted rate that somebody wants to confirm. */
export interface EstimateFound extends RateRecord {
  /** `rateValue` as plain decimal text, with all its places. */
  readonly decimalValue: string;
}

/** Decisions about a change of contracted rates, asked under the lock of the carrier's rates. */
export interface RateRules {
  readonly rescore: Rescore;
  /** `changesEstimates`: the change makes the carrier's first contracted rate, or removes its last. */
  readonly firstPeriodReached: (change: {
    readonly effectiveFrom: string | null;
    readonly changesEstimates: boolean;
  }) => Period;
  /** `alike`: contracted rates that differ from the rate in bounds, value and last day alone. Refuses overlapping bounds. */
  readonly decideReplaced: (
    rate: NewRate,
    alike: readonly RateRecord[],
  ) => { readonly replaced: RateRecord | null } | Refused;
  /** Refuses rates whose bounds overlap those of a stored rate that they do not replace. */
  readonly refuseOverlaps: (rates: readonly NewRate[], stored: readonly RateRecord[]) => Refused | null;
  /** Refuses an unknown and a contracted rate. */
  readonly decideConfirmed: (
    found: EstimateFound | null,
    fromPeriod: Period | null,
  ) => { readonly rate: NewRate } | Refused;
  /** `contracted`: rates of the same members on or after the rate's first day. Refuses all but the same rate, which stays. */
  readonly decideContracted: (
    rate: NewRate,
    contracted: readonly RateRecord[],
  ) => { readonly same: RateRecord | null } | Refused;
  /** Refuses an estimate. */
  readonly refuseRemoval: (rate: RateRecord) => Refused | null;
}

/** What followed from a change of rates. */
export interface RescoredBooks {
  /** Periods scored again, over all books, those of the jobs included. */
  readonly rescoredPeriods: number;
  /** Of books too large to be scored while somebody waits. */
  readonly jobIds: readonly string[];
}

export interface RateSet extends RescoredBooks {
  readonly rate: RateRecord;
  readonly created: boolean;
}

/** An estimate that becomes a contracted rate. */
export interface ConfirmedEstimate {
  readonly accountId: string;
  /** Of the estimate. */
  readonly rateId: string;
  /** The first month it holds for; null: the month the estimate was made from. */
  readonly fromPeriod: Period | null;
  readonly origin: RequestOrigin;
}

/** Contracted rates of one carrier, no two of which have the same plan, tier, state and first day. */
export interface RatesCommand {
  readonly accountId: string;
  readonly carrierId: string;
  readonly rates: readonly NewRate[];
  /** Says what would change, and changes nothing. */
  readonly dryRun: boolean;
  readonly origin: RequestOrigin;
}

export interface RatesSet extends RescoredBooks {
  readonly created: number;
  /** Rates that said something else before. */
  readonly replaced: number;
  readonly unchanged: number;
  /** Of a dry run. */
  readonly owed: (OwedComparison & Pick<RatePreview, 'periodsLeftOut'>) | null;
}

/** What a rate would change in the books that are scored before the answer. */
export interface RatePreview extends OwedComparison {
  /** The contracted rate that it would replace. */
  readonly replacedRateId: string | null;
  /** Of books that are too large to be compared while somebody waits. */
  readonly periodsLeftOut: number;
}

/** Members with an expected amount in the books that a change of rates reaches, before and after it. */
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
 * A change of rates and the scores that follow from it are one transaction, under the locks of the carrier's books: what is owed
 * never rests on other rates than those on record. Only in large books does it, until their jobs have ended; these are stored in
 * that transaction.
 */
export interface RateStore {
  /** By carrier; contracted ones first. */
  list(
    accountId: string,
    filter: { readonly carrierId?: string | undefined },
    page: OffsetPosition,
  ): Promise<OffsetPage<RateRecord> | Refused>;
  /**
   * Replaces the rate of the same carrier, plan, tier, state, first day and bounds. Refused where it would be ambiguous with another.
   */
  set(
    command: { readonly accountId: string; readonly rate: NewRate; readonly origin: RequestOrigin },
    rules: RateRules,
  ): Promise<RateSet | Refused>;
  /** Each as `set` does: all of them or none, and scored once. A rate that is there already is left as it is. */
  setMany(command: RatesCommand, rules: RateRules): Promise<RatesSetFacts | Refused>;
  /** What setting the rate would change; nothing is stored. */
  preview(
    command: { readonly accountId: string; readonly rate: NewRate; readonly origin: RequestOrigin },
    rules: RateRules,
  ): Promise<RatePreviewFacts | Refused>;
  /** Contracts what a book's estimate says. A repeat gets the same rate, and nothing is scored again. */
  confirm(command: ConfirmedEstimate, rules: RateRules): Promise<RateSet | Refused>;
  /** A contracted rate only. */
  remove(
    command: { readonly accountId: string; readonly rateId: string; readonly origin: RequestOrigin },
    rules: RateRules,
  ): Promise<RescoredBooks | Refused>;
}
