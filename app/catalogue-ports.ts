import type { CarrierBrand, SharedCarrier } from '../core/catalogue/shared-carrier.ts';
import type { CarrierCandidate } from '../core/infer/resolve-carrier.ts';

/** What the shared catalogue that is shipped with the program, and the choice within a brand, need from the database. */

/** How many rows a load added; all 0 when the database had everything. */
export interface CatalogueLoad {
  readonly brands: number;
  readonly carriers: number;
  readonly configs: number;
}

export interface SharedCatalogueStore {
  /** In one transaction; any number of programs may do it at once. */
  load(catalogue: {
    readonly brands: readonly CarrierBrand[];
    readonly carriers: readonly SharedCarrier[];
  }): Promise<CatalogueLoad>;
}

export interface BrandStore {
  /** The carriers of a brand that the account sees, each with its active format. Null: there is no such brand. */
  listCandidates(accountId: string, groupId: string): Promise<readonly CarrierCandidate[] | null>;
}
