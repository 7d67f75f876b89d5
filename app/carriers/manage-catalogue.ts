import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownCarrier } from '../../core/refusals.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { AddedConfig, Carrier, CarrierGroup, CatalogueStore, NewSharedCarrier } from './carrier-ports.ts';
import { describeCarrier } from './manage-carriers.ts';

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
