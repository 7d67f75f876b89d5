import type { CarrierBrand, SharedCarrier } from '../../core/catalogue/shared-carrier.ts';
import type { CarrierCandidate } from '../../core/infer/resolve-carrier.ts';

/** What the shared catalogue that is shipped with the program, and the choice within a brand, need from the database. */

/** How many rows a load added; all 0 when the database had everything. */
export interface CatalogueLoad {
  readonly brands: number;
  readonly carriers: number;
  readonly configs: number;
}

export interface SharedCatalogue {
  /** Grows with every change of the catalogue (core/catalogue/catalogue-version.ts). */
  readonly version: number;
  readonly brands: readonly CarrierBrand[];
  readonly carriers: readonly SharedCarrier[];
}

export interface SharedCatalogueStore {
  /**
   * In one transaction; any number of programs may do it at once. Null when the database holds a newer version of the catalogue:
   * then nothing is changed, because a format of before would become the newest version of that format.
   */
  load(catalogue: SharedCatalogue): Promise<CatalogueLoad | null>;
}

export interface BrandStore {
  /** The carriers of a brand that the account sees, each with its active format. Null: there is no such brand. */
  listCandidates(accountId: string, groupId: string): Promise<readonly CarrierCandidate[] | null>;
}
