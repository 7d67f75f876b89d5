import type { CarrierBrand, SharedCarrier } from '../../core/catalogue/shared-carrier.ts';
import type { IdentifiableCarrier } from '../../core/infer/identify-carrier.ts';
import type { CarrierCandidate } from '../../core/infer/rank-carriers.ts';

/** The database ports for the shipped catalogue and for choosing the carrier of a file. */

/** How many rows a load added; all 0 when the database was up to date. */
export interface CatalogueLoad {
  readonly brands: number;
  readonly carriers: number;
  readonly configs: number;
}

export interface SharedCatalogue {
  /** The version grows with every change of the catalogue (core/catalogue/catalogue-version.ts). */
  readonly version: number;
  readonly brands: readonly CarrierBrand[];
  readonly carriers: readonly SharedCarrier[];
}

export interface SharedCatalogueStore {
  /**
   * Loads the catalogue in one transaction. Concurrent calls are safe. Returns null, changing nothing, when the database holds a newer
   * catalogue: an older format would otherwise become the newest version of itself.
   */
  load(catalogue: SharedCatalogue): Promise<CatalogueLoad | null>;
}

export interface BrandStore {
  /** Returns the carriers of a brand that the account sees, each with its active format. Returns null when the brand does not exist. */
  listCandidates(accountId: string, groupId: string): Promise<readonly CarrierCandidate[] | null>;
  /** Returns all carriers that the account sees and that have a format, once for each layout that is read. */
  listIdentifiable(accountId: string): Promise<readonly IdentifiableCarrier[]>;
}
