import { CATALOGUE_VERSION } from '../../core/catalogue/catalogue-version.ts';
import { CARRIER_BRANDS, SHARED_CARRIERS } from '../../core/catalogue/shared-carriers.ts';
import type { CatalogueLoad, SharedCatalogueStore } from './catalogue-ports.ts';

/**
 * Brings the shared catalogue of a database up to the one that is shipped. It runs after the migrations: at every start on one
 * machine, and in the deployment on AWS. Run again it changes nothing. Null: the database holds a newer catalogue, which stays.
 */
export function loadCatalogue(store: SharedCatalogueStore): Promise<CatalogueLoad | null> {
  return store.load({ version: CATALOGUE_VERSION, brands: CARRIER_BRANDS, carriers: SHARED_CARRIERS });
}
