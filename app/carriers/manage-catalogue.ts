import { z } from 'zod';
import type { CarrierBrand, SharedCarrier } from '../../core/catalogue/shared-carrier.ts';
import { CARRIER_BRANDS, CATALOGUE_VERSION, SHARED_CARRIERS } from '../../core/catalogue/shared-carriers.ts';
import type { IdentifiableCarrier } from '../../core/infer/identify-carrier.ts';
import type { CarrierCandidate } from '../../core/infer/rank-carriers.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownCarrier } from '../../core/refusals.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import { displayName, recordId } from '../platform/shared-fields.ts';
import {
  type Carrier,
  type CarrierGroup,
  describeCarrier,
  productLine,
  type StoredCarrier,
  slug,
} from './manage-carriers.ts';
import type { AddedConfig } from './manage-configs.ts';

export const newSharedCarrier = z.strictObject({
  name: displayName('Of the carrier.'),
  slug: slug,
  productLine: productLine.nullable().default(null),
  groupId: recordId('The brand it belongs to.')
    .nullable()
    .default(null)
    .meta({ type: ['string', 'null'] }),
});

export const newCarrierGroup = z.strictObject({ name: displayName('Of the brand.'), slug: slug });

/** Manages the shared catalogue, and the brands by which the carrier of a file is chosen. */

export type NewSharedCarrier = Readonly<z.output<typeof newSharedCarrier>>;

/** The shared catalogue, which the operator maintains. */
export interface CatalogueStore {
  createCarrier(carrier: NewSharedCarrier, origin: RequestOrigin): Promise<StoredCarrier | Refused>;
  createGroup(
    group: Readonly<z.output<typeof newCarrierGroup>>,
    origin: RequestOrigin,
  ): Promise<Pick<CarrierGroup, 'id' | 'name' | 'slug'> | Refused>;
  /** Returns null when the catalogue has no such carrier. */
  addConfig(carrierId: string, config: StatementConfig, origin: RequestOrigin): Promise<AddedConfig | null>;
}

/** How many rows a load added; all 0 when the database was up to date. */
export interface CatalogueLoad {
  readonly brands: number;
  readonly carriers: number;
  readonly configs: number;
}

export interface SharedCatalogue {
  /** The version grows with every change of the catalogue (core/catalogue/shared-carriers.ts). */
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

/**
 * Updates the shared catalogue of a database to the shipped catalogue. Runs after the migrations, at every start on one machine and in the
 * deployment on AWS. Returns null when the database holds a newer catalogue, which is kept.
 */
export function loadCatalogue(store: SharedCatalogueStore): Promise<CatalogueLoad | null> {
  return store.load({ version: CATALOGUE_VERSION, brands: CARRIER_BRANDS, carriers: SHARED_CARRIERS });
}

/** Manages the shared catalogue for the operator. */
export interface CatalogueManagement {
  readonly catalogue: CatalogueStore;
}

/** Adds a carrier to the catalogue. Refuses an unknown brand and a slug in use. */
export async function createSharedCarrier(
  { catalogue }: CatalogueManagement,
  carrier: NewSharedCarrier,
  origin: RequestOrigin,
): Promise<Carrier | Refused> {
  const created = await catalogue.createCarrier(carrier, origin);
  return isRefused(created) ? created : describeCarrier(created);
}

/** Adds a brand. Refuses a slug in use. */
export function createCarrierGroup(
  { catalogue }: CatalogueManagement,
  group: Pick<CarrierGroup, 'name' | 'slug'>,
  origin: RequestOrigin,
): Promise<Pick<CarrierGroup, 'id' | 'name' | 'slug'> | Refused> {
  return catalogue.createGroup(group, origin);
}

/** Adds a format, which accounts without their own format use from now on. Refuses a carrier outside the catalogue. */
export async function addSharedConfig(
  { catalogue }: CatalogueManagement,
  { carrierId, config }: { readonly carrierId: string; readonly config: StatementConfig },
  origin: RequestOrigin,
): Promise<AddedConfig | Refused> {
  return (await catalogue.addConfig(carrierId, config, origin)) ?? unknownCarrier();
}
