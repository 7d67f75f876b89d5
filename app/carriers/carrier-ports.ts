import type { FilesKnown, MonthSituation, NotedMonth } from '../../core/month/month-state.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import type { ProductLine } from '../../core/product-line.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { StatementConfig } from '../../core/statement/config.ts';

/**
 * The database ports for carriers, their statement formats and their rates (docs/reference/carriers-and-formats.md,
 * docs/reference/scoring.md#owed). An account sees its own carriers and those of the shared catalogue, and no carrier of another account.
 * Ids are UUIDs in lower case.
 */

export interface Carrier {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly productLine: ProductLine | null;
  readonly groupId: string | null;
  /** True when a statement format is known, either the account's own or a shared one. */
  readonly configured: boolean;
  readonly activeConfigVersion: number | null;
  /** The number of files that a month of the carrier has, and how it is known; both null when it is not known. */
  readonly expectedFiles: number | null;
  readonly expectedFilesKnown: FilesKnown | null;
}

/** A carrier with the facts from which the number of files of its months follows. */
export interface StoredCarrier extends Omit<Carrier, 'expectedFiles' | 'expectedFilesKnown'> {
  /** The account's own setting; null when it is not set. */
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
  /** If absent, the slug is made from the name and differs from every slug that the account sees. */
  readonly slug?: string | undefined;
  readonly productLine: ProductLine | null;
  /** Whether another carrier of the account may have the name. */
  readonly allowSameName?: boolean | undefined;
}

/** A change of a carrier. Absent fields keep their values. */
export interface CarrierChange {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly productLine?: ProductLine | null | undefined;
  /** Whether another carrier of the account may have the name. */
  readonly allowSameName?: boolean | undefined;
}

export interface ExpectedFilesSetting {
  readonly accountId: string;
  readonly carrierId: string;
  /** Null removes the setting. */
  readonly files: number | null;
}

export interface CarrierStore {
  /** Returns carriers by name. `configured` restricts the list to carriers with, or without, a statement format. */
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
  /** Sets how many files a month of the carrier has in this account; null removes the setting. Works for carriers of the catalogue too. */
  setExpectedFiles(
    setting: ExpectedFilesSetting,
    origin: RequestOrigin,
    /** Called under the lock of the book for the latest month and for open ones. Returns null when the number of files is not known. */
    decideMonth: (situation: Omit<MonthSituation, 'isFirst'>) => NotedMonth | null,
  ): Promise<StoredCarrier | Refused>;
  /** Deletes a carrier with its formats and rates. Returns null when done; refuses a carrier with an accepted file. */
  delete(
    key: { readonly accountId: string; readonly carrierId: string },
    origin: RequestOrigin,
  ): Promise<Refused | null>;
}

/** A version of a carrier's statement format, as an account sees it. */
export interface ConfigVersion {
  readonly id: string;
  readonly carrierId: string;
  readonly version: number;
  /** True for the version that statements are read with. */
  readonly active: boolean;
  /** True when the version belongs to the shared catalogue and not to the account. */
  readonly shared: boolean;
  readonly createdAt: string;
  /** The time at which the account removed the version; null while the version may be used. */
  readonly removedAt: string | null;
  readonly config: StatementConfig;
}

export interface AddedConfig {
  readonly id: string;
  readonly version: number;
  /** The version that was active before, and whether statements are still read with it; null for a carrier without one. */
  readonly replaces: { readonly version: number; readonly readsPrevious: boolean } | null;
}

/** The statement formats of carriers. Methods return null when the account sees no such carrier, or the carrier has no such version. */
export interface ConfigStore {
  /** Returns versions, newest first. The account's own version hides a shared one of the same number. */
  list(accountId: string, carrierId: string, page: OffsetPosition): Promise<OffsetPage<ConfigVersion> | null>;
  find(accountId: string, carrierId: string, version: number): Promise<ConfigVersion | null>;
  /** Adds the version after the highest one that the account sees, and makes it the active one. */
  add(
    key: { readonly accountId: string; readonly carrierId: string },
    config: StatementConfig,
    origin: RequestOrigin,
  ): Promise<AddedConfig | Refused | null>;
  /** Removes a version, so that no statement is read with it any more. It can still be found. `remove` itself returns null when done. */
  remove(
    key: { readonly accountId: string; readonly carrierId: string },
    removal: {
      readonly version: number;
      readonly origin: RequestOrigin;
      /** Called under the lock of the versions. `others`: how many other versions, shared ones included, remain in use. */
      readonly refuseRemoval: (found: ConfigVersion, others: number) => Refused | null;
    },
  ): Promise<Refused | null>;
}

export interface NewSharedCarrier {
  readonly name: string;
  readonly slug: string;
  readonly productLine: ProductLine | null;
  readonly groupId: string | null;
}

/** The shared catalogue, which the operator maintains. */
export interface CatalogueStore {
  createCarrier(carrier: NewSharedCarrier, origin: RequestOrigin): Promise<StoredCarrier | Refused>;
  createGroup(
    group: { readonly name: string; readonly slug: string },
    origin: RequestOrigin,
  ): Promise<Pick<CarrierGroup, 'id' | 'name' | 'slug'> | Refused>;
  /** Returns null when the catalogue has no such carrier. */
  addConfig(carrierId: string, config: StatementConfig, origin: RequestOrigin): Promise<AddedConfig | null>;
}
