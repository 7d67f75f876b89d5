import { CARRIER_BRANDS, SHARED_CARRIERS } from '../core/catalogue/shared-carriers.ts';
import type { CatalogueLoad, SharedCatalogueStore } from './catalogue-ports.ts';

/**
 * Brings the shared catalogue of a database up to the one that is shipped (contract 3). It runs after the migrations: at
 * every start on one machine, and in the deployment on AWS. Run again it changes nothing.
 */
export function loadCatalogue(store: SharedCatalogueStore): Promise<CatalogueLoad> {
  return store.load({ brands: CARRIER_BRANDS, carriers: SHARED_CARRIERS });
}
